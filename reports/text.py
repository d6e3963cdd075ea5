"""Plain text.

A matrix becomes a table for each task, in the shape of Table 6, with footnotes, legend and counts; a table that would
be too wide is split. A page becomes underlined headings, wrapped sentences, and tables, which are split or turned if
they would be too wide.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, zip_longest

from tabulate import tabulate

from axiometrics.core import page as pages
from axiometrics.core.cell import Cell
from axiometrics.core.escapes import one_line, visible
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import NARROWEST, USUAL, Report
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement
from axiometrics.reports.parts.layout import drawn, fitted
from axiometrics.reports.parts.tables import (
    SATISFIED_FOR,
    MatrixTable,
    counts_line,
    differences,
    legend,
    mark,
    of_metrics,
    only_ascii,
    reasons,
    regions,
    tables,
)

_SPACE = "\ue000"
"""Stands for a space that tabulate must not strip."""

LINES = 3
"""How many lines of a note stand below a table; option -v shows the whole note."""

REST = "    (-v shows the rest, as does `axiometrics explain`)"

_COLORS = {True: "green", False: "red", None: "yellow"}


def render(
    matrix: Matrix, ascii: bool = False, color: bool = False, width: int = USUAL, arranged: Arrangement = PLAIN
) -> str:
    """Return the matrix for reading. `ascii` leaves out characters beyond ASCII, `color` adds colours (which repeat
    what the signs say), and `width` is the greatest width of a line.
    """
    parts = []
    for table in tables(matrix, arranged):
        parts += [_grid(piece, ascii, color, width) for piece in _pieces(table, ascii, width)]
        notes = [*_differences(table, width), *_reasons(table, width), *_regions(table, width)]
        notes += [_wrapped(said, width, f"{name}: ") for name, said in of_metrics(table, ascii)]
        notes = notes if arranged.verbose else list(map(_shortened, notes))
        parts += [visible("\n".join(notes))] if notes else []
    signs = "\n".join(
        _filled(entry, max(width, NARROWEST), hanging=4)
        for entry in legend(matrix, ascii, arranged.verbose, sized=True)
    )
    parts += [signs] if signs else []
    counts = counts_line(matrix)
    parts.append(counts if width >= USUAL else _filled(counts, max(width, NARROWEST), hanging=4))
    text = "\n\n".join(parts) + "\n"
    return only_ascii(text) if ascii else text


def _pieces(table: MatrixTable, ascii: bool, width: int) -> Iterator[MatrixTable]:
    """Yield the table with as many columns at a time as a line has room for. The readings of a constraint stay together
    if they can.
    """
    room = max(width - max(_wide(line[0]) for line in _body(table, ascii, width)), width // 2)
    marks = [max(len(_mark(row.cells[i], ascii)) for row in table.rows) for i in range(len(table.columns))]
    widths = [2 + max(*map(len, head), most) for head, most in zip(_heads(table), marks, strict=True)]
    groups = [[i for i, _ in group] for _, group in groupby(enumerate(table.columns), lambda pair: pair[1].constraint)]
    units = [
        unit
        for group in groups
        for unit in ([group] if sum(widths[i] for i in group) <= room else [[i] for i in group])
    ]
    piece: list[int] = []
    for unit in units:
        if piece and sum(widths[i] for i in [*piece, *unit]) > room:
            yield table.with_columns(piece)
            piece = []
        piece += unit
    yield table.with_columns(piece)


def _heads(table: MatrixTable) -> list[list[str]]:
    """Return the lines over each column: the title of its constraint, with a word or two on each line, unless the
    column before has the same one; and the reading. Text from outside is escaped before colours are added.
    """
    heads = []
    for before, column in zip((None, *table.columns), table.columns, strict=False):
        title = "" if before is not None and before.constraint == column.constraint else column.title
        narrowest = max(map(len, [*title.split(), column.named]))
        lines = textwrap.wrap(title, narrowest, break_long_words=False, break_on_hyphens=False)
        heads.append(list(map(one_line, [*lines, column.named])))
    tall = max(map(len, heads))
    heads = [[*head[:-1], *[""] * (tall - len(head)), head[-1]] for head in heads]
    return heads if any(head[-1] for head in heads) else [head[:-1] for head in heads]


def _body(table: MatrixTable, ascii: bool, width: int) -> list[list[str]]:
    """Return one row for each family and each metric. A name that is longer than half a line is broken behind
    commas.
    """
    lines = []
    for family, rows in table.families:
        lines += [[one_line(family), *("" for _ in table.columns)]] if family else []
        for row in rows:
            name = _filled(one_line(row.display), max(width, NARROWEST) // 2 - 4, commas=True)
            marks = (_mark(cell, ascii) for cell in row.cells)
            lines.append([_SPACE * 2 + name.replace("\n", f"\n{_SPACE * 4}"), *marks])
    return lines


def _wide(text: str) -> int:
    return max(map(len, text.split("\n")))


def _mark(cell: Cell | None, ascii: bool) -> str:
    return one_line(mark(cell, ascii, sized=True))


def _grid(table: MatrixTable, ascii: bool, color: bool, width: int) -> str:
    header = [[table.task.upper() if i == 0 else "", *line] for i, line in enumerate(zip(*_heads(table), strict=True))]
    body = _body(table, ascii, width)
    rule = ["-" * max(map(_wide, column)) for column in zip(*header, *body, strict=True)]
    lines = [*header, rule, *(_painted(table, body) if color else body)]
    drawn = tabulate(lines, tablefmt="plain", disable_numparse=True).replace(_SPACE, " ")
    return "\n".join(line.rstrip() for line in drawn.splitlines())


def _painted(table: MatrixTable, body: list[list[str]]) -> list[list[str]]:
    from click import style

    def painted(cell: Cell | None, text: str) -> str:
        plain = cell is None or (cell.holds is None and cell.evidence.kind not in ("undetermined", "error"))
        return text if cell is None or plain else style(text, fg=_COLORS[cell.holds])

    rows = [row for family, metrics in table.families for row in ((None, *metrics) if family else metrics)]
    return [
        [texts[0], *map(painted, row.cells, texts[1:])] if row else texts for row, texts in zip(rows, body, strict=True)
    ]


def _differences(table: MatrixTable, width: int) -> Iterator[str]:
    """Yield what readings that are not shown say: one note for each column."""
    for column, group in groupby(differences(table), lambda said: said[0]):
        note = []
        for i, (_, says, metrics) in enumerate(group):
            names = ", ".join(metric.replace(" ", _SPACE) for metric in metrics)
            note.append(_wrapped(f"{says}: {names}" if names else says, width, f"* {column}: " if i == 0 else "    "))
        yield "\n".join(note).replace(_SPACE, " ")


def _reasons(table: MatrixTable, width: int) -> Iterator[str]:
    for sign, columns, reason in reasons(table):
        yield _wrapped(reason, width, f"{sign} {columns}: ")


def _regions(table: MatrixTable, width: int) -> Iterator[str]:
    """Yield, by column, for which parameters a constraint holds."""
    for column, phrases in regions(table):
        kept = " ".join(phrase.replace(" ", _SPACE) for phrase in phrases)
        yield _wrapped(kept, width, f"{column}{SATISFIED_FOR}").replace(_SPACE, " ")


def _shortened(note: str) -> str:
    """Return a note of at most `LINES` lines; the last one says where the rest is."""
    lines = note.split("\n")
    return note if len(lines) <= LINES else "\n".join([*lines[: LINES - 1], REST])


def _wrapped(text: str, width: int, first: str = "") -> str:
    return _filled(first + text, max(width, NARROWEST), hanging=4 if first else 0)


def page(content: pages.Page, ascii: bool = False, color: bool = False, width: int = USUAL) -> str:
    """Return a page for reading. `ascii` leaves out characters beyond ASCII, `color` adds colours, and `width` is the
    greatest width of a line.
    """
    width = max(width, NARROWEST)
    sections = [
        _underlined(section.heading, "." if section.below else "-", width) + _parts(section.parts, width, ascii, color)
        for section in content.sections
    ]
    title = _underlined(content.title, "=", width).rstrip("\n")
    text = "\n\n\n".join([title, *sections] if title else sections) + "\n"
    return only_ascii(text) if ascii else text


def _underlined(heading: str, sign: str, width: int) -> str:
    """What is under a heading stands close to it."""
    heading = one_line(heading)
    return f"{heading}\n{sign * min(len(heading), width)}\n" if heading else ""


def _parts(parts: Iterable[pages.Part], width: int, ascii: bool = False, color: bool = False) -> str:
    return "\n\n".join(text for part in parts if (text := _part(part, width, ascii, color)))


def _part(part: pages.Part, width: int, ascii: bool, color: bool) -> str:
    """Return the text of a part. Only a matrix has colours; colour codes elsewhere come from outside, and are escaped
    here.
    """
    if isinstance(part, pages.MatrixPart):
        return render(part.matrix, ascii, color, width).rstrip("\n")
    return visible(_without_colors(part, width))


def _without_colors(part: pages.PlainPart, width: int) -> str:
    match part:
        case pages.Table():
            return _page_table(part, width)
        case pages.Facts():
            return _facts(part, width)
        case pages.Drawing():
            return part.text(width)
        case str():
            return _filled(part, width)


def _page_table(table: pages.Table, width: int) -> str:
    pieces = fitted(_broken(table, width), width)
    texts = [drawn(piece, "simple") for piece in pieces]
    if width < USUAL and any(len(line) > width for text in texts for line in text.split("\n")):
        texts = [_records(table, width)]
    body = "\n\n".join(texts) if table.as_text is None else _parts(table.as_text, width)
    return f"{table.caption}\n{body}" if table.caption and body else body


def _records(table: pages.Table, width: int) -> str:
    """Return the rows one below the other, each cell beside the heading of its column, which fits a narrow terminal."""
    headings = [column.heading.replace("\n", " ") for column in table.columns]
    rows = (list(zip(headings, row, strict=True)) for row in table.shown)
    return "\n\n".join(_facts(pages.Facts([pair for pair in row if pair[1]]), width) for row in rows)


def _broken(table: pages.Table, width: int) -> pages.Table:
    """The table with the cells of columns that have a share of the width broken into lines."""
    widths = [int(column.share * width) for column in table.columns]
    rows = [
        [pages.BrokenLines(_filled(text, most)) if most else text for most, text in zip(widths, row, strict=True)]
        for row in table.shown
    ]
    return replace(table, rows=rows) if any(widths) else table


def _facts(part: pages.Facts, width: int) -> str:
    """Return the facts, below their caption and two blanks further in if there is one. If there is little room, long
    labels are wrapped.
    """
    inwards = 2 if part.caption else 0
    margin = part.margin or max((len(label) + 2 for label, _ in part.pairs if label), default=0)
    if width < USUAL:
        margin = min(margin, 2 * width // 5)
    lines = "\n".join(_fact(label, said, margin, width - inwards) for label, said in part.pairs)
    return "\n".join(filter(None, [part.caption, textwrap.indent(lines, " " * inwards)]))


def _fact(label: str, said: str, margin: int, width: int) -> str:
    """Return one fact. Further lines of a sentence without a label hang by four blanks. A label stands beside its text,
    which hangs by two blanks if it has several lines.
    """
    if not label:
        return _filled(said, width, hanging=4)
    lines = said.split("\n")
    hanging = 2 if len(lines) > 1 else 0
    labels = textwrap.wrap(label, max(margin - 2, 1))
    right = "\n".join(_filled(line, width - margin, hanging, commas=True) for line in lines).split("\n")
    return "\n".join(
        f"{left_line:{margin}}{right_line}".rstrip()
        for left_line, right_line in zip_longest(labels, right, fillvalue="")
    )


_BREAK = "\0 "
"""A blank at which a line may break. Where the line does not break, it is not written."""


def _filled(text: str, width: int, hanging: int = 0, commas: bool = False) -> str:
    """The text in lines. With `commas`, a word that is longer than a line, as the id of a metric may be, is broken
    behind commas; without, it is left whole.
    """
    width = max(width, 20)
    if commas:
        words = (word.replace(",", f",{_BREAK}") if len(word) > width - hanging else word for word in text.split(" "))
        text = " ".join(words)
    filled = textwrap.fill(text, width, subsequent_indent=" " * hanging, break_long_words=False, break_on_hyphens=False)
    return filled.replace(_BREAK, "").replace(_BREAK[0], "")


REPORT = Report("text", ".txt", render, page)
