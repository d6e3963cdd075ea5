"""Expressions of proofs: quotients of polynomials in symbols and function values, with exact coefficients. Nothing is ever rounded.

A `Term` is a polynomial over a product of polynomials. Its atoms are symbols and values of functions, `log(u)`, `sqrt(u)`, `exp2(r)`,
`power(b, n)` and `sum(k, a, b, u)`; two atoms are the same where they are written alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from math import gcd, isqrt, lcm, prod
from typing import Any, TypeVar

from axiometrics.core.exact import Exact, Real, exp2, log, sqrt, summed
from axiometrics.core.exact import factors as roots_of
from axiometrics.core.exact import power as exact_power
from axiometrics.verification.logarithms import log_of as log_of_number


class ProofError(Exception):
    """A proof that does not prove what it says; the message is the reason."""


class Atom(str):
    """A symbol, or the value of a function, as its text; `op` is `name` or the function. Equal where written alike."""

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

_left: ContextVar[list[int] | None] = ContextVar("products left", default=None)
"""How many products of terms may still be computed, where somebody counts them."""


@contextmanager
def at_most(products: int) -> Iterator[None]:
    """Raise `ProofError` once more products of terms than that are computed: a proof that somebody sent may grow without end."""
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


def _over(one: Monomial, other: Monomial) -> Monomial | None:
    """The quotient of two monomials, None where it is none."""
    powers = dict(one)
    for atom, power in other:
        left = powers.get(atom, 0) - power
        if left < 0:
            return None
        powers[atom] = left
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


Number = TypeVar("Number", int, Fraction)


def _summed(terms: Iterable[tuple[Monomial, Number]]) -> dict[Monomial, Number]:
    """The sum of the coefficients by monomial, where it is not 0."""
    total: dict[Monomial, Number] = {}
    for monomial, c in terms:
        total[monomial] = total[monomial] + c if monomial in total else c
    return {monomial: c for monomial, c in total.items() if c}


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
        return cls(_summed(terms))

    @classmethod
    def constant(cls, value: Fraction | int) -> Polynomial:
        """A number."""
        return cls({(): Fraction(value)} if value else {})

    @classmethod
    def atom(cls, atom: Atom) -> Polynomial:
        """One atom."""
        return cls({((atom, 1),): Fraction(1)})

    @cached_property
    def _whole(self) -> dict[Monomial, int] | None:
        """The coefficients as whole numbers, None where one is not."""
        return {m: c.numerator for m, c in self.terms.items()} if all(c.denominator == 1 for c in self.terms.values()) else None

    @cached_property
    def _plain(self) -> list[tuple[Monomial, int | Fraction]]:
        """Monomials with their coefficients, whole ones as ints."""
        return [(m, c.numerator if c.denominator == 1 else c) for m, c in self.terms.items()]

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial.of([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        products, left = len(self.terms) * len(other.terms), _left.get()
        if left is not None:
            left[0] -= products
        if products > MOST_PRODUCTS or (left is not None and left[0] < 0):
            raise ProofError("a polynomial grows beyond all measure: take names for its parts (define)")
        if len(self.terms) == len(other.terms) == 1:
            ((m, c),), ((k, d),) = self.terms.items(), other.terms.items()
            return Polynomial({_times(m, k): c * d})
        for one, another in ((self, other), (other, self)):
            if (factor := one.value) is not None and factor:
                return another if factor == 1 else another.scaled(factor)
        ours, theirs = self._whole, other._whole
        if ours is None or theirs is None:
            return Polynomial.of((_times(m, k), c * d) for m, c in self.terms.items() for k, d in other.terms.items())
        whole = _summed((_times(m, k), c * d) for m, c in ours.items() for k, d in theirs.items())
        return Polynomial({monomial: _fraction(c) for monomial, c in whole.items()})

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
        """The atoms it is made of."""
        return frozenset(atom for monomial in self.terms for atom, _ in monomial)

    @property
    def value(self) -> Fraction | None:
        """The number it is, None where atoms are in it."""
        return Fraction(0) if not self.terms else self.terms.get(()) if len(self.terms) == 1 else None

    @cached_property
    def leading(self) -> Monomial:
        """The greatest monomial in lexicographic order. Undefined for 0."""
        order = sorted(self.atoms)
        return max(self.terms, key=lambda monomial: [dict(monomial).get(atom, 0) for atom in order])

    def divided(self, divisor: Polynomial) -> Polynomial | None:
        """The quotient where the division leaves nothing, else None."""
        if not divisor.atoms <= self.atoms:
            return None
        order = sorted(self.atoms)
        rest: dict[tuple[int, ...], int | Fraction] = {e: c.numerator if c.denominator == 1 else c for e, c in self._by_exponents(order).items()}
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
            for exponents, c in by.items():
                key = tuple(a + b for a, b in zip(exponents, part, strict=True))
                if key not in rest:
                    rest[key] = 0
                    heappush(waiting, tuple(-e for e in key))
                rest[key] -= c * factor
        return Polynomial({tuple((atom, e) for atom, e in zip(order, exponents, strict=True) if e): Fraction(c) for exponents, c in quotient.items()})

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
        ours, theirs = (one.numerator * _product((f, power - one.factors.get(f, 0)) for f, power in common.items()) for one in (self, other))
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
        scale, inverse = _factored(other.numerator)
        return self * Term(other.denominator.scaled(1 / scale), inverse)

    def __pow__(self, exponent: int) -> Term:
        if exponent < 0:
            return Term.number(1) / self**-exponent
        if any(exponent * max(c.numerator.bit_length(), c.denominator.bit_length()) > MOST_BITS for c in self.numerator.terms.values()):
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
        below = "*".join(f"({factor})" + f"**{power}" * (power > 1) for factor, power in sorted(self.factors.items(), key=lambda item: str(item[0])))
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


def _factored(p: Polynomial) -> tuple[Fraction, dict[Polynomial, int]]:
    """A number, the atoms that divide every term, and what is left, with whole coefficients of which the leading one is above 0."""
    monomials = list(p.terms)
    common = dict(monomials[0])
    for monomial in monomials[1:]:
        powers = dict(monomial)
        common = {atom: min(power, powers.get(atom, 0)) for atom, power in common.items() if atom in powers}
    shared = tuple(sorted(common.items()))
    rest = Polynomial({part: c for monomial, c in p.terms.items() if (part := _over(monomial, shared)) is not None})
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


# --- functions -----------------------------------------------------------------------------------------------------------------------

PRIMES_BELOW = 10**6
"""Logarithms of numbers are parted into those of primes up to here."""

GREATEST_POWER, GREATEST_ROOTED, MOST_TERMS = 4096, 10**12, 100_000
"""Exponents that are numbers, numbers that roots are taken of, and terms of a sum that are added up one by one, go to here."""


def log_of(u: Term) -> Term:
    """The logarithm; that of a number as a sum over its primes."""
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
    """The square root; of a square number, a number."""
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
    """A power of a number above 0; its exponent is a number, a symbol, or a term: `power(b, n + 2)` is `b**2*power(b, n)`, `power(2*b, x)` is
    `power(2, x)*power(b, x)`, and `power(power(b, 1/x), x)` is `b`."""
    if base.value == 1:
        return base
    if base.value is None and base.numerator.terms:
        shared, _ = _factored(base.numerator)
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
    if base.value <= 0 or max(abs(base.value.numerator), base.value.denominator) > GREATEST_ROOTED or abs(exponent) > GREATEST_POWER:
        raise ProofError(f"power({base}, {exponent}): of numbers from 0 to {GREATEST_ROOTED}, to exponents no greater than {GREATEST_POWER}")
    return _as_term(exact_power(base.value, exponent))


def _as_term(x: Exact) -> Term:
    """A rational number, or one times roots."""
    if isinstance(x, Fraction):
        return Term.number(x)
    if x.op == "*":
        return _as_term(x.args[0]) * _as_term(x.args[1])
    result = Term.number(1)
    for root, exponent in roots_of(x):
        result = result * _power_atom(Term.number(root), Term.number(exponent))
    return result


def _power_atom(base: Term, exponent: Term) -> Term:
    return Term.atom(Atom(f"power({base}, {exponent})", "power", (base, exponent)))


def _one_power(term: Term) -> Atom | None:
    """The power that the term is, None where it is something else."""
    monomial = next(iter(term.numerator.terms)) if len(term.numerator.terms) == 1 and not term.factors else ()
    is_one = len(monomial) == 1 and monomial[0][1] == 1 and monomial[0][0].op == "power" and term.numerator.terms[monomial] == 1
    return monomial[0][0] if is_one else None


def sum_of(k: str, low: Term, high: Term, body: Term) -> Term:
    """The sum of `body` for k = low..high, 0 where there is none."""
    return Term.atom(Atom(f"sum({k}, {low}, {high}, {body})", "sum", (k, low, high, body)))


# --- what is done with terms ---------------------------------------------------------------------------------------------------------


def rebuilt(term: Term, image: Callable[[Atom], Term]) -> Term:
    """The term with each atom replaced by its image."""
    images = {atom: image(atom) for atom in term.atoms}

    plain = all(not image.factors for image in images.values())

    def of(p: Polynomial) -> Term:
        if plain:
            return Term(Polynomial.of(item for monomial, c in p.terms.items() for item in product(monomial, c).terms.items()), {})
        total = Term.number(0)
        for monomial, c in p.terms.items():
            part = Term.number(c)
            for atom, power in monomial:
                part = part * images[atom] ** power
            total = total + part
        return total

    powers: dict[tuple[Atom, int], Polynomial] = {}

    def product(monomial: Monomial, c: Fraction) -> Polynomial:
        result = Polynomial.constant(c)
        for key in monomial:
            if key not in powers:
                powers[key] = images[key[0]].numerator ** key[1]
            result = result * powers[key]
        return result

    result = of(term.numerator)
    for factor, power in term.factors.items():
        result = result / of(factor) ** power
    return result


def substituted(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with symbols replaced, inside of functions too."""

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


