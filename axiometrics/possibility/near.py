"""Compute the distance of a metric from satisfying a constraint: the least change of its values after which no case is
reversed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from axiometrics.core.exact import sign
from axiometrics.core.reals import Exact
from axiometrics.possibility.exact import DENOMINATORS, ValueTable, decided
from axiometrics.possibility.program import farthest
from axiometrics.possibility.rows import Row

Score = Callable[[Any, Any], Exact | None]
"""The exact value of a metric for an output and a gold; None where it is undefined."""


@dataclass(frozen=True)
class Distance:
    """The least e such that some function within e of the metric everywhere satisfies a constraint, with equal scores
    allowed.

    Attributes
    ----------
    least : the lower bound of e; no nearer function satisfies the constraint
    most : an upper bound of e, which some function attains; None where none was found. It is `least` where the values
        of the metric are fractions
    unmet : the rows that the metric does not meet, the worst of them first
    """

    least: Exact
    most: Exact | None
    unmet: Sequence[Row]
    rows: int

    def share_of(self, width: Exact) -> Exact:
        """The least change as a share of a range of this width."""
        return self.least / width if sign(self.least) else Fraction(0)


def distance(rows: Sequence[Row], values: Mapping[int, Exact]) -> Distance:
    """The distance of a metric with these values from a function for which every row holds, where `>` is weakened to
    `>=`. Rows in which a value is missing are left out: the metric is undefined there.
    """
    valued = [row for row in rows if row.coefficients.keys() <= values.keys()]
    lacking = [_lack(row, values) for row in valued]
    signs = list(map(sign, lacking))
    unmet = [k for k, row in enumerate(valued) if not row.met(Fraction(-signs[k]))]
    worst = [valued[k] for k in sorted(unmet, key=lambda k: -abs(float(lacking[k])))]
    if not any(signs[k] for k in unmet):  # all unmet rows are ties, which are allowed
        return Distance(Fraction(0), Fraction(0), worst, len(valued))
    least = _least(valued, lacking, farthest(valued, list(map(float, lacking))))
    return Distance(least, _most(valued, values, least), worst, len(valued))


def _lack(row: Row, values: Mapping[int, Exact]) -> Exact:
    """The amount by which the sum of a row is below its bound."""
    total: Exact = row.bound
    for number, share in row.coefficients.items():
        total = total - share * values[number]
    return total


def _least(rows: Sequence[Row], lacking: Sequence[Exact], weights: Sequence[float]) -> Exact:
    """The lower bound that weights of rows prove: the weighted sum of what the rows lack, divided by the greatest
    amount by which a change of 1 raises the weighted sum.
    """
    best: Exact = Fraction(0)
    for denominator in DENOMINATORS:
        own = {k: Fraction(float(w)).limit_denominator(denominator) for k, w in enumerate(weights) if w}
        own = {k: w for k, w in own.items() if w > 0 or (w and rows[k].by == "=")}
        total: dict[int, Fraction] = {}
        lack: Exact = Fraction(0)
        for k, weight in own.items():
            lack = lack + weight * lacking[k]
            for number, share in rows[k].coefficients.items():
                total[number] = total.get(number, Fraction(0)) + weight * share
        reach = sum(map(abs, total.values()), Fraction(0))
        if reach and sign(lack / reach - best) > 0:
            best = lack / reach
    return best


SLACK = Fraction(1, 10**9)
"""The amount that is added to the lower bound of a distance where values are not fractions. Rounded values may need a
little more than the lower bound, and rounding changes a value by far less than this.
"""


def _most(rows: Sequence[Row], values: Mapping[int, Exact], least: Exact) -> Exact | None:
    """Return a distance within which some function meets every row, an upper bound of the distance of the metric. None
    where no such function was found.

    Where the metric's values and `least` are fractions, functions are sought within `least` of the values. Otherwise
    the values and `least` are rounded to fractions, and functions are sought within `least` and `SLACK`.
    """
    near = {k: v if isinstance(v, Fraction) else _fraction(v) for k, v in values.items()}
    exact = isinstance(least, Fraction) and all(near[k] is v for k, v in values.items())
    within = least if exact else _fraction(least) + SLACK
    weak = [replace(row, by=">=" if row.strict else row.by, bound=-row.excess(near.__getitem__)) for row in rows]
    numbers = sorted({number for row in rows for number in row.coefficients})
    limits = [
        replace(rows[0], coefficients={number: Fraction(way)}, by=">=", bound=-within)
        for number in numbers
        for way in (1, -1)
    ]
    answer = decided([*weak, *limits], max(numbers) + 1)
    return within if isinstance(answer, ValueTable) else None


def _fraction(value: Exact) -> Fraction:
    return Fraction(float(value)).limit_denominator(10**15)
