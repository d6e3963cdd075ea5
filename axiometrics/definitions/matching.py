"""The heaviest matching of a bipartite graph, without a library."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

Row = TypeVar("Row", bound=Hashable)
Column = TypeVar("Column", bound=Hashable)


def heaviest_matching(edges: Mapping[tuple[Row, Column], int]) -> int:
    """The greatest weight of edges (row, column) no two of which share an end.

    One augmenting path of the greatest gain after another (Bellman-Ford, no potentials); gains never grow, so the first
    that is not positive ends it.

    >>> heaviest_matching({("a", 1): 3, ("a", 2): 2, ("b", 1): 2})
    4
    """
    row_of: dict[Column, Row] = {}
    total = 0
    while True:
        gain, before = _reached(edges, row_of)
        ends = [column for column in gain if column not in row_of]
        if not ends or gain[best := max(ends, key=gain.__getitem__)] <= 0:
            return total
        total += gain[best]
        column_of = {row: column for column, row in row_of.items()}
        column: Column | None = best
        while column is not None:
            row_of[column] = before[column]
            column = column_of.get(before[column])


def _reached(
    edges: Mapping[tuple[Row, Column], int], row_of: Mapping[Column, Row]
) -> tuple[dict[Column, int], dict[Column, Row]]:
    """The greatest gain of an alternating path from a free row to each column, and the row before the column on it."""
    free = {row for row, _ in edges} - set(row_of.values())
    at_row = dict.fromkeys(free, 0)
    gain: dict[Column, int] = {}
    before: dict[Column, Row] = {}
    changed = True
    while changed:
        changed = False
        for (row, column), weight in edges.items():
            if (
                row not in at_row
                or row_of.get(column) == row
                or (column in gain and at_row[row] + weight <= gain[column])
            ):
                continue
            gain[column], before[column], changed = at_row[row] + weight, row, True
            if column in row_of:
                back = row_of[column]
                at_row[back] = gain[column] - edges[back, column]
    return gain, before
