"""`axiometrics audit`: published figures against computed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from axiometrics.cli.output import Output

if TYPE_CHECKING:
    from axiometrics.auditing import Finding


@click.command("audit", short_help="Published figures against computed ones.")
@click.argument("claims", default="amigo2013")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text")
@click.option("--strict", is_flag=True, help="Exit 1 where a claim is contradicted under every reading.")
@click.option("-o", "--output", "path", type=click.Path(dir_okay=False), metavar="FILE", help="Write there instead of to stdout.")
def audit(claims: str, form: str, strict: bool, path: str | None) -> int:
    """Compare the figures a paper prints with exact values, in every reading of its definitions.

    CLAIMS is the name of a claims file that comes along (amigo2013: Table 9 and sections 4.2, 4.3.1, 4.4.1) or the path of one.
    A claim agrees (under the default reading), depends on the reading (which ones agree is said), or is contradicted.

    \b
    Examples:
      axiometrics audit
      axiometrics audit my_claims.json --strict --format json
    """
    with Output(path) as output:
        from axiometrics.auditing import SCHEMA, read_claims
        from axiometrics.auditing import audit as find

        findings = list(find(read_claims(claims)))
        if form == "json":
            from axiometrics.reports.json import document

            output.write(document({"schema": SCHEMA, "claims": [finding.to_json() for finding in findings]}))
        else:
            output.write(_table(findings, form))
    return int(strict and any(finding.verdict == "contradicted" for finding in findings))


def _table(findings: Sequence[Finding], form: str) -> str:
    from collections import Counter

    from tabulate import tabulate

    rows = [(f.source, f.claim, f.published, "\n".join(_values(f)) if form == "text" else "; ".join(_values(f)), f.verdict) for f in findings]
    heads = ("where", "claim", "published", "computed", "verdict")
    counts = Counter(f.verdict for f in findings)
    table = tabulate(rows, heads, tablefmt="pipe" if form == "markdown" else "simple", disable_numparse=True, maxcolwidths=[14, 44, 12, None, 22])
    words = ("agrees", "depends on the reading", "contradicted")
    return f"{table}\n\n{', '.join(f'{word} {counts[word]}' for word in words)}\n"


def _values(finding: Finding) -> list[str]:
    """The value under each reading, those alike together, marked where it agrees."""
    alike: dict[str, list[str]] = {}
    for reading, value in finding.readings.items():
        alike.setdefault(value, []).append(reading)
    if len(alike) == 1:
        return list(alike)
    return [f"{value} ({', '.join(readings)}){' =' if set(readings) & set(finding.agreeing) else ''}" for value, readings in alike.items()]


COMMAND = audit
