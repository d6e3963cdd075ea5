"""The pack `organization`: which of R, S and R*S does what section 5 of Amigo et al. 2013 reads off its Table 9, and the least case where one does not."""

import json
from typing import Any

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.case import NO_LOSS
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.packs import PACKS
from axiometrics.search import Effort, ExactJudge, search
from axiometrics.verification import verify_document

CONSTRAINTS = [c for c in registry.constraints() if c.task == "organization"]
READINGS = [pytest.param(c, r, id=f"{c.id}-{r.name}") for c in CONSTRAINTS for r in c.readings]
RELATIONS = ("listed", "tail-lookup", "tail-certain")

METRICS = ("reliability-priority", "sensitivity-priority", "rs-priority", "reliability-clustering", "sensitivity-clustering", "rs-relatedness")
SATISFIED = {
    ("gold-is-best", "strict"): "- - - - - -",
    ("gold-is-best", "levels"): "- - Y - - -",
    ("gold-is-best", "clusters"): "- - - - - Y",
    ("gold-is-best", "weak"): "Y Y Y Y Y Y",
    ("broken-cluster", "distinct"): "- - - - Y Y",
    ("broken-cluster", "repeated"): "- - - - Y Y",
    ("merged-clusters", "distinct"): "- - - Y - Y",
    ("merged-clusters", "repeated"): "- - - Y - Y",
    ("broken-cluster-level", "distinct"): "- - - - Y Y",
    ("broken-cluster-level", "repeated"): "- - - - - -",
    ("removed-document", "distinct"): "- Y Y - Y Y",
    ("removed-document", "repeated"): "- Y Y - Y Y",
    ("removed-document", "one-occurrence"): "- Y Y - Y Y",
    ("noisy-document", "distinct"): "Y - Y Y - Y",
    ("noisy-document", "repeated"): "Y - Y Y - Y",
    ("noisy-document", "weak"): "Y Y Y Y Y Y",
    ("reversed-levels", "tail"): "Y Y Y - - -",
    ("reversed-levels", "closed"): "Y Y Y - - -",
    ("reversed-levels", "repeated"): "Y Y Y - - -",
    ("levels-keep-clusters", "tail"): "- - - Y Y Y",
    ("levels-keep-clusters", "closed"): "- - - Y Y Y",
}
"""The same in all three readings of the metrics: the gold lists every document that a case removes, moves or breaks."""

LEAST: dict[tuple[str, str, str], tuple[Any, ...]] = {
    ("gold-is-best", "strict", "rs-priority"): ("tied", "{d1 d2} > ...", {"better": ("{d1 d2} > ...", "1"), "worse": ("d1 d2 > ...", "1")}),
    ("gold-is-best", "strict", "rs-relatedness"): ("tied", "d1 > d2 > ...", {"better": ("d1 > d2 > ...", "1"), "worse": ("d1 d2 > ...", "1")}),
    ("gold-is-best", "levels", "reliability-priority"): ("tied", "d1 > d2 > ...", {"better": ("d1 > d2 > ...", "1"), "worse": ("d1 > ...", "1")}),
    ("gold-is-best", "levels", "sensitivity-priority"): ("tied", "d1 > ...", {"better": ("d1 > ...", "1"), "worse": ("d1 > d2 > ...", "1")}),
    ("gold-is-best", "clusters", "reliability-clustering"): ("tied", "d1 > ...", {"better": ("d1 > ...", "1"), "worse": ("...", "1")}),
    ("broken-cluster", "distinct", "reliability-clustering"): ("tied", "{d1 d2} > ...", {"better": ("{d1 d2} > ...", "1"), "worse": ("d1 d2 > ...", "1")}),
    ("merged-clusters", "distinct", "sensitivity-clustering"): ("tied", "d1 d2 > ...", {"better": ("d1 d2 > ...", "1"), "worse": ("{d1 d2} > ...", "1")}),
    ("broken-cluster-level", "repeated", "sensitivity-clustering"): (
        "tied",
        "{d1 d2} > {d1 d2} > ...",
        {
            "shallow_better": ("{d1 d2} > {d1 d2} > ...", "1"),
            "shallow_worse": ("d1 d2 > {d1 d2} > ...", "21/23"),
            "deep_better": ("{d1 d2} > {d1 d2} > ...", "1"),
            "deep_worse": ("{d1 d2} > d1 d2 > ...", "21/23"),
        },
    ),
    ("removed-document", "distinct", "reliability-priority"): ("tied", "d1 > d2 > ...", {"better": ("d1 > d2 > ...", "1"), "worse": ("d2 > ...", "1")}),
    ("removed-document", "distinct", "reliability-clustering"): ("tied", "d1 > ...", {"better": ("d1 > ...", "1"), "worse": ("...", "1")}),
    ("removed-document", "one-occurrence", "reliability-priority"): ("tied", "d1 > d1 > ...", {"better": ("d1 > d1 > ...", "1"), "worse": ("d1 > ...", "1")}),
    ("noisy-document", "distinct", "sensitivity-priority"): ("tied", "d1 > ...", {"better": ("d1 > ...", "1"), "worse": ("{d1 d2} > ...", "1")}),
    ("reversed-levels", "closed", "rs-relatedness"): ("tied", "d1 > d2", {"better": ("d1 > d2", "1"), "worse": ("d2 > d1", "1")}),
    ("levels-keep-clusters", "closed", "rs-priority"): ("reversed", "d1 > d2", {"better": ("d2 > d1", "0"), "worse": ("d1 > d2", "1")}),
    ("levels-keep-clusters", "tail", "rs-priority"): (
        "reversed",
        "d1 > d2 > ...",
        {"better": ("d2 > d1 > ...", "5431/5567"), "worse": ("d1 > d2 > ...", "1")},
    ),
}


