"""`axiometrics diff`: two saved matrices."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import AS_EXPECTED, NOTHING, UNEXPECTED, say
from axiometrics.cli.output import Output
from axiometrics.core.errors import ParameterError

if TYPE_CHECKING:
    from axiometrics.core.matrix import Matrix


@command()
@click.argument("old", metavar="OLD", shell_complete=completion.files)
@click.argument("new", metavar="NEW", shell_complete=completion.files)
@options.output_of_pages()
@options.quiet_for("On stdout, show only the regressions, and the counts.")
@click.pass_context
def diff(ctx: click.Context, /, old: str, new: str, to: Sequence[Target], quiet: bool) -> None:
    """Show what changed from OLD to NEW, two matrices saved with --format json; - means stdin.

    A cell may have a different verdict, weaker or stronger evidence, or other details (relation, n0, convention or
    counterexample); it may be new or missing. The command exits with 1 on a regression: a cell held and does not
    hold now, was decided and is not decided now, rests on weaker evidence, or is missing. Settings that differ,
    such as sizes, are shown, and so are metrics and constraints that were added or removed.

    \b
    Examples:
      axiometrics matrix -o new.json && axiometrics diff old.json new.json
      axiometrics diff old.json new.json --format markdown -o changes.md
    """
    from axiometrics.comparison.diff_page import page
    from axiometrics.comparison.differences import compare

    if old == new == "-":
        raise ParameterError("OLD and NEW are both -: only one of them can be stdin")
    output = Output(to)
    matrices = [_read(name) for name in (old, new)]
    if not any(map(len, matrices)):
        say(f"error: nothing was compared: neither {old} nor {new} has a cell")
        ctx.exit(NOTHING)
    differences = compare(*matrices)
    output.show(page(differences, quiet))
    ctx.exit(UNEXPECTED if differences.regressions else AS_EXPECTED)


def _read(name: str) -> Matrix:
    """The matrix in a file or on stdin. Raises `FileError` where there is none."""
    from axiometrics.core.matrix import from_text, saved

    return from_text(sys.stdin.read(), "-") if name == "-" else saved(name)


COMMAND = diff
