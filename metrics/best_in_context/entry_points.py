"""Metrics of the best in context task: BEPD and EPRUM, on the distances of entry points from the best ones (Lalmas et
al. 2007, section 7).
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, nan

from axiometrics.core.library import Library
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.tasks.library_counts import closeness, cut, entry_points


def bepd(system: Organization, gold: Library, a: Fraction) -> Fraction | float:
    """The sum of the closeness of the retrieved entry points to the best ones, divided by the number of best entry
    points (section 7.2).

    The ranks play no part. The range is [0, 1]. It is undefined where there is no best entry point.

    >>> bepd(Organization.parse("a1@10"), Library.parse("article(20+1)@0; L=100"), Fraction(1, 10))
    Fraction(1, 2)
    """
    points = len(entry_points(gold))
    return sum(closeness(system, gold, a), Fraction(0)) / points if points else nan


def _precisions(seen: list[Fraction], total: int) -> list[Fraction]:
    """The precision at each recall from 1 to `total` (Eq. 15): the sum over the ranks m of the chance that the recall R
    is reached at m, times R/m.

    The number of best entry points seen so far has a Poisson-binomial distribution, kept as a list of chances.
    """
    precisions = [Fraction(0)] * (total + 1)
    chances = [Fraction(1)] + [Fraction(0)] * total
    for rank, chance in enumerate(seen, 1):
        for recall in range(total, 0, -1):
            one_more = chances[recall - 1] * chance
            precisions[recall] += one_more * Fraction(recall, rank)
            chances[recall] += one_more - chances[recall] * chance
        chances[0] -= chances[0] * chance
    return precisions[1:]


def eprum(system: Organization, gold: Library, a: Fraction) -> Fraction | float:
    """The mean of EPRUM precision over the recall levels 1/T, 2/T, ..., 1, where T is the number of best entry points
    (section 7.3).

    EPRUM precision at R/T is the expected value of R/M, where M is the first rank at which R best entry points have
    been seen. The range is [0, 1]. It is undefined where there is no best entry point.

    >>> eprum(Organization.parse("a1@10"), Library.parse("article(20+1)@0; L=100"), Fraction(1, 10))
    Fraction(1, 2)
    """
    total = len(entry_points(gold))
    return sum(_precisions(closeness(system, gold, a), total), Fraction(0)) / total if total else nan


def eprum_level(system: Organization, gold: Library, recall: Fraction, a: Fraction) -> Fraction | float:
    """EPRUM precision at a recall level: the expected value of R/M, where M is the first rank at which R best entry
    points have been seen (Eq. 15).

    R is the level times T, rounded up, where T is the number of best entry points. Where M is never reached, R/M counts
    as 0. The range is [0, 1]. It is undefined where there is no best entry point.

    >>> gold = Library.parse("a1: article(20+1)@0; a2: article(20+1)@0; L=100")
    >>> eprum_level(Organization.parse("a1@10 > a2@0"), gold, Fraction(1), Fraction(1, 10))
    Fraction(1, 2)
    """
    total = len(entry_points(gold))
    return _precisions(closeness(system, gold, a), total)[ceil(recall * total) - 1] if total else nan


def eprum_rank(system: Organization, gold: Library, k: Fraction | None, a: Fraction) -> Fraction | float:
    """EPRUM precision at rank k: the expected number of best entry points that are seen in the first k ranks, divided
    by k (Eq. 16).

    The range is [0, 1]. It is undefined at k = 0.

    >>> eprum_rank(Organization.parse("a1@10"), Library.parse("article(20+1)@0; L=100"), Fraction(10), Fraction(1, 10))
    Fraction(1, 20)
    """
    first = cut(k)
    return sum(closeness(system, gold, a)[:first], Fraction(0)) / first if first else nan


_FAMILY = ("best-in-context", "entry points")
_SOURCE = "Lalmas et al. 2007, section 7.2"
_A = Parameter(
    "a",
    Fraction(1, 10),
    "distance at which the closeness is 1/2, as a multiple of the mean length of articles",
    low=Fraction(0),
    low_open=True,
)
_LEVEL = Parameter("recall", Fraction(1), "recall level", low=Fraction(0), low_open=True, high=Fraction(1))
_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(0), cut=True)

METRICS = (
    Metric("bepd", "BEPD", *_FAMILY, _SOURCE, direct=bepd, parameters=(_A,)),
    Metric("eprum", "EPRUM", *_FAMILY, f"{_SOURCE}, section 7.3", direct=eprum, parameters=(_A,)),
    Metric(
        "eprum-level",
        "EPRUM precision at recall",
        *_FAMILY,
        f"{_SOURCE}, Eq. 15",
        direct=eprum_level,
        parameters=(_LEVEL, _A),
    ),
    Metric("eprum-rank", "EPRUM P", *_FAMILY, f"{_SOURCE}, Eq. 16", direct=eprum_rank, parameters=(_CUT, _A)),
)
