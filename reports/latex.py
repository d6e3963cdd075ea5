r"""LaTeX, to be read with `\input`.

A matrix becomes a floating table for each task, in the shape of Table 6, with turned headings, the rules of booktabs
and footnotes; a table that would be too wide or too tall is split. The words are those of a paper: the usual reading of
a constraint is not named, and what proofs rest on is left to other formats. A page becomes its tables, which run over
several sheets if their cells are sentences, and paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from axiometrics.core import page as pages
from axiometrics.core.cell import Cell
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement
from axiometrics.reports.parts.latex import escaped, fragment, page_of, typed
from axiometrics.reports.parts.layout import fitted
from axiometrics.reports.parts.tables import FAMILIES, MatrixTable, counts_line, legend, mark, notes, tables

WIDTH = 150
"""Characters of small print that a line of the landscape page holds."""

BREADTH = 0.95
"""The part of a line that the columns of a table take. The rest is for the space between them."""

LINE = {"page": 470, "column": 235}
"""Points that a line of a usual paper is wide."""

HEIGHT = 600
"""The greatest height of a table with its notes, in points."""

FURTHER = "Further metrics"
"""The heading over the metrics of an author who names no group: a paper does not say "your" to its author."""

SMALLEST = 0.8
"""The smallest scale of footnotesize at which a table is still set whole. A table that would have to be smaller is
split.
"""

_LETTER, _TITLE, _NOTE, _ROW, _COLUMN = 4.3, 3.8, 3.6, 10, 16
"""Points: the width of a letter of the table, of a heading and of a note, the height of a row, and the least width of a
column. Estimates: what is wider is made smaller by LaTeX.
"""

_MARK = re.compile(r"([✔✘]?)(≤\d+#?)?(.*?)([*°]*)( n0?=.*)?")


def render(matrix: Matrix, arranged: Arrangement = PLAIN) -> str:
    """Floating tables that fit a page or a column."""
    packages = ("booktabs", "graphicx")
    columns = "twocolumn" if arranged.width == "column" else ""
    return fragment(list(_matrix(matrix, arranged)), packages, "margin=20mm" if columns else "", columns)


def _matrix(matrix: Matrix, arranged: Arrangement, floating: bool = True) -> Iterator[str]:
    all_pieces = [list(_pieces(table, arranged.width)) for table in tables(matrix, arranged)]
    last = all_pieces[-1][-1] if all_pieces else None
    if last is None:
        yield from _below([counts_line(matrix)])
    for pieces in all_pieces:
        for i, piece in enumerate(pieces, 1):
            cells = [cell for row in piece.rows for cell in row.cells if cell is not None]
            below = [
                *notes(piece),
                "; ".join(legend(cells, trusted=False)),
                *([counts_line(matrix)] if piece is last else []),
            ]
            part = f" (part {i} of {len(pieces)})" if len(pieces) > 1 else ""
            label = f"tab:axiometrics-{re.sub('[^a-z0-9]', '-', piece.task)}{f'-{i}' if i > 1 else ''}"
            yield from _float(piece, below, part, label, arranged.width) if floating else _still(piece, below)


def _pieces(table: MatrixTable, width: str) -> Iterator[MatrixTable]:
    """Yield the table in pieces that are neither too wide nor too high."""
    chosen: list[int] = []
    for i in range(len(table.columns)):
        if chosen and _wide(table.with_columns([*chosen, i])) > LINE[width] / SMALLEST:
            yield from _short(table.with_columns(chosen), width)
            chosen = []
        chosen.append(i)
    yield from _short(table.with_columns(chosen), width)


def _wide(table: MatrixTable) -> float:
    names = max(len(row.display) + 2 for row in table.rows)
    marks = [max(len(mark(row.cells[i])) for row in table.rows) for i in range(len(table.columns))]
    return names * _LETTER + sum(max(_COLUMN, most * _LETTER + 6) for most in marks)


def _short(table: MatrixTable, width: str) -> Iterator[MatrixTable]:
    """Yield halves of the table until each fits. The table is split between two families if they meet near the
    middle.
    """
    many = len(table.rows)
    if many < 2 or _high(table, width) <= HEIGHT:
        yield table
        return
    ends = [sum(len(rows) for _, rows in table.families[:i]) for i in range(1, len(table.families))]
    near = [end for end in ends if many / 4 <= end <= 3 * many / 4]
    middle = min(near, key=lambda end: abs(end - many / 2)) if near else many // 2
    yield from _short(table.with_rows(range(middle)), width)
    yield from _short(table.with_rows(range(middle, many)), width)


def _high(table: MatrixTable, width: str) -> float:
    head = max(len(column.head) for column in table.columns) * _TITLE
    rows = (len(table.rows) + len(table.families)) * _ROW
    lines = sum(1 + len(note) * _NOTE // LINE[width] for note in notes(table))
    return head + rows + (lines + 6 * (470 / LINE[width])) * 8 + 40


def _float(table: MatrixTable, below: Sequence[str], part: str, label: str, width: str) -> Iterator[str]:
    kind = "table" if width == "column" else "table*"
    caption = f"{table.task.capitalize()} metrics and the constraints that they satisfy{part}."
    yield from (f"\\begin{{{kind}}}[tp]", r"\centering", f"\\caption{{{escaped(caption)}}}\\label{{{label}}}")
    yield from (*_still(table, below, r"\axfit{%", "}"), f"\\end{{{kind}}}")


def _still(table: MatrixTable, below: Sequence[str], before: str = "{%", after: str = "}") -> Iterator[str]:
    """Yield the table with its notes at the place where it stands, without floating."""
    many = len(table.columns)
    heads = (f"\\rotatebox{{90}}{{{escaped(_head(table, i))}}}" for i in range(many))
    yield f"{{\\footnotesize\\setlength{{\\tabcolsep}}{{3pt}}{before}"
    yield from (f"\\begin{{tabular}}{{@{{}}l*{{{many}}}{{c}}@{{}}}}", r"\toprule", _row(["", *heads]))
    for family, rows in table.families:
        yield r"\midrule"
        if family:
            heading = FURTHER if family == FAMILIES["user"] else family
            yield f"\\multicolumn{{{1 + many}}}{{@{{}}l}}{{\\itshape {escaped(heading)}}} \\\\"
        yield from (
            _row([(r"\quad " if family else "") + escaped(row.display), *map(_sign, row.cells)]) for row in rows
        )
    yield from (r"\bottomrule", rf"\end{{tabular}}{after}\par}}", r"\smallskip")
    yield from _below(below)


def _below(notes: Sequence[str]) -> Iterator[str]:
    yield r"{\scriptsize\raggedright\setlength{\parindent}{0pt}"
    yield from (escaped(text) + r"\par" for text in notes)
    yield "}"


def _head(table: MatrixTable, i: int) -> str:
    return table.columns[i].head


def _sign(cell: Cell | None) -> str:
    r"""The mark of a cell, how far it was searched below and remarks above it."""
    text = mark(cell)
    if text == "-":
        return "--"
    match = _MARK.fullmatch(text)
    assert match is not None, "every part of it may be empty"
    sign, size, word, remarks, threshold = (part or "" for part in match.groups())
    below = f"$_{{\\le {escaped(size[1:])}}}$" if size else ""
    above = f"\\textsuperscript{{{''.join(map(escaped, remarks))}}}" if remarks else ""
    after = f"\\,{{\\scriptsize {escaped(threshold)}}}" if threshold else ""
    return escaped(sign) + below + (r"$\sim$" if word == "~" else escaped(word)) + above + after


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def page(content: pages.Page) -> str:
    """Return the sections in small print, for a landscape page."""
    body = [r"{\footnotesize\setlength{\tabcolsep}{3pt}\setlength{\extrarowheight}{2pt}\setlength{\parindent}{0pt}"]
    body += [f"\\section*{{{escaped(content.title)}}}"] if content.title else []
    for section in content.sections:
        of = r"\subsubsection*" if section.below else r"\subsection*"
        body += [f"{of}{{{escaped(section.heading)}}}"] if section.heading else []
        body += [line for part in section.parts for line in _part(part)]
    packages = ("array", "booktabs", "graphicx", "longtable")
    return fragment([*body[:-1], body[-1] + "}"], packages, "landscape,margin=15mm")


def _part(part: pages.Part) -> Iterator[str]:
    match part:
        case pages.MatrixPart():
            yield from chain([""], _matrix(part.matrix, PLAIN, floating=False))
        case pages.Table():
            broken = any(column.share for column in part.columns)
            for piece in [part] if broken else fitted(part, WIDTH):
                yield from _caption(piece) if piece.caption or not broken else ()
                yield from (_long if broken else _tabular)(piece)
        case pages.Facts():
            yield from (*_caption(part), *(escaped(text) + r"\par" for text in part.sentences))
        case pages.Drawing():
            yield from ("", *map(_line, part.text(WIDTH).split("\n")))
        case str():
            yield from ("", escaped(part) + r"\par")


def _line(line: str) -> str:
    """Return a line of a drawing. A line that is wider than the page is a command, which may break at blanks."""
    if len(line) <= WIDTH:
        return typed(line) + r"\par"
    return f"{{\\raggedright\\texttt{{{escaped(line)}}}\\par}}"


def _caption(part: pages.Table | pages.Facts) -> list[str]:
    return ["", *([escaped(part.caption) + r"\par\nopagebreak"] if part.caption else [])]


def _long(table: pages.Table) -> Iterator[str]:
    """Yield a table whose cells are broken into lines and which may run over several pages. Columns without a share
    divide the rest of the line equally.
    """
    shares = [column.share for column in table.columns]
    rest = (BREADTH - sum(shares)) / max(1, shares.count(0))
    columns = (f">{{\\raggedright\\arraybackslash}}p{{{share or rest:.3g}\\linewidth}}" for share in shares)
    yield f"\\begin{{longtable}}{{{''.join(columns)}}}"
    yield r"\toprule"
    yield _row([f"\\textbf{{{escaped(column.heading)}}}" for column in table.columns]) + r" \midrule \endhead"
    yield from (_row(list(map(escaped, row))) for row in table.shown)
    yield r"\bottomrule"
    yield r"\end{longtable}"


def _tabular(table: pages.Table) -> Iterator[str]:
    yield f"\\begin{{tabular}}{{{''.join(column.align[0] for column in table.columns)}}}"
    yield r"\toprule"
    yield _row([escaped(column.heading) for column in table.columns]) + r" \midrule"
    yield from (_row([_cell(text) for text in row]) for row in table.shown)
    yield from (r"\bottomrule", r"\end{tabular}", r"\bigskip")


def _cell(text: str) -> str:
    return f"\\textbf{{{escaped(text)}}}" if isinstance(text, pages.Strong) else escaped(text)


REPORT = Report("latex", ".tex", render, page, beside=page_of)
