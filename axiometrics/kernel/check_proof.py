"""Checks a saved proof, step by step, with the standard library alone. This file is the kernel of axiometrics.

    python check_proof.py proof.json        exit code 0 if every proof in the file is right, else 1
    python check_proof.py -v proof.json     one line for each step

A search says "no violation up to 8 documents". A proof says "no violation of any size", and the reader has to trust
only what checks it. So the checker is one file, which imports nothing of axiometrics and no other package, makes no
choices, and can be read from the first line to the last one in an evening. It is not a copy: axiometrics itself imports
it as `axiometrics.kernel.check_proof`.

A proof is data. It has symbols (quantities of a case, such as a rank), facts about them, an *excess* (by how much one
score is above another one, in these symbols), and steps. Each step has a claim, a rule, and a certificate from which
the rule recomputes that the claim follows. `prove` alone makes a `ProvedClaim`, of steps that each follow by a rule.

The parts of this file, in the order in which they need each other:

1. polynomials, terms, functions: the algebra, with exact coefficients; two atoms are the same if they are written alike
2. notation: claims and terms from text; nothing is evaluated, and floats are refused
3. substitution: symbols replaced, and derivatives
4. scope: what is known at a place in a proof, and what is evident from it
5. numbers: intervals with rational ends around logarithms, roots and powers, by which a number has a sign
6. rules: the fifteen ways in which a step follows, and `prove`
7. the bounds of logarithms, shown by the other rules
8. saved proofs: which fields a proof may have, and the command line

What may be relied on: if `prove` returns a proved claim, it holds wherever its facts do. Two rules rest on a theorem
of mathematics each, `LEMMAS`. Not checked here is that the facts hold in every case of a constraint, and that the
excess is the difference of a metric's scores; `axiometrics verify` checks both, and needs the package for it. Rejected
were a proof assistant (a second definition of each metric in a different language, and a tool-chain that users do not
have) and a computer algebra system (its answers carry no certificate).
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import gcd, isqrt, lcm, prod
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zlib import crc32

# --- polynomials -----------------------------------------------------------------------------------------------------


class ProofError(Exception):
    """A proof does not prove its claim. The message is the reason."""


class Atom(str):
    """A symbol, or the value of a function, as its text; `op` is `name` or the function. Two atoms with the same text
    are equal.

    It is a text, so that monomials are put in order and compared as fast as texts are.
    """

    op: str
    args: tuple[Any, ...]

    def __new__(cls, text: str, op: str = "name", args: tuple[Any, ...] = ()) -> Atom:
        """The atom with this text."""
        atom = super().__new__(cls, text)
        atom.op, atom.args = op, args
        return atom

    @property
    def text(self) -> str:
        """The text of the atom."""
        return str(self)


MOST_PRODUCTS, MOST_BITS = 2_000_000, 100_000
"""Products of terms in one multiplication, and bits of a number, beyond which no proof goes. A file of an unknown
author could otherwise keep the checker busy without end.
"""

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
def _times(left: Monomial, right: Monomial) -> Monomial:
    if not left or not right:
        return left or right
    powers = dict(left)
    for atom, power in right:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(powers.items()))


@lru_cache(maxsize=2**12)
def _point(atom: Atom) -> int:
    # not `hash`, which differs from process to process: a proof must take the same way everywhere
    return crc32(atom.encode()) % 2**16 + 2


def over(above: Monomial, below: Monomial) -> Monomial | None:
    """The quotient of two monomials, or None if it is not a monomial."""
    powers = dict(above)
    for atom, power in below:
        left = powers.get(atom, 0) - power
        if left < 0:
            return None
        powers[atom] = left
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


def _fits(left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    """Whether a monomial, by its exponents, divides the other."""
    return all(a <= b for a, b in zip(left, right, strict=True))


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in atoms: coefficients by monomial, none of them 0."""

    terms: Mapping[Monomial, Fraction]

    @classmethod
    def of(cls, terms: Iterable[tuple[Monomial, Fraction]]) -> Polynomial:
        """The sum of these monomials with their coefficients."""
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
        """The polynomial that is one atom."""
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
        for left, right in ((self, other), (other, self)):
            if (factor := left.value) is not None and factor:
                return right if factor == 1 else right.scaled(factor)
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
        by_exponents = {}
        for monomial, c in self.terms.items():
            exponents = [0] * len(order)
            for atom, power in monomial:
                exponents[place[atom]] = power
            by_exponents[tuple(exponents)] = c
        return by_exponents

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


