"""`axiometrics conventions`: which values at the 0/0 inputs of a metric keep which constraints."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import completion, options
from axiometrics.cli.answers import last_answer
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress


@command()
@click.argument("metric", metavar="METRIC", shell_complete=completion.targets)
@options.constraints
@options.task
@click.option("--size", type=click.IntRange(min=1), metavar="N", help="The size of all cases, as at `possible`.")
@options.jobs
@options.places
@options.output_of_pages(records=True)
@options.progress
@click.pass_context
def conventions(
    ctx: click.Context,
    metric: str,
    constraints: Sequence[str],
    task: str | None,
    size: int | None,
    jobs: int,
    backend: str,
    cluster: str | None,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Should a metric be 1, 0 or undefined where it divides 0 by 0? For each constraint the command shows the values
    that keep it, if this one value is taken at all such inputs and all other values of the metric stay.

    The answer is exact, and speaks of one size. An input is 0/0 where the metric says so, or has no value. A METRIC
    is a built-in metric, or a TARGET as `check` takes it. The command exits with 0.

    \b
    Examples:
      axiometrics conventions pair-f --size 4
      axiometrics conventions precision -c filtering:priority
    """
    from axiometrics.possibility.conventions_search import conventions as find
    from axiometrics.possibility.sharing import Sharing
    from axiometrics.running.backends import Spreading

    output = Output(to)
    sharing = Sharing(jobs, Spreading(backend, cluster))
    answer = last_answer(
        ctx,
        output,
        Progress("none" if quiet else progress),
        lambda tell: find(metric, constraints, task, size, tell, sharing),
    )
    output.show(answer.page())


COMMAND = conventions
