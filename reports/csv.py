"""Comma-separated values: one line for each cell of a matrix, or one line for each record of a page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from axiometrics.core.cell import Cell
from axiometrics.core.escapes import one_line, plain_cell
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.page import Page
from axiometrics.core.report import Report

BESIDES = ("undefined", "breaks", "loss")
"""Columns that are added only if a cell of a user's metric has a value in one of them."""


def render(matrix: Matrix) -> str:
    """Return one line for each cell; `holds` is true, false or empty. A cell that a stopped run lacks is of kind
    `missing`.
    """
    besides = [_besides(cell) for cell in matrix]
    missing = [_missing(cell) for cell in matrix.missing]
    if not any(map(any, besides)):
        return _written(Cell.COLUMNS, [*map(_line, matrix), *missing])
    lines = [[*_line(cell), *more] for cell, more in zip(matrix, besides, strict=True)]
    return _written((*Cell.COLUMNS, *BESIDES), [*lines, *([*line, *(None for _ in BESIDES)] for line in missing)])


def _missing(cell: Missing) -> list[object]:
    names = {"task": cell.task, "metric": cell.metric, "constraint": cell.constraint, "reading": cell.reading}
    return [{**names, "kind": "missing"}.get(name) for name in Cell.COLUMNS]


def _besides(cell: Cell) -> list[object]:
    """Return the number of cases on which a user's metric is undefined, the invariances that it breaks, and whether it
    is a loss.
    """
    evidence = cell.evidence
    breaks = " ".join(str(shown_break["invariance"]) for shown_break in evidence.breaks)
    return [evidence.undefined if evidence.undefined_at is not None else None, breaks or None, evidence.loss]


def page(content: Page) -> str:
    """Return one line for each record, with every number in full. A missing value is an empty field."""
    assert content.records is not None, "the report has looked"
    table = content.records()
    return _written([column.heading for column in table.columns], table.rows)


def _written(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([plain_cell(_word(cell)) for cell in row] for row in rows)
    return text.getvalue()


def _line(cell: Cell) -> list[object]:
    return list(cell.row())


def _word(cell: object) -> object:
    return str(cell).lower() if isinstance(cell, bool) else one_line(cell) if isinstance(cell, str) else cell


REPORT = Report("csv", ".csv", render, page, of_records=True)
