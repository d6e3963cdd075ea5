"""CEM-ORD item by item, from the gold classes between the predicted class and the gold class."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.reals import Exact, log, summed
from axiometrics.definitions.classes import class_pairs


def cem_ord(system: Organization, gold: Organization) -> Score:
    """sum prox(p, g) / sum prox(g, g) over the items, for predicted class p and gold class g, with prox(p, g) =
    -log2((n(p)/2 + sum of n(k) for classes k from p, exclusive, to g, inclusive) / n), all n being counted in the gold.
    Range [0, 1]; undefined without items. After the code of PyEvALL for Amigó et al. 2020.

    >>> cem_ord(Organization.parse("a > b > c d"), Organization.parse("a b > {} > c d")) == Fraction(7, 8)
    True
    """
    pairs = class_pairs(system, gold)
    golds = [right for _, right in pairs]
    if not pairs:
        return None
    best = summed(_proximity(right, right, golds) for right in golds)
    return summed(_proximity(predicted, right, golds) for predicted, right in pairs) / best


def _proximity(predicted: int, right: int, golds: Sequence[int]) -> Exact:
    """In natural logarithms: the base of the logarithm cancels."""
    near = Fraction(golds.count(predicted), 2)
    step = 1 if predicted < right else -1
    for number in range(predicted, right, step):
        near += golds.count(number + step)
    return -log(near / len(golds))


DEFINITIONS = (Definition("cem-ord", cem_ord),)
