"""`axiometrics identify`: which known definition a metric computes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import USAGE, nothing_evaluated, say, say_how_called
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress

if TYPE_CHECKING:
    from axiometrics.comparison.identification import Identification
    from axiometrics.running.candidate import Candidate


@command(first="--task --form --gold-first --max-size --budget --format --output --verbose")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...", shell_complete=completion.targets)
@options.config
@options.signature
@options.timeout
@options.all_inputs
@options.time_of_search
@options.output_of_pages(records=True)
@options.progress
@click.pass_context
def identify(
    ctx: click.Context,
    /,
    targets: Sequence[str],
    config: str | None,
    task: str | None,
    signature: str | None,
    timeout: float | None,
    max_size: int | None,
    seed: int,
    budget: float | None,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Which definition does a metric compute? The values of the metric are compared with those of every metric that
    axiometrics knows, in every variant: linear or exponential gain, cut-offs, the ideal of the gold or of the run,
    averages, one free number, and any of these times a factor plus a number.

    The answer is the definition that has the same values on every small input, perhaps times a factor, or rounded. If
    there is none, the answer is the nearest definition that is equal on half of the inputs, with the smallest input on
    which the values differ. Different values where 0 is divided by 0 are reported separately. When the time of --budget
    is up, the answer is what was found so far, and it says what was not tried. Where several ways to call a metric are
    left, there is an answer for each of them.

    A TARGET has the form that `check` takes. The command exits with 0 whatever it finds, with 2 if several ways to
    call a metric are left, and with 5 if no input gave a value.

    \b
    Examples:
      axiometrics identify sklearn.metrics:v_measure_score
      axiometrics identify metrics.py:ndcg_at_10 --form gains
      axiometrics identify metrics.py:mine --format json
    """
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.expression import with_order
    from axiometrics.candidates.inference import AmbiguousForm
    from axiometrics.comparison.identification import identify as find
    from axiometrics.comparison.identification.identity import AmbiguousTarget
    from axiometrics.comparison.identification.page import identified_page
    from axiometrics.comparison.identification.questions import SECONDS
    from axiometrics.core.time_limit import TimeLimit

    output, file = Output(to), configuration(config)
    answers: list[Identification | AmbiguousTarget] = []
    unclear: list[AmbiguousForm] = []
    with Progress("none" if quiet else progress) as tell:

        def answer(called: Candidate, limit: TimeLimit) -> Identification:
            return find(called, task, size=max_size, seed=seed, limit=limit, progress=tell)

        def readings(error: AmbiguousForm, limit: TimeLimit) -> Iterator[Identification]:
            for number, way in enumerate(error.readings):
                part = limit.divided(len(error.readings) - number)
                called = file.one_named(target, task, with_order(way.form, way.order), timeout, part)
                yield answer(called, part)

        for target in targets:
            limit = TimeLimit(SECONDS if budget is None else budget)
            try:
                candidate = file.one_named(target, task, signature, timeout, limit)
            except AmbiguousForm as error:
                unclear.append(error)
                answers.append(AmbiguousTarget(target, tuple(readings(error, limit))))
                continue
            if not quiet:
                say_how_called(candidate, judged=False)
            answers.append(answer(candidate, limit))
        output.show(identified_page(answers))
    for question in unclear:
        say(f"error: {question}", question=True)
    if unclear:
        ctx.exit(USAGE)
    if all(entry.is_empty for entry in answers):
        nothing_evaluated("no input gave a value")


COMMAND = identify