# --- terms -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Term:
    """A polynomial over a product of powers of polynomials, which are primitive: no number and no atom divides them."""

    numerator: Polynomial
    factors: Mapping[Polynomial, int]

    @classmethod
    def of(cls, numerator: Polynomial, factors: Mapping[Polynomial, int]) -> Term:
        """The quotient, common factors taken out."""
        if not numerator.terms:
            return cls(numerator, {})
        left = {}
        for factor, power in factors.items():
            while power and (quotient := numerator.divided(factor)) is not None:
                numerator, power = quotient, power - 1
            if power:
                left[factor] = power
        return cls(numerator, left)

    @classmethod
    def number(cls, value: Fraction | int) -> Term:
        """A number."""
        return cls(Polynomial.constant(value), {})

    @classmethod
    def atom(cls, atom: Atom) -> Term:
        """The term that is one atom."""
        return cls(Polynomial.atom(atom), {})

    @property
    def denominator(self) -> Polynomial:
        """The product of the factors."""
        return _product(self.factors.items())

    def __add__(self, other: Term) -> Term:
        if not self.numerator.terms or not other.numerator.terms:
            return self if self.numerator.terms else other
        ours, theirs, common = self._over_one(other)
        return Term.of(ours + theirs, common)

    def _over_one(self, other: Term) -> tuple[Polynomial, Polynomial, Mapping[Polynomial, int]]:
        """Both numerators over the common denominator, and its factors."""
        if self.factors == other.factors:
            return self.numerator, other.numerator, self.factors
        common = {f: max(self.factors.get(f, 0), other.factors.get(f, 0)) for f in {**self.factors, **other.factors}}
        ours, theirs = (
            term.numerator * _product((f, power - term.factors.get(f, 0)) for f, power in common.items())
            for term in (self, other)
        )
        return ours, theirs, common

    def __neg__(self) -> Term:
        return Term(-self.numerator, self.factors)

    def __sub__(self, other: Term) -> Term:
        return self + -other

    def __mul__(self, other: Term) -> Term:
        if not self.factors and not other.factors:
            return Term(self.numerator * other.numerator, {})
        factors = {f: self.factors.get(f, 0) + other.factors.get(f, 0) for f in {**self.factors, **other.factors}}
        return Term.of(self.numerator * other.numerator, factors)

    def __truediv__(self, other: Term) -> Term:
        if other.is_zero:
            raise ProofError("a division by 0")
        scale, inverse = factored(other.numerator)
        return self * Term(other.denominator.scaled(1 / scale), inverse)

    def __pow__(self, exponent: int) -> Term:
        if exponent < 0:
            return Term.number(1) / self**-exponent
        if any(
            exponent * max(c.numerator.bit_length(), c.denominator.bit_length()) > MOST_BITS
            for c in self.numerator.terms.values()
        ):
            raise ProofError("a number grows beyond all measure")
        return Term.of(self.numerator**exponent, {f: power * exponent for f, power in self.factors.items()})

    @property
    def is_zero(self) -> bool:
        """Whether it is 0 as an identity."""
        return not self.numerator.terms

    @property
    def value(self) -> Fraction | None:
        """The number it is, None where atoms are in it."""
        return None if self.factors else self.numerator.value

    def equals(self, other: Term) -> bool:
        """Whether the two are the same as an identity."""
        ours, theirs, _ = self._over_one(other)
        return ours.terms == theirs.terms

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        """The atoms it is made of."""
        return self.numerator.atoms.union(*(factor.atoms for factor in self.factors))

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The names in it, those inside of functions included, bound ones not."""
        return frozenset(name for atom in self.atoms for name in symbols_of(atom))

    def __str__(self) -> str:
        if not self.factors:
            return str(self.numerator)
        below = "*".join(
            f"({factor})" + f"**{power}" * (power > 1)
            for factor, power in sorted(self.factors.items(), key=lambda item: str(item[0]))
        )
        return f"({self.numerator})/({below})"


def _product(factors: Iterable[tuple[Polynomial, int]]) -> Polynomial:
    result = ONE
    for factor, power in factors:
        for _ in range(power):
            result = result * factor
    return result


def total(terms: Sequence[Term]) -> Term:
    """The sum, at once where there are no denominators."""
    if not any(term.factors for term in terms):
        return Term(Polynomial.of(item for term in terms for item in term.numerator.terms.items()), {})
    result = Term.number(0)
    for term in terms:
        result = result + term
    return result


def factored(p: Polynomial) -> tuple[Fraction, dict[Polynomial, int]]:
    """A polynomial as a number, the atoms that divide every term, and a rest with whole coefficients, the leading one
    above 0.
    """
    monomials = list(p.terms)
    common = dict(monomials[0])
    for monomial in monomials[1:]:
        powers = dict(monomial)
        common = {atom: min(power, powers.get(atom, 0)) for atom, power in common.items() if atom in powers}
    shared = tuple(sorted(common.items()))
    rest = Polynomial({part: c for monomial, c in p.terms.items() if (part := over(monomial, shared)) is not None})
    coefficients = rest.terms.values()
    scale = Fraction(gcd(*(c.numerator for c in coefficients)), lcm(*(c.denominator for c in coefficients)))
    scale = scale if rest.terms[rest.leading] > 0 else -scale
    factors = {Polynomial.atom(atom): power for atom, power in common.items()}
    return scale, factors if rest.value is not None else {**factors, rest.scaled(1 / scale): 1}


def symbols_of(atom: Atom) -> Iterator[str]:
    """The names an atom depends on."""
    if atom.op == "name":
        yield atom.text
    elif atom.op == "sum":
        k, low, high, body = atom.args
        yield from low.symbols | high.symbols | (body.symbols - {k})
    else:
        for arg in atom.args:
            yield from arg.symbols


# --- functions -------------------------------------------------------------------------------------------------------


PRIMES_BELOW = 10**6
"""Logarithms of numbers are parted into those of primes up to here. What is left of a number up to `GREATEST_ROOTED`,
the square of this number, is a prime.
"""

GREATEST_POWER, GREATEST_ROOTED, MOST_TERMS = 4096, 10**12, 100_000
"""Exponents that are numbers, numbers that roots are taken of, and terms of a sum that are added up one by one, go to
here: the work on them grows with the number and not with its length in the text.
"""


def log_of(u: Term) -> Term:
    """The logarithm of a term. The logarithm of a number is a sum over its primes."""
    if u.value is None:
        return Term.atom(Atom(f"log({u})", "log", (u,)))
    if u.value <= 0:
        raise ProofError(f"the logarithm of {u.value}")
    total = Term.number(0)
    for number, sign in ((u.value.numerator, 1), (u.value.denominator, -1)):
        for prime, power in _primes(number):
            total = total + Term.number(sign * power) * Term.atom(Atom(f"log({prime})", "log", (Term.number(prime),)))
    return total


def _primes(n: int) -> Iterator[tuple[int, int]]:
    d = 2
    while d * d <= n and d < PRIMES_BELOW:
        power = 0
        while n % d == 0:
            n, power = n // d, power + 1
        if power:
            yield d, power
        d += 1
    if n > 1:
        yield n, 1


def sqrt_of(u: Term) -> Term:
    """The square root of a term. The root of a square number is a number."""
    if u.value is not None and u.value >= 0:
        root = Fraction(isqrt(u.value.numerator), isqrt(u.value.denominator))
        if root * root == u.value:
            return Term.number(root)
    return Term.atom(Atom(f"sqrt({u})", "sqrt", (u,)))


def exp2_of(u: Term) -> Term:
    """Two to the power of a rational number."""
    if u.value is None:
        raise ProofError(f"exp2 of {u}: only of a number")
    if u.value.denominator == 1:
        return Term.number(2) ** int(u.value)
    return Term.atom(Atom(f"exp2({u})", "exp2", (u,)))


def power_of(base: Term, exponent: Term) -> Term:
    """A power of a number above 0; its exponent is a number, a symbol, or a term: `power(b, n + 2)` is `b**2*power(b,
    n)`, `power(2*b, x)` is `power(2, x)*power(b, x)`, and `power(power(b, 1/x), x)` is `b`."""
    if base.value == 1:
        return base
    if base.value is None and base.numerator.terms:
        shared, _ = factored(base.numerator)
        if abs(shared) != 1:
            return power_of(Term.number(abs(shared)), exponent) * power_of(base / Term.number(abs(shared)), exponent)
        inner = _one_power(base)
        if inner is not None and (whole := exponent * inner.args[1]).value is not None:
            return power_of(inner.args[0], whole)
    if exponent.factors:
        return _power_atom(base, exponent)
    if any(abs(c) > GREATEST_POWER for c in exponent.numerator.terms.values()) and base.value is None:
        raise ProofError(f"power({base}, {exponent}): the exponent is beyond {GREATEST_POWER}")
    result = Term.number(1)
    for monomial, c in exponent.numerator.terms.items():
        if monomial and c.denominator == 1:
            result = result * _power_atom(base, Term(Polynomial({monomial: Fraction(1)}), {})) ** int(c)
        elif monomial:
            result = result * _power_atom(base, Term(Polynomial({monomial: abs(c)}), {})) ** (1 if c > 0 else -1)
        else:
            result = result * _number_power(base, c)
    return result


def _number_power(base: Term, exponent: Fraction) -> Term:
    whole, rest = divmod(exponent, 1)
    if base.value is None:
        return base ** int(whole) * (_power_atom(base, Term.number(rest)) if rest else Term.number(1))
    if not rest:
        return base ** int(whole)
    if (
        base.value <= 0
        or max(abs(base.value.numerator), base.value.denominator) > GREATEST_ROOTED
        or abs(exponent) > GREATEST_POWER
    ):
        raise ProofError(
            f"power({base}, {exponent}): of numbers from 0 to {GREATEST_ROOTED}, to exponents no "
            f"greater than {GREATEST_POWER}"
        )
    rational, roots = Fraction(1), dict[Fraction, int]()
    for number, sign in ((base.value.numerator, 1), (base.value.denominator, -1)):
        for prime, times in _primes(number):
            whole, rest = divmod(sign * times * exponent, 1)
            rational *= Fraction(prime) ** whole
            if rest:
                roots[rest] = roots.get(rest, 1) * prime
    result = Term.number(rational)
    for rest in sorted(roots):
        result = result * _power_atom(Term.number(roots[rest]), Term.number(rest))
    return result


def _power_atom(base: Term, exponent: Term) -> Term:
    return Term.atom(Atom(f"power({base}, {exponent})", "power", (base, exponent)))


def _one_power(term: Term) -> Atom | None:
    """The power that the term is, None where it is something else."""
    monomial = next(iter(term.numerator.terms)) if len(term.numerator.terms) == 1 and not term.factors else ()
    is_one = (
        len(monomial) == 1
        and monomial[0][1] == 1
        and monomial[0][0].op == "power"
        and term.numerator.terms[monomial] == 1
    )
    return monomial[0][0] if is_one else None


def sum_of(k: str, low: Term, high: Term, body: Term) -> Term:
    """The sum of `body` for k = low..high. It is 0 if there is no such k."""
    return Term.atom(Atom(f"sum({k}, {low}, {high}, {body})", "sum", (k, low, high, body)))


FUNCTIONS: dict[str, Callable[..., Term]] = {"log": log_of, "sqrt": sqrt_of, "exp2": exp2_of, "power": power_of}


# --- notation --------------------------------------------------------------------------------------------------------


LONGEST, GREATEST_EXPONENT = 200_000, 64
"""Characters of a text, and exponents after `**`, beyond which no proof goes: 2**64**64 is short and endless."""

MOST_READ = 4096
_READ: dict[str, Term] = {}
"""Terms by the text that was read, as many as that; a text means the same in every proof."""

RELATIONS = {ast.Gt: ">", ast.GtE: ">=", ast.Eq: "="}


@dataclass(frozen=True)
class Claim:
    """The claim that a term is above 0, at least 0, or equal to 0."""

    term: Term
    relation: str

    @property
    def strict(self) -> bool:
        """Whether 0 is excluded."""
        return self.relation == ">"

    def implies(self, other: Claim) -> bool:
        """Whether this claim implies the given one: both are about the same term, and this one is as strong or
        stronger.
        """
        return (self.relation == other.relation or (self.strict and other.relation == ">=")) and self.term.equals(
            other.term
        )

    def __str__(self) -> str:
        return f"{self.term} {self.relation} 0"


@lru_cache(maxsize=4096)
def read_term(text: str) -> Term:
    """A term.

    >>> str(read_term("(x**2 - 1)/(x - 1)"))
    '1 + x'

    Raises `ProofError` for any other text.
    """
    whole, node = _parsed(text)
    return _TermReader(whole).term(node)


@lru_cache(maxsize=4096)
def read_claim(text: str) -> Claim:
    """A claim, `A > B`, `A >= B`, `A < B`, `A <= B` or `A = B`.

    >>> str(read_claim("x < 2"))
    '2 - x > 0'
    """
    whole, node = _parsed(text.replace("=", "==") if not any(mark in text for mark in ("<", ">", "==")) else text)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise ProofError(f"{shortened(text)} is not a claim: one comparison is wanted")
    reader = _TermReader(whole)
    left, right = reader.term(node.left), reader.term(node.comparators[0])
    if isinstance(node.ops[0], (ast.Lt, ast.LtE)):
        return Claim(right - left, ">" if isinstance(node.ops[0], ast.Lt) else ">=")
    relation = RELATIONS.get(type(node.ops[0]))
    if relation is None:
        raise ProofError(f"{shortened(text)} is not a claim: compare with >, >=, <, <= or =")
    return Claim(left - right, relation)


def shortened(text: str) -> str:
    """A text, cut for a message."""
    return repr(text if len(text) <= 100 else f"{text[:97]}...")


def _parsed(text: str) -> tuple[str, ast.expr]:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise ProofError("a text is wanted, of reasonable length")
    try:
        whole = text.strip()
        return whole, ast.parse(whole, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ProofError(f"{shortened(text)} cannot be read") from None


class _TermReader:
    """Reads the terms of one text. An expression that stands in the text several times, or stood in a text before, is
    read once.
    """

    def __init__(self, text: str) -> None:
        self._text = text if text.isascii() and "\n" not in text else ""

    def term(self, node: ast.expr) -> Term:
        """The term of an expression."""
        try:
            return self._read(node)
        except RecursionError:
            raise ProofError("a term is nested too deep") from None

    def _read(self, node: ast.expr) -> Term:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return Term.number(node.value)
        if isinstance(node, ast.Name):
            return Term.atom(Atom(node.id))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return -self._read(node.operand) if isinstance(node.op, ast.USub) else self._read(node.operand)
        if isinstance(node, ast.BinOp):
            return self._known(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, node.args)
        raise ProofError(
            f"{shortened(ast.unparse(node))} has no place in a proof: whole numbers, names, + - * / "
            f"** and {', '.join(FUNCTIONS)}, sum do"
        )

    def _known(self, node: ast.BinOp) -> Term:
        part = self._text[node.col_offset : node.end_col_offset]
        term = _READ.get(part)
        if term is None:
            term = total(self._addends(node)) if isinstance(node.op, (ast.Add, ast.Sub)) else self._operation(node)
            if part:
                if len(_READ) >= MOST_READ:
                    _READ.clear()
                _READ[part] = term
        return term

    def _addends(self, node: ast.expr) -> list[Term]:
        """The terms that are added up."""
        addends: list[Term] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            right = self._read(node.right)
            addends.append(right if isinstance(node.op, ast.Add) else -right)
            node = node.left
        return [self._read(node), *reversed(addends)]

    def _operation(self, node: ast.BinOp) -> Term:
        if isinstance(node.op, ast.Pow):
            exponent = self._read(node.right).value
            if exponent is None or exponent.denominator != 1 or abs(exponent) > GREATEST_EXPONENT:
                raise ProofError(
                    f"{shortened(ast.unparse(node))}: ** takes a whole number to {GREATEST_EXPONENT}, "
                    f"power(b, n) a symbol"
                )
            return self._read(node.left) ** int(exponent)
        left, right = self._read(node.left), self._read(node.right)
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, ast.Div):
            return left / right
        raise ProofError(f"{shortened(ast.unparse(node))} has no place in a proof")

    def _call(self, function: str, args: list[ast.expr]) -> Term:
        if function == "sum" and len(args) == 4 and isinstance(args[0], ast.Name):
            low, high, body = (self._read(arg) for arg in args[1:])
            if args[0].id in low.symbols | high.symbols:
                raise ProofError(f"sum over {args[0].id}: its bounds depend on it")
            return sum_of(args[0].id, low, high, body)
        if function in FUNCTIONS and len(args) == (2 if function == "power" else 1):
            return FUNCTIONS[function](*map(self._read, args))
        raise ProofError(f"no function {function} of {len(args)} arguments: there are {', '.join(FUNCTIONS)}, sum")


def number(value: Fraction) -> str:
    """A fraction in the notation of terms.

    >>> number(Fraction(4, 5)), number(Fraction(-2))
    ('(4/5)', '(-2)')
    """
    return f"({value})"


# --- substitution ----------------------------------------------------------------------------------------------------


def rebuilt(term: Term, image: Callable[[Atom], Term]) -> Term:
    """The term with each atom replaced by its image."""
    images = {atom: image(atom) for atom in term.atoms}

    plain = all(not image.factors for image in images.values())

    def of(p: Polynomial) -> Term:
        if plain:
            return Term(_replaced(p, images), {})
        total = Term.number(0)
        for monomial, c in p.terms.items():
            part = Term.number(c)
            for atom, power in monomial:
                part = part * images[atom] ** power
            total = total + part
        return total

    result = of(term.numerator)
    for factor, power in term.factors.items():
        result = result / of(factor) ** power
    return result


def _replaced(p: Polynomial, images: Mapping[Atom, Term]) -> Polynomial:
    """The polynomial with its atoms replaced by polynomials.

    By Horner's rule, for one atom after the other: the coefficient of its highest power is computed first; it is
    multiplied by the image of the atom, and the coefficient of the next power is added, and so on. So few long products
    are computed.
    """
    changed = [atom for atom in p.atoms if images[atom].numerator.terms != Polynomial.atom(atom).terms]
    if not changed:
        return p
    atom = max(changed)
    by_power: dict[int, dict[Monomial, Fraction]] = {}
    for monomial, c in p.terms.items():
        rest = tuple(part for part in monomial if part[0] != atom)
        power = next((part[1] for part in monomial if part[0] == atom), 0)
        by_power.setdefault(power, {})[rest] = c
    result = Polynomial({})
    for power in range(max(by_power), -1, -1):
        result = result * images[atom].numerator
        if power in by_power:
            result = result + _replaced(Polynomial(by_power[power]), images)
    return result


def substituted(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with symbols replaced, also inside of functions."""

    def image(atom: Atom) -> Term:
        if atom.op == "name":
            return values.get(atom.text, Term.atom(atom))
        if not set(symbols_of(atom)) & set(values):
            return Term.atom(atom)
        if atom.op == "sum":
            k, low, high, body = atom.args
            inner = {name: value for name, value in values.items() if name != k}
            if any(k in value.symbols for value in inner.values()):
                raise ProofError(f"{k} in {atom.text} would be caught by a substitution: name it otherwise")
            return sum_of(k, substituted(low, values), substituted(high, values), substituted(body, inner))
        return FUNCTIONS[atom.op](*(substituted(arg, values) for arg in atom.args))

    return rebuilt(term, image)


