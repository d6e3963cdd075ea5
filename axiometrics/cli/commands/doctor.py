"""`axiometrics doctor`: whether the installation is sound."""

from __future__ import annotations

from collections.abc import Sequence

import click

from axiometrics.cli import options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import AS_EXPECTED, UNEXPECTED
from axiometrics.cli.output import Output


@command()
@options.output_of_pages()
@options.verbose
@click.pass_context
def doctor(ctx: click.Context, /, to: Sequence[Target]) -> None:
    """Show the versions, the libraries whose metrics can be checked, and whether every metric, constraint and
    report declares what it must. The command exits with 1 if something is wrong.
    """
    output = Output(to)
    from axiometrics.services.soundness import soundness

    result = soundness()
    output.show(result.page())
    ctx.exit(UNEXPECTED if result.problems else AS_EXPECTED)


COMMAND = doctor
