"""Names of metrics, `id`, `id@k` or `id(param=value,...)`, bound to the definitions here. The documented defaults are
those of the definitions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from typing import Any

from axiometrics.core.errors import ParameterError
from axiometrics.core.organization import Organization
from axiometrics.verification import clustering, filtering, organization, ranking
from axiometrics.verification.organization import Definition, Value

DEFINITIONS: Mapping[str, Definition] = {
    **clustering.DEFINITIONS,
    **filtering.DEFINITIONS,
    **ranking.DEFINITIONS,
    **organization.DEFINITIONS,
}
"""Every metric by its id."""

_NAME = re.compile(r"\s*([a-z0-9.-]+)\s*(?:@\s*([^()\s]*)\s*)?(?:\(([^()]*)\)\s*)?")
_NUMBER = re.compile(
    r"[-+]?(?:[0-9]{1,40}/0*[1-9][0-9]{0,39}|(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:e[-+]?[0-9]{1,2})?)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Range:
    """Where a number that is a parameter lies: between bounds (None beyond all), which are excluded where open; a whole
    number if `integer` or a `cut`.
    """

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    integer: bool = False
    cut: bool = False

    def __contains__(self, x: Fraction) -> bool:
        above = self.low is None or x > self.low or (x == self.low and not self.low_open)
        below = self.high is None or x < self.high or (x == self.high and not self.high_open)
        return above and below and (x.denominator == 1 or not (self.integer or self.cut))

    def __str__(self) -> str:
        kind = "a whole number" if self.integer or self.cut else "a number"
        if self.low is None:
            return kind
        if self.high is None:
            return f"{kind} {'above' if self.low_open else 'from'} {self.low}"
        return f"{kind} between {self.low} and {self.high}"


RANGES: Mapping[str, Range] = {
    "n": Range(Fraction(1), integer=True),
    "wn": Range(Fraction(0), Fraction(1), low_open=True, high_open=True),
    "k": Range(Fraction(1), cut=True),
    "p": Range(Fraction(0), Fraction(1), low_open=True, high_open=True),
    "b": Range(Fraction(1), low_open=True),
    "a": Range(Fraction(0)),
    "beta": Range(Fraction(0)),
    "smoothing": Range(Fraction(0)),
    **dict.fromkeys(("tp", "fp", "fn", "tn"), Range()),
}
"""Where each parameter that is a number lies."""

VARIANTS = {"b": ("discount", "jarvelin"), "a": ("discount", "power")}
"""The variant in which alone a parameter means anything."""

_CHOICES = {
    "reading": ("listed", "tail-lookup", "tail-certain"),
    "average": ("arithmetic", "geometric", "max", "min"),
    "discount": ("log2", "jarvelin", "power"),
    "ideal": ("gold", "run"),
    "variant": ("a", "b"),
}


@dataclass(frozen=True)
class Bound:
    """A definition with its parameters: called with system and gold, it gives the exact score, or None where
    undefined.
    """

    base: str
    values: Mapping[str, Fraction | str | None]

    def __call__(self, system: Organization, gold: Organization) -> Value:
        """The score of a system output against a gold."""
        return DEFINITIONS[self.base](system, gold, **self.values)


def bound(name: str) -> Bound | None:
    """The definition a name means, or None where there is none of that id.

    >>> bound("rbp(p=0.95)").values, bound("p").values, bound("my.metric")
    ({'p': Fraction(19, 20)}, {'k': Fraction(10, 1)}, None)

    Raises `ParameterError` for a parameter the definition does not take, or a value it cannot have.
    """
    match = _NAME.fullmatch(name)
    if match is None or match[1] not in DEFINITIONS:
        return None
    base, cut, inside = match[1], match[2], match[3]
    given = [("k", cut)] if cut is not None else []
    given += [_assignment(part, name) for part in inside.split(",")] if inside and inside.strip() else []
    values = {key: parameter.default for key, parameter in list(signature(DEFINITIONS[base]).parameters.items())[2:]}
    for i, (key, text) in enumerate(given):
        if key not in values:
            raise ParameterError(f"{name}: {base} has no parameter {key!r}, it takes {', '.join(values) or 'none'}")
        if key in dict(given[:i]):
            raise ParameterError(f"{name}: {key} is given twice")
        values[key] = _value(key, text, name)
    return Bound(base, values)


def _assignment(part: str, name: str) -> tuple[str, str]:
    key, equals, text = part.partition("=")
    if not equals:
        raise ParameterError(f"{name}: {part.strip()!r} is no parameter, write param=value")
    return key.strip(), text.strip()


def _value(key: str, text: str, name: str) -> Any:
    if key in _CHOICES:
        if text not in _CHOICES[key]:
            raise ParameterError(f"{name}: {key} is {text!r}, expected one of {', '.join(_CHOICES[key])}")
        return text
    if not _NUMBER.fullmatch(text):
        raise ParameterError(f"{name}: {key} is {text!r}, expected a decimal or a fraction")
    number = Fraction(text)
    if number not in RANGES[key]:
        raise ParameterError(f"{name}: {key} is {text}, expected {RANGES[key]}")
    return number
