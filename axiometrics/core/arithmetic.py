"""The operations with which formulas are written: numpy operations that serve floats (the filter) and exact numbers
(the decision) alike.

An array of dtype object holds exact numbers and only those; every division goes through `over` or `ratio`, so that no
formula turns an exact number into a float and no 0/0 goes unnamed. An undefined value is `nan` in both kinds of array.

Between the two are decimals of many digits (`decimals`): most values that floats cannot tell apart differ as decimals,
which are far faster than exact numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
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


def note(names: Iterable[str]) -> None:
    """Tell the open context, if there is one, that a value rests on these conventions."""
    used = _conventions.get()
    if used is not None:
        for name in names:
            used.setdefault(name, [])


MANY = 256
"""From this many numbers on, equal numbers are converted to exact ones only once."""

_digits: ContextVar[int] = ContextVar("digits", default=0)


@contextmanager
def decimals(digits: int) -> Iterator[None]:
    """Compute with `Decimal`s of this many digits instead of exact numbers while the context is open. Each step of a
    formula is rounded; an undefined value is the NaN of `Decimal`.

    >>> with decimals(30):
    ...     str(over(exactly(1), exactly(3)))
    '0.333333333333333333333333333333'
    """
    token = _digits.set(digits)
    try:
        with localcontext(Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])):
            yield
    finally:
        _digits.reset(token)


def exactly(values: Any) -> Array:
    """An object array of `Fraction`s from integers (or exact numbers).

    >>> exactly([[1, 2]]).tolist()
    [[Fraction(1, 1), Fraction(2, 1)]]
    """
    values = np.asarray(values)
    if values.dtype == object or values.size < MANY:
        return np.asarray(_numbers(values), dtype=object)
    different, place = np.unique(values, return_inverse=True)
    return np.asarray(_numbers(different), dtype=object)[place.reshape(values.shape)]


def as_ints(values: Array) -> Array:
    """An object array of Python's `int`s from integers. Python adds and multiplies them ten times as fast as the
    `Fraction`s of `exactly`. `over` and `ratio` make `Fraction`s of them.

    It is for stacks, in which sums over the last axes are arrays. The sum of a single case would be an `int` alone,
    which numpy would take for a rounded number.

    >>> counts = as_ints(np.array([[1, 2]]))
    >>> over(counts.sum(-1), counts[:, 1]).tolist()
    [Fraction(3, 2)]
    """
    return np.asarray(np.frompyfunc(int, 1, 1)(values), dtype=object)


def _number(x: Any) -> Any:
    """A whole or exact number as a `Fraction`, or as a `Decimal` where these are asked for."""
    if isinstance(x, Decimal):
        return x
    if _digits.get():
        whole = _fraction(x)
        return Decimal("nan") if whole != whole else Decimal(whole.numerator) / whole.denominator
    return _fraction(x)


@lru_cache(maxsize=2**12)
def _whole(x: int) -> Fraction:
    return Fraction(x)


@lru_cache(maxsize=2**14)
def _quotient(a: int, b: int) -> Fraction:
    return Fraction(a, b)


def _fraction(x: Any) -> Any:
    if type(x) is int or type(x) is bool:  # most are, and to ask an abstract class for its own takes ten times longer
        return _whole(x)
    if isinstance(x, (Fraction, exact.Real)) or x != x:
        return x
    if x != int(x):
        raise ArithmeticError(f"the float {x!r} in an exact computation: it may have been rounded")
    return Fraction(int(x))


_numbers = np.frompyfunc(_number, 1, 1)


def is_exact(model: Any) -> bool:
    """Whether these are exact numbers."""
    return np.asarray(model).dtype == object


def like(values: Any, model: Any) -> Array:
    """The integers (or booleans) `values` as numbers of the kind of `model`: exact if it is exact, else float64."""
    return exactly(values) if is_exact(model) else np.asarray(values, dtype=np.float64)


def whole(values: Any, model: Any) -> Array:
    """Whole numbers (or booleans) as factors of numbers of the kind of `model`. Exact ones are Python's `int`s, which
    leave whole numbers whole: a product of them is computed ten times as fast as one of `Fraction`s.
    """
    return as_ints(np.asarray(values)) if is_exact(model) else np.asarray(values, dtype=np.float64)


def parameter(value: Fraction, model: Any) -> Any:
    """A metric's parameter as a number of the kind of `model`."""
    return _number(value) if is_exact(model) else float(value)


