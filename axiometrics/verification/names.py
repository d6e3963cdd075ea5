"""Names of metrics, `id`, `id@k` or `id(param=value,...)`, bound to the definitions here. The documented defaults are those of the definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from typing import Any

from axiometrics.core.errors import ParameterError
from axiometrics.core.organization import Organization
from axiometrics.verification import clustering, filtering, organization, ranking
from axiometrics.verification.organization import Definition, Value

DEFINITIONS: Mapping[str, Definition] = {**clustering.DEFINITIONS, **filtering.DEFINITIONS, **ranking.DEFINITIONS, **organization.DEFINITIONS}
"""Every metric by its id."""

_NAME = re.compile(r"\s*([a-z0-9.-]+)\s*(?:@\s*([^()\s]*)\s*)?(?:\(([^()]*)\)\s*)?")
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,40}/0*[1-9][0-9]{0,39}|(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:e[-+]?[0-9]{1,2})?)", re.IGNORECASE)

_RANGES: dict[str, tuple[str, Callable[[Fraction], bool]]] = {
    "n": ("a positive number", lambda x: x > 0),
    "wn": ("a number between 0 and 1", lambda x: 0 < x < 1),
    "k": ("a whole number from 1", lambda x: x >= 1 and x.denominator == 1),
    "p": ("a number from 0 to 1", lambda x: 0 <= x <= 1),
    "b": ("a number above 1", lambda x: x > 1),
    "a": ("a number from 0", lambda x: x >= 0),
    "beta": ("a number from 0", lambda x: x >= 0),
    "smoothing": ("a number from 0", lambda x: x >= 0),
}

_CHOICES = {
    "reading": ("listed", "tail-lookup", "tail-certain"),
    "average": ("arithmetic", "geometric", "max", "min"),
    "discount": ("log2", "jarvelin", "power"),
    "ideal": ("gold", "run"),
    "variant": ("a", "b"),
}


@dataclass(frozen=True)
class Bound:
    """A definition with its parameters: called with system and gold, it gives the exact score, or None where undefined."""

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
    words, admitted = _RANGES.get(key, ("a number", lambda x: True))
    number = Fraction(text)
    if not admitted(number):
        raise ParameterError(f"{name}: {key} is {text}, expected {words}")
    return number
