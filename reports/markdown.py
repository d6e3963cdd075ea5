"""Markdown. The matrix: a heading and a table a task, footnotes as a list. A page: sections, tables of any
width, facts as lists, drawings as code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tabulate import tabulate

from axiometrics.core import page as pages
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.layout import drawn
from axiometrics.reports.parts.tables import MatrixTable, counts_line, legend, mark, notes, only_ascii, tables

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def render(matrix: Matrix, ascii: bool = False) -> str:
    """The matrix for a page; `ascii` leaves out every other character."""
    parts = []
    for table in tables(matrix):
        parts += [f"## {table.task.capitalize()}", _grid(table, ascii), _list(notes(table, ascii))]
    parts += [_list(legend(matrix, ascii)), _escaped(counts_line(matrix))]
    text = "\n\n".join(part for part in parts if part) + "\n"
    return only_ascii(text) if ascii else text


def _grid(table: MatrixTable, ascii: bool) -> str:
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
    """A text that Markdown shows as it is, in one line."""
    escaped = _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
    return f"\\{escaped}" if re.match(r"-\D|-$", escaped) else escaped


def page(found: pages.Page, ascii: bool = False, width: int = 120) -> str:
    """A page; `ascii` leaves out every other character, and drawings are that wide."""
    blocks = [f"# {_escaped(found.title)}"] if found.title else []
    for section in found.sections:
        blocks += [f"{'###' if section.below else '##'} {_escaped(section.heading)}"] if section.heading else []
        blocks += (_part(part, width, ascii) for part in section.parts)
    text = "\n\n".join(filter(None, blocks)) + "\n"
    return only_ascii(text) if ascii else text


def _part(part: pages.Part, width: int, ascii: bool) -> str:
    match part:
        case pages.MatrixPart():
            return re.sub(r"(?m)^## (.*)$", r"### Constraints: \1", render(part.matrix, ascii)).rstrip("\n")
        case pages.Table():
            return _under(part.caption, drawn(part, "pipe", _escaped, "**{}**"))
        case pages.Facts():
            return _under(part.caption, _list(part.sentences))
        case pages.Drawing():
            return _fenced(part.text(width))
        case str():
            return _escaped(part)


def _under(caption: str, body: str) -> str:
    return "\n\n".join(filter(None, [f"**{_escaped(caption)}**" if caption else "", body]))


def _fenced(text: str) -> str:
    """As code, between more backticks than the text has in a row."""
    fence = "`" * max(3, *(1 + len(run) for run in re.findall("`+", text)), 0)
    return f"{fence}\n{text}\n{fence}"


REPORT = Report("markdown", ".md", render, page)
