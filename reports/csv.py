"""The matrix as comma-separated values: a line a cell."""

from __future__ import annotations

import csv
import io

from axiometrics.core.cell import Cell
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report

COLUMNS = ("task", "metric", "constraint", "reading", "holds", "kind", "size", "relation", "documents")


def render(matrix: Matrix) -> str:
    """A line a cell; `holds` is true, false or nothing."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_line, matrix))
    return text.getvalue()


def _line(cell: Cell) -> list[object]:
    holds = "" if cell.holds is None else str(cell.holds).lower()
    documents = None if cell.counterexample is None else cell.counterexample["documents"]
    return [
        cell.task,
        cell.metric,
        cell.constraint,
        cell.reading,
        holds,
        cell.evidence.kind,
        cell.evidence.size,
        cell.relation,
        documents,
    ]


REPORT = Report("csv", ".csv", render)
