"""The ways in which the values of a metric may follow those of a definition: unchanged, times a factor plus a number,
rounded to some digits, or except for a small number that is added to a divisor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.margins import (
    DOUBLE_ROUNDING,
    FITTED_NUMBER,
    LEAST_SPREAD,
    POWER_OF_TEN,
    SAME_FUNCTION,
    WRITTEN_DIGITS,
)

MOST_DIGITS = 9
"""The greatest number of decimal digits at which values count as rounded. Values with more digits are taken as
unrounded.
"""

ROUND = (0.0, 1.0, 10.0, 100.0, 1000.0)
"""The numbers that are preferred for a scale where rounding leaves several possible numbers."""


@dataclass(frozen=True)
class AffineScale:
    """The statement that one value is a multiple of another, plus a number, perhaps rounded.

    Attributes
    ----------
    factor, offset : the factor and the added number of the scale
    digits : the decimal digits to which the result is rounded; None where it is not rounded
    within : the deviation that is accepted beyond the error bound of floats
    """

    factor: float = 1.0
    offset: float = 0.0
    digits: int | None = None
    within: float = 0.0

    @property
    def affine(self) -> bool:
        """Whether the scale has a factor other than 1, or adds a number other than 0."""
        return self.factor != 1 or self.offset != 0

    @property
    def plain(self) -> bool:
        """Whether the scale changes nothing: the values themselves are equal."""
        return not (self.affine or self.slack)

    @property
    def slack(self) -> float:
        """The greatest deviation of a value that is neither exact nor a float's error. A value half way between two
        rounded values may be rounded to either.
        """
        return self.within if self.digits is None else 0.5 * 10.0**-self.digits


PLAIN = AffineScale()
"""The scale that changes nothing."""


@dataclass(frozen=True)
class AcceptedScale:
    """The way in which values are compared with those of definitions: whether a scale is fitted, and the accepted
    deviation.
    """

    scaled: bool = False
    slack: AffineScale = PLAIN

    def fitted(self, pairs: Sequence[tuple[float, float]]) -> AffineScale | None:
        """The scale that turns the least and the greatest first number of the pairs into their second numbers; None
        where these two first numbers are too close together, or the factor is not clearly different from 0.
        """
        low, high = min(pairs), max(pairs)
        if high[0] - low[0] < LEAST_SPREAD:
            return None
        off = 2 * self.slack.slack / (high[0] - low[0])
        if off > 0.25 * abs(high[1] - low[1]) / (high[0] - low[0]):
            return None
        factor = simple((high[1] - low[1]) / (high[0] - low[0]), off)
        offset = simple(low[1] - factor * low[0], self.slack.slack + off * abs(low[0]))
        if abs(factor) <= max(FITTED_NUMBER, off):
            return None
        return AffineScale(factor, offset, self.slack.digits, self.slack.within)

    def is_function(self, pairs: Sequence[tuple[float, float]]) -> bool:
        """Whether pairs with equal first numbers always have equal second numbers."""
        apart = SAME_FUNCTION + 2 * self.slack.slack
        ordered = sorted(pairs)
        return all(
            b[0] - a[0] > DOUBLE_ROUNDING or abs(b[1] - a[1]) <= apart * max(1.0, abs(b[1]))
            for a, b in pairwise(ordered)
        )


AS_IT_IS = AcceptedScale()
"""The comparison of the values themselves, which is tried before any scale."""


def simple(number: float, off: float = 0.0) -> float:
    """The simple fraction that a number equals up to rounding and up to `off`; the number itself where there is none.

    >>> simple(0.3333333333333), simple(99.98, 0.05), simple(0.7310585786)
    (0.3333333333333333, 100.0, 0.7310585786)
    """
    margin = off + FITTED_NUMBER * max(1.0, abs(number))
    for near in ROUND if off else ():
        if abs(abs(number) - near) <= margin:
            return math.copysign(near, number)
    for most in (1, 2, 3, 5, 10, 100, 1000):
        near = float(Fraction(number).limit_denominator(most))
        if abs(near - number) <= margin:
            return near
    return number


def digits_of(values: Array) -> int | None:
    """The least number of decimal digits that suffices for all values; None where no number up to `MOST_DIGITS` does.

    >>> digits_of(np.array([0.3333, 0.5])), digits_of(np.array([33.0, 67.0])), digits_of(np.array([1 / 3]))
    (4, 0, None)
    """
    for digits in range(MOST_DIGITS + 1):
        near = np.round(values, digits)
        if np.all(np.abs(values - near) <= WRITTEN_DIGITS * np.maximum(1.0, np.abs(values))):
            return digits
    return None


def rounded_likeness(values: Array, scaled: bool) -> AcceptedScale | None:
    """The way to compare rounded values with definitions; None where they are not rounded, or rounded so coarsely that
    they say little.
    """
    digits = digits_of(values)
    if digits is None:
        return None
    steps = float(np.ptp(values)) * 10.0**digits
    return AcceptedScale(scaled, AffineScale(digits=digits)) if steps >= 10 and np.unique(values).size > 4 else None


def off_by(differences: Array) -> float:
    """The greatest of these differences, rounded up to a power of ten (except for rounding errors).

    >>> off_by(np.array([3e-11, 8e-11]))
    1e-10
    """
    greatest = float(np.max(differences, initial=0.0))
    return 10.0 ** math.ceil(math.log10(greatest) - POWER_OF_TEN) if greatest else 0.0
