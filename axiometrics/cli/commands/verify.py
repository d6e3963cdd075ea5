"""`axiometrics verify`: saved verdicts re-checked by independent code."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import AS_EXPECTED, NOTHING, UNEXPECTED, say
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.core.errors import FileError
from axiometrics.core.files import named_in_errors, whole_text

if TYPE_CHECKING:
    from axiometrics.running.candidate import Candidate


@command(first="--target --task --form --strict --seed --jobs --format --output --quiet --verbose")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=completion.files)
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="TARGET",
    shell_complete=completion.targets,
    help="A metric of yours that may be imported and run again. Repeatable.",
)
@options.config
@options.signature
@options.policy
@options.timeout
@click.option(
    "--strict",
    is_flag=True,
    help="Search every cell again, too, and exit with 1 unless each cell is verified. This takes as long as "
    "computing them.",
)
@click.option(
    "--work",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="The processor time that the check of one item may take. If it takes longer, the item is not re-run. 0 means "
    "any time. Default: 20.",
)
@click.option("--seed", type=int, metavar="N", help="The seed of the random cases. Default: a new number in each run.")
@options.jobs
@options.output_of_pages(records=True, badges=True)
@options.how_far
@options.quiet_for("On stdout, show only what failed, and the counts.")
@click.pass_context
def verify(
    ctx: click.Context,
    /,
    files: Sequence[str],
    targets: Sequence[str],
    config: str | None,
    task: str | None,
    signature: str | None,
    lower_is_better: bool | None,
    undefined: str | None,
    timeout: float | None,
    strict: bool,
    work: float | None,
    seed: int | None,
    jobs: int,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Re-check saved verdicts with independent code. For a counterexample or a witness, the command checks the
    precondition of the constraint, every score, and the verdict that follows. It checks proofs step by step. For a
    region, it checks that the end points follow from the proofs.

    FILE is a matrix, a cell, a list of cells, a region, a separation or a strength, saved with --format json; -
    means stdin. Scores are computed a second time, directly from the definitions, by code that shares nothing with
    the search. A metric of yours is imported only if --target names it; otherwise it is not run again. The command
    exits with 1 if anything fails, and with 5 if there was nothing to check.

    A matrix states which cells it covers, so a matrix from which a cell was removed fails. A matrix that does not
    state this is checked as far as its cells go, and the command says so.

    A proof is also compared with its metric on random cases, which are new in each run. The last line names their
    seed, which --seed repeats, and the number of cells that were not checked. What a file says of a search (that
    nothing smaller is a violation, how many cases were tried) is counted in the line above, and is verified only by
    --strict.

    Each cell that holds is confronted with the counterexamples that ship with axiometrics, and fails if one of them
    violates what it says.

    \b
    Examples:
      axiometrics matrix -o matrix.json && axiometrics verify matrix.json
      axiometrics verify mine.json --target metrics.py:mine
      axiometrics verify region.json --strict
    """
    from axiometrics.services.recheck import recheck

    output = Output(to)
    candidates = _candidates(targets, config, task, signature, timeout, lower_is_better, undefined)
    drawn = secrets.randbelow(10**9) if seed is None else seed
    documents = {file: _read(file) for file in files}
    with Progress("none" if quiet else progress) as far:
        checked = recheck(
            documents,
            lambda file: _as_named(candidates, file),
            task,
            drawn,
            timeout=timeout,
            strict=strict,
            work=work,
            jobs=jobs,
            progress=far,
        )
    for file, document in documents.items():
        if isinstance(document, Mapping) and {"schema", "cells"} <= document.keys() and "covers" not in document:
            say(f"note: {file} does not say which cells it covers: one that was cut out of it is not noticed")
    shown = {"failed", "reworded"} | ({"not re-run"} if not quiet or strict else set())
    shown |= ({"verified"} if ctx.meta["verbose"] else set()) | ({"nothing to check"} if strict else set())
    verification = replace(checked, told=shown)
    output.show(verification.page())
    if not verification.sound and not verification.counts["failed"]:
        say("error: nothing could be checked: --strict searches again what rests on a search")
        ctx.exit(UNEXPECTED if strict else NOTHING)
    left = strict and (verification.unchecked or verification.not_rerun)
    ctx.exit(UNEXPECTED if verification.counts["failed"] or left else AS_EXPECTED)


def _candidates(
    targets: Sequence[str],
    config: str | None,
    task: str | None,
    signature: str | None,
    timeout: float | None,
    lower_is_better: bool | None,
    undefined: str | None,
) -> dict[str, Candidate]:
    """The user's metrics by TARGET. Without a TARGET, neither the modules of the search nor a configuration are
    read.
    """
    if not targets:
        return {}
    from axiometrics.candidates import load
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.declaration import Policy

    policy, file = Policy(lower_is_better, undefined), configuration(config)
    loaded = [
        load(target, task, signature, timeout=timeout, policy=policy)
        if (listed := file.of(target)) is None
        else listed.candidate(task, signature, timeout, policy)
        for target in targets
    ]
    return {candidate.id: candidate for candidate in loaded}


def _as_named(candidates: Mapping[str, Candidate], file: str) -> Mapping[str, Candidate]:
    """The metrics by their TARGETs, and also by the names that they have in pinned evidence: in a matrix that was saved
    here, and in a corpus to which the file belongs.
    """
    if not candidates:
        return {}
    from axiometrics.services.places import beside

    folders = [Path("corpus"), *Path(file).resolve().parents[2:3]]
    return {
        **{beside(target, folder): candidate for target, candidate in candidates.items() for folder in folders},
        **candidates,
    }


def _read(file: str) -> Any:
    from axiometrics.core.documents import parse

    with named_in_errors(file):
        text = sys.stdin.read() if file == "-" else whole_text(file)
    try:
        return parse(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file!r} is not JSON: {error}; save a matrix or a region with --format json") from None


COMMAND = verify
