"""Comma-separated values: of the matrix a line a cell, of a page its records."""

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
"""Further columns. They are written only where a cell of a user's metric has a value in one of them."""


def render(matrix: Matrix) -> str:
    """A line a cell; `holds` is true, false or nothing. A cell that a stopped run lacks is of kind `missing`."""
    besides = [_besides(cell) for cell in matrix]
    missing = [_missing(one) for one in matrix.missing]
    if not any(map(any, besides)):
        return _written(Cell.COLUMNS, [*map(_line, matrix), *missing])
    lines = [[*_line(cell), *more] for cell, more in zip(matrix, besides, strict=True)]
    return _written((*Cell.COLUMNS, *BESIDES), [*lines, *([*one, *(None for _ in BESIDES)] for one in missing)])


def _missing(one: Missing) -> list[object]:
    known = {"task": one.task, "metric": one.metric, "constraint": one.constraint, "reading": one.reading}
    return [{**known, "kind": "missing"}.get(name) for name in Cell.COLUMNS]


def _besides(cell: Cell) -> list[object]:
    """On how many cases a user's metric is undefined, the invariances that it breaks, and whether it is a loss."""
    found = cell.evidence
    breaks = " ".join(str(one["invariance"]) for one in found.breaks)
    return [found.undefined if found.undefined_at is not None else None, breaks or None, found.loss]


def page(found: Page) -> str:
    """A line a record, every number whole; what has no value is empty."""
    assert found.records is not None, "the report has looked"
    table = found.records()
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
