"""Reliability over clustering relations (Amigo et al. 2013, section 3.3): documents of one cluster, each document with
itself, the tail with the tail.

R~ = T + sum over clusters K of (w_K / |K|) sum over i, k in K of P(i, k). Among documents that occur once on both sides
P is 1 or 0, by whether they share a cluster of the other side: the cells of a contingency table, O(n). Pairs that touch
a repeated document are enumerated (`overlapping`). Documents that the other side does not list have no relation there,
whatever the reading of priority.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from axiometrics.core.arithmetic import Array, like, over
from axiometrics.relations.arrays import Arrays, Ints
from axiometrics.relations.judgement import Judgement, Sides, lacking
from axiometrics.relations.ordering import ordering
from axiometrics.relations.overlaps import overlapping_pairs
from axiometrics.relations.weights import Number, total, weigh

Rows: TypeAlias = Ints | slice

_ROOM = 4
"""Cells are counted in a table of up to this many cells a document, else by sorting."""


def judge(own: Arrays, other: Arrays, c: Number) -> Judgement:
    """R~ of `own` judged by `other`: exact where `c` is a `Fraction`, else in floats. Nothing listed and no tail: 0
    (`Judgement.lacking`).

    >>> from fractions import Fraction
    >>> judge(Arrays.clustering([0, 0, 0]), Arrays.clustering([0, 0, 1]), Fraction(1)).kept.tolist()
    [Fraction(2, 9), Fraction(2, 9), Fraction(1, 9)]
    """
    rows, there = _once(own, other)
    counts = like(_counts(*_codes(own, other, rows, there)), c)
    weights = weigh(own, c)
    matched = (
        overlapping_pairs(Sides(own, other), c)
        if own.repeats or other.repeats
        else like(np.zeros(own.size, dtype=np.int64), c)
    )
    matched[rows] += counts
    parts = _shares(own, weights.scaled)[own.cluster] * matched
    return Judgement(
        own, weights.scaled, parts, weights.unit, weights.tail, weights.tail, lacking(own.used, own.tail, "clustering")
    )


def values(system: Arrays, gold: Arrays, c: float) -> tuple[float, float]:
    """R~ of the system judged by the gold and of the gold judged by the system, in floats, from one contingency table,
    summed by cluster.
    """
    rows, there = _once(system, gold)
    codes, cells = _codes(system, gold, rows, there)
    if cells <= _ROOM * len(codes):
        table = np.bincount(codes, minlength=cells).reshape(system.clusters, gold.clusters)
        squares = [np.einsum("ij,ij->i", table, table), np.einsum("ij,ij->j", table, table)]
    else:
        counts = _counts(codes, cells)
        squares = [
            np.bincount(side.cluster[own], counts, side.clusters) for side, own in ((system, rows), (gold, there))
        ]
    return _value(system, gold, squares[0], c), _value(gold, system, squares[1], c)


def _value(own: Arrays, other: Arrays, matched: Array, c: float) -> float:
    """R~ from the squares by cluster, to which the pairs that touch a repeated document are added."""
    if own.repeats or other.repeats:
        matched = matched + np.bincount(own.cluster, overlapping_pairs(Sides(own, other), c), own.clusters)
    weights = weigh(own, c)
    return float(min(total(_shares(own, weights.each) * matched) + weights.tail, 1.0))


def _shares(own: Arrays, weight: Array) -> Array:
    """w_K / |K| by cluster, from the weights by level."""
    level = np.zeros(own.clusters, dtype=np.int64)
    if len(own.sizes) > 1:
        level[own.cluster] = own.level
    return over(weight[level], like(np.bincount(own.cluster, minlength=own.clusters), weight))


def _once(own: Arrays, other: Arrays) -> tuple[Rows, Rows]:
    """The rows here and there of the documents that occur once on both sides."""
    if not own.repeats and np.array_equal(own.document, other.document):
        return slice(None), slice(None)
    sides = Sides(own, other)
    places = np.full(sides.universe, -1)
    places[other.document] = np.arange(other.size)
    rows = np.flatnonzero(((sides.held == 1) & (sides.wanted == 1))[own.document])
    return rows, places[own.document[rows]]


def _codes(own: Arrays, other: Arrays, rows: Rows, there: Rows) -> tuple[Ints, int]:
    """The cell of the contingency table that each document is in, and how many cells there are."""
    codes = own.cluster[rows] * other.clusters
    codes += other.cluster[there]
    return codes, own.clusters * other.clusters


def _counts(codes: Ints, cells: int) -> Ints:
    """How many documents are in the cell of each."""
    if cells <= _ROOM * len(codes):
        return np.asarray(np.bincount(codes, minlength=cells)[codes])
    order = ordering(codes)
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    lengths = np.diff(starts, append=len(codes))
    counts = np.empty_like(codes)
    counts[order] = np.repeat(lengths, lengths)
    return counts
