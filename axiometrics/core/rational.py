"""Rational numbers as people write them in files: short enough that to read them takes no time.

`Fraction` reads `1e999999999` too, for hours, and what has more digits than Python turns into a number is an error of
its own.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

_SHORT = re.compile(r"[-+./\d]{1,400}([eE][-+]?\d{1,3})?", re.ASCII)


def rational(text: str) -> Fraction:
    """The number of a decimal or a fraction.

    Raises `ValueError` for anything else, for more than 400 signs and for exponents of more than three digits.

    >>> rational("0.8"), rational("4/5"), rational("1e-3")
    (Fraction(4, 5), Fraction(4, 5), Fraction(1, 1000))
    >>> rational("1e999999999")
    Traceback (most recent call last):
    ValueError: not a decimal or a fraction of at most 400 signs
    """
    if not _SHORT.fullmatch(text.strip()):
        raise ValueError("not a decimal or a fraction of at most 400 signs")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError("a fraction over 0") from None


def rounded(score: Any) -> float:
    """A score as a float, which is infinite where it is greater than any.

    >>> rounded(Fraction(1, 2)), rounded(-Fraction(10) ** 400)
    (0.5, -inf)
    """
    try:
        return float(score)
    except OverflowError:
        return math.inf if score > 0 else -math.inf
