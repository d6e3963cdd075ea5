"""Metrics of two classes, from the items that are positive in the gold and in the prediction."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.reals import angle, log, sqrt, summed
from axiometrics.definitions.filtering.counts import macro_accuracy, table_of

ONE = Fraction(1)
"""Times a count, a fraction: a quotient of counts of Python would be a float, and a sketch has symbols for counts."""


def informedness(system: Organization, gold: Organization) -> Fraction | None:
    """Sensitivity + specificity - 1. Range [-1, 1]; undefined where the gold has one class only. Youden 1950."""
    rates = _rates(system, gold)
    return rates[0] + rates[1] - ONE if rates else None


def jaccard(system: Organization, gold: Organization) -> Fraction:
    """The size of the intersection of the positive items over that of their union. Range [0, 1]; 0 at 0/0. Jaccard
    1901.
    """
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


def g_mean(system: Organization, gold: Organization) -> Score:
    """The square root of sensitivity times specificity. Range [0, 1]; undefined where the gold has one class only.
    Kubat & Matwin 1997.
    """
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


def _rates(system: Organization, gold: Organization) -> tuple[Fraction, ...]:
    """Sensitivity and specificity; nothing where the gold has one class only."""
    t = table_of(system, gold)
    if not t.tp + t.fn or not t.tn + t.fp:
        return ()
    return ONE * t.tp / (t.tp + t.fn), ONE * t.tn / (t.tn + t.fp)


DEFINITIONS = (
    Definition("balanced-accuracy", macro_accuracy),
    Definition("informedness", informedness),
    Definition("jaccard", jaccard),
    Definition("mcc-angle", mcc_angle),
    Definition("g-mean", g_mean),
    Definition("confusion-entropy", confusion_entropy),
    Definition("sba", symmetric_balanced_accuracy),
    Definition("sebastiani-k", sebastiani_k),
)