FUNCTIONS: dict[str, Callable[..., Term]] = {"log": log_of, "sqrt": sqrt_of, "exp2": exp2_of, "power": power_of}


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


def evaluated(term: Term, values: Mapping[str, Exact]) -> Exact:
    """The exact value where symbols have these values. Raises `ZeroDivisionError` where the term is undefined."""
    return _Values(values).of_term(term)


class _Values:
    """Values of symbols, and of what is made of them: each atom and each power once. Whole numbers are ints in here, as they are fast."""

    def __init__(self, values: Mapping[str, Exact]) -> None:
        self.symbols = values
        self.powers: dict[tuple[Atom, int], int | Exact] = {}

    def of_term(self, term: Term) -> Exact:
        value: Any = self.of(term.numerator)
        divisor: Any = 1
        for factor, power in term.factors.items():
            below = self.of(factor)
            if isinstance(below, Real):
                for _ in range(power):
                    value = value / below
            else:
                divisor = divisor * below**power
        return value / Fraction(divisor) if isinstance(value, Real) else Fraction(value, divisor)

    def of(self, p: Polynomial) -> int | Exact:
        rational: int | Fraction = 0
        others: list[Exact] = []
        for monomial, c in p._plain:
            product: Any = c
            for key in monomial:
                product = product * self.of_power(key)
            if isinstance(product, Real):
                others.append(product)
            else:
                rational = rational + product
        return summed([Fraction(rational), *others]) if others else rational

    def of_power(self, key: tuple[Atom, int]) -> int | Exact:
        found = self.powers.get(key)
        if found is None:
            atom, power = key
            if power > 1:
                value: Any = self.of_power((atom, 1))
                found = prod([value] * power) if isinstance(value, Real) else value**power
            else:
                found = self.of_atom(atom)
            self.powers[key] = found
        return found

    def of_atom(self, atom: Atom) -> int | Exact:
        value = _value(atom, self.symbols)
        return value if isinstance(value, Real) or value.denominator > 1 else value.numerator


