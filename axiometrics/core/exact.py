"""Exact numbers: fractions, and reals built from them by logarithms, roots and powers.

A formula is written once, in numpy: on arrays of floats it is the fast filter, on object arrays of the numbers below it
is the decision. Rational values are plain `Fraction`s. An irrational one is a `Real`: an expression that is never
rounded. Its sign is decided by interval arithmetic of growing precision; a tie, which no interval can confirm, is
recognised symbolically (`is_zero`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from axiometrics.core.errors import UndecidedError

PRECISIONS = (64, 256, 1024, 4096)
"""Bits of the intervals that are tried in turn; the symbolic test for a tie comes after the first."""


@dataclass(frozen=True, eq=False)
class Real:
    """An exact real number as an expression: `op` over `args` (`Fraction`s and `Real`s).

    `op` is one of `+ * / log sqrt power`, a `power` being a product of roots: number, exponent, number, exponent and so
    on. Comparisons decide exactly; see `sign`.

    >>> log(Fraction(8)) - 3 * log(Fraction(2)) == 0
    True
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
        with _precision(PRECISIONS[0]) as iv:
            return float(_interval(self, iv, {}).mid)

    def __str__(self) -> str:
        return _text(self)

    @cached_property
    def _sign(self) -> int:
        """Its sign, decided once: formulas ask it of the same number again and again, as of a discount or an ideal."""
        return _decided(self)


Exact: TypeAlias = Fraction | Real


def _against(number: Real, other: Any) -> int:
    """The sign of the difference; of the number itself where the other one is 0."""
    return sign(number if type(other) is int and not other else number - other)


