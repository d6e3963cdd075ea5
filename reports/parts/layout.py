"""A table drawn in signs, and in pieces that a line has room for. What text, Markdown and LaTeX share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tabulate import tabulate

from axiometrics.core.page import Column, Strong, Table

GAP = 2
"""Blanks between two columns, and as many as tabulate adds to a heading."""


def fitted(table: Table, width: int) -> list[Table]:
    """The table whole, or turned on its side, or as many columns at a time as fit beside those that name the rows.

    >>> wide = Table((Column("run"), Column("AP"), Column("nDCG")), [("mine", "0.5", "0.7")], across="metric")
    >>> fitted(wide, 20) == [wide]
    True
    >>> fitted(wide, 16)[0].rows
    [('AP', '0.5'), ('nDCG', '0.7')]
    """
    shown = table.shown
    widths = [
        GAP
        + max(
            [
                GAP + max(map(len, column.heading.split("\n"))),
                *(len(line) for row in shown for line in row[i].split("\n")),
            ]
        )
        for i, column in enumerate(table.columns)
    ]
    room = width + GAP - sum(widths[: table.keys])
    pieces: list[list[int]] = []
    for i in range(table.keys, len(widths)):
        if not pieces or sum(widths[j] for j in pieces[-1]) + widths[i] > room:
            pieces.append([])
        pieces[-1].append(i)
    if len(pieces) < 2:
        return [table]
    if table.across:
        return fitted(_turned(table), width)
    return [_with_columns(table, [*range(table.keys), *chosen], first=chosen is pieces[0]) for chosen in pieces]


def _turned(table: Table) -> Table:
    """The columns as rows; a row's name becomes a heading."""
    columns = tuple(Column(row[0], table.columns[-1].align) for row in table.shown)
    rows = list(zip(*([column.heading.replace("\n", " ") for column in table.columns], *table.shown), strict=True))[1:]
    return Table((Column(table.across), *columns), rows, table.caption)


def _with_columns(table: Table, chosen: list[int], first: bool) -> Table:
    return replace(
        table,
        columns=tuple(table.columns[i] for i in chosen),
        rows=[[row[i] for i in chosen] for row in table.rows],
        caption=table.caption if first else "",
    )


def drawn(table: Table, style: str, escaped: Callable[[str], str] = str, strong: str = "{}") -> str:
    """The table as tabulate draws it in a style, each cell escaped; `strong` is how what is in bold is written."""
    lines = tabulate(
        [[strong.format(escaped(x)) if isinstance(x, Strong) else escaped(x) for x in row] for row in table.shown],
        [escaped(column.heading) for column in table.columns],
        tablefmt=style,
        disable_numparse=True,
        colalign=[column.align for column in table.columns] if table.rows else None,
    )
    return "\n".join(line.rstrip() for line in lines.splitlines())
