"""The priority pairs that touch a document which the judged organization repeats: enumerated, document by document, in
blocks of bounded size.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array, like, over
from axiometrics.relations.arrays import Arrays, Ints
from axiometrics.relations.concordance import prefix
from axiometrics.relations.judgement import Sides

_CELLS = 1 << 18
"""A block has about this many pairs, or those of one document if they are more."""


def repeated_pairs(sides: Sides, scaled: Array, lookup: bool) -> Array:
    """By occurrence, sum of P(i, k) w_k over the k at other levels such that i's document or k's is repeated; `scaled`
    has the weights by level.

    `lookup`: a document that the other side does not list is in its tail, below all it lists.
    """
    own = sides.own
    sums = np.zeros(own.size, dtype=scaled.dtype)
    if len(own.sizes) < 2 or (len(sides.other.sizes) < 2 and not lookup):
        return sums  # where one side has one level, no document is above another on both sides
    alone = scaled[own.level] * (sides.held == 1)[own.document]
    for block in _blocks(sides, lookup):
        standing = Standing(own, block, sides.universe)
        over_other, under_other = _judged(sides, block, lookup)
        above = over(like(np.minimum(standing.over, over_other), scaled), like(standing.over, scaled))[:, own.document]
        below = over(like(np.minimum(standing.under, under_other), scaled), like(standing.under, scaled))[
            :, own.document
        ]
        weights = prefix(standing.on_levels * scaled)
        sums += (above * weights[:, own.level] + below * (weights[:, -1:] - weights[:, own.level + 1])).sum(axis=0)
        row, place = standing.row, standing.place
        level = own.level[place]
        lower, upper = prefix(above * alone), prefix(below * alone)
        sums[place] += lower[row, -1] - lower[row, own.bounds[level + 1]] + upper[row, own.bounds[level]]
    return sums


class Standing:
    """How the documents of a block stand to every document in one organization.

    `row` and `place` are their occurrences there, as rows of the block and of the arrays; `on_levels` is how often
    each stands on each level; `over` and `under` are r>(d, e) and r>(e, d), for d in the block and each e.
    """

    def __init__(self, side: Arrays, block: Ints, universe: int) -> None:
        rows = np.full(universe, -1)
        rows[block] = np.arange(len(block))
        standing = rows[side.document]
        self.place = np.flatnonzero(standing >= 0)
        self.row = standing[self.place]
        shape = len(block), len(side.sizes)
        self.on_levels = np.bincount(
            self.row * shape[1] + side.level[self.place], minlength=shape[0] * shape[1]
        ).reshape(shape)
        counts = prefix(self.on_levels)
        self.over = self._by_document(side, counts[:, side.level], universe)
        self.under = self._by_document(side, counts[:, -1:] - counts[:, side.level + 1], universe)

    @staticmethod
    def _by_document(side: Arrays, times: Ints, universe: int) -> Ints:
        cells = np.arange(len(times))[:, np.newaxis] * universe + side.document
        return (
            np.bincount(cells.ravel(), weights=times.ravel(), minlength=len(times) * universe)
            .reshape(-1, universe)
            .astype(np.int64)
        )


def _judged(sides: Sides, block: Ints, lookup: bool) -> tuple[Ints, Ints]:
    """r>(d, e) and r>(e, d) of the other side."""
    standing = Standing(sides.other, block, sides.universe)
    if lookup:
        missing = sides.wanted == 0
        standing.over[:, missing] = sides.wanted[block][:, np.newaxis]
        standing.under[missing[block]] = sides.wanted
    return standing.over, standing.under


def _blocks(sides: Sides, lookup: bool) -> Iterator[npt.NDArray[np.int64]]:
    """The repeated documents that can have a relation of the other side at all."""
    chosen = np.flatnonzero((sides.held > 1) & (lookup | (sides.wanted > 0)))
    width = max(sides.universe, sides.own.size, sides.other.size, len(sides.own.sizes), len(sides.other.sizes), 1)
    step = max(1, _CELLS // width)
    for start in range(0, len(chosen), step):
        yield chosen[start : start + step]