def derivative(term: Term, x: str) -> Term:
    """The derivative by a symbol. Raises `ProofError` where an exponent or a sum depends on it."""

    def of(p: Polynomial) -> Term:
        total = Term.number(0)
        for monomial, c in p.terms.items():
            for i, (atom, power) in enumerate(monomial):
                slope = _slope(atom, x)
                if not slope.is_zero:
                    rest = tuple((a, e - (j == i)) for j, (a, e) in enumerate(monomial) if e - (j == i))
                    total = total + Term(Polynomial({rest: c * power}), {}) * slope
        return total

    result = of(term.numerator) * Term(ONE, term.factors)
    for factor, power in term.factors.items():
        if not (slope := of(factor)).is_zero:
            result = result - term * Term.number(power) * slope * Term(ONE, {factor: 1})
    return result


def _slope(atom: Atom, x: str) -> Term:
    if x not in symbols_of(atom):
        return Term.number(0)
    if atom.op == "name":
        return Term.number(1)
    u: Term = atom.args[0]
    if atom.op == "log":
        return derivative(u, x) / u
    if atom.op == "sqrt":
        return derivative(u, x) / (Term.number(2) * Term.atom(atom))
    if atom.op == "power" and x not in atom.args[1].symbols:
        exponent: Term = atom.args[1]
        return Term.atom(atom) * exponent * derivative(u, x) / u
    raise ProofError(f"the derivative of {atom.text} by {x}")


# --- scope -----------------------------------------------------------------------------------------------------------


NOTHING: Mapping[Atom, bool] = MappingProxyType({})


@dataclass
class Scope:
    """Symbols (and whether they are whole numbers) and claims by id. A fact's id is its text."""

    symbols: dict[str, bool] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    signs: dict[Atom, bool] = field(default_factory=dict)
    """Atoms known not to be negative, and whether they are above 0."""
    _evident: dict[tuple[Polynomial, bool], int] = field(default_factory=dict, repr=False, compare=False)
    """The signs that were found to be evident here. Claims that are added later cannot change them."""

    def assume(self, texts: Iterable[str]) -> None:
        """Add facts without a proof. Each is known by its text."""
        for text in texts:
            self.add(text, self.claim(text))

    def add(self, name: str, claim: Claim) -> None:
        """Add a claim. Raises `ProofError` if its name is used already."""
        if self.claims.get(name, claim) is not claim and not self.claims[name].implies(claim):
            raise ProofError(f"{shortened(name)} names two claims")
        self.claims[name] = claim
        atom = _bounded(claim)
        if atom is not None:
            self.signs[atom[0]] = self.signs.get(atom[0], False) or atom[1]

    def define(self, name: str, text: str) -> str:
        """Introduce a name for a term. Returns the id of the equation."""
        term = self.term(text)
        self.demand_defined(term)
        if name in self.symbols or not name.isidentifier():
            raise ProofError(f"{name} cannot be a name")
        self.symbols[name] = False
        self.add(f"{name} := {text}", Claim(Term.atom(Atom(name)) - term, "="))
        return f"{name} := {text}"

    def claim(self, text: str) -> Claim:
        """A claim about the symbols of this scope. Raises `ProofError` if it has a different symbol, or has no value
        somewhere where the facts hold.
        """
        claim = read_claim(text)
        self._demand_known(claim.term)
        self.demand_defined(claim.term)
        return claim

    def term(self, text: str) -> Term:
        """A term in the symbols of this scope. Raises `ProofError` if it has a different symbol."""
        term = read_term(text)
        self._demand_known(term)
        return term

    def _demand_known(self, term: Term) -> None:
        unknown = sorted(term.symbols - set(self.symbols))
        if unknown:
            raise ProofError(
                f"{unknown[0]} is not a symbol here: there are {', '.join(sorted(self.symbols)) or 'none'}"
            )

    def get(self, name: str) -> Claim:
        """The fact or claim of that id. Raises `ProofError` if there is none."""
        if name not in self.claims:
            raise ProofError(f"nothing here is called {shortened(name)}")
        return self.claims[name]

    def inner(self, forget: Iterable[str] = ()) -> Scope:
        """A scope within this one, without the claims about the symbols to forget."""
        gone = set(forget)
        kept = {name: claim for name, claim in self.claims.items() if not claim.term.symbols & gone}
        scope = Scope({name: whole for name, whole in self.symbols.items() if name not in gone})
        for name, claim in kept.items():
            scope.add(name, claim)
        if not gone:
            scope._evident.update(self._evident)
        return scope

    def is_whole(self, term: Term) -> bool:
        """Whether the term is a polynomial with whole coefficients in symbols that are whole numbers."""
        named = all(atom.op == "name" and self.symbols.get(atom.text, False) for atom in term.atoms)
        return named and not term.factors and all(c.denominator == 1 for c in term.numerator.terms.values())

    def summing(self, atom: Atom) -> Scope:
        """A scope within a sum: its bound name k is a whole number there, between the ends, which are known as `k from`
        and `k to`.
        """
        k, low, high, _ = atom.args
        if k in self.symbols:
            raise ProofError(f"{k} is bound by a sum and a symbol as well: name it otherwise")
        within = self.inner()
        within.symbols[k] = True
        within.add(f"{k} from", Claim(Term.atom(Atom(k)) - low, ">="))
        within.add(f"{k} to", Claim(high - Term.atom(Atom(k)), ">="))
        return within

    def beyond(self, x: str, low: Term) -> Scope:
        """A scope in which only one thing is known of x, a real number: x - low >= 0, by the name of `beyond`."""
        along = self.inner({x})
        along.symbols[x] = False
        along.add("beyond", Claim(Term.atom(Atom(x)) - low, ">="))
        return along

    # --- what is evident ---

    def demand_defined(self, term: Term) -> None:
        """Raise `ProofError` unless the term has a value wherever the facts hold: no division by 0, no logarithm of a
        number that is not above 0, and no root of a negative number.
        """
        for factor in term.factors:
            if self.sign(factor) == 0 and not self._decided(factor):
                raise ProofError(f"{factor} divides, and nothing here says that it is not 0: show {factor} > 0 first")
        for atom in term.atoms:
            self._demand_atom(atom)

    def _decided(self, p: Polynomial) -> bool:
        """Whether the sign is evident once logarithms of what is evidently above 1 are taken as above 0."""
        for atom in p.atoms:
            if atom.op == "log" and self.above(atom.args[0] - Term.number(1), strict=True):
                self.signs[atom] = True
        return self.sign(p) != 0

    def _demand_atom(self, atom: Atom) -> None:
        if atom.op == "name":
            return
        if atom.op == "sum":
            _, low, high, body = atom.args
            if not (self.is_whole(low) and self.is_whole(high)):
                raise ProofError(f"{shortened(atom.text)}: nothing here says that its bounds are whole numbers")
            self.summing(atom).demand_defined(body)
            return
        for arg in atom.args:
            self.demand_defined(arg)
        u = atom.args[0]
        if atom.op == "log" and not self.above(u, strict=True):
            raise ProofError(f"{atom.text}: nothing here says that {u} > 0: show it first")
        if atom.op == "sqrt" and not self.above(u, strict=False):
            raise ProofError(f"{atom.text}: nothing here says that {u} >= 0: show it first")
        if atom.op == "power" and not self.above(u, strict=True):
            raise ProofError(f"{atom.text}: nothing here says that {u} > 0: show it first")

    def above(self, term: Term, strict: bool) -> bool:
        """Whether it is evident that the term is above 0, or (not `strict`) at least 0: by a claim, or by the signs of
        its parts.
        """
        wanted = Claim(term, ">" if strict else ">=")
        if any(claim.relation != "=" and claim.implies(wanted) for claim in self.claims.values()):
            return True
        total = self.sign(term.numerator, strict)
        for factor, power in term.factors.items():
            total *= self.sign(factor) ** power
        return total > 0

    def sign(self, p: Polynomial, strict: bool = True) -> int:
        """1 or -1 if the sign is evident from the signs of its atoms, its coefficients, the bounds of its symbols, or a
        claim; otherwise 0.

        If not `strict`, the term may also be 0.
        """
        sign = self._evident.get((p, strict)) or self._sign(p, strict)
        if sign:
            self._evident[p, strict] = sign
        return sign

    def _sign(self, p: Polynomial, strict: bool) -> int:
        test = self._positive if strict else self._not_negative
        for sign, q in ((1, p), (-1, -p)):
            if test(q, NOTHING) or self._claimed(q, strict):
                return sign
        shifted, beyond = self._shifted(p)
        for sign, q in ((1, shifted), (-1, -shifted)):
            if beyond and test(q, beyond):
                return sign
        return 0

    def _claimed(self, p: Polynomial, strict: bool) -> bool:
        for claim in self.claims.values():
            numerator = claim.term.numerator
            if (
                claim.relation in (">",) + (">=",) * (not strict)
                and p.terms
                and not claim.term.factors
                and set(numerator.terms) == set(p.terms)
            ):
                monomial = next(iter(p.terms))
                ratio = p.terms[monomial] / numerator.terms[monomial]
                if ratio > 0 and numerator.scaled(ratio) == p:
                    return True
        return False

    def _positive(self, p: Polynomial, more: Mapping[Atom, bool]) -> bool:
        return self._not_negative(p, more) and any(
            all(self._atom_sign(atom, more) == 1 for atom, _ in monomial) for monomial in p.terms
        )

    def _not_negative(self, p: Polynomial, more: Mapping[Atom, bool]) -> bool:
        return all(
            c > 0 and all(power % 2 == 0 or self._atom_sign(atom, more) is not None for atom, power in monomial)
            for monomial, c in p.terms.items()
        )

    def _atom_sign(self, atom: Atom, more: Mapping[Atom, bool]) -> int | None:
        """1 if the atom is above 0, 0 if it is at least 0, None if neither is known."""
        if atom in more or atom in self.signs:
            return int(more.get(atom, False) or self.signs.get(atom, False))
        if atom.op == "exp2" or (atom.op == "power" and self.above(atom.args[0], strict=True)):
            return 1
        if atom.op == "log" and (value := atom.args[0].value) is not None:
            return 1 if value > 1 else None
        if atom.op == "sqrt":
            return 1 if self.above(atom.args[0], strict=True) else 0
        return None

    def _shifted(self, p: Polynomial) -> tuple[Polynomial, dict[Atom, bool]]:
        """The polynomial, with each atom that has a lower bound written as the bound plus a rest; and, for each rest,
        whether it is above 0.
        """
        images: dict[Atom, Term] = {}
        beyond: dict[Atom, bool] = {}
        for claim in self.claims.values():
            bound = lower_bound(claim)
            if bound is not None and bound[0] not in images:
                rest = Atom(f"beyond {len(images)}")
                images[bound[0]] = bound[1] + Term.atom(rest)
                beyond[rest] = claim.strict
        term = Term(p, {})
        for _ in range(len(images) + 1):
            if not term.atoms & set(images):
                return term.numerator, beyond
            term = rebuilt(term, lambda atom: images.get(atom, Term.atom(atom)))
        return p, {}


