"""Audits of libraries as text, Markdown, JSON and CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from tabulate import tabulate

from axiometrics.candidates import laws
from axiometrics.candidates.library_audit import AuditedMetric, LibraryAudit
from axiometrics.core.task import task as task_of
from axiometrics.reports.json import document
from axiometrics.reports.parts import formats as reporting

COLUMNS = ("library", "version", "metric", "task", "part", "name", "verdict", "value", "ours", "example")

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
LEGEND = "✔ no input tried violates it; ✘ fails; - does not apply; ! gives no number"
_ASCII = str.maketrans("✔✘", "YN")


def text(audits: Sequence[LibraryAudit], *, ascii: bool = False, width: int = 120) -> str:
    """For a terminal: a heading a library, then its parts."""
    return _document(audits, lambda found: reporting.report("text").show(found, ascii=ascii, width=width), False, ascii)


def markdown(audits: Sequence[LibraryAudit], *, ascii: bool = False, width: int = 120) -> str:
    """For a page: the same as sections."""
    return _document(
        audits,
        lambda found: re.sub(
            r"(?m)^## (.*)$", r"### Constraints: \1", reporting.report("markdown").show(found, ascii=ascii)
        ),
        True,
        ascii,
    )


def _document(audits: Sequence[LibraryAudit], matrix: Callable[[Any], str], page: bool, ascii: bool) -> str:
    parts = []
    for found in audits:
        parts.append(f"## {found.title}" if page else f"{found.title}\n{'=' * len(found.title)}")
        if found.absent:
            parts.append(_escaped(f"Not in what is installed: {', '.join(found.absent)}.", page))
        parts += _taken(found, page)
        if found.matrix is not None:
            parts.append(matrix(found.matrix).rstrip("\n"))
        if found.expected:
            lines = [
                f"- {metric}/{constraint} is violated, as expected: {why}"
                for (metric, constraint), why in found.expected.items()
            ]
            parts.append("\n".join(_escaped(line, page) for line in lines))
        if any(row.laws for row in found.rows):
            parts += [_heading("Laws", page), _laws(found, page, ascii)]
            notes = [LEGEND.translate(_ASCII) if ascii else LEGEND, *_violations(found), *_differences(found)]
            parts.append("\n".join(f"- {_escaped(note, page)}" for note in notes))
        for task, rows in _by_task(row for row in found.rows if row.conventions):
            parts += [_heading(f"0/0: {task}", page), _conventions(task, rows, page)]
    return "\n\n".join(parts) + "\n"


def _taken(found: LibraryAudit, page: bool) -> Iterator[str]:
    """Which metrics were taken and how, and which functions were not and why."""
    if found.rows:
        yield _heading("Metrics", page)
        lines = [[row.member.name, row.member.task, found.how.get(row.member.name, "")] for row in found.rows]
        yield _table(["metric", "task", "how it is called"], lines, page, wide=70)
    if found.left:
        yield _heading("Not taken", page)
        why: dict[str, list[str]] = {}
        for name, reason in found.left.items():
            why.setdefault(reason, []).append(name)
        yield _table(["why", "functions"], [[reason, ", ".join(names)] for reason, names in why.items()], page, wide=70)


def _heading(title: str, page: bool) -> str:
    return f"### {title}" if page else title.upper()


def _by_task(rows: Iterator[AuditedMetric]) -> Iterator[tuple[str, list[AuditedMetric]]]:
    yield from ((task, list(group)) for task, group in groupby(rows, lambda row: row.member.task))


def _laws(found: LibraryAudit, page: bool, ascii: bool) -> str:
    lines = []
    for row in found.rows:
        signs = [("!" if law.cases else "-") if law.holds is None else "✔" if law.holds else "✘" for law in row.laws]
        likeness = "" if row.likeness is None else f"{'=' if row.likeness.equal else 'not'} {row.likeness.ours}"
        lines.append([row.member.name, *(sign.translate(_ASCII) if ascii else sign for sign in signs), likeness])
    return _table(["metric", *(law.name for law in laws.LAWS), "ours"], lines, page)


def _violations(found: LibraryAudit) -> Iterator[str]:
    """A line a law and kind of input: which metrics violate it, and the smallest input found of the first."""
    for law in laws.LAWS:
        broken = [
            (row.member.name, one)
            for row in found.rows
            for one in row.laws
            if one.law == law.name and one.holds is False
        ]
        if broken:
            name, one = min(broken, key=lambda pair: len(pair[1].given))
            of = ", ".join(metric for metric, _ in broken)
            yield (
                f"{law.name} ({law.statement}) fails for {of}; {name}: ({one.given}) gives {one.got}, "
                f"({one.varied}) gives {one.instead}"
            )


def _differences(found: LibraryAudit) -> Iterator[str]:
    for row in found.rows:
        if row.likeness is not None and not row.likeness.equal:
            yield f"{row.member.name} {row.likeness}"


def _conventions(task: str, rows: Sequence[AuditedMetric], page: bool) -> str:
    degenerate = task_of(task).degenerate
    header = ["metric", *degenerate]
    inputs = ["system / gold", *(f"{system} / {gold}" for system, gold in degenerate.values())]
    lines = [
        [
            row.member.name,
            *(one.theirs if one.alike is not False else f"{one.theirs} (ours {one.ours})" for one in row.conventions),
        ]
        for row in rows
    ]
    return _table(header, [inputs, *lines], page, wide=14)


def _table(header: Sequence[str], lines: Sequence[Sequence[str]], page: bool, wide: int = 10) -> str:
    if page:
        cells = [[_escaped(cell, True) for cell in line] for line in lines]
        return str(tabulate(cells, list(header), tablefmt="pipe", disable_numparse=True))
    widths = [None if len(header) != 2 else 45, *[wide] * (len(header) - 1)]
    wrapped = tabulate(
        [list(line) for line in lines],
        list(header),
        tablefmt="simple",
        disable_numparse=True,
        maxcolwidths=widths,
        maxheadercolwidths=widths,
    )
    return str(wrapped)


def _escaped(words: str, page: bool) -> str:
    return _SPECIAL.sub(r"\\\1", words) if page else words


def to_json(audits: Sequence[LibraryAudit], *, ascii: bool = False, width: int = 120) -> str:
    """Everything that was found, the matrix as `matrix` has it."""
    return document({"schema": "axiometrics/libraries/1", "libraries": [_described(found) for found in audits]})


def _described(found: LibraryAudit) -> dict[str, Any]:
    metrics = []
    for row in found.rows:
        likeness = None if row.likeness is None else vars(row.likeness)
        entry = {
            "id": row.member.name,
            "task": row.member.task,
            "signature": row.member.signature,
            "ours": row.member.ours or None,
            "how": found.how.get(row.member.name, ""),
        }
        metrics.append(
            {
                **entry,
                "likeness": likeness,
                "laws": [vars(one) for one in row.laws],
                "conventions": [vars(one) for one in row.conventions],
            }
        )
    head = {
        "library": found.library.name,
        "distribution": found.library.distribution,
        "version": found.version,
        "absent": list(found.absent),
        "left": [{"name": name, "why": why} for name, why in found.left.items()],
    }
    return {**head, "metrics": metrics, "matrix": None if found.matrix is None else found.matrix.to_json()}


def to_csv(audits: Sequence[LibraryAudit], *, ascii: bool = False, width: int = 120) -> str:
    """A line a finding, of whatever part."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for found in audits:
        for line in _lines(found):
            writer.writerow([found.library.name, found.version, *line])
    return written.getvalue()


