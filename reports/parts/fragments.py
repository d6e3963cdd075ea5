"""Write pages as HTML without a head, for pages of their own, notebooks, and the atlas."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from axiometrics.core import page as pages
from axiometrics.core.bars import Bars
from axiometrics.core.case import Case
from axiometrics.core.decimals import folded
from axiometrics.core.escapes import visible
from axiometrics.core.matrix import Matrix
from axiometrics.reports.parts import bars
from axiometrics.reports.parts.tables import counts_line, legend, mark, notes, tables

_WIDTH = 120
"""The number of characters in a line of a drawing."""


def fragment(content: pages.Page) -> str:
    """Return the body of a page, for notebooks, which have their own style."""
    body = [f"<h1>{escape(content.title)}</h1>"] if content.title else []
    for section in content.sections:
        of = "h3" if section.below else "h2"
        body += [f"<{of}>{escape(section.heading)}</{of}>"] if section.heading else []
        body += [line for part in section.parts for line in _part(part)]
    return visible("\n".join(body))


def _matrix(matrix: Matrix) -> Iterator[pages.Part]:
    """Yield the tables of a matrix with their notes, then the legend and the line of counts."""
    for table in tables(matrix):
        heads = [column.head for column in table.columns]
        columns = (pages.Column("Metric"), *(pages.Column(head) for head in heads))
        yield pages.Table(
            columns, [(row.display, *map(mark, row.cells)) for row in table.rows], table.task.capitalize()
        )
        yield pages.Facts(list(notes(table)))
    yield pages.Facts(legend(matrix))
    yield counts_line(matrix)


def _part(part: pages.Part) -> Iterator[str]:
    match part:
        case pages.MatrixPart():
            yield from (line for inner in _matrix(part.matrix) for line in _part(inner))
        case pages.Table():
            caption = f"<caption>{escape(part.caption)}</caption>" if part.caption else ""
            sides = [' class="right"' * (column.align == "right") for column in part.columns]
            heads = "".join(
                f'<th scope="col"{side}>{escape(column.heading)}</th>'
                for column, side in zip(part.columns, sides, strict=True)
            )
            yield f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>"
            for row in part.rows:
                cells = zip(part.columns, row, sides, strict=True)
                yield f"<tr>{''.join(_data(*cell, i < part.keys) for i, cell in enumerate(cells))}</tr>"
            yield "</tbody></table>"
        case pages.Facts():
            yield from [f"<p>{escape(part.caption)}</p>"] if part.caption else []
            items = "".join(f"<li>{escape(text)}</li>" for text in part.sentences)
            yield from [f"<ul>{items}</ul>"] if items else []
        case Bars():
            yield bars.svg(part)
        case pages.CaseDrawing() if part.case is not None and (drawn := _figures(part.case)):
            yield f'<div class="figures">{"".join(drawn)}</div>'
            yield from [f"<pre>{escape(folded(part.said, _WIDTH))}</pre>"] if part.said else []
        case pages.Drawing():
            yield f"<pre>{escape(part.text(_WIDTH))}</pre>"
        case str():
            yield f"<p>{escape(part)}</p>"


def _figures(case: Case) -> list[str]:
    """Return the gold and each output of a case as pictures with their roles; empty if its task has no pictures."""
    from axiometrics.reports.atlas import figures

    drawings = figures.outputs(case.gold, case.outputs) or {}
    return [f"<figure>{drawing}<figcaption>{escape(role)}</figcaption></figure>" for role, drawing in drawings.items()]


def _data(column: pages.Column, cell: pages.Cell, side: str, names: bool) -> str:
    text, short = column.whole(cell), column.shown(cell)
    if names:
        return f'<th scope="row"{side}>{escape(text)}</th>'
    shown = f"<b>{escape(text)}</b>" if isinstance(text, pages.Strong) else escape(text)
    if short != text:
        shown = f"<details><summary>{escape(short)}</summary>{shown}</details>"
    return f"<td{side}>{shown}</td>"
