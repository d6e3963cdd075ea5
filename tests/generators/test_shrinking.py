"""A failing random case is made as small as the failure allows."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.generators.draws import Chance, RefusedError
from axiometrics.generators.random_cases import drawable, random_case
from axiometrics.generators.rankings import AdjacentSwaps
from axiometrics.generators.shrinking import ATTEMPTS, Replayed, made_smaller

FAMILIES = {
    f"{c.name}@{r.name}": r.cases for c in registry.constraints() if c.quantifier.over_cases for r in c.readings
}
DRAWN = {name: family for name, family in FAMILIES.items() if drawable(family)}


def drawn(family: object, beyond: int, number: int) -> Iterator[tuple[Case, list[int]]]:
    """So many random cases, with the numbers that they were drawn by."""
    chance = Chance(0)
    while number:
        chance.start()
        with suppress(RefusedError):
            yield random_case(family, chance, beyond), chance.drawn
            number -= 1


@pytest.mark.parametrize("least", [9, 14])
def test_the_least_run_that_fails_is_found(least: int) -> None:
    calls: list[Case] = []

    def fails(case: Case) -> bool:
        calls.append(case)
        return bool(case.outputs["worse"].size >= least)

    sizes = []
    for case, numbers in drawn(AdjacentSwaps(), 5, 30):
        calls.clear()
        made_smaller(AdjacentSwaps(), 5, numbers, fails)
        assert calls[0] == case
        assert len(calls) <= ATTEMPTS
        sizes += [min(size for call in calls if (size := call.outputs["worse"].size) >= least)] if fails(case) else []
    assert set(sizes) == {least}
    assert len(sizes) > 4


@pytest.mark.few(6)
@pytest.mark.parametrize("name", DRAWN)
def test_a_case_is_drawn_again_by_its_numbers_and_few_others_are_tried(name: str) -> None:
    for case, numbers in drawn(DRAWN[name], 4, 3):
        attempts: list[Case] = []

        def fails(attempt: Case, attempts: list[Case] = attempts) -> bool:
            attempts.append(attempt)
            return len(attempts) < 40

        made_smaller(DRAWN[name], 4, numbers, fails)
        assert attempts[0] == case
        assert len(attempts) <= ATTEMPTS


def test_numbers_that_end_are_followed_by_the_least() -> None:
    draw = Replayed([7, 2])
    assert [draw.integer(0, 5), draw.integer(3, 9), draw.integer(4, 4), draw.integer(2, 6)] == [5, 3, 4, 2]
    assert draw.drawn == [5, 3, 2]
