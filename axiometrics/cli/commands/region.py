"""`axiometrics region`: for which values of a parameter a constraint holds, exactly."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import beside_the_result
from axiometrics.cli.output import Output


@command()
@click.argument("metric", shell_complete=completion.metrics)
@click.argument("constraint", shell_complete=completion.constraints)
@click.argument("parameter", metavar="PARAM", shell_complete=completion.parameters)
@click.option(
    "--reading",
    default="default",
    metavar="NAME|default",
    shell_complete=completion.readings,
    help="The reading of the constraint. Default: the first one.",
)
@options.output_of_pages()
@options.plot
@options.verbose
def region(
    metric: str, constraint: str, parameter: str, reading: str, to: Sequence[Target], drawing: str | None
) -> None:
    """Show the exact set of values of PARAM for which METRIC satisfies CONSTRAINT. The other parameters keep the
    values that METRIC has.

    The set is proved with the parameter as a symbol. Its end points are exact, and the metric is evaluated exactly
    on both sides of each. Nothing is sampled. If no region is known, the command lists the known regions and exits
    with 2.

    \b
    Examples:
      axiometrics region rbp closeness-threshold p
      axiometrics region p closeness-threshold k --reading printed
      axiometrics region 'utility(tp=3)' priority fn --format json
      axiometrics region rs-ranking confidence wn --plot wn.svg
    """
    from axiometrics import registry
    from axiometrics.candidates import selection
    from axiometrics.regions.plot import plot
    from axiometrics.regions.region import region as established
    from axiometrics.running.candidate import builtin

    about = registry.metric(metric, selection.at_hand(None, [constraint]))
    chosen = selection.of_tasks(constraint, builtin(about))
    selection.demand_reading(reading, [chosen])
    named = chosen.readings[0] if reading == "default" else chosen.reading(reading)
    output = Output(to)
    result = established(about, chosen, named, parameter)
    output.show(result.page())
    if drawing is not None:
        with beside_the_result("the picture"):
            plot(result, drawing)


COMMAND = region
