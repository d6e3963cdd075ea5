"""The signs of exact numbers, and whether two numbers agree to many bits: by intervals, and ties by exact computation.

This code shares nothing with the decision of the search (`axiometrics.core.exact`), so that a fault of one of them
shows as a difference between the two.
"""

from __future__ import annotations

from axiometrics.core.errors import UndecidedError
from axiometrics.core.reals import Exact, Real

PRECISIONS = (64, 256, 1024, 4096, 2**14, 2**16)
"""Bits of the intervals that are tried in turn; after the second, whether the number is 0."""

LINK, NARROW = 512, 256
"""Bits to which a link is compared, and bits to which an interval has to be narrow to tell anything."""


def sign(x: int | Exact) -> int:
    """-1, 0 or 1, decided. Raises `UndecidedError` where `surds.is_zero` does and 4096 bits do not tell, or
    where the greatest precision does not tell a number from 0.

    >>> from axiometrics.core.reals import log, sqrt
    >>> sign(log(3) - log(2)), sign(log(4) - 2 * log(2)), sign(sqrt(2) * sqrt(3) - sqrt(6)), sign(-1)
    (1, 0, 0, -1)
    """
    if not isinstance(x, Real):
        return (x > 0) - (x < 0)
    from axiometrics.symbolic import angles, surds
    from axiometrics.symbolic.intervals import side  # which loads mpmath, and rational numbers do without

    is_zero = angles.is_zero if angles.has_angle(x) else surds.is_zero
    undecided = None
    for bits in PRECISIONS:
        answer = side(x, bits)
        if answer:
            return answer
        if bits == PRECISIONS[1]:
            try:
                if is_zero(x, sign):
                    return 0
            except UndecidedError as error:
                undecided = error
        if undecided is not None and bits >= PRECISIONS[3]:
            break
    raise UndecidedError(f"the sign of {x} could not be decided: {undecided or f'{PRECISIONS[-1]} bits do not tell'}")


def vanishes(x: int | Exact) -> bool:
    """Whether a number cannot be told from 0 with `LINK` bits. It is used to test an identity, and never for a verdict.

    If its interval is wide, for example after a division by a number near 0, the answer is no.

    >>> from axiometrics.core.reals import log
    >>> vanishes(log(6) - log(2) - log(3)), vanishes(log(3) - log(2)), vanishes(0)
    (True, False, True)
    """
    if not isinstance(x, Real):
        return x == 0
    from axiometrics.symbolic.intervals import narrow

    return narrow(x, LINK, NARROW)
