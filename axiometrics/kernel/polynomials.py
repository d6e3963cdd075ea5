"""Polynomials in symbols and function values, with exact coefficients, and a limit for the work on them. Nothing is
ever rounded.

Two atoms are the same if they have the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from math import gcd, lcm, prod
from typing import Any
from zlib import crc32


class ProofError(Exception):
    """A proof does not prove what it claims. The message is the reason."""


class Atom(str):
    """A symbol, or the value of a function, as its text; `op` is `name` or the function. Two atoms with the same text
    are equal.
    """

    op: str
    args: tuple[Any, ...]

    def __new__(cls, text: str, op: str = "name", args: tuple[Any, ...] = ()) -> Atom:
        """The atom that is written so."""
        atom = super().__new__(cls, text)
        atom.op, atom.args = op, args
        return atom

    @property
    def text(self) -> str:
        """How it is written."""
        return str(self)


MOST_PRODUCTS, MOST_BITS = 2_000_000, 100_000
"""Products of terms in one multiplication, and bits of a number, beyond which no proof goes."""

LONG, HIGH = 1000, 64
"""Coefficients whose common denominator has more bits are multiplied one by one. A polynomial with a higher power of an
atom is not computed at a point. The numbers would be long.
"""

_left: ContextVar[list[int] | None] = ContextVar("products left", default=None)
"""How many products of terms may still be computed, where somebody counts them."""


def _count(products: int) -> None:
    """Raise `ProofError` where these products of terms are more than may still be computed."""
    left = _left.get()
    if left is not None:
        left[0] -= products
    if products > MOST_PRODUCTS or (left is not None and left[0] < 0):
        raise ProofError("a polynomial grows beyond all measure: take names for its parts (define)")


@contextmanager
def at_most(products: int) -> Iterator[None]:
    """Raise `ProofError` if more products of terms than this are computed, those of divisions included. A proof from an
    unknown author may otherwise grow without end.
    """
    token = _left.set([products])
    try:
        yield
    finally:
        _left.reset(token)


Monomial = tuple[tuple[Atom, int], ...]
"""Atoms with their exponents, in the order of their texts."""


@lru_cache(maxsize=2**12)
def _fraction(c: int) -> Fraction:
    return Fraction(c)


@lru_cache(maxsize=2**14)
def _times(one: Monomial, other: Monomial) -> Monomial:
    if not one or not other:
        return one or other
    powers = dict(one)
    for atom, power in other:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(powers.items()))


@lru_cache(maxsize=2**12)
def _point(atom: Atom) -> int:
    return crc32(atom.encode()) % 2**16 + 2


def over(one: Monomial, other: Monomial) -> Monomial | None:
    """The quotient of two monomials, or None if it is not a monomial."""
    powers = dict(one)
    for atom, power in other:
        left = powers.get(atom, 0) - power
        if left < 0:
            return None
        powers[atom] = left
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


def _fits(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a monomial, by its exponents, divides the other."""
    return all(a <= b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in atoms: coefficients by monomial, none of them 0."""

    terms: Mapping[Monomial, Fraction]

    @classmethod
    def of(cls, terms: Iterable[tuple[Monomial, Fraction]]) -> Polynomial:
        """The sum of these."""
        total: dict[Monomial, Fraction] = {}
        for monomial, c in terms:
            total[monomial] = total[monomial] + c if monomial in total else c
        return cls({monomial: c for monomial, c in total.items() if c})

    @classmethod
    def constant(cls, value: Fraction | int) -> Polynomial:
        """A number."""
        return cls({(): Fraction(value)} if value else {})

    @classmethod
    def atom(cls, atom: Atom) -> Polynomial:
        """One atom."""
        return cls({((atom, 1),): Fraction(1)})

    @cached_property
    def _over_one(self) -> tuple[dict[Monomial, int], int] | None:
        """The coefficients as whole numbers over one common denominator, and this denominator. None if the denominator
        is a long number.
        """
        below = lcm(*(c.denominator for c in self.terms.values()))
        if below.bit_length() > LONG:
            return None
        return {m: c.numerator * (below // c.denominator) for m, c in self.terms.items()}, below

    @cached_property
    def _is_primitive(self) -> bool:
        """Whether the coefficients are whole, and no number divides all of them."""
        return all(c.denominator == 1 for c in self.terms.values()) and gcd(*map(int, self.terms.values())) == 1

    @cached_property
    def _sample(self) -> int:
        """The value of the polynomial at one point, with the whole numbers of `_over_one` as coefficients. At this
        point the value of each atom is made from its text. The result is 0 if numbers would be long.
        """
        if self._over_one is None or any(power > HIGH for m in self.terms for _, power in m):
            return 0
        return sum(c * prod(_point(atom) ** power for atom, power in m) for m, c in self._over_one[0].items())

    @cached_property
    def plain(self) -> list[tuple[Monomial, int | Fraction]]:
        """Monomials with their coefficients; whole coefficients as ints."""
        return [(m, c.numerator if c.denominator == 1 else c) for m, c in self.terms.items()]

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial.of([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        _count(len(self.terms) * len(other.terms))
        if len(self.terms) == len(other.terms) == 1:
            ((m, c),), ((k, d),) = self.terms.items(), other.terms.items()
            return Polynomial({_times(m, k): c * d})
        for one, another in ((self, other), (other, self)):
            if (factor := one.value) is not None and factor:
                return another if factor == 1 else another.scaled(factor)
        ours, theirs = self._over_one, other._over_one
        if ours is None or theirs is None:
            return Polynomial.of((_times(m, k), c * d) for m, c in self.terms.items() for k, d in other.terms.items())
        whole: dict[Monomial, int] = {}
        for m, a in ours[0].items():
            for k, b in theirs[0].items():
                product = _times(m, k)
                whole[product] = whole.get(product, 0) + a * b
        below = ours[1] * theirs[1]
        return Polynomial({m: _fraction(a) if below == 1 else Fraction(a, below) for m, a in whole.items() if a})

    def __pow__(self, exponent: int) -> Polynomial:
        result = ONE
        for _ in range(exponent):
            result = result * self
        return result

    def scaled(self, factor: Fraction) -> Polynomial:
        """The multiple by a number that is not 0."""
        return Polynomial({monomial: c * factor for monomial, c in self.terms.items()})

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        """The atoms that occur in it."""
        return frozenset(atom for monomial in self.terms for atom, _ in monomial)

    @property
    def value(self) -> Fraction | None:
        """The number that it is equal to, or None if it contains atoms."""
        return Fraction(0) if not self.terms else self.terms.get(()) if len(self.terms) == 1 else None

    @cached_property
    def leading(self) -> Monomial:
        """The greatest monomial in lexicographic order. Undefined for 0."""
        order = sorted(self.atoms)
        return max(self.terms, key=lambda monomial: [dict(monomial).get(atom, 0) for atom in order])

    def divided(self, divisor: Polynomial) -> Polynomial | None:
        """The quotient if the division leaves no remainder, else None.

        Most divisors that are tried leave one, and most of these are told by one value. If a divisor has whole
        coefficients that no number divides, and divides a polynomial with whole coefficients, then the quotient has
        whole coefficients, too (lemma of Gauss). So at each point the value of the divisor divides the other value.
        """
        if not divisor.atoms <= self.atoms:
            return None
        if divisor._is_primitive and divisor._sample and self._sample % divisor._sample:
            return None
        order = sorted(self.atoms)
        rest: dict[tuple[int, ...], int | Fraction] = {
            e: c.numerator if c.denominator == 1 else c for e, c in self._by_exponents(order).items()
        }
        by = {e: c.numerator if c.denominator == 1 else c for e, c in divisor._by_exponents(order).items()}
        head = max(by)
        if not all(_fits(ends[0], ends[1]) for ends in ((head, max(rest)), (min(by), min(rest)))):
            return None
        waiting = [tuple(-e for e in exponents) for exponents in rest]
        heapify(waiting)
        quotient: dict[tuple[int, ...], int | Fraction] = {}
        while waiting:
            first = tuple(-e for e in heappop(waiting))
            if not rest.get(first):
                continue
            if not _fits(head, first):
                return None
            part = tuple(a - b for a, b in zip(first, head, strict=True))
            factor = rest[first] if by[head] == 1 else Fraction(rest[first]) / by[head]
            factor = factor.numerator if factor.denominator == 1 else factor
            quotient[part] = factor
            _count(len(by))
            for exponents, c in by.items():
                key = tuple(a + b for a, b in zip(exponents, part, strict=True))
                if key not in rest:
                    rest[key] = 0
                    heappush(waiting, tuple(-e for e in key))
                rest[key] -= c * factor
        return Polynomial(
            {
                tuple((atom, e) for atom, e in zip(order, exponents, strict=True) if e): Fraction(c)
                for exponents, c in quotient.items()
            }
        )

    def _by_exponents(self, order: list[Atom]) -> dict[tuple[int, ...], Fraction]:
        place = {atom: i for i, atom in enumerate(order)}
        found = {}
        for monomial, c in self.terms.items():
            exponents = [0] * len(order)
            for atom, power in monomial:
                exponents[place[atom]] = power
            found[tuple(exponents)] = c
        return found

    def __str__(self) -> str:
        def written(monomial: Monomial, c: Fraction) -> str:
            factors = [atom.text if power == 1 else f"{atom.text}**{power}" for atom, power in monomial]
            if c == 1 and factors:
                return "*".join(factors)
            if c == -1 and factors:
                return "-" + "*".join(factors)
            return "*".join([str(c) if c.denominator == 1 else f"({c})", *factors])

        parts = [written(monomial, c) for monomial, c in sorted(self.terms.items())]
        return " + ".join(parts).replace("+ -", "- ") or "0"


ONE = Polynomial.constant(1)
