"""Accuracy, F and kappa of classes, item by item and class by class."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.ordered_classes import class_pairs

ZERO, ONE = Fraction(0), Fraction(1)


def accuracy(system: Organization, gold: Organization) -> Fraction | None:
    """The share of the items whose predicted class is their gold class. Range [0, 1]; undefined without items. Amigo et
    al. 2013, section 2.2.

    >>> accuracy(Organization.parse("a > b > c d"), Organization.parse("a b > {} > c d"))
    Fraction(3, 4)
    """
    pairs = class_pairs(system, gold)
    return Fraction(sum(predicted == right for predicted, right in pairs), len(pairs)) if pairs else None


def f(
    system: Organization, gold: Organization, beta: Fraction, average: str, over: str, of: str = "classes"
) -> Fraction | None:
    """F = (1 + beta^2) P R / (beta^2 P + R), with the share P of the items called of a class that are of it, and the
    share R of its items that are called so; each is 0 at 0/0. Macro: the mean over the classes, all or those that occur
    in gold or output; weighted: each item of the gold counts with the F of its class; micro: over all classes together,
    where P and R are both the accuracy. Of the means: the F of mean P and mean R. Range [0, 1]; undefined without
    items. van Rijsbergen 1979; Opitz & Burst 2019, arXiv:1911.03347.

    >>> system, gold = Organization.parse("a > b c > d"), Organization.parse("a b > c > d")
    >>> [f(system, gold, ONE, "macro", "all", of) for of in ("classes", "means")]
    [Fraction(7, 9), Fraction(5, 6)]
    """
    pairs = class_pairs(system, gold)
    if not pairs:
        return None
    if average == "micro":
        return accuracy(system, gold)
    shares: dict[int, tuple[Fraction, Fraction]] = {}
    for number in range(1, len(gold.levels) + 1):
        right = sum(pair == (number, number) for pair in pairs)
        called, items = (sum(pair[side] == number for pair in pairs) for side in (0, 1))
        if over == "all" or called or items:
            shares[number] = (Fraction(right, called) if called else ZERO, Fraction(right, items) if items else ZERO)
    if of == "means":
        p, r = (sum((pair[side] for pair in shares.values()), ZERO) / len(shares) for side in (0, 1))
        return _harmonic(p, r, beta)
    each = {number: _harmonic(p, r, beta) for number, (p, r) in shares.items()}
    if average == "weighted":
        return sum((each[right] for _, right in pairs), ZERO) / len(pairs)
    return sum(each.values(), ZERO) / len(each)


def _harmonic(p: Fraction, r: Fraction, beta: Fraction) -> Fraction:
    below = beta**2 * p + r
    return (1 + beta**2) * p * r / below if below else ZERO


def kappa(system: Organization, gold: Organization, weights: str) -> Fraction | None:
    """1 - D / E: D is the mean of w(p, g) over the items with predicted class p and gold class g, and E its mean over
    all pairs of the predicted class of one item and the gold class of any item. w is 1 for two classes (none), or their
    distance in the order (linear), or its square (quadratic); 0 for one class. Greatest value 1; undefined where E is
    0, and without items. Cohen 1960, and 1968 with weights.

    >>> system, gold = Organization.parse("a > b c > d"), Organization.parse("a b > c > d")
    >>> kappa(system, gold, "none"), kappa(system, gold, "quadratic")
    (Fraction(7, 11), Fraction(4, 5))
    """
    pairs = class_pairs(system, gold)
    power = {"none": 0, "linear": 1, "quadratic": 2}[weights]

    def weight(p: int, g: int) -> int:
        return abs(p - g) ** power if p != g else 0

    within = sum(weight(p, g) for p, g in pairs)
    between = sum(weight(p, g) for p, _ in pairs for _, g in pairs)
    return 1 - Fraction(within * len(pairs), between) if between else None


DEFINITIONS = (
    Definition("accuracy", accuracy),
    Definition(
        "f",
        f,
        (
            Parameter("beta", ONE, "weight of recall", low=ZERO),
            Parameter(
                "average",
                "macro",
                "the mean over classes, the sums of their counts, or the mean weighted by the gold",
                choices=("macro", "micro", "weighted"),
                always=True,
            ),
            Parameter(
                "over",
                "all",
                "all classes, or those that occur in gold or output",
                choices=("all", "present"),
                when=("average", "macro"),
            ),
            Parameter(
                "of",
                "classes",
                "the mean of F, or the F of mean precision and mean recall",
                choices=("classes", "means"),
                when=("average", "macro"),
            ),
        ),
    ),
    Definition(
        "kappa",
        kappa,
        (
            Parameter(
                "weights",
                "none",
                "of an error: 1, the distance of the classes in their order, or its square",
                choices=("none", "linear", "quadratic"),
                narrows=True,
            ),
        ),
    ),
)
