"""Markdown, for a comment of a pull request among others.

A matrix becomes one line with its result, the unexpected verdicts, and a heading and a table for each task. The notes,
the signs and the drawn counterexamples are folded below. A page becomes sections, with tables of any width, facts as
lists, and drawings as code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from tabulate import tabulate

from axiometrics.core import page as pages
from axiometrics.core.cell import Cell
from axiometrics.core.escapes import one_line
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement
from axiometrics.reports.parts.layout import drawn
from axiometrics.reports.parts.summary import summary
from axiometrics.reports.parts.tables import (
    MatrixTable,
    counts_line,
    first_readings,
    legend,
    mark,
    notes,
    only_ascii,
    tables,
    title,
)
from axiometrics.reports.parts.words import verdict

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


TOLD = 20
"""How many unexpected verdicts are listed one by one."""

DRAWN, LONGEST = 40, 40_000
"""Counterexamples that are drawn, at most so many of so many characters together: a comment on GitHub has room for
65,536. Where there are more of them none is drawn.
"""


def render(
    matrix: Matrix, ascii: bool = False, arranged: Arrangement = PLAIN, unexpected: Sequence[str] | None = None
) -> str:
    """Return the matrix for a page or a comment. `ascii` leaves out every other character. `unexpected` has a line for
    each verdict that is not as expected; None if nothing was expected.
    """
    parts = [_first(matrix, unexpected), _list(_some(unexpected or ()))]
    for table in tables(matrix, arranged):
        parts += [f"## {table.task.capitalize()}", _grid(table, ascii), _folded("Notes", _list(notes(table, ascii)))]
    parts += [
        _folded("Signs", _list(legend(matrix, ascii, arranged.verbose, sized=True))),
        *_drawn(matrix),
        escaped(counts_line(matrix)),
    ]
    text = "\n\n".join(part for part in parts if part) + "\n"
    return only_ascii(text) if ascii else text


def _within(matrix: Matrix, ascii: bool) -> str:
    """Return the matrix as a part of a page."""
    parts = []
    for table in tables(matrix):
        heading = f"### Constraints: {table.task.capitalize()}"
        parts += [heading, _grid(table, ascii), _list(notes(table, ascii))]
    parts += [_list(legend(matrix, ascii, trusted=False, sized=True)), escaped(counts_line(matrix))]
    return "\n\n".join(part for part in parts if part)


def _first(matrix: Matrix, unexpected: Sequence[str] | None) -> str:
    if unexpected is None:
        return f"**{summary(matrix)}**"
    if not unexpected:
        return f"**As expected:** {summary(matrix)}"
    many = f"{len(unexpected)} unexpected verdict{'' if len(unexpected) == 1 else 's'}"
    return f"**{many}:** {summary(matrix)}"


def _some(lines: Sequence[str]) -> list[str]:
    more = [f"and {len(lines) - TOLD} more"] if len(lines) > TOLD else []
    return [*lines[:TOLD], *more]


def _folded(title: str, body: str) -> str:
    """Return a body that is shown when the reader opens it. The blank line after the summary ends the markup, so that
    the body is Markdown again.
    """
    return f"<details><summary>{escape(title)}</summary>\n\n{body}\n\n</details>" if body else ""


def _drawn(matrix: Matrix) -> list[str]:
    failed = [cell for cell in matrix if cell.counterexample is not None]
    if not failed:
        return []
    drawings = [_folded(_named(matrix, cell), _fenced(str(cell.counterexample))) for cell in failed[:DRAWN]]
    if len(failed) > DRAWN or sum(map(len, drawings)) > LONGEST:
        return ["`axiometrics explain METRIC CONSTRAINT` draws a counterexample."]
    return drawings


def _named(matrix: Matrix, cell: Cell) -> str:
    """Return the names of a cell and its verdict, in one line."""
    displays = {entry["id"]: entry["display"] for entry in matrix.metrics}
    name = f"{displays.get(cell.metric, cell.metric)} / {title(cell.task, cell.constraint)}"
    first = first_readings(matrix, cell.task).get(cell.constraint)
    reading = "" if cell.reading == first else f", reading {cell.reading}"
    return one_line(f"{name}{reading}: {verdict(cell)}")


def _grid(table: MatrixTable, ascii: bool) -> str:
    header = [
        "Metric",
        *("<br>".join(map(escaped, filter(None, (column.title, column.named)))) for column in table.columns),
    ]
    lines = []
    for family, rows in table.families:
        lines += [[f"**{escaped(family)}**", *("" for _ in table.columns)]] if family else []
        lines += [
            [escaped(text) for text in (row.display, *(mark(cell, ascii, sized=True) for cell in row.cells))]
            for row in rows
        ]
    return str(tabulate(lines, header, tablefmt="pipe", disable_numparse=True))


def _list(entries: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(entry)}" for entry in entries)


def escaped(text: str) -> str:
    """Return a text so that Markdown shows it unchanged, in one line."""
    escaped = _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
    return f"\\{escaped}" if re.match(r"-\D|-$", escaped) else escaped


def page(content: pages.Page, ascii: bool = False, width: int = 120) -> str:
    """Return a page. `ascii` leaves out every other character, and drawings have that `width`."""
    blocks = [f"# {escaped(content.title)}"] if content.title else []
    for section in content.sections:
        blocks += [f"{'###' if section.below else '##'} {escaped(section.heading)}"] if section.heading else []
        blocks += (_part(part, width, ascii) for part in section.parts)
    text = "\n\n".join(filter(None, blocks)) + "\n"
    return only_ascii(text) if ascii else text


def _part(part: pages.Part, width: int, ascii: bool) -> str:
    match part:
        case pages.MatrixPart():
            return _within(part.matrix, ascii)
        case pages.Table():
            return _under(part.caption, drawn(part, "pipe", escaped, "**{}**"))
        case pages.Facts():
            return _under(part.caption, _list(part.sentences))
        case pages.Drawing():
            return _fenced(part.text(width))
        case str():
            return escaped(part)


def _under(caption: str, body: str) -> str:
    return "\n\n".join(filter(None, [f"**{escaped(caption)}**" if caption else "", body]))


def _fenced(text: str) -> str:
    """Return a text as code, between more backticks than the text has in a row."""
    fence = "`" * max(3, *(1 + len(run) for run in re.findall("`+", text)), 0)
    return f"{fence}\n{text}\n{fence}"


REPORT = Report("markdown", ".md", render, page)
