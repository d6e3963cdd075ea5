"""Metrics of the thorough task: extended cumulated gain (XCG), gain-recall, effort-precision and MAep, on elements
whose gain is their specificity (Lalmas et al. 2007, section 4).
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from itertools import accumulate
from math import nan

from axiometrics.core.library import Library
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.tasks.library_counts import cut, elements, full_base


def _gains(system: Organization, gold: Library, ignore: str) -> list[Fraction]:
    base = full_base(gold, ignore)
    return [base.get(path, Fraction(0)) for path in elements(system, gold, ignore)]


def xcg(system: Organization, gold: Library, k: Fraction | None, ignore: str) -> Fraction:
    """The sum of the gains of the first k elements (Eq. 2). The gain of an element is its specificity, the share of its
    text that is highlighted.

    The value is at least 0. It is always defined.

    >>> xcg(Organization.parse("a1 > a1/p[1]"), Library.parse("article(1+0 p(1+1))"), Fraction(10), "none")
    Fraction(3, 2)
    """
    return sum(_gains(system, gold, ignore)[: cut(k)], Fraction(0))


def gain_recall(system: Organization, gold: Library, k: Fraction | None, ignore: str) -> Fraction | float:
    """Of the gains of all relevant elements, the share that the first k elements of the run have (Eq. 6).

    The gain of an element is its specificity, the share of its text that is highlighted. The range is [0, 1]. It is
    undefined where nothing is relevant.

    >>> gain_recall(Organization.parse("a1/p[1]"), Library.parse("article(1+0 p(1+1))"), Fraction(1500), "none")
    Fraction(2, 3)
    """
    total = sum(full_base(gold, ignore).values())
    return xcg(system, gold, k, ignore) / total if total else nan


def _rank(curve: list[Fraction], gain: Fraction, ranks: str) -> Fraction:
    """The rank at which the curve of cumulated gains reaches a gain above 0. The caller knows that it does."""
    i = bisect_left(curve, gain)
    if ranks == "whole":
        return Fraction(i + 1)
    before = curve[i - 1] if i else Fraction(0)
    return i + (gain - before) / (curve[i] - before)


def ep_gr(system: Organization, gold: Library, recall: Fraction, ranks: str, ignore: str) -> Fraction | float:
    """Effort-precision at a gain-recall: the rank at which the ideal run reaches this gain-recall, divided by the rank
    at which the run reaches it (Eq. 5).

    With `ranks=interpolated`, both curves are straight between whole ranks. The range is [0, 1]. It is 0 where the run
    never reaches the gain-recall, and undefined where nothing is relevant.

    >>> gold = Library.parse("article(1+0 p(1+1))")
    >>> ep_gr(Organization.parse("a1 > a1/p[1]"), gold, Fraction(1, 2), "whole", "none")
    Fraction(1, 2)
    """
    best = list(accumulate(full_base(gold, ignore).values()))
    if not best:
        return nan
    wanted = recall * best[-1]
    curve = list(accumulate(_gains(system, gold, ignore)))
    if not curve or curve[-1] < wanted:
        return Fraction(0)
    return _rank(best, wanted, ranks) / _rank(curve, wanted, ranks)


def maep(system: Organization, gold: Library, ranks: str, ignore: str) -> Fraction | float:
    """Mean average effort-precision: the sum of effort-precision over the ranks of the run that have a gain, divided by
    the number of relevant elements.

    Effort-precision at a rank is the rank at which the ideal run reaches the gains that the run has cumulated there,
    divided by this rank. With `ranks=interpolated`, the ideal curve is straight between whole ranks, while the run
    reaches its own gains at whole ranks. The range is [0, 1]. It is undefined where nothing is relevant.

    >>> maep(Organization.parse("a1 > a1/p[1]"), Library.parse("article(1+0 p(1+1))"), "whole", "none")
    Fraction(1, 1)
    >>> maep(Organization.parse("a1 > a1/p[1]"), Library.parse("article(1+0 p(1+1))"), "interpolated", "none")
    Fraction(3, 4)
    """
    best = list(accumulate(full_base(gold, ignore).values()))
    if not best:
        return nan
    gains = _gains(system, gold, ignore)
    terms = (
        _rank(best, reached, ranks) / rank
        for rank, (gain, reached) in enumerate(zip(gains, accumulate(gains), strict=True), 1)
        if gain
    )
    return sum(terms, Fraction(0)) / len(best)


_SOURCE = "Lalmas et al. 2007, section 4.2"
_CUT = "ranks looked at"
_RANKS = Parameter(
    "ranks", "whole", "whether a gain is reached at whole ranks or between them", choices=("whole", "interpolated")
)
_IGNORE = Parameter("ignore", "none", "types of elements that are left out", pattern=r"[A-Za-z_][\w.-]*")
_RECALL = Parameter(
    "recall",
    Fraction(1, 10),
    "gain-recall at which effort is measured",
    low=Fraction(0),
    low_open=True,
    high=Fraction(1),
)

METRICS = (
    Metric(
        "xcg",
        "xCG",
        "thorough",
        "XCG",
        f"{_SOURCE}, Eq. 2",
        direct=xcg,
        parameters=(Parameter("k", Fraction(10), _CUT, low=Fraction(0), cut=True), _IGNORE),
    ),
    Metric(
        "gain-recall",
        "gr",
        "thorough",
        "XCG",
        f"{_SOURCE}, Eq. 6",
        direct=gain_recall,
        parameters=(Parameter("k", Fraction(1500), _CUT, low=Fraction(0), cut=True), _IGNORE),
    ),
    Metric(
        "ep-gr", "ep/gr", "thorough", "XCG", f"{_SOURCE}, Eq. 5", direct=ep_gr, parameters=(_RECALL, _RANKS, _IGNORE)
    ),
    Metric("maep", "MAep", "thorough", "XCG", _SOURCE, direct=maep, parameters=(_RANKS, _IGNORE)),
)
