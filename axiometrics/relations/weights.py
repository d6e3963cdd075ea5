"""The weight of each occurrence and of the tail (Amigo et al. 2013, sections 3.1 and 3.3), exact where c is, else in
floats.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from axiometrics.core.arithmetic import Array, added, like, over
from axiometrics.core.errors import ParameterError
from axiometrics.relations.arrays import Arrays, Ints

Number: TypeAlias = Fraction | float

_FEW = 8
"""Sums of up to this many numbers are not taken by halves."""

_PIECE = 1 << 14
"""Levels are weighed so many at a time, within the processor's cache."""

_KEPT = 16
"""The weights of up to this many levels are remembered: searches weigh the same few again and again."""


@lru_cache(maxsize=256, typed=True)
def steepness(n: Fraction, wn: Fraction) -> Fraction:
    """c = (1 - Wn) n / Wn, so that the first n occurrences weigh Wn (section 3.1).

    >>> steepness(Fraction(30), Fraction(4, 5))
    Fraction(15, 2)
    """
    return (1 - wn) * n / wn


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of the levels of an organization.

    Attributes
    ----------
    each : the weight w of one occurrence, by level; an empty level's entry counts for nothing
    share : w / W, W being the weight of all that is not on the level; 0 where nothing else is listed and there is no
        tail
    tail : the weight T of the tail, 0 without one
    beyond : T / (1 - T), 0 where nothing is listed
    scaled, unit : `each` as integers over a common denominator if exact, else as it is, over 1
    """

    each: Array
    share: Array
    tail: Any
    beyond: Any
    scaled: Array
    unit: Any


def weigh(side: Arrays, c: Number) -> Weights:
    """The weights of an organization; with the sizes of the levels they sum to 1. A closed one weighs every occurrence
    alike, 1/N, whatever c.

    W is not formed as a difference: with a above and m on the level, w / W = c / ((c + a)^2 + a m).

    >>> weights = weigh(Arrays.ranking([0]), Fraction(1))
    >>> weights.each.tolist(), weights.share.tolist(), weights.tail
    ([Fraction(1, 2)], [Fraction(1, 1)], Fraction(1, 2))
    """
    if isinstance(c, Fraction) and len(side.sizes) <= _KEPT:
        return _remembered(tuple(side.sizes.tolist()), side.tail, c)
    return _weigh(side.sizes, side.tail, c)


def weigh_levels(sizes: tuple[int, ...], tail: bool, c: Number) -> Weights:
    """The same, of levels of these sizes."""
    return _remembered(sizes, tail, c) if len(sizes) <= _KEPT else _weigh(np.array(sizes, dtype=np.int64), tail, c)


@lru_cache(maxsize=4096, typed=True)  # typed: 5/2 == 2.5
def _remembered(sizes: tuple[int, ...], tail: bool, c: Number) -> Weights:
    return _weigh(np.array(sizes, dtype=np.int64), tail, c)


def _weigh(sizes: Ints, tail: bool, c: Number) -> Weights:
    if not 0 < c < math.inf:
        raise ParameterError(f"c={c!r}: expected a number above 0, (1 - wn) n / wn")
    listed = like(sizes.sum(), c)
    if not tail:
        each, share = (
            over(like(np.ones(len(sizes), dtype=np.int64), c), listed),
            over(like(1, c), listed - like(sizes, c)),
        )
        nothing = like(0, c).item()
        return Weights(each, share, nothing, nothing, *_whole(each))
    each, share = np.empty((2, len(sizes)), dtype=listed.dtype)
    start = np.cumsum(sizes)
    start -= sizes
    for first in range(0, len(sizes), _PIECE):
        piece = slice(first, first + _PIECE)
        above, held = like(start[piece], c), like(sizes[piece], c)
        reach = c + above
        each[piece], share[piece] = c / (reach * (reach + held)), c / (reach * reach + above * held)
    return Weights(each, share, over(c, c + listed).item(), over(c, listed).item(), *_whole(each))


def _whole(values: Array) -> tuple[Array, Any]:
    if values.dtype != object:
        return values, 1.0
    unit = math.lcm(*(value.denominator for value in values))
    return np.array([value.numerator * (unit // value.denominator) for value in values], dtype=object), unit


def total(values: Array) -> Any:
    """The sum, by halves: roundings stay small, and so do the denominators of exact numbers while they can.

    >>> total(np.array([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], dtype=object))
    Fraction(1, 1)
    """
    if values.dtype != object:
        return float(values.sum())
    while len(values) > _FEW:
        half = len(values) // 2
        values = np.concatenate([values[:half] + values[half : 2 * half], values[2 * half :]])
    return added(values.tolist())
