"""`axiometrics strength`: which mistakes in metrics the constraints notice."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.cli import options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import nothing_evaluated
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress


@command(first="--constraint --task --reading --max-size --format --output")
@options.constraints
@options.task
@options.reading
@options.sizes("small ones")
@options.output_of_pages()
@options.progress
def strength(
    constraints: Sequence[str],
    task: str | None,
    reading: str,
    max_size: str | None,
    to: Sequence[Target],
    progress: str,
    quiet: bool,
) -> None:
    """Show how many mutated metrics each constraint rejects. A mutant is a built-in metric with one mistake: a term
    is dropped, ranks are off by one, classes and clusters are exchanged, a maximum is a sum, a sign is wrong, a
    normalisation is left out, or a mean is of another kind.

    The first share is that of all mutants that a constraint judges. The second share counts only mutants of metrics
    that satisfy the constraint, so that the constraint rejects the mistake. A mutant that has the values of its
    original on all small cases does not count, and is named separately. JSON has the counterexample for each
    mutant.

    \b
    Examples:
      axiometrics strength --task clustering
      axiometrics strength -c rag-bag --reading all -o strength.json
    """
    from axiometrics import registry
    from axiometrics.candidates import selection
    from axiometrics.comparison.strength import mutants
    from axiometrics.comparison.strength import strength as measure
    from axiometrics.comparison.strength.page import page
    from axiometrics.running.settings import Sizes

    chosen = selection.constraints(constraints, registry.tasks.names() if task is None else [task])
    selection.demand_reading(reading, chosen)
    if not chosen:
        nothing_evaluated(f"no constraint chosen is of {task}")
    output = Output(to)
    with Progress("none" if quiet else progress) as tell:
        result = measure(
            mutants(), chosen, reading=reading, sizes=Sizes.read(max_size) if max_size else None, progress=tell
        )
        if not result.rows:
            nothing_evaluated(
                f"{', '.join(result.descriptive) or 'none of the constraints chosen'} rejects nothing, it describes"
            )
        output.show(page(result, quiet))


COMMAND = strength
