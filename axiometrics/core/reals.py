"""Exact numbers: fractions, and reals built from them by logarithms, roots and powers.

Rational values are plain `Fraction`s. An irrational one is a `Real`: an expression that is never rounded. What its sign
is, this module does not say: the search decides by `axiometrics.core.exact`, and what re-checks it by
`axiometrics.symbolic.signs`, which share no code. The operators `<`, `==` and so on of a `Real` ask the
function that `decide_by` was given; `axiometrics.core.exact` gives one for the formulas of metrics.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from axiometrics.core.errors import UndecidedError

DISPLAY = 64
"""The precision, in bits, of the interval around a float."""

_deciders: list[Callable[[Real], int]] = []


def decide_by(sign: Callable[[Real], int]) -> None:
    """Let the operators that compare reals ask this function for signs."""
    _deciders[:] = [sign]


@dataclass(frozen=True, eq=False)
class Real:
    """An exact real number as an expression: `op` over `args` (`Fraction`s and `Real`s).

    `op` is one of `+ * / log sqrt power angle`, a `power` being a product of roots: number, exponent, number, exponent
    and so on, and an `angle` being given by the squares of its cosine and its sine. Comparisons decide exactly; see
    `decide_by`.

    >>> str(log(Fraction(8)) - log(Fraction(2)))
    'log(8) + (-1)*log(2)'
    """

    op: str
    args: tuple[Exact, ...]

    def __add__(self, other: Any) -> Any:
        return _binary("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return _binary("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return _binary("+", self, -other)

    def __rsub__(self, other: Any) -> Any:
        return _binary("+", other, -self)

    def __mul__(self, other: Any) -> Any:
        return _binary("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return _binary("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return _binary("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _binary("/", other, self)

    def __neg__(self) -> Any:
        return _binary("*", Fraction(-1), self)

    def __eq__(self, other: object) -> bool:
        if other is self:  # also how the formulas ask whether a value is nan
            return True
        return _against(self, other) == 0 if isinstance(other, (int, Fraction, Real)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # equal numbers have many expressions

    def __lt__(self, other: Any) -> bool:
        return _against(self, other) < 0

    def __le__(self, other: Any) -> bool:
        return _against(self, other) <= 0

    def __gt__(self, other: Any) -> bool:
        return _against(self, other) > 0

    def __ge__(self, other: Any) -> bool:
        return _against(self, other) >= 0

    def __float__(self) -> float:
        with precision(DISPLAY) as iv:
            return float(interval(self, iv, {}).mid)

    def __str__(self) -> str:
        return _text(self)

    @cached_property
    def decided(self) -> int:
        """The sign of the number, from the function that `decide_by` was given. It is kept, because formulas ask for
        the sign of one number many times, for example of a discount or of an ideal.
        """
        if not _deciders:
            raise UndecidedError(f"the sign of {self}: ask axiometrics.symbolic.signs or import axiometrics.core.exact")
        return _deciders[0](self)


Exact: TypeAlias = Fraction | Real


def _against(number: Real, other: Any) -> int:
    """The sign of the difference; of the number itself where the other one is 0."""
    difference = number if type(other) is int and not other else number - other
    return difference.decided if isinstance(difference, Real) else int(difference > 0) - int(difference < 0)


def _binary(op: str, left: Any, right: Any) -> Any:
    """The result of one arithmetic step, simplified where an operand is rational or neutral; `nan` (an undefined value)
    stays `nan`.
    """
    if isinstance(left, float) or isinstance(right, float):
        return math.nan if left != left or right != right else NotImplemented
    for x in (left, right):
        # `Fraction` is of an abstract class, which takes long to say no
        if type(x) not in (Fraction, Real) and not isinstance(x, (int, Fraction, Real)):
            return NotImplemented
    left, right = _exact(left), _exact(right)
    if op == "+":
        return _sum(left, right)
    if op == "*":
        return _product(left, right)
    if _is(right, 0):
        raise ZeroDivisionError(f"{left} / 0")
    if _is(left, 0):
        return Fraction(0)
    if _alike(left, right):
        return Fraction(1)
    return left if _is(right, 1) else Real(op, (left, right))


def _alike(left: Exact, right: Exact) -> bool:
    """Whether two numbers are written alike."""
    if isinstance(left, Real) and isinstance(right, Real):
        return left is right or (
            left.op == right.op and len(left.args) == len(right.args) and all(map(_alike, left.args, right.args))
        )
    return isinstance(left, Fraction) and isinstance(right, Fraction) and left == right


def _product(left: Exact, right: Exact) -> Exact:
    """A product with at most one rational factor, which stands first."""
    if isinstance(right, Fraction):
        left, right = right, left
    if _is(left, 0) or _is(left, 1):
        return left if _is(left, 0) else right
    if (
        isinstance(left, Fraction)
        and isinstance(right, Real)
        and right.op == "*"
        and isinstance(right.args[0], Fraction)
    ):
        return _product(left * right.args[0], right.args[1])
    return Real("*", (left, right))


def _sum(left: Exact, right: Exact) -> Exact:
    """A flat sum of two."""
    return summed((left, right))


def summed(numbers: Iterable[Exact]) -> Exact:
    """The sum, flat: rational terms folded into one, logarithms, powers and angles of the same number too, so that long
    sums neither nest nor repeat themselves.

    >>> str(summed([log(Fraction(3)), Fraction(1), log(Fraction(3)), Fraction(-1)]))
    '2*log(3)'
    """
    rational = Fraction(0)
    multiples: dict[tuple[str, tuple[Exact, ...]], Fraction] = {}
    others: list[Exact] = []
    for term in (term for number in numbers for term in _terms(number)):
        factor, base = (
            term.args
            if isinstance(term, Real) and term.op == "*" and isinstance(term.args[0], Fraction)
            else (Fraction(1), term)
        )
        if isinstance(term, Fraction):
            rational += term
        elif isinstance(base, Real) and base.op in {"log", "power", "angle"} and isinstance(base.args[0], Fraction):
            multiples[base.op, base.args] = multiples.get((base.op, base.args), Fraction(0)) + factor
        else:
            others.append(term)
    terms = [
        *(_product(factor, Real(*base)) for base, factor in multiples.items() if factor),
        *others,
        *([rational] if rational else []),
    ]
    return terms[0] if len(terms) == 1 else Real("+", tuple(terms)) if terms else Fraction(0)


def _terms(x: Exact) -> tuple[Exact, ...]:
    return x.args if isinstance(x, Real) and x.op == "+" else (x,)


def _is(x: Exact, n: int) -> bool:
    return isinstance(x, Fraction) and x == n


def _exact(x: int | Exact) -> Exact:
    return x if isinstance(x, Real) else Fraction(x)


def log(x: int | Exact) -> Exact:
    """The natural logarithm of a positive number, exactly.

    >>> str(log(Fraction(3)))
    'log(3)'
    >>> log(Fraction(1))
    Fraction(0, 1)
    """
    x = _exact(x)
    if isinstance(x, Fraction) and 0 < x < 1:
        return _product(Fraction(-1), Real("log", (1 / x,)))
    return Fraction(0) if _is(x, 1) else Real("log", (x,))


def sqrt(x: int | Exact) -> Exact:
    """The square root of a number that is not negative; rational where it can be.

    >>> sqrt(Fraction(4, 9)), str(sqrt(Fraction(2)))
    (Fraction(2, 3), 'sqrt(2)')
    """
    x = _exact(x)
    if isinstance(x, Fraction):
        root = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
        if root * root == x:
            return root
    return Real("sqrt", (x,))


def angle(x: int | Exact) -> Exact:
    """The angle from 0 to 1 half turns whose cosine is the number: acos(x)/pi. The number is from -1 to 1, and its
    square is rational.

    The angle is rational only where the square of the cosine is 0, 1/4, 1/2, 3/4 or 1 (Niven 1956, of the doubled
    angle, whose cosine is rational).

    >>> angle(Fraction(-1, 2)), str(angle(sqrt(Fraction(1, 3)))), str(angle(Fraction(-1, 3)))
    (Fraction(2, 3), 'acos(sqrt(1/3))/pi', '(-1)*acos(1/3)/pi + 1')
    """
    square = _signed_square(_exact(x))
    if abs(square) > 1:
        raise ValueError(f"the angle whose cosine is {x}: a cosine is from -1 to 1")
    acute = _RATIONAL_ANGLES.get(abs(square))
    if acute is None:
        acute = Real("angle", (abs(square), 1 - abs(square)))
    return acute if square >= 0 else summed([Fraction(1), -acute])


_RATIONAL_ANGLES: dict[Fraction, Exact] = {
    Fraction(0): Fraction(1, 2),
    Fraction(1, 4): Fraction(1, 3),
    Fraction(1, 2): Fraction(1, 4),
    Fraction(3, 4): Fraction(1, 6),
    Fraction(1): Fraction(0),
}


def _signed_square(x: Exact) -> Fraction:
    """The square of a number, with the sign of the number."""
    if isinstance(x, Fraction):
        return x * abs(x)
    if x.op == "sqrt" and isinstance(x.args[0], Fraction):
        return x.args[0]
    if x.op in {"*", "/"}:
        left, right = map(_signed_square, x.args)
        return left * right if x.op == "*" else left / right
    raise ValueError(f"the angle whose cosine is {x}: only of a number whose square is rational")


def exp2(x: int | Fraction) -> Exact:
    """Two to a rational power.

    >>> exp2(Fraction(-2)), str(exp2(Fraction(1, 2)))
    (Fraction(1, 4), '2**(1/2)')
    """
    return power(Fraction(2), Fraction(x))


@lru_cache(maxsize=2**14)
def power(base: Fraction, exponent: Fraction) -> Exact:
    """A number above 0 to a rational power: a rational number times roots of primes, those of one exponent put
    together, the same for equal numbers.

    Different products of such roots are independent over the rational numbers (Besicovitch 1940): sums of them are
    equal only where they are written alike.

    >>> str(power(Fraction(12), Fraction(1, 2))), str(power(Fraction(8), Fraction(-1, 2))), power(Fraction(4,
    ...     9), Fraction(3, 2))
    ('2*3**(1/2)', '(1/4)*2**(1/2)', Fraction(8, 27))
    >>> str(power(Fraction(60), Fraction(1, 3)))
    '15**(1/3)*2**(2/3)'
    """
    if base <= 0:
        raise ValueError(f"{base} to the power of {exponent}: only of a number above 0")
    if base == 1 or exponent.denominator == 1:
        return base**exponent.numerator
    rational, roots = Fraction(1), dict[Fraction, Fraction]()
    for prime, times in primes(base):
        whole, rest = divmod(times * exponent, 1)
        rational *= Fraction(prime) ** whole
        if rest:
            roots[rest] = roots.get(rest, Fraction(1)) * prime
    return (
        _product(rational, Real("power", tuple(x for rest in sorted(roots) for x in (roots[rest], rest))))
        if roots
        else rational
    )


def factors(root: Real) -> list[tuple[Fraction, Fraction]]:
    """The factors of a `power`, each as a number and its exponent."""
    return list(zip(root.args[::2], root.args[1::2], strict=True))  # type: ignore[arg-type]


def primes(x: Fraction) -> list[tuple[int, int]]:
    """The primes of a number above 0, with their exponents."""
    below = [(prime, -times) for prime, times in prime_factors(x.denominator)]
    return sorted([*prime_factors(x.numerator), *below])


DIVISORS = 2**10
"""Divisors that are tried before sympy is asked, which takes half a second to import."""


def prime_factors(n: int) -> list[tuple[int, int]]:
    """The primes of a whole number above 0, with how often each divides it.

    >>> prime_factors(360)
    [(2, 3), (3, 2), (5, 1)]
    """
    powers, divisor = [], 2
    while divisor * divisor <= n and divisor < DIVISORS:
        times = 0
        while n % divisor == 0:
            n, times = n // divisor, times + 1
        if times:
            powers.append((divisor, times))
        divisor += 1
    if n > 1 and divisor * divisor <= n:
        from sympy import factorint

        return powers + [(int(prime), int(times)) for prime, times in factorint(n).items()]
    return powers + [(n, 1)] * (n > 1)


@contextmanager
def precision(bits: int) -> Iterator[Any]:
    """The intervals of mpmath, at so many bits."""
    from mpmath import iv

    before, iv.prec = iv.prec, bits
    try:
        yield iv
    finally:
        iv.prec = before


def interval(x: Exact, iv: Any, seen: dict[int, Any]) -> Any:
    """An interval that surely holds the value. `seen` shares the work on repeated subexpressions."""
    if isinstance(x, Fraction):
        return iv.mpf(x.numerator) / x.denominator
    if id(x) not in seen:
        values = [interval(arg, iv, seen) for arg in x.args]
        seen[id(x)] = _INTERVAL[x.op](iv, *values)
    return seen[id(x)]


_INTERVAL: dict[str, Callable[..., Any]] = {
    "+": lambda iv, *terms: sum(terms, iv.mpf(0)),
    "*": lambda iv, a, b: a * b,
    "/": lambda iv, a, b: a / b,
    "log": lambda iv, a: iv.log(a),
    "sqrt": lambda iv, a: iv.sqrt(a),
    "power": lambda iv, *roots: iv.exp(
        sum((e * iv.log(a) for a, e in zip(roots[::2], roots[1::2], strict=True)), iv.mpf(0))
    ),
    "angle": lambda iv, cosine, sine: iv.atan2(iv.sqrt(sine), iv.sqrt(cosine)) / iv.pi,
}


def _text(x: Exact) -> str:
    """The expression as sympy reads it."""
    if isinstance(x, Fraction):
        return str(x)
    if x.op == "power":
        return "*".join(f"{base}**({exponent})" for base, exponent in factors(x))
    if x.op == "angle":
        return f"acos({_text(sqrt(x.args[0]))})/pi"
    args = [_text(arg) for arg in x.args]
    if x.op in {"log", "sqrt"}:
        return f"{x.op}({args[0]})"
    if x.op == "+":
        return " + ".join(args).replace("+ -", "- ")
    wrapped = [
        f"({text})" if _compound(arg, x.op == "/" and i == 1) else text
        for i, (arg, text) in enumerate(zip(x.args, args, strict=True))
    ]
    return x.op.join(wrapped)


def _compound(x: Exact, divisor: bool) -> bool:
    if isinstance(x, Fraction):
        return x < 0 or x.denominator != 1
    return x.op == "+" or (divisor and (x.op in {"*", "/", "angle"} or (x.op == "power" and len(x.args) > 2)))
