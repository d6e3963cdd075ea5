"""The JSON documents that `axiometrics/schemas/` describes: the matrix, one metric, constraint or cell a line, and the
data of pages.
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
    """The matrix whole: what `Matrix.from_json` reads."""
    return document(matrix.to_json())


def page(found: Page) -> str:
    """The data of a page under its schema, every number whole."""
    return document(found.to_json())


def document(data: Mapping[str, Any]) -> str:
    """An object in JSON: a line a field, and lists of objects a line an object."""
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
    """JSON knows neither nan nor inf: they are written as texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value


REPORT = Report("json", ".json", render, page)
