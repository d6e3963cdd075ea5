"""Sums over concordant pairs: for each point, the values of the points that are before it in both of two orders, and
after it in both.

Prefix sums where one of the orders has few levels, O(n g) with g levels; else `concordant_sums`, O(n log n). Both are
one code for floats and for exact numbers.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array
from axiometrics.relations.arrays import Ints
from axiometrics.relations.concordant_sums import by_parting
from axiometrics.relations.ordering import ordering

_PIECE = 1 << 14
"""Running sums are taken over about this many points at a time, within the processor's cache."""

FEW = 12
"""Prefix sums are taken level by level up to this many levels."""


def concordant(
    x: Ints,
    y: Ints,
    shape: tuple[int, int],
    upper: Array,
    lower: Array,
    compiled: bool | None = None,
    by_y: npt.NDArray[np.signedinteger[Any]] | None = None,
) -> Array:
    """sums[k] = sum of upper[i] over the i with x[i] < x[k] and y[i] < y[k], plus sum of lower[j] over the j with x[k]
    < x[j] and y[k] < y[j].

    A point may stand on one side of the pairs only: where lower[k] is 0 the first part is left out, where upper[k] is 0
    the second. `x` never decreases; the two orders have levels 0 .. shape - 1. `compiled`: whether numba parts the
    points, see `kernels.steps`. `by_y`: the points in the order of y, of one level the last first, where that is known.

    >>> values = np.array([1.0, 2.0, 4.0])
    >>> concordant(np.array([0, 1, 2]), np.array([0, 2, 1]), (3, 3), values, values).tolist()
    [6.0, 1.0, 1.0]
    """
    rows, columns = shape
    if columns <= FEW or not len(x):
        return _by_levels(np.bincount(x, minlength=rows), y, columns, upper, lower)
    if rows <= FEW:
        order = ordering(y) if by_y is None else by_y
        return _restored(
            order, _by_levels(np.bincount(y), x.astype(np.int8)[order], rows, *_ordered(order, upper, lower))
        )
    if not (x[1:] > x[:-1]).all():
        order = ordering(columns - y)
        order = order[ordering(x[order])]
        return _restored(order, by_parting(_listing(y[order]), *_ordered(order, upper, lower), compiled))
    return by_parting(_listing(y) if by_y is None else by_y, upper, lower, compiled)


def _listing(y: Ints) -> Ints:
    """The points in the order of y, those of one level last number first."""
    return np.asarray(len(y) - 1 - ordering(y[::-1]))


def prefix(values: Array) -> Array:
    """The sums of the first 0, 1, 2, ... values, along the last axis."""
    return np.concatenate([np.zeros((*values.shape[:-1], 1), dtype=values.dtype), np.cumsum(values, axis=-1)], axis=-1)


def _ordered(order: Ints, upper: Array, lower: Array) -> tuple[Array, Array]:
    """Both in that order; one array if they are one."""
    ordered = upper[order]
    return ordered, ordered if lower is upper else lower[order]


def _restored(order: Ints, sums: Array) -> Array:
    restored = np.empty_like(sums)
    restored[order] = sums
    return restored


def _by_levels(sizes: Ints, y: npt.NDArray[Any], columns: int, upper: Array, lower: Array) -> Array:
    """For each level of y, running sums along x of what is better, and backwards of what is worse.

    The points stand in the order of x; `sizes` says how many stand on each of its levels. They are taken in pieces that
    begin and end with a level.
    """
    starts = np.concatenate(([0], np.cumsum(sizes)))
    pieces = _pieces(starts)
    sums = np.zeros_like(upper)
    better, worse = np.zeros((2, columns), dtype=upper.dtype)
    for piece, levels in pieces:
        before = np.repeat(starts[levels] - piece.start, sizes[levels])
        _run(y[piece], before, upper[piece], lower[piece], sums[piece], better)
    for piece, levels in reversed(pieces):
        after = np.repeat(piece.stop - starts[1:][levels], sizes[levels])
        _run(
            columns - 1 - y[piece][::-1],
            after[::-1],
            lower[piece][::-1],
            upper[piece][::-1],
            sums[piece][::-1],
            worse,
        )
    return sums


def _pieces(starts: Ints) -> list[tuple[slice, slice]]:
    """The points in pieces, each with its levels, of which `starts` has the first points and last the number of all."""
    count = int(starts[-1])
    cuts = np.searchsorted(starts, np.arange(0, count, _PIECE), side="right") - 1  # the levels of these points
    edges = [*dict.fromkeys(cuts.tolist()), len(starts) - 1]
    return [(slice(*starts[[first, last]].tolist()), slice(first, last)) for first, last in pairwise(edges)]


def _run(y: npt.NDArray[Any], before: Ints, values: Array, wanted: Array, sums: Array, carried: Array) -> None:
    """Add to the sum of each point whose `wanted` is not 0 the values of the points on lower levels of y. `carried` has
    the sums of the pieces before this one, by level; within this piece the first `before` points count.
    """
    for level in range(1, len(carried)):
        points = np.flatnonzero(y == level)
        running = np.cumsum(np.concatenate([carried[level : level + 1], values * (y < level)]))
        sums[points] += running[before[points]] * (wanted[points] != 0)
        carried[level] = running[-1]