def _binary(op: str, left: Any, right: Any) -> Any:
    """One arithmetic step, folding what is rational or neutral; `nan` (an undefined value) stays `nan`."""
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
    """The sum, flat: rational terms folded into one, logarithms and powers of the same number too, so that long sums
    neither nest nor repeat themselves.

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
        elif isinstance(base, Real) and base.op in {"log", "power"} and isinstance(base.args[0], Fraction):
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
    for prime, times in _primes(base):
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
    """The numbers and their exponents that the roots are of which a `power` is the product."""
    return list(zip(root.args[::2], root.args[1::2], strict=True))  # type: ignore[arg-type]


def _primes(x: Fraction) -> list[tuple[int, int]]:
    """The primes of a number above 0, with their exponents."""
    if x == 2:
        return [(2, 1)]
    from sympy import Rational, factorrat

    return [(int(prime), int(times)) for prime, times in factorrat(Rational(x.numerator, x.denominator)).items()]


def sign(x: int | Exact) -> int:
    """-1, 0 or 1, decided: intervals of growing precision, and the symbolic test for a tie.

    Raises `UndecidedError` where the value is closer to 0 than the greatest precision can tell and no tie is
    recognised.

    >>> sign(sqrt(Fraction(2)) * sqrt(Fraction(3)) - sqrt(Fraction(6)))
    0
    """
    return x._sign if isinstance(x, Real) else (x > 0) - (x < 0)


def _decided(x: Real) -> int:
    for bits in PRECISIONS:
        with _precision(bits) as iv:
            value = _interval(x, iv, {})
            low, high = value.a, value.b
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        if bits == PRECISIONS[0]:
            with suppress(UndecidedError):
                if is_zero(x):
                    return 0
    raise UndecidedError(f"the sign of {x} could not be decided at {PRECISIONS[-1]} bits")


def vanishes(x: int | Exact, bits: int = 512) -> bool:
    """Whether nothing tells a number from 0 to that many bits: for a test of an identity, never for a verdict.

    >>> vanishes(log(Fraction(6)) - log(Fraction(2)) - log(Fraction(3)))
    True
    >>> vanishes(log(Fraction(2)) - Fraction(693147, 10**6))
    False
    """
    if not isinstance(x, Real):
        return x == 0
    with _precision(bits) as iv:
        value = _interval(x, iv, {})
        return bool(value.a <= 0 <= value.b)


def is_zero(x: Real) -> bool:
    """Whether the expression is 0 as an identity, the logarithms of distinct primes being taken as independent.

    >>> one, other = sqrt(Fraction(2)), sqrt(Fraction(3))
    >>> is_zero(one / (one + other) + other / (other + one) - 1)
    True
    """
    roots = _square_roots(x)
    if roots is not None:
        return not roots
    import sympy

    numerator = sympy.expand(sympy.numer(sympy.together(_symbolic(x))))
    # sympy multiplies some roots of one order and leaves others: 18**(1/3) is 2**(1/3)*3**(2/3)
    apart = numerator.replace(
        lambda part: part.is_Pow and part.base.is_Integer and part.base > 1 and part.exp.is_Rational,
        lambda part: sympy.Mul(*(prime ** (k * part.exp) for prime, k in sympy.factorint(part.base).items())),
    )
    return bool(sympy.expand(apart) == 0)


def _square_roots(x: Exact) -> dict[int, Fraction] | None:
    """The number as a sum of multiples of roots of whole numbers, by these, if it is made of rational numbers and their
    roots alone.

    No two of the whole numbers have a square as their product: such roots are independent over the rational numbers
    (Besicovitch 1940), and the sum is 0 only where it is empty. None also where a divisor is a sum of more than two
    roots.
    """
    if isinstance(x, Fraction):
        return _gathered([(1, x)])
    if x.op == "sqrt":
        (of,) = x.args
        return (
            _gathered([(of.numerator * of.denominator, Fraction(1, of.denominator))])
            if isinstance(of, Fraction) and of >= 0
            else None
        )
    if x.op not in {"+", "*", "/"}:
        return None
    parts = []
    for arg in x.args:
        roots = _square_roots(arg)
        if roots is None:
            return None
        parts.append(roots)
    if x.op == "+":
        return _gathered([term for roots in parts for term in roots.items()])
    one, other = parts
    if x.op == "*":
        return _root_product(one, other)
    if len(other) not in (1, 2):
        return None
    (m, a), *rest = other.items()
    # (a sqrt(m) + b sqrt(n)) (a sqrt(m) - b sqrt(n)) = a^2 m - b^2 n, which is not 0
    conjugate = {m: a, **{n: -b for n, b in rest}}
    norm = a * a * m - sum(b * b * n for n, b in rest)
    return {n: b / norm for n, b in _root_product(one, conjugate).items()}


def _root_product(one: dict[int, Fraction], other: dict[int, Fraction]) -> dict[int, Fraction]:
    pairs = [(m, n, a * b, math.gcd(m, n)) for m, a in one.items() for n, b in other.items()]
    return _gathered([((m // common) * (n // common), factor * common) for m, n, factor, common in pairs])


def _gathered(terms: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """The multiples of roots, those put together whose numbers are each other's up to a square: sqrt(n) = sqrt(n m)/m
    sqrt(m).
    """
    found: dict[int, Fraction] = {1: Fraction(0)}
    for n, factor in terms:
        for m in found:
            root = math.isqrt(n * m)
            if root * root == n * m:
                found[m] += factor * root / m
                break
        else:
            found[n] = factor
    return {n: factor for n, factor in found.items() if factor}


@contextmanager
def _precision(bits: int) -> Iterator[Any]:
    from mpmath import iv

    before, iv.prec = iv.prec, bits
    try:
        yield iv
    finally:
        iv.prec = before


def _interval(x: Exact, iv: Any, seen: dict[int, Any]) -> Any:
    """An interval that surely holds the value. `seen` shares the work on repeated subexpressions."""
    if isinstance(x, Fraction):
        return iv.mpf(x.numerator) / x.denominator
    if id(x) not in seen:
        values = [_interval(arg, iv, seen) for arg in x.args]
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
}


def _symbolic(x: Exact) -> Any:
    """The expression in sympy, each logarithm a rational combination of symbols for the logarithms of primes."""
    import sympy

    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    if x.op == "log":
        (arg,) = x.args
        if not isinstance(arg, Fraction):
            raise UndecidedError(f"the logarithm of {arg}, which is irrational, is not supported")
        return sympy.Add(*(times * sympy.Symbol(f"log{prime}", positive=True) for prime, times in _primes(arg)))
    args = [_symbolic(arg) for arg in x.args]
    if x.op == "+":
        return sympy.Add(*args)
    if x.op == "*":
        return args[0] * args[1]
    if x.op == "/":
        return args[0] / args[1]
    if x.op == "sqrt":
        numerator, denominator = sympy.fraction(sympy.together(args[0]))
        return _symbolic_root(numerator) / _symbolic_root(denominator)
    return sympy.Mul(
        *(
            sympy.Pow(prime, sympy.Rational(e.numerator, e.denominator))
            for base, e in factors(x)
            for prime, _ in _primes(base)
        )
    )


def _symbolic_root(x: Any) -> Any:
    """The square root of a polynomial in logarithms, squares taken out, so that equal roots look alike."""
    import sympy

    constant, factors = sympy.factor_list(sympy.expand(x))
    outside, inside = sympy.Integer(1), constant
    for factor, times in factors:
        if times >= 2:
            value = factor.subs(
                {symbol: sympy.log(int(symbol.name.removeprefix("log"))) for symbol in factor.free_symbols}
            )
            outside *= (factor if value.evalf() > 0 else -factor) ** (times // 2)
        inside *= factor ** (times % 2)
    return outside * sympy.sqrt(inside)


def _text(x: Exact) -> str:
    """The expression as sympy reads it."""
    if isinstance(x, Fraction):
        return str(x)
    if x.op == "power":
        return "*".join(f"{base}**({exponent})" for base, exponent in factors(x))
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
    return x.op == "+" or (divisor and (x.op in "*/" or (x.op == "power" and len(x.args) > 2)))
