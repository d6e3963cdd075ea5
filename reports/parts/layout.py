"""Draw a table in characters, in pieces that fit the width of a line. The formats for text, Markdown and LaTeX share
this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tabulate import tabulate

from axiometrics.core.page import Column, Strong, Table

GAP = 2
"""The number of blanks between two columns. tabulate adds the same number of blanks to a heading."""


def fitted(table: Table, width: int) -> list[Table]:
    """Return the table as pieces that fit the width: the whole table, or the table turned on its side, or as many
    columns in each piece as fit beside the columns that name the rows.

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
    """Return the table with its columns as rows. The name of a row becomes a heading."""
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
    """Return the table as tabulate draws it in this style, with each cell escaped. `strong` is the form of a text in
    bold.
    """
    lines = tabulate(
        [[strong.format(escaped(x)) if isinstance(x, Strong) else escaped(x) for x in row] for row in table.shown],
        [escaped(column.heading) for column in table.columns],
        tablefmt=style,
        disable_numparse=True,
        colalign=[column.align for column in table.columns] if table.rows else None,
    )
    return "\n".join(line.rstrip() for line in lines.splitlines())
