"""Controls: metrics of scorings built so that a reading which no published metric satisfies, or fails, is still seen to
be satisfiable, or not empty. Not for use.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from axiometrics.core.metric import Metric
from axiometrics.core.scores import Relevance, Scores


def _pairs(system: Scores, gold: Relevance) -> list[tuple[Fraction, Fraction]]:
    return [(system.numbers.get(document, Fraction(0)), u) for document, u in gold.pairs]


def constant(system: Scores, gold: Relevance) -> Fraction:
    """1/2, whatever is scored."""
    return Fraction(1, 2)


def order(system: Scores, gold: Relevance) -> Fraction:
    """Pairs of documents that relevance orders: those that the scores order alike, less those they turn round."""
    total = 0
    for (s, u), (t, v) in combinations(_pairs(system, gold), 2):
        total += ((u > v) - (u < v)) * ((s > t) - (s < t))
    return Fraction(total)


def distance(system: Scores, gold: Relevance) -> Fraction:
    """The sum of the distances, which is better the worse the scores are."""
    return sum((abs(s - u) for s, u in _pairs(system, gold)), Fraction(0))


def greatest(system: Scores, gold: Relevance) -> Fraction:
    """One less the greatest distance of a document; 1 without documents."""
    return 1 - max((abs(s - u) for s, u in _pairs(system, gold)), default=Fraction(0))


def named(system: Scores, gold: Relevance) -> Fraction:
    """The score of the document whose name comes first."""
    return system.numbers[min(system.numbers)] if system.numbers else Fraction(0)


def against_relevance(system: Scores, gold: Relevance) -> Fraction:
    """One less the distance, divided by the greatest that some output has on this gold; 1 where there are no documents.

    So the worst output has 0 on every gold.
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
