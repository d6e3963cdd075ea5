"""An audit as a page: in plain text one paragraph for each claim, by verdict and place in the paper; elsewhere a table
of all claims. Verdicts against the paper come first everywhere. Long evidence is cut for people; JSON and CSV have all
of it, and HTML shows all of it when a reader opens the cell.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from axiometrics.auditing.audit import Audit
from axiometrics.auditing.cells import alike
from axiometrics.auditing.claims import ANSWERS
from axiometrics.auditing.document import AGREES, UNDECIDED, VERDICTS, AuditDocument, worded
from axiometrics.auditing.findings import SCHEMA, Finding
from axiometrics.core.page import Column, Facts, Page, Part, Section, Table, page_of

LEFT = 15
"""The number of characters of the column of verdicts in plain text."""

SHORT = 320
"""The greatest number of characters of evidence that a page shows."""

COLUMNS = (
    Column("where", share=0.08),
    Column("claim", share=0.19),
    Column("basis", share=0.06),
    Column("published", share=0.09),
    Column("computed", share=0.21),
    Column("evidence", share=0.21, most=SHORT),
    Column("verdict", share=0.08),
)
SAVED = tuple(
    Column(name, share=share)
    for name, share in (("where", 0.1), ("claim", 0.35), ("published", 0.15), ("computed", 0.25), ("verdict", 0.15))
)
"""The columns of a saved audit, with the share of a line that each has in LaTeX."""

RECORDS = (
    *("id", "source", "basis", "claim", "completed", "published", "computed", "verdict", "agreeing", "evidence"),
    "study",
)


@page_of.register
def page(audit: Audit) -> Page:
    """The page of an audit. Its last line has the number of claims for each verdict."""
    findings = sorted(audit.findings, key=lambda finding: VERDICTS.index(finding.verdict))
    names = dict.fromkeys(finding.study for finding in findings)
    parted = [(name, [finding for finding in findings if finding.study == name]) for name in names]
    return Page(
        title="",
        sections=[Section(name if len(parted) > 1 else "", _parts(some)) for name, some in parted],
        schema=SCHEMA,
        data=lambda: _data(findings),
        records=lambda: Table.records(RECORDS, [_record(finding) for finding in findings]),
    )


def _parts(findings: Sequence[Finding]) -> list[Part]:
    claims = Table(COLUMNS, [_row(finding) for finding in findings], as_text=tuple(_text(findings)))
    settings = [_settings(finding, finding.id, as_text=()) for finding in findings if finding.result.table]
    return [claims, *settings, summary(findings)]


def summary(findings: Sequence[Finding]) -> str:
    """The number of claims for each verdict; `undecided` is listed only where there is one."""
    counts = Counter(finding.verdict for finding in findings)
    return ", ".join(f"{verdict} {counts[verdict]}" for verdict in VERDICTS if verdict != UNDECIDED or counts[verdict])


def spoken(answer: str) -> str:
    """An answer in the words of our texts. Claims files and JSON keep `fails`."""
    return "violated" if answer == ANSWERS[False] else answer


def outcomes(finding: Finding) -> str:
    """The outcomes with their readings; readings that agree come first."""
    pairs = {name: spoken(outcome) for name, outcome in finding.readings.items()}
    said = (
        [name for name in pairs if name in finding.agreeing],
        [name for name in pairs if name not in finding.agreeing],
    )
    if not said[0] or not said[1]:
        return alike((name or "computed", pairs[name]) for name in pairs)
    agree, differ = (alike((name, pairs[name]) for name in names) for names in said)
    words = [
        f"{text} ({', '.join(names)})" if len({pairs[name] for name in names}) == 1 else text
        for text, names in zip((agree, differ), said, strict=True)
    ]
    return f"agrees: {words[0]}; does not: {words[1]}"


def _text(findings: Sequence[Finding]) -> Iterator[Part]:
    """The claims by verdict and by their place in the paper, and the ids of the claims that do not simply agree."""
    for (_, source), group in groupby(findings, lambda finding: (finding.verdict, finding.source)):
        yield source.upper()
        for finding in group:
            yield Facts([(finding.verdict, "\n".join(_lines(finding)))], margin=LEFT)
            if finding.result.table:
                yield _settings(finding)
    for verdict in VERDICTS[:-1]:
        ids = [finding.id for finding in findings if finding.verdict == verdict]
        if ids:
            yield Facts([f"{verdict}: {', '.join(ids)}"])


def _lines(finding: Finding) -> list[str]:
    claim = finding.claim
    basis = "" if claim.basis == "prose" else f" [{claim.basis}]"
    said = f"{claim.text}{basis}: {spoken(claim.published)}"
    computed = _few(finding) if finding.result.printed else f"computed: {_few(finding)}"
    note = [f"our words: {claim.completed}"] if claim.completed else []
    note += [f"note: {claim['note']}"] if claim.get("note") else []
    if finding.verdict == AGREES and len(computed) <= SHORT // 2:
        return [said, _cut(f"{computed}{_strength(finding)}. {finding.evidence}"), *note]
    return [said, computed, _cut(f"evidence{_strength(finding)}: {finding.evidence}"), *note]


def _settings(finding: Finding, caption: str = "", as_text: tuple[Part, ...] | None = None) -> Table:
    """The table of the computed values in each setting of a cut point."""
    heads, *rows = finding.result.table
    columns = tuple(Column(head.replace("lists ", "lists\n")) for head in heads)
    return Table(columns, rows, caption, as_text=as_text)


def _strength(finding: Finding) -> str:
    """The remark on a verdict that rests on a search, in all readings or in some; empty where it is conclusive."""
    if finding.conclusive:
        return ""
    return f" ({'' if len(finding.searched) == len(finding.result.outcomes) else 'in part '}searched, not proved)"


def _few(finding: Finding) -> str:
    """The outcomes in words; where there is a table of them, only the number of those that agree."""
    if finding.result.printed:
        return f"printed elsewhere: {', '.join(f'{figure} ({place})' for place, figure in finding.readings.items())}"
    if finding.result.table:
        return (
            f"{spoken(finding.computed)} by default; {len(finding.agreeing)} of {len(finding.readings)} settings agree"
        )
    return outcomes(finding)


def _cut(evidence: str) -> str:
    return textwrap.shorten(evidence, SHORT, placeholder=" ...") if len(evidence) > SHORT else evidence


def _row(f: Finding) -> tuple[str, ...]:
    return (
        f.source,
        worded(f.claim.text, f.claim.completed),
        f.claim.basis,
        spoken(f.claim.published),
        _few(f),
        f.evidence,
        f.verdict,
    )


def _record(f: Finding) -> tuple[str, ...]:
    claim = f.claim
    said = (f.id, f.source, claim.basis, claim.text, claim.completed, claim.published, f.computed, f.verdict)
    return (*said, "; ".join(f.agreeing), f.evidence, f.study)


def _data(findings: Sequence[Finding]) -> dict[str, Any]:
    counts = Counter(finding.verdict for finding in findings)
    return {
        "claims": [finding.to_json() for finding in findings],
        "counts": {verdict: counts[verdict] for verdict in VERDICTS},
    }


@page_of.register
def saved_page(document: AuditDocument) -> Page:
    """The claims of a saved audit as a table, with verdicts against the paper first, and the number of claims for each
    verdict.
    """
    claims = sorted(document.claims, key=lambda claim: VERDICTS.index(claim.verdict))
    rows = [
        [
            claim.source,
            worded(claim.claim, claim.completed),
            claim.published,
            claim.computed,
            claim.evidence,
            claim.verdict,
        ]
        for claim in claims
    ]
    counts = document.to_json()["counts"]
    summary = ", ".join(f"{verdict} {counts[verdict]}" for verdict in VERDICTS if counts.get(verdict))
    records = [[claim.id, *row] for claim, row in zip(claims, rows, strict=True)]
    return Page(
        "",
        [Section("", [Table(SAVED, [[*row[:4], *row[5:]] for row in rows]), summary])],
        document.schema,
        document.to_json,
        lambda: Table.records(["id", "source", "claim", "published", "computed", "evidence", "verdict"], records),
    )