def total(values: Any, axes: int = 1) -> Array:
    """The sum over the last axes. Exact numbers of a case are summed at once: thousands of logarithms that are added
    one by one are gathered thousands of times.

    >>> total(exactly([[1, 2], [3, 4]]), axes=2).item()
    Fraction(10, 1)
    """
    values = np.asarray(values)
    if values.dtype != object or _digits.get():
        return np.asarray(values.sum(tuple(range(-axes, 0))))
    cases = values.shape[: values.ndim - axes]
    sums = np.empty(cases, dtype=object)
    for k, numbers in zip(np.ndindex(*cases), values.reshape(math.prod(cases), -1).tolist(), strict=True):
        sums[k] = _total(numbers)
    return sums


def added(numbers: Iterable[Fraction | int]) -> Fraction:
    """The sum of fractions. All are brought to one denominator first, so that only the sum has to be reduced. A dozen
    fractions are added in a quarter of the time.

    >>> added([Fraction(1, 2), Fraction(1, 3), 1])
    Fraction(11, 6)
    """
    ratios = [number.as_integer_ratio() for number in numbers]
    below = math.lcm(*[denominator for _, denominator in ratios])
    return Fraction(sum([numerator * (below // denominator) for numerator, denominator in ratios]), below)


def _total(numbers: list[Any]) -> Any:
    kinds = set(map(type, numbers))
    if kinds == {int}:
        return sum(numbers)
    if kinds <= {int, Fraction}:
        return added(numbers)
    if float in kinds:
        return math.nan
    if len(numbers) < MANY:
        return exact.summed(numbers)
    return exact.summed(_counted(numbers, []))


def _counted(gained: list[Any], lost: list[Any]) -> list[Any]:
    """The numbers gained less the numbers lost, each object once, multiplied by how often it remains. The same
    logarithm stands in thousands of cells, so that most of these objects cancel or become one term.
    """
    times = Counter(map(id, gained))
    times.subtract(map(id, lost))
    once = {id(number): number for number in (*gained, *lost)}
    return [Fraction(times[key]) * number for key, number in once.items() if times[key] or number != number]


def remainder(wholes: Array, pieces: Array, axis: int) -> Array:
    """The sum of `wholes` less the sum of `pieces`. Along `axis`, one of the last two axes, stand the pieces of each
    whole.

    In floats, a whole that equals the sum of its pieces leaves exactly 0, whatever the other wholes are. Exact numbers
    that stand both among the wholes and among the pieces are left out before the others are summed.
    """
    if not is_exact(pieces) or _digits.get():
        return np.asarray((wholes - pieces.sum(axis)).sum(-1))
    cases = wholes.shape[:-1]
    remainders = np.empty(cases, dtype=object)
    rows = (side.reshape(math.prod(cases), -1).tolist() for side in (wholes, pieces))
    for k, gained, lost in zip(np.ndindex(*cases), *rows, strict=True):
        remainders[k] = _total(_counted(gained, lost))
    return remainders


def over(num: Any, den: Any) -> Array:
    """num / den, and 0 where den is 0: for parts that are not there (an absent cluster, a padded rank), not for
    undefined values.
    """
    return _divide(num, den, 0)


def ratio(num: Any, den: Any, otherwise: float | int = math.nan, convention: str = "") -> Array:
    """num / den, one value a case, and `otherwise` where den is 0, which is recorded under the name of its
    `convention`.

    Without a convention the value is `nan`: undefined, never silently 0.
    """
    if convention and _conventions.get() is not None:
        with np.errstate(invalid="ignore"):
            rest_on(convention, np.asarray(np.equal(den, 0), dtype=bool))
    return _divide(num, den, otherwise)


def rest_on(convention: str, where: Array) -> None:
    """Record that the values rest on a convention where the mask is true, with one value a case. `ratio` calls this
    function for a value that is one quotient; a mean over quotients calls it itself, for the cases in which a quotient
    is 0/0.
    """
    used = _conventions.get()
    if used is not None and where.any():
        used.setdefault(convention, []).append(where)


def _divide(num: Any, den: Any, otherwise: float | int) -> Array:
    num, den = np.asarray(num), np.asarray(den)
    if num.dtype == object or den.dtype == object:
        with np.errstate(invalid="ignore"):
            return np.asarray(_quotients(otherwise, _digits.get())(num, den), dtype=object)
    filled = den != 0
    if filled.all():
        return np.asarray(np.divide(num, den, dtype=np.float64))
    shape = np.broadcast_shapes(num.shape, den.shape)
    return np.asarray(np.divide(num, den, out=np.full(shape, float(otherwise)), where=filled))


@lru_cache(maxsize=64, typed=True)
def _quotients(otherwise: float | int, digits: int) -> Any:
    """The division of exact numbers (`digits` is 0), or of decimals with this number of digits."""
    default, undefined = _number(otherwise), _number(math.nan)

    def quotient(a: Any, b: Any) -> Any:
        if not digits:
            if type(a) is Fraction and type(b) is Fraction:
                return a / b if b else default
            if type(a) is int and type(b) is int:
                return _quotient(a, b) if b else default
        if a != a or b != b:
            return undefined
        return default if b == 0 else _number(a) / _number(b)

    return np.frompyfunc(quotient, 2, 1)


def _elementwise(on_floats: Callable[[Array], Array], on_exact: Callable[[Any], Any]) -> Callable[[Any], Array]:
    ufunc = np.frompyfunc(lambda x: on_exact(x) if type(x) is Fraction or x == x else x, 1, 1)

    def apply(x: Any) -> Array:
        x = np.asarray(x)
        return np.asarray(ufunc(x), dtype=object) if x.dtype == object else on_floats(x)

    return apply


def _float_log(x: Array) -> Array:
    positive = np.where(x > 0, x, 1)
    return np.asarray(np.log(positive, out=positive))


@lru_cache(maxsize=2**14)
def _ln(x: Decimal, digits: int) -> Decimal:
    return x.ln()


@lru_cache(maxsize=2**14)
def _raised(base: Decimal, exponent: Decimal, digits: int) -> Decimal:
    return base**exponent


def _log(x: Any) -> Any:
    if x == 0:
        return _number(0)
    return _ln(x, _digits.get()) if isinstance(x, Decimal) else exact.log(x)


log = _elementwise(_float_log, _log)
"""Natural logarithm; 0 where the argument is 0, so that x log x is 0 there, as entropies take it."""

sqrt = _elementwise(np.sqrt, lambda x: x.sqrt() if isinstance(x, Decimal) else exact.sqrt(x))
"""Square root."""


def _decimal_angle(x: Decimal) -> Decimal:
    from mpmath import mp, workdps

    digits = _digits.get()
    with workdps(digits):
        return Decimal(str(mp.acos(min(max(mp.mpf(str(x)), -1), 1)) / mp.pi))


angle = _elementwise(
    lambda x: np.asarray(np.arccos(np.clip(x, -1, 1)) / np.pi),
    lambda x: _decimal_angle(x) if isinstance(x, Decimal) else exact.angle(x),
)
"""The angle whose cosine is the argument, in half turns. The square of an exact argument is rational."""

exp2 = _elementwise(
    np.exp2, lambda x: _raised(Decimal(2), x, _digits.get()) if isinstance(x, Decimal) else exact.exp2(x)
)
"""Two to the power of the argument."""


def times_log(x: Any) -> Array:
    """x log x; 0 where x is 0."""
    x = np.asarray(x)
    if x.dtype == object:
        return np.asarray(np.frompyfunc(_times_log, 1, 1)(x), dtype=object)
    return np.asarray(x * _float_log(x))


def _times_log(x: Any) -> Any:
    return _whole_times_log(x) if type(x) in (int, Fraction) else x if x != x else x * _log(x)


@lru_cache(maxsize=2**14)
def _whole_times_log(x: int | Fraction) -> exact.Exact:
    """The same object for the same number, as most cells of a table hold the same few."""
    return x * exact.log(x) if x else Fraction(0)


def log2(x: Any) -> Array:
    """Logarithm to base 2; 0 where the argument is 0."""
    x = np.asarray(x)
    if x.dtype == object:
        return np.asarray(np.frompyfunc(_exact_log2, 1, 1)(x), dtype=object)
    positive = np.where(x > 0, x, 1)
    return np.asarray(np.log2(positive, out=positive))


def _exact_log2(x: Any) -> Any:
    return _log(x) / _ln(Decimal(2), _digits.get()) if isinstance(x, Decimal) else _log2_of(x)


@lru_cache(maxsize=2**12)
def _log2_of(x: Fraction) -> exact.Exact:
    """The same object for the same number, so that its sign is decided once."""
    if x.denominator == 1 and x.numerator & (x.numerator - 1) == 0:
        return Fraction(max(0, x.numerator.bit_length() - 1))
    return exact.log(x) / exact.log(Fraction(2))


def raised(x: Array, exponent: Fraction) -> Array:
    """Numbers above 0, each to a rational power, as numbers of their own kind."""
    if is_exact(x):
        return np.asarray(np.frompyfunc(lambda base: _power(base, exponent), 1, 1)(x), dtype=object)
    return np.asarray(x ** float(exponent))


def _power(base: Any, exponent: Fraction) -> Any:
    return _raised(base, _number(exponent), _digits.get()) if isinstance(base, Decimal) else exact.power(base, exponent)


def power(base: Fraction, exponents: Array, model: Array) -> Array:
    """base ** exponents for integer exponents, as numbers of the kind of `model`."""
    if is_exact(model):
        number = _number(base)
        return np.asarray(np.frompyfunc(lambda k: number ** int(k), 1, 1)(exponents), dtype=object)
    return np.asarray(float(base) ** np.asarray(exponents, dtype=np.float64))
