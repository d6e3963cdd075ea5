"""`axiometrics audit`: published claims against computed ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from axiometrics.cli import options
from axiometrics.cli.outcome import AS_EXPECTED, UNEXPECTED, say
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.core.errors import FileError

FORMATS = ("text", "markdown", "latex", "json", "csv")


@click.command("audit", short_help="Published claims against computed ones.")
@click.argument("claims", default="amigo2013")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Default: by the suffix of --output, else text.")
@click.option("--strict", is_flag=True, help="Exit 1 where a claim is contradicted under every reading.")
@options.path
@click.option("-j", "--jobs", default="1", metavar="N|auto", callback=options.number_of_jobs, help="Processes.")
@options.storage
@options.progress
@click.pass_context
def audit(ctx: click.Context, /, claims: str, form: str | None, strict: bool, path: str | None, **asked: Any) -> None:
    """Compare what a paper claims with what is computed, in every reading of its definitions.

    CLAIMS is the name of a claims file that comes along (`list claims` shows them; amigo2013: Tables 1-6 and 9, sections 2, 4 and 5, and what is
    misprinted) or the path of one (docs/claims.md). A claim agrees (under the default reading), depends on the reading (which ones agree is
    said), or is contradicted (under every reading).

    \b
    Examples:
      axiometrics audit
      axiometrics audit -o audit.tex
      axiometrics audit my_claims.json --strict --format json
    """
    from axiometrics.auditing import writing

    name = form or _by_suffix(path, {known: name for name, (known, _) in writing.FORMATS.items()})
    with Output(path) as output:
        from axiometrics import auditing
        from axiometrics.cache import Cache, default_folder
        from axiometrics.runner import Spreading

        document = auditing.read_claims(claims)
        kept = None if asked["no_cache"] else Cache(Path(asked["cache_dir"]) if asked["cache_dir"] else default_folder(), say)
        with Progress("none" if asked["quiet"] else asked["progress"]) as tell:
            findings = list(auditing.audit(document, asked["jobs"], tell, kept, Spreading(asked["backend"], asked["cluster"])))
        output.write(writing.FORMATS[name][1](findings, width=output.width))
    contradicted = any(finding.verdict == "contradicted" for finding in findings)
    ctx.exit(UNEXPECTED if strict and contradicted else AS_EXPECTED)


def _by_suffix(path: str | None, formats: Mapping[str, str]) -> str:
    """The format of a file's suffix, text where it has none. Raises `FileError` for a suffix that no format has."""
    suffix = Path(path).suffix.lower() if path else ""
    if suffix and suffix not in formats:
        raise FileError(f"--output {path!r}: no format has this suffix; known are {', '.join(formats)}, or say --format")
    return formats.get(suffix, FORMATS[0])


COMMAND = audit
