"""`axiometrics matrix`: metrics by constraints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from axiometrics.cli import options


@click.command(short_help="Which metrics obey which constraints, on what evidence.")
@options.metrics
@options.task
@options.asked
@click.pass_context
def matrix(
    ctx: click.Context, /, metrics: Sequence[str], pack: str | None, parameters: Mapping[str, str], **asked: Any
) -> None:
    """The satisfaction matrix: which metric obeys which constraint, and on what evidence.

    Without -m and --pack it is the pack amigo2013, Table 6 of Amigo, Gonzalo & Verdejo 2013 by the members of its
    families. Violations are what it is there to show: it exits 0 unless --expect, --fail-on or --require say otherwise.

    \b
    Examples:
      axiometrics matrix
      axiometrics matrix -m 'bcubed*' -m purity --reading all
      axiometrics matrix -m rbp --param p=0.95 -c deepness -c 'closeness*'
      axiometrics matrix --max-size 6,rag-bag=9 -j auto -o matrix.json
    """
    from axiometrics import registry
    from axiometrics.candidates import selection
    from axiometrics.cli.running import Asked, show
    from axiometrics.packs import PACKS
    from axiometrics.running.run import builtin

    packs = [pack] if pack else [] if metrics else list(PACKS)[:1]
    names = [*(metric.id for named in packs for metric in registry.pack(named)), *metrics]
    subjects = [builtin(metric) for metric in selection.metrics(names, asked["task"], parameters)]
    ctx.exit(show(subjects, Asked.of(asked), "none"))


COMMAND = matrix
