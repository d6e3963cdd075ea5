"""The schema of a claims file, made from the declarations of the kinds of claims: their fields, and the values that a
paper may have published.
"""

from __future__ import annotations

from typing import Any

from axiometrics.auditing.claims import BASES, COMMON, OPTIONAL, SCHEMA
from axiometrics.auditing.kind import DIGITS, ClaimKind, all_kinds

TEXT = {"type": "string", "minLength": 1}
LISTED = {"type": "array", "minItems": 1, "items": TEXT}
FORMS: dict[str, dict[str, Any]] = {
    "text": TEXT,
    "whole number": {"type": "integer", "minimum": 0},
    "list of texts": LISTED,
    "object of texts": {"type": "object", "minProperties": 1, "additionalProperties": TEXT},
    "object of lists": {"type": "object", "minProperties": 1, "additionalProperties": LISTED},
}
"""The schema of a field, by the words with which a kind of claim declares it."""

SIZE = "([a-z:-]+ *= *)?0*[1-9][0-9]{0,8} *"
SIZES = {"type": "string", "pattern": f"^ *{SIZE}(, *{SIZE})*$"}
"""The schema of `max_size`, as `--max-size` reads it."""


def claims() -> dict[str, Any]:
    """The schema of a claims file. Its definitions are the kinds of claims by name."""
    kinds = all_kinds()
    by_kind = [{"if": {"properties": {"kind": {"const": name}}}, "then": {"$ref": f"#/$defs/{name}"}} for name in kinds]
    claim = {"type": "object", "properties": {"kind": {"enum": list(kinds)}}, "required": ["kind"], "allOf": by_kind}
    family = {
        "type": "object",
        "properties": {"members": LISTED, "named": LISTED},
        "required": ["members"],
        "additionalProperties": False,
    }
    return {
        "title": "Claims of a paper",
        "type": "object",
        "properties": {
            "schema": {"const": SCHEMA},
            "source": {"type": "string"},
            "families": {"type": "object", "additionalProperties": family},
            "claims": {"type": "array", "minItems": 1, "items": claim},
        },
        "required": ["schema", "claims"],
        "$defs": {name: _kind(kind) for name, kind in kinds.items()},
    }


def _kind(kind: ClaimKind) -> dict[str, Any]:
    properties: dict[str, Any] = dict.fromkeys((*COMMON, *OPTIONAL), TEXT) | {
        "kind": {"const": kind.name},
        "basis": {"enum": list(BASES)},
        "published": figures(kind.published),
    }
    for name, form in kind.fields.items():
        properties[name.rstrip("?")] = _field(kind, name.rstrip("?"), form)
    needed = [name for name in kind.fields if not name.endswith("?")]
    return {
        "description": kind.meaning,
        "type": "object",
        "properties": properties,
        "required": [*COMMON, *needed],
        "additionalProperties": False,
        **kind.rules(),
    }


def _field(kind: ClaimKind, name: str, form: str) -> dict[str, Any]:
    if name == "max_size":
        return SIZES
    if name in kind.choices:
        return {"enum": list(kind.choices[name])}
    forms = [FORMS[form] for form in form.split(" or ")]
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def figures(pattern: str) -> dict[str, Any]:
    """The schema of a text of that pattern, without a number that is too long to be read."""
    return {"type": "string", "pattern": f"^({pattern})$", "not": {"pattern": f"[0-9]{{{DIGITS + 1}}}"}}
