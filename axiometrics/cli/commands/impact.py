"""`axiometrics impact`: what violations of constraints come to in real outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import completion, options
from axiometrics.cli.commands.score import metrics_wanted
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import INTERRUPTED, NOTHING, say
from axiometrics.cli.output import Output

if TYPE_CHECKING:
    from axiometrics.evaluation.scores import Wanted
    from axiometrics.evaluation.scoring import Evaluation


@click.command()
@click.argument("gold", metavar="GOLD", shell_complete=completion.files)
@click.argument("systems", nargs=-1, required=True, metavar="SYSTEM...", shell_complete=completion.files)
@options.metrics
@options.constraints
@options.reading
@click.option(
    "--why",
    nargs=2,
    metavar="METRIC METRIC",
    help="Which constraint's edits explain that these two metrics order two of the SYSTEMs differently.",
)
@click.option("--as", "kind", type=options.FILE_KINDS, help="What GOLD is, where its content does not tell.")
@click.option(
    "--columns", metavar="ROLE=COLUMN,...", help="Which columns of tables hold what, as `score` has it.", default=""
)
@click.option(
    "--max-edits",
    "most",
    type=click.IntRange(min=1, max=10**6),
    metavar="N",
    default=1000,
    help="Edits of a constraint that are made; where there are more, so many are drawn (default: 1000).",
)
@options.seed_of("the edits that are drawn")
@options.output_of_pages(records=True)
@options.progress
@click.pass_context
def impact(
    ctx: click.Context,
    /,
    gold: str,
    systems: Sequence[str],
    why: tuple[str, str] | None,
    most: int,
    seed: int,
    to: Sequence[Target],
    **asked: Any,
) -> None:
    """Make the edits of constraints in the outputs of SYSTEMs, and count those that a metric does not reward.

    A constraint says of two outputs which one is the better. Its edit is made in the real outputs: a cluster is split
    or merged, a document is added or moved, two ranks are exchanged. It is made everywhere where there are few places,
    else at N places that are drawn. For each metric and constraint this tells the share of the edits that the metric
    does not reward as the constraint demands, decided exactly, with a confidence interval; and the real case where the
    metric goes most wrong.

    GOLD and SYSTEM are files as `score` takes them: qrels and runs, labels, organizations. Without -m the metrics are
    those that `score` shows; without -c the constraints are all that have edits:

    \b
      clustering  homogeneity, completeness, rag-bag, size-vs-quantity
      filtering   priority
      ranking     priority, deepness, confidence

    The share speaks of the edits that are possible in these outputs, not of all cases: what holds for every case,
    `matrix` tells.

    \b
    Examples:
      axiometrics impact classes.csv clusters.csv -m v-measure -m bcubed-f -c rag-bag
      axiometrics impact qrels.txt run1.txt run2.txt -m ap -m ndcg@10 -c ranking:priority -c deepness -o impact.html
      axiometrics impact classes.csv a.csv b.csv --why v-measure bcubed-f
    """
    from axiometrics.cli.progress import Progress
    from axiometrics.comparison.impact.measurement import measure
    from axiometrics.comparison.impact.outputs import of_files
    from axiometrics.comparison.impact.page import page
    from axiometrics.comparison.impact.reason import reasoned
    from axiometrics.comparison.impact.selection import demand_on_data, with_edits
    from axiometrics.evaluation.scores import MEAN
    from axiometrics.evaluation.scoring import Evaluation
    from axiometrics.evaluation.tables import TableColumns
    from axiometrics.registry.tasks import scored_in
    from axiometrics.running.run import builtin

    demand_on_data(asked["reading"])
    output = Output(to)
    with Progress("none" if asked["quiet"] else asked["progress"]) as progress:
        named = metrics_wanted(asked["metrics"], None, asked["parameters"])
        two = [one for name in why or () for one in metrics_wanted([name], None, {})]
        evaluation = Evaluation.read(
            gold, systems, asked["kind"], progress=progress, columns=TableColumns.parse(asked["columns"])
        )
        chosen = with_edits(asked["constraints"], scored_in(evaluation.kind.name))
        wanted = _wanted(evaluation, [*named, *(() if named else two)])
        outputs = of_files(evaluation, progress)
        found = measure(outputs, [builtin(one.metric) for one in wanted], chosen, most, seed, progress)
        if why and found.complete:
            pair = evaluation.fitting(two)
            if len(pair) != 2:
                raise click.UsageError(f"--why {' '.join(why)} does not name two metrics", ctx)
            rows = evaluation.score(pair).rows
            scores = [
                {row.system: row.value for row in rows if row.metric == one.metric.id and row.topic == MEAN}
                for one in pair
            ]
            defined = [{name: value for name, value in by.items() if value is not None} for by in scores]
            subjects = [builtin(one.metric) for one in pair]
            found = reasoned(found, outputs, subjects, defined, chosen, progress)
    if not found.rows and found.complete:
        say(f"error: nothing was evaluated: no metric asked for is of the task of {', '.join(c.name for c in chosen)}")
        ctx.exit(NOTHING)
    output.show(page(found), finished=found.complete)
    if not found.complete:
        where = f"; what was finished went to {', '.join(output.partial)}" if output.partial else ""
        say(f"interrupted{where}")
        ctx.exit(INTERRUPTED)


def _wanted(evaluation: Evaluation, named: Sequence[Wanted]) -> list[Wanted]:
    """The metrics asked for that fit the files, or those that `score` shows."""
    return evaluation.fitting(named or metrics_wanted(evaluation.defaults(), None, {}, by_default=True))


COMMAND = impact
