"""Controls: every reading of every constraint is seen to be satisfied by one metric and failed by another, or it is
probably written wrong.
"""

from functools import cache
from itertools import combinations, islice

import pytest

from axiometrics import registry
from axiometrics.comparison.strength.measurement import small_sizes
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.metric import Metric
from axiometrics.search import Effort, ExactJudge, search

MANY = 300
"""Cases that are searched in a moment, though they be scored one by one."""

READINGS = [(constraint, reading) for constraint in registry.constraints() for reading in constraint.readings]
JUDGING = [
    (constraint, reading) for constraint, reading in READINGS if constraint.quantifier is not Quantifier.DESCRIBES
]


def names(listed: list[tuple[Constraint, Reading]]) -> list[str]:
    return [f"{constraint.name}-{reading.name}" for constraint, reading in listed]


@cache
def size(constraint: Constraint, reading: Reading) -> int | None:
    """How far the controls are searched: as far as mutants are, by declaration, and in any case to the first violation
    of the control that fails; where nothing is declared one further, while cases are few. A finite reading has its own
    size.
    """
    declared = small_sizes([constraint]).of(constraint, reading)
    if reading.finite or not constraint.quantifier.over_cases:
        return declared
    first = first_violation(constraint, reading)
    largest = reading.cases.largest(None)
    if declared is not None:
        return min(max(declared, first), largest)
    further = first < largest and len(list(islice(reading.judged.cases(first + 1), MANY + 1)))
    return first + 1 if further and further <= MANY else first


@cache
def first_violation(constraint: Constraint, reading: Reading) -> int:
    """The smallest size with a case on which the control fails that should."""
    judges = [ExactJudge(registry.metric(reading.breaks))]
    for size in range(1, reading.cases.largest(None) + 1):
        if search(constraint, reading, judges, Effort(size, examples=0))[0].holds is False:
            return size
    pytest.fail(f"{reading.breaks} violates {constraint.name} ({reading.name}) nowhere")


def judged(constraint: Constraint, reading: Reading, metric: Metric) -> Cell:
    (cell,) = search(constraint, reading, [ExactJudge(metric)], Effort(size(constraint, reading), examples=0))
    assert (cell.task, cell.metric, cell.constraint, cell.reading) == (
        constraint.task,
        metric.id,
        constraint.id,
        reading.name,
    )
    return cell


@pytest.mark.few(36)
@pytest.mark.parametrize(("constraint", "reading"), JUDGING, ids=names(JUDGING))
def test_every_reading_has_a_size_here(constraint: Constraint, reading: Reading) -> None:
    """One that a search reaches unless told, and that takes in the first violation: so nothing is said of controls that
    were searched less far than it takes to fail.
    """
    found = size(constraint, reading)
    assert found is None if reading.finite else found is not None and 1 <= found <= reading.cases.largest(None)
    if found is not None and constraint.quantifier.over_cases:
        assert first_violation(constraint, reading) <= found


@pytest.mark.few(36)
@pytest.mark.parametrize(("constraint", "reading"), JUDGING, ids=names(JUDGING))
def test_a_metric_satisfies_the_reading(constraint: Constraint, reading: Reading) -> None:
    metric = registry.metric(reading.keeps)
    cell = judged(constraint, reading, metric)
    assert cell.holds is True, cell
    assert cell.evidence.exact
    assert cell.evidence.cases >= 1
    assert "undefined" not in cell.evidence.to_json()["detail"], "a control should be defined on every case"
    assert metric.task == constraint.task


@pytest.mark.few(36)
@pytest.mark.parametrize(("constraint", "reading"), JUDGING, ids=names(JUDGING))
def test_a_metric_fails_the_reading(constraint: Constraint, reading: Reading) -> None:
    metric = registry.metric(reading.breaks)
    cell = judged(constraint, reading, metric)
    # a scan refutes no "for some n"; where a proof does, the tests of proofs ask it
    assert cell.holds is False or (cell.unwitnessed and constraint.quantifier is Quantifier.EXISTS), cell
    assert metric.task == constraint.task
    if constraint.quantifier.over_cases:
        assert cell.counterexample is not None
        # of topics, whose size is not the number of documents, only a case of one document is known to be the least
        assert cell.evidence.minimal or reading.judged.complete(reading.cases.largest(None)) == 1
        assert cell.relation in {"tied", "reversed", "unequal", "exceeded", "unattained"}
    else:
        assert cell.counterexample is None
        assert cell.evidence.to_json()["detail"]["scanned"] == size(constraint, reading)


DESCRIBING = [
    (constraint, reading) for constraint, reading in READINGS if constraint.quantifier is Quantifier.DESCRIBES
]


@pytest.mark.parametrize(("constraint", "reading"), DESCRIBING, ids=names(DESCRIBING))
def test_a_descriptive_reading_tells_two_metrics_apart(constraint: Constraint, reading: Reading) -> None:
    profiles = {}
    for name in (reading.keeps, reading.breaks):
        cell = judged(constraint, reading, registry.metric(name))
        assert (cell.holds, cell.evidence.kind) == (None, "descriptive")
        profiles[name] = cell.evidence.to_json()["detail"]["profile"]
    assert len(set(profiles.values())) == 2
    assert set(profiles.values()) <= {"constant", "grows", "weighted", "hump", "other"}


def test_the_profiles_of_section_2_2() -> None:
    """Page 645-646: Lam%, macro accuracy and Kappa are constant, F grows with the positive set, accuracy and utility
    are weighted; the expected table.

    R*S (section 4.3.1) is a hump between the zeros of all-positive and all-negative: for no prevalence is it constant
    or monotone.
    """
    (constraint,) = registry.match_constraints("filtering:non-informative")
    reading = constraint.reading("expected-table")
    published = {
        **dict.fromkeys(("lam", "macro-accuracy", "kappa"), "constant"),
        "f": "grows",
        **dict.fromkeys(("accuracy", "utility"), "weighted"),
        "rs-filtering": "hump",
    }
    assert {
        name: judged(constraint, reading, registry.metric(name)).evidence.to_json()["detail"]["profile"]
        for name in published
    } == published


@pytest.mark.parametrize(
    "constraint",
    [c for c in registry.constraints() if c.quantifier is Quantifier.FOR_ALL and len(c.readings) > 1],
    ids=lambda constraint: constraint.name,
)
def test_no_two_readings_quantify_over_the_same_cases(constraint: Constraint) -> None:
    """At some size, each reading has cases that set it apart from the others, or asks something else of them."""
    seen: dict[str, tuple[bool, set[object]]] = {r.name: (r.demand.strict, set()) for r in constraint.readings}
    for size in range(1, max(reading.cases.largest(None) for reading in constraint.readings) + 1):
        for reading in constraint.readings:
            if size <= reading.cases.largest(None):
                seen[reading.name][1].update(asked(case, reading) for case in reading.judged.cases(size))
        if all(one != other for one, other in combinations(seen.values(), 2)):
            return
    pytest.fail(f"{', '.join(seen)} of {constraint.name} have the same cases")


def asked(case: Case, reading: Reading) -> object:
    outputs = sorted((role, str(output)) for role, output in case.outputs.items())
    return case.gold, tuple(outputs), case.asked(reading.demand)
