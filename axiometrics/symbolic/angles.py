"""Whether a sum of rational multiples of angles is 0, decided by sines and cosines of whole multiples of the angles.

Cosine and sine of each angle are roots of rational numbers. Cosine and sine of a whole multiple, and of a sum of such
multiples, follow by the addition theorems, as polynomials in roots of primes, which are independent over the rational
numbers. A sum of angles between -1 and 1 half turns is 0 exactly if its sine is 0 and its cosine is 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from axiometrics.core.errors import UndecidedError
from axiometrics.core.reals import Exact, Real
from axiometrics.symbolic.intervals import narrow
from axiometrics.symbolic.surds import UNIT, Polynomial, QuotientsOfRoots, Side, plus, root

BITS = 1024
"""The precision, in bits, of the interval that tells half turns apart."""

Multiples = dict[tuple[Fraction, Fraction] | None, Fraction]
"""By the squares of cosine and sine of an angle, the times it is added; by None the half turns added."""

Direction = tuple[Polynomial, Polynomial]
"""Cosine and sine of an angle."""

AHEAD: Direction = ({UNIT: Fraction(1)}, {})
"""The direction at the angle 0."""


def has_angle(x: Exact) -> bool:
    """Whether an angle is in the number."""
    return isinstance(x, Real) and (x.op == "angle" or any(has_angle(arg) for arg in x.args))


def is_zero(x: Real, side: Side) -> bool:
    """Whether a number with angles in it is 0.

    Raises `UndecidedError` where it is not a sum of rational multiples of angles.

    >>> from axiometrics.core.reals import angle
    >>> third, other = angle(Fraction(1, 3)), angle(Fraction(-7, 9))
    >>> is_zero(2 * third - other, lambda x: 0), is_zero(3 * third - other, lambda x: 0)
    (True, False)
    """
    multiples: Multiples = {}
    _gather(x, Fraction(1), multiples)
    whole = lcm(*(times.denominator for times in multiples.values()))
    if not narrow(x, BITS, whole.bit_length() + 1):
        return False
    products = QuotientsOfRoots(side)
    direction = AHEAD
    for key, times in multiples.items():
        direction = _turned(products, direction, _multiple(products, _direction(key), int(times * whole)))
    return direction == AHEAD


def _gather(x: Exact, factor: Fraction, into: Multiples) -> None:
    if not isinstance(x, Real):
        into[None] = into.get(None, Fraction(0)) + factor * x
        return
    left, *rest = x.args
    if x.op == "angle":
        key = (Fraction(left), Fraction(rest[0]))  # type: ignore[arg-type]
        into[key] = into.get(key, Fraction(0)) + factor
    elif x.op == "+":
        for arg in x.args:
            _gather(arg, factor, into)
    elif x.op == "*" and not isinstance(left, Real):
        _gather(rest[0], factor * left, into)
    elif x.op in {"*", "/"} and not isinstance(rest[0], Real):
        _gather(left, factor * rest[0] if x.op == "*" else factor / rest[0], into)
    else:
        raise UndecidedError(f"angles are compared with rational multiples of angles alone, not in {x}")


def _direction(key: tuple[Fraction, Fraction] | None) -> Direction:
    if key is None:
        return {UNIT: Fraction(-1)}, {}
    cosine, sine = (root(square, Fraction(1, 2)) for square in key)
    return cosine, sine


def _turned(products: QuotientsOfRoots, left: Direction, right: Direction) -> Direction:
    """The direction at the sum of two angles."""
    times = products.times
    cosine = plus(times(left[0], right[0]), times(left[1], right[1]), -1)
    return cosine, plus(times(left[0], right[1]), times(left[1], right[0]), 1)


def _multiple(products: QuotientsOfRoots, direction: Direction, times: int) -> Direction:
    cosine, sine = direction
    power = (cosine, {key: -factor for key, factor in sine.items()} if times < 0 else sine)
    result = AHEAD
    for bit in reversed(f"{abs(times):b}"):
        result = _turned(products, result, power) if bit == "1" else result
        power = _turned(products, power, power)
    return result
