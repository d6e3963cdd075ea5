"""`axiometrics separate`: cases on which metrics prefer different outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import nothing_evaluated, say, say_how_called
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.core.errors import ParameterError

if TYPE_CHECKING:
    from axiometrics.comparison.walk import Comparable


@command(first="--task --all --study --ties --max-size --form --format --output")
@click.argument("metrics", nargs=-1, metavar="METRIC METRIC", shell_complete=completion.targets)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Show the smallest set of cases that separates each two metrics of --task, or of --study.",
)
@options.study_for("With --all, only the metrics of this study.")
@click.option(
    "--task",
    type=options.TASKS,
    help="With --all, the task whose metrics are separated. Otherwise the task in which the two metrics are "
    "compared, if it cannot be inferred.",
)
@options.config
@options.called
@options.timeout
@click.option(
    "--ties",
    is_flag=True,
    help="Ties between two outputs: let a case separate two metrics, too, if one of them gives both outputs the same "
    "score and the other prefers one of them.",
)
@options.documents("The greatest number of documents that is searched.")
@options.output_of_pages()
@options.progress
def separate(
    metrics: Sequence[str],
    every: bool,
    study: str | None,
    task: str | None,
    config: str | None,
    signature: str | None,
    timeout: float | None,
    ties: bool,
    max_size: int | None,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Show the smallest case on which two metrics prefer different outputs: a gold and two outputs x and y, where
    one metric scores x higher and the other scores y higher.

    A case is smaller than another if it has fewer documents or, with equally many, if they occur less often in gold
    and outputs together. Every gold and every two outputs of it are tried, up to isomorphism. If no case is found,
    the output says up to which size. A METRIC is a built-in metric, or a TARGET as `check` takes it. The command
    exits with 0 either way, and with 5 if no two outputs could be compared.

    With --all, the command shows the smallest set of cases up to a size that separates all built-in metrics of a
    task, found by an integer program, and the pairs of metrics that no case separates. This takes a minute or two
    for ranking and for clustering, and seconds for other tasks; --max-size changes this.

    \b
    Examples:
      axiometrics separate v-measure bcubed-f
      axiometrics separate dcg ndcg --ties --max-size 7
      axiometrics separate sklearn.metrics:v_measure_score nmi --max-size 6
      axiometrics separate --all --task ranking --study amigo2013
    """
    if every:
        if metrics or signature or task is None:
            raise ParameterError(
                "--all takes our metrics of a task: say --all --task TASK, and name no metric and no --form"
            )
    elif len(metrics) != 2 or study:
        raise ParameterError(
            f"name two metrics, not {len(metrics)}: METRIC METRIC, or "
            f"--all --task TASK{' for a study' if study else ''}"
        )
    output = Output(to)
    with Progress("none" if quiet else progress) as tell:
        if every:
            from axiometrics import registry
            from axiometrics.comparison.separation import cover
            from axiometrics.registry import studies

            chosen = registry.metrics_of(task or "", studies.metrics(studies.asked(study)) if study else None)
            if len(chosen) < 2:
                raise ParameterError(
                    f"{f'study {study}' if study else 'axiometrics'} has {len(chosen)} metrics of {task}: "
                    f"at least two are to be separated"
                )
            assert task is not None
            if not quiet:
                _tell_caps(task, chosen, max_size)
            output.show(cover(chosen, task, ties=ties, size=max_size, progress=tell).page())
            return
        from axiometrics.candidates.configuration import configuration
        from axiometrics.candidates.expression import keywords
        from axiometrics.comparison.separation import separate as search
        from axiometrics.comparison.sides import common_task, side

        file = configuration(config)
        candidates = file.beside(metrics, task, signature, timeout)
        of = common_task(candidates, task)
        if not quiet:
            for candidate in candidates:
                say_how_called(candidate)
        first, second = (side(candidate, of) for candidate in candidates)
        if not quiet:
            _tell_caps(of, (first, second), max_size)
        calling = keywords(task, signature) if any(candidate.metric is None for candidate in candidates) else {}
        separation = search((first, second), of, ties=ties, size=max_size, progress=tell, calling=calling)
        if not separation.cases:
            reason = "".join(f"; {name} {message}" for name, message in separation.failures.items())
            nothing_evaluated(f"on no two outputs of a gold do both metrics have a value{reason}")
        output.show(separation.page())


def _tell_caps(task: str, metrics: Sequence[Comparable], max_size: int | None) -> None:
    """Say which cases are not searched as far as the user asked."""
    from axiometrics.comparison.walk import capped
    from axiometrics.core.task import task as task_of

    for kind in capped(task, metrics, max_size):
        say(
            f"--max-size {max_size}: {kind.world.words or f'cases of {task}'} are searched to "
            f"{task_of(task).items(kind.last)} at most"
        )


COMMAND = separate
