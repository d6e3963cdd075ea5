"""The matrix as a LaTeX document: a long table a task in the shape of Table 6, its headings turned, footnotes below."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.latex import document, escaped
from axiometrics.reports.parts.tables import Table, counts_line, legend, mark, notes, tables

PACKAGES = ("graphicx", "longtable")


def render(matrix: Matrix) -> str:
    """A document of its own; the tables between its beginning and its end fit into a document of yours."""
    body = [r"{\footnotesize\setlength{\tabcolsep}{3pt}\setlength{\parindent}{0pt}\raggedright"]
    for table in tables(matrix):
        body += [*_grid(table), *_paragraphs(notes(table))]
    return document([*body, *_paragraphs([*legend(matrix), counts_line(matrix)]), "}"], PACKAGES, "tables")


def _grid(table: Table) -> Iterator[str]:
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


REPORT = Report("latex", ".tex", render)