@pytest.fixture(scope="module")
def matrix() -> ax.Matrix:
    return ax.matrix(PACKS["organization"], reading="all", max_size="organization=3,broken-cluster-level=4")


def bound(base: str, reading: str) -> str:
    return registry.metric(f"{base}(reading={reading})").id


@pytest.mark.parametrize(("constraint", "reading"), READINGS)
def test_which_of_r_s_and_their_mean_satisfies_it(matrix: ax.Matrix, constraint: Constraint, reading: Reading) -> None:
    for relation in RELATIONS:
        cells = [matrix.cell(bound(base, relation), constraint.id, reading.name) for base in METRICS]
        assert " ".join("Y" if cell.holds else "-" for cell in cells) == SATISFIED[constraint.id, reading.name]
        assert {cell.evidence.kind for cell in cells} <= {"exhaustive", "counterexample"}
        assert all(cell.evidence.minimal for cell in cells if not cell.holds)


@pytest.mark.parametrize(("constraint", "reading", "metric"), LEAST)
def test_the_least_counterexample(matrix: ax.Matrix, constraint: str, reading: str, metric: str) -> None:
    relation, gold, outputs = LEAST[constraint, reading, metric]
    for bound_reading in RELATIONS:
        cell = matrix.cell(bound(metric, bound_reading), constraint, reading)
        assert cell.counterexample is not None
        found = cell.counterexample
        drawn = {role: (Organization.from_json(found["outputs"][role]), found["scores"][role]) for role in outputs}
        assert drawn == {role: (Organization.parse(text), score) for role, (text, score) in outputs.items()}
        assert (cell.relation, Organization.from_json(found["gold"])) == (relation, Organization.parse(gold))


def test_every_counterexample_is_verified_from_the_saved_file(matrix: ax.Matrix) -> None:
    saved = json.loads(json.dumps(matrix.to_json()))
    items = verify_document(saved, CONSTRAINTS, {})
    assert {item.status for item in items} == {"verified", "nothing to check"}
    assert sum(item.status == "verified" for item in items) == matrix.counts["counterexample"] > 100


def test_a_changed_counterexample_is_not_verified(matrix: ax.Matrix) -> None:
    cell = matrix.cell(bound("rs-priority", "listed"), "levels-keep-clusters", "tail").to_json()
    cells = [json.loads(json.dumps(cell)) for _ in range(3)]
    cells[0]["counterexample"]["scores"]["better"] = "1"
    cells[1]["counterexample"]["outputs"]["better"]["levels"] = [[["d1", "d2"]]]
    cells[2]["counterexample"]["outputs"]["better"], cells[2]["counterexample"]["outputs"]["worse"] = (
        cell["counterexample"]["outputs"]["worse"],
        cell["counterexample"]["outputs"]["better"],
    )
    assert {item.status for item in verify_document(cells, CONSTRAINTS, {})} == {"failed"}


def test_a_tie_is_no_counterexample_where_only_a_gain_is_forbidden(matrix: ax.Matrix) -> None:
    cell = matrix.cell(bound("rs-priority", "listed"), "gold-is-best", "strict").to_json()
    (said,) = verify_document([{**cell, "reading": "weak"}], CONSTRAINTS, {})
    assert (said.status, said.reason) == ("failed", f"the demand is met: {NO_LOSS.words}")


def judged(constraint: Constraint, reading: Reading, metric: Metric) -> Any:
    (cell,) = search(constraint, reading, [ExactJudge(metric)], Effort(4 if constraint.id == "broken-cluster-level" else 3, examples=0))
    return cell


@pytest.mark.parametrize(("constraint", "reading"), READINGS)
def test_controls(constraint: Constraint, reading: Reading) -> None:
    kept, broken = (registry.metric(name) for name in (reading.keeps, reading.breaks))
    assert kept.task == broken.task == "organization"
    assert judged(constraint, reading, kept).holds is True
    assert judged(constraint, reading, broken).holds is False


def test_what_verify_recomputes_is_the_metric(matrix: ax.Matrix) -> None:
    gold, system = Organization.parse("d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ..."), Organization.parse("d1 {d3 d4} > {d4 d5} {d6 d7} > {d6 d7 d8} > ...")
    from axiometrics.verification.names import bound as defined

    for name in PACKS["organization"]:
        definition = defined(name)
        assert definition is not None
        assert definition(system, gold) == registry.metric(name).exact(system, gold)


def test_the_metric_on_clusterings_is_the_one_of_clusterings() -> None:
    gold, system = Organization.parse("{a b c} {c d}"), Organization.parse("{a b} c {c d}")
    assert registry.metric("rs-relatedness").exact(system, gold) == registry.metric("rs-clustering").exact(system, gold)


def test_the_pack_is_six_metrics_in_three_readings() -> None:
    assert {metric.id for metric in registry.pack("organization")} == {bound(base, relation) for base in METRICS for relation in RELATIONS}
    assert next(iter(PACKS)) == "amigo2013"
    assert not any(metric.task == "organization" for metric in registry.pack("amigo2013"))
