"""`axiometrics audit-library`: the metrics of other libraries, held to constraints and to laws of implementation."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import nothing_evaluated, say
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress

PARTS = ("constraints", "laws", "conventions", "conduct")
"""The parts of an audit. They are repeated here because the module of audits is loaded only when the command runs."""


@command("audit-library", first="--metric --part --reading --max-size --jobs --format --output --verbose")
@click.argument("names", nargs=-1, metavar="[LIBRARY]...")
@click.option(
    "-m",
    "--metric",
    "metrics",
    multiple=True,
    metavar="NAME",
    help="A metric as the library names it, or a pattern with *. Repeatable. Default: all metrics.",
)
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(PARTS),
    help="Show only this part. Repeatable. Default: all of them.",
)
@options.config
@options.reading
@options.sizes("5,size-vs-quantity=8,thresholds=50,diversity=3")
@options.seed_of("the random inputs")
@options.jobs
@options.output_of_pages(records=True)
@options.progress
def audit_library(
    names: Sequence[str],
    metrics: Sequence[str],
    parts: Sequence[str],
    config: str | None,
    reading: str,
    max_size: str | None,
    seed: int,
    jobs: int,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Try the metrics of LIBRARY on the constraints, as `check` does, and on laws. LIBRARY is a library for which
    there is an adapter (sklearn, ir_measures, ranx and others), or any module or Python file. Without LIBRARY, all
    installed libraries with an adapter are tried. A module or file is scanned: a table shows which functions were
    taken, how each is called, and why others were not taken.

    The laws are those that every implementation must satisfy: renaming documents or clusters, a different order of the
    input, or a different scale of the scores of a run changes nothing; ties are not decided by accident; the
    perfect output scores best; a second call gives the same value. The values on degenerate inputs stand beside
    those of the built-in metric with the same definition, with a statement whether the two are equal elsewhere. The
    conduct says how each metric behaves on documents without judgement, repeats, topics without an answer, equal
    scores, and unusual grades and labels; these are facts and not faults.

    The command exits with 0 whatever it finds, with 2 if a named library is not installed, and with 5 if no
    function was taken.

    \b
    Examples:
      axiometrics audit-library sklearn --part laws --part conventions
      axiometrics audit-library mypackage.metrics
      axiometrics audit-library ir_measures -m 'nDCG*' --max-size 8
      axiometrics audit-library -o libraries.md
    """
    from axiometrics import registry
    from axiometrics.candidates import libraries, selection
    from axiometrics.candidates import library_audit as libraries_audit
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.library_page import page
    from axiometrics.running.settings import Sizes

    selection.demand_reading(reading, selection.constraints((), registry.tasks.names()))
    chosen = list(dict.fromkeys(names)) or [
        name for name in libraries.names() if libraries.library(name).version is not None
    ]
    if not chosen:
        nothing_evaluated(f"none of {', '.join(libraries.names())} is installed")
    if not names and not quiet:
        for name in libraries.names():
            if name not in chosen:
                of = libraries.library(name)
                why = f"; {of.apart}" if of.apart else ""
                say(f"{name} is left out: not installed, pip install {of.distribution}{why}")
    output, file = Output(to), configuration(config)
    with Progress("none" if quiet else progress) as tell:
        sizes = Sizes.read(max_size) if max_size else None
        audits = [
            libraries_audit.audit(
                name,
                metrics,
                parts=parts or PARTS,
                sizes=sizes,
                reading=reading,
                jobs=jobs,
                seed=seed,
                progress=tell,
                file=file,
            )
            for name in chosen
        ]
        if not any(audit.rows or audit.questions for audit in audits):
            for audit in audits:
                for name, why in audit.left.items():
                    say(f"{audit.library.name}: {name} is not taken: {why}")
            nothing_evaluated(f"no function of {', '.join(chosen)} is a metric")
        output.show(page(audits))


COMMAND = audit_library
