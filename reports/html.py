"""HTML: a matrix becomes one self-contained page of the atlas; a page becomes its tables, lists and paragraphs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html import escape

from markupsafe import Markup

from axiometrics import __version__
from axiometrics.core import page as pages
from axiometrics.core.bars import Bars
from axiometrics.core.case import Case
from axiometrics.core.decimals import folded
from axiometrics.core.escapes import one_line, visible
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts import bars
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement
from axiometrics.reports.parts.tables import counts_line, legend, mark, notes, tables


def render(matrix: Matrix, ascii: bool = False, arranged: Arrangement = PLAIN, source: str = "") -> str:
    """Return the page of a matrix. With `ascii`, every other character becomes a reference to its number, and the signs
    are in ASCII. `arranged` holds the names and the groups that the author chose; `source` is the command line that
    made the matrix.
    """
    from axiometrics.reports import atlas  # templates take long to load, and few commands write HTML

    page = atlas.one_page(matrix, ascii, arranged, made(source))
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii") if ascii else page


def page(content: pages.Page, source: str = "") -> str:
    """Return a self-contained page: a heading for each section, its tables, its sentences as lists, and how it was
    made. `source` is the command line that made it.
    """
    from axiometrics.reports.atlas import style

    title = content.title or " ".join(source.split()[:2]) or "axiometrics"
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{view}<title>{escape(title)}</title><style>{style()}</style>'
    first = f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>'
    body = fragment(content if content.title else replace(content, title=title))
    return "\n".join(
        [first, '<main class="page">', body, "</main>", f"<footer>{made(source)}</footer>", "</body></html>", ""]
    )


def made(source: str) -> Markup:
    """Return how a page was made: by which version, on which day in UTC, and by which command. `SOURCE_DATE_EPOCH`
    gives the time for builds that must not depend on the clock.
    """
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(seconds), UTC) if seconds.isdecimal() else datetime.now(UTC)
    by = f": <code>{escape(visible(one_line(source)))}</code>" if source else ""
    return Markup(f"Made by axiometrics {escape(__version__)} on {now:%Y-%m-%d}{by}")


def fragment(content: pages.Page) -> str:
    """Return the body of a page, for notebooks, which have their own style."""
    body = [f"<h1>{escape(content.title)}</h1>"] if content.title else []
    for section in content.sections:
        of = "h3" if section.below else "h2"
        body += [f"<{of}>{escape(section.heading)}</{of}>"] if section.heading else []
        body += [line for part in section.parts for line in _part(part)]
    return visible("\n".join(body))


def _matrix(matrix: Matrix) -> Iterator[pages.Part]:
    """The tables of a matrix with their notes, and the legend."""
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


def notebook(content: pages.Page) -> str:
    """Return the body of a page with the style of its pictures, which a notebook does not have."""
    from axiometrics.reports.atlas import style_of_figures

    body = fragment(content)
    style = f"<style>{style_of_figures()}</style>" if "<svg" in body else ""
    return f'{style}<div class="axiometrics">\n{body}\n</div>' if style else body


def _data(column: pages.Column, cell: pages.Cell, side: str, names: bool) -> str:
    text, short = column.whole(cell), column.shown(cell)
    if names:
        return f'<th scope="row"{side}>{escape(text)}</th>'
    shown = f"<b>{escape(text)}</b>" if isinstance(text, pages.Strong) else escape(text)
    if short != text:
        shown = f"<details><summary>{escape(short)}</summary>{shown}</details>"
    return f"<td{side}>{shown}</td>"


_WIDTH = 120
"""Characters of a line of a drawing."""

REPORT = Report("html", ".html", render, page)
