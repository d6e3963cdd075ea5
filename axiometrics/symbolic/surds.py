"""Whether an exact number is 0, decided: a quotient of polynomials in logarithms of primes, roots of primes, and square
roots of such numbers.

Logarithms of different primes are taken as independent (this is proved of sums of them only), and so are
different products of roots of primes, which they are (Besicovitch 1940): over these a polynomial is 0 only where it is
written as 0. A square root s of another number u is removed by its norm: A + B s is 0 only if A^2 - B^2 u is, and if
that is 0, either A + B s or A - B s is not, which intervals tell. So the decision always ends, unless a polynomial
grows beyond `MOST`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

from axiometrics.core.errors import UndecidedError
from axiometrics.core.reals import Exact, Real, log, power, sqrt, summed
from axiometrics.symbolic.logarithms import primes

MOST = 20_000
"""Monomials of the largest polynomial."""

Monomial = tuple[tuple[int, ...], tuple[tuple[int, Fraction], ...], tuple[int, ...]]
"""Primes whose logarithms are multiplied, primes with the exponents (between 0 and 1) of their roots, and the numbers
of square roots.
"""

Polynomial = dict[Monomial, Fraction]

UNIT: Monomial = ((), (), ())

Side = Callable[[Exact], int]
"""The sign of a number that is not 0."""


def is_zero(x: Exact, side: Side) -> bool:
    """Whether a number is 0. `side` gives the sign of numbers that are not.

    Raises `UndecidedError` where a polynomial grows too large, or a logarithm is of an irrational number.
    """
    return QuotientsOfRoots(side).vanishes(x)


@dataclass
class QuotientsOfRoots:
    """Numbers as quotients of polynomials, and the squares of the square roots in them, with their values."""

    side: Side
    squares: list[tuple[Polynomial, Exact]] = field(default_factory=list)

    def vanishes(self, x: Exact) -> bool:
        """Whether a number is 0."""
        return self.none(self.quotient(x)[0])

    def none(self, p: Polynomial) -> bool:
        """Whether a polynomial is 0."""
        surd = max((s for _, _, surds in p for s in surds), default=None)
        if not p or surd is None:
            return not p
        without = {key: c for key, c in p.items() if surd not in key[2]}
        times = {
            (logs, roots, tuple(s for s in surds if s != surd)): c
            for (logs, roots, surds), c in p.items()
            if surd in surds
        }
        square, _ = self.squares[surd]
        norm = plus(self.times(without, without), self.times(self.times(times, times), square), -1)
        if not self.none(norm):
            return False
        if self.none(times):
            return self.none(without)
        # one of A + B s and A - B s is 0, and not both, as B s is not: the signs of A and B s tell which
        return not self.none(without) and self.side(self.number(without)) == -self.side(self.number(times))

    def number(self, p: Polynomial) -> Exact:
        """The number that a polynomial stands for."""

        def product(key: Monomial, c: Fraction) -> Exact:
            value: Exact = c
            for prime in key[0]:
                value = value * log(prime)
            for prime, exponent in key[1]:
                value = value * power(Fraction(prime), exponent)
            for s in key[2]:
                value = value * self.squares[s][1]
            return value

        return summed(product(key, c) for key, c in p.items())

    def quotient(self, x: Exact) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator."""
        one: Polynomial = {UNIT: Fraction(1)}
        if not isinstance(x, Real):
            return ({UNIT: x} if x else {}), one
        if x.op == "log":
            (of,) = x.args
            if isinstance(of, Real):
                raise UndecidedError(f"the logarithm of {of}, which is irrational, is not supported")
            numerator: Polynomial = {((p,), (), ()): Fraction(k) for p, k in primes(of.numerator)}
            return plus(numerator, {((p,), (), ()): Fraction(k) for p, k in primes(of.denominator)}, -1), one
        if x.op == "power":
            product = one
            for base, exponent in zip(x.args[::2], x.args[1::2], strict=True):
                assert isinstance(base, Fraction)
                assert isinstance(exponent, Fraction)
                product = self.times(product, root(base, exponent))
            return product, one
        if x.op == "sqrt":
            return self.surd(x)
        quotients = [self.quotient(arg) for arg in x.args]
        above, below = quotients[0]
        for n, d in quotients[1:]:
            if x.op == "*":
                above, below = self.times(above, n), self.times(below, d)
            elif x.op == "/":
                above, below = self.times(above, d), self.times(below, n)
            elif d == below:
                above = plus(above, n, 1)
            else:
                above, below = plus(self.times(above, d), self.times(n, below), 1), self.times(below, d)
        return above, below

    def surd(self, x: Real) -> tuple[Polynomial, Polynomial]:
        """The square root of n/d: that of n d, over d (or -d, where that is above 0)."""
        (of,) = x.args
        n, d = self.quotient(of)
        product = self.times(n, d)
        if self.none(product):
            return {}, {UNIT: Fraction(1)}
        if not isinstance(of, Real):
            return self.times(
                root(of.numerator * Fraction(1), Fraction(1, 2)), root(1 / Fraction(of.denominator), Fraction(1, 2))
            ), {UNIT: Fraction(1)}
        positive = self.side(self.number(d)) > 0
        squares = [square for square, _ in self.squares]
        number = squares.index(product) if product in squares else len(squares)
        if number == len(squares):
            self.squares.append((product, sqrt(self.number(product))))
        return {((), (), (number,)): Fraction(1)}, d if positive else {key: -c for key, c in d.items()}

    def times(self, first: Polynomial, second: Polynomial) -> Polynomial:
        """The product of two polynomials."""
        if len(first) * len(second) > 50 * MOST:
            raise UndecidedError("a polynomial grows beyond what is multiplied out to recognise a tie")
        total: Polynomial = {}
        for left, c in first.items():
            for right, d in second.items():
                for key, factor in self._product(left, right):
                    total[key] = total.get(key, Fraction(0)) + c * d * factor
        if len(total) > MOST:
            raise UndecidedError("a polynomial grows beyond what is multiplied out to recognise a tie")
        return {key: c for key, c in total.items() if c}

    def _product(self, left: Monomial, right: Monomial) -> list[tuple[Monomial, Fraction]]:
        """The product of two monomials: roots and square roots that come twice are worked out."""
        exponents = dict(left[1])
        factor = Fraction(1)
        for prime, exponent in right[1]:
            whole, rest = divmod(exponents.pop(prime, Fraction(0)) + exponent, 1)
            factor *= Fraction(prime) ** int(whole)
            if rest:
                exponents[prime] = rest
        logs = tuple(sorted(left[0] + right[0]))
        roots = tuple(sorted(exponents.items()))
        twice = set(left[2]) & set(right[2])
        surds = tuple(sorted(set(left[2]) ^ set(right[2])))
        product: Polynomial = {(logs, roots, surds): factor}
        for s in twice:
            product = self.times(product, self.squares[s][0])
        return list(product.items())


