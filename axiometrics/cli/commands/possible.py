"""`axiometrics possible`: whether any metric can satisfy several constraints at once."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import completion, options
from axiometrics.cli.answers import last_answer
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import AS_EXPECTED, UNDECIDED, UNEXPECTED
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress

CODES = {
    "possible": AS_EXPECTED,
    "impossible": UNEXPECTED,
    "yes": AS_EXPECTED,
    "no": UNEXPECTED,
    "undetermined": UNDECIDED,
}
"""The exit code of each answer."""


@command(first="--constraint --not --task --size --conflicts --implies --near --format --output")
@options.constraints
@click.option(
    "--not",
    "negated",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.constraints,
    help="A constraint that must not hold: some case of it is not met. Repeatable.",
)
@options.task
@click.option(
    "--size",
    type=click.IntRange(min=1),
    metavar="N",
    help="Exactly so many documents; of rankings, at most so many ranks and relevant documents. Default: 5 for "
    "clusterings and rankings, 6 for classification, 3 for organizations, else the least, from 3 on, at which each "
    "constraint has a case.",
)
@click.option(
    "--conflicts", is_flag=True, help="Show all smallest sets that cannot hold together, and all greatest that can."
)
@click.option(
    "--implies",
    metavar="NAME",
    shell_complete=completion.constraints,
    help="Does every metric that satisfies the constraints satisfy this one?",
)
@click.option(
    "--near",
    metavar="METRIC",
    shell_complete=completion.metrics,
    help="How far is this metric from one that satisfies the constraint, where equal scores are allowed?",
)
@options.time_of_question
@options.jobs
@options.places
@options.output_of_pages(records=True)
@options.progress
@click.pass_context
def possible(
    ctx: click.Context,
    constraints: Sequence[str],
    negated: Sequence[str],
    task: str | None,
    size: int | None,
    conflicts: bool,
    implies: str | None,
    near: str | None,
    budget: float | None,
    jobs: int,
    backend: str,
    cluster: str | None,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Can any metric satisfy several constraints at once? At a given size a metric is one number for each pair of a
    gold and an output, up to renaming of documents, so that this is a linear program. The answer is exact: a table of
    fractions that is a metric, or a short argument that there is none.

    A constraint is named in its first reading, or as NAME@READING; a pattern takes all of which a linear program can
    be made. What is impossible at one size may be possible at another; the answer says for which sizes it holds. The
    command exits with 0 if it is possible, with 1 if it is impossible, and with 4 if neither could be shown; with
    --implies, 0 means yes and 1 means no; with --conflicts and --near the code is 0.

    \b
    Examples:
      axiometrics possible -c organization:gold-is-best -c levels-keep-clusters
      axiometrics possible -c homogeneity -c rag-bag --size 6 --conflicts
      axiometrics possible -c ranking:priority --implies ranking:priority@single
      axiometrics possible -c ranking:deepness@any-context --near ap
    """
    from axiometrics.possibility.requests import PossibleRequest, answers
    from axiometrics.possibility.sharing import Sharing
    from axiometrics.running.backends import Spreading

    output = Output(to)
    request = PossibleRequest(tuple(constraints), tuple(negated), task, size, implies, near, conflicts, budget)
    sharing = Sharing(jobs, Spreading(backend, cluster))
    answer = last_answer(
        ctx, output, Progress("none" if quiet else progress), lambda tell: answers(request, tell, sharing)
    )
    output.show(answer.page())
    if conflicts or answer.near is not None:
        ctx.exit(AS_EXPECTED)
    ctx.exit(CODES[answer.answer if answer.implies is None else answer.implies.answer])


COMMAND = possible
