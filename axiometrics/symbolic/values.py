"""The exact values of terms where their symbols have values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import prod
from typing import Any

from axiometrics.core.reals import Exact, Real, exp2, log, sqrt, summed
from axiometrics.core.reals import power as exact_power
from axiometrics.kernel.check_proof import GREATEST_POWER, MOST_BITS, MOST_TERMS, Atom, Polynomial, ProofError, Term
from axiometrics.symbolic.logarithms import log_of as log_of_number


def evaluated(term: Term, values: Mapping[str, Exact]) -> Exact:
    """The exact value where symbols have these values. Raises `ZeroDivisionError` where the term is undefined."""
    return _Values(values).of_term(term)


class _Values:
    """Values of symbols, and of what is made of them: each atom and each power once. Whole numbers are ints in here, as
    they are fast.
    """

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
        for monomial, c in p.plain:
            product: Any = c
            for key in monomial:
                product = product * self.of_power(key)
            if isinstance(product, Real):
                others.append(product)
            else:
                rational = rational + product
        return summed([Fraction(rational), *others]) if others else rational

    def of_power(self, key: tuple[Atom, int]) -> int | Exact:
        result = self.powers.get(key)
        if result is None:
            atom, power = key
            if power > 1:
                value: Any = self.of_power((atom, 1))
                result = prod([value] * power) if isinstance(value, Real) else value**power
            else:
                result = self.of_atom(atom)
            self.powers[key] = result
        return result

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
        if (
            isinstance(args[0], Fraction)
            and isinstance(args[1], Fraction)
            and args[0] > 0
            and abs(args[1]) <= GREATEST_POWER
        ):
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
