"""Controls: metrics of entry points that were built for tests. Each satisfies or violates a reading that no published
metric does. They are not for use.
"""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.library import Library
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.tasks.library_counts import closeness


def exact_hits(system: Organization, gold: Library) -> Fraction:
    """Of the entry points of a run, the share that is the best entry point of its article. The range is [0, 1]; it is 0
    for an empty run.
    """
    values = closeness(system, gold, Fraction(1))
    return Fraction(sum(s == 1 for s in values), len(values)) if values else Fraction(0)


def distance(system: Organization, gold: Library) -> Fraction:
    """One minus the mean closeness of the entry points of a run to the best ones. The range is [0, 1]; it is 0 for an
    empty run.
    """
    values = closeness(system, gold, Fraction(1))
    return 1 - sum(values, Fraction(0)) / len(values) if values else Fraction(0)


_FAMILY = ("best-in-context", "control")

METRICS = (
    Metric(
        "control-exact-hits",
        "Exact hits",
        *_FAMILY,
        "built for minimum-zero and bep-only-precision-1 (any)",
        direct=exact_hits,
    ),
    Metric("control-distance", "Distance", *_FAMILY, "built for closer-raises-eprum (level)", direct=distance),
)
