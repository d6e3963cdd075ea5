"""The signs of differences: floats tell those that rounding cannot have made, exact numbers the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import UndecidedError
from axiometrics.core.exact import sign


def sure_signs(differences: Array, within: Array) -> Array:
    """The signs of differences of floats as whole numbers; 0 where rounding may have made one, `within` which a
    difference says nothing, and where it is not defined.
    """
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(differences) > within, np.sign(differences), 0).astype(int)


def sign_if_decided(difference: Callable[[], Any]) -> int | None:
    """The sign of an exact number; None where it, or a comparison on the way to the number, cannot be decided.

    >>> from fractions import Fraction
    >>> sign_if_decided(lambda: Fraction(1, 3) - Fraction(1, 2))
    -1
    """
    try:
        return sign(difference())
    except UndecidedError:
        return None
