"""Definitions of the controls among the metrics of any organization."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization


def gold_itself(system: Organization, gold: Organization) -> Fraction:
    """1 where the system is the gold, else 0."""
    return Fraction(1 if system == gold else 0)


def placed_clusters(system: Organization, gold: Organization) -> Fraction:
    """The weight of the gold's clusters that the same level of the system has, over the weight of all, a cluster of
    level i weighing 2^-i. Range [0, 1]; of a gold without clusters, 1 for the gold itself, else 0.
    """
    placed, wanted = Fraction(0), Fraction(0)
    for i, level in enumerate(gold.levels):
        there = [frozenset(cluster) for cluster in system.levels[i]] if i < len(system.levels) else []
        for cluster in level:
            wanted += Fraction(1, 2**i)
            if frozenset(cluster) in there:
                there.remove(frozenset(cluster))
                placed += Fraction(1, 2**i)
    return placed / wanted if wanted else gold_itself(system, gold)


def length(system: Organization, gold: Organization) -> Fraction:
    """The number of occurrences in the system."""
    return Fraction(sum(1 for _ in system.occurrences()))


def pairs_in_order(system: Organization, gold: Organization) -> Fraction:
    """Of the pairs of documents on different levels of the gold: those in the same order in the system, less those in
    the opposite order. A document stands on its best level; what is not listed stands below all levels.
    """
    levels = [
        {d: min(i for i, _, e in side.occurrences() if e == d) for d in side.documents} for side in (gold, system)
    ]
    total = 0
    for pair in combinations(sorted(gold.documents | system.documents), 2):
        wanted, actual = (
            places.get(pair[0], len(side.levels)) - places.get(pair[1], len(side.levels))
            for places, side in zip(levels, (gold, system), strict=True)
        )
        if wanted * actual > 0:
            total += 1
        elif wanted * actual < 0:
            total -= 1
    return Fraction(total)


def discounted_gain(system: Organization, gold: Organization) -> Fraction:
    """The sum over occurrences in the system of the document's grade / 2^level, levels from 1; the best place of a
    document gives its grade. From 0.
    """
    lowest = len(gold.levels) - (0 if gold.tail else 1)
    total = Fraction(0)
    for i, _, d in system.occurrences():
        total += Fraction(max((lowest - j for j, _, e in gold.occurrences() if e == d), default=0), 2 ** (i + 1))
    return total


def flat_clusters(system: Organization, gold: Organization) -> Fraction:
    """The mean over the occurrences in the gold of the share of their cluster that is with them in the system,
    whatever the levels. Range [0, 1]; 0 where the gold lists nothing.

    Where two documents are together several times, in a clusters of the gold and b of the system, min(a, b) / a of
    that counts.
    """
    clusters, system_clusters = (
        [frozenset(cluster) for level in side.levels for cluster in level] for side in (gold, system)
    )

    def together(side: list[frozenset[str]], d: str, e: str) -> int:
        return sum(d in cluster and e in cluster for cluster in side)

    total = Fraction(0)
    for cluster in clusters:
        for d in cluster:
            for e in cluster:
                a, b = together(clusters, d, e), together(system_clusters, d, e)
                total += Fraction(min(a, b), a) / len(cluster)
    occurrences = sum(map(len, clusters))
    return total / occurrences if occurrences else Fraction(0)


DEFINITIONS = (
    Definition("control-gold-itself", gold_itself),
    Definition("control-placed-clusters", placed_clusters),
    Definition("control-length", length),
    Definition("control-pairs-in-order", pairs_in_order),
    Definition("control-discounted-gain", discounted_gain),
    Definition("control-flat-clusters", flat_clusters),
)
