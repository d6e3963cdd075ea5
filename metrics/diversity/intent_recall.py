"""Metrics of how many intents are covered, and how early: I-recall, S-recall at the least rank, S-precision."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil

import numpy as np

from axiometrics.core.aggregates import Coverage
from axiometrics.core.arithmetic import Array, like, over, ratio
from axiometrics.core.errors import TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter

MOST = 20
"""The most intents for which the smallest set of documents that covers them is searched: the problem is NP-hard."""


def i_rec(c: Coverage, k: Fraction | None) -> Array:
    """Intent recall: the share of the intents to which one of the first k documents is relevant.

    Each intent counts the same, whatever its probability. The range is [0, 1]. It is always defined.

    >>> i_rec(Coverage.of([[1, 0, 0], [2, 1, 0]], [[1, 0, 0], [2, 1, 0], [0, 0, 1]], exact=True), Fraction(10)).item()
    Fraction(2, 3)
    """
    return ratio(_covered(c.cut(k)), c.intents)


def s_recall_lmin(c: Coverage) -> Array:
    """Intent recall of the first l documents, where l is the least number of documents with which all intents can be
    covered.

    The range is [0, 1]. It is always defined.

    >>> s_recall_lmin(Coverage.of([[1, 0], [0, 1]], [[1, 0], [0, 1], [1, 1]], exact=True)).item()
    Fraction(1, 2)
    """
    covered = np.concatenate([0 * c.seen[..., :1, 0], like(c.seen > 0, c.seen).sum(-1)], axis=-1)
    least = np.minimum(_fewest(c, Fraction(1)), covered.shape[-1] - 1)
    shape = np.broadcast_shapes(least.shape, covered.shape[:-1])
    covered = np.broadcast_to(covered, (*shape, covered.shape[-1]))
    at = np.broadcast_to(least, shape)[..., None]
    return ratio(np.take_along_axis(covered, at, axis=-1)[..., 0], c.intents)


def s_precision(c: Coverage, rho: Fraction) -> Array:
    """How early a run reaches an intent recall of rho: the least rank at which any run can reach it, divided by the
    rank at which this run does.

    The range is [0, 1]. It is always defined, and 0 where the run never reaches rho.

    >>> s_precision(Coverage.of([[1, 0], [0, 1]], [[1, 0], [0, 1], [1, 1]], exact=True), Fraction(1)).item()
    Fraction(1, 2)
    """
    wanted = ceil(rho * c.intents)
    reached = like((c.seen > 0).sum(-1) >= wanted, c.gains)
    return np.asarray((over(reached, c.ranks).max(-1, initial=0)) * like(_fewest(c, rho), c.gains))


def _covered(c: Coverage) -> Array:
    """How many intents some rank serves."""
    return like((c.gains > 0).any(axis=-2).sum(-1), c.gains)


def _fewest(c: Coverage, rho: Fraction) -> Array:
    """The least number of documents of each topic that reaches an S-recall of rho; 0 where no number does."""
    sets = (c.documents > 0).astype(bool)
    least = np.zeros(sets.shape[:-2], dtype=np.int64)
    for at in np.ndindex(least.shape):
        least[at] = fewest(frozenset(map(_mask, sets[at])), c.intents, ceil(rho * c.intents))
    return least


def _mask(row: Array) -> int:
    return sum(1 << i for i, relevant in enumerate(row) if relevant)


@lru_cache(maxsize=2**14)
def fewest(sets: frozenset[int], intents: int, wanted: int) -> int:
    """The least number of these sets of intents (as bits) that cover `wanted` intents together; 0 where all sets
    together do not.

    >>> fewest(frozenset({0b0011, 0b1100, 0b0111}), 4, 4)
    2

    Raises `TaskError` for more than `MOST` intents.
    """
    if intents > MOST:
        raise TaskError(
            f"a topic of {intents} intents: the fewest documents that cover them are sought for {MOST} at most; leave "
            f"out S-precision and S-recall at l_min"
        )
    reached, number = {0}, 0
    while all(covered.bit_count() < wanted for covered in reached):
        more = set(_joined(reached, sets))
        if more <= reached:
            return 0
        reached, number = more, number + 1
    return number


def _joined(reached: set[int], sets: frozenset[int]) -> Iterator[int]:
    for covered in reached:
        yield from (covered | served for served in sets)


_FAMILY = ("diversity", "intent recall")
_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True)

METRICS = (
    Metric("i-rec", "I-rec", *_FAMILY, "Sakai et al. 2010, Eq. 4", i_rec, parameters=(_CUT,)),
    Metric(
        "s-recall",
        "S-recall",
        *_FAMILY,
        "Zhai, Cohen & Lafferty 2003, section 2.1 of Sakai et al. 2010: the same formula as I-rec",
        i_rec,
        parameters=(_CUT,),
    ),
    Metric(
        "s-recall-lmin",
        "S-recall@lmin",
        *_FAMILY,
        "Carterette & Chandar 2009, as Sakai et al. 2010, section 2.1, have it",
        s_recall_lmin,
    ),
    Metric(
        "s-precision",
        "S-precision",
        *_FAMILY,
        "Zhai, Cohen & Lafferty 2003, named in Sakai et al. 2010, section 2.1",
        s_precision,
        parameters=(
            Parameter("rho", Fraction(1), "S-recall to be reached", low=Fraction(0), high=Fraction(1), low_open=True),
        ),
    ),
)
