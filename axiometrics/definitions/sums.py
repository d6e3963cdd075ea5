"""Sums over things that may be symbols.

A definition that adds up something says so with `total`, and asks numbers nothing but to be added, multiplied, divided
and compared. So it can be run on documents, on counts without documents, and on symbols, which add themselves up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from axiometrics.core.reals import exp2, summed


def total(things: Any, value: Callable[[Any], Any]) -> Any:
    """The sum of a value over things. Things that are symbols add it up themselves."""
    return things.total(value) if hasattr(things, "total") else sum(map(value, things), Fraction(0))


def added(things: Any, value: Callable[[Any], Any]) -> Any:
    """The sum of a value over things where the values are not rational numbers. For things that are not symbols, the
    sum is kept flat.
    """
    return things.total(value) if hasattr(things, "total") else summed(map(value, things))


def greatest(things: Any, value: Callable[[Any], Any]) -> Any:
    """The greatest value of any of the things."""
    return things.greatest(value) if hasattr(things, "greatest") else max(map(value, things))


def part(value: Any) -> Any:
    """A value that a definition uses as a whole. If it is long in symbols, it is given a name."""
    return value.named() if hasattr(value, "named") else value


def number(things: Any) -> Any:
    """The number of things."""
    return total(things, lambda _: Fraction(1))


def raised(base: Fraction, exponent: Any) -> Any:
    """The base to the power of a whole number, which may be a symbol."""
    return exponent.power_of(base) if hasattr(exponent, "power_of") else base**exponent


def decayed(times: Iterable[tuple[Fraction, Any]], half_life: Fraction) -> Any:
    """The rest of 1 that is left after these spans, each with the number of times that it passes. These numbers may be
    symbols.
    """
    spans = list(times)
    symbol = next((number for _, number in spans if hasattr(number, "halved_by")), None)
    if symbol is None:
        return exp2(-sum((span * number for span, number in spans), Fraction(0)) / half_life)
    left = symbol * 0 + 1
    for span, number in spans:
        left = left * (symbol * 0 + number).halved_by(span / half_life)
    return left
