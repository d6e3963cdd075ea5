"""Reliability over priority relations (Amigo et al. 2013, section 3.3): documents of different levels, and documents
above the tail.

R> = sum over occurrences i of (w_i / W_i) (sum over k at other levels of P(i, k) w_k + Pt(i) T) + T / (1 - T) sum over
i of Pt(i) w_i. A document that occurs once in the judged organization has P = 1 or 0, by the better of its levels in
the other one where it is above and the worse where it is below: those pairs are concordances. Pairs that touch a
document repeated in the judged organization are enumerated (`repeated`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.arithmetic import Array
from axiometrics.relations.arrays import Arrays, Ints
from axiometrics.relations.concordance import FEW, concordant
from axiometrics.relations.concordant_sums import by_parting
from axiometrics.relations.judgement import Judgement, Sides, checked, lacking
from axiometrics.relations.ordering import ordering, scattered
from axiometrics.relations.repeated import repeated_pairs
from axiometrics.relations.weights import Number, total, weigh

_SPARED = 0.1
"""Up to this share of the documents that have no relation stay among the others, without weight: cheaper than to copy
the others.
"""


def judge(own: Arrays, other: Arrays, c: Number, reading: str = "listed", compiled: bool | None = None) -> Judgement:
    """R> of `own` judged by `other`: exact where `c` is a `Fraction`, else in floats. Documents of one level are tied:
    no relation.

    `reading` says what a document that `other` does not list counts for (`judgement.READINGS`); `compiled` is as in
    `kernels.steps`. Without any relation (`Judgement.lacking`) the value is 0.

    >>> from fractions import Fraction
    >>> judge(Arrays.ranking([0, 1]), Arrays.graded([1, 1]), Fraction(1)).value
    Fraction(11, 15)
    """
    lookup = checked(reading) == "tail-lookup" and other.tail
    sides, weights = Sides(own, other), weigh(own, c)
    weight, unit = weights.scaled[own.level], weights.unit
    ordered = _once(sides, weight, lookup, compiled)
    if own.repeats:
        ordered += repeated_pairs(sides, weights.scaled, lookup)
    tail_kept = weights.tail * 0
    if own.tail:
        shared = sides.shared(c)
        ordered += (1 if reading == "tail-certain" else shared) * (weights.tail * unit)
        shared *= weight
        tail_kept = weights.beyond * total(shared) / unit
    ordered *= weights.share[own.level]
    return Judgement(
        own, weights.scaled, ordered, unit, weights.tail, tail_kept, lacking(own.used, own.tail, "priority")
    )


def _once(sides: Sides, weight: Array, lookup: bool, compiled: bool | None) -> Array:
    """By occurrence of a document that occurs once: the weight of the others of its kind that it is rightly above or
    below.

    In `weight`, some of the documents that have no relation are set to 0.
    """
    own, other = sides.own, sides.other
    shape = len(own.sizes), len(other.sizes) + 1
    taken = np.ones(own.size, dtype=np.bool_) if lookup else sides.listed
    if own.repeats:
        taken = taken & (sides.held == 1)[own.document]
    idle = np.flatnonzero(~taken)
    rows: Ints | slice = slice(None)  # the points
    if own.repeats or len(idle) > _SPARED * own.size:
        rows = np.flatnonzero(taken)
    else:
        weight[idle] = 0
    x, values, document = own.level[rows], weight[rows], own.document[rows]
    if not other.repeats:
        strict = shape[1] > FEW and int(other.sizes.max()) == 1
        order = _order(sides, document, sides.listed[rows]) if strict else None
        if order is not None and len(order) and shape[0] > FEW and int(own.sizes.max()) == 1:
            concordances = by_parting(order, values, values, compiled)
        else:
            concordances = concordant(x, sides.place[rows], shape, values, values, compiled, order)
        if len(concordances) == own.size:
            return concordances
        sums = np.zeros_like(weight)
        sums[rows] = concordances
        return sums
    y, worst = sides.place[rows], sides.best_and_worst[1][document]
    apart = np.flatnonzero(y != worst)
    upper, lower = np.concatenate([values, values[apart] * 0]), np.concatenate([values * (y == worst), values[apart]])
    point = np.concatenate([np.arange(len(x)), apart])
    order = ordering(x[point])
    concordances = concordant(
        x[point[order]], np.concatenate([y, worst[apart]])[order], shape, upper[order], lower[order], compiled
    )
    sums = np.zeros_like(weight)
    np.add.at(sums, np.arange(own.size)[rows][point[order]], concordances)
    return sums


def _order(sides: Sides, document: Ints, listed: npt.NDArray[np.bool_]) -> npt.NDArray[np.signedinteger[Any]]:
    """The points, of one document each, in the order of the other side, which is a strict ranking. Documents that the
    other side does not list come last, in reverse order.
    """
    points = scattered(document, sides.universe)[sides.other.document]
    if points.min(initial=0) < 0:
        points = points[points >= 0]
    return points if len(points) == len(listed) else np.concatenate([points, np.flatnonzero(~listed)[::-1]])
