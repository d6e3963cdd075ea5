"""docs/libraries.md: each finding is computed again from the library itself, without our adapters, and the tables of
0/0 with them.
"""

import re
import warnings
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import axiometrics
from axiometrics.candidates import laws, libraries
from axiometrics.candidates import library_audit as libraries_audit
from axiometrics.candidates import library_page as libraries_writing
from axiometrics.reports.parts.formats import report
from axiometrics.tasks.clustering.signatures import LABELS

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "libraries.md").read_text(encoding="utf-8")
E = 2.0**-30


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def trec(measure: str, qrel: dict[str, int], run: dict[str, float]) -> Any:
    pytrec_eval: Any = pytest.importorskip("pytrec_eval")
    return pytrec_eval.RelevanceEvaluator({"1": qrel}, {measure}).evaluate({"1": run})["1"][measure]


def ir(measure: str, qrel: dict[str, int], run: dict[str, float]) -> Any:
    ir_measures: Any = pytest.importorskip("ir_measures")
    return next(ir_measures.parse_measure(measure).iter_calc({"1": qrel}, {"1": run})).value


def clusim(measure: str, gold: list[int], output: list[int]) -> Any:
    pytest.importorskip("clusim")
    clustering: Any = import_module("clusim.clustering").Clustering
    sides = (clustering(elm2clu_dict={i: [label] for i, label in enumerate(side)}) for side in (gold, output))
    return getattr(import_module("clusim.sim"), measure)(*sides)


SECOND = {"d0": 0, "d1": 1}


def test_trec_eval_keeps_scores_in_single_precision() -> None:
    assert trec("map", SECOND, {"d0": 2.0, "d1": 1.0}) == 0.5
    assert trec("map", SECOND, {"d0": 1 + 2 * E, "d1": 1 + E}) == 1


def test_trec_eval_decides_ties_by_name() -> None:
    assert trec("map", SECOND, {"d0": 1.0, "d1": 1.0}) == 1
    assert trec("map", {"d1": 0, "d0": 1}, {"d1": 1.0, "d0": 1.0}) == 0.5


def test_a_cut_of_ten_shows_it_on_eleven_documents() -> None:
    names = [f"d{i:02}" for i in range(11)]
    tied, ranked, close = (
        dict.fromkeys(names, 1.0),
        {d: 11.0 - i for i, d in enumerate(names)},
        {d: 1 + (11 - i) * E for i, d in enumerate(names)},
    )
    for value in (partial(trec, "success_10"), partial(ir, "Success@10")):
        assert [value({relevant: 1}, tied) for relevant in ("d00", "d10")] == [0, 1]
        assert [value({"d00": 1}, run) for run in (ranked, close)] == [1, 0]


def test_measures_of_ir_measures_read_one_run_differently() -> None:
    for run in ({"d0": 1.0, "d1": 1.0}, {"d0": 1 + 2 * E, "d1": 1 + E}):
        assert (ir("RR", SECOND, run), ir("RR@10", SECOND, run)) == (1, 0.5)
    assert ir("RR@10", {"d1": 0, "d0": 1}, {"d0": 1.0, "d1": 1.0}) == 1


def test_compat_and_accuracy_read_more_than_the_order_of_scores() -> None:
    both = {"d0": 1, "d1": 1}
    assert round(ir("Compat(p=0.8)", both, {"d0": 1.0}), 3) == 0.778
    assert round(ir("Compat(p=0.8)", both, {"d0": -99.0}), 3) == 0.222
    assert ir("Compat(p=0.8)", both, {"d0": 1.0, "d1": 1.0}) != ir(
        "Compat(p=0.8)", {"d1": 1, "d0": 1}, {"d1": 1.0, "d0": 1.0}
    )
    assert (ir("Accuracy", SECOND, {"d0": 1.0, "d1": 1.0}), ir("Accuracy", SECOND, {"d1": 1.0, "d0": 1.0})) == (0, 1)
    with pytest.raises(ZeroDivisionError):
        ir("Accuracy", SECOND, {"d1": 1.0})


def test_infap_and_11pt_avg_of_trec_eval() -> None:
    assert round(trec("infAP", {"a": 1, "b": 1}, {"a": 2.0, "b": 1.0}), 7) == 0.9999975
    assert str(trec("11pt_avg", {"a": 1}, {})) == "nan"
    assert {trec(measure, {"a": 0}, {"a": 1.0}) for measure in ("map", "ndcg", "Rprec", "bpref")} == {0}


