"""`axiometrics recommend`: the metrics that satisfy what the user requires."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import nothing_evaluated
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress


@command(first="--require --forbid --among --task --max-size --jobs --format --output")
@click.option(
    "--require",
    "required",
    multiple=True,
    metavar="CONSTRAINT[@READING]",
    shell_complete=completion.constraints,
    help="The constraint that is required: the metric must satisfy it. Repeatable. Without READING, the first "
    "reading counts.",
)
@click.option(
    "--forbid",
    "forbidden",
    multiple=True,
    metavar="CONSTRAINT[@READING]",
    shell_complete=completion.constraints,
    help="A constraint that the metric must violate. Repeatable.",
)
@click.option(
    "--among",
    "within",
    metavar="STUDY|LIBRARY|METRICS",
    shell_complete=completion.studies,
    help="Choose from the metrics of a study or of an installed library, for example sklearn, or from built-in "
    "metrics that are named, divided by commas. Default: all built-in metrics.",
)
@options.task
@options.sizes()
@options.jobs
@options.output_of_pages(records=True)
@options.progress
@options.cached
def recommend(
    required: Sequence[str],
    forbidden: Sequence[str],
    within: str | None,
    task: str | None,
    max_size: str | None,
    jobs: int,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
    cache_dir: str | None,
    no_cache: bool,
) -> None:
    """Which metric should I use? Name the constraints that it must satisfy, and those that it must violate. The
    answer lists the metrics that meet all requirements; proved verdicts come before verdicts that rest on a search.
    If no metric meets all, the answer names the sets of requirements to give up, and the metrics that come nearest.

    \b
    Examples:
      axiometrics recommend --require homogeneity --require rag-bag
      axiometrics recommend --require deepness-threshold --forbid confidence
      axiometrics recommend --require completeness --among sklearn
    """
    from axiometrics.cli.matrices import cache_of
    from axiometrics.comparison.recommendation import recommend as find
    from axiometrics.running.settings import Search

    output = Output(to)
    with Progress("none" if quiet else progress) as told:
        found = find(
            task,
            required,
            forbidden,
            among=within,
            search=Search.of(max_size, jobs=jobs),
            cache=cache_of(cache_dir, no_cache),
            progress=told,
        )
        if not found.tried:
            nothing_evaluated(f"{within or 'axiometrics'} has no metric of {found.task}")
        output.show(found.page())


COMMAND = recommend
