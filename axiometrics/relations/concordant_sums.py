"""Sums over concordant pairs where both orders have many levels: a merge sort read backwards, O(n log n).

Points are numbered in the first order and listed in the second. Blocks of numbers, at first one, are quartered again
and again, and the listing with them; each pair is met once, in the block where its points part. One code for floats and
exact numbers; `kernels` is its faster twin.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array
from axiometrics.relations import kernels
from axiometrics.relations.arrays import Ints

_LEAF = 8
"""Blocks are quartered while the quarters have this many points; in the leaves that remain all pairs are compared."""

_CHUNK = 1 << 16
"""Blocks of up to this many points are finished one after the other, within the processor's cache."""

Columns = tuple[Array, Array, Array]
"""What each listed point gives to those after it, what it gives to those before it, and the sum of what it gets."""


def by_parting(listed: npt.NDArray[np.signedinteger[Any]], upper: Array, lower: Array, compiled: bool | None) -> Array:
    """The sums of `concordance.concordant` for points numbered in the order of x and listed in the order of y.

    Those of one level of x are numbered by descending y, those of one level of y listed last number first: then no pair
    tied in x or in y is listed in the order of its numbers, and none counts.
    """
    size = len(listed)
    stages = max(0, (size // _LEAF).bit_length() - 1) // 2
    leaf = -(-size // 4**stages)
    room = leaf * 4**stages
    points, other = np.empty((2, room), dtype=np.int64)
    points[:size], points[size:] = listed, np.arange(size, room)
    values = [upper] if lower is upper else [upper, lower]  # one column where they are one
    columns, others = (_columns(np.zeros((len(values) + 1, room), dtype=upper.dtype)) for _ in range(2))
    for value, column in zip(values, columns, strict=False):
        np.take(value, points[:size], out=column[:size], mode="clip")  # the other modes copy
    steps = kernels.steps(size, compiled) if upper.dtype != object else None
    _finish(columns, points, others, other, leaf, stages, 0, *(steps or (_part, _compare)))
    if stages % 2:
        columns, points, others = others, other, columns
    sums = others[0]
    sums[points] = columns[2]
    return sums[:size]


def _columns(block: Array) -> Columns:
    """The rows of a block, two where what points give upwards and downwards is one."""
    upper, *lower, sums = block
    return upper, lower[0] if lower else upper, sums


def _finish(
    columns: Columns,
    listed: Ints,
    others: Columns,
    other: Ints,
    leaf: int,
    stages: int,
    first: int,
    part: Any,
    compare: Any,
) -> None:
    """All stages of a block that starts at number `first`. Each moves the listing from one place to the other and
    back.
    """
    for stage in reversed(range(stages)):
        quarter = leaf * 4**stage
        part(columns, listed, others, other, quarter, first)
        columns, listed, others, other = others, other, columns, listed
        if len(listed) > _CHUNK:
            for start in range(0, len(listed), quarter):
                piece = slice(start, start + quarter)
                _finish(
                    _cut(columns, piece),
                    listed[piece],
                    _cut(others, piece),
                    other[piece],
                    leaf,
                    stage,
                    first + start,
                    part,
                    compare,
                )
            return
    compare(columns, listed, leaf)


def _cut(columns: Columns, piece: slice) -> Columns:
    upper, lower, sums = columns
    part = upper[piece]
    return part, part if lower is upper else lower[piece], sums[piece]


def _part(columns: Columns, listed: Ints, others: Columns, other: Ints, quarter: int, first: int) -> None:
    """Blocks of more than a chunk come one at a time, and are gone through chunk by chunk, forth and back; smaller ones
    come together.

    A point meets the points of the other half of its block (far), then those of the other quarter of its half (near).
    """
    blocks = len(listed) // (4 * quarter)
    starts = np.arange(first, first + len(listed), 4 * quarter)[:, np.newaxis]
    uppers, lowers, sums, points = (column.reshape(blocks, 4, quarter) for column in (*others, other))
    nothing = np.zeros((blocks, 1), dtype=sums.dtype)
    seen, ends, chunks = [nothing] * 3, [0] * 4, []
    for start in range(0, len(listed), _CHUNK):
        chunk = slice(start, start + _CHUNK)
        upper, lower, summed = _cut(columns, chunk)
        halves, low, high = _quartered(listed[chunk].reshape(blocks, -1) - starts, quarter)
        rows = [halves.rows[k // 2][row] for k, row in enumerate((*low.rows, *high.rows))]
        cuts = [slice(end, end + len(row) // blocks) for end, row in zip(ends, rows, strict=True)]
        ends = [cut.stop for cut in cuts]
        for k, (row, cut) in enumerate(zip(rows, cuts, strict=True)):
            for column, moved in zip((upper, summed, listed[chunk]), (uppers, sums, points), strict=True):
                moved[:, k, cut] = column[row].reshape(blocks, -1)
            if lower is not upper:
                lowers[:, k, cut] = lower[row].reshape(blocks, -1)
        far, seen[0] = _met(upper[halves.rows[0]], seen[0], halves.places[1])
        near, seen[1] = _met(uppers[:, 0, cuts[0]], seen[1], low.places[1])
        last, seen[2] = _met(uppers[:, 2, cuts[2]], seen[2], high.places[1])
        for k, above in enumerate((near, far[high.rows[0]], far[high.rows[1]] + last), 1):
            sums[:, k, cuts[k]] += above.reshape(blocks, -1) * (lowers[:, k, cuts[k]] != 0)
        chunks.append((lower, halves, low, high, cuts))
    seen = [nothing] * 3
    for lower, halves, low, high, cuts in reversed(chunks):
        far, seen[0] = _met(lower[halves.rows[1]], seen[0], halves.places[0], -1)
        near, seen[1] = _met(lowers[:, 1, cuts[1]], seen[1], low.places[0], -1)
        last, seen[2] = _met(lowers[:, 3, cuts[3]], seen[2], high.places[0], -1)
        for k, below in enumerate((far[low.rows[0]] + near, far[low.rows[1]], last)):
            sums[:, k, cuts[k]] += below.reshape(blocks, -1) * (uppers[:, k, cuts[k]] != 0)


class _Parts(NamedTuple):
    """Two parts of each block: where their points are listed, and the place among the points of the other part that
    each of them stands at.
    """

    rows: tuple[Ints, Ints]
    places: tuple[Ints, Ints]

    @classmethod
    def of(cls, later: npt.NDArray[np.bool_]) -> _Parts:
        rows = np.flatnonzero(~later), np.flatnonzero(later)
        return cls(rows, (_places(rows[0], len(later)), _places(rows[1], len(later))))


def _places(rows: Ints, blocks: int) -> Ints:
    """How many of the others are listed before each; block after block, one place more in each for all of them."""
    return (
        rows.reshape(blocks, -1) - np.arange(len(rows)).reshape(blocks, -1) + np.arange(blocks)[:, np.newaxis]
    ).ravel()


def _quartered(offsets: Ints, quarter: int) -> tuple[_Parts, _Parts, _Parts]:
    """The halves of the blocks, then the quarters of either half."""
    second, third, fourth = (offsets >= k * quarter for k in (1, 2, 3))
    halves, odd = _Parts.of(third), (second ^ third ^ fourth).ravel()
    low, high = (_Parts.of(odd[rows].reshape(len(offsets), -1)) for rows in halves.rows)
    return halves, low, high


def _met(given: Array, seen: Array, places: Ints, step: int = 1) -> tuple[Array, Array]:
    """What has been given before each place, going forth or back (`step` -1) from what was `seen` already; and all that
    is seen in the end.
    """
    values = np.concatenate([seen, given.reshape(len(seen), -1)][::step], axis=1)
    running = np.empty_like(values)
    np.cumsum(values[:, ::step], axis=1, out=running[:, ::step])
    return running.take(places), running[:, ::step][:, -1:]


def _compare(columns: Columns, listed: Ints, leaf: int) -> None:
    points, given, asked = (np.ascontiguousarray(column.reshape(-1, leaf).T) for column in (listed, *columns[:2]))
    above, below = np.zeros_like(given), np.zeros_like(asked)
    for k in range(1, leaf):
        below[:k] += asked[k] * (points[:k] < points[k])
        above[k:] += given[k - 1] * (points[k - 1] < points[k:])
    sums = columns[2].reshape(-1, leaf)
    sums += (above * (asked != 0)).T
    sums += (below * (given != 0)).T
