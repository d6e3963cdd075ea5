"""Controls: metrics built so that a reading which no published metric satisfies, or fails, is still seen to be satisfiable, or not empty. Not for use."""

from collections import Counter
from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization


def equal(system: Organization, gold: Organization) -> Fraction:
    """1 for the gold itself, 0 for anything else."""
    return Fraction(system == gold)


def placed_clusters(system: Organization, gold: Organization) -> Fraction:
    """Clusters of the gold found whole on their own level, those of level i weighing 2^-i. Range [0, 1].

    >>> placed_clusters(Organization.parse("a b > {c d} > ..."), Organization.parse("{a b} > {c d} > ..."))
    Fraction(1, 3)
    """
    wanted, found = ([Counter(map(frozenset, level)) for level in organization.levels] for organization in (gold, system))
    found += [Counter()] * (len(wanted) - len(found))
    total = sum((Fraction(level.total(), 2**i) for i, level in enumerate(wanted)), Fraction(0))
    right = sum((Fraction((want & have).total(), 2**i) for i, (want, have) in enumerate(zip(wanted, found, strict=False))), Fraction(0))
    return right / total if total else Fraction(system == gold)


def length(system: Organization, gold: Organization) -> Fraction:
    """The occurrences that the system lists, whatever the gold."""
    return Fraction(system.size)


METRICS = (
    Metric("control-gold-itself", "Whether it is the gold", "organization", "control", "built for gold-is-best (strict)", direct=equal),
    Metric(
        "control-placed-clusters", "Clusters found in place", "organization", "control", "built for broken-cluster-level (repeated)", direct=placed_clusters
    ),
    Metric("control-length", "Occurrences listed", "organization", "control", "built for what must not gain by more documents", direct=length),
)
