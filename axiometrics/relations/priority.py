"""Reliability over priority relations (Amigo et al. 2013, section 3.3): documents of different levels, and documents above the tail.

R> = sum over occurrences i of (w_i / W_i) (sum over k at other levels of P(i, k) w_k + Pt(i) T) + T / (1 - T) sum over i of Pt(i) w_i. A document
that occurs once in the judged organization has P = 1 or 0, by the better of its levels in the other one where it is above and the worse where
it is below: those pairs are concordances. Pairs that touch a document repeated in the judged organization are enumerated (`repeated`).
"""

from __future__ import annotations

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.relations.arrays import Arrays, Ints
from axiometrics.relations.concordance import FEW, concordant
from axiometrics.relations.judgement import Judgement, Sides, checked, lacking
from axiometrics.relations.ordering import ordering
from axiometrics.relations.repeated import repeated_pairs
from axiometrics.relations.weights import Number, total, weigh


def judge(own: Arrays, other: Arrays, c: Number, reading: str = "listed", compiled: bool | None = None) -> Judgement:
    """R> of `own` judged by `other`: exact where `c` is a `Fraction`, else in floats. Documents of one level are tied: no relation.

    `reading` says what a document that `other` does not list counts for (`judgement.READINGS`); `compiled` is as in `kernels.steps`.
    Without any relation (`Judgement.lacking`) the value is 0.

    >>> from fractions import Fraction
    >>> judge(Arrays.ranking([0, 1]), Arrays.graded([1, 1]), Fraction(1)).value
    Fraction(11, 15)
    """
    lookup = checked(reading) == "tail-lookup" and other.tail
    sides, weights = Sides(own, other), weigh(own, c)
    weight, unit = weights.scaled[own.level], weights.unit
    ordered = _once(sides, weight, lookup, compiled)
    if own.repeats:
        ordered = ordered + repeated_pairs(sides, weights.scaled, lookup)
    tail_kept = weights.tail * 0
    if own.tail:
        shared = sides.shared(c)
        ordered = ordered + (1 if reading == "tail-certain" else shared) * (weights.tail * unit)
        tail_kept = weights.beyond * total(shared * weight) / unit
    return Judgement(own, weights.scaled, weights.share[own.level] * ordered, unit, weights.tail, tail_kept, lacking(own.used, own.tail, "priority"))


def _once(sides: Sides, weight: Array, lookup: bool, compiled: bool | None) -> Array:
    """By occurrence of a document that occurs once: the weight of the others of its kind that it is rightly above or below."""
    own, other = sides.own, sides.other
    shape = len(own.sizes), len(other.sizes) + 1
    taken = sides.place < shape[1] - (not lookup)
    if own.repeats:
        taken &= (sides.held == 1)[own.document]
    rows = slice(None) if taken.all() else np.flatnonzero(taken)
    x, y, values, document = own.level[rows], sides.place[rows], weight[rows], own.document[rows]
    sums = np.zeros_like(weight)
    if not other.repeats:
        strict = shape[1] > FEW and int(other.sizes.max()) == 1
        sums[rows] = concordant(x, y, shape, values, values, compiled, _order(sides, document, y) if strict else None)
        return sums
    worst = sides.found[1][document]
    apart = np.flatnonzero(y != worst)
    upper, lower = np.concatenate([values, values[apart] * 0]), np.concatenate([values * (y == worst), values[apart]])
    point = np.concatenate([np.arange(len(x)), apart])
    order = ordering(x[point])
    found = concordant(x[point[order]], np.concatenate([y, worst[apart]])[order], shape, upper[order], lower[order], compiled)
    np.add.at(sums, np.arange(own.size)[rows][point[order]], found)
    return sums


def _order(sides: Sides, document: Ints, y: Ints) -> Ints:
    """The points, of one document each, in the order of the other side, a strict ranking; what it does not list comes last, the last first."""
    point = np.full(sides.universe, -1)
    point[document] = np.arange(len(document))
    listed = point[sides.other.document]
    if listed.min(initial=0) < 0:
        listed = listed[listed >= 0]
    return listed if len(listed) == len(y) else np.concatenate([listed, np.flatnonzero(y == len(sides.other.sizes))[::-1]])
