"""Sums over concordant pairs where both orders have many levels: a merge sort read backwards, O(n log n).

Points are numbered in the first order and listed in the second. Blocks of numbers, at first one, are quartered again and again, and the
listing with them; each pair is met once, in the block where its points part. One code for floats and exact numbers; `kernels` is its faster twin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.relations import kernels
from axiometrics.relations.arrays import Ints

_LEAF = 8
"""Blocks are quartered while the quarters have this many points; in the leaves that remain all pairs are compared."""

_CHUNK = 1 << 16
"""Blocks of up to this many points are finished one after the other, within the processor's cache."""

Columns = tuple[Array, Array, Array]
"""What each listed point gives to those after it, what it gives to those before it, and the sum of what it gets."""


def by_parting(listed: Ints, upper: Array, lower: Array, compiled: bool | None) -> Array:
    """The sums of `concordance.concordant` for points numbered in the order of x and listed in the order of y.

    Those of one level of x are numbered by descending y, those of one level of y listed last number first: then no pair tied in x or in y is
    listed in the order of its numbers, and none counts.
    """
    size = len(listed)
    stages = max(0, (size // _LEAF).bit_length() - 1) // 2
    leaf = -(-size // 4**stages)
    padding = np.arange(size, leaf * 4**stages)
    zeros = np.zeros(len(padding), dtype=upper.dtype)
    given = np.concatenate([upper[listed], zeros])
    asked = given if lower is upper else np.concatenate([lower[listed], zeros])  # shared, both move alike
    listed = np.concatenate([listed, padding])
    steps = kernels.steps(size, compiled) if upper.dtype != object else None
    columns, others, other = (given, asked, np.zeros_like(given)), _empty(given, asked), np.empty_like(listed)
    _finish(columns, listed, others, other, leaf, stages, 0, *(steps or (_part, _compare)))
    if stages % 2:
        columns, listed = others, other
    sums = np.empty_like(given)
    sums[listed] = columns[2]
    return sums[:size]


def _empty(given: Array, asked: Array) -> Columns:
    upper = np.empty_like(given)
    return upper, upper if asked is given else np.empty_like(asked), np.empty_like(given)


def _finish(columns: Columns, listed: Ints, others: Columns, other: Ints, leaf: int, stages: int, first: int, part: Any, compare: Any) -> None:
    """All stages of a block that starts at number `first`. Each moves the listing from one place to the other and back."""
    for stage in reversed(range(stages)):
        quarter = leaf * 4**stage
        part(columns, listed, others, other, quarter, first)
        columns, listed, others, other = others, other, columns, listed
        if len(listed) > _CHUNK:
            for start in range(0, len(listed), quarter):
                piece = slice(start, start + quarter)
                _finish(_cut(columns, piece), listed[piece], _cut(others, piece), other[piece], leaf, stage, first + start, part, compare)
            return
    compare(columns, listed, leaf)


def _cut(columns: Columns, piece: slice) -> Columns:
    upper, lower, sums = columns
    return upper[piece], lower[piece], sums[piece]


def _part(columns: Columns, listed: Ints, others: Columns, other: Ints, quarter: int, first: int) -> None:
    shape = -1, 4 * quarter
    starts = np.arange(0, len(listed), 4 * quarter)[:, np.newaxis]
    rows = _rows(listed.reshape(shape) - (first + starts), quarter)
    upper, lower = ([column[row] for row in rows] for column in columns[:2])
    values, running = np.zeros(len(listed), dtype=columns[0].dtype), np.empty_like(columns[0])
    _gain(columns[2], rows, rows, upper, lower, values.reshape(shape), running.reshape(shape))
    values.fill(0)
    mirrored = [(2 * starts + 4 * quarter - 1 - row.reshape(-1, quarter)).ravel() for row in rows]
    _gain(columns[2], rows[::-1], mirrored[::-1], lower[::-1], upper[::-1], values.reshape(shape), running.reshape(shape))
    for column, moved in zip((*columns, listed), (*others, other), strict=True):
        np.concatenate([column[row].reshape(-1, quarter) for row in rows], axis=1, out=moved.reshape(shape))


def _rows(offsets: Ints, quarter: int) -> list[Ints]:
    """Where the points of each quarter are listed; `offsets` of the points in their block are used up."""
    offsets //= quarter
    return [np.flatnonzero(offsets.ravel() == k) for k in range(4)]


def _gain(sums: Array, rows: list[Ints], places: list[Ints], given: list[Array], asked: list[Array], values: Array, running: Array) -> None:
    """Add, to the sums of the points of the second to fourth quarter, running sums of what the quarters before give: they stand at `places`."""
    for k in range(1, 4):
        values.ravel()[places[k - 1]] = given[k - 1]
        np.cumsum(values, axis=1, out=running)
        sums[rows[k]] += running.ravel()[places[k]] * (asked[k] != 0)


def _compare(columns: Columns, listed: Ints, leaf: int) -> None:
    points, given, asked = (np.ascontiguousarray(column.reshape(-1, leaf).T) for column in (listed, *columns[:2]))
    above, below = np.zeros_like(given), np.zeros_like(asked)
    for k in range(1, leaf):
        below[:k] += asked[k] * (points[:k] < points[k])
        above[k:] += given[k - 1] * (points[k - 1] < points[k:])
    sums = columns[2].reshape(-1, leaf)
    sums += (above * (asked != 0)).T
    sums += (below * (given != 0)).T
