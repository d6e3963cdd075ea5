"""Cases on which a proof is put to the test: the smallest ones of a reading, and random larger ones, the same in every
run; and their scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Vocabulary
from axiometrics.verification.instances import Instance
from axiometrics.verification.proofs import smallest, spoken_of

SMALLEST, DRAWN, DUELS = 24, 12, 5
"""Cases taken of each kind; of thresholds, the first n from the start of the proof."""


@dataclass(frozen=True)
class Own:
    """Scores by the metric's own code, exactly."""

    metric: Metric

    @property
    def closed(self) -> bool:
        """Whether the gold must list every document."""
        return self.metric.closed

    def score(self, system: Organization, gold: Organization) -> Any:
        """The exact score, None where undefined."""
        value = self.metric.exact(system, gold)
        return None if isinstance(value, float) else value


def instances(constraint: Constraint, reading: Reading, start: int | None, closed: bool) -> Sequence[Case | Instance]:
    """Cases of a reading; of a threshold, its duels from `start` on."""
    if constraint.quantifier.over_cases:
        return _cases(spoken_of(constraint), reading)
    return [reading.cases.case(n, closed) for n in range(start or 2, (start or 2) + DUELS)]


@cache
def _cases(vocabulary: Vocabulary, reading: Reading) -> tuple[Instance, ...]:
    family = reading.cases
    return tuple(
        Instance(case, vocabulary) for case in (*smallest(reading, SMALLEST), *_drawn(family, family.largest(None)))
    )


def _drawn(family: object, beyond: int) -> list[Case]:
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings

    from axiometrics.generators.strategies import cases, drawable

    found: list[Case] = []
    if not drawable(family):
        return found
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
