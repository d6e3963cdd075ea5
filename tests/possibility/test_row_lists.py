"""Rows kept as numbers: they are the comparisons that the cases make, and those that values do not meet are told."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from axiometrics.possibility import exact, row_lists
from axiometrics.possibility.exact import Certificate, ValueTable, contradicts, decided
from axiometrics.possibility.question import Question, question
from axiometrics.possibility.rows import Row, row_of
from axiometrics.registry import constraint
from axiometrics.registry.implications import Place

CLUSTERINGS = ("distance@non-trivial", "constant-baseline@any", "gold-is-best@any", "minimal-agreement@any")
POSSIBLE = [
    *("clustering:symmetry", "clustering:equal-self-agreement", "clustering:gold-is-best", "clustering:distance"),
    *("clustering:completeness@non-trivial", "clustering:constant-baseline@non-trivial"),
]
IMPOSSIBLE = [*POSSIBLE, "clustering:homogeneity@non-trivial", "clustering:strong-monotonicity"]


def places(names: list[str]) -> list[Place]:
    parts = [name.partition("@") for name in names]
    return [Place(constraint(of), constraint(of).reading(reading or None)) for of, _, reading in parts]


def question_of(names: list[str], size: int) -> Question:
    return question(places(names), size=size)


@pytest.mark.parametrize("name", [*(f"clustering:{name}" for name in CLUSTERINGS), "ranking:additive"])
def test_rows_are_those_of_the_cases_each_once(name: str) -> None:
    of = question_of([name], 4)
    (place,) = of.places
    rows = of.rows()
    plain = [row_of(place, case, of.orbits) for case in row_lists.cases_at(place, 4)]
    assert {row.comparison for row in rows} == {row.comparison for row in plain}
    assert len({row.comparison for row in rows}) == len(rows) > 0
    assert all(row_of(place, row.case, of.orbits).comparison == row.comparison for row in rows)


@pytest.mark.parametrize("values", ["fractions", "ties"])
def test_the_rows_that_values_do_not_meet_are_told_as_one_by_one(values: str) -> None:
    """Ties, and differences far below what floats tell."""
    of, chance = question_of([f"clustering:{name}" for name in CLUSTERINGS], 4), random.Random(1)
    rows = of.rows()
    tiny = Fraction(1, 10**30)
    at = {
        number: Fraction(chance.randint(-3, 3), 3) + (tiny * chance.randint(-1, 1) if values == "fractions" else 0)
        for number in range(len(of.orbits))
    }
    for part in rows.parts:
        plain = {k for k, row in enumerate(part) if not row.met(row.excess(at.__getitem__))}
        unmet = row_lists.unmet(part, at)
        assert set(unmet) == plain
        assert len(unmet) == len(plain)
        assert 0 < len(plain) < len(part)


def test_cases_that_are_not_kept_are_listed_again_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_lists, "KEPT", 0)
    of = question_of(IMPOSSIBLE, 4)
    solution = decided(of.rows(), len(of.orbits))
    assert isinstance(solution, Certificate)
    assert not any(place.cases.at_hand for place in map(of.by_name.__getitem__, of.names))
    for _, row in solution.weights:
        assert row_of(row.place, row.case, of.orbits).comparison == row.comparison


@pytest.mark.parametrize(("names", "outcome"), [(POSSIBLE, ValueTable), (IMPOSSIBLE, Certificate)])
@pytest.mark.parametrize("taken", [10, 10_000])
def test_few_rows_at_a_time_give_the_answer_of_all(
    names: list[str], outcome: type, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "AT_ONCE", taken)
    monkeypatch.setattr(exact, "ADDED", taken)
    of = question_of(names, 5)
    solution = decided(of.rows(), len(of.orbits))
    assert isinstance(solution, outcome)
    if isinstance(solution, Certificate):
        assert contradicts(solution.weights)
    else:
        assert isinstance(solution, ValueTable)
        every: list[Row] = list(of.rows())
        assert all(row.met(row.excess(solution.of.__getitem__)) for row in every)