def _value(atom: Atom, values: Mapping[str, Exact]) -> Exact:
    if atom.op == "name":
        if atom.text not in values:
            raise ProofError(f"{atom.text} has no value")
        return values[atom.text]
    if atom.op == "sum":
        k, low, high, body = atom.args
        first, last = (_whole(evaluated(end, values)) for end in (low, high))
        if last - first > MOST_TERMS:
            raise ProofError(f"{atom.text}: {last - first + 1} terms are more than anybody adds")
        return summed(evaluated(body, {**values, k: Fraction(i)}) for i in range(first, last + 1))
    args = [evaluated(arg, values) for arg in atom.args]
    if atom.op == "power":
        if isinstance(args[0], Fraction) and isinstance(args[1], Fraction) and args[0] > 0 and abs(args[1]) <= GREATEST_POWER:
            return exact_power(args[0], args[1])
        base, exponent = args[0], _whole(args[1])
        if abs(exponent) > MOST_BITS:
            raise ProofError("a number grows beyond all measure")
        result: Exact = Fraction(1)
        for _ in range(abs(exponent)):
            result = result * base
        return result if exponent >= 0 else 1 / result
    if atom.op == "log" and not isinstance(args[0], Real):
        return log_of_number(args[0])
    of: dict[str, Callable[[Any], Exact]] = {"log": log, "sqrt": sqrt, "exp2": exp2}
    return of[atom.op](args[0])


def _whole(x: Exact) -> int:
    if not isinstance(x, Fraction) or x.denominator != 1:
        raise ProofError(f"{x} where a whole number is wanted")
    return x.numerator
