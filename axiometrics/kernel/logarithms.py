"""Sums of logarithms, written over the logarithms of primes: equal sums are written alike."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from axiometrics.core.exact import Exact, Real, log, summed

LARGEST = 10**6
"""Numbers to here are parted into primes; of greater ones, which no count of documents in a proof is, the logarithm is
taken as it is.
"""


def log_sum(terms: Iterable[tuple[int | Fraction, int]], over: int = 1) -> Exact:
    """The sum of weight * log(k) over (weight, k), for whole k from 1, divided by `over`.

    >>> str(log_sum([(1, 6), (-1, 2)])), log_sum([(2, 2), (-1, 4)])
    ('log(3)', Fraction(0, 1))
    """
    weights: dict[int, int | Fraction] = {}
    for weight, k in terms:
        for prime, times in primes(k):
            weights[prime] = weights.get(prime, 0) + weight * times
    return summed(Fraction(weights[prime], over) * log(prime) for prime in sorted(weights) if weights[prime])


def log_of(x: Fraction) -> Exact:
    """The logarithm of a number above 0.

    >>> str(log_of(Fraction(8, 3)))
    '3*log(2) + (-1)*log(3)'
    """
    return log_sum([(1, x.numerator), (-1, x.denominator)]) if x > 0 else log(x)


@lru_cache(maxsize=2**12)
def primes(k: int) -> tuple[tuple[int, int], ...]:
    """The primes of a whole number above 0, with their exponents; one beyond `LARGEST` by itself.

    >>> primes(12), primes(1)
    (((2, 2), (3, 1)), ())
    """
    if k > LARGEST:
        return ((k, 1),)
    if k < 1:
        raise ValueError(f"{k} has no logarithm")
    found, d = [], 2
    while d * d <= k:
        times = 0
        while k % d == 0:
            k, times = k // d, times + 1
        if times:
            found.append((d, times))
        d += 1
    return (*found, (k, 1)) if k > 1 else tuple(found)


Sum = dict[tuple[int, ...], Fraction]
"""A polynomial in logarithms of whole numbers: coefficients by the numbers whose logarithms are multiplied, in their
order.
"""


def is_zero(x: Exact) -> bool:
    """Whether a sum of products and quotients of logarithms is 0 once it is multiplied out, whatever the logarithms of
    primes are.

    >>> from axiometrics.core.exact import log
    >>> x, y = log(2) + log(3), log(3) - log(2)
    >>> is_zero(x * y - log(3) * log(3) + log(2) * log(2)), is_zero(x * y)
    (True, False)

    False as well where a root is in it.
    """
    found = _quotient(x)
    return found is not None and not found[0]


def _quotient(x: Exact) -> tuple[Sum, Sum] | None:
    """Numerator and denominator, None where a root is in it."""
    if not isinstance(x, Real):
        return {(): x} if x else {}, {(): Fraction(1)}
    if x.op == "log":
        (of,) = x.args
        return (
            None
            if isinstance(of, Real)
            else ({(p,): Fraction(times) for p, times in _prime_logs(of)}, {(): Fraction(1)})
        )
    if x.op not in "+*/":
        return None
    args = [_quotient(arg) for arg in x.args]
    known = [arg for arg in args if arg is not None]
    if len(known) < len(args):
        return None
    numerator, denominator = known[0]
    for above, below in known[1:]:
        if x.op == "*":
            numerator, denominator = _times(numerator, above), _times(denominator, below)
        elif x.op == "/":
            numerator, denominator = _times(numerator, below), _times(denominator, above)
        elif denominator == below:
            numerator = _plus(numerator, above)
        else:
            numerator, denominator = (
                _plus(_times(numerator, below), _times(above, denominator)),
                _times(denominator, below),
            )
    return numerator, denominator


def _prime_logs(x: Fraction) -> list[tuple[int, int]]:
    return [*primes(x.numerator), *((p, -times) for p, times in primes(x.denominator))]


def _plus(one: Sum, other: Sum) -> Sum:
    total = dict(one)
    for key, c in other.items():
        total[key] = total.get(key, Fraction(0)) + c
    return {key: c for key, c in total.items() if c}


def _times(one: Sum, other: Sum) -> Sum:
    total: Sum = {}
    for left, c in one.items():
        for right, d in other.items():
            key = tuple(sorted(left + right))
            total[key] = total.get(key, Fraction(0)) + c * d
    return {key: c for key, c in total.items() if c}
