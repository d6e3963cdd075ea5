"""`axiometrics compare`: whether two metrics give the same values."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import nothing_evaluated, say_how_called
from axiometrics.cli.output import Output


@command(first="--task --form --gold-first --max-size --format --output --verbose")
@click.argument("first", metavar="TARGET", shell_complete=completion.targets)
@click.argument("second", metavar="TARGET", shell_complete=completion.targets)
@options.config
@options.signature
@options.timeout
@options.all_inputs
@options.output_of_pages(records=True)
@options.quiet_for()
def compare(
    first: str,
    second: str,
    config: str | None,
    task: str | None,
    signature: str | None,
    timeout: float | None,
    max_size: int | None,
    seed: int,
    to: Sequence[Target],
    quiet: bool,
) -> None:
    """Do two metrics give the same values? Both are run on every small input of their task, and on larger inputs
    that are drawn at random. If they differ, the smallest such input is shown with both values. Different values
    where 0 is divided by 0 are reported separately. `separate` answers a different question: whether the two prefer
    the same outputs.

    A TARGET has the form that `check` takes. The command exits with 0 whatever it finds, and with 5 if no input
    gave both a value.

    \b
    Examples:
      axiometrics compare v-measure nmi
      axiometrics compare sklearn.metrics:ndcg_score ndcg
      axiometrics compare old.py:score new.py:score --form gains
    """
    from axiometrics.candidates.configuration import configuration
    from axiometrics.comparison.identification import compare as find

    output, file = Output(to), configuration(config)
    pair = file.beside([first, second], task, signature, timeout)
    if not quiet:
        for candidate in pair:
            say_how_called(candidate, judged=False)
    comparison = find(pair[0], pair[1], task, size=max_size, seed=seed)
    output.show(comparison.page())
    if not comparison.agreement.compared and comparison.agreement.difference is None:
        nothing_evaluated(f"no input gave both {first} and {second} a value")


COMMAND = compare