def _lines(found: LibraryAudit) -> Iterator[list[str]]:
    for cell in found.matrix or ():
        verdict = cell.evidence.kind if cell.holds is None else "holds" if cell.holds else "fails"
        size = "" if cell.evidence.size is None else f" to {cell.evidence.size}"
        yield [
            cell.metric,
            cell.task,
            "constraint",
            f"{cell.constraint}@{cell.reading}",
            verdict,
            cell.evidence.kind + size,
            "",
            cell.message,
        ]
    for row in found.rows:
        head = [row.member.name, row.member.task]
        for one in row.laws:
            verdict = (
                ("error" if one.cases else "not-applicable") if one.holds is None else "holds" if one.holds else "fails"
            )
            yield [*head, "law", one.law, verdict, str(one.cases), "", "" if one.holds is not False else str(one)]
        if row.likeness is not None:
            alike = row.likeness
            yield [
                *head,
                "ours",
                alike.ours,
                "equal" if alike.equal else "differs",
                alike.theirs,
                alike.value,
                alike.given,
            ]
        for convention in row.conventions:
            verdict = "" if convention.alike is None else "equal" if convention.alike else "differs"
            yield [
                *head,
                "convention",
                convention.name,
                verdict,
                convention.theirs,
                convention.ours,
                f"{convention.system} / {convention.gold}",
            ]


FORMATS: dict[str, Callable[..., str]] = {"text": text, "markdown": markdown, "json": to_json, "csv": to_csv}
"""Formats by name: what writes them."""
