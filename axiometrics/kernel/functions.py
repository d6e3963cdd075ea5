"""The functions of terms. Each makes the term of its value, computed as far as this is exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt

from axiometrics.core.reals import Exact
from axiometrics.core.reals import factors as roots_of
from axiometrics.core.reals import power as exact_power
from axiometrics.kernel.polynomials import Atom, Polynomial, ProofError
from axiometrics.kernel.terms import Term, factored

PRIMES_BELOW = 10**6
"""Logarithms of numbers are parted into those of primes up to here."""

GREATEST_POWER, GREATEST_ROOTED, MOST_TERMS = 4096, 10**12, 100_000
"""Exponents that are numbers, numbers that roots are taken of, and terms of a sum that are added up one by one, go to
here.
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
