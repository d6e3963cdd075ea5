"""Cells whose cases have free numbers: the grid that is searched is named, numbers off it and larger cases are tried
before the cell says that the constraint holds, and no case is called the least where others were left out.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import Grid, Refuted
from axiometrics.core.family import grid_of
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.topic import Topic
from axiometrics.generators.draws import Chance, RefusedError
from axiometrics.generators.random_cases import drawable, random_case
from axiometrics.verification.check import verify_document

FREE = {"scoring", "diversity", "thorough", "focused", "in-context", "best-in-context"}
"""The tasks whose data have numbers that no number of documents bounds."""

READINGS = {
    f"{constraint.name}@{reading.name}": reading
    for constraint in registry.constraints()
    if constraint.task in FREE and constraint.quantifier.over_cases
    for reading in constraint.readings
}

NAMED_BY_THE_STATEMENT = {"diversity:full-range@paper"}
"""Readings without end whose statement itself names the topics, so that nothing is left out."""

NOT_DRAWN = {"scoring:swets-3@plain", "scoring:full-range@every-gold", "scoring:full-range@some-gold"}
"""Readings that ask for one output of infinitely many, so that no sample of outputs refutes them."""

Numbers = Sequence[float]


def mine(srs: Numbers, urs: Numbers) -> float:
    return 1 - sum(abs(s - u) for s, u in zip(srs, urs, strict=True)) / len(srs)


def two_places(srs: Numbers, urs: Numbers) -> float:
    return mine([round(s, 2) for s in srs], [round(u, 2) for u in urs])


def constant_from_7(srs: Numbers, urs: Numbers) -> float:
    return mine(srs, urs) if len(srs) < 7 else 0.5


def constant_from_2(srs: Numbers, urs: Numbers) -> float:
    return mine(srs, urs) if len(srs) < 2 else 0.5


def cell(metric: str | Callable[..., float], constraint: str, reading: str, **settings: Any) -> Cell:
    matrix = ax.matrix([metric], [constraint], reading=reading, **settings)
    return next(cell for cell in matrix if cell.constraint == constraint.partition(":")[2])


@pytest.mark.parametrize(
    ("metric", "constraint", "reading"),
    [
        ("s-precision(rho=0.5)", "diversity:positive", "plain"),
        ("adm(n=4,m=0,values=midpoints)", "scoring:gamma-sector", "far"),
        (two_places, "scoring:pointwise-dominance", "strict"),
        (constant_from_7, "scoring:pointwise-dominance", "strict"),
    ],
    ids=["intents", "scores", "rounded", "seven"],
)
def test_a_violation_off_the_grid_is_found(metric: str | Callable[..., float], constraint: str, reading: str) -> None:
    """On the grid, and up to the size that is searched, each of these metrics satisfies the constraint."""
    on_grid = cell(metric, constraint, reading, max_examples=0)
    assert isinstance(on_grid.evidence, Grid)
    verdict = cell(metric, constraint, reading)
    assert isinstance(verdict.evidence, Refuted)
    assert not verdict.evidence.minimal
    assert verdict.evidence.grid is None
    if isinstance(metric, str):
        (checked,) = verify_document(verdict.to_json(), registry.constraints(), {})
        assert checked.status == "verified"


def test_the_cases_worked_by_hand_are_cases_and_violations() -> None:
    """A document of one of three intents serves 1/3 of them, less than rho = 1/2, so that its value is 0; and a wrong
    irrelevant document raises ADM from 76/125 to 1841/3000.
    """
    gold = Topic.parse("P(i1)=1/3 P(i2)=1/3 P(i3)=1/3 | d1: i1 | d2: i2 i3")
    run = ax.Organization.ranking(["d1"])
    assert READINGS["diversity:positive@plain"].judged.admits(Case(gold, {"run": run})) is None
    scores = ax.score(gold=gold, system=run, metrics=["s-precision(rho=0.5)"], exact=True)
    assert list(scores.values()) == [0]
    before, after = Relevance.parse("d1:2/5 d2:2/5"), Relevance.parse("d1:2/5 d2:2/5 d3:49/100")
    outputs = Scores.parse("d1:1/125 d2:99/125"), Scores.parse("d1:1/125 d2:99/125 d3:0")
    case = Case(after, {"better": outputs[0], "worse": outputs[1]}, golds={"better": before})
    assert READINGS["scoring:gamma-sector@far"].judged.admits(case) is None
    scored = [
        ax.score(gold=gold, system=output, metrics=["adm(n=4,m=0,values=midpoints)"], exact=True)
        for gold, output in zip((before, after), outputs, strict=True)
    ]
    assert [list(values.values()) for values in scored] == [[Fraction(76, 125)], [Fraction(1841, 3000)]]


def test_a_grid_is_named_and_cases_off_it_are_counted() -> None:
    verdict = cell(mine, "scoring:pointwise-dominance", "strict")
    assert isinstance(verdict.evidence, Grid)
    assert verdict.evidence.grid == "relevance and scores are 0, 1/4, 1/2, 3/4 or 1"
    assert verdict.evidence.sampled >= 200
    assert verdict.to_json()["evidence"]["detail"]["grid"] == verdict.evidence.grid
    shown = str(ax.matrix([mine], ["scoring:pointwise-dominance"]))
    assert "✔≤2#" in shown
    assert "3/4 or 1" in shown


def test_a_counterexample_of_the_grid_is_not_said_to_be_the_least_of_all() -> None:
    """Two documents of a grid: one document with other numbers was not searched. No case has less than one document."""
    least = cell("adm(n=4,m=0,values=midpoints)", "scoring:pointwise-dominance", "strict").evidence
    assert isinstance(least, Refuted)
    assert (least.size, least.minimal, least.grid) == (1, True, None)
    verdict = cell(constant_from_2, "scoring:pointwise-dominance", "strict")
    assert isinstance(verdict.evidence, Refuted)
    assert (verdict.evidence.size, verdict.evidence.minimal) == (2, False)
    assert verdict.evidence.grid == "relevance and scores are 0, 1/4, 1/2, 3/4 or 1"
    shown = " ".join(str(verdict).split())
    assert "no smaller case of a grid violates it" in shown


@pytest.mark.parametrize("name", READINGS)
def test_every_reading_with_free_numbers_has_a_grid(name: str) -> None:
    """But those that are finite, or whose statement names what is searched."""
    reading = READINGS[name]
    assert bool(grid_of(reading.cases)) is not (reading.finite or name in NAMED_BY_THE_STATEMENT)
    if grid_of(reading.cases):
        assert drawable(reading.cases) is (name not in NOT_DRAWN)


def key_of(case: Case) -> Any:
    return case.gold, *case.golds.items(), *case.outputs.items()


@pytest.mark.few(6)
@pytest.mark.parametrize("name", [name for name in READINGS if drawable(READINGS[name].cases)])
def test_cases_off_the_grid_are_drawn_of_every_reading(name: str) -> None:
    """What is drawn is of the reading, and most of it is not among the cases that are searched."""
    family, chance, cases = READINGS[name].judged, Chance(0), list[Case]()
    for _ in range(900):
        chance.start()
        with suppress(RefusedError):
            cases.append(random_case(family, chance, family.largest(None)))
        if len(cases) == 20:
            break
    assert len(cases) == 20
    assert {family.admits(case) for case in cases} == {None}
    listed = {key_of(case) for size in (1, 2) for case in family.cases(size)}
    assert sum(key_of(case) not in listed for case in cases) >= 10


def test_a_saved_cell_cannot_hide_its_grid() -> None:
    saved = cell(mine, "scoring:swets-4", "plain", max_examples=0).to_json()

    def status(changed: dict[str, Any]) -> tuple[str, str]:
        (outcome,) = verify_document(changed, registry.constraints(), {})
        return outcome.status, outcome.reason

    assert status(saved)[0] != "failed"
    forged, hidden = copy.deepcopy(saved), copy.deepcopy(saved)
    forged["evidence"]["detail"]["grid"] = "all numbers"
    assert status(forged)[0] == "failed"
    hidden["evidence"]["kind"] = "exhaustive"
    del hidden["evidence"]["detail"]["grid"]
    assert status(hidden) == (
        "failed",
        "not all cases up to a size are searched, but those of a grid: relevance and scores are 0, 1/4, 1/2, 3/4 or 1",
    )


def test_no_listed_case_has_fewer_documents_than_each_is_said_to_have() -> None:
    for name, reading in READINGS.items():
        if grid_of(reading.cases):
            sizes = range(1, reading.cases.largest(None) + 1)
            smallest = next(case for size in sizes for case in reading.judged.cases(size))
            assert getattr(reading.cases, "least", 1) <= smallest.documents, name
