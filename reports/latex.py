"""LaTeX documents. The matrix: a long table a task in the shape of Table 6, its headings turned, footnotes below. A
page: its tables, which run over several sheets where their cells are sentences, and paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.core import page as pages
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.latex import document, escaped, typed
from axiometrics.reports.parts.layout import fitted
from axiometrics.reports.parts.tables import MatrixTable, counts_line, legend, mark, notes, tables

PACKAGES = ("graphicx", "longtable")

WIDTH = 150
"""Characters of small print that a line of the landscape page holds."""


def render(matrix: Matrix) -> str:
    """A document of its own; the tables between its beginning and its end fit into a document of yours."""
    head = r"{\footnotesize\setlength{\tabcolsep}{3pt}\setlength{\parindent}{0pt}\raggedright"
    return document([head, *_matrix(matrix), "}"], PACKAGES, "tables")


def _matrix(matrix: Matrix) -> Iterator[str]:
    for table in tables(matrix):
        yield from (*_grid(table), *_paragraphs(notes(table)))
    yield from _paragraphs([*legend(matrix), counts_line(matrix)])


def _grid(table: MatrixTable) -> Iterator[str]:
    heads = (f"\\rotatebox{{90}}{{{escaped(f'{column.title}, {column.reading}')}}}" for column in table.columns)
    yield f"\\begin{{longtable}}[l]{{l*{{{len(table.columns)}}}{{c}}}}"
    yield _row([f"\\textbf{{{escaped(table.task.capitalize())}}}", *heads]) + r" \hline \endhead"
    for family, rows in table.families:
        yield f"\\multicolumn{{{1 + len(table.columns)}}}{{l}}{{\\itshape {escaped(family)}}} \\\\*"
        yield from (
            _row([r"\quad " + escaped(row.display), *(escaped(mark(cell)) for cell in row.cells)]) for row in rows
        )
    yield r"\end{longtable}"


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _paragraphs(texts: Iterator[str] | list[str]) -> Iterator[str]:
    yield from ("", *(escaped(text) + r"\par" for text in texts), r"\bigskip")


def page(found: pages.Page) -> str:
    """A document of its own; what stands between its beginning and its end fits into a document of yours."""
    body = [r"{\footnotesize\setlength{\tabcolsep}{3pt}\setlength{\extrarowheight}{2pt}\setlength{\parindent}{0pt}"]
    body += [f"\\section*{{{escaped(found.title)}}}"] if found.title else []
    for section in found.sections:
        of = r"\subsubsection*" if section.below else r"\subsection*"
        body += [f"{of}{{{escaped(section.heading)}}}"] if section.heading else []
        body += [line for part in section.parts for line in _part(part)]
    return document([*body[:-1], body[-1] + "}"], ("array", *PACKAGES), "tables")


def _part(part: pages.Part) -> Iterator[str]:
    match part:
        case pages.MatrixPart():
            yield from _matrix(part.matrix)
        case pages.Table():
            broken = any(column.share for column in part.columns)
            for piece in [part] if broken else fitted(part, WIDTH):
                yield from _caption(piece) if piece.caption or not broken else ()
                yield from (_long if broken else _tabular)(piece)
        case pages.Facts():
            yield from (*_caption(part), *(escaped(text) + r"\par" for text in part.sentences))
        case pages.Drawing():
            yield from ("", *(typed(line) + r"\par" for line in part.text(WIDTH).split("\n")))
        case str():
            yield from ("", escaped(part) + r"\par")


def _caption(part: pages.Table | pages.Facts) -> list[str]:
    return ["", *([escaped(part.caption) + r"\par\nopagebreak"] if part.caption else [])]


def _long(table: pages.Table) -> Iterator[str]:
    """Cells are broken into lines, and the table into pages."""
    shares = (f">{{\\raggedright\\arraybackslash}}p{{{column.share}\\linewidth}}" for column in table.columns)
    yield f"\\begin{{longtable}}{{{''.join(shares)}}}"
    yield _row([f"\\textbf{{{escaped(column.heading)}}}" for column in table.columns]) + r" \hline \endhead"
    yield from (_row(list(map(escaped, row))) for row in table.shown)
    yield r"\end{longtable}"


def _tabular(table: pages.Table) -> Iterator[str]:
    yield f"\\begin{{tabular}}{{{''.join(column.align[0] for column in table.columns)}}}"
    yield _row([escaped(column.heading) for column in table.columns]) + r" \hline"
    yield from (_row([_cell(text) for text in row]) for row in table.shown)
    yield from (r"\end{tabular}", r"\bigskip")


def _cell(text: str) -> str:
    return f"\\textbf{{{escaped(text)}}}" if isinstance(text, pages.Strong) else escaped(text)


REPORT = Report("latex", ".tex", render, page)
