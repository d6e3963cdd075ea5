"""`axiometrics matrix`: metrics by constraints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from axiometrics.cli import options
from axiometrics.cli.help import command


@command(first="--metric --study --task --constraint --reading --max-size --jobs --fail-on --format --output --verbose")
@options.metrics
@options.task
@options.asked
@click.pass_context
def matrix(
    ctx: click.Context, /, metrics: Sequence[str], study: str | None, parameters: Mapping[str, str], **asked: Any
) -> None:
    """Show the satisfaction matrix: which metric satisfies which constraint, and on what evidence.

    Without -m, -c and --study the command shows the study amigo2013: Table 6 of Amigo, Gonzalo & Verdejo 2013, with
    a row for each metric of its families. With -m but without -c and --study, a metric is tried on the constraints
    of the first study that contains its task. Violations are a result and not a failure: the command exits with 0,
    unless --expect, --fail-on or --require say otherwise.

    \b
    Examples:
      axiometrics matrix
      axiometrics matrix -m 'bcubed*' -m purity --reading all
      axiometrics matrix -m rbp --param p=0.95 -c deepness -c 'closeness*'
      axiometrics matrix --study organization --reading all
      axiometrics matrix --max-size 6,rag-bag=9 -j auto -o matrix.json
    """
    from axiometrics.candidates import selection
    from axiometrics.cli.matrices import MatrixRequest, show
    from axiometrics.running.candidate import builtin

    names = selection.with_study(metrics, study)
    at_hand = selection.at_hand(asked["task"], asked["constraints"], study)
    candidates = [builtin(metric) for metric in selection.metrics(names, asked["task"], parameters, at_hand)]
    ctx.exit(show(candidates, MatrixRequest.of({**asked, "study": study}), "none"))


COMMAND = matrix
