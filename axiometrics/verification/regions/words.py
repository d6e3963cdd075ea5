"""Values of a parameter, in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from axiometrics.core.metric import decimal
from axiometrics.symbolic.sets import End, Interval

DIGITS = 10
"""Digits of an end point that is not rational, where it is shown."""


def interval_text(interval: Interval, name: str) -> str:
    """An interval as inequalities.

    >>> from axiometrics.symbolic.sets import End, Interval
    >>> interval_text(Interval(End(Fraction(0)), End(Fraction(1)), False, True),
    ...     "p"), interval_text(Interval(None, None), "p")
    ('0 < p <= 1', 'every p')
    """
    low, high = interval.low, interval.high
    if low is not None and low == high:
        return f"{name} = {number_text(low)}"
    below = "<=" if interval.low_closed else "<"
    above = "<=" if interval.high_closed else "<"
    if low is None or high is None:
        if low is not None:
            return f"{name} {below.replace('<', '>')} {number_text(low)}"
        return f"every {name}" if high is None else f"{name} {above} {number_text(high)}"
    return f"{number_text(low)} {below} {name} {above} {number_text(high)}"


def number_text(end: End) -> str:
    """An end point, with dots where its digits go on."""
    if end.value is not None:
        return decimal(end.value)
    return f"{decimal(Fraction(int(end.number * 10**DIGITS), 10**DIGITS))}..."


def holds_words(holds: Sequence[Interval], name: str, within: Interval) -> str:
    """The values of a parameter, which lies within an interval, for which a constraint holds, in a line."""
    if not holds:
        return f"no {name}"
    if list(holds) == [within]:
        return f"every {name}" + (f" ({interval_text(within, name)})" if within.low or within.high else "")
    return " and ".join(interval_text(interval, name) for interval in holds)
