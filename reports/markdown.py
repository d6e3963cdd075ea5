"""The matrix as Markdown: a heading and a table a task, footnotes as a list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tabulate import tabulate

from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.tables import Table, counts_line, legend, mark, notes, only_ascii, tables

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def render(matrix: Matrix, ascii: bool = False) -> str:
    """The matrix for a page; `ascii` leaves out every other character."""
    parts = []
    for table in tables(matrix):
        parts += [f"## {table.task.capitalize()}", _grid(table, ascii), _list(notes(table))]
    parts += [_list(legend(matrix, ascii)), _escaped(counts_line(matrix))]
    text = "\n\n".join(part for part in parts if part) + "\n"
    return only_ascii(text) if ascii else text


def _grid(table: Table, ascii: bool) -> str:
    header = ["Metric", *(f"{_escaped(column.title)}<br>{_escaped(column.reading)}" for column in table.columns)]
    lines = []
    for family, rows in table.families:
        lines.append([f"**{_escaped(family)}**", *("" for _ in table.columns)])
        lines += [
            [_escaped(text) for text in (row.display, *(mark(cell, ascii) for cell in row.cells))] for row in rows
        ]
    return str(tabulate(lines, header, tablefmt="pipe", disable_numparse=True))


def _list(entries: Iterable[str]) -> str:
    return "\n".join(f"- {_escaped(entry)}" for entry in entries)


def _escaped(text: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", text)
    return f"\\{escaped}" if escaped.startswith("-") else escaped


REPORT = Report("markdown", ".md", render, ("ascii",))
