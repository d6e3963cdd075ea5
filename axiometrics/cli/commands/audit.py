"""`axiometrics audit`: published claims against computed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import AS_EXPECTED, UNEXPECTED
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.core.errors import ParameterError


@command("audit", first="--study --strict --jobs --format --output --quiet")
@click.argument("claims", required=False, shell_complete=completion.claims)
@options.study_for("The claims of a study, as CLAIMS; all: of every study that brings claims. Default: amigo2013.")
@click.option(
    "--strict",
    is_flag=True,
    help="Exit with 1 if a claim is contradicted under every reading, or if the paper contradicts itself.",
)
@options.output_of_pages(records=True)
@options.jobs
@options.storage
@options.progress
@click.pass_context
def audit(
    ctx: click.Context, /, claims: str | None, study: str | None, strict: bool, to: Sequence[Target], **settings: Any
) -> None:
    """Compare what a paper claims with what is computed, in every reading of its definitions.

    CLAIMS is the name of a study that has claims (`list claims` shows them; those of amigo2013 are about Tables 1-6
    and 9, sections 2, 4 and 5, and misprints), or the path of a claims file (docs/claims.md). Contradictions come
    first. The verdicts are: contradicted (no reading agrees with the claim); the paper contradicts itself (it
    prints two figures that differ); depends on the reading (the default reading disagrees, and a different one
    agrees); agrees in this reading only (the default reading agrees, and a different one disagrees); agrees.
    A claim that is false and has words of ours (`completed`, or inferred) depends on the reading.

    \b
    Examples:
      axiometrics audit
      axiometrics audit -o audit.tex
      axiometrics audit --study all --format json -o audit.json
      axiometrics audit my_claims.json --strict --format json
    """
    output = Output(to)
    from axiometrics import auditing
    from axiometrics.cli.matrices import cache_of
    from axiometrics.running.backends import Spreading

    if claims is not None and study is not None:
        raise ParameterError(f"CLAIMS is {claims!r} and --study is {study!r}: give only one of the two")
    names = auditing.claims_named(study or claims or "amigo2013")
    kept = cache_of(settings["cache_dir"], settings["no_cache"])
    with Progress("none" if settings["quiet"] else settings["progress"]) as tell:
        spreading = Spreading(settings["backend"], settings["cluster"])
        result = auditing.audits(names, settings["jobs"], tell, kept, spreading)
    output.show(result.page())
    contradicted = any(finding.verdict in auditing.AGAINST for finding in result.findings)
    ctx.exit(UNEXPECTED if strict and contradicted else AS_EXPECTED)


COMMAND = audit
