"""Metrics by the distance of two classes, item by item."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.classes import class_pairs


def mae(system: Organization, gold: Organization) -> Fraction | None:
    """Minus the mean over the items of |p - g|, for predicted class p and gold class g. Range [1 - c, 0] for c classes;
    undefined without items. Amigó et al. 2020.

    >>> mae(Organization.parse("a b > c > d"), Organization.parse("a > b > c d"))
    Fraction(-1, 2)
    """
    distances = [abs(predicted - right) for predicted, right in class_pairs(system, gold)]
    return Fraction(-sum(distances), len(distances)) if distances else None


def macro_mae(system: Organization, gold: Organization) -> Fraction | None:
    """Minus the mean, over the classes of the gold that have items, of the mean of |p - g| over their items. Range
    [1 - c, 0] for c classes; undefined without items. Baccianella, Esuli & Sebastiani 2009.

    >>> macro_mae(Organization.parse("a b > c > d"), Organization.parse("a > b > c d"))
    Fraction(-1, 2)
    >>> macro_mae(Organization.parse("a b > {} > c"), Organization.parse("a > {} > b c"))
    Fraction(-1, 2)
    """
    pairs = class_pairs(system, gold)
    means = []
    for right in sorted({right for _, right in pairs}):
        distances = [abs(predicted - right) for predicted, own in pairs if own == right]
        means.append(Fraction(sum(distances), len(distances)))
    return -sum(means, Fraction(0)) / len(means) if means else None


DEFINITIONS = (Definition("mae", mae), Definition("macro-mae", macro_mae))
