"""The JSON documents that `axiometrics/schemas/` describes: the matrix with one line for each metric, constraint and
cell, and the data of pages.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Page
from axiometrics.core.report import Report


def render(matrix: Matrix) -> str:
    """Return the whole matrix, in the form that `Matrix.from_json` reads."""
    return document(matrix.to_json())


def page(content: Page) -> str:
    """Return the data of a page with its schema; every number is in full."""
    return document(content.to_json())


def document(data: Mapping[str, Any]) -> str:
    """Return an object as JSON with one line for each field; a list of objects has one line for each object."""
    fields = ",\n".join(f" {_line(name)}: {_value(value)}" for name, value in data.items())
    return f"{{\n{fields}\n}}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value:
        lines = ",\n  ".join(map(_line, value))
        return f"[\n  {lines}\n ]"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(_finite(value), allow_nan=False)


def _finite(value: Any) -> Any:
    """Return the value with nan and infinities as texts, because JSON has no numbers for them."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value


REPORT = Report("json", ".json", render, page)
