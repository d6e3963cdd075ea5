"""How far a metric is from obeying a constraint: the least change of its values after which no case is reversed."""

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
    """The least e such that some function within e of the metric everywhere obeys a constraint, equal scores allowed.

    Attributes
    ----------
    least : e; nothing nearer obeys the constraint
    most : a bound of e from above, which some function attains; None where none was found. It is `least` where the
        values of the metric are fractions
    unmet : the rows that the metric does not meet, the worst of them first
    """

    least: Exact
    most: Exact | None
    unmet: Sequence[Row]
    rows: int


def distance(rows: Sequence[Row], values: Mapping[int, Exact]) -> Distance:
    """The distance of a metric with these values from a function for which every row holds, where `>` becomes `>=`.
    Rows in which a value is missing are left out: the metric is undefined there.
    """
    known = [row for row in rows if row.coefficients.keys() <= values.keys()]
    lacking = [(_lack(row, values), row) for row in known]
    unmet = [row for lack, row in lacking if not row.met(-lack)]
    unmet.sort(key=lambda row: -abs(float(_lack(row, values))))
    late = [row for row in known if sign(_lack(row, values)) > 0 or (row.by == "=" and sign(_lack(row, values)))]
    if not late:
        return Distance(Fraction(0), Fraction(0), unmet, len(known))
    weights = farthest(known, [float(_lack(row, values)) for row in known])
    least = _least(known, values, weights)
    return Distance(least, _most(known, values, least), unmet, len(known))


def _lack(row: Row, values: Mapping[int, Exact]) -> Exact:
    """By how much the sum of a row is below its bound."""
    total: Exact = row.bound
    for number, share in row.coefficients.items():
        total = total - share * values[number]
    return total


def _least(rows: Sequence[Row], values: Mapping[int, Exact], weights: Sequence[float]) -> Exact:
    """The bound from below that weights of rows show: what they lack together, over what a change of 1 adds at most."""
    best: Exact = Fraction(0)
    for denominator in DENOMINATORS:
        own = {k: Fraction(float(w)).limit_denominator(denominator) for k, w in enumerate(weights) if w}
        own = {k: w for k, w in own.items() if w > 0 or (w and rows[k].by == "=")}
        total: dict[int, Fraction] = {}
        lack: Exact = Fraction(0)
        for k, weight in own.items():
            lack = lack + weight * _lack(rows[k], values)
            for number, share in rows[k].coefficients.items():
                total[number] = total.get(number, Fraction(0)) + weight * share
        reach = sum(map(abs, total.values()), Fraction(0))
        if reach and float(lack / reach) > float(best) and sign(lack / reach - best) > 0:
            best = lack / reach
    return best


SLACK = Fraction(1, 10**9)
"""By how much, where values are no fractions, a distance is tried that is greater than the least."""


def _most(rows: Sequence[Row], values: Mapping[int, Exact], least: Exact) -> Exact | None:
    """The least itself, where fractions show that it is enough, or a little more; None where this was not shown."""
    exact = isinstance(least, Fraction) and all(isinstance(value, Fraction) for value in values.values())
    within = least if exact else _fraction(least) + SLACK
    near = {k: v if isinstance(v, Fraction) else _fraction(v) for k, v in values.items()}
    slack = Fraction(0) if exact else SLACK / 100
    weak = [replace(row, by=">=" if row.strict else row.by, bound=_weaker(row, near, slack)) for row in rows]
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


def _weaker(row: Row, values: Mapping[int, Fraction], slack: Fraction) -> Fraction:
    """What a change of the values has to add to a row."""
    return row.bound - sum((share * values[n] for n, share in row.coefficients.items()), Fraction(0)) - slack
