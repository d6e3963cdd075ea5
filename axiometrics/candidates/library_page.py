"""Audits of libraries as a page. Each library has a section with its metrics, the matrix, the laws, its values on
degenerate inputs (0/0), and its conduct.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from axiometrics.candidates import laws
from axiometrics.candidates.conduct import NAMES
from axiometrics.candidates.conduct.document import entries
from axiometrics.candidates.inference import AmbiguousForm
from axiometrics.candidates.laws import LawFinding
from axiometrics.candidates.library_audit import AuditedMetric, LibraryAudit
from axiometrics.core.documents import written
from axiometrics.core.page import Column, Facts, MatrixPart, Page, Section, Table
from axiometrics.core.task import task as task_of

SCHEMA = "axiometrics/libraries/1"
"""The name of the document that holds audits of libraries."""

COLUMNS = ("library", "version", "metric", "task", "part", "name", "verdict", "value", "ours", "example")
"""The columns of the records. The parts of an audit share them, so a part leaves those empty that it does not use."""

LEGEND = "✔ no input that was tried violates the law; ✘ violated; - does not apply; ! the metric gave no number"


def page(audits: Sequence[LibraryAudit]) -> Page:
    """The page of some audits. Its records are one line for each finding, in all parts of an audit."""
    return Page(
        title="",
        sections=[section for audit in audits for section in _sections(audit)],
        schema=SCHEMA,
        data=lambda: {"libraries": [_described(audit) for audit in audits]},
        records=lambda: Table.records(
            COLUMNS, [(audit.library.name, audit.version, *line) for audit in audits for line in _lines(audit)]
        ),
    )


def _sections(audit: LibraryAudit) -> Iterator[Section]:
    yield Section(audit.title, [f"Not in what is installed: {', '.join(audit.absent)}."] if audit.absent else [])
    if audit.rows or audit.questions:
        metrics = [(row.member.name, row.member.task, audit.how.get(row.member.name, "")) for row in audit.rows]
        metrics += [(name, "asked", _ways(question)) for name, question in audit.questions.items()]
        columns = (Column("metric", share=0.3), Column("task", share=0.12), Column("how it is called", share=0.5))
        lines = [
            text.strip() for question in audit.questions.values() for text in map(question.line, question.readings)
        ]
        to_write = Facts(
            lines, "Of what is asked nothing is judged. Write one of its lines into axiometrics.toml, below [targets]:"
        )
        yield Section("Metrics", [Table(columns, metrics), *([to_write] if lines else [])], below=True)
    if audit.left:
        why: dict[str, list[str]] = {}
        for name, reason in audit.left.items():
            why.setdefault(reason, []).append(name)
        left = [(reason, ", ".join(names)) for reason, names in why.items()]
        yield Section(
            "Not taken", [Table((Column("why", share=0.4), Column("functions", share=0.5)), left)], below=True
        )
    if audit.matrix is not None:
        expected = [
            f"{metric}/{constraint} is violated, as expected: {why}"
            for (metric, constraint), why in audit.expected.items()
        ]
        yield Section("", [MatrixPart(audit.matrix), *([Facts(expected)] if expected else [])], below=True)
    if any(row.laws for row in audit.rows):
        yield Section(
            "Laws",
            [_laws(audit), Facts([LEGEND, *_violations(audit), *_doubts(audit), *_differences(audit)])],
            below=True,
        )
    for task, rows in _by_task(row for row in audit.rows if row.conventions):
        yield Section(f"0/0: {task}", [_conventions(task, rows)], below=True)
    for task, rows in _by_task(row for row in audit.rows if row.conduct is not None):
        yield Section(f"Conduct: {task}", [_conduct(rows)], below=True)


def _ways(question: AmbiguousForm) -> str:
    """The ways in which a metric can be called, in one line."""
    return "; or ".join(f"{question.option(reading)}: {question.called(reading)}" for reading in question.readings)


def _by_task(rows: Iterable[AuditedMetric]) -> Iterator[tuple[str, list[AuditedMetric]]]:
    yield from ((task, list(group)) for task, group in groupby(rows, lambda row: row.member.task))


def _laws(audit: LibraryAudit) -> Table:
    rows = []
    for row in audit.rows:
        likeness = "" if row.likeness is None else f"{'=' if row.likeness.equal else 'not'} {row.likeness.ours}"
        rows.append((row.member.name, *map(_sign, row.laws), likeness))
    return Table(tuple(map(Column, ("metric", *(law.name for law in laws.LAWS), "ours"))), rows, across="law")


def _sign(law: LawFinding) -> str:
    if law.holds is None:
        return "!" if law.cases else "-"
    return "✔" if law.holds else "✘"


def _violations(audit: LibraryAudit) -> Iterator[str]:
    """For each law and each kind of input, one line: which metrics violate the law, and the smallest input on which the
    first of these metrics was found to violate it."""
    for law in laws.LAWS:
        broken = [
            (row.member.name, finding)
            for row in audit.rows
            for finding in row.laws
            if finding.law == law.name and finding.holds is False
        ]
        if broken:
            name, finding = min(broken, key=lambda pair: len(pair[1].given))
            of = ", ".join(metric for metric, _ in broken)
            yield (
                f"{law.name} ({law.statement}) fails for {of}; {name}: ({finding.given}) gives {finding.got}, "
                f"({finding.varied}) gives {finding.instead}"
            )


def _doubts(audit: LibraryAudit) -> Iterator[str]:
    for row in audit.rows:
        yield from (f"warning: {row.member.name}: {doubt}" for doubt in row.doubts)


def _differences(audit: LibraryAudit) -> Iterator[str]:
    for row in audit.rows:
        if row.likeness is not None and not row.likeness.equal:
            yield f"{row.member.name} {row.likeness}"


def _conventions(task: str, rows: Sequence[AuditedMetric]) -> Table:
    degenerate = task_of(task).degenerate
    inputs = ["system / gold", *(f"{system} / {gold}" for system, gold in degenerate.values())]
    lines = [
        (
            row.member.name,
            *(
                convention.theirs if convention.alike is not False else f"{convention.theirs} (ours {convention.ours})"
                for convention in row.conventions
            ),
        )
        for row in rows
    ]
    return Table(tuple(map(Column, ("metric", *degenerate))), [inputs, *lines], across="input")


def _conduct(rows: Sequence[AuditedMetric]) -> Table:
    """A table of how the metrics behave where definitions say nothing. Each fact that some metric has is a column."""
    by_metric = {row.member.name: row.conduct.facts for row in rows if row.conduct is not None}
    names = [name for name in NAMES if any(name in facts for facts in by_metric.values())]
    lines = [
        (metric, *(facts[name].word if name in facts else None for name in names))
        for metric, facts in by_metric.items()
    ]
    return Table(tuple(map(Column, ("metric", *names))), lines, across="fact")


def _described(audit: LibraryAudit) -> dict[str, Any]:
    metrics = []
    for row in audit.rows:
        likeness = None if row.likeness is None else vars(row.likeness)
        entry = {
            "id": row.member.name,
            "task": row.member.task,
            "signature": row.member.signature,
            "ours": row.member.ours or None,
            "how": audit.how.get(row.member.name, ""),
        }
        metrics.append(
            {
                **entry,
                "likeness": likeness,
                "laws": [vars(finding) for finding in row.laws],
                "conventions": [vars(convention) for convention in row.conventions],
                "warnings": list(row.doubts),
                "conduct": {name: written(entry) for name, entry in entries(row.conduct).items()},
            }
        )
    head = {
        "library": audit.library.name,
        "distribution": audit.library.distribution,
        "version": audit.version,
        "absent": list(audit.absent),
        "left": [{"name": name, "why": why} for name, why in audit.left.items()],
        "asked": [{"name": name, "readings": question.to_json()} for name, question in audit.questions.items()],
    }
    return {**head, "metrics": metrics, "matrix": None if audit.matrix is None else audit.matrix.to_json()}


def _lines(audit: LibraryAudit) -> Iterator[list[str]]:
    for cell in audit.matrix or ():
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
    for name, question in audit.questions.items():
        yield [name, "", "form", "", "asked", "", "", _ways(question)]
    for row in audit.rows:
        head = [row.member.name, row.member.task]
        for finding in row.laws:
            verdict = (
                ("error" if finding.cases else "not-applicable")
                if finding.holds is None
                else "holds"
                if finding.holds
                else "fails"
            )
            yield [
                *head,
                "law",
                finding.law,
                verdict,
                str(finding.cases),
                "",
                "" if finding.holds is not False else str(finding),
            ]
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
        yield from ([*head, "warning", doubt.partition(":")[0], "fails", "", "", doubt] for doubt in row.doubts)
        for name, fact in row.conduct.facts.items() if row.conduct is not None else ():
            value = "" if fact.value is None else str(fact.value)
            yield [*head, "conduct", name, fact.word, value, "", fact.input]
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
