"""`axiometrics region`: for which values of a parameter a constraint holds, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from axiometrics.cli import options
from axiometrics.cli.options import Target
from axiometrics.cli.output import Output
from axiometrics.core.errors import ParameterError

DRAWINGS = (".png", ".svg", ".pdf")
"""The suffixes of drawings."""


@click.command(short_help="The exact values of a parameter for which a constraint holds.")
@click.argument("metric")
@click.argument("constraint")
@click.argument("parameter", metavar="PARAM")
@click.option(
    "--reading", default="default", metavar="NAME|default", help="The reading of the constraint; default: its first."
)
@options.output_of_pages()
@click.option(
    "--plot",
    "drawing",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Draw it there too (.png, .svg, .pdf); needs the extra [plot].",
)
@options.verbose
def region(
    metric: str, constraint: str, parameter: str, reading: str, to: Sequence[Target], drawing: str | None
) -> None:
    """The exact set of values of PARAM for which METRIC satisfies CONSTRAINT, the other parameters being as METRIC has
    them.

    It is proved with the parameter as a symbol, its end points are exact, and both sides of each are evaluated exactly.
    Nothing is sampled: where nobody has shown a region it says so, and which ones there are (exit 2).

    \b
    Examples:
      axiometrics region rbp closeness-threshold p
      axiometrics region p closeness-threshold k --reading printed
      axiometrics region 'utility(tp=3)' priority fn --format json
      axiometrics region rs-ranking confidence wn --plot wn.svg
    """
    from axiometrics import registry
    from axiometrics.candidates import selection
    from axiometrics.regions.page import page
    from axiometrics.regions.plot import plot
    from axiometrics.regions.region import region as established
    from axiometrics.running.run import builtin

    about = registry.metric(metric)
    chosen = selection.of_tasks(constraint, builtin(about))
    selection.demand_reading(reading, [chosen])
    named = chosen.readings[0] if reading == "default" else chosen.reading(reading)
    drawn = () if drawing is None else (_plotted(drawing),)
    output = Output(to)
    Output(drawn)  # a drawing that cannot be written is found out before anything is computed
    found = established(about, chosen, named, parameter)
    if drawing is not None:
        plot(found, drawing)
    output.show(page(found))


def _plotted(path: str) -> Target:
    """The file of a drawing. Raises `ParameterError` for a suffix that no drawing has."""
    suffix = Path(path).suffix.lower()
    if suffix not in DRAWINGS:
        raise ParameterError(f"--plot {path!r}: end it in {', '.join(DRAWINGS)}")
    return Target(path, suffix)


COMMAND = region
