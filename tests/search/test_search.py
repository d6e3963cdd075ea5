"""The search as a whole: minimality, independence of company and processes, and what it says where it cannot say."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.arithmetic import like, over
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.exact import sign
from axiometrics.core.matrix import Matrix
from axiometrics.core.metric import Metric
from axiometrics.judging import ExactJudge
from axiometrics.running import run as runner
from axiometrics.running.candidate import builtin
from axiometrics.running.settings import Search, Sizes
from axiometrics.search import Effort, search
from tests.cells import without_time


def matrix(names: Sequence[str], constraints: Sequence[str] = (), readings: str = "default", **options: Any) -> Matrix:
    chosen = list(chain.from_iterable(map(registry.match_constraints, constraints))) if constraints else None
    candidates = [builtin(registry.metric(name)) for name in names]
    return runner.run(candidates, chosen, Search(**options), readings=readings)


def cases_below(constraint: Constraint, reading: Reading, documents: int) -> list[Any]:
    if constraint.task == "ranking":
        return [case for case in reading.judged.cases(documents - 1) if case.documents < documents]
    return [case for size in range(1, documents) for case in reading.judged.cases(size) if case.documents < documents]


SMALL = {"clustering": 6, "filtering": 6, "ranking": 5}


@pytest.mark.parametrize(
    ("names", "least"),
    [
        (["f-max", "precision", "rr"], 5),
        pytest.param(
            [
                "f-max",
                "f-max-cluster",
                "nmi(average=min)",
                "ami",
                "edit-distance",
                "clustering:jaccard",
                "pair-f",
                "lam",
                "f",
                "precision",
                "rr",
                "q-measure",
                "err",
                "auc",
            ],
            20,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_no_smaller_case_violates_what_a_counterexample_violates(names: list[str], least: int) -> None:
    checked = 0
    for cell in matrix(names, readings="all", sizes=Sizes(6)):
        if cell.counterexample is None or cell.counterexample["documents"] > SMALL[cell.task]:
            continue
        assert cell.evidence.minimal is True
        constraint = next(c for c in registry.constraints() if (c.id, c.task) == (cell.constraint, cell.task))
        reading, metric = constraint.reading(cell.reading), registry.judged_metric(cell.metric, cell.task)
        for case in cases_below(constraint, reading, cell.counterexample["documents"]):
            here = case.closed() if metric.closed else case
            scores = {role: metric.exact(here.outputs[role], here.gold) for role in reading.demand.roles}
            undefined = any(isinstance(score, float) for score in scores.values())
            assert undefined or sign(reading.demand.excess(scores)) > 0, (cell.metric, cell.constraint, case)
        checked += 1
    assert checked >= least


@pytest.mark.slow
def test_company_order_and_processes_change_nothing() -> None:
    names, sizes = ["v-measure", "purity", "bcubed-f", "f", "rr", "err"], Sizes.read("4,thresholds=40")
    alone = matrix(names, readings="all", sizes=sizes)
    shared = matrix(names[::-1], readings="all", sizes=sizes, jobs=2)
    few = matrix(names[:2], ["rag-bag"], readings="all", sizes=sizes)

    def by_key(cells: list[dict[str, Any]]) -> dict[tuple[str, ...], Any]:
        return {(cell["metric"], cell["constraint"], cell["task"], cell["reading"]): cell for cell in cells}

    assert by_key(without_time(alone)) == by_key(without_time(shared))
    assert by_key(without_time(few)).items() <= by_key(without_time(alone)).items()


def test_nothing_searched_is_never_a_verdict() -> None:
    cell = matrix(["bcubed-f"], ["size-vs-quantity"], sizes=Sizes(5)).cell("bcubed-f", "size-vs-quantity")
    assert cell.holds is None
    assert cell.evidence.kind == "undetermined"
    assert "raise --max-size" in cell.message


def test_out_of_time_is_undetermined() -> None:
    searched = matrix(["bcubed-f", "ap"], budget=0.0)
    assert searched.counts["undetermined"] == len(searched) - searched.counts["not-applicable"]
    assert searched.counts["undetermined"] > 0


def test_undefined_everywhere_is_not_applicable() -> None:
    undefined = Metric("nowhere", "nowhere", "filtering", "filtering", "this test", lambda t: over(t.tp, t.tp) * np.nan)
    constraint = registry.match_constraints("filtering:priority")[0]
    (cell,) = search(constraint, constraint.readings[0], [ExactJudge(undefined)], Effort(3))
    assert (cell.holds, cell.evidence.kind) == (None, "not-applicable")


@pytest.mark.thorough
def test_random_cases_find_what_lies_beyond_the_enumeration() -> None:
    cell = matrix(["ndcg@10"], ["ranking:priority"], sizes=Sizes(8), max_examples=200).cell("ndcg@10", "priority")
    assert cell.evidence.kind == "counterexample"
    assert cell.evidence.minimal is False, "not everything smaller was searched"
    assert cell.counterexample is not None
    assert cell.counterexample["documents"] == 12  # shrunk to the swap just below the cutoff
    (enumerated,) = matrix(["ndcg@10"], ["ranking:priority"], sizes=Sizes(12))
    assert enumerated.evidence.minimal is True
    assert enumerated.counterexample is not None
    assert enumerated.counterexample["documents"] == 12


def test_what_random_cases_alone_support_is_sampled() -> None:
    cell = matrix(["bcubed-f"], ["size-vs-quantity"], sizes=Sizes(5), max_examples=30).cell(
        "bcubed-f", "size-vs-quantity"
    )
    assert (cell.holds, cell.evidence.kind) == (True, "sampled")


@pytest.mark.parametrize(
    ("name", "deepness", "closeness"),
    [
        ("p@10", 10, list(range(2, 9))),  # section 2.3: "for any n lower than 9, the constraint is satisfied"
        ("rr", 2, []),
        ("err", 2, []),
        ("ap", None, list(range(3, 41))),
    ],
)
def test_thresholds(name: str, deepness: int | None, closeness: list[int]) -> None:
    searched = matrix([name], ["*threshold"], sizes=Sizes.read("thresholds=40"))
    assert searched.cell(name, "deepness-threshold").evidence.to_json()["detail"]["n0"] == deepness
    assert searched.cell(name, "closeness-threshold").evidence.to_json()["detail"]["n"] == closeness


def test_a_threshold_begins_behind_the_last_duel_that_is_lost() -> None:
    """A relevant document on top counts at each n but 4 and 6: the duels of 2, 3 and 5 are won, and all from 7 on."""
    top = Metric(
        "top",
        "Top",
        "ranking",
        "made up",
        "made up",
        lambda r: np.asarray(r.relevant[..., 0] * like((r.length != 8) & (r.length != 12), r.gains)),
    )
    (constraint,) = registry.match_constraints("ranking:deepness-threshold")
    (cell,) = search(constraint, constraint.readings[0], [ExactJudge(top)], Effort(10))
    assert cell.scan is not None
    assert (cell.holds, cell.scan.n, cell.scan.n0) == (True, [2, 3, 5, 7, 8, 9, 10], 7)


def test_a_series_that_stands_still_before_its_end_does_not_rise() -> None:
    """Up to three accepted documents count: of four documents each series rises, and of five the last step does not."""
    three = Metric(
        "three",
        "Three",
        "filtering",
        "made up",
        "made up",
        lambda t: np.asarray(np.minimum(t.positive, like(3, t.tp))),
    )
    (constraint,) = registry.match_constraints("filtering:non-informative")
    reading = constraint.reading("expected-score")
    (four,), (five,) = (search(constraint, reading, [ExactJudge(three)], Effort(size)) for size in (4, 5))
    assert (four.verdict, five.verdict) == ("grows", "other")


def test_the_closed_collection_of_a_duel_holds_the_documents_of_both_runs() -> None:
    cell = matrix(["auc"], ["deepness-threshold"], sizes=Sizes.read("thresholds=12")).cell("auc", "deepness-threshold")
    wins = []
    for n in range(2, 13):
        # by hand: of n (2n - 1) pairs A has 2n - 1 right and (n - 1)(0) tied; B has its n relevant above the n - 1
        # unretrieved irrelevant ones
        first, second = 2 * n - 1, n * (n - 1)
        if first > second:
            wins.append(n)
    assert cell.evidence.to_json()["detail"]["n"] == wins


def test_sizes_are_read_by_name() -> None:
    sizes = Sizes.read("7,rag-bag=11,thresholds=50,filtering=4")
    limits = {c.name: sizes.of(c, c.readings[0]) for c in registry.constraints()}
    assert limits["clustering:homogeneity"] == 7
    assert limits["clustering:rag-bag"] == 11
    assert limits["ranking:deepness-threshold"] == 50
    assert limits["filtering:priority"] == 4
    plain = Sizes(7)
    assert (
        plain.of(
            registry.match_constraints("deepness-threshold")[0],
            registry.match_constraints("deepness-threshold")[0].readings[0],
        )
        is None
    )
    picture = registry.match_constraints("homogeneity")[0]
    assert plain.of(picture, picture.reading("picture")) is None


@pytest.mark.parametrize("text", ["0", "-1", "x", "rag-bag=", "rag-bag=0", "nothing=3", "1.5"])
def test_bad_sizes_are_refused(text: str) -> None:
    from axiometrics.core.errors import AxiometricsError

    with pytest.raises(AxiometricsError, match="--max-size"):
        Sizes.read(text)
