"""What formulas are written with: numpy operations that serve floats (the filter) and exact numbers (the decision) alike.

An array of dtype object holds exact numbers and only those; every division goes through `over` or `ratio`, so that no formula turns
an exact number into a float and no 0/0 goes unnamed. An undefined value is `nan` in both kinds of array.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core import exact

Array = npt.NDArray[Any]

Conventions = dict[str, list[Array]]
"""By the name of a convention, masks of the cases that fall back on it."""

_conventions: ContextVar[Conventions | None] = ContextVar("conventions", default=None)


@contextmanager
def conventions() -> Iterator[Conventions]:
    """Collect the 0/0 conventions that formulas fall back on while the context is open, and where."""
    used: Conventions = {}
    token = _conventions.set(used)
    try:
        yield used
    finally:
        _conventions.reset(token)


def exactly(values: Any) -> Array:
    """An object array of `Fraction`s from integers (or exact numbers).

    >>> exactly([[1, 2]]).tolist()
    [[Fraction(1, 1), Fraction(2, 1)]]
    """
    return np.asarray(_fraction(np.asarray(values)), dtype=object)


def _to_fraction(x: Any) -> Any:
    if isinstance(x, (Fraction, exact.Real)) or x != x:
        return x
    if x != int(x):
        raise ArithmeticError(f"the float {x!r} in an exact computation: it may have been rounded")
    return Fraction(int(x))


_fraction = np.frompyfunc(_to_fraction, 1, 1)


def is_exact(model: Any) -> bool:
    """Whether these are exact numbers."""
    return np.asarray(model).dtype == object


def like(values: Any, model: Any) -> Array:
    """The integers (or booleans) `values` as numbers of the kind of `model`: exact if it is exact, else float64."""
    return exactly(values) if is_exact(model) else np.asarray(values, dtype=np.float64)


def parameter(value: Fraction, model: Any) -> Any:
    """A metric's parameter as a number of the kind of `model`."""
    return value if is_exact(model) else float(value)


def over(num: Any, den: Any) -> Array:
    """num / den, and 0 where den is 0: for parts that are not there (an absent cluster, a padded rank), not for undefined values."""
    return _divide(num, den, 0)


def ratio(num: Any, den: Any, otherwise: float | int = math.nan, convention: str = "") -> Array:
    """num / den, one value a case, and `otherwise` where den is 0, which is recorded under the name of its `convention`.

    Without a convention the value is `nan`: undefined, never silently 0.
    """
    used = _conventions.get()
    if used is not None and convention:
        with np.errstate(invalid="ignore"):
            zero = np.asarray(np.equal(den, 0), dtype=bool)
        if zero.any():
            used.setdefault(convention, []).append(zero)
    return _divide(num, den, otherwise)


def _divide(num: Any, den: Any, otherwise: float | int) -> Array:
    num, den = np.asarray(num), np.asarray(den)
    if num.dtype == object or den.dtype == object:
        default = otherwise if otherwise != otherwise else Fraction(otherwise)

        def quotient(a: Any, b: Any) -> Any:
            if a != a or b != b:
                return math.nan
            return default if b == 0 else _to_fraction(a) / _to_fraction(b)

        with np.errstate(invalid="ignore"):
            return np.asarray(np.frompyfunc(quotient, 2, 1)(num, den), dtype=object)
    shape = np.broadcast_shapes(num.shape, den.shape)
    return np.asarray(np.divide(num, den, out=np.full(shape, float(otherwise)), where=den != 0))


def _elementwise(on_floats: Callable[[Array], Array], on_exact: Callable[[Any], Any]) -> Callable[[Any], Array]:
    ufunc = np.frompyfunc(lambda x: x if x != x else on_exact(x), 1, 1)

    def apply(x: Any) -> Array:
        x = np.asarray(x)
        return np.asarray(ufunc(x), dtype=object) if x.dtype == object else on_floats(x)

    return apply


def _float_log(x: Array) -> Array:
    return np.asarray(np.log(x, out=np.zeros(x.shape), where=x > 0))


log = _elementwise(_float_log, lambda x: exact.log(x) if x != 0 else Fraction(0))
"""Natural logarithm; 0 where the argument is 0, so that x log x is 0 there, as entropies take it."""

sqrt = _elementwise(np.sqrt, exact.sqrt)
"""Square root."""

exp2 = _elementwise(np.exp2, exact.exp2)
"""Two to the power of the argument."""


def log2(x: Any) -> Array:
    """Logarithm to base 2; 0 where the argument is 0."""
    x = np.asarray(x)
    if x.dtype == object:
        return np.asarray(np.frompyfunc(_exact_log2, 1, 1)(x), dtype=object)
    return np.asarray(np.log2(x, out=np.zeros(x.shape), where=x > 0))


def _exact_log2(x: Fraction) -> exact.Exact:
    if x.denominator == 1 and x.numerator & (x.numerator - 1) == 0:
        return Fraction(max(0, x.numerator.bit_length() - 1))
    result: exact.Exact = exact.log(x) / exact.log(Fraction(2))
    return result


def raised(x: Array, exponent: Fraction) -> Array:
    """Numbers above 0, each to a rational power, as numbers of their own kind."""
    if is_exact(x):
        return np.asarray(np.frompyfunc(lambda base: exact.power(base, exponent), 1, 1)(x), dtype=object)
    return np.asarray(x ** float(exponent))


def power(base: Fraction, exponents: Array, model: Array) -> Array:
    """base ** exponents for integer exponents, as numbers of the kind of `model`."""
    if is_exact(model):
        return np.asarray(np.frompyfunc(lambda k: base ** int(k), 1, 1)(exponents), dtype=object)
    return np.asarray(float(base) ** np.asarray(exponents, dtype=np.float64))
