"""What the tests of families of organizations share: cases written in text, their naive names, and blocks against
cases.
"""

from collections.abc import Callable
from itertools import permutations

import pytest

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.generators.organizations import Shape, documents, renamed

Shapes = tuple[Shape, ...]


def _least(several: Shapes) -> Shapes:
    names = sorted(set().union(*map(documents, several)))
    return min(
        tuple(renamed(shape, dict(zip(names, order, strict=True))) for shape in several)
        for order in permutations(range(len(names)))
    )


@pytest.fixture
def naive_name() -> Callable[[Shapes], Shapes]:
    """The least of all names."""
    return _least


@pytest.fixture
def name_of() -> Callable[[Case], Shapes]:
    """A case with its documents numbered in the least way, empty levels left out."""

    def name(case: Case) -> Shapes:
        sides = (case.gold, *case.outputs.values())
        number = {d: i for i, d in enumerate(sorted(set().union(*(side.documents for side in sides))))}
        return _least(
            tuple(
                tuple(
                    tuple(sorted(tuple(sorted(number[d] for d in c)) for c in level)) for level in side.levels if level
                )
                for side in sides
            )
        )

    return name


@pytest.fixture
def case_of() -> Callable[..., Case]:
    """A case by its gold and its two or four outputs in text."""

    def case(gold: str, *outputs: str) -> Case:
        roles = (
            ("better", "worse")
            if len(outputs) == 2
            else ("shallow_better", "shallow_worse", "deep_better", "deep_worse")
        )
        return Case(Organization.parse(gold), dict(zip(roles, map(Organization.parse, outputs), strict=True)))

    return case
