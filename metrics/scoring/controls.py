"""Controls: metrics of scorings that were built for tests. Each satisfies or violates a reading that no published
metric does, and so shows that the reading can be satisfied, or can be violated. They are not for use.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from axiometrics.core.metric import Metric
from axiometrics.core.scores import Relevance, Scores


def _pairs(system: Scores, gold: Relevance) -> list[tuple[Fraction, Fraction]]:
    return [(system.numbers.get(document, Fraction(0)), u) for document, u in gold.pairs]


def constant(system: Scores, gold: Relevance) -> Fraction:
    """1/2 for every output."""
    return Fraction(1, 2)


def order(system: Scores, gold: Relevance) -> Fraction:
    """Of the pairs of documents with different relevance: how many the scores order alike, less how many they order the
    opposite way.
    """
    total = 0
    for (s, u), (t, v) in combinations(_pairs(system, gold), 2):
        total += ((u > v) - (u < v)) * ((s > t) - (s < t))
    return Fraction(total)


def distance(system: Scores, gold: Relevance) -> Fraction:
    """The sum of the distances of score and relevance. So worse scores have a higher value."""
    return sum((abs(s - u) for s, u in _pairs(system, gold)), Fraction(0))


def greatest(system: Scores, gold: Relevance) -> Fraction:
    """One minus the greatest distance of the score and the relevance of a document; 1 where there are no documents."""
    return 1 - max((abs(s - u) for s, u in _pairs(system, gold)), default=Fraction(0))


def named(system: Scores, gold: Relevance) -> Fraction:
    """The score of the document whose name comes first; 0 where there are no documents."""
    return system.numbers[min(system.numbers)] if system.numbers else Fraction(0)


def against_relevance(system: Scores, gold: Relevance) -> Fraction:
    """One minus the sum of the distances of score and relevance, divided by the greatest sum that an output can have on
    this gold; 1 where there are no documents.

    So the worst output has the value 0 on every gold.
    """
    pairs = _pairs(system, gold)
    worst = sum((max(u, 1 - u) for _, u in pairs), Fraction(0))
    return 1 - sum((abs(s - u) for s, u in pairs), Fraction(0)) / worst if worst else Fraction(1)


_METRICS = (
    ("constant-score", "constant", constant),
    ("score-order", "order", order),
    ("distance-sum", "distance", distance),
    ("greatest-distance", "greatest distance", greatest),
    ("first-name", "first name", named),
    ("relative-distance", "relative distance", against_relevance),
)
METRICS = tuple(
    Metric(base, title, "scoring", "control", "built as a control", direct=formula) for base, title, formula in _METRICS
)
