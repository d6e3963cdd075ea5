"""Sums of logarithms, written over the logarithms of primes, so that equal sums have equal texts."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from axiometrics.core.reals import Exact, log, summed

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
    powers, d = [], 2
    while d * d <= k:
        times = 0
        while k % d == 0:
            k, times = k // d, times + 1
        if times:
            powers.append((d, times))
        d += 1
    return (*powers, (k, 1)) if k > 1 else tuple(powers)
