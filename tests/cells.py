"""Cells as several test files compare and read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from axiometrics.core.cell import Cell
from axiometrics.core.page import Page
from axiometrics.services.explanation import explanation


def without_time(cells: Iterable[Cell]) -> list[dict[str, Any]]:
    """The JSON of cells but for the seconds that each took."""
    data = [cell.to_json() for cell in cells]
    for cell in data:
        del cell["evidence"]["seconds"]
    return data


def explain_cell(*given: Any, **more: Any) -> str:
    """A cell explained, as text."""
    return str(Page("", [explanation(*given, **more)], "", dict))
