"""The mean that several families use."""

from __future__ import annotations

from fractions import Fraction


def harmonic_mean(a: Fraction, b: Fraction) -> Fraction:
    """2ab / (a + b), and 0 where both are 0.

    >>> harmonic_mean(Fraction(1, 2), Fraction(1))
    Fraction(2, 3)
    """
    return 2 * a * b / (a + b) if a + b else Fraction(0)
