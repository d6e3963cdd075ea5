"""The controls of scorings a second time."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.scores import Relevance, Scores

ZERO = Fraction(0)


def _distances(system: Scores, gold: Relevance) -> list[Fraction]:
    scores = dict(system.pairs)
    return [abs(scores.get(document, ZERO) - u) for document, u in gold.pairs]


def constant(system: Scores, gold: Relevance) -> Fraction:
    """1/2."""
    return Fraction(1, 2)


def order(system: Scores, gold: Relevance) -> Fraction:
    """Ordered pairs of documents, the first of higher relevance: 1 where its score is higher, -1 where it is lower."""
    scores, total = dict(system.pairs), 0
    for first, u in gold.pairs:
        for second, v in gold.pairs:
            if u > v:
                s, t = scores.get(first, ZERO), scores.get(second, ZERO)
                total += 1 if s > t else -1 if s < t else 0
    return Fraction(total)


def distance(system: Scores, gold: Relevance) -> Fraction:
    """The sum of the distances."""
    return sum(_distances(system, gold), ZERO)


def greatest(system: Scores, gold: Relevance) -> Fraction:
    """One less the greatest distance."""
    return 1 - max([ZERO, *_distances(system, gold)])


def named(system: Scores, gold: Relevance) -> Fraction:
    """The score of the document whose name comes first."""
    return sorted(system.pairs)[0][1] if system.pairs else ZERO


def against_relevance(system: Scores, gold: Relevance) -> Fraction:
    """One less the distance over the greatest possible one on this gold."""
    possible = ZERO
    for _, u in gold.pairs:
        possible += u if u > Fraction(1, 2) else 1 - u
    return Fraction(1) if not gold.pairs else 1 - sum(_distances(system, gold), ZERO) / possible


DEFINITIONS = tuple(
    Definition(base, function)
    for base, function in {
        "constant-score": constant,
        "score-order": order,
        "distance-sum": distance,
        "greatest-distance": greatest,
        "first-name": named,
        "relative-distance": against_relevance,
    }.items()
)
