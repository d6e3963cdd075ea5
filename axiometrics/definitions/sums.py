"""Sums over things that may be symbols.

A definition that adds up something says so with `total`, and asks numbers nothing but to be added, multiplied, divided
and compared. So it can be run on documents, on counts without documents, and on symbols, which add themselves up.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any


def total(things: Any, value: Callable[[Any], Any]) -> Any:
    """The sum of a value over things; over symbolic things, as they add it up."""
    return things.total(value) if hasattr(things, "total") else sum(map(value, things), Fraction(0))


def greatest(things: Any, value: Callable[[Any], Any]) -> Any:
    """The greatest value of any of the things."""
    return things.greatest(value) if hasattr(things, "greatest") else max(map(value, things))


def number(things: Any) -> Any:
    """How many things there are."""
    return total(things, lambda _: Fraction(1))


def raised(base: Fraction, exponent: Any) -> Any:
    """The base to the power of a whole number, which may be a symbol."""
    return exponent.power_of(base) if hasattr(exponent, "power_of") else base**exponent
