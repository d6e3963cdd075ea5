"""`axiometrics matrix`: metrics by constraints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from axiometrics.cli import options
from axiometrics.cli.help import command
from axiometrics.cli.outcome import say_how_called


@command(first="--metric --study --task --constraint --reading --max-size --jobs --fail-on --format --output --verbose")
@options.metrics
@options.task
@options.of_matrices
@click.pass_context
def matrix(
    ctx: click.Context, /, metrics: Sequence[str], study: str | None, parameters: Mapping[str, str], **settings: Any
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
      axiometrics matrix --study paper.toml -m metrics.py:gain -o table.tex
      axiometrics matrix --max-size 6,rag-bag=9 -j auto -o matrix.json
    """
    from axiometrics.candidates import selection
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.declaration import Policy
    from axiometrics.cli.matrices import MatrixRequest, show
    from axiometrics.registry.study_files import lists_metrics
    from axiometrics.running.candidate import builtin
    from axiometrics.services.expectations import configured

    file = configuration(lists_metrics(study))
    names = selection.with_study(metrics, study)
    own = file.requested(mine) if (mine := [name for name in names if file.is_own(name)]) else []
    at_hand = selection.at_hand(settings["task"], settings["constraints"], study)
    ours = [name for name in names if not file.is_own(name)]
    candidates = [builtin(metric) for metric in selection.metrics(ours, settings["task"], parameters, at_hand)]
    policy = Policy(evident_task=selection.evident_task(settings["constraints"], study))
    candidates += [metric.candidate(settings["task"], None, None, policy) for metric in own]
    if not settings["quiet"]:
        for candidate in candidates[len(candidates) - len(own) :]:
            say_how_called(candidate)
    request = MatrixRequest.of({**settings, "study": study, "configured": configured(file, own)})
    ctx.exit(show(list({candidate.name: candidate for candidate in candidates}.values()), request, "none"))


COMMAND = matrix
