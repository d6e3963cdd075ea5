"""What people hold in Python scores as the organizations and files that say the same."""

import math
import random
from fractions import Fraction
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

import axiometrics as ax
from axiometrics.core.errors import FileError, ParameterError, TaskError
from axiometrics.evaluation.runs import OrderedRows

GOLD = {"q1": {"d1": 2, "d2": 0, "d3": 1}, "q2": {"d1": 1}, "q3": {"d1": 1}}
RUN = {"q1": {"d3": 2.5, "d2": 2.0, "d1": -1.0}, "q2": {"d9": 1.0, "d1": 0.5}, "q9": {"d1": 1.0}}
ROWS = [(q, d, x) for q, of in GOLD.items() for d, x in of.items()]
LISTED = [(q, d, x) for q, of in RUN.items() for d, x in of.items()]


class Qrel(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    query_id: str
    doc_id: str
    score: float


class Frame:
    """The part of a frame that is looked at, as pandas and polars have it."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns, self._values = list(columns), columns
        self.shape = (len(next(iter(columns.values()))), len(columns))

    def __getitem__(self, name: str) -> list[Any]:
        return self._values[name]


def frame(rows: list[tuple[Any, ...]], *names: str) -> Frame:
    return Frame({name: [row[k] for row in rows] for k, name in enumerate(names)})


ranx = SimpleNamespace(
    Qrels=type("Qrels", (), {"__module__": "ranx.data_structures.qrels", "to_dict": lambda self: GOLD}),
    Run=type("Run", (), {"__module__": "ranx.data_structures.run", "to_dict": lambda self: RUN}),
)


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        (GOLD, RUN),
        ([Qrel(*row) for row in ROWS], [ScoredDoc(*row) for row in LISTED]),
        (iter(ROWS), iter(LISTED)),
        (frame(ROWS, "query_id", "doc_id", "relevance"), frame(LISTED, "qid", "docno", "score")),
        (ranx.Qrels(), ranx.Run()),
        (GOLD, frame(LISTED, "query_id", "doc_id", "score")),
    ],
)
def test_judgements_and_runs(gold: Any, system: Any) -> None:
    scores = ax.score(gold=gold, system=system, metrics=["ap", "rr", "ndcg@10", "judged@2"])
    assert scores["ap"] == pytest.approx((5 / 6 + 1 / 2 + 0) / 3)
    assert scores["rr"] == pytest.approx((1 + 1 / 2 + 0) / 3)
    ideal = 2 + 1 / math.log2(3)
    assert scores["ndcg@10"] == pytest.approx(((1 + 1) / ideal + 1 / math.log2(3)) / 3)
    assert scores["judged@2"] == pytest.approx((1 + 1 / 2) / 2)  # undefined where nothing is retrieved


def test_queries_one_by_one_and_exactly() -> None:
    each = ax.score(gold=GOLD, system=RUN, metrics=["ap", "p@2"], topics="each", exact=True)
    assert each == {
        "q1": {"ap": Fraction(5, 6), "p@2": Fraction(1, 2)},
        "q2": {"ap": Fraction(1, 2), "p@2": Fraction(1, 2)},
        "q3": {"ap": 0, "p@2": 0},
    }
    assert ax.score(gold=GOLD, system=RUN, metrics=["ap"], exact=True) == {"ap": Fraction(4, 9)}
    assert ax.score(gold=GOLD["q1"], system=RUN["q1"], metrics=["ap"], exact=True) == {"ap": Fraction(5, 6)}
    assert ax.score(gold={"q": {"d": 0}}, system={"q": {"d": 1}}, metrics=["ap"]) == {"ap": 0.0}  # as trec_eval


def test_functions_of_users_score_what_is_given() -> None:
    def first(gains: Any, ideal: Any) -> float:
        return float(gains[0]) if len(gains) else 0.0

    scores = ax.score(gold=GOLD, system=RUN, metrics=[first], task="ranking", form="gains")
    assert scores == {"first": pytest.approx((1 + 0 + 0) / 3)}
    scikit = import_module("sklearn.metrics")
    assert ax.score(gold=[0, 0, 1], system=[1, 1, 0], metrics=[scikit.v_measure_score]) == {"v_measure_score": 1.0}


METRICS = ["v-measure", "ami", "adjusted-rand", "bcubed-f", "rs-clustering", "bcubed-extended-f", "rs-relatedness"]


@pytest.mark.parametrize("form", [list, tuple, np.array, lambda x: dict(enumerate(x)), lambda x: [str(y) for y in x]])
def test_labels(form: Any) -> None:
    chance = random.Random(7)
    true, pred = ([chance.randrange(4) for _ in range(60)] for _ in range(2))
    gold, system = (
        ax.Organization.clustering(
            [[f"d{i}" for i, label in enumerate(side) if label == cluster] for cluster in sorted(set(side))]
        )
        for side in (true, pred)
    )
    scores = ax.score(gold=form(true), system=form(pred), metrics=METRICS)
    of_lists = ax.score(gold=gold, system=system, metrics=METRICS)
    assert scores == {name: pytest.approx(value, abs=1e-12) for name, value in of_lists.items()}
    exact = ax.score(gold=form(true), system=form(pred), metrics=["bcubed-f", "rs-relatedness"], exact=True)
    assert exact == ax.score(gold=gold, system=system, metrics=["bcubed-f", "rs-relatedness"], exact=True)


def test_labels_that_say_yes_and_no() -> None:
    scores = ax.score(gold=[1, 0, 1, 0], system=[True, True, False, False], metrics=["precision", "recall"], exact=True)
    assert scores == {"precision": Fraction(1, 2), "recall": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        ({"a": "x", "b": "x", "c": "y"}, {"a": "1", "b": "2", "c": "2"}),
        ({"a": "x", "b": "x", "c": "y"}, {"a": 1, "b": 2, "c": 2}),
        ({"a": ["x"], "b": ["x"], "c": ["y"]}, {"a": "1", "b": "2", "c": ["2"]}),
        ({7: "x", 8: "x", "9": "y"}, {7: "1", 8.0: "2", 9: "2"}),
    ],
    ids=str,
)
def test_dictionaries_of_labels_in_any_order(gold: dict[Any, Any], system: dict[Any, Any]) -> None:
    wanted = ax.score(gold=["x", "x", "y"], system=["1", "2", "2"], metrics=["v-measure", "bcubed-f"])
    for ordered in (system, dict(reversed(system.items()))):
        assert ax.score(gold=gold, system=ordered, metrics=["v-measure", "bcubed-f"]) == wanted


def test_documents_that_have_one_name_are_one_document() -> None:
    """1 and "1" are keys of one dictionary, and name the same document, which has two labels then."""
    gold, system = {1: "x", "1": "y", "2": "x"}, {1: "u", "1": "v", "2": "v"}
    scores = ax.score(gold=gold, system=system, metrics=["bcubed-extended-f"])
    several = {"1": ["x", "y"], "2": "x"}, {"1": ["u", "v"], "2": "v"}
    assert scores == ax.score(gold=several[0], system=several[1], metrics=["bcubed-extended-f"])


@pytest.mark.parametrize("system", [{1: "u", "1": "u", "2": "v"}, {"1": ["u", "u"], "2": "v"}], ids=str)
def test_a_label_that_a_document_has_twice_is_refused(system: dict[Any, Any]) -> None:
    with pytest.raises(FileError, match="the system, place 2: item '1' has label 'u' twice, first in place 1"):
        ax.score(gold={"1": "x", "2": "y"}, system=system, metrics=["bcubed-extended-f"])


def test_several_labels_for_a_document() -> None:
    gold, system = {"a": ["x", "y"], "b": ["x"]}, {"a": "u", "b": "u"}
    assert ax.score(gold=gold, system=system, metrics=["bcubed-extended-f"], exact=True) == ax.score(
        gold=ax.Organization.parse("{a b} a"),
        system=ax.Organization.parse("{a b}"),
        metrics=["bcubed-extended-f"],
        exact=True,
    )


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames_of_libraries_that_are_there(library: str) -> None:
    module: Any = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame

    def held(rows: list[tuple[Any, ...]], *names: str) -> Any:
        return make({name: [row[k] for row in rows] for k, name in enumerate(names)})

    gold, system = held(ROWS, "query_id", "doc_id", "relevance"), held(LISTED, "query_id", "doc_id", "score")
    assert ax.score(gold=gold, system=system, metrics=["ap"]) == {"ap": pytest.approx(4 / 9)}
    clusters = held([("a", 0), ("b", 0), ("c", 1)], "document", "cluster")
    assert ax.score(gold=clusters, system=clusters, metrics=["v-measure"]) == {"v-measure": 1.0}
    if library != "pyarrow":
        series = module.Series([0, 0, 1])
        assert ax.score(gold=series, system=[1, 1, 0], metrics=["v-measure"]) == {"v-measure": 1.0}


@pytest.mark.parametrize(
    ("gold", "system", "metric", "problem"),
    [
        ([0, 1], [0], "v-measure", "2 labels in the gold and 1 in the system"),
        ([0, None], [0, 1], "v-measure", "the gold, place 2: item '2' has no label"),
        ([0, 1], [float("nan"), 1], "v-measure", "the system, place 1: item '1' has no label"),
        ([0, 1], [0, 1], "ap", "ap is a metric of ranking, and the gold holds labels"),
        (GOLD, RUN, "v-measure", "v-measure is a metric of clustering, and the gold holds grades by topic"),
        (GOLD, [0, 1], "ap", "the gold holds topics and the system labels"),
        (5, 5, "ap", "the gold is 'int': expected an organization (ax.Organization(levels)), labels"),
        ("d1 > d2", "d1", "ap", "the gold is 'str'"),
        ([], [], "v-measure", "the gold is empty: give one label for each item"),
        ([[0, [1]]], [[0, [1]]], "v-measure", "the gold is 'list'"),
        ({"q": {"d": 0.5}}, {"q": {"d": 1}}, "ap", "the grades of the gold are 0.5 to 0.5: say which grade it needs"),
        ({"q": {"d": 1}}, {"q": {"d": math.nan}}, "ap", "score 'nan' of document 'd'"),
        ([("q", "d")], [("q", "d", 1)], "ap", "the gold holds pairs of ids, and this side does not"),
        ([("q", "d", 1)] * 2, [("q", "d", 1)], "ap", "the gold, row 2: document 'd' occurs twice"),
        ({}, {}, "v-measure", "the gold judges no document"),
        ({"a": []}, {"a": []}, "v-measure", "the gold labels no item"),
        ({"a": 1, "b": 0}, {"a": 1}, "v-measure", "item 'b' has labels on one side only"),
        ([2, 1], [1, 1], "precision", "label '2' says neither yes nor no"),
        (frame([(1, "q", "d", 2)], "a", "query", "doc", "b"), RUN, "ap", "the gold: no column is the grade"),
    ],
)
def test_what_cannot_be_scored_is_said(gold: Any, system: Any, metric: str, problem: str) -> None:
    with pytest.raises((FileError, TaskError)) as raised:
        ax.score(gold=gold, system=system, metrics=[metric])
    assert problem in str(raised.value)


def test_half_floats_whose_sum_is_too_large_for_one_are_scores() -> None:
    scores = {f"d{i}": np.float16(60_000 - 100 * i) for i in range(20)}
    assert ax.score(gold={"d1": 1}, system=scores, metrics=["rr"]) == {"rr": 0.5}


def test_topics_are_means_or_each() -> None:
    with pytest.raises(ParameterError, match="neither mean nor each"):
        ax.score(gold=GOLD, system=RUN, metrics=["ap"], topics="all")


@pytest.mark.parametrize("seed", range(6))
def test_matrices_score_as_trec_eval_scores_their_dictionaries(seed: int) -> None:
    rng = np.random.default_rng(seed)
    topics, documents = int(rng.integers(1, 6)), int(rng.integers(1, 30))
    grades = rng.integers(-2, 4, (topics, documents))
    scores = rng.integers(0, 6, (topics, documents)) / 4  # many are tied
    names = [f"d{i:03d}" for i in range(documents)]
    judged = {str(i): {d: int(g) for d, g in zip(names, row, strict=True) if g >= 0} for i, row in enumerate(grades, 1)}
    run = {str(i): dict(zip(names, map(float, row), strict=True)) for i, row in enumerate(scores, 1)}
    peer = pytrec_eval.RelevanceEvaluator(judged, {"map", "ndcg", "recip_rank", "P.5", "bpref"}).evaluate(run)
    names_of = {"ap": "map", "ndcg": "ndcg", "rr": "recip_rank", "p@5": "P_5", "bpref": "bpref"}
    scored = ax.score(gold=grades, system=scores, metrics=list(names_of), topics="each")
    by_name = ax.score(gold=judged, system=run, metrics=list(names_of), topics="each")
    for topic, of in peer.items():
        for ours, theirs in names_of.items():
            assert scored[topic][ours] == pytest.approx(of[theirs], abs=1e-9)
            assert scored[topic][ours] == by_name[topic][ours]
    exact = ax.score(gold=grades, system=scores, metrics=["ap"], exact=True)["ap"]
    assert float(exact) == pytest.approx(ax.score(gold=grades, system=scores, metrics=["ap"])["ap"])


def test_one_row_of_scores_ranks_all_topics_alike() -> None:
    grades = np.array([[0, 2, 1], [1, 0, 0]])
    each = np.array([[3.0, 2.0, 1.0]] * 2)
    metrics = ["ap", "ndcg", "judged@2"]
    assert ax.score(gold=grades, system=[3, 2, 1], metrics=metrics) == ax.score(
        gold=grades, system=each, metrics=metrics
    )
    each_topic = ax.score(gold=grades, system=[3, 2, 1], metrics=["rr"], topics="each")
    assert each_topic == {"1": {"rr": 0.5}, "2": {"rr": 1.0}}


def reciprocal(qrel: dict[str, int], run: dict[str, float]) -> float:
    ranked = sorted(run, key=lambda document: (run[document], document), reverse=True)
    return next((1 / rank for rank, document in enumerate(ranked, 1) if qrel.get(document, 0) > 0), 0.0)


def test_a_function_scores_matrices_document_by_document() -> None:
    grades, scores = np.array([[0, 2, -1], [1, 0, 0]]), np.array([[1.0, 1.0, 2.0], [0.5, 0.1, 0.7]])
    metrics: list[Any] = [reciprocal, "rr"]
    scored = ax.score(gold=grades, system=scores, metrics=metrics, task="ranking", form="trec")
    assert scored["reciprocal"] == scored["rr"]


@pytest.mark.parametrize(
    ("gold", "system", "message"),
    [
        ([[0, 1]], [[1.0, 2.0], [0.0, 1.0]], "shape"),
        ([[0, 1]], [[1.0, np.nan]], "not a finite number"),
        ([[0, 1.5]], [[1.0, 2.0]], "the grades of the gold are 0 to 1.5: say which grade it needs"),
        ([[0, 1001]], [[1.0, 2.0]], "is above 1000"),
        ({"q": {"d": 1}}, [[1.0, 2.0]], "in the same form"),
    ],
)
def test_matrices_that_do_not_fit_are_refused(gold: Any, system: Any, message: str) -> None:
    with pytest.raises((FileError, TaskError), match=message):
        ax.score(gold=np.array(gold) if isinstance(gold, list) else gold, system=np.array(system), metrics=["ap"])


@pytest.mark.parametrize(
    ("gold", "system", "message"),
    [
        ({}, {"1": {"a": 1.0}}, "the gold judges no document"),
        ({"1": {}}, {"1": {"a": 1.0}}, "the gold judges no document"),
        ({"1": {"a": 1}}, {"q1": {"a": 1.0}}, "the system has topic 'q1' and the gold has '1'"),
        ({"1": {"a": 1}}, {"a": 1.0}, "no topic in common"),
        ([("1", "a", 1)], [("2", "a", 0.5)], "no topic in common"),
    ],
)
def test_sides_that_have_nothing_in_common_are_not_scored_0(gold: Any, system: Any, message: str) -> None:
    with pytest.raises(FileError, match=message):
        ax.score(gold=gold, system=system, metrics=["ap"])


def test_a_system_that_returns_nothing_scores_0() -> None:
    assert ax.score(gold={"1": {"a": 1}}, system={"1": {}}, metrics=["ap"]) == {"ap": 0.0}
    assert ax.score(gold={"a": 1}, system={}, metrics=["ap"]) == {"ap": 0.0}
    assert ax.score(gold={1: {"a": 1}, 2: {"a": 1}}, system={"1": {"a": 1.0}}, metrics=["ap"]) == {"ap": 0.5}


_SCORES = st.sampled_from([0.0, -0.0, 1.0, -1.0, 2.5, -1e-40, 1e-40, 3e38, -3e38, 1 + 2**-30]) | st.floats(-5, 5)


@given(st.lists(st.tuples(_SCORES, st.integers(0, 3)), min_size=1, max_size=12), st.integers(1, 3))
def test_rows_of_scores_are_ranked_as_a_plain_sort_ranks_them(columns: list[tuple[float, int]], times: int) -> None:
    """In single precision, falling, and of equal scores the last column first."""
    scores, grades = zip(*columns, strict=True)
    rounded = [float(np.float32(score)) for score in scores]
    order = sorted(range(len(scores)), key=lambda k: (-rounded[k], -k))
    topics = OrderedRows.of_scores(np.array([grades] * times), np.array([scores] * times))
    assert topics.rankings[-1].grades.tolist() == [grades[k] for k in order]
    assert topics.counts.tolist() == [[grades.count(level) for level in range(max(grades) + 1)]] * times


def test_many_grades_are_counted_as_few_are() -> None:
    grades = np.array([[0, 40, 3, 3, -1], [1, 0, 0, 2, 40]])
    topics = OrderedRows.of_scores(grades, np.arange(5, 0, -1))
    assert topics.counts.tolist() == [[row.count(level) for level in range(41)] for row in grades.tolist()]


@pytest.mark.parametrize(
    ("gold", "system", "what"),
    [
        ({"q": {1: 0, "1": 2, "x": 0}}, {"q": {"1": 2.0}}, "gold: document '1'"),
        ({"q": {"a": 1}}, {"q": {1: 2.0, "1": 9.0, "a": 3.0}}, "system: document '1'"),
        ({1: {"a": 1}, "1": {"b": 1}}, {"1": {"a": 3.0}}, "gold: topic '1'"),
        ({"1": {"a": 1}}, {1: {"a": 3.0}, "1": {"b": 3.0}}, "system: topic '1'"),
    ],
)
def test_two_names_of_one_text_are_refused(gold: Any, system: Any, what: str) -> None:
    """The later of the two replaced the earlier one without a word."""
    with pytest.raises(FileError, match=f"{what} occurs twice, as a number and as a text"):
        ax.score(gold=gold, system=system, metrics=["ap"])


@pytest.mark.parametrize(
    "side",
    [
        {0, 1},
        frozenset({0, 1}),
        {"a": 0, "b": 1}.keys(),
        np.ma.array([0, 1, 1], mask=[True, False, False]),
        [0, np.ma.masked, 1],
        {"a": 0, "b": float("nan")},
        {"a": 0, "b": np.ma.masked},
        {"a": 0, "b": None},
    ],
    ids=repr,
)
def test_what_has_no_order_or_a_gap_is_no_labels(side: Any) -> None:
    """The order of a set is that of hashes, and what is masked or nan stands for nothing."""
    whole = {"a": 0, "b": 1} if isinstance(side, dict) else [0, 1, 1][: len(side)]
    for gold, system in ((side, whole), (whole, side)):
        with pytest.raises(FileError, match=r"no order|no label"):
            ax.score(gold=gold, system=system, metrics=["v-measure"])


def test_a_masked_number_is_no_score_and_no_grade() -> None:
    matrix, masked = np.array([[1, 0, 1]]), np.ma.array([[0.5, 0.2, 0.1]], mask=[[False, True, False]])
    with pytest.raises(FileError, match=r"no number in place 1, 2, which is masked"):
        ax.score(gold=matrix, system=masked, metrics=["ap"])
    with pytest.raises(FileError, match="no number"):
        ax.score(gold=np.ma.array(matrix, mask=[[False, True, False]]), system=np.array([[3, 2, 1]]), metrics=["ap"])
    unmasked = np.ma.array([[0.5, 0.2, 0.1]])
    assert ax.score(gold=matrix, system=unmasked, metrics=["ap"]) == ax.score(
        gold=matrix, system=unmasked.data, metrics=["ap"]
    )


def test_a_set_of_tuples_is_read_as_its_order_does_not_matter() -> None:
    assert ax.score(gold={("q", "d", 1)}, system={("q", "d", 2.0)}, metrics=["ap"]) == {"ap": 1.0}
