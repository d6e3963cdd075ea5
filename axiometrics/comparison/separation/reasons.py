"""Pairs of metrics of which one is a strictly rising function of the other for each gold, so that both order and tie
the outputs of every gold alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.core.exact import angle, log, summed
from axiometrics.core.organization import Organization


@dataclass(frozen=True)
class Reason:
    """The reason why two metrics order outputs alike.

    Attributes
    ----------
    first, second : their canonical ids
    words : the reason in one line
    image : the function from a value of `first` and the gold to the value of `second`; it rises strictly with the value
    """

    first: str
    second: str
    words: str
    image: Callable[[Any, Organization], Any]


def _same(value: Any, gold: Organization) -> Any:
    return value


def _uncertainty(gold: Organization) -> Any:
    """The entropy of the classes, in nats."""
    shares = [Fraction(len(cluster), gold.size) for cluster in gold.levels[0]]
    return summed(-share * log(share) for share in shares)


def _ideal(gold: Organization) -> Any:
    """The DCG of the documents of the gold ranked by grade."""
    grades = sorted(gold.grades().values(), reverse=True)
    return summed(grade * log(2) / log(rank + 1) for rank, grade in enumerate(grades, 1) if grade)


def _homogeneity(information: Any, gold: Organization) -> Any:
    return information / _uncertainty(gold) if len(gold.levels[0]) > 1 else Fraction(1)


_PARTITIONS = "on partitions, where both are defined, they are the same number"
_RS = "rs-clustering(n=30,wn=0.8,reading=listed)"

_DECLARED = (
    Reason(
        "entropy",
        "mutual-information",
        "I(C;K) = H(C) - H(C|K), and H(C) is the gold's",
        lambda value, gold: _uncertainty(gold) + value,
    ),
    Reason(
        "mutual-information", "homogeneity-score", "homogeneity is I(C;K)/H(C), and H(C) is the gold's", _homogeneity
    ),
    Reason(
        "entropy",
        "homogeneity-score",
        "homogeneity is 1 - H(C|K)/H(C), and H(C) is the gold's",
        lambda value, gold: _homogeneity(_uncertainty(gold) + value, gold),
    ),
    Reason("v-measure", "nmi", "both are 2 I(C;K)/(H(C) + H(K))", _same),
    Reason("cc", "cd", "-CD is -arccos(r)/pi of the correlation r", lambda value, gold: -angle(value)),
    Reason("jaccard", "pair-f", "Pair F is 2J/(1 + J) of Jaccard's J", lambda value, gold: 2 * value / (1 + value)),
    *(Reason(f"bcubed-{part}", f"bcubed-extended-{part}", _PARTITIONS, _same) for part in ("precision", "recall", "f")),
    Reason("bcubed-f", _RS, _PARTITIONS, _same),
    Reason(
        "dcg",
        "ndcg",
        "nDCG is DCG over that of the ideal ranking, which is the gold's",
        lambda value, gold: value / _ideal(gold),
    ),
)

REASONS = {frozenset((reason.first, reason.second)): reason for reason in _DECLARED}
"""The reasons by the two ids. Tests compare the values exactly, and every search for these metrics compares the
orders.
"""
