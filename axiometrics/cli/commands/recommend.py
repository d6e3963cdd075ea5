"""`axiometrics recommend`: the metrics that satisfy the constraints that the user requires."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import nothing_evaluated
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.comparison.task_questions import TASKS
from axiometrics.comparison.task_questions import options as answered_by

if TYPE_CHECKING:
    from axiometrics.running.cache import Cache
    from axiometrics.running.settings import Search

F = TypeVar("F", bound=Callable[..., Any])


def _questions(function: F) -> F:
    """Add an option for each question about a task."""
    for name, questions in reversed(answered_by().items()):
        words = list(dict.fromkeys(answer.word for question in questions for answer in question.answers))
        sentences = " ".join(f"For {question.task}: {question.words}" for question in questions)
        function = click.option(f"--{name}", type=click.Choice(words), help=sentences)(function)
    return function


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
@click.option(
    "--page",
    "page",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write all questions as a page that needs no server, with the verdicts of all built-in metrics, which answers "
    "filter: Which metric should I use?",
)
@_questions
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
    page: str | None,
    task: str | None,
    max_size: str | None,
    jobs: int,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
    cache_dir: str | None,
    no_cache: bool,
    **answered: str | None,
) -> None:
    """Which metric should I use? On a terminal, the command without options asks a few questions about your task.
    Each question is an option, too. Or name the constraints that the metric must satisfy, and those that it must
    violate.

    The answer lists the metrics that meet all requirements; proved verdicts come before verdicts that rest on a
    search. If no metric meets all, the answer names the sets of requirements to give up, and the metrics that come
    nearest. Where questions were answered, it also tells the price: which constraints that the answers leave open
    a metric violates.

    \b
    Examples:
      axiometrics recommend
      axiometrics recommend --relevant several --early yes --padding yes
      axiometrics recommend --require homogeneity --require rag-bag
      axiometrics recommend --require deepness-threshold --forbid confidence
      axiometrics recommend --require completeness --among sklearn
    """
    from axiometrics.cli.asking import answers_of, can_ask
    from axiometrics.cli.matrices import cache_of
    from axiometrics.comparison.recommendation import recommend as find
    from axiometrics.running.settings import Search

    if page is not None:
        _write_page(page, Search.of(max_size, jobs=jobs), cache_of(cache_dir, no_cache), "none" if quiet else progress)
        return
    output = Output(to)
    answers = {name: word for name, word in answered.items() if word is not None}
    is_asked = not (answers or required or forbidden) and task in (None, *TASKS) and can_ask(to)
    if is_asked:
        task, answers = answers_of(task)
    with Progress("none" if quiet else progress) as tell:
        recommendation = find(
            task,
            required,
            forbidden,
            answers=answers,
            among=within,
            search=Search.of(max_size, jobs=jobs),
            cache=cache_of(cache_dir, no_cache),
            progress=tell,
        )
        if not recommendation.tried:
            nothing_evaluated(f"{within or 'axiometrics'} has no metric of {recommendation.task}")
        output.show(recommendation.page())
    if is_asked:
        click.echo(
            f"\nThe same again:\n{again(click.get_current_context().meta['line'], recommendation.task, answers)}"
        )


def _write_page(path: str, search: Search, cache: Cache | None, progress: str) -> None:
    from axiometrics.comparison.which_metric import page
    from axiometrics.core.files import demand_writable, named_in_errors, write_whole
    from axiometrics.reports.html import made

    with named_in_errors(path, "write"):
        demand_writable(path)
    with Progress(progress) as tell:
        text = page(search, cache, tell, made(click.get_current_context().meta["line"]))
    with named_in_errors(path, "write"):
        write_whole(path, text)


def again(line: str, task: str, answers: Mapping[str, str]) -> str:
    """The command line that gives these answers, in addition to its own options.

    >>> again("axiometrics recommend --max-size 4", "ranking", {"early": "yes"})
    'axiometrics recommend --max-size 4 --task ranking --early yes'
    """
    words = [] if "--task" in line else ["--task", task]
    return shlex.join(
        [*shlex.split(line), *words, *(part for name, word in answers.items() for part in (f"--{name}", word))]
    )


COMMAND = recommend