def test_scikit_learn() -> None:
    sk: Any = pytest.importorskip("sklearn.metrics")
    assert sk.adjusted_mutual_info_score([0, 0, 1], [0, 1, 2], average_method="min") == 1
    assert sk.balanced_accuracy_score([1, 1], [1, 0]) == 0.5
    assert str(sk.cohen_kappa_score([1, 1], [1, 1])) == "nan"
    assert {sk.cohen_kappa_score([1, 1], labels) for labels in ([0, 0], [0, 1], [1, 0])} == {0}
    assert str(sk.roc_auc_score([1, 1], [1, 2])) == "nan"
    assert sk.matthews_corrcoef([1, 1], [1, 1]) == 0
    with pytest.raises(ValueError, match="more than 1 document"):
        sk.ndcg_score([[1]], [[1]])
    assert round(sk.ndcg_score([[1, 0]], [[0, 0]]), 3) == 0.815
    assert sk.average_precision_score([1, 0], [0, 0]) == 0.5
    assert sk.roc_auc_score([0, 1], [1 + E, 1 + 2 * E]) == 1


@pytest.mark.parametrize(
    ("ours", "constraint", "documents"),
    [("ami(average=geometric)", "homogeneity", 4), ("nmi(average=max)", "size-vs-quantity", 10)],
)
def test_what_floats_cannot_tell_is_an_exact_tie_of_ours(ours: str, constraint: str, documents: int) -> None:
    sk: Any = pytest.importorskip("sklearn.metrics")
    cell = axiometrics.matrix(metrics=[ours], constraints=[constraint]).cell(ours, constraint)
    assert (cell.holds, cell.relation) == (False, "tied")
    assert cell.counterexample is not None
    data = cell.counterexample.data
    assert data["documents"] == documents
    gold, *outputs = (axiometrics.Organization.from_json(side) for side in (data["gold"], *data["outputs"].values()))
    name, average = (
        ("adjusted_mutual_info_score", "geometric")
        if ours.startswith("ami")
        else ("normalized_mutual_info_score", "max")
    )
    scores = [getattr(sk, name)(*LABELS.arguments(output, gold, int), average_method=average) for output in outputs]
    assert abs(scores[0] - scores[1]) < 2.0**-40


def test_clusim_on_equal_partitions() -> None:
    together, apart, pairs = [0, 0], [0, 1], [0, 0, 1, 1]
    assert clusim("adjrand_index", together, together) == 0
    assert str(clusim("nmi", together, together)) == "nan"
    for side, labels in ((together, apart), (apart, together)):
        assert str(clusim("omega_index", side, side)) == "nan"
        with pytest.raises(ZeroDivisionError):
            clusim("adj_mi", side, side)
        assert {clusim(name, side, labels) for name in ("nmi", "omega_index", "adj_mi")} == {0}
    assert {clusim(name, apart, apart) for name in ("adjrand_index", "jaccard_index", "dice_index", "fmeasure")} == {0}
    assert clusim("pearson_correlation", pairs, pairs) == 0.125


def test_clusim_beyond_its_maximum() -> None:
    four_one = [0, 0, 1, 0, 0]
    assert clusim("southwood_index", four_one, four_one) == 1
    assert clusim("southwood_index", four_one, [0] * 5) == 1.5
    for gold, output, perfect in (([0, 0], [0, 1], 0), ([0, 1], [0, 0], 1)):
        assert (clusim("onmi", gold, output), clusim("onmi", gold, gold)) == (float("inf"), perfect)


def page_of(name: str) -> str:
    """The page of a library; empty where it is of another version."""
    library = libraries.library(name)
    written = (DOCS / "libraries" / f"{name}.md").read_text(encoding="utf-8")
    return written if written.startswith(f"# {library.distribution} {library.version}\n") else ""


@pytest.mark.parametrize(
    "name",
    [
        "bcubed",
        "bcubed_metrics",
        "clusim",
        "genieclust",
        "igraph",
        "imblearn",
        "ir_measures",
        "permetrics",
        "pycm",
        "pytrec_eval",
        "scorch",
        "sklearn",
    ],
)
def test_the_tables_of_degenerate_inputs_are_what_is_computed(name: str) -> None:
    library = libraries.library(name)
    written = page_of(name)
    if not written:
        pytest.skip(f"the page is of another version of {library.distribution}, or it is not installed")
    made = report("markdown").show(libraries_writing.page([libraries_audit.audit(name, parts=("conventions",))]))
    tables = re.findall(r"(?ms)^### (0/0: \w+)$(.*?)(?=^### |\Z)", made)
    assert tables
    for title, table in tables:
        assert f"## {title}{table.rstrip()}" in written


def apart(name: str) -> bool:
    """Whether the library needs an environment of its own."""
    return bool(libraries.library(name).apart)


def test_the_page_names_every_law_and_library() -> None:
    for law in laws.LAWS:
        assert f"| `{law.name}` | {law.statement}" in PAGE
    named = {libraries.library(name).distribution for name in libraries.names()}
    tables = {path.stem for path in (DOCS / "libraries").glob("*.md")}
    assert tables == {name for name in libraries.names() if not apart(name)}
    assert tables == set(re.findall(r"\]\(libraries/(\w+)\.md\)", PAGE))
    listed = re.search(r"are installed \(([^)]+)\)", PAGE)
    assert listed is not None
    for name in named:
        assert name.removesuffix("-terrier").replace("-", "_") in listed[1].replace("-", "_")