def _bounded(claim: Claim) -> tuple[Atom, bool] | None:
    """The atom that a claim puts at or above 0, and whether above."""
    bound = lower_bound(claim)
    if bound is None or bound[1].value is None or bound[1].value < 0:
        return None
    return bound[0], claim.strict or bound[1].value > 0


@lru_cache(maxsize=4096)
def lower_bound(claim: Claim) -> tuple[Atom, Term] | None:
    """An atom and its lower bound, which is a term without this atom; None if the claim gives none.

    The atom must occur once in the term of the claim, to the first power and with a coefficient above 0.
    """
    terms = claim.term.numerator.terms
    if claim.term.factors or claim.relation == "=":
        return None
    for monomial, c in terms.items():
        if (
            len(monomial) == 1
            and monomial[0][1] == 1
            and c > 0
            and sum(monomial[0][0] in dict(powers) for powers in terms) == 1
        ):
            atom = monomial[0][0]
            return atom, Term.atom(atom) - claim.term * Term.number(1 / c)
    return None


# --- numbers ---------------------------------------------------------------------------------------------------------


BITS = (64, 256, 1024, 4096)
"""Bits to which a number is enclosed, in turn. Each is four times the one before, so that all together take hardly more
time than the last. A number that is not told from 0 with the last has no sign here.
"""

Interval = tuple[Fraction, Fraction]
"""Two numbers between which a number lies; the same one twice where it is known exactly, as a rational number is."""


def sign_of(term: Term, values: Mapping[str, Fraction], where: str) -> int:
    """-1, 0 or 1: the sign of a term where its symbols have these values.

    A number is 0 here if it is rational and 0, or if its term is 0 as an identity once the values stand in it. So the
    sign of a number that is 0 for a deeper reason, as sqrt(2)*sqrt(3) - sqrt(6), is not decided, and a proof that needs
    it is refused.
    """
    why = f"{BITS[-1]} bits do not tell the sign"
    for bits in BITS:
        try:
            low, high = _enclosed(term, values, bits)
        except ProofError as error:  # more bits may tell a divisor from 0
            why = str(error)
            continue
        if low > 0 or high < 0 or low == high:
            return (low > 0) - (high < 0)
        if bits == BITS[0] and substituted(term, {name: Term.number(x) for name, x in values.items()}).is_zero:
            return 0
    raise ProofError(f"{where}: {why}")


def _enclosed(term: Term, values: Mapping[str, Fraction], bits: int) -> Interval:
    """An interval around the value of a term. Raises `ProofError` where so many bits do not tell that it has one."""
    atoms = {atom: _enclosed_atom(atom, values, bits) for atom in term.atoms}

    def of(p: Polynomial) -> Interval:
        total = (Fraction(0), Fraction(0))
        for monomial, c in p.terms.items():
            part = (c, c)
            for atom, power in monomial:
                for _ in range(power):
                    part = _product_of(part, atoms[atom], bits)
            total = (total[0] + part[0], total[1] + part[1])
        return total

    value = of(term.numerator)
    for factor, power in term.factors.items():
        low, high = of(factor)
        if low <= 0 <= high:
            raise ProofError(f"undefined where ({factor}) divides, which is not told from 0")
        for _ in range(power):
            value = _product_of(value, (1 / high, 1 / low), bits)
    return value


def _product_of(left: Interval, right: Interval, bits: int) -> Interval:
    if left[0] == left[1] and right[0] == right[1]:
        return left[0] * right[0], left[0] * right[0]
    ends = [a * b for a in left for b in right]
    return _outward(min(ends), max(ends), bits)


