"""`axiometrics diff`: two saved matrices."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from axiometrics.cli import completion, options
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import AS_EXPECTED, NOTHING, UNEXPECTED, say
from axiometrics.cli.output import Output
from axiometrics.core.errors import ParameterError

if TYPE_CHECKING:
    from axiometrics.core.matrix import Matrix


@click.command()
@click.argument("old", metavar="OLD", shell_complete=completion.files)
@click.argument("new", metavar="NEW", shell_complete=completion.files)
@options.output_of_pages()
@options.quiet_for("Only the regressions, and the counts.")
@click.pass_context
def diff(ctx: click.Context, /, old: str, new: str, to: Sequence[Target], quiet: bool) -> None:
    """What changed from OLD to NEW, two matrices saved with --format json; - is stdin.

    A cell has changed (another verdict), rests on weaker or stronger evidence, has vanished or appeared, or is restated
    with other particulars (another relation, n0, convention, or counterexample). It exits 1 on a regression: a cell
    that held or was decided and is so no longer, rests on weaker evidence, or has vanished. Settings that differ, such
    as sizes, are said; so are metrics and constraints removed and added.

    \b
    Examples:
      axiometrics matrix -o new.json && axiometrics diff old.json new.json
      axiometrics diff old.json new.json --format markdown -o changes.md
    """
    from axiometrics.comparison.differences import compare, page

    if old == new == "-":
        raise ParameterError("OLD and NEW are both -: only one of them can be stdin")
    output = Output(to)
    matrices = [_read(name) for name in (old, new)]
    if not any(map(len, matrices)):
        say(f"error: nothing was compared: neither {old} nor {new} has a cell")
        ctx.exit(NOTHING)
    found = compare(*matrices)
    output.show(page(found, quiet))
    ctx.exit(UNEXPECTED if found.regressions else AS_EXPECTED)


def _read(name: str) -> Matrix:
    """The matrix in a file, or in what is given on stdin. Raises `FileError` where there is none."""
    from axiometrics.core.matrix import from_text, saved

    return from_text(sys.stdin.read(), "-") if name == "-" else saved(name)


COMMAND = diff
