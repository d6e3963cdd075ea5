"""The signs of exact numbers, and whether two are the same to many bits: by intervals, and ties by logarithms that
cancel.
"""

from __future__ import annotations

from axiometrics.core.exact import PRECISIONS, Exact, Real
from axiometrics.core.exact import sign as decided
from axiometrics.kernel.logarithms import is_zero

LINK, NARROW = 512, 256
"""Bits to which a link is compared, and bits to which an interval has to be narrow to tell anything."""


def sign(x: int | Exact) -> int:
    """-1, 0 or 1, decided. Raises `UndecidedError` where `axiometrics.core.exact.sign` does.

    >>> from axiometrics.core.exact import log
    >>> sign(log(3) - log(2)), sign(log(4) - 2 * log(2)), sign(-1)
    (1, 0, -1)
    """
    if not isinstance(x, Real):
        return (x > 0) - (x < 0)
    from axiometrics.kernel.intervals import side  # which loads mpmath, and rational numbers do without

    return side(x, PRECISIONS[0]) or (0 if is_zero(x) else decided(x))


def vanishes(x: int | Exact) -> bool:
    """Whether nothing tells a number from 0 to `LINK` bits: for a test of an identity, never for a verdict.

    Where its interval is wide, as of a division by what is nearly 0, it does not vanish.

    >>> from axiometrics.core.exact import log
    >>> vanishes(log(6) - log(2) - log(3)), vanishes(log(3) - log(2)), vanishes(0)
    (True, False, True)
    """
    if not isinstance(x, Real):
        return x == 0
    from axiometrics.kernel.intervals import narrow

    return narrow(x, LINK, NARROW)
