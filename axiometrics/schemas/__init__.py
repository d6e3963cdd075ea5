"""JSON Schemas of the documents that axiometrics reads and writes, made from the types of the documents.

Schemas that are written by hand were rejected, because they repeat the checks of the reader, and the two soon differ.
Here a schema is made from the types of a document (`axiometrics.core.documents.Document`): msgspec gives the fields,
and the rules between fields stand with the types. A kind of claim declares its fields as data, and its schema is made
from them.

`matrix.schema.json` is also a file, for people who do not run Python. A test checks that it equals the schema of the
types.
`python -m axiometrics.schemas NAME` prints each of the schemas.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import msgspec

from axiometrics.core.cell import CounterexampleData
from axiometrics.core.documents import Document
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.evidence import COMMON, TYPES
from axiometrics.regions.document import ParameterProofData

DRAFT = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema in which the schemas are written."""

HOMES = {
    "audit": "auditing.document",
    "compare": "comparison.identification.compare_document",
    "conduct": "candidates.conduct.document",
    "conventions": "possibility.conventions_document",
    "diff": "comparison.diff_document",
    "identify": "comparison.identification.document",
    "impact": "comparison.impact.document",
    "matrix": "core.matrix",
    "possible": "possibility.document",
    "recommend": "comparison.recommendation_page",
    "region": "regions.document",
    "separation": "comparison.separation.document",
    "strength": "comparison.strength.document",
}
"""The module of the types of each document. It stands beside the code that writes the document."""

NAMES = tuple(sorted((*HOMES, "claims")))
"""The documents that have a schema."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a document. Raises `UnknownNameError` where there is no document of that name.

    >>> schema("matrix")["properties"]["schema"]
    {'enum': ['axiometrics/matrix/1']}
    """
    if name not in NAMES:
        raise UnknownNameError(f"there is no schema {name!r}: the schemas are {', '.join(NAMES)}")
    head = {"$schema": DRAFT, "$id": f"axiometrics/{name}/1"}
    if name == "claims":
        from axiometrics.schemas.claims import claims

        return head | claims()
    return head | described(*_kinds(name))


def document_types(schema: str) -> tuple[type[Document], ...]:
    """The types of the documents of a schema (`axiometrics/region/1`); empty where none is declared.

    >>> [kind.__name__ for kind in document_types("axiometrics/region/1")]
    ['RegionDocument']
    """
    name = schema.removeprefix("axiometrics/").removesuffix("/1")
    return _kinds(name) if name in HOMES else ()


def _kinds(name: str) -> tuple[type[Document], ...]:
    declared = importlib.import_module(f"axiometrics.{HOMES[name]}").DOCUMENT
    return declared if isinstance(declared, tuple) else (declared,)


def described(*kinds: type[Document]) -> dict[str, Any]:
    """The schema of a value of one of these types. The types of its parts are the definitions."""
    (*references, _, _), parts = msgspec.json.schema_components(
        [*kinds, CounterexampleData, ParameterProofData], schema_hook=_by_reference, ref_template="#/$defs/{name}"
    )
    types = {kind.__name__: kind for kind in _all_types(Document)}
    parts = {name: _part(_cleaned(part), types.get(name)) for name, part in parts.items()}
    for name in parts.keys() & types.keys():
        if types[name].__struct_config__.tag in TYPES:
            parts[name] = _evidence(parts[name], parts["Scan"])
    own = parts.pop(kinds[0].__name__) if len(kinds) == 1 else {"oneOf": references}
    used = _reached(own, parts)
    return {**own, "$defs": {name: part for name, part in sorted(parts.items()) if name in used}}


def _by_reference(kind: Any) -> dict[str, Any]:
    """The schema of a type that has no fields: a reference to its JSON type."""
    return {"$ref": f"#/$defs/{kind.JSON.__name__}"}


def _all_types(kind: type[Document]) -> Iterator[type[Document]]:
    yield kind
    for subclass in kind.__subclasses__():
        yield from _all_types(subclass)


def _cleaned(part: dict[str, Any]) -> dict[str, Any]:
    """The schema of one type. The indentation of the docstring is removed from its description, because msgspec 0.22
    leaves it there.
    """
    return {name: inspect.cleandoc(value) if name == "description" else value for name, value in part.items()}


def _part(part: dict[str, Any], kind: type[Document] | None) -> dict[str, Any]:
    """The schema of one type, with its rules. Every field is required unless it may be left out."""
    if kind is None:
        return part
    leaves_out = kind.__struct_config__.omit_defaults
    fields = {name: dict(field) for name, field in part["properties"].items()}
    had_default = [name for name, field in fields.items() if field.pop("default", fields) is not fields]
    required = [name for name in fields if name in part.get("required", ()) or (name in had_default and not leaves_out)]
    rules = {"allOf": list(kind.RULES)} if kind.RULES else {}
    rest = {name: value for name, value in part.items() if name not in ("properties", "required", "title")}
    return {**rest, "properties": fields, "required": required, **rules}


def _evidence(part: dict[str, Any], scan: dict[str, Any]) -> dict[str, Any]:
    """The schema of a kind of evidence, as JSON has it: the fields of the kind stand under `detail`."""
    fields = dict(part["properties"])
    minimal = fields.pop("minimal", {"type": "null"})
    if "scan" in fields:
        del fields["scan"]
        fields |= scan["properties"]
    beside = {name: fields.pop(name) for name in COMMON}
    needed = [name for name in part["required"] if name in fields]
    detail = {"type": "object", "properties": fields, "required": needed, "additionalProperties": False}
    if "n" in fields:
        detail["dependentRequired"] = {"n": ["scanned"], "scanned": ["n"], "n0": ["n"]}
    properties = {**beside, "minimal": minimal, "detail": detail}
    return {**part, "properties": properties, "required": list(properties)}


def _reached(part: Any, parts: dict[str, Any]) -> set[str]:
    """The names of the definitions to which a schema refers, directly or through other definitions."""
    names: set[str] = set()
    left = [part]
    while left:
        node = left.pop()
        if isinstance(node, dict):
            name = str(node.get("$ref", "")).removeprefix("#/$defs/")
            if name in parts and name not in names:
                names.add(name)
                left.append(parts[name])
            left += node.values()
        elif isinstance(node, list):
            left += node
    return names
