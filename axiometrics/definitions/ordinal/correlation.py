"""Correlations of the predicted classes with the gold classes: pair by pair, rank by rank, number by number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.reals import sqrt
from axiometrics.definitions.classes import class_pairs


def kendall_tau(system: Organization, gold: Organization) -> Score:
    """(concordant - discordant pairs) / sqrt(p q), where p and q pairs are not tied in output and gold. Range [-1, 1];
    undefined where a side has one class. Kendall 1945.

    >>> kendall_tau(Organization.parse("a > b c"), Organization.parse("a > b c"))
    Fraction(1, 1)
    """
    agreement, in_output, in_gold = 0, 0, 0
    for first, second in combinations(class_pairs(system, gold), 2):
        agreement += _sign(first[0] - second[0]) * _sign(first[1] - second[1])
        in_output += first[0] != second[0]
        in_gold += first[1] != second[1]
    return Fraction(agreement) / sqrt(Fraction(in_output * in_gold)) if in_output and in_gold else None


def spearman(system: Organization, gold: Organization) -> Score:
    """The correlation of Pearson of the ranks, those of tied items being their mean. Range [-1, 1]; undefined where a
    side has one class. Spearman 1904.

    >>> spearman(Organization.parse("a > b > c"), Organization.parse("c > b > a"))
    Fraction(-1, 1)
    """
    pairs = class_pairs(system, gold)
    predicted, right = ([pair[side] for pair in pairs] for side in (0, 1))
    return _correlation(*([_rank(number, side) for number in side] for side in (predicted, right)))


def pearson(system: Organization, gold: Organization) -> Score:
    """cov(p, g) / sqrt(var(p) var(g)) for the numbers p and g of predicted and gold classes. Range [-1, 1]; undefined
    where a side has one class. Pearson 1895.

    >>> pearson(Organization.parse("a > c > b"), Organization.parse("a > b > c"))
    Fraction(1, 2)
    """
    pairs = class_pairs(system, gold)
    return _correlation(*([Fraction(pair[side]) for pair in pairs] for side in (0, 1)))


def _correlation(xs: Sequence[Fraction], ys: Sequence[Fraction]) -> Score:
    if len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    x_mean, y_mean = (sum(side, Fraction(0)) / len(side) for side in (xs, ys))
    together = sum(((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)), Fraction(0))
    spread = [sum(((z - mean) ** 2 for z in side), Fraction(0)) for side, mean in ((xs, x_mean), (ys, y_mean))]
    return together / sqrt(spread[0] * spread[1])


def _rank(number: int, among: Sequence[int]) -> Fraction:
    """The mean of the ranks, from 1, of all items that have this number."""
    below, tied = sum(value < number for value in among), among.count(number)
    return below + Fraction(tied + 1, 2)


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)


DEFINITIONS = (
    Definition("kendall-tau", kendall_tau),
    Definition("spearman", spearman),
    Definition("pearson", pearson),
)
