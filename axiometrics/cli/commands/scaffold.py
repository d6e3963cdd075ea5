"""`axiometrics scaffold`: the first files of a metric, a definition, a constraint, a proof, a task or a study."""

from __future__ import annotations

from pathlib import Path

import click

from axiometrics.cli import options
from axiometrics.cli.help import command
from axiometrics.cli.output import Output

KINDS = ("metric", "definition", "constraint", "proof", "task", "study")
"""The kinds of things. They are repeated here because the module of placement is loaded only when the command runs."""


def _usual_task() -> str:
    from axiometrics.tasks import USUAL

    return USUAL


@command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
@click.option("--task", type=options.TASKS, default=_usual_task, help="The task to which it belongs. Default: ranking.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False),
    default=".",
    metavar="FOLDER",
    help="Write into this folder. Default: the current folder.",
)
@click.option(
    "--built-in/--own",
    default=None,
    help="Whether to write the files of a built-in, or a file of your own. Default: --built-in if FOLDER is a "
    "checkout of axiometrics.",
)
@options.verbose
def scaffold(kind: str, name: str, task: str, folder: str, built_in: bool | None) -> None:
    """Write the files of a new metric, definition, constraint, proof, task or study, and say what to do next. The
    files work as they are written.

    In a checkout of axiometrics, the files are those of a built-in: a metric has two files, its formula and its
    definition. Elsewhere the command writes NAME.py, and for a metric or a constraint also test_NAME.py, which
    pytest passes. NAME has letters, digits, _ and -; a definition and a proof have the name of their metric.
    Nothing is overwritten: if a file exists, the command exits with 2. docs/extending.md explains how a package
    makes its own parts known to axiometrics.

    \b
    Examples:
      axiometrics scaffold metric my_metric
      axiometrics scaffold constraint my-constraint --task clustering --dir src
    """
    from axiometrics.services.scaffolding.placement import begin

    begun = begin(kind, name, task, Path(folder), built_in)
    begun.write()
    Output().show(begun.page())


COMMAND = scaffold
