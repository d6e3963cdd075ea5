"""The matrix as one HTML page that needs nothing else: a table a task, each sign a link to what the cell rests on, its
counterexample drawn.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby

from axiometrics import registry
from axiometrics.core import page as pages
from axiometrics.core.cell import Cell, drawn
from axiometrics.core.constraint import Constraint
from axiometrics.core.escapes import visible
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts import words
from axiometrics.reports.parts.tables import MatrixTable, counts_line, legend, mark, notes, tables

_STYLE = """
:root { color-scheme: light dark; --line: #8886;
  --good: light-dark(#12662f, #7fd69a); --bad: light-dark(#a01818, #ff9d94); }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 80rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .6rem; text-align: center; white-space: nowrap; }
thead th { font-weight: 600; vertical-align: bottom; white-space: normal; }
thead tr:last-child th { border-bottom: 2px solid var(--line); font-weight: 400; }
tbody th { text-align: left; font-weight: 400; padding-left: 1.5rem; }
tbody th[colspan] { font-style: italic; padding: .6rem 0 .1rem; }
tbody tr:hover { background: #8881; }
ul { list-style: none; padding-left: 1rem; }
td a { color: inherit; text-decoration: none; display: block; }
td a:hover, td a:focus { text-decoration: underline; }
.holds { color: var(--good); } .fails { color: var(--bad); }
details { border-top: 1px solid var(--line); padding: .3rem 0; }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: .2rem 1rem; margin: .4rem 0 .4rem 1rem; }
dt { opacity: .75; } dd { margin: 0; }
pre { margin: .6rem 1rem; overflow-x: auto; font-size: 13px; line-height: 1.35; }
footer { border-top: 2px solid var(--line); margin-top: 2rem; padding-top: .5rem; }
@media print { details:not([open]) { display: none; } }
""".strip()

_SCRIPT = """
const open = () => document.getElementById(location.hash.slice(1))?.closest("details")?.setAttribute("open", "");
addEventListener("hashchange", open); open();
""".strip()
"""Opens the cell that a link leads to, for browsers that do not by themselves."""


_CLASSES = {True: "holds", False: "fails", None: "neither"}


def render(matrix: Matrix, ascii: bool = False) -> str:
    """A page; `ascii` writes every other character as a reference to its number, and the signs in ASCII."""
    metrics = {entry["id"]: entry["display"] for entry in matrix.metrics}
    numbers = {id(cell): f"cell-{i}" for i, cell in enumerate(matrix, 1)}
    body = ["<h1>Constraint satisfaction</h1>", f"<p>{escape(counts_line(matrix))}</p>", *_list(legend(matrix, ascii))]
    for table in tables(matrix):
        body += [
            f"<h2>{escape(table.task.capitalize())}</h2>",
            *_grid(table, numbers, ascii),
            *_list(notes(table, ascii)),
        ]
    body.append("<h2>Evidence</h2>")
    known = {(c.task, c.id, reading.name): c for c in registry.constraints() for reading in c.readings}
    for cell in matrix:
        body += _cell(
            cell,
            numbers[id(cell)],
            metrics.get(cell.metric, cell.metric),
            known.get((cell.task, cell.constraint, cell.reading)),
        )
    body.append(f"<footer>axiometrics {escape(matrix.version)}: {escape(counts_line(matrix))}</footer>")
    head = (
        f'<meta charset="utf-8">\n<meta name="viewport" '
        f'content="width=device-width">\n<title>Constraint '
        f"satisfaction</title>\n<style>\n{_STYLE}\n</style>"
    )
    lines = "\n".join(body)
    page = (
        f"<!DOCTYPE html>\n<html "
        f'lang="en">\n<head>\n{head}\n</head>\n<body>\n{lines}\n<script>\n{_SCRIPT}\n</script>\n</body>\n</html>\n'
    )
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii") if ascii else page


def _list(entries: Iterable[str]) -> Iterator[str]:
    items = [f"<li>{escape(entry)}</li>" for entry in entries]
    yield from (["<ul>", *items, "</ul>"] if items else [])


def _grid(table: MatrixTable, numbers: Mapping[int, str], ascii: bool) -> Iterator[str]:
    titles = [(title, len(list(group))) for title, group in groupby(column.title for column in table.columns)]
    heads = "".join(f'<th scope="colgroup" colspan="{width}">{escape(title)}</th>' for title, width in titles)
    readings = "".join(f'<th scope="col">{escape(column.reading)}</th>' for column in table.columns)
    yield (
        f'<div class="wide"><table>\n<thead>\n<tr><th rowspan="2" '
        f'scope="col">Metric</th>{heads}</tr>\n<tr>{readings}</tr>\n</thead>'
    )
    for family, rows in table.families:
        yield f'<tbody>\n<tr><th scope="rowgroup" colspan="{1 + len(table.columns)}">{escape(family)}</th></tr>'
        for row in rows:
            cells = "".join(_sign(cell, numbers, ascii) for cell in row.cells)
            yield f'<tr><th scope="row">{escape(row.display)}</th>{cells}</tr>'
        yield "</tbody>"
    yield "</table></div>"


def _sign(cell: Cell | None, numbers: Mapping[int, str], ascii: bool) -> str:
    if cell is None:
        return "<td></td>"
    says = f"{words.verdict(cell)} ({cell.evidence.kind})"
    return (
        f'<td class="{_CLASSES[cell.holds]}"><a href="#{numbers[id(cell)]}" '
        f'title="{escape(says)}">{escape(mark(cell, ascii))}</a></td>'
    )


def _cell(cell: Cell, number: str, metric: str, constraint: Constraint | None) -> Iterator[str]:
    """What is behind a sign."""
    title = constraint.title if constraint else cell.constraint
    verdict = f'<strong class="{_CLASSES[cell.holds]}">{escape(words.verdict(cell))}</strong>'
    yield f"<details><summary>{escape(f'{metric} / {title}, {cell.task}, reading {cell.reading}')}: {verdict}</summary>"
    facts = "".join(f"<dt>{label}</dt><dd>{escape(text)}</dd>" for label, text in _facts(cell, constraint))
    yield f'<dl id="{number}">{facts}</dl>'
    if cell.counterexample is not None:
        demand = constraint.reading(cell.reading).demand if constraint else None
        yield f"<pre>{escape(drawn(cell.task, cell.counterexample.data, demand))}</pre>"
    yield "</details>"


def _facts(cell: Cell, constraint: Constraint | None) -> Iterator[tuple[str, str]]:
    if constraint is None:  # saved by another version, or where a pack was installed that is not here
        yield "evidence", f"{cell.evidence.kind}: {cell.message}" if cell.message else cell.evidence.kind
        return
    yield "demanded", constraint.statement
    yield "reading", constraint.reading(cell.reading).statement
    yield "source", constraint.source
    yield "evidence", words.evidence(cell, constraint)
    yield from (("note", note) for note in words.notes(cell))
    yield from (("region", f"holds for {known.holds}") for known in cell.regions)
    yield "again", shlex.join(["axiometrics", "explain", cell.metric, constraint.name, "--reading", cell.reading])


def page(found: pages.Page) -> str:
    """A page that needs nothing else: a heading a section, its tables, its sentences as lists."""
    title = found.title or "axiometrics"
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    first = f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>'
    return "\n".join([first, fragment(found), "</body></html>", ""])


def fragment(found: pages.Page) -> str:
    """What stands in the body of a page, for notebooks, which have a style of their own."""
    body = [f"<h1>{escape(found.title)}</h1>"] if found.title else []
    for section in found.sections:
        of = "h3" if section.below else "h2"
        body += [f"<{of}>{escape(section.heading)}</{of}>"] if section.heading else []
        body += [line for part in section.parts for line in _part(part)]
    return visible("\n".join(body))


def _matrix(matrix: Matrix) -> Iterator[pages.Part]:
    """The tables of a matrix with their notes, and the legend."""
    for table in tables(matrix):
        heads = [f"{column.title}, {column.reading}" for column in table.columns]
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
            yield from (line for one in _matrix(part.matrix) for line in _part(one))
        case pages.Table():
            caption = f"<caption>{escape(part.caption)}</caption>" if part.caption else ""
            heads = "".join(f'<th scope="col">{escape(column.heading)}</th>' for column in part.columns)
            yield f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>"
            yield from (
                f"<tr>{''.join(_data(text, i < part.keys) for i, text in enumerate(row))}</tr>" for row in part.shown
            )
            yield "</tbody></table>"
        case pages.Facts():
            yield from [f"<p>{escape(part.caption)}</p>"] if part.caption else []
            items = "".join(f"<li>{escape(text)}</li>" for text in part.sentences)
            yield from [f"<ul>{items}</ul>"] if items else []
        case pages.Drawing():
            yield f"<pre>{escape(part.text(_WIDTH))}</pre>"
        case str():
            yield f"<p>{escape(part)}</p>"


def _data(text: str, names: bool) -> str:
    if names:
        return f'<th scope="row">{escape(text)}</th>'
    return f"<td><b>{escape(text)}</b></td>" if isinstance(text, pages.Strong) else f"<td>{escape(text)}</td>"


_WIDTH = 120
"""Characters of a line of a drawing."""

REPORT = Report("html", ".html", render, page)
