"""`axiometrics identify`: which known definition a metric computes."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import completion, options
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import NOTHING, USAGE, say, say_how_called
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...", shell_complete=completion.targets)
@options.config
@options.signature
@options.timeout
@options.all_inputs
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
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Which definition does a metric compute? The values of the metric are compared with those of every metric that
    axiometrics knows, in every variant: linear or exponential gain, cut-offs, the ideal of the gold or of the run,
    averages, one free number, and any of these times a factor plus a number.

    The answer is the definition that has the same values on every small input. If there is none, the answer is the
    nearest definition, with the smallest input on which the values differ. Different values where 0 is divided by 0
    are reported separately. Where several ways to call a metric are left, there is an answer for each of them.

    A TARGET has the form that `check` takes. The command exits with 0 whatever it finds, with 2 if several ways to
    call a metric are left, and with 5 if no input gave a value.

    \b
    Examples:
      axiometrics identify sklearn.metrics:v_measure_score
      axiometrics identify metrics.py:ndcg_at_10 --form gains
      axiometrics identify metrics.py:mine --format json
    """
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.inference import AmbiguousForm
    from axiometrics.comparison.identification import identify as find
    from axiometrics.comparison.identification.page import identified_page

    output, file = Output(to), configuration(config)
    found, unclear, asked = [], [], {}
    with Progress("none" if quiet else progress) as told:
        for target in targets:
            try:
                candidate = file.one_named(target, task, signature, timeout)
            except AmbiguousForm as error:
                unclear.append(error)
                ways = [
                    file.one_named(target, task, f"{reading.form} {reading.order}", timeout)
                    for reading in error.readings
                ]
                asked[target] = [find(one, task, size=max_size, seed=seed, progress=told) for one in ways]
                continue
            if not quiet:
                say_how_called(candidate)
            found.append(find(candidate, task, size=max_size, seed=seed, progress=told))
        output.show(identified_page(found, asked))
    for question in unclear:
        say(f"error: {question}", question=True)
    if unclear:
        ctx.exit(USAGE)
    if all(one.metric is None and one.constant is None for one in found):
        say("error: nothing was evaluated: no input gave a value")
        ctx.exit(NOTHING)


COMMAND = identify
