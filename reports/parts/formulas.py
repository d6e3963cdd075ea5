"""Simplify the formulas of proofs for readers. A simplified formula is equal to the one that is checked, and is
shorter.

A theorem builds its formulas from parts, for example `(1 + ((0)**2))*(c + 1)/N`. The formula that is checked and saved
stays as it is. In the formula that is shown, numbers are computed, like terms are added, and like factors are
cancelled. Products of sums are not multiplied out, because proofs speak of the factors.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

LONGEST, GREATEST_EXPONENT = 20_000, 64
"""The greatest number of characters of a formula that is simplified, and the greatest exponent. Other formulas are
shown as they are, because they would take too much time or memory.
"""


@lru_cache(maxsize=4096)
def simplified(text: str) -> str:
    """Return a formula, or a comparison of two formulas, in simplified form. Return the text itself if it is neither,
    or if the simplified form is not shorter.

    >>> simplified("(1 + ((0)**2))*(c + 1)/N > (2)*k*1/k")
    '(c + 1)/N > 2'
    >>> simplified("P + m + (k + 1)*1/(k + 1) - (P + (m**2 + 1)/(m + 1) + k*1/k)")
    'm - (m**2 + 1)/(m + 1)'
    """
    if len(text) > LONGEST:
        return text
    parts = re.split(r"( (?:>=|<=|>|<|=) )", text)
    try:
        result = "".join(part if i % 2 else str(_read(part)) for i, part in enumerate(parts))
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return text
    return result if len(result) < len(text) else text


@dataclass(frozen=True)
class _Sum:
    """A sum of products, each with its coefficient, in the order in which they were read. The sum 0 has no products. A
    product consists of bases with exponents. A base is the text of a name or a function, or a sum of several products.
    """

    terms: Mapping[_Factors, Fraction]

    @classmethod
    def of(cls, terms: Iterable[tuple[_Factors, Fraction]]) -> _Sum:
        """Return the sum of these products. Products that cancel out are left out."""
        numbers: dict[_Factors, Fraction] = {}
        for product, number in terms:
            numbers[product] = numbers.get(product, Fraction(0)) + number
        return cls({product: number for product, number in numbers.items() if number})

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def scaled(self, by: Fraction) -> _Sum:
        """Return the sum with each coefficient multiplied by this number."""
        return _Sum({product: number * by for product, number in self.terms.items()})

    @property
    def as_product(self) -> tuple[_Factors, Fraction]:
        """Return the sum as one product with a coefficient. A sum of several products becomes the base of that product,
        after the common factor of its coefficients is taken out.
        """
        if not self.terms:
            return _Factors({}), Fraction(0)
        if len(self.terms) == 1:
            return next(iter(self.terms.items()))
        numbers = list(self.terms.values())
        common = Fraction(gcd(*(n.numerator for n in numbers)), lcm(*(n.denominator for n in numbers)))
        common = common if numbers[0] > 0 else -common
        return _Factors({self.scaled(1 / common): 1}), common

    def __str__(self) -> str:
        first = next((product for product, number in self.terms.items() if number > 0), None)
        ordered = sorted(self.terms, key=lambda product: product is not first) if first is not None else self.terms
        text = ""
        for product in ordered:
            number = self.terms[product]
            sign = ("-" if number < 0 else "") if not text else (" - " if number < 0 else " + ")
            text += sign + product.times(abs(number))
        return text or "0"


@dataclass(frozen=True)
class _Factors:
    """Bases with their exponents. No exponent is 0."""

    powers: Mapping[str | _Sum, int]

    def __hash__(self) -> int:
        return hash(frozenset(self.powers.items()))

    def __mul__(self, other: _Factors) -> _Factors:
        powers = {
            base: self.powers.get(base, 0) + other.powers.get(base, 0) for base in {**self.powers, **other.powers}
        }
        return _Factors({base: power for base, power in powers.items() if power})

    def times(self, number: Fraction) -> str:
        """Return the text of the product with a coefficient, which is above 0."""
        above = [_power(base, power) for base, power in self.powers.items() if power > 0]
        below = [_power(base, -power) for base, power in self.powers.items() if power < 0]
        above = [str(number.numerator)] * (number.numerator != 1 or not above) + above
        below = [str(number.denominator)] * (number.denominator != 1) + below
        if len(above) == 1 and above[0].startswith("(") and not below and next(iter(self.powers.values())) == 1:
            return above[0]
        under = "*".join(below)
        return "*".join(above) + (f"/({under})" if len(below) > 1 else f"/{under}" if below else "")


def _power(base: str | _Sum, exponent: int) -> str:
    text = f"({base})" if isinstance(base, _Sum) else base
    return text if exponent == 1 else f"{text}**{exponent}"


def _read(text: str) -> _Sum:
    return _sum(ast.parse(text.strip(), mode="eval").body)


def _sum(node: ast.AST) -> _Sum:
    match node:
        case ast.Constant(value=int() as number):
            return _Sum.of([(_Factors({}), Fraction(number))])
        case ast.Name(id=name):
            return _Sum({_Factors({name: 1}): Fraction(1)})
        case ast.UnaryOp(op=ast.USub(), operand=inside):
            return _sum(inside).scaled(Fraction(-1))
        case ast.UnaryOp(op=ast.UAdd(), operand=inside):
            return _sum(inside)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _Sum.of([*_sum(left).terms.items(), *_sum(right).terms.items()])
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _Sum.of([*_sum(left).terms.items(), *_sum(right).scaled(Fraction(-1)).terms.items()])
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _times(_sum(left), _sum(right), 1)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _times(_sum(left), _sum(right), -1)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _times(_sum(ast.Constant(1)), _sum(left), _whole(_sum(right)))
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
            listed = ", ".join(str(_sum(argument)) for argument in arguments)
            return _Sum({_Factors({f"{function}({listed})": 1}): Fraction(1)})
    raise ValueError(f"{type(node).__name__} is not part of a formula")


def _whole(exponent: _Sum) -> int:
    product, number = exponent.as_product
    if product.powers or number.denominator != 1 or abs(number) > GREATEST_EXPONENT:
        raise ValueError("an exponent is a small whole number")
    return int(number)


def _times(left: _Sum, right: _Sum, power: int) -> _Sum:
    """Return the left sum times a power of the right one. If the right one is a number, the result stays a sum."""
    product, number = right.as_product
    if not product.powers:
        return left.scaled(number**power)
    product, number = _Factors({base: n * power for base, n in product.powers.items()} if power else {}), number**power
    ours, own = left.as_product
    result = ours * product
    if not own * number:
        return _Sum({})
    if len(result.powers) == 1:
        (base, exponent), *_ = result.powers.items()
        if isinstance(base, _Sum) and exponent == 1:
            return base.scaled(own * number)
    return _Sum({result: own * number})
