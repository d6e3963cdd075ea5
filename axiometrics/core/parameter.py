"""Parameters of metrics and definitions: what they may be, and how a value is read that somebody wrote."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from axiometrics.core.errors import ParameterError, UnknownNameError

Value: TypeAlias = Fraction | str | None

GREATEST = 10**12
"""The greatest whole number that a parameter may be."""

_NUMBER = re.compile(r"[-+]?(\d{1,400}(/\d{1,400}|\.\d{0,400})?|\.\d{1,400})([eE][-+]?\d{1,3})?", re.ASCII)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a metric: a number between bounds, or (with `choices`) a named variant.

    `cut` parameters are whole numbers written `@k`; `when` names the variant (parameter, choice) in which this one
    means anything. `pattern` is that of one of several names, parted by `+`, which are kept in order, each once.
    `usual` are numbers in use besides the default, by which `identify` tries a metric with several numbers.

    A parameter whose default is None may have no value, and then it is not a part of the name. One that `narrows` makes
    another metric where it has a value other than the default: what is proved of the metric says nothing of that one.
    `neutral` is a value that means the same as none, and `trait` what the metric understands in a case where the value
    is not the default.
    """

    name: str
    default: Value
    meaning: str
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    integer: bool = False
    choices: tuple[str, ...] = ()
    pattern: str = ""
    cut: bool = False
    always: bool = False
    when: tuple[str, str] | None = None
    narrows: bool = False
    neutral: Fraction | None = None
    trait: str = ""
    usual: tuple[Fraction, ...] = ()

    def read(self, value: Any, metric: str) -> Value:
        """The value as it is kept: decimals and fractions exactly, variants by name."""
        if self.choices:
            if value not in self.choices:
                raise ParameterError(f"{metric}: {self.name}={value!r} is none of {', '.join(self.choices)}")
            return str(value)
        if self.pattern:
            written = str(value).split("+")
            if not all(re.fullmatch(self.pattern, part) for part in written):
                raise ParameterError(f"{metric}: {self.name}={value!r} is not {self.meaning}: write names parted by +")
            return "+".join(sorted(set(written)))
        if value is None and (self.cut or self.default is None):
            return None
        try:
            if isinstance(value, bool):
                raise TypeError
            if isinstance(value, str) and not _NUMBER.fullmatch(value.strip()):
                raise ValueError
            number = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
        except (ValueError, TypeError, ZeroDivisionError, OverflowError):
            shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
            raise ParameterError(
                f"{metric}: {self.name}={shown} is not a number: write a decimal or a fraction, e.g. 0.8 or 4/5"
            ) from None
        if (self.integer or self.cut) and number.denominator != 1:
            raise ParameterError(f"{metric}: {self.name}={value} is not a whole number")
        if (self.integer or self.cut) and number > GREATEST:
            raise ParameterError(
                f"{metric}: {self.name} is above {GREATEST}, the greatest whole number that is computed with"
            )
        if (self.low is not None and (number < self.low or (self.low_open and number == self.low))) or (
            self.high is not None and (number > self.high or (self.high_open and number == self.high))
        ):
            raise ParameterError(f"{metric}: {self.name}={value} is outside {self.range}")
        return None if number == self.neutral else number

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers, and not names."""
        return not self.choices and not self.pattern

    @property
    def range(self) -> str:
        """The bounds as an interval, e.g. `(0, 1)`."""
        low = "(-inf" if self.low is None else f"{'(' if self.low_open else '['}{self.low}"
        high = "inf)" if self.high is None else f"{self.high}{')' if self.high_open else ']'}"
        return f"{low}, {high}"


def cut_off(parameters: Sequence[Parameter], values: Mapping[str, Value]) -> int | None:
    """The ranks that are looked at, where a parameter says so and has a value."""
    cuts = (values[p.name] for p in parameters if p.cut)
    return next((int(value) for value in cuts if isinstance(value, Fraction)), None)


def bind(parameters: Sequence[Parameter], values: Mapping[str, Any], of: str) -> dict[str, Value]:
    """The value of each parameter: the given one as it is kept, else the default. `of` is the metric, for messages.

    >>> bind([Parameter("p", Fraction(4, 5), "chance to go on", low=Fraction(0))], {"p": "0.9"}, "rbp")
    {'p': Fraction(9, 10)}

    Raises `UnknownNameError` for a parameter that is not among these, `ParameterError` for a value outside its range,
    or one that is not the default and means nothing in the variant in force.
    """
    declared = {parameter.name for parameter in parameters}
    for name in values:
        if name not in declared:
            cure = f"it takes {', '.join(sorted(declared))}" if declared else "it takes none"
            raise UnknownNameError(f"{of} has no parameter {name!r}: {cure}")
    bound = {p.name: p.read(values.get(p.name, p.default), of) for p in parameters}
    demand_variant(parameters, bound, [p.name for p in parameters if bound[p.name] != p.default], of)
    return bound


def demand_variant(
    parameters: Sequence[Parameter], bound: Mapping[str, Value], stated: Collection[str], of: str
) -> None:
    """Raise `ParameterError` where a parameter is given that means nothing in the variant in force."""
    for p in parameters:
        if p.name in stated and p.when is not None and bound[p.when[0]] != p.when[1]:
            raise ParameterError(
                f"{of}: {p.name} means nothing without {p.when[0]}={p.when[1]}: give that too, or leave it out"
            )