def _outward(low: Fraction, high: Fraction, bits: int) -> Interval:
    """A wider interval, whose ends are multiples of 2^-bits: numbers of any length would grow without end."""
    scale = 1 << bits
    return Fraction(low.numerator * scale // low.denominator, scale), Fraction(
        -(-high.numerator * scale // high.denominator), scale
    )


def _enclosed_atom(atom: Atom, values: Mapping[str, Fraction], bits: int) -> Interval:
    if atom.op == "name":
        if atom.text not in values:
            raise ProofError(f"{atom.text} has no value")
        return values[atom.text], values[atom.text]
    if atom.op == "sum":
        return _enclosed_sum(atom, values, bits)
    low, high = _enclosed(atom.args[0], values, bits)
    if atom.op == "log":
        if low <= 0:
            raise ProofError(f"{atom.text}: not told to be of a number above 0")
        return _log_between(low, bits)[0], _log_between(high, bits)[1]
    if atom.op == "exp2":
        low, exponent = Fraction(2), _number(atom.args[0], values)
        high = low
    else:
        exponent = Fraction(1, 2) if atom.op == "sqrt" else _number(atom.args[1], values)
    if low < 0 or (low == 0 and exponent <= 0) or (low == 0 and atom.op == "power"):
        raise ProofError(f"{atom.text}: not told to be of a number above 0")
    if abs(exponent) > GREATEST_POWER:
        raise ProofError(f"{atom.text}: an exponent beyond {GREATEST_POWER}")
    if exponent < 0:
        low, high, exponent = 1 / high, 1 / low, -exponent
    return _power_between(low, exponent, bits)[0], _power_between(high, exponent, bits)[1]


def _enclosed_sum(atom: Atom, values: Mapping[str, Fraction], bits: int) -> Interval:
    k, first, last, body = atom.args
    low, high = _number(first, values), _number(last, values)
    if low.denominator != 1 or high.denominator != 1:
        raise ProofError(f"{atom.text}: its bounds are not whole numbers")
    if high - low > MOST_TERMS:
        raise ProofError(f"{atom.text}: {high - low + 1} terms are more than anybody adds")
    parts = [_enclosed(body, {**values, k: Fraction(i)}, bits) for i in range(int(low), int(high) + 1)]
    return sum((part[0] for part in parts), Fraction(0)), sum((part[1] for part in parts), Fraction(0))


def _number(term: Term, values: Mapping[str, Fraction]) -> Fraction:
    value = substituted(term, {name: Term.number(x) for name, x in values.items()}).value
    if value is None:
        raise ProofError(f"{term} where a rational number is wanted")
    return value


def _power_between(x: Fraction, exponent: Fraction, bits: int) -> Interval:
    """Around a number that is not negative, to the power of a number above 0: x^e = exp(e log x)."""
    if exponent.denominator == 1:
        power = x**exponent.numerator
        return power, power
    if exponent == Fraction(1, 2) or not x:
        whole = isqrt(x.numerator * (1 << 2 * bits) // x.denominator)
        return Fraction(whole, 1 << bits), Fraction(whole + 1, 1 << bits)
    low, high = _log_between(x, bits)
    return _exp_between(exponent * low, bits)[0], _exp_between(exponent * high, bits)[1]


def _exp_between(x: Fraction, bits: int) -> Interval:
    """Around 1 + y + y^2/2 + ..., squared again and again, y being x halved as often, so that it is 1/2 at most.

    Below, each term is rounded down, and above, each is rounded up. The terms left out above are together no more than
    the last one, as each is at most half of the one before.
    """
    if x < 0:
        low, high = _exp_between(-x, bits)
        return 1 / high, 1 / low
    halvings, scale = (x.numerator // x.denominator).bit_length() + 1, 1 << bits
    below, above = _outward(x / 2**halvings, x / 2**halvings, bits)
    least = most = down = up = scale
    i = 1
    while down:
        down = down * below.numerator // (below.denominator * i)
        up = -(-up * above.numerator // (above.denominator * i))
        least, most, i = least + down, most + up, i + 1
    power = Fraction(least, scale), Fraction(most + up, scale)
    for _ in range(halvings):
        power = _product_of(power, power, bits)
    return power


@lru_cache(maxsize=2**12)
def _log_between(x: Fraction, bits: int) -> Interval:
    """Around the logarithm of a number above 0: log x = k log 2 + log m with m from 2/3 to 4/3, and log m = 2 atanh y
    with y = (m - 1)/(m + 1).
    """
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** k
    if not Fraction(2, 3) <= m <= Fraction(4, 3):
        k, m = (k - 1, 2 * m) if m < 1 else (k + 1, m / 2)
    low, high = _atanh_between((m - 1) / (m + 1), bits)
    two = _atanh_between(Fraction(1, 3), bits)
    return 2 * (low + k * two[k < 0]), 2 * (high + k * two[k >= 0])


def _atanh_between(y: Fraction, bits: int) -> Interval:
    """Around y + y^3/3 + y^5/5 + ..., for y from -1/3 to 1/3.

    Below, each term is rounded down, and above, each is rounded up. The terms left out above are together less than 9/8
    of the first of them, as y^2 <= 1/9.
    """
    if y < 0:
        low, high = _atanh_between(-y, bits)
        return -high, -low
    scale = 1 << bits
    below = y.numerator * scale // y.denominator
    above = -(-y.numerator * scale // y.denominator)
    square, wide = below * below // scale, -(-above * above // scale)
    least = most = 0
    odd = 1
    while below:
        least, most = least + below // odd, most - (-above // odd)
        below, above = below * square // scale, -(-above * wide // scale)
        odd += 2
    return Fraction(least, scale), Fraction(most + 2 * above, scale)


# --- rules -----------------------------------------------------------------------------------------------------------


Step = Mapping[str, Any]

MOST_VALUES = 20_000
"""The whole numbers that one step may try: some seconds of work."""


_told: ContextVar[Callable[[str, str, Claim], None] | None] = ContextVar("told", default=None)
"""The function that `run` calls for each step that holds, with the name, the rule and the claim of the step."""


def run(steps: Sequence[Step], scope: Scope) -> Claim:
    """Check the steps in their order, and keep each claim. The claim of the last step is the result. Raises
    `ProofError` at the first step that fails.
    """
    shown = None
    for step in steps:
        name, text, rule = (_text(step, key) for key in ("id", "claim", "rule"))
        try:
            shown = scope.claim(text)
            if rule not in RULES:
                raise ProofError(f"no rule {shortened(rule)}: there are {', '.join(sorted(RULES))}")
            RULES[rule](step, shown, scope)
            # the claim is added after its rule, so that no step rests on itself
            if name in scope.claims:
                raise ProofError(f"{name} is the name of another claim")
        except ProofError as error:
            raise ProofError(f"step {name}: {error}") from None
        scope.add(name, shown)
        if (listener := _told.get()) is not None:
            listener(name, rule, shown)
    if shown is None:
        raise ProofError("no step at all")
    return shown


def _text(step: Step, key: str) -> str:
    value = step.get(key) if isinstance(step, Mapping) else None
    if not isinstance(value, str):
        raise ProofError(f"a step has a text {key!r}, found {shortened(repr(value))}")
    return value


def _list(step: Step, key: str) -> list[Any]:
    value = step.get(key)
    if not isinstance(value, list):
        raise ProofError(f"{key} is a list, found {shortened(repr(value))}")
    return value


def _known(step: Step, scope: Scope, number: int | None = None) -> list[Claim]:
    names = _list(step, "of")
    if number is not None and len(names) != number:
        raise ProofError(f"of names {number} claims, found {len(names)}")
    return [scope.get(name) for name in names if isinstance(name, str)]


def _positive(step: Step, claim: Claim, scope: Scope) -> None:
    """The term is a quotient, `numerator` over `denominator`, of polynomials without negative coefficients in
    quantities known not to be negative.

    `from` names these: a fresh name for each claim or fact, standing for its term. `zero` maps claims `term = 0` to
    what multiplies them. The numerator may be 0 where the claim is not strict.
    """
    named = step.get("from")
    if not isinstance(named, Mapping) or claim.relation == "=":
        raise ProofError("from maps names to claims, and the claim is not an equation")
    claims = {name: scope.get(fact) for name, fact in named.items()}
    if taken := [name for name in claims if name in scope.symbols or not name.isidentifier()]:
        raise ProofError(f"{taken[0]} cannot be a name in a certificate")
    strict = {name for name, fact in claims.items() if fact.strict}
    whole = Term.number(1)
    for key in ("numerator", "denominator"):
        part = read_term(_text(step, key))
        if stray := sorted(part.symbols - set(claims)):
            raise ProofError(f"the {key} speaks of {stray[0]}, which from does not name")
        if part.factors or any(atom.op != "name" for atom in part.atoms):
            raise ProofError(f"the {key} is a polynomial in what from names")
        for monomial, c in part.numerator.terms.items():
            if c < 0:
                raise ProofError(f"the {key} has the negative coefficient {c}")
            if odd := [atom.text for atom, power in monomial if claims[atom.text].relation == "="]:
                raise ProofError(f"{odd[0]} is 0: name it under zero")
        if (key == "denominator" or claim.strict) and not any(
            all(atom.text in strict for atom, _ in m) for m in part.numerator.terms
        ):
            raise ProofError(f"the {key} may be 0")
        value = substituted(part, {name: fact.term for name, fact in claims.items()})
        whole = whole * value if key == "numerator" else whole / value
    if not (whole + _nothing(step, scope)).equals(claim.term):
        raise ProofError("the certificate is another term than the claim's")


def _nothing(step: Step, scope: Scope) -> Term:
    """The sum of multiples of terms known to be 0: `zero` maps claims to the factors of their terms."""
    total = Term.number(0)
    for name, text in step.get("zero", {}).items():
        equation = scope.get(name)
        if equation.relation != "=":
            raise ProofError(f"{name} does not say that its term is 0")
        factor = scope.term(text)
        scope.demand_defined(factor)
        total = total + factor * equation.term
    return total


def _identity(step: Step, claim: Claim, scope: Scope) -> None:
    """The term is 0 as it stands, or a sum of multiples of terms known to be 0, `zero` (claim to multiplier)."""
    if claim.relation != "=":
        raise ProofError("identity shows equations")
    if not claim.term.equals(_nothing(step, scope)):
        raise ProofError("the term is not 0 as it stands")


def _log(step: Step, claim: Claim, scope: Scope) -> None:
    """log(u) > 0 where u - 1 > 0 is known or evident, log(u) >= 0 where u - 1 >= 0 is; `at` is u."""
    u = scope.term(_text(step, "at"))
    if claim.relation == "=" or not claim.term.equals(log_of(u)):
        raise ProofError(f"the claim is about log({u})")
    _demand_above(u - Term.number(1), claim.strict, scope)


def _demand_above(term: Term, strict: bool, scope: Scope) -> None:
    if not scope.above(term, strict):
        raise ProofError(f"nothing here says that {term} {'>' if strict else '>='} 0: show it first")


def _log_bound(step: Step, claim: Claim, scope: Scope) -> None:
    """log(u) - (1 - 1/u) >= 0 and u - 1 - log(u) >= 0 for u > 0, strict where u - 1 > 0 or 1 - u > 0 is known or
    evident; `at` is u. The arguments that show it are checked first.
    """
    _demand_bounds()
    u, one = scope.term(_text(step, "at")), Term.number(1)
    _demand_above(u, True, scope)
    forms = (log_of(u) - (one - one / u), u - one - log_of(u))
    if claim.relation == "=" or not any(claim.term.equals(form) for form in forms):
        raise ProofError("neither log(u) - (1 - 1/u) nor u - 1 - log(u)")
    if claim.strict and not (scope.above(u - one, True) or scope.above(one - u, True)):
        raise ProofError(f"strict only where {u} is not 1: show it first")


@cache
def _demand_bounds() -> None:
    """Raise `ProofError` unless the bounds of logarithms follow by the other rules."""
    telling = _told.set(None)  # these steps are not in the proof that is checked
    try:
        for argument in ARGUMENTS:
            prove(argument)
    finally:
        _told.reset(telling)


def _log_product(step: Step, claim: Claim, scope: Scope) -> None:
    """A sum of whole multiples of logarithms is 0, their arguments' powers making 1; each argument is above 0. `parts`
    lists [multiple, argument].
    """
    total, product = Term.number(0), Term.number(1)
    for times, text in _list(step, "parts"):
        if type(times) is not int or abs(times) > GREATEST_EXPONENT:
            raise ProofError("parts lists whole multiples and arguments")
        u = scope.term(text)
        _demand_above(u, True, scope)
        total, product = total + Term.number(times) * log_of(u), product * u**times
    if (
        claim.relation != "="
        or not (claim.term.equals(total) or claim.term.equals(-total))
        or not product.equals(Term.number(1))
    ):
        raise ProofError("the powers of the arguments do not make 1, or the claim is another")


def _sqrt(step: Step, claim: Claim, scope: Scope) -> None:
    """sqrt(u)**2 - u = 0 for u >= 0, `at` being u; or sqrt(u) - sqrt(v) > 0 (>= 0) where u - v > 0 (>= 0) and v >= 0,
    `at` being u and `against` v.
    """
    u = scope.term(_text(step, "at"))
    if claim.relation == "=":
        _demand_above(u, False, scope)
        if not claim.term.equals(sqrt_of(u) ** 2 - u):
            raise ProofError("not the square of that root")
        return
    v = scope.term(_text(step, "against"))
    _demand_above(v, False, scope)
    _demand_above(u - v, claim.strict, scope)
    if not claim.term.equals(sqrt_of(u) - sqrt_of(v)):
        raise ProofError("the claim is not about the difference of these roots")


def _power(step: Step, claim: Claim, scope: Scope) -> None:
    """power(u, e) - power(b, e) >= 0 for u >= b > 0 and e >= 0, strict for u > b and e > 0; `base`, `below` and
    `exponent` are u, b and e.

    Without `below`, `base` is b, and 1 - power(b, e) what follows. With `times`, f, it is power(b, e)*power(b, f) -
    power(b, e + f) = 0 for b > 0.
    """
    if "times" in step:
        b, e, f = (scope.term(_text(step, key)) for key in ("base", "exponent", "times"))
        _demand_above(b, True, scope)
        if claim.relation != "=" or not claim.term.equals(power_of(b, e) * power_of(b, f) - power_of(b, e + f)):
            raise ProofError(
                "power(base, exponent)*power(base, times) - power(base, exponent + times) = 0 is what follows"
            )
        return
    keys = ("below", "base") if "below" in step else ("base",)
    b, *above = (scope.term(_text(step, key)) for key in keys)
    u, e = above[0] if above else Term.number(1), scope.term(_text(step, "exponent"))
    _demand_above(b, True, scope)
    _demand_above(u - b, claim.strict, scope)
    _demand_above(e, claim.strict, scope)
    if claim.relation == "=" or not claim.term.equals(power_of(u, e) - power_of(b, e)):
        raise ProofError(
            "power(base, exponent) - power(below, exponent) is what follows, or without `below` 1 - "
            "power(base, exponent)"
        )


def _derivative(step: Step, claim: Claim, scope: Scope) -> None:
    """A term in x that is not below 0 at `low` and does not fall from there on is not below 0 for x >= low.

    `start` are steps that show the term at low to be >= 0 (> 0); `slope`, steps that show its derivative to be >= 0 (>
    0) where all that is known of x is `x - low >= 0`. Strict if the start is, or if the slope is and x - low > 0.
    """
    x = _text(step, "by")
    if x not in scope.symbols:
        raise ProofError(f"{x} is not a symbol here")
    low = scope.term(_text(step, "low"))
    if x in low.symbols:
        raise ProofError(f"low depends on {x}")
    beyond = Term.atom(Atom(x)) - low
    _demand_above(beyond, False, scope)
    at_start = run(_list(step, "start"), scope.inner())
    along = scope.beyond(x, low)
    rising = run(_list(step, "slope"), along)
    along.demand_defined(claim.term)
    if not at_start.term.equals(substituted(claim.term, {x: low})):
        raise ProofError("the start shows another term")
    if not rising.term.equals(derivative(claim.term, x)) or rising.relation == "=":
        raise ProofError("the slope shown is not that of the term")
    if claim.relation == "=" or (
        claim.strict and not (at_start.strict or (rising.strict and scope.above(beyond, True)))
    ):
        raise ProofError("neither start nor slope is strict")


def _cases(step: Step, claim: Claim, scope: Scope) -> None:
    """The claim in two cases, one of which there is: `cases` lists {"assume", "steps"}, the assumptions being u >= 0
    and -u > 0 (or >= 0), or u >= 0 and -u - 1 >= 0 for a whole number u. The last step of each says the claim."""
    cases = _list(step, "cases")
    if len(cases) != 2:
        raise ProofError("two cases")
    assumed = []
    for case in cases:
        within = scope.inner()
        text = _text(case, "assume")
        assumption = within.claim(text)
        assumed.append(assumption)
        within.add(text, assumption)
        if not run(_list(case, "steps"), within).implies(claim):
            raise ProofError(f"the case {text} shows something else")
    first, second = assumed
    if "=" in (first.relation, second.relation):
        raise ProofError("the cases do not cover all")
    opposite = (first.term + second.term).is_zero and not (first.strict and second.strict)
    whole = (
        all(c.relation == ">=" for c in assumed)
        and (first.term + second.term).equals(Term.number(-1))
        and scope.is_whole(first.term)
    )
    if not opposite and not whole:
        raise ProofError("the cases do not cover all")


def _finite(step: Step, claim: Claim, scope: Scope) -> None:
    """Show a claim with a single symbol x, which is a whole number. The step names two facts in `of`: x - low >= 0 and
    high - x >= 0. Each value of x between the two bounds is tried, exactly.
    """
    x = _text(step, "by")
    if not scope.symbols.get(x, False) or claim.term.symbols - {x}:
        raise ProofError(f"{x} is the one symbol in the claim, a whole number")
    below, above = _known(step, scope, 2)
    symbol = Term.atom(Atom(x))
    low, high = (symbol - below.term).value, (symbol + above.term).value
    if low is None or high is None or "=" in (below.relation, above.relation):
        raise ProofError(f"of says {x} - low >= 0 and high - {x} >= 0, in this order")
    first, last = -(-low // 1), high // 1
    if last - first >= MOST_VALUES:
        raise ProofError(f"{last - first + 1} values are too many")
    for value in range(int(first), int(last) + 1):
        _demand_sign(claim, {x: Fraction(value)}, f"{x} = {value}")


def _evaluate(step: Step, claim: Claim, scope: Scope) -> None:
    """The claim is about a number: its sign is computed."""
    if claim.term.symbols:
        raise ProofError("the claim is about more than a number")
    _demand_sign(claim, {}, "the value")


def _demand_sign(claim: Claim, values: Mapping[str, Fraction], where: str) -> None:
    sign = sign_of(claim.term, values, where)
    if not (sign > 0 or (sign == 0 and not claim.strict)) or (claim.relation == "=" and sign):
        raise ProofError(f"{where}: the sign is {sign}")


def _sturm(step: Step, claim: Claim, scope: Scope) -> None:
    """A polynomial in x above 0 for x >= low (and x <= high, where given): above 0 at low, and Sturm's chain counts no
    root beyond.

    `by` is x, `of` says x - low >= 0 and perhaps high - x >= 0, with numbers.
    """
    x = _text(step, "by")
    symbol = Term.atom(Atom(x))
    bounds = _known(step, scope)
    low = (symbol - bounds[0].term).value if bounds else None
    high = (symbol + bounds[1].term).value if len(bounds) > 1 else None
    if low is None or any(bound.relation == "=" for bound in bounds) or (len(bounds) > 1 and high is None):
        raise ProofError(f"of says {x} - low >= 0, and perhaps high - {x} >= 0, with numbers")
    if (
        claim.term.factors
        or claim.term.symbols != {x}
        or any(atom.op != "name" for atom in claim.term.atoms)
        or claim.relation == "="
    ):
        raise ProofError(f"Sturm counts roots of polynomials in {x}")
    chain = sturm_chain(coefficients(claim.term.numerator))
    if scaled_value(chain[0], low) <= 0:
        raise ProofError(f"the polynomial is not above 0 at {low}")
    if changes(chain, low) != changes(chain, high) or (high is not None and scaled_value(chain[0], high) <= 0):
        raise ProofError("the polynomial has a root there")


def coefficients(p: Polynomial) -> list[Fraction]:
    """The coefficients of a polynomial in one atom, the highest power first."""
    powers = {sum(power for _, power in monomial): c for monomial, c in p.terms.items()}
    return [powers.get(i, Fraction(0)) for i in range(max(powers), -1, -1)]


def sturm_chain(p: list[Fraction]) -> list[list[int]]:
    """Sturm's chain of a polynomial: the polynomial, its derivative, and negated remainders, up to the last that is not
    0. Each is multiplied by a number above 0 that makes its coefficients whole.
    """
    degree = len(p) - 1
    chain = [p, [c * (degree - i) for i, c in enumerate(p[:-1])]]
    while len(chain[-1]) > 1:
        rest = list(chain[-2])
        divisor = chain[-1]
        while len(rest) >= len(divisor):
            factor = rest[0] / divisor[0]
            rest = [
                c - factor * d for c, d in zip(rest, divisor + [Fraction(0)] * (len(rest) - len(divisor)), strict=True)
            ][1:]
        while rest and not rest[0]:
            rest = rest[1:]
        if not rest:
            break
        chain.append([-c for c in rest])
    return [_whole(q) for q in chain if q]


def _whole(p: list[Fraction]) -> list[int]:
    shared = lcm(*(c.denominator for c in p))
    whole = [c.numerator * (shared // c.denominator) for c in p]
    common = gcd(*whole) or 1
    return [c // common for c in whole]


def scaled_value(p: Sequence[Fraction | int], x: Fraction) -> Fraction | int:
    """The value of a polynomial at x, times a power of the denominator of x. It has the same sign as the value. Where
    the coefficients are whole numbers, it is a whole number too, so no fraction has to be reduced."""
    numerator, denominator = x.numerator, x.denominator
    total: Fraction | int = 0
    power = 1
    for c in p:
        total, power = total * numerator + c * power, power * denominator
    return total


def changes(chain: list[list[int]], x: Fraction | None) -> int:
    """The number of changes of sign along the chain at x, or (None) at infinity."""
    values = [q[0] if x is None else scaled_value(q, x) for q in chain]
    return sum((a < 0) != (b < 0) for a, b in pairwise([v for v in values if v]))


def _sum(step: Step, claim: Claim, scope: Scope) -> None:
    """A sum against one that telescopes: `sum` is sum(k, a, b, u), `total` is G(k), and `each` are steps that show u -
    (G(k+1) - G(k)) >= 0 (<= 0, = 0) for whole k from a to b. Then sum - (G(b+1) - G(a)) >= 0 (<= 0, = 0), where b - a +
    1 >= 0; strict if each difference is, and b - a + 1 > 0."""
    (atom,) = scope.term(_text(step, "sum")).atoms or (None,)
    if atom is None or atom.op != "sum":
        raise ProofError("sum is one sum")
    k, low, high, body = atom.args
    symbol = Term.atom(Atom(k))
    within = scope.summing(atom)
    total = within.term(_text(step, "total"))
    within.demand_defined(total)
    one = Term.number(1)
    step_up = substituted(total, {k: symbol + one}) - total
    shown = run(_list(step, "each"), within)
    telescoped = substituted(total, {k: high + one}) - substituted(total, {k: low})
    difference = Term.atom(atom) - telescoped
    _demand_above(high - low + one, claim.strict, scope)
    if claim.strict and not shown.strict:
        raise ProofError("strict only where each difference is")
    for direction in (1, -1):
        factor = Term.number(direction)
        if (
            shown.term.equals(factor * (body - step_up))
            and claim.term.equals(factor * difference)
            and (shown.relation == "=" or claim.relation != "=")
        ):
            return
    raise ProofError("the terms are not compared as the claim says")


def _lemma(step: Step, claim: Claim, scope: Scope) -> None:
    """A statement with a proof of its own, `lemma` ({"symbols", "facts", "define", "steps"}), is used at values of its
    symbols and of the names that it defines, `at`. Each fact and each definition of the lemma is known here at these
    values.
    """
    lemma = step.get("lemma")
    if not isinstance(lemma, Mapping) or not isinstance(step.get("at"), Mapping):
        raise ProofError("a lemma has symbols, facts and steps, and at its values")
    proved, declared = prove(lemma)
    values = {name: scope.term(text) for name, text in step["at"].items()}
    for value in values.values():
        scope.demand_defined(value)
    if set(values) != set(declared.symbols):
        raise ProofError("at gives each symbol of the lemma a value")
    for name, whole in declared.symbols.items():
        if whole and not scope.is_whole(values[name]):
            raise ProofError(f"{name} is a whole number in the lemma")
    for text in [*lemma["facts"], *(f"{name} := {term}" for name, term in lemma.get("define", []))]:
        fact = declared.get(text)
        wanted = Claim(substituted(fact.term, values), fact.relation)
        holds = any(fact.implies(wanted) for fact in scope.claims.values()) or (
            wanted.relation == "=" and wanted.term.is_zero
        )
        if not holds and not (wanted.relation != "=" and scope.above(wanted.term, wanted.strict)):
            raise ProofError(f"the lemma needs {wanted}: show it first")
    if not Claim(substituted(proved.term, values), proved.relation).implies(claim):
        raise ProofError("the lemma says something else")


@dataclass(frozen=True, init=False)
class ProvedClaim(Claim):
    """A claim that follows from facts by steps. `prove` alone makes one; to call the class raises `ProofError`.

    Attributes
    ----------
    facts : texts of what it takes for granted about its symbols
    """

    facts: tuple[str, ...]

    def __init__(self, *_: object, **__: object) -> None:
        raise ProofError("a proved claim is made by steps that follow by rules: call prove with an argument")


def prove(argument: Mapping[str, Any]) -> tuple[ProvedClaim, Scope]:
    """Check an argument by itself. Returns the claim that it shows, and the scope of its facts.

    It is {"symbols": {name: whole number or not}, "facts": [...], "define": [[name, term], ...], "steps": [...]}; a
    definition may use those before it, and is known as the equation `name := term`.
    """
    declared = declare(argument)
    shown = run(_list(argument, "steps"), declared.inner())
    proved = object.__new__(ProvedClaim)
    for name, value in (("term", shown.term), ("relation", shown.relation), ("facts", tuple(argument["facts"]))):
        object.__setattr__(proved, name, value)
    return proved, declared


def declare(argument: Mapping[str, Any]) -> Scope:
    """The symbols, facts and definitions of an argument. Raises `ProofError` if they are malformed, or if a definition
    does not have a value everywhere.
    """
    symbols, facts = argument.get("symbols"), argument.get("facts")
    if not isinstance(symbols, Mapping) or not isinstance(facts, list):
        raise ProofError("an argument has symbols, facts and steps")
    if stray := [name for name, whole in symbols.items() if not str(name).isidentifier() or type(whole) is not bool]:
        raise ProofError(
            f"{shortened(str(stray[0]))} is not a symbol: a name is wanted, and true for a whole number or false"
        )
    scope = Scope(dict(symbols))
    scope.assume(facts)
    for name, text in argument.get("define", []):
        scope.define(name, text)
    return scope


def _evident(step: Step, claim: Claim, scope: Scope) -> None:
    """The sign is that of the term's parts: coefficients, atoms of known sign, bounds of symbols."""
    if claim.relation == "=" or not scope.above(claim.term, claim.strict):
        raise ProofError("that is not evident here")


RULES: dict[str, Callable[[Step, Claim, Scope], None]] = {
    "positive": _positive,
    "identity": _identity,
    "log": _log,
    "log-bound": _log_bound,
    "log-product": _log_product,
    "sqrt": _sqrt,
    "power": _power,
    "derivative": _derivative,
    "cases": _cases,
    "finite": _finite,
    "evaluate": _evaluate,
    "evident": _evident,
    "sturm": _sturm,
    "sum": _sum,
    "lemma": _lemma,
}
"""The check of each rule, by the name of the rule."""

LEMMAS = {
    "derivative": "a term with a derivative that is not below 0 does not fall (the mean value theorem)",
    "sturm": "the changes of sign along Sturm's chain count the roots of a polynomial in an interval",
}
"""The rules that rest on a theorem which no step recomputes, each with this theorem: the theorem is taken on trust. Of
the other rules, `log`, `log-product`, `sqrt` and `power` say what these functions are, and the rest is arithmetic.
"""

SHOWN_BY = {"log-bound": "derivative"}
"""The rules whose statement is shown by steps of other rules, with the one of these that rests on a theorem."""


WHY_LEMMAS = {
    "derivative": (
        "The kernel works out the derivative and checks its sign by steps. That a term with such a derivative does not "
        "fall is a theorem about limits, which terms cannot speak of. No proof without it was tried"
    ),
    "sturm": (
        "The kernel works out the chain and counts its changes of sign. That these count the roots is a theorem about "
        "continuous functions, which terms cannot speak of. No proof without it was tried"
    ),
}
"""For each of these theorems, the attempts to show it by steps, and where they stopped."""


def rules_of(steps: Any) -> set[str]:
    """The rules that steps use, including those of steps within them."""
    if isinstance(steps, Mapping):
        named = {steps["rule"]} if isinstance(steps.get("rule"), str) else set()
        return named.union(*(rules_of(part) for part in steps.values()))
    return set[str]().union(*map(rules_of, steps)) if isinstance(steps, list) else set()


# --- the bounds of logarithms ----------------------------------------------------------------------------------------


# From u = 1 on, u - 1 - log(u) - (u - 1)^2/(2 u^2) and log(u) - 1 + 1/u - (u - 1)^2/(2 u^2) are 0 at first and do not
# fall, since their derivatives are (u - 1)^2 (u + 1)/u^3 and (u - 1)^2/u^3. The square is there for the strict bounds:
# a derivative that is 0 at the start shows no more than >=. Below 1 each bound is the other one at 1/u.

Argument = Mapping[str, Any]

UPPER, LOWER, SQUARE = "u - 1 - log(u)", "log(u) - 1 + 1/u", "(u - 1)**2/(2*u**2)"


def _argument(facts: list[str], *steps: Argument) -> Argument:
    return {"symbols": {"u": False}, "facts": facts, "define": [], "steps": list(steps)}


def _step(name: str, claim: str, rule: str, **more: Any) -> Argument:
    return {"id": name, "claim": claim, "rule": rule, **more}


def _quotient(
    name: str, claim: str, facts: Mapping[str, str], numerator: str, denominator: str, **zero: str
) -> Argument:
    more = {"zero": zero} if zero else {}
    return _step(name, claim, "positive", numerator=numerator, denominator=denominator, **{"from": dict(facts)}, **more)


def _from_1_on(bound: str, slope: str, numerator: str) -> Argument:
    """A bound, less the square, does not fall from u = 1 on."""
    start = _step("start", f"{bound} - {SQUARE} >= 0".replace("(u)", "(1)").replace("u", "1"), "evaluate")
    rises = _quotient("slope", f"{slope} >= 0", {"a": "beyond"}, numerator, "(1 + a)**3")
    claim = f"{bound} - {SQUARE} >= 0"
    return _argument(["u - 1 >= 0"], _step("rises", claim, "derivative", by="u", low="1", start=[start], slope=[rises]))


FROM_1_ON = {
    UPPER: _from_1_on(UPPER, "(u - 1)**2*(u + 1)/u**3", "a**2*(a + 2)"),
    LOWER: _from_1_on(LOWER, "(u - 1)**2/u**3", "a**2"),
}


def _above(bound: str, strict: bool) -> list[Argument]:
    """Steps to a bound from u = 1 on."""
    by = ">" if strict else ">="
    return [
        _step("rises", f"{bound} - {SQUARE} >= 0", "lemma", lemma=FROM_1_ON[bound], at={"u": "u"}),
        _quotient(
            "above", f"{bound} {by} 0", {"r": "rises", "a": f"u - 1 {by} 0"}, "2*r*(1 + a)**2 + a**2", "2*(1 + a)**2"
        ),
    ]


def _below(bound: str, strict: bool) -> list[Argument]:
    """Steps to a bound up to u = 1: they turn the opposite bound at 1/u."""
    by = ">" if strict else ">="
    opposite = LOWER if bound == UPPER else UPPER
    turned = f"{opposite} - {SQUARE} >= 0".replace("u", "(1/u)")
    return [
        _quotient("inverse", "1/u > 0", {"b": "u > 0"}, "1", "b"),
        _step("turned", "log(u) + log(1/u) = 0", "log-product", parts=[[1, "u"], [1, "1/u"]]),
        _quotient("late", "1/u - 1 >= 0", {"a": f"1 - u {by} 0", "b": "u > 0"}, "a", "b"),
        _step("rises", turned, "lemma", lemma=FROM_1_ON[opposite], at={"u": "1/u"}),
        _quotient(
            "below",
            f"{bound} {by} 0",
            {"r": "rises", "a": f"1 - u {by} 0"},
            "2*r + a**2",
            "2",
            turned="-1" if bound == UPPER else "1",
        ),
    ]


def _everywhere(bound: str) -> Argument:
    cases = [
        {"assume": "u - 1 >= 0", "steps": _above(bound, strict=False)},
        {"assume": "1 - u >= 0", "steps": _below(bound, strict=False)},
    ]
    return _argument(["u > 0"], _step("all", f"{bound} >= 0", "cases", cases=cases))


ARGUMENTS = tuple(
    argument
    for bound in (UPPER, LOWER)
    for argument in (
        _everywhere(bound),
        _argument(["u - 1 > 0"], *_above(bound, strict=True)),
        _argument(["u > 0", "1 - u > 0"], *_below(bound, strict=True)),
    )
)
"""For each bound: that it holds for u > 0, and that it is strict above 1 and below 1."""


# --- saved proofs ----------------------------------------------------------------------------------------------------


SCHEMA = "axiometrics/proof/1"
"""The value of the field `schema` of a proof."""

MOST_WORK = 3_000_000
"""The products of terms that checking one argument may take: the proofs of axiometrics take 122,000 at most."""

ARGUMENT = {"symbols", "facts", "define", "steps"}
PART = ARGUMENT | {"excess", "demand", "outputs", "given", "where"}
PROOF = PART | {"schema", "metric", "constraint", "reading", "holds", "words", "start", "others"}
OF_REGION = {"n", "case", "from"}
"""The fields of an argument, of one that is about a demand, of a whole proof, and of one about a part of a region."""

STEP = {"id", "claim", "rule"}
STEPS: Mapping[str, set[str]] = {
    "positive": {"from", "numerator", "denominator", "zero"},
    "identity": {"zero"},
    "log": {"at"},
    "log-bound": {"at"},
    "log-product": {"parts"},
    "sqrt": {"at", "against"},
    "power": {"base", "exponent", "times", "below"},
    "derivative": {"by", "low", "start", "slope"},
    "cases": {"cases"},
    "finite": {"by", "of"},
    "evaluate": set(),
    "evident": set(),
    "sturm": {"by", "of"},
    "sum": {"sum", "total", "each"},
    "lemma": {"lemma", "at"},
}
"""The fields that a step has beside those of every step, by its rule."""


def demand_known_fields(proof: Mapping[str, Any], more: Iterable[str] = ()) -> None:
    """Raise `ProofError` where a proof, a part of it or a step has an unknown field, or where a float stands in it.
    Somebody could show or believe a field that no rule reads, and nothing would support it.

    A field that no rule reads would be shown, or believed, by somebody, and nothing would bear it out.
    """
    demand_no_float(proof)
    _demand_only(proof, PROOF.union(more), "a proof")
    for part in (proof, *proof.get("others", ())):
        if part is not proof:
            _demand_only(part, PART, "a part of a proof")
        demand_known_steps(part["steps"])


def demand_known_steps(steps: Any) -> None:
    """Raise `ProofError` where a step, or a step within it, has an unknown field."""
    for step in steps:
        rule = step.get("rule")
        _demand_only(step, STEP | STEPS.get(rule, set()), f"a step by the rule {rule}")
        for inner in ("start", "slope", "each"):
            demand_known_steps(step.get(inner, ()))
        for case in step.get("cases", ()):
            _demand_only(case, {"assume", "steps"}, "a case")
            demand_known_steps(case["steps"])
        if "lemma" in step:
            _demand_only(step["lemma"], ARGUMENT, "a lemma")
            demand_known_steps(step["lemma"]["steps"])


def _demand_only(data: Mapping[str, Any], allowed: set[str], noun: str) -> None:
    if stray := sorted(data.keys() - allowed):
        raise ProofError(f"{noun} has no field {shortened(stray[0])}")


def demand_no_float(data: Any) -> None:
    """Raise `ProofError` if a float stands anywhere, even in a field that is not read."""
    if isinstance(data, float):
        raise ProofError(f"a proof must not have floats, but this one has {data}")
    for part in data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ():
        demand_no_float(part)


def check_saved(proof: Mapping[str, Any], cell: Mapping[str, Any] | None = None) -> list[ProvedClaim]:
    """Check a saved proof, and return a proved claim for each of its arguments. `cell` is the cell in which it was
    saved.

    Raises `ProofError` where a step does not follow, where what is shown is not about the excess, or where the proof
    and its cell contradict each other.
    """
    try:
        if proof.get("schema") != SCHEMA:
            raise ProofError(f"this is not a proof: expected the schema {SCHEMA!r}")
        demand_known_fields(proof, OF_REGION)
        named = {"metric": str, "constraint": str, "reading": str, "holds": bool}
        if wrong := [key for key, kind in named.items() if type(proof.get(key)) is not kind]:
            raise ProofError(f"{wrong[0]} is {shortened(repr(proof.get(wrong[0])))}")
        if cell is not None:
            _demand_of_cell(proof, cell)
        return [_proved_by(argument, proof) for argument in (proof, *proof.get("others", []))]
    # the file is anybody's: what is malformed proves nothing
    except (TypeError, AttributeError, KeyError, ValueError, RecursionError) as error:
        raise ProofError(f"the proof is malformed: {type(error).__name__}: {error}") from None


def _proved_by(argument: Mapping[str, Any], proof: Mapping[str, Any]) -> ProvedClaim:
    with at_most(MOST_WORK):
        proved, scope = prove(argument)
    excess = scope.term(argument["excess"])
    start = proof.get("start", 2)
    if type(start) is not int or any(_least_n(fact) > start for fact in proved.facts):
        raise ProofError(f"the proof is to start at {shortened(repr(start))}, and takes another start for granted")
    if shows_value(proved):
        scope.demand_defined(excess)
    elif not any(proved.implies(goal) for goal in _goals(proof, excess, proved.strict)):
        raise ProofError(f"it shows {shortened(str(proved))}, which is not what it says of its excess")
    return proved


def shows_value(proved: ProvedClaim) -> bool:
    """Whether a proof shows no sign, but only that its excess has a value: its last claim is then 0 = 0."""
    return proved.relation == "=" and proved.term.is_zero


def _least_n(fact: str) -> int:
    """The number k if the fact is n - k >= 0, else 2: a threshold is about every n from 2 on, or from its start on."""
    number = fact.removeprefix("n - ").removesuffix(" >= 0")
    return int(number) if fact == f"n - {number} >= 0" and number.isdecimal() else 2


def _goals(proof: Mapping[str, Any], excess: Term, strict: bool) -> list[Claim]:
    """The claims about its excess that a proof may show; the constraint says which of them it demands."""
    above = [Claim(excess, by) for by in (">", ">=", "=")]
    below = [Claim(-excess, by) for by in (">", ">=")]
    if proof.keys() & OF_REGION or "start" in proof:  # of a threshold, either side may be the one that wins
        return above + below
    if not proof["holds"]:  # that a constraint is violated is shown by a case, which needs no steps
        return []
    return above if strict else [*above, *below]  # a score that may be no greater than a number has no strict demand


def _demand_of_cell(proof: Mapping[str, Any], cell: Mapping[str, Any]) -> None:
    """Raise `ProofError` where a cell contradicts its proof in what it is about, or in how many lemmas it uses."""
    name = f"{cell['task']}:{cell['constraint']}"
    for key, value in (*((key, cell.get(key)) for key in ("metric", "reading", "holds")), ("constraint", name)):
        if proof[key] != value:
            raise ProofError(f"the proof is about {key} {shortened(repr(proof[key]))}, the cell about {value!r}")
    lemmas = cell["evidence"]["detail"].get("lemmas")
    used = rules_of([argument["steps"] for argument in (proof, *proof.get("others", []))])
    trusted = {SHOWN_BY.get(rule, rule) for rule in used} & LEMMAS.keys()
    if lemmas is not None and (type(lemmas) is not int or lemmas < len(trusted)):
        raise ProofError(f"the cell says that it rests on {lemmas} lemmas, and its steps alone use {len(trusted)}")


def saved_proofs(data: Any, cell: Mapping[str, Any] | None = None) -> Iterator[tuple[Any, Mapping[str, Any] | None]]:
    """The proofs in a document, wherever they stand, each with the cell whose evidence it is; None for the proof of a
    cell that has no steps, since it is a list of cases.
    """
    if isinstance(data, Mapping):
        if data.get("schema") == SCHEMA:
            yield data, cell
            return
        evidence = data.get("evidence")
        detail = evidence.get("detail") if isinstance(evidence, Mapping) else None
        if isinstance(detail, Mapping) and "proof" in detail:
            yield detail["proof"] or {}, data
            yield from saved_proofs({name: part for name, part in detail.items() if name != "proof"})
            return
        if isinstance(evidence, Mapping) and evidence.get("kind") == "proof":
            yield None, data
    for part in data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ():
        yield from saved_proofs(part)


def _documents(text: str) -> list[Any]:
    """The document of a file, or those of its lines."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def main(words: Sequence[str] | None = None) -> int:
    """Check the proofs of a file, say what each shows, and return the exit code."""
    parser = argparse.ArgumentParser(prog="check_proof.py", description="Check the proofs that a file of JSON holds.")
    parser.add_argument("file", help="what `matrix` or `explain` of axiometrics saved as JSON, or a proof alone")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each step, and the facts in full")
    options = parser.parse_args(words)
    try:
        documents = _documents(Path(options.file).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        sys.stderr.write(f"check_proof.py: {options.file} cannot be read as JSON: {error}\n")
        return 1
    right = wrong = listed = 0
    if options.verbose:
        _told.set(lambda name, rule, claim: _say(f"  {rule}: {claim}" + f" [{name}]" * (name != str(claim))))
    for proof, cell in saved_proofs(documents):
        if proof is None:
            listed += 1
            continue
        said = proof if isinstance(proof, Mapping) else {}
        name = " ".join(str(said.get(key)) for key in ("metric", "constraint", "reading"))
        try:
            proved_claims = check_saved(proof, cell)
        except ProofError as error:
            wrong += 1
            _say(f"wrong: {name}: {error}")
            continue
        right += 1
        for proved, argument in zip(proved_claims, (proof, *proof.get("others", [])), strict=True):
            shown = "a value" if shows_value(proved) else f"{proved}"
            _say(f"right: {name}: {shown} is shown, the excess being {argument['excess']}")
            if options.verbose:
                _say(f"  taken for granted: {'; '.join(proved.facts) or 'nothing'}")
    _say(f"{right} right, {wrong} wrong")
    if listed:
        _say(f"not checked here: {listed} proofs without steps, by cases, which `axiometrics verify` scores again")
    _say("not checked here: that the facts hold in every case, and that the excess is the difference of the scores")
    return 0 if right and not wrong else 1


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
