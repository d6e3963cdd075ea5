"""Whether a sum of rational multiples of angles is 0, decided by whole powers of complex numbers.

Of an angle t, here in half turns, the square c of the cosine is rational. The number on the unit circle at the doubled
angle is 2c - 1 + 2 sqrt(c(c - 1)), in the field of a root of a negative number. A sum of multiples of angles is brought
to whole multiples by a common denominator; it is a whole number exactly if the product of these powers is 1. An
interval then tells which whole number it is. Powers of one field are multiplied first, since most angles share theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import isqrt, lcm

from axiometrics.core.errors import UndecidedError
from axiometrics.core.reals import Exact, Real, interval, precision

BITS = 1024
"""The precision, in bits, of the interval that tells whole numbers apart."""

Turned = dict[int, Fraction]
"""A complex number, by whole numbers: the multiples of their square roots, no two being those of one field."""


def half_turns(x: Exact) -> dict[Fraction, Fraction] | None:
    """The multiples of angles whose sum a number is, by the squares of the cosines; a rational part stands at 1. None
    where no angle is in the number.

    Raises `UndecidedError` where angles are in it in any other way.
    """
    if not isinstance(x, Real) or not _has_angle(x):
        return None
    multiples: dict[Fraction, Fraction] = {}
    for square, times in _terms(x, Fraction(1)):
        multiples[square] = multiples.get(square, Fraction(0)) + times
    return multiples


def _has_angle(x: Exact) -> bool:
    return isinstance(x, Real) and (x.op == "angle" or any(map(_has_angle, x.args)))


def _terms(x: Exact, factor: Fraction) -> Iterable[tuple[Fraction, Fraction]]:
    match x:
        case Fraction():
            yield Fraction(1), factor * x
        case Real(op="angle", args=(Fraction() as square, _)):
            yield square, factor
        case Real(op="+"):
            for arg in x.args:
                yield from _terms(arg, factor)
        case Real(op="*", args=(Fraction() as times, of)) | Real(op="*", args=(of, Fraction() as times)):
            yield from _terms(of, factor * times)
        case Real(op="/", args=(of, Fraction() as divisor)):
            yield from _terms(of, factor / divisor)
        case _:
            raise UndecidedError(f"angles are compared with rational multiples of angles alone, not in {x}")


def none_left(x: Real, multiples: Mapping[Fraction, Fraction]) -> bool:
    """Whether the number is 0, which is the sum of these multiples of angles."""
    whole = lcm(*(times.denominator for times in multiples.values()))
    with precision(BITS) as iv:
        near = interval(x, iv, {}) * whole
        if not (near.a > -1 and near.b < 1):
            return False
    powers = [_power(_doubled(square), int(times * whole)) for square, times in multiples.items() if square != 1]
    fields: dict[frozenset[int], Turned] = {}
    for number in powers:
        key = frozenset(number)
        fields[key] = _product(fields[key], number) if key in fields else number
    return reduce(_product, fields.values(), {1: Fraction(1)}) == {1: Fraction(1)}


def _doubled(square: Fraction) -> Turned:
    """The number on the unit circle at twice the angle whose cosine has this square."""
    top = square.numerator * (square.denominator - square.numerator)
    return {1: 2 * square - 1, -top: Fraction(2, square.denominator)}


def _power(number: Turned, times: int) -> Turned:
    """A whole power; below 0 of the conjugate, which is the inverse on the unit circle."""
    base = number if times > 0 else {n: factor if n > 0 else -factor for n, factor in number.items()}
    product: Turned = {1: Fraction(1)}
    for bit in f"{abs(times):b}":
        product = _product(product, product)
        product = _product(product, base) if bit == "1" else product
    return product


def _product(left: Turned, right: Turned) -> Turned:
    product: Turned = {}
    for m, a in left.items():
        for n, b in right.items():
            factor = -a * b if m < 0 and n < 0 else a * b
            _add(product, m * n, factor)
    return {n: factor for n, factor in product.items() if factor}


def _add(multiples: Turned, n: int, factor: Fraction) -> None:
    """Add a multiple of the root of n, to one of the same field if there is one: sqrt(n) = sqrt(n m)/|m| sqrt(m)."""
    for m in multiples:
        root = isqrt(n * m) if n * m > 0 else 0
        if root and root * root == n * m:
            multiples[m] += factor * root / abs(m)
            return
    root = isqrt(n) if n > 0 else 0
    if root * root == n:
        n, factor = 1, factor * root
    multiples[n] = multiples.get(n, Fraction(0)) + factor
