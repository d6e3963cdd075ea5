"""A document that was read from a file, as Python shows it: printed, in a notebook, saved again in every format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.documents import Document, written
from axiometrics.core.page import Column, Facts, Page, Presentable, Section, Table, page_of


class SavedDocument(Document, Presentable, frozen=True):
    """A document that a command writes. Unless a page is registered for its type, its page has every field that is a
    number, a text, or a list of them, and each list of objects as a table; `to_json` has all that is in the file.
    """

    def to_json(self) -> dict[str, Any]:
        """The document as the file has it."""
        return written(self)

    def __repr__(self) -> str:
        return Presentable.__repr__(self)


@page_of.register
def saved_page(document: SavedDocument) -> Page:
    """The page of the fields of a document."""
    data = document.to_json()
    schema = str(data.pop("schema"))
    plain = [(_words(name), _said(value)) for name, value in data.items() if _is_plain(value)]
    tables = [table for name, value in data.items() if (table := _table(name, value)) is not None]
    facts = [Facts(plain)] if plain else []
    first = tables[0] if tables else None
    title = schema.partition("/")[2].partition("/")[0]
    return Page(
        title.capitalize(),
        [Section("", [*facts, *tables])],
        schema,
        lambda: data,
        None if first is None else lambda: Table.records([column.heading for column in first.columns], first.rows),
    )


def _words(name: str) -> str:
    return name.replace("_", " ")


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(part is None or isinstance(part, str | int | float) for part in value)
    return value is None or isinstance(value, str | int | float)


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _table(name: str, value: Any) -> Table | None:
    """The fields of objects in a list, or of one object, that are plain in each of them."""
    rows = [value] if isinstance(value, Mapping) else value
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
        return None
    heads = [key for key in rows[0] if all(_is_plain(row.get(key)) for row in rows)]
    columns = tuple(Column(_words(key)) for key in heads)
    return Table(columns, [[_said(row.get(key)) for key in heads] for row in rows], _words(name)) if heads else None
