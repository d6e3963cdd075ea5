"""The decision of the search about exact numbers: the sign of a real, and whether it is 0.

A formula is written once, in numpy: on arrays of floats it is the fast filter, on object arrays of exact numbers
(`axiometrics.core.reals`) it is the decision. The sign of a real is decided by interval arithmetic of growing
precision; a tie, which no interval can confirm, is recognised symbolically (`is_zero`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from axiometrics.core.angles import half_turns, none_left
from axiometrics.core.errors import UndecidedError
from axiometrics.core.reals import (
    Exact,
    Real,
    angle,
    decide_by,
    exp2,
    factors,
    interval,
    log,
    power,
    precision,
    primes,
    sqrt,
    summed,
)

__all__ = [
    "PRECISIONS",
    "Exact",
    "Real",
    "angle",
    "exp2",
    "factors",
    "is_zero",
    "log",
    "power",
    "sign",
    "sqrt",
    "summed",
    "vanishes",
]

PRECISIONS = (64, 256, 1024, 4096)
"""Bits of the intervals that are tried in turn; the symbolic test for a tie comes after the first."""


def sign(x: int | Exact) -> int:
    """-1, 0 or 1, decided: intervals of growing precision, and the symbolic test for a tie.

    Raises `UndecidedError` where the value is closer to 0 than the greatest precision can tell and no tie is
    recognised.

    >>> sign(sqrt(Fraction(2)) * sqrt(Fraction(3)) - sqrt(Fraction(6)))
    0
    """
    return x.decided if isinstance(x, Real) else (x > 0) - (x < 0)


def _decided(x: Real) -> int:
    for bits in PRECISIONS:
        with precision(bits) as iv:
            value = interval(x, iv, {})
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
    with precision(bits) as iv:
        value = interval(x, iv, {})
        return bool(value.a <= 0 <= value.b)


def is_zero(x: Real) -> bool:
    """Whether the expression is 0 as an identity, the logarithms of distinct primes being taken as independent.

    >>> a, b = sqrt(Fraction(2)), sqrt(Fraction(3))
    >>> is_zero(a / (a + b) + b / (b + a) - 1)
    True
    """
    angles = half_turns(x)
    if angles is not None:
        return none_left(x, angles)
    roots = _square_roots(x)
    if roots is not None:
        return not roots
    combined = _combination(x)
    if not combined or ((quotient := _quotient(x)) is not None and not quotient[0]):
        return True
    if len(combined) > LARGEST:
        raise UndecidedError(f"a sum of {len(combined)} terms is too long to be compared with 0 as an identity")
    import sympy

    numerator = sympy.expand(sympy.numer(sympy.together(_symbolic(x))))
    # sympy multiplies some roots of one order and leaves others: 18**(1/3) is 2**(1/3)*3**(2/3)
    apart = numerator.replace(
        lambda part: part.is_Pow and part.base.is_Integer and part.base > 1 and part.exp.is_Rational,
        lambda part: sympy.Mul(*(prime ** (k * part.exp) for prime, k in sympy.factorint(part.base).items())),
    )
    return bool(sympy.expand(apart) == 0)


LARGEST = 200
"""Terms of a sum up to which an identity is looked for by multiplying out, which takes long for many of them."""


def _combination(x: Exact) -> dict[Any, Fraction]:
    """The expression as a sum of multiples of logarithms of primes, and of parts that are products, quotients or roots
    of such sums; it is 0 where the sum is empty. Parts that are written alike are one part, others may be equal too.
    """
    if isinstance(x, Fraction):
        return {1: x} if x else {}
    if x.op == "log" and isinstance(x.args[0], Fraction):
        of = x.args[0]
        return _together(((1, _log_primes(of.numerator)), (-1, _log_primes(of.denominator))))
    if x.op == "+":
        return _together((1, _combination(arg)) for arg in x.args)
    parts = [_combination(arg) for arg in x.args]
    plain = [part.get(1, Fraction(0)) if part.keys() <= {1} else None for part in parts]
    if x.op == "*":
        for factor, part in ((plain[0], parts[1]), (plain[1], parts[0])):
            if factor is not None:
                return _together([(factor, part)])
    if x.op == "/" and plain[1]:
        return _together([(1 / plain[1], parts[0])])
    factors = [_content(part) if x.op in {"*", "/"} else Fraction(1) for part in parts]
    whole = factors[0] / factors[1] if x.op == "/" else math.prod(factors, start=Fraction(1))
    written = [
        frozenset((key, times / factor) for key, times in part.items())
        for factor, part in zip(factors, parts, strict=True)
    ]
    return {(x.op, frozenset(written) if x.op == "*" and written[0] != written[1] else tuple(written)): whole}


def _content(of: Mapping[Any, Fraction]) -> Fraction:
    """The factor of a sum without which its multiples are whole numbers of no common divisor: so that (2 a) b and
    (2 b) a, which are one product, are written alike.
    """
    below = math.lcm(*(times.denominator for times in of.values()))
    above = math.gcd(*(int(times * below) for times in of.values()))
    return Fraction(above, below) if above else Fraction(1)


_Sum = dict[tuple[int, ...], Fraction]
"""A polynomial in the logarithms of primes: by the primes of each product of logarithms, its factor."""


def _quotient(x: Exact) -> tuple[_Sum, _Sum] | None:
    """The expression as a quotient of two polynomials in logarithms of primes; it is 0 where the first is empty. None
    where it is made of anything else, as of roots, or where these are long.

    It says most of what sympy says of such expressions, and takes a thousandth of what importing sympy does.
    """
    if isinstance(x, Fraction):
        return ({(): x} if x else {}), {(): Fraction(1)}
    if x.op == "log" and isinstance(x.args[0], Fraction):
        return {(key[1],): times for key, times in _combination(x).items()}, {(): Fraction(1)}
    if x.op not in {"+", "*", "/"}:
        return None
    quotient: tuple[_Sum, _Sum] | None = None
    for arg in x.args:
        part = _quotient(arg)
        if part is None or (x.op == "/" and quotient is not None and not part[0]):
            return None
        quotient = part if quotient is None else _joined(x.op, *quotient, *part)
        if max(map(len, quotient)) > LARGEST:
            return None
    return quotient


def _joined(op: str, a: _Sum, b: _Sum, c: _Sum, d: _Sum) -> tuple[_Sum, _Sum]:
    """The sum, the product or the quotient of a / b and c / d."""
    if op == "+":
        left, right = (a, c) if b == d else (_multiplied(a, d), _multiplied(c, b))
        total = {key: left.get(key, 0) + right.get(key, Fraction(0)) for key in left.keys() | right.keys()}
        return {key: times for key, times in total.items() if times}, b if b == d else _multiplied(b, d)
    return (_multiplied(a, c), _multiplied(b, d)) if op == "*" else (_multiplied(a, d), _multiplied(b, c))


def _multiplied(a: _Sum, b: _Sum) -> _Sum:
    terms: _Sum = {}
    for (left, x), (right, y) in product(a.items(), b.items()):
        key = tuple(sorted(left + right))
        terms[key] = terms.get(key, Fraction(0)) + x * y
    return {key: times for key, times in terms.items() if times}


@lru_cache(maxsize=2**14)
def _log_primes(n: int) -> dict[Any, Fraction]:
    return {("log", prime): Fraction(times) for prime, times in primes(Fraction(n))} if n > 1 else {}


def _together(parts: Iterable[tuple[int | Fraction, dict[Any, Fraction]]]) -> dict[Any, Fraction]:
    sums: dict[Any, Fraction] = {}
    for factor, part in parts:
        for key, times in part.items():
            sums[key] = sums.get(key, Fraction(0)) + factor * times
    return {key: times for key, times in sums.items() if times}


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
    left, right = parts
    if x.op == "*":
        return _root_product(left, right)
    if len(right) not in (1, 2):
        return None
    (m, a), *rest = right.items()
    # (a sqrt(m) + b sqrt(n)) (a sqrt(m) - b sqrt(n)) = a^2 m - b^2 n, which is not 0
    conjugate = {m: a, **{n: -b for n, b in rest}}
    norm = a * a * m - sum(b * b * n for n, b in rest)
    return {n: b / norm for n, b in _root_product(left, conjugate).items()}


def _root_product(left: dict[int, Fraction], right: dict[int, Fraction]) -> dict[int, Fraction]:
    pairs = [(m, n, a * b, math.gcd(m, n)) for m, a in left.items() for n, b in right.items()]
    return _gathered([((m // common) * (n // common), factor * common) for m, n, factor, common in pairs])


def _gathered(terms: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """The multiples of roots, those put together whose numbers are each other's up to a square: sqrt(n) = sqrt(n m)/m
    sqrt(m).
    """
    multiples: dict[int, Fraction] = {1: Fraction(0)}
    for n, factor in terms:
        for m in multiples:
            root = math.isqrt(n * m)
            if root * root == n * m:
                multiples[m] += factor * root / m
                break
        else:
            multiples[n] = factor
    return {n: factor for n, factor in multiples.items() if factor}


def _symbolic(x: Exact) -> Any:
    """The expression in sympy, each logarithm a rational combination of symbols for the logarithms of primes."""
    import sympy

    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    if x.op == "log":
        (arg,) = x.args
        if not isinstance(arg, Fraction):
            raise UndecidedError(f"the logarithm of {arg}, which is irrational, is not supported")
        return sympy.Add(*(times * sympy.Symbol(f"log{prime}", positive=True) for prime, times in primes(arg)))
    args = [_symbolic(arg) for arg in x.args]
    if x.op == "angle":
        raise UndecidedError("an angle is compared with multiples of angles alone")
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
            for prime, _ in primes(base)
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


decide_by(_decided)
