"""The pairs of one cluster that touch a document which either side repeats: enumerated, in blocks of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array, like, over
from axiometrics.relations.arrays import Arrays, Ints
from axiometrics.relations.concordance import prefix
from axiometrics.relations.judgement import Sides
from axiometrics.relations.ordering import ordering

_PAIRS = 1 << 18
"""A block has about this many pairs, or those of one document if they are more."""


def overlapping_pairs(sides: Sides, model: Any) -> Array:
    """By occurrence i, in cluster K: sum of P(i, k) over the k in K such that i's document or k's is repeated, as
    numbers of the kind of `model`.
    """
    sums = like(np.zeros(sides.own.size, dtype=np.int64), model)
    own, other = Members(sides.own, sides.held), Members(sides.other, sides.wanted)
    for block in _blocks(sides, own, other):
        centre, mate, codes = own.pairs(block, sides.universe)
        relations, which, held = np.unique(codes, return_inverse=True, return_counts=True)
        judged = np.sort(other.pairs(block, sides.universe)[2])
        wanted = np.searchsorted(judged, relations, "right") - np.searchsorted(judged, relations, "left")
        shares = over(like(np.minimum(held, wanted), model), like(held, model))[which]
        np.add.at(sums, centre, shares)
        once = ~sides.overlapping[sides.own.document[mate]]
        np.add.at(sums, mate[once], shares[once])
    return sums


class Members:
    """The occurrences of one organization by cluster and by document."""

    def __init__(self, side: Arrays, counts: Ints) -> None:
        self.side, self.counts = side, counts
        self.sizes = np.bincount(side.cluster, minlength=side.clusters)

    @cached_property
    def by_cluster(self) -> tuple[Ints, Ints]:
        """The occurrences in the order of their clusters, and where each cluster starts."""
        return ordering(self.side.cluster), prefix(self.sizes)

    @cached_property
    def by_document(self) -> tuple[Ints, Ints]:
        """The occurrences in the order of their documents, and where each document starts."""
        return ordering(self.side.document), prefix(self.counts)

    @cached_property
    def cost(self) -> Ints:
        """How many pairs each document is in."""
        return np.bincount(
            self.side.document, weights=self.sizes[self.side.cluster], minlength=len(self.counts)
        ).astype(np.int64)

    def pairs(self, block: Ints, universe: int) -> tuple[Ints, Ints, Ints]:
        """The pairs (i, k) of one cluster with i's document in the block: the occurrences i, the occurrences k, a code
        of both documents.
        """
        order, starts = self.by_document
        centres = order[_ranges(starts[block], self.counts[block])]
        row = np.repeat(np.arange(len(block)), self.counts[block])
        order, starts = self.by_cluster
        cluster = self.side.cluster[centres]
        mates = order[_ranges(starts[cluster], self.sizes[cluster])]
        codes = np.repeat(row, self.sizes[cluster]) * universe + self.side.document[mates]
        return np.repeat(centres, self.sizes[cluster]), mates, codes


def _ranges(starts: Ints, lengths: Ints) -> Ints:
    """The numbers start, start + 1, ... of each range, one range after the other."""
    before = prefix(lengths)
    return np.repeat(starts - before[:-1], lengths) + np.arange(before[-1])


def _blocks(sides: Sides, own: Members, other: Members) -> Iterator[Ints]:
    chosen = np.flatnonzero(sides.overlapping)
    if chosen.size:
        parts = np.cumsum((own.cost + other.cost)[chosen]) // _PAIRS
        yield from np.split(chosen, np.flatnonzero(np.diff(parts)) + 1)
