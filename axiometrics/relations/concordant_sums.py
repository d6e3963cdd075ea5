"""Sums over concordant pairs where both orders have many levels: a merge sort read backwards, O(n log n).

Points are numbered in the first order and listed in the second. Blocks of numbers, at first one, are halved again and
again, and the listing with them; each pair is met once, in the block where its points part. One code for floats and
exact numbers; `kernels` is its faster twin.

Only the points before a point in both orders are summed. The points after it in both orders are all points listed after
it, less the points listed after it and numbered before it; and the latter are all points numbered before it, less the
points before it in both orders. So two running sums replace a second pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array
from axiometrics.relations import kernels
from axiometrics.relations.arrays import Ints
from axiometrics.relations.ordering import unplaced

_LEAF = 8
"""Blocks are halved while the halves have this many points; in the leaves that remain all pairs are compared."""

_CHUNK = 1 << 15
"""Blocks of up to this many points are finished one after the other, within the processor's cache."""

Numbers = npt.NDArray[np.signedinteger[Any]]

Columns = tuple[Array, Array, Numbers]
"""For each listed point: its value, the sum of the values before it in both orders, and its number within its block."""


def by_parting(listed: Numbers, upper: Array, lower: Array, compiled: bool | None) -> Array:
    """The sums of `concordance.concordant` for points numbered in the order of x and listed in the order of y.

    Those of one level of x are numbered by descending y, those of one level of y listed last number first: then no pair
    tied in x or in y is listed in the order of its numbers, and none counts.
    """
    values = lower[listed]
    above = _before(listed, values if lower is upper else upper[listed], compiled)
    running = np.cumsum(values[::-1])[::-1]
    running[:-1], running[-1:] = running[1:], 0 * values[-1:]  # listed after each
    below = np.empty_like(lower)
    below[listed] = running
    below[1:] -= np.cumsum(lower[:-1])
    below += above if lower is upper else _before(listed, values, compiled)
    np.maximum(below, 0 * below, out=below)  # what floats round below 0 is nothing
    above *= lower != 0
    below *= upper != 0
    above += below
    return above


def _before(listed: Numbers, values: Array, compiled: bool | None) -> Array:
    """For each point the sum of the values of those that are numbered and listed before it; `values` are in the
    order of the listing.
    """
    size = len(listed)
    stages = max(0, (size // _LEAF).bit_length() - 1)
    leaf = -(-size // 2**stages)
    room = leaf * 2**stages
    points = unplaced(room)
    points[:size], points[size:] = listed, np.arange(size, room)
    columns: Columns = (np.zeros(room, values.dtype), np.zeros(room, values.dtype), points)
    columns[0][:size] = values
    others: Columns = (np.empty_like(columns[0]), np.empty_like(columns[1]), np.empty_like(points))
    steps = kernels.steps(size, compiled) if values.dtype != object else None
    _finish(columns, others, np.empty(room, np.intp), leaf, stages, *(steps or (_part, _compare)))
    return (columns if stages % 2 else others)[1][:size]


def _finish(columns: Columns, others: Columns, order: Ints, leaf: int, stages: int, part: Any, compare: Any) -> None:
    """All stages of a block. Each moves the listing from one place to the other; at last, the sums are put in the order
    of the numbers.
    """
    for stage in reversed(range(stages)):
        half = leaf * 2**stage
        part(*columns, *others, order, half)
        columns, others = others, columns
        if len(order) > _CHUNK:
            for piece in (slice(half), slice(half, None)):
                (values, sums, points), (to_values, to_sums, to_points) = columns, others
                _finish(
                    (values[piece], sums[piece], points[piece]),
                    (to_values[piece], to_sums[piece], to_points[piece]),
                    order[piece],
                    leaf,
                    stage,
                    part,
                    compare,
                )
            return
    compare(*columns, others[1], leaf)


def _part(
    values: Array,
    sums: Array,
    points: Numbers,
    to_values: Array,
    to_sums: Array,
    to_points: Numbers,
    order: Ints,
    half: int,
) -> None:
    later = points >= half
    parts, blocks = order.reshape(-1, 2, half), len(order) // (2 * half)
    parts[:, 0], parts[:, 1] = (np.flatnonzero(of).reshape(-1, half) for of in (~later, later))
    for column, moved in ((values, to_values), (sums, to_sums), (points, to_points)):
        np.take(column, order, out=moved, mode="clip")
    to_points.reshape(-1, 2, half)[:, 1] -= half
    seen = np.zeros((blocks, half + 1), dtype=values.dtype)
    np.cumsum(to_values.reshape(-1, 2, half)[:, 0], axis=1, out=seen[:, 1:])
    places = parts[:, 1] - np.arange(half)  # where it would stand among the first half
    places -= (half - 1) * np.arange(blocks)[:, np.newaxis]
    to_sums.reshape(-1, 2, half)[:, 1] += seen.take(places)


def _compare(values: Array, sums: Array, points: Numbers, to_sums: Array, leaf: int) -> None:
    number, value = (np.ascontiguousarray(column.reshape(-1, leaf).T) for column in (points, values))
    above = np.zeros_like(value)
    for k in range(1, leaf):
        above[k:] += value[k - 1] * (number[k - 1] < number[k:])
    places = points.reshape(-1, leaf) + leaf * np.arange(len(points) // leaf)[:, np.newaxis]
    to_sums[places] = sums.reshape(-1, leaf) + above.T
