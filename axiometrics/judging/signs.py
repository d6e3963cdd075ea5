"""Signs of differences: floats decide the differences that rounding cannot have made, and exact numbers decide the
others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import UndecidedError
from axiometrics.core.exact import sign


def sure_signs(differences: Array, within: Array) -> Array:
    """Return the signs of differences of floats as whole numbers. The sign is 0 if the difference is undefined, or is
    so small that rounding may have made it (at most `within`).
    """
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(differences) > within, np.sign(differences), 0).astype(int)


def sign_if_decided(difference: Callable[[], Any]) -> int | None:
    """Return the sign of an exact number; None if it cannot be decided, or if a comparison on the way to the number
    cannot.

    >>> from fractions import Fraction
    >>> sign_if_decided(lambda: Fraction(1, 3) - Fraction(1, 2))
    -1
    """
    try:
        return sign(difference())
    except UndecidedError:
        return None
