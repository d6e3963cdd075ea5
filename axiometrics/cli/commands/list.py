"""`axiometrics list`: the tasks, metrics, constraints, studies and claims files of axiometrics, the quantities that
proofs use, and the cells that no proof settles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from axiometrics.cli import completion, options, printed
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.output import Output
from axiometrics.services.listing import WHAT


@command("list", first="--metric --study --constraint --task --format --output")
@click.argument("sort", type=click.Choice(WHAT))
@click.argument("constraint", required=False, metavar="[CONSTRAINT]", shell_complete=completion.constraints)
@options.metrics
@options.study
@options.constraints
@options.task
@options.output_of_pages(records=True)
@options.cached
@options.verbose
@click.pass_context
def list_(
    ctx: click.Context,
    /,
    sort: str,
    constraint: str | None,
    to: Sequence[Target],
    cache_dir: str | None,
    no_cache: bool,
    **settings: Any,
) -> None:
    """List what axiometrics has: its metrics with their default parameters, constraints, studies, claims files and
    tasks, each with its source. `constraints -v` also says as a question what each constraint asks.

    `forms` lists the forms in which functions of yours may be called, each with one call; `--format json` has every
    way in which the arguments of a form may be written. For each task, `tasks` shows its forms, and the number of
    documents up to which all small cases are enumerated.

    `open` lists the cells, in all readings, that neither a proof nor a counterexample settles. It also lists the lemmas
    that proofs take on trust, with what was tried to prove them, and the proofs whose formula is compared with the
    metric on cases but is not derived from its definition, with the reason. It computes these cells or takes them from
    the cache. Without -m and --study they are those of the default matrix.

    `quantities CONSTRAINT` lists the vocabulary of a constraint: the quantities of its cases in which proofs speak, and
    the facts that proofs may use. Each fact is a definition, arithmetic, or a lemma, which is taken on trust.

    \b
    Examples:
      axiometrics list metrics --task ranking
      axiometrics list constraints --format json
      axiometrics list forms --task ranking
      axiometrics list studies
      axiometrics list tasks
      axiometrics list quantities ranking:priority
      axiometrics list open
      axiometrics list open -m 'rs-ranking(reading=tail-lookup)' -c confidence
    """
    from axiometrics.cli.matrices import MatrixRequest
    from axiometrics.services.listing import listing
    from axiometrics.services.open_cells import OpenRequest

    kept = MatrixRequest.of({"cache_dir": cache_dir, "no_cache": no_cache}).cache
    Output(to).show(listing(sort, constraint, OpenRequest(**settings, cells=kept), ctx.meta["verbose"]))
    if sort != "open" and all(target.path is None for target in to):
        printed.allow()


COMMAND = list_
