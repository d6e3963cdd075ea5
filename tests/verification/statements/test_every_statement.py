"""Every reading is written twice, and both writings mean the same cases.

What a family lists or draws is admitted by the plain statement, with the same demand. What the plain statement admits
of free golds and outputs, the family admits too, and lists where it is small enough to be listed; and the reverse.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.verification import statements
from axiometrics.verification.statements import admitted
from tests.begun import is_begun
from tests.verification.statements import (  # noqa: F401 (they fill the tables of the harness)
    free_libraries,
    free_organizations,
    free_scorings,
    free_topics,
)
from tests.verification.statements.harness import (
    LOOKUPS,
    Lookups,
    documents,
    free,
    judging_readings,
    made,
    places,
    same,
    shown,
    stated_readings,
)

MANY = 60
"""How many times as many free cases the thorough test asks about."""

SEVERAL = 4
"""How many times as many cases of a family the thorough test asks about."""

ADMITTED = 3
"""Free cases that a reading admits at least, so that both sides are asked something."""

EVERY = list(stated_readings())


def parametrized() -> pytest.MarkDecorator:
    named = [pytest.param(c, r, id=f"{c.name}@{r.name}") for c, r in EVERY]
    return pytest.mark.parametrize(("constraint", "reading"), named)


def test_every_reading_has_a_statement_and_no_statement_is_left_over() -> None:
    """A constraint that was just begun may be without: its family is asked until the paper is named."""
    for constraint, reading in judging_readings():
        if not is_begun(constraint):
            assert statements.statement(constraint.task, constraint.id, reading.name), (constraint.name, reading.name)
    for task in {constraint.task for constraint, _ in EVERY}:
        declared = {f"{c.id}@{r.name}" for c, r in EVERY if c.task == task}
        assert set(statements.of_task(task)) <= declared


@parametrized()
def test_what_a_family_makes_is_a_case_of_the_statement(constraint: Constraint, reading: Reading) -> None:
    admit(constraint, reading, 1)


@pytest.mark.thorough
@parametrized()
def test_much_more_that_a_family_makes_is_a_case_of_the_statement(constraint: Constraint, reading: Reading) -> None:
    admit(constraint, reading, SEVERAL)


def admit(constraint: Constraint, reading: Reading, times: int) -> None:
    """Ask the statement about cases of the family, `times` as many as the fast test has."""
    for place in places(constraint, reading):
        chance, number = Random(str(place)), 0
        for case in made(place, chance, times):
            names = sorted(documents(case))
            seen = shown(case, reading.demand, chance)
            cases = place.plain(seen)
            assert any(same(case, candidate, reading.demand) for candidate in cases), (str(place), seen, cases)
            question = case.asked(reading.demand)
            stated = admitted(constraint, place.reading, seen, question.words, case.to_json().get("parameters", {}))
            assert not isinstance(stated, str), (str(place), stated)
            assert same(case, stated, reading.demand), (str(place), seen, stated)
            number += len(names) > 0
        assert number > 0


@parametrized()
def test_several_outputs_in_the_place_of_one_are_no_fault(constraint: Constraint, reading: Reading) -> None:
    for place in places(constraint, reading):
        chance = Random(str(place))
        for case in place.listing[0][:3]:
            seen = shown(case, reading.demand, chance)
            outputs = {role: output if type(output) is tuple else (output,) for role, output in seen.outputs.items()}
            for role in outputs:
                cases = place.plain(replace(seen, outputs={**seen.outputs, role: outputs[role] * 2}))
                assert not cases or case.asked(reading.demand).some or type(case.outputs[role]) is tuple


@parametrized()
def test_free_cases_are_cases_of_both_writings_or_of_neither(constraint: Constraint, reading: Reading) -> None:
    compare(constraint, reading, 1)


@pytest.mark.thorough
@parametrized()
def test_many_more_free_cases_are_cases_of_both_writings_or_of_neither(
    constraint: Constraint, reading: Reading
) -> None:
    compare(constraint, reading, MANY)


def compare(constraint: Constraint, reading: Reading, times: int) -> None:
    """Ask both writings about free cases, `times` as many as the fast test has."""
    for place in places(constraint, reading):
        chance, lookups, agreed = Random(str(place)), Lookups(place, times * LOOKUPS), 0
        for case in free(place, chance, times):
            is_case = bool(place.plain(case))
            assert is_case is place.recognised(case), (str(place), is_case, case)
            if is_case:
                agreed += 1
                assert lookups.finds(case) is not False, (str(place), "admitted, but not listed", case)
        assert agreed >= ADMITTED, str(place)
