"""`axiometrics verify`: saved verdicts re-checked by independent code."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from axiometrics.cli import options
from axiometrics.cli.outcome import AS_EXPECTED, NOTHING, UNEXPECTED, say
from axiometrics.cli.output import Output
from axiometrics.core.errors import FileError
from axiometrics.core.reading import whole_text

STATUSES = ("verified", "failed", "not re-run", "nothing to check")


@click.command(short_help="Re-check saved verdicts with independent code.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="TARGET",
    help="A metric of yours that may be imported and run again; repeatable.",
)
@options.signature
@click.option("-q", "--quiet", is_flag=True, help="Only what failed, and the counts.")
@options.verbose
@click.pass_context
def verify(
    ctx: click.Context,
    /,
    files: Sequence[str],
    targets: Sequence[str],
    task: str | None,
    signature: str | None,
    quiet: bool,
) -> None:
    """Re-check saved counterexamples and witnesses: precondition, every score, and the verdict they bear out. Proofs
    are checked step by step, and of regions that their end points follow.

    FILE is a matrix, a cell, a list of cells, or a region, saved with --format json; - is stdin. Scores are computed a
    second time, straight from the definitions, by code that shares nothing with the search. A metric of yours is
    imported only if --target names it; otherwise it is not re-run. It exits 1 if anything fails, 5 if there was nothing
    to check.

    \b
    Examples:
      axiometrics matrix --format json -o matrix.json && axiometrics verify matrix.json
      axiometrics verify mine.json --target metrics.py:mine
      axiometrics region rbp closeness-threshold p --format json -o region.json && axiometrics verify region.json
    """
    from axiometrics import registry
    from axiometrics.verification import verify_document

    scorers = _scorers(targets, task, signature)
    counts: Counter[str] = Counter()
    lines = []
    told = {"failed"} | ({"not re-run"} if not quiet else set()) | ({"verified"} if ctx.meta["verbose"] else set())
    for file, document in [(file, _read(file)) for file in files]:
        try:
            items = verify_document(document, registry.constraints(), _as_named(scorers, file))
        except FileError as error:
            raise FileError(f"{file}: {error}") from None
        counts.update(item.status for item in items)
        lines += [
            f"{item.status}: {item.metric}/{item.constraint}@{item.reading}: {item.reason}\n"
            for item in items
            if item.status in told
        ]
    Output().write("".join(lines) + ", ".join(f"{status} {counts[status]}" for status in STATUSES) + "\n")
    if not counts["verified"] and not counts["failed"]:
        say("error: nothing was there to check")
        ctx.exit(NOTHING)
    ctx.exit(UNEXPECTED if counts["failed"] else AS_EXPECTED)


def _scorers(targets: Sequence[str], task: str | None, signature: str | None) -> dict[str, Any]:
    """What scores the user's metrics, by TARGET; only with a target is anything of the search imported."""
    if not targets:
        return {}
    from axiometrics.candidates import scorer

    return {target: scorer(target, task, signature) for target in targets}


def _as_named(scorers: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """The same also by the names that pinned evidence has for these metrics: in a matrix saved here, and in a corpus
    that the file is part of.
    """
    if not scorers:
        return {}
    from axiometrics.workbench.places import beside

    folders = [Path("corpus"), *Path(file).resolve().parents[2:3]]
    return {**{beside(target, folder): scorer for target, scorer in scorers.items() for folder in folders}, **scorers}


def _read(file: str) -> Any:
    from axiometrics.core.documents import parse

    try:
        text = sys.stdin.read() if file == "-" else whole_text(file)
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot read {file!r}: {getattr(error, 'strerror', None) or error}") from None
    try:
        return parse(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file!r} is no JSON: {error}; save a matrix or a region with --format json") from None


COMMAND = verify
