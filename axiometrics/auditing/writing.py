"""An audit written down: as text, Markdown, LaTeX, JSON or CSV."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from tabulate import tabulate

from axiometrics.auditing.cells import alike
from axiometrics.auditing.findings import SCHEMA, VERDICTS, Finding
from axiometrics.reports.json import document
from axiometrics.reports.parts import latex as tex

LEFT = 15
"""Characters of the column of verdicts in text."""

SHORT = 320
"""Characters of evidence that text and tables show; JSON and CSV have all of it."""


def summary(findings: Sequence[Finding]) -> str:
    """How many claims came to each verdict; `undecided` only where there is one."""
    counts = Counter(finding.verdict for finding in findings)
    return ", ".join(
        f"{verdict} {counts[verdict]}" for verdict in VERDICTS if verdict != VERDICTS[-1] or counts[verdict]
    )


def outcomes(finding: Finding) -> str:
    """What was computed, with the readings that say so, those that agree first."""
    pairs = finding.readings
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


def text(findings: Sequence[Finding], width: int = 100) -> str:
    """For reading: by place in the paper, a claim a paragraph, no line wider than asked (80 at least)."""
    width = max(width, 80)
    parts = []
    for source, group in groupby(findings, lambda finding: finding.source):
        parts.append(source.upper())
        parts += ["\n".join(_paragraph(finding, width)) for finding in group]
    return "\n\n".join([*parts, *_named(findings, width), summary(findings)]) + "\n"


def _paragraph(finding: Finding, width: int) -> Iterator[str]:
    claim = finding.claim
    basis = "" if claim.basis == "prose" else f" [{claim.basis}]"
    lines = [f"{claim.text}{basis}: {claim.published}"]
    computed = f"computed: {_few(finding)}"
    if finding.verdict == VERDICTS[0] and len(computed) <= SHORT // 2:
        lines.append(_cut(f"{computed}{_strength(finding)}. {finding.evidence}"))
    else:
        lines += [computed, _cut(f"evidence{_strength(finding)}: {finding.evidence}")]
    words = textwrap.wrap(finding.verdict, LEFT - 2)
    right = [
        line
        for piece in lines
        for line in textwrap.wrap(piece, width - LEFT, subsequent_indent="  ", break_on_hyphens=False)
    ]
    for i in range(max(len(words), len(right))):
        yield f"{words[i] if i < len(words) else '':{LEFT}}{right[i] if i < len(right) else ''}".rstrip()
    if finding.found.table:
        drawn = tabulate(
            [list(row) for row in finding.found.table[1:]],
            [_broken(head) for head in finding.found.table[0]],
            disable_numparse=True,
        )
        yield from ("", *(line.rstrip() for line in drawn.splitlines()))


def _strength(finding: Finding) -> str:
    """What is said of a verdict that rests on a search, or does so in some readings."""
    if finding.conclusive:
        return ""
    return f" ({'' if len(finding.searched) == len(finding.found.outcomes) else 'in part '}searched, not proved)"


def _broken(head: str) -> str:
    return head.replace("lists ", "lists\n")


def _few(finding: Finding) -> str:
    """The outcomes in words; where there is a table of them, only how many agree."""
    if finding.found.table:
        return f"{finding.computed} by default; {len(finding.agreeing)} of {len(finding.readings)} settings agree"
    return outcomes(finding)


def _cut(evidence: str) -> str:
    return textwrap.shorten(evidence, SHORT, placeholder=" ...") if len(evidence) > SHORT else evidence


def _named(findings: Sequence[Finding], width: int) -> Iterator[str]:
    """The ids of the claims that do not simply agree."""
    for verdict in VERDICTS[1:]:
        ids = [finding.id for finding in findings if finding.verdict == verdict]
        if ids:
            yield textwrap.fill(
                f"{verdict}: {', '.join(ids)}",
                width,
                subsequent_indent="  ",
                break_on_hyphens=False,
                break_long_words=False,
            )


def _rows(findings: Sequence[Finding]) -> list[tuple[str, ...]]:
    return [
        (f.source, f.claim.text, f.claim.basis, f.claim.published, _few(f), _cut(f.evidence), f.verdict)
        for f in findings
    ]


HEADS = ("where", "claim", "basis", "published", "computed", "evidence", "verdict")


def markdown(findings: Sequence[Finding], width: int = 100) -> str:
    """A table of all claims, and those of the settings of a cut point."""
    rows = [[_markdown(cell) for cell in row] for row in _rows(findings)]
    parts = [str(tabulate(rows, HEADS, tablefmt="pipe", disable_numparse=True))]
    for finding in findings:
        if finding.found.table:
            head, *body = [[_markdown(cell) for cell in row] for row in finding.found.table]
            parts.append(
                f"**{_markdown(finding.id)}**\n\n{tabulate(body, head, tablefmt='pipe', disable_numparse=True)}"
            )
    return "\n\n".join([*parts, summary(findings)]) + "\n"


def _markdown(cell: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(cell.split()))


_SHARES = (0.08, 0.19, 0.06, 0.09, 0.21, 0.21, 0.08)
"""Of the width of a line, for each of `HEADS`; the rest is the space between the columns."""


def latex(findings: Sequence[Finding], width: int = 100) -> str:
    """A document of its own with a long table, and what it needs said at its top."""
    columns = "".join(f">{{\\raggedright\\arraybackslash}}p{{{share}\\linewidth}}" for share in _SHARES)
    heads = " & ".join(f"\\textbf{{{head}}}" for head in HEADS)
    rows = [" & ".join(map(tex.escaped, row)) + r" \\" for row in _rows(findings)]
    tables = [line for finding in findings if finding.found.table for line in _latex_table(finding)]
    body = [
        r"{\footnotesize\setlength{\tabcolsep}{3pt}\setlength{\extrarowheight}{2pt}\setlength{\parindent}{0pt}",
        f"\\begin{{longtable}}{{{columns}}}",
        f"{heads} \\\\ \\hline \\endhead",
        *rows,
        r"\end{longtable}",
        *tables,
        "",
        tex.escaped(summary(findings)) + r"\par}",
    ]
    return tex.document(body, ("array", "longtable"), "tables")


def _latex_table(finding: Finding) -> list[str]:
    head, *rows = (" & ".join(map(tex.escaped, row)) + r" \\" for row in finding.found.table)
    columns = "l" * len(finding.found.table[0])
    return [
        "",
        tex.escaped(finding.id) + r"\par\nopagebreak",
        f"\\begin{{tabular}}{{{columns}}}",
        head + r" \hline",
        *rows,
        r"\end{tabular}",
        r"\bigskip",
    ]


def json(findings: Sequence[Finding], width: int = 100) -> str:
    """The document that `axiometrics/schemas/audit.schema.json` describes."""
    counts = Counter(finding.verdict for finding in findings)
    return document(
        {
            "schema": SCHEMA,
            "claims": [finding.to_json() for finding in findings],
            "counts": {verdict: counts[verdict] for verdict in VERDICTS},
        }
    )


def comma(findings: Sequence[Finding], width: int = 100) -> str:
    """A line a claim, its evidence whole."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("id", "source", "basis", "claim", "published", "computed", "verdict", "agreeing", "evidence"))
    for f in findings:
        writer.writerow(
            (
                f.id,
                f.source,
                f.claim.basis,
                f.claim.text,
                f.claim.published,
                f.computed,
                f.verdict,
                "; ".join(f.agreeing),
                f.evidence,
            )
        )
    return out.getvalue()


FORMATS: Mapping[str, Callable[..., str]] = {
    "text": text,
    "markdown": markdown,
    "latex": latex,
    "json": json,
    "csv": comma,
}
"""Formats by name: what writes them."""
