"""Intervals that contain exact numbers, computed with mpmath. Each logarithm and each root is enclosed once, and used
wherever it occurs.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mpmath import libmp

from axiometrics.core.reals import Exact, Real

Interval = tuple[Any, Any]
"""The ends, as numbers of `mpmath.libmp`."""

ZERO: Interval = (libmp.fzero, libmp.fzero)


def side(x: Real, bits: int) -> int:
    """1 for a number above 0, -1 for one below 0, and 0 if its interval with this number of bits contains 0."""
    low, high = enclosed(x, bits, {})
    return int(libmp.mpf_sign(low) > 0) - int(libmp.mpf_sign(high) < 0)


def narrow(x: Real, bits: int, width: int) -> bool:
    """Whether its interval with this number of bits contains 0 and is narrower than 2^-width."""
    low, high = enclosed(x, bits, {})
    return bool(
        libmp.mpf_lt(libmp.mpf_sub(high, low), libmp.from_man_exp(1, -width))
        and libmp.mpf_sign(low) <= 0 <= libmp.mpf_sign(high)
    )


def enclosed(x: Exact, bits: int, seen: dict[int, Interval]) -> Interval:
    """An interval that contains the value. `seen` shares the work on repeated subexpressions."""
    if not isinstance(x, Real):
        return _fraction(x, bits)
    interval = seen.get(id(x))
    if interval is None:
        interval = seen[id(x)] = _of[x.op](x.args, bits, seen)
    return interval


def _fraction(x: Fraction, bits: int) -> Interval:
    p, q = x.numerator, x.denominator
    if q == 1:
        return libmp.from_int(p, bits, "f"), libmp.from_int(p, bits, "c")
    return libmp.from_rational(p, q, bits, "f"), libmp.from_rational(p, q, bits, "c")


def _sum(args: tuple[Exact, ...], bits: int, seen: dict[int, Interval]) -> Interval:
    low, high = ZERO
    for arg in args:
        a, b = enclosed(arg, bits, seen)
        low, high = libmp.mpf_add(low, a, bits, "f"), libmp.mpf_add(high, b, bits, "c")
    return low, high


def _product(args: tuple[Exact, ...], bits: int, seen: dict[int, Interval]) -> Interval:
    left, right = args
    interval: Interval = libmp.mpi_mul(enclosed(left, bits, seen), enclosed(right, bits, seen), bits)
    return interval


def _quotient(args: tuple[Exact, ...], bits: int, seen: dict[int, Interval]) -> Interval:
    left, right = args
    if isinstance(left, Real) and isinstance(right, Real) and left.op == right.op == "log":
        above, below = left.args[0], right.args[0]
        if not isinstance(above, Real) and not isinstance(below, Real):
            return _logs(above.numerator, above.denominator, below.numerator, below.denominator, bits)
    interval: Interval = libmp.mpi_div(enclosed(left, bits, seen), enclosed(right, bits, seen), bits)
    return interval


def _log(args: tuple[Exact, ...], bits: int, seen: dict[int, Interval]) -> Interval:
    (x,) = args
    if not isinstance(x, Real):
        return _log_of(x.numerator, x.denominator, bits)
    interval: Interval = libmp.mpi_log(enclosed(x, bits, seen), bits)
    return interval


@lru_cache(maxsize=2**14)
def _log_of(p: int, q: int, bits: int) -> Interval:
    interval: Interval = libmp.mpi_log(_fraction(Fraction(p, q), bits), bits)
    return interval


@lru_cache(maxsize=2**14)
def _logs(p: int, q: int, r: int, s: int, bits: int) -> Interval:
    """The quotient of two logarithms, of p/q and r/s."""
    interval: Interval = libmp.mpi_div(_log_of(p, q, bits), _log_of(r, s, bits), bits)
    return interval


def _root(args: tuple[Exact, ...], bits: int, seen: dict[int, Interval]) -> Interval:
    interval: Interval = libmp.mpi_sqrt(enclosed(args[0], bits, seen), bits)
    return interval


def _power(args: tuple[Exact, ...], bits: int, _seen: dict[int, Interval]) -> Interval:
    return _power_of(bits, *((x.numerator, x.denominator) for x in args if not isinstance(x, Real)))


@lru_cache(maxsize=2**14)
def _power_of(bits: int, *roots: tuple[int, int]) -> Interval:
    """A product of roots: number, exponent, number, exponent and so on."""
    total = ZERO
    for (p, q), exponent in zip(roots[::2], roots[1::2], strict=True):
        total = libmp.mpi_add(
            total, libmp.mpi_mul(_fraction(Fraction(*exponent), bits), _log_of(p, q, bits), bits), bits
        )
    interval: Interval = libmp.mpi_exp(total, bits)
    return interval


def _angle(args: tuple[Exact, ...], bits: int, seen: dict[int, Interval]) -> Interval:
    """The angle of a right triangle by the squares of its cosine and its sine, in half turns."""
    cosine, sine = (libmp.mpi_sqrt(enclosed(square, bits, seen), bits) for square in args)
    pi = libmp.mpf_pi(bits, "f"), libmp.mpf_pi(bits, "c")
    interval: Interval = libmp.mpi_div(libmp.mpi_atan2(sine, cosine, bits), pi, bits)
    return interval


_of: dict[str, Callable[[tuple[Exact, ...], int, dict[int, Interval]], Interval]] = {
    "+": _sum,
    "*": _product,
    "/": _quotient,
    "log": _log,
    "sqrt": _root,
    "power": _power,
    "angle": _angle,
}
