"""Controls: metrics that were built for tests. Each satisfies or violates a reading that no published metric does, and
so shows that the reading can be satisfied, or can be violated. They are not for use.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.metrics.organization.reliability import sensitivity_clustering


def equal(system: Organization, gold: Organization) -> Fraction:
    """1 if the output is the gold, and 0 if not."""
    return Fraction(system == gold)


def placed_clusters(system: Organization, gold: Organization) -> Fraction:
    """The share of the clusters of the gold that are whole and on their own level in the output, where clusters of
    level i weigh 2^-i. The range is [0, 1].

    >>> placed_clusters(Organization.parse("a b > {c d} > ..."), Organization.parse("{a b} > {c d} > ..."))
    Fraction(1, 3)
    """
    wanted, actual = (
        [Counter(map(frozenset, level)) for level in organization.levels] for organization in (gold, system)
    )
    actual += [Counter()] * (len(wanted) - len(actual))
    total = sum((Fraction(level.total(), 2**i) for i, level in enumerate(wanted)), Fraction(0))
    right = sum(
        (Fraction((want & have).total(), 2**i) for i, (want, have) in enumerate(zip(wanted, actual, strict=False))),
        Fraction(0),
    )
    return right / total if total else Fraction(system == gold)


def length(system: Organization, gold: Organization) -> Fraction:
    """The number of occurrences that the output lists, whatever the gold is."""
    return Fraction(system.size)


def pairs_in_order(system: Organization, gold: Organization) -> Fraction:
    """Of the pairs of documents that the gold orders: how many the output orders alike, less how many it orders the
    opposite way.

    Documents that one side does not list are below its levels. A document on several levels has the best of them. The
    range is [-p, p] for p such pairs.

    >>> pairs_in_order(Organization.parse("b > a c > ..."), Organization.parse("a > b > ..."))
    Fraction(0, 1)
    """
    grade, place = (_levels(side) for side in (gold, system))
    bottom = len(gold.levels), len(system.levels)
    total = 0
    for d, e in combinations(sorted(gold.documents | system.documents), 2):
        wanted, actual = (
            grade.get(e, bottom[0]) - grade.get(d, bottom[0]),
            place.get(e, bottom[1]) - place.get(d, bottom[1]),
        )
        total += ((wanted > 0) - (wanted < 0)) * ((actual > 0) - (actual < 0))
    return Fraction(total)


def _levels(organization: Organization) -> dict[str, int]:
    places: dict[str, int] = {}
    for i, _, document in organization.occurrences():
        places.setdefault(document, i)
    return places


def discounted_gain(system: Organization, gold: Organization) -> Fraction:
    """The sum of the grades of the documents, where a grade at level i is divided by 2^i. It is a graded gain with a
    discount, like DCG, and at least 0.

    >>> discounted_gain(Organization.parse("b > a c > ..."), Organization.parse("a > b > ..."))
    Fraction(1, 1)
    """
    grade = gold.grades()
    return sum((Fraction(grade.get(d, 0), 2 ** (i + 1)) for i, _, d in system.occurrences()), Fraction(0))


def flat_clusters(system: Organization, gold: Organization) -> Fraction:
    """Sensitivity of the clustering relations if all levels are made one, so that no document weighs more than another.
    On partitions it is BCubed recall. The range is [0, 1].

    >>> flat_clusters(Organization.parse("{a b} > c d > ..."), Organization.parse("{a b} {c d} > ..."))
    Fraction(3, 4)
    """
    flat_system, flat_gold = (
        Organization([[cluster for level in side.levels for cluster in level]]) for side in (system, gold)
    )
    return sensitivity_clustering(flat_system, flat_gold, Fraction(30), Fraction(4, 5), "listed")


METRICS = (
    Metric(
        "control-gold-itself",
        "Whether it is the gold",
        "organization",
        "control",
        "built for gold-is-best (strict)",
        direct=equal,
    ),
    Metric(
        "control-placed-clusters",
        "Clusters found in place",
        "organization",
        "control",
        "built for broken-cluster-level (repeated)",
        direct=placed_clusters,
    ),
    Metric(
        "control-pairs-in-order",
        "Pairs in order",
        "organization",
        "control",
        "built for embedded-filtering-priority and embedded-ranking-priority",
        direct=pairs_in_order,
    ),
    Metric(
        "control-discounted-gain",
        "Discounted gain",
        "organization",
        "control",
        "built for embedded-deepness (levels)",
        direct=discounted_gain,
    ),
    Metric(
        "control-flat-clusters",
        "Clusters, levels aside",
        "organization",
        "control",
        "built for embedded-size-vs-quantity (levels)",
        direct=flat_clusters,
    ),
    Metric(
        "control-length",
        "Occurrences listed",
        "organization",
        "control",
        "built for what must not gain by more documents",
        direct=length,
    ),
)
