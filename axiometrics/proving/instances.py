"""Cases on which a proof is put to the test: the smallest ones of a reading, and random larger ones, the same in every run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.verification.proofs.checking import smallest

SMALLEST, DRAWN, DUELS = 24, 12, 5
"""Cases taken of each kind; of thresholds, the first n from the start of the proof."""


def instances(constraint: Constraint, reading: Reading, start: int | None, closed: bool) -> Sequence[Case]:
    """Cases of a reading; of a threshold, its duels from `start` on."""
    if constraint.quantifier is Quantifier.FOR_ALL:
        return _cases(constraint.name, reading)
    return [reading.cases.case(n, closed) for n in range(start or 2, (start or 2) + DUELS)]


@cache
def _cases(constraint: str, reading: Reading) -> tuple[Case, ...]:
    family = reading.cases
    return (*smallest(reading, SMALLEST), *_drawn(family, family.largest(None)))


def _drawn(family: object, beyond: int) -> list[Case]:
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings

    from axiometrics.generators.strategies import cases

    found: list[Case] = []
    quietly = settings(
        max_examples=DRAWN,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )

    @quietly
    @given(cases(family, min(beyond, 8)))
    def draw(case: Case) -> None:
        found.append(case)

    draw()
    return found
