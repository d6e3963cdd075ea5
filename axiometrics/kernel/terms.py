"""Expressions of proofs: quotients of polynomials in symbols and function values, with exact coefficients. Nothing is
ever rounded.

A `Term` is a polynomial over a product of polynomials. Its atoms are symbols and values of functions, `log(u)`,
`sqrt(u)`, `exp2(r)`, `power(b, n)` and `sum(k, a, b, u)`; two atoms are the same where they are written alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from axiometrics.kernel.polynomials import MOST_BITS, ONE, Atom, Polynomial, ProofError, over


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
        """One atom."""
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
            one.numerator * _product((f, power - one.factors.get(f, 0)) for f, power in common.items())
            for one in (self, other)
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
        """Whether the two are one and the same."""
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
    """A number, the atoms that divide every term, and what is left, with whole coefficients of which the leading one is
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
