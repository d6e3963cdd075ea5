"""Documents in JSON, read through the types of their contents.

A document that somebody else wrote is refused where a guess would be needed: a key that occurs twice, nan and infinity,
a field that is unknown or missing, a value of another type. One description, the type, serves the reader, the writer
and the JSON Schema (`axiometrics.schemas`), so that they cannot disagree.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import Meta

T = TypeVar("T")

Rule = dict[str, Any]
"""A part of a JSON Schema."""

Name = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Distinct = Meta(extra_json_schema={"uniqueItems": True})

Score = Annotated[str | float, Meta(description="Exact as a text that sympy reads, else a float.")]

ORGANIZATION: Rule = {
    "properties": {
        "levels": {
            "description": "Best first; a level is a list of clusters, a cluster a list of documents.",
            "type": "array",
            "items": {
                "type": "array",
                "items": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
            },
        },
        "tail": {"type": "boolean"},
    },
    "required": ["levels", "tail"],
    "additionalProperties": False,
}

TYPED: Rule = {"required": ["type"], "properties": {"type": {"type": "string", "minLength": 1}}}

_OBJECT: Rule = {"type": "object", "minProperties": 1}
TOPIC: Rule = {
    "properties": {
        "intents": _OBJECT | {"additionalProperties": {"type": "string"}},
        "grades": _OBJECT | {"additionalProperties": _OBJECT | {"additionalProperties": {"type": "integer"}}},
    },
    "required": ["intents", "grades"],
    "additionalProperties": False,
}

LIBRARY: Rule = {
    "properties": {
        "articles": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["name", "root"]}},
        "length": {"type": "string"},
    },
    "required": ["articles"],
    "additionalProperties": False,
}


def _by_key(forms: dict[str, Rule], otherwise: Rule) -> Rule:
    """A rule by the key that a value has, tried in this order, and a rule for values without any of these keys."""
    rule = otherwise
    for key, form in reversed(forms.items()):
        rule = {"if": {"required": [key]}, "then": form, "else": rule}
    return rule


Data = Annotated[
    dict[str, Any],
    Meta(extra_json_schema=_by_key({"type": TYPED, "intents": TOPIC, "articles": LIBRARY}, ORGANIZATION)),
]
"""A gold or an output in JSON, which its own type reads: an organization, a topic, a library, or a value that names its
`type`.
"""


def when(condition: Mapping[str, Any], then: Mapping[str, Any], otherwise: Mapping[str, Any] | None = None) -> Rule:
    """A rule of JSON Schema between fields: where the fields have the values of `condition`, they have those of `then`,
    and else those of `otherwise`.

    A value stands for itself, a tuple for one of its values, a dictionary is a schema.

    >>> when({"separated": True}, {"case": {"type": "object"}})["then"]
    {'properties': {'case': {'type': 'object'}}}
    """
    rule = {"if": _fields(condition), "then": _fields(then)}
    return rule if otherwise is None else rule | {"else": _fields(otherwise)}


def _fields(values: Mapping[str, Any]) -> Rule:
    def rule(value: Any) -> Any:
        return (
            value
            if isinstance(value, dict)
            else {"enum": list(value)}
            if isinstance(value, tuple)
            else {"const": value}
        )

    return {"properties": {name: rule(value) for name, value in values.items()}}


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object of which every field is known, and present unless it may be `UNSET`.

    `RULES` are what its JSON Schema says besides of how the fields depend on each other.
    """

    RULES: ClassVar[Sequence[Rule]] = ()


def parse(text: str | bytes) -> Any:
    """The data of a JSON text.

    Raises `ValueError` where a key occurs twice in an object, a number is not finite, or has more digits than Python
    reads.

    >>> parse('{"a": [1, 0.5]}')
    {'a': [1, 0.5]}
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ValueError: the key 'a' occurs twice in one object
    """
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_finite, parse_float=_finite)
    except ValueError as error:
        if "set_int_max_str_digits" in str(error):
            raise ValueError(f"a number has more than {sys.get_int_max_str_digits()} digits") from None
        raise


def read(data: Any, kind: type[T]) -> T:
    """The data as a value of that type. Raises `ValueError`, which names the place, where it is not."""
    try:
        return msgspec.convert(data, kind, dec_hook=_from_json)
    except msgspec.ValidationError as error:  # before msgspec 0.21 it is not a `ValueError`
        raise ValueError(str(error)) from error


def written(document: Document) -> dict[str, Any]:
    """The document as JSON data; a field with a JSON form of its own (`to_json`) has that form."""
    data: dict[str, Any] = msgspec.to_builtins(document, enc_hook=lambda value: value.to_json())
    return data


def exactly(data: Any, names: Iterable[str], noun: str) -> Mapping[str, Any]:
    """The object, which has these fields and no others. Raises `ValueError` where it does not.

    >>> exactly({"a": 1}, ["a", "b"], "the pair")
    Traceback (most recent call last):
    ValueError: the pair lacks the field 'b'
    """
    if not isinstance(data, Mapping):
        raise ValueError(f"{noun} is a {type(data).__name__}, expected an object")
    wanted = list(names)
    for name in (*(n for n in wanted if n not in data), *(n for n in data if n not in wanted)):
        raise ValueError(f"{noun} {'lacks the' if name in wanted else 'has an unknown'} field {name!r}")
    return data


def _from_json(kind: type[T], data: Any) -> T:
    value: T = kind.from_json(data)  # type: ignore[attr-defined]
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = next(key for i, (key, _) in enumerate(pairs) if key in dict(pairs[:i]))
        raise ValueError(f"the key {twice[:60]!r} occurs twice in one object")
    return fields


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:60]} is not a finite number")
    return number
