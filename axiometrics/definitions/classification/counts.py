"""Metrics of classes, from the gold class and the predicted class of each item."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from axiometrics.core.counted import Quadrants
from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import angle, log, power, sqrt, summed
from axiometrics.definitions.classes import Table, matrix_of, tables_of
from axiometrics.definitions.filtering.counts import (
    AVERAGES,
    OVER_GOLD,
    accuracies_of,
    averaged,
    macro_accuracy,
    table_of,
)

ONE = Fraction(1)
"""Times a count, a fraction: a quotient of counts of Python would be a float, and a sketch has symbols for counts."""


def informedness(system: Organization, gold: Organization) -> Fraction | None:
    """Sensitivity + specificity - 1. Range [-1, 1]; undefined where the gold has one class only. Youden 1950."""
    rates = _rates(system, gold)
    return rates[0] + rates[1] - ONE if rates else None


def jaccard(system: Organization, gold: Organization, average: str, over: str) -> Fraction | None:
    """The size of the intersection of the positive items over that of their union. Range [0, 1]; 0 at 0/0. Jaccard
    1901. With `average`, of all classes: see `averaged` of filtering.

    >>> jaccard(Organization.parse("a > b c > d"), Organization.parse("a b > c > d"), "macro", "all")
    Fraction(2, 3)
    """
    if average != "binary":
        return averaged(tables_of(system, gold), lambda t: (t.tp, t.tp + t.fp + t.fn), average, over)
    t = table_of(system, gold)
    union = t.tp + t.fp + t.fn
    return ONE * t.tp / union if union else Fraction(0)


def mcc_angle(system: Organization, gold: Organization) -> Score:
    """-arccos(MCC)/pi with MCC = (tp tn - fp fn) / sqrt((tp + fp)(tp + fn)(tn + fp)(tn + fn)), which is 0 at 0/0. Range
    [-1, 0]. Gösgens et al. 2021.
    """
    t = table_of(system, gold)
    margins = (t.tp + t.fp) * (t.tp + t.fn) * (t.tn + t.fp) * (t.tn + t.fn)
    above = Fraction(t.tp * t.tn - t.fp * t.fn)
    return -angle(above / sqrt(Fraction(margins)) if margins else Fraction(0))


def g_mean(system: Organization, gold: Organization, over: str) -> Score:
    """The square root of sensitivity times specificity. Range [0, 1]; undefined where the gold has one class only.
    Kubat & Matwin 1997. Of k classes, the k-th root of the product of the accuracies on each; or over those that occur
    in the gold, as many as there are: Sun, Kamel & Wang 2006.

    >>> g_mean(Organization.parse("a > b c > d e f g"), Organization.parse("a b > c d e f > g"), "all")
    Fraction(1, 2)
    """
    if not isinstance(system, Quadrants) and (len(gold.levels) > 2 or over == "gold"):
        shares = accuracies_of(matrix_of(system, gold), over)
        if not shares or None in shares:
            return None
        product = prod(share for share in shares if share is not None)
        return power(Fraction(product), Fraction(1, len(shares))) if product else Fraction(0)
    rates = _rates(system, gold)
    return sqrt(rates[0] * rates[1]) if rates else None


def confusion_entropy(system: Organization, gold: Organization) -> Score:
    """-CEN, with CEN the sum over classes j of P_j CEN_j. P_j is the share that row and column j have of twice the
    table; CEN_j is minus the sum of P log2 P over the errors of row and column j, each P as a share of row and column.
    Range at most 0; undefined without items. Wei et al. 2010, equations 5 to 8.
    """
    t = table_of(system, gold)
    if not sum(t):
        return None
    table = ((t.tp, t.fn), (t.fp, t.tn))
    total: list[Score] = [Fraction(0)]
    for j in (0, 1):
        around = sum(table[j]) + sum(row[j] for row in table)
        for error in (table[j][1 - j], table[1 - j][j]):
            if error:
                share = Fraction(error, around)
                total.append(Fraction(around, 2 * sum(t)) * share * log(share) / log(Fraction(2)))
    return summed(term for term in total if term is not None)


def symmetric_balanced_accuracy(system: Organization, gold: Organization) -> Fraction | None:
    """The mean of sensitivity and specificity, and of the same with gold and prediction exchanged. Range [0, 1];
    undefined where one of the four is 0/0. Gösgens et al. 2021.
    """
    t, forth = table_of(system, gold), _rates(system, gold)
    if not forth or not t.tp + t.fp or not t.tn + t.fn:
        return None
    return (forth[0] + forth[1] + ONE * t.tp / (t.tp + t.fp) + ONE * t.tn / (t.tn + t.fn)) / 4


def sebastiani_k(system: Organization, gold: Organization) -> Fraction | None:
    """Sensitivity + specificity - 1; where the gold lacks a class, 2 x - 1 with the one of both that has a value. Range
    [-1, 1]; undefined without items. Sebastiani 2015.
    """
    t = table_of(system, gold)
    pairs = ((t.tp, t.tp + t.fn), (t.tn, t.tn + t.fp))
    rates = [ONE * right / items for right, items in pairs if items]
    return 2 * sum(rates, Fraction(0)) / len(rates) - 1 if rates else None


def scott_pi(system: Organization, gold: Organization) -> Fraction | None:
    """(Po - Pe) / (1 - Pe), Po the share of items on which the two agree, Pe the sum of the squares of the shares of
    the classes among all 2n values. Range [-1, 1]; undefined where only one class occurs. Scott 1955.

    >>> scott_pi(Organization.parse("a > b c > d"), Organization.parse("a b > c > d"))
    Fraction(13, 21)
    """
    table = matrix_of(system, gold)
    n = sum(map(sum, table))
    if not n:
        return None
    observed = ONE * sum(table[k][k] for k in range(len(table))) / n
    shares = [ONE * count / (2 * n) for count in _marginals(table)]
    expected = sum((share * share for share in shares), Fraction(0))
    return (observed - expected) / (1 - expected) if expected != 1 else None


def krippendorff_alpha(system: Organization, gold: Organization, level: str) -> Fraction | None:
    """1 - Do/De over the coincidence matrix. Each item enters both of its values, as the pairs (c, k) and (k, c), so
    o(c, k) is the table plus its transpose, n(c) its sums, and N = 2n. Do is the mean of d(c, k) over o(c, k) / N, De
    over n(c) n(k) / (N (N - 1)); d is 1 for c != k (`nominal`), or (c - k)^2 (`interval`). Greatest value 1; undefined
    where only one class occurs. Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", sections B and E.

    >>> system, gold = Organization.parse("a > b c > d"), Organization.parse("a b > c > d")
    >>> krippendorff_alpha(system, gold, "nominal"), krippendorff_alpha(system, gold, "interval")
    (Fraction(2, 3), Fraction(32, 39))
    """
    table = matrix_of(system, gold)
    counts = _marginals(table)
    total = sum(counts)
    observed, expected = Fraction(0), Fraction(0)
    for c in range(len(table)):
        for k in range(len(table)):
            difference = int(c != k) if level == "nominal" else (c - k) ** 2
            if difference:
                observed += ONE * difference * (table[c][k] + table[k][c]) / total if total else 0
                expected += ONE * difference * counts[c] * counts[k] / (total * (total - 1)) if total else 0
    return 1 - observed / expected if expected else None


def _marginals(table: Table) -> list[int]:
    """How many times the gold and the prediction together use each class."""
    return [sum(row) + sum(column) for row, column in zip(table, zip(*table, strict=True), strict=True)]


def _rates(system: Organization, gold: Organization) -> tuple[Fraction, ...]:
    """Sensitivity and specificity; nothing where the gold has one class only."""
    t = table_of(system, gold)
    if not t.tp + t.fn or not t.tn + t.fp:
        return ()
    return ONE * t.tp / (t.tp + t.fn), ONE * t.tn / (t.tn + t.fp)


DEFINITIONS = (
    Definition("balanced-accuracy", macro_accuracy, (OVER_GOLD,)),
    Definition("informedness", informedness),
    Definition("jaccard", jaccard, AVERAGES),
    Definition("mcc-angle", mcc_angle),
    Definition("g-mean", g_mean, (OVER_GOLD,)),
    Definition("confusion-entropy", confusion_entropy),
    Definition("sba", symmetric_balanced_accuracy),
    Definition("sebastiani-k", sebastiani_k),
    Definition("scott-pi", scott_pi),
    Definition(
        "krippendorff-alpha",
        krippendorff_alpha,
        (
            Parameter(
                "level",
                "nominal",
                "1 for two different classes, or the square of their distance",
                choices=("nominal", "interval"),
                trait="ordered-classes",
            ),
        ),
    ),
)
