"""Reads exact scores from text: `11/13`, or what sympy prints of logarithms, roots and powers. The text is parsed by
hand and nothing is evaluated, because it comes from a file that anybody may have written.

A sum is products joined by + and -, a product is signed powers joined by * and /, a power is an atom with or without **
and a signed power behind it, and an atom is a number, a sum in parentheses, log or sqrt of one, or acos of one over pi.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, NoReturn

from axiometrics.core.errors import FileError, UndecidedError
from axiometrics.core.reals import Exact, Real, angle, log, power, sqrt
from axiometrics.symbolic.signs import sign

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)|(?P<name>[A-Za-z_]\w*)|(?P<mark>\*\*|[-+*/()])|(?P<end>$)|(?P<bad>.))",
    re.DOTALL,
)

GREATEST_EXPONENT, GREATEST_LOGARITHM, DEEPEST, LONGEST = 4096, 10**18, 60, 50_000
"""Limits of what is read: the greatest exponent, the greatest number in a logarithm, the deepest nesting, the longest
text. No score of a metric goes beyond them, and without them a forged text could take for ever.
"""


def read_exact(text: str) -> Exact:
    """The number a text stands for.

    >>> read_exact("11/13"), str(read_exact("1 - log(2)/log(3)")), str(read_exact("3**(-1/2)"))
    (Fraction(11, 13), '(-1)*log(2)/log(3) + 1', '(1/3)*3**(1/2)')

    Raises `FileError` where the text is none of this grammar, divides by zero, or needs a number that is not real.
    """
    if len(text) > LONGEST:
        raise FileError(
            f"{text[:57]!r}... is not an exact number: it has {len(text):,} characters, {LONGEST:,} at most"
        )
    return _ScoreReader(text).number()


class _ScoreReader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.step()

    def fail(self, problem: str) -> NoReturn:
        shown = self.text if len(self.text) <= 60 else f"{self.text[:57]}..."
        where = f"{problem} at character {self.at + 1}"
        raise FileError(
            f"{shown!r} is not an exact number: {where}; write a fraction, or a formula in log, sqrt, "
            f"angles such as acos(1/3)/pi and powers such as 2**(1/3)"
        )

    def step(self) -> None:
        """Go to the next token."""
        match = _TOKEN.match(self.text, self.at)
        assert match is not None  # the last alternatives take anything
        self.kind = match.lastgroup or ""
        self.token, self.next = match.group(self.kind), match.end()
        self.at = match.start(self.kind)

    def take(self) -> str:
        token = self.token
        self.at = self.next
        self.step()
        return token

    def number(self) -> Exact:
        value: Exact = self.sum()
        if self.kind != "end":
            self.fail(f"unexpected {self.token!r}")
        return value

    def sum(self) -> Any:
        value = self.product()
        while self.token in {"+", "-"}:
            value = value + self.product() if self.take() == "+" else value - self.product()
        return value

    def product(self) -> Any:
        value, factors = self.signed(), 1
        while self.token in {"*", "/"}:
            factors += 1
            if factors > DEEPEST:
                self.fail("too many factors")
            value = value * self.signed() if self.take() == "*" else self.quotient(value, self.signed())
        return value

    def quotient(self, value: Any, divisor: Any) -> Any:
        if self.sign(divisor) == 0:
            self.fail("a division by zero")
        return value / divisor

    def sign(self, value: Exact) -> int:
        try:
            return sign(value)
        except UndecidedError:
            self.fail("a number whose sign cannot be decided")

    def signed(self) -> Any:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("too much nesting")
        minus = self.token in {"+", "-"} and self.take() == "-"
        value = -self.signed() if minus else self.power()
        self.depth -= 1
        return value

    def power(self) -> Any:
        base = self.atom()
        if self.token != "**":
            return base
        self.take()
        exponent = self.signed()
        if not isinstance(exponent, Fraction) or abs(exponent) > GREATEST_EXPONENT:
            self.fail(f"an exponent that is not a fraction up to {GREATEST_EXPONENT}")
        if exponent.denominator > 1 and isinstance(base, Fraction) and base > 0:
            if max(base.numerator, base.denominator) > GREATEST_LOGARITHM:
                self.fail(f"a root of a number beyond {GREATEST_LOGARITHM:.0e}")
            return self.whole_power(base, int(exponent)) * power(base, exponent - int(exponent))
        if exponent.denominator > 2:
            self.fail("a root other than the square root")
        root = self.root(base) if exponent.denominator == 2 else base
        return self.whole_power(root, exponent.numerator)

    def whole_power(self, base: Any, exponent: int) -> Any:
        if (
            isinstance(base, Fraction)
            and abs(exponent) * max(base.numerator.bit_length(), base.denominator.bit_length()) > 16 * GREATEST_EXPONENT
        ):
            self.fail("a power with too many digits")
        if not isinstance(base, Fraction) and abs(exponent) > DEEPEST:
            self.fail("too high a power of a number that is not a fraction")
        value: Any = Fraction(1)
        for _ in range(abs(exponent)):
            value = value * base
        return value if exponent >= 0 else self.quotient(Fraction(1), value)

    def root(self, value: Any) -> Exact:
        if self.sign(value) < 0:
            self.fail("the square root of a negative number")
        if isinstance(value, Real) and value.op == "*" and self.sign(value.args[0] - value.args[1]) == 0:
            return self.size(value.args[0])  # a square: left under its root it would hide ties
        return sqrt(value)

    def size(self, value: Exact) -> Exact:
        return value if self.sign(value) >= 0 else -value

    def atom(self) -> Any:
        if self.kind == "number":
            return self.fraction()
        if self.token == "(":
            return self.inner()
        if self.token == "sqrt":
            self.take()
            return self.root(self.inner())
        if self.token == "log":
            self.take()
            return self.logarithm(self.inner())
        if self.token == "acos":
            self.take()
            return self.angle(self.inner())
        self.fail(f"unexpected {self.token!r}" if self.kind != "end" else "a number is missing")

    def fraction(self) -> Fraction:
        try:
            value = Fraction(self.token)
        except ValueError:
            self.fail("too many digits")
        self.take()
        return value

    def inner(self) -> Any:
        if self.token != "(":
            self.fail("a '(' is missing")
        self.take()
        value = self.sum()
        if self.token != ")":
            self.fail("a ')' is missing")
        self.take()
        return value

    def angle(self, cosine: Exact) -> Exact:
        for expected in ("/", "pi"):
            if self.token != expected:
                self.fail("an angle that is not measured in half turns, as acos(1/3)/pi is")
            self.take()
        try:
            return angle(cosine)
        except ValueError:
            self.fail("the angle of a cosine that is beyond 1, or whose square is not a fraction")

    def logarithm(self, value: Any) -> Exact:
        if (
            not isinstance(value, Fraction)
            or value <= 0
            or max(value.numerator, value.denominator) > GREATEST_LOGARITHM
        ):
            self.fail("the logarithm of what is not a positive fraction of numbers up to 10**18")
        return log(value)