def root(base: Fraction, exponent: Fraction) -> Polynomial:
    """A power of a number above 0, over the roots of primes."""
    factor, roots = Fraction(1), dict[int, Fraction]()
    for number, sign in ((base.numerator, 1), (base.denominator, -1)):
        for prime, times in _all_primes(number):
            whole, rest = divmod(roots.pop(prime, Fraction(0)) + sign * times * exponent, 1)
            factor *= Fraction(prime) ** int(whole)
            if rest:
                roots[prime] = rest
    return {((), tuple(sorted(roots.items())), ()): factor}


def _all_primes(n: int) -> list[tuple[int, int]]:
    """The primes of a whole number, by trial; of a square beyond reach, its root."""
    powers: list[tuple[int, int]] = []
    d = 2
    while d * d <= n:
        if d > 10**6:
            root = isqrt(n)
            if root * root == n:
                return [*powers, *((p, 2 * k) for p, k in _all_primes(root))]
            raise UndecidedError(f"{n} is not parted into primes")
        times = 0
        while n % d == 0:
            n, times = n // d, times + 1
        if times:
            powers.append((d, times))
        d += 1
    return [*powers, (n, 1)] if n > 1 else powers


def plus(first: Polynomial, second: Polynomial, sign: int) -> Polynomial:
    """The sum of two polynomials, or their difference where the sign is -1."""
    total = dict(first)
    for key, c in second.items():
        total[key] = total.get(key, Fraction(0)) + sign * c
    return {key: c for key, c in total.items() if c}
