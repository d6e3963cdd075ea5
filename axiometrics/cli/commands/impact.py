"""`axiometrics impact`: how often a metric violates constraints in real outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import INTERRUPTED, nothing_evaluated, say
from axiometrics.cli.output import Output

if TYPE_CHECKING:
    from axiometrics.comparison.impact.measurement import Impact
    from axiometrics.comparison.impact.outputs import RealOutputs
    from axiometrics.evaluation.scoring import Evaluation
    from axiometrics.running.candidate import Candidate


@command(first="--metric --constraint --why --form --as --columns --draws --seed --format --output")
@click.argument("gold", metavar="GOLD", shell_complete=completion.files)
@click.argument("systems", nargs=-1, metavar="[SYSTEM...]", shell_complete=completion.files)
@options.metrics
@options.config
@options.signature
@options.timeout
@options.policy
@options.constraints
@options.reading
@click.option(
    "--why",
    nargs=2,
    metavar="METRIC METRIC",
    help="Show the edits of which constraint explain that these two metrics order two of the SYSTEMs differently.",
)
@options.files_of_outputs
@options.draws(
    "most",
    "The greatest number of edits of a constraint. If more are possible, this number is drawn. Default: 1000.",
    1,
    10**6,
    1000,
    older="--max-edits",
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
    config: str | None,
    task: str | None,
    signature: str | None,
    timeout: float | None,
    lower_is_better: bool | None,
    undefined: str | None,
    why: tuple[str, str] | None,
    most: int,
    seed: int,
    to: Sequence[Target],
    **settings: Any,
) -> None:
    """Make the edits of constraints in the outputs of SYSTEMs, and count the edits that a metric does not reward.

    A constraint says which of two outputs is better. Its edit is made in the real outputs: a cluster is split or
    merged, a document is added or moved, or two ranks are exchanged. If there are few places for it, it is made at
    all of them, and otherwise at N places that are drawn at random. For each metric and constraint the command
    shows the share of the edits that the metric does not reward as the constraint demands, decided exactly, with a
    confidence interval, and the real case in which the metric is most wrong.

    GOLD and SYSTEM are files as `score` takes them: qrels and runs, with intents or without, labels, organizations,
    and so on. Without -m the metrics are those that `score` shows. Without -c the constraints are all of these files
    that have edits; `axiometrics list constraints` names them, and says why others have none.

    A constraint whose edits cannot be made in these outputs (most of those of clusterings need a partition) is left
    out, and the page says why; if -c names it, the command ends with an error.

    A NAME of -m and a METRIC of --why may be a metric of yours, given as a TARGET as `check` takes it. It runs in a
    process of its own. An edit whose scores differ by less than the error bound of floats is not decided.

    The share is about the edits that are possible in these outputs, and not about all cases. `matrix` shows what
    holds in every case.

    \b
    Examples:
      axiometrics impact classes.csv clusters.csv -m v-measure -c rag-bag
      axiometrics impact qrels.txt run1.txt run2.txt -m ap -o impact.html
      axiometrics impact classes.csv a.csv b.csv --why v-measure bcubed-f
      axiometrics impact qrels.txt run1.txt -m metrics.py:my_gain -m ap --form gains
    """
    from axiometrics.candidates.declaration import Policy
    from axiometrics.cli.own_metrics import own_metrics
    from axiometrics.cli.progress import Progress
    from axiometrics.comparison.impact.measurement import measure
    from axiometrics.comparison.impact.outputs import of_files
    from axiometrics.comparison.impact.reason import reasoned
    from axiometrics.comparison.impact.selection import demand_on_data, demanded, with_edits
    from axiometrics.evaluation.scoring import Evaluation
    from axiometrics.registry.tasks import scored_in
    from axiometrics.services.scoring import Request

    demand_on_data(settings["reading"])
    output, policy = Output(to), Policy(lower_is_better, undefined)
    with Progress("none" if settings["quiet"] else settings["progress"]) as progress:
        names = settings["metrics"] or why or ()
        own = own_metrics((*names, *(why or ())), config, task, signature, timeout, settings["quiet"], policy)
        named = Request.of([name for name in names if name not in own], None, settings["parameters"]).named
        tasks = {want.metric.task for want in named} | {of for metric in own.values() for of in metric.tasks}
        choices = options.choices_of({**settings, "task": task}, tasks)
        evaluation = Evaluation.read(gold, systems or None, choices, progress, settings["probabilities"])
        options.demand_meant(ctx, evaluation.kind.name, gold)
        scored = scored_in(evaluation.kind.name)
        chosen = with_edits(settings["constraints"], evaluation.tasks if not settings["constraints"] else scored)
        candidates = _candidates(
            evaluation, [name for name in names if name not in own], settings["parameters"], not names
        )
        candidates += [own[name] for name in dict.fromkeys(names) if name in own]
        outputs = of_files(evaluation, progress)
        measured = measure(
            outputs, candidates, chosen, most, seed, progress, demanded=demanded(settings["constraints"], chosen)
        )
        measured = _as_read(measured, evaluation, candidates, by_default=not names)
        if why and measured.complete:
            pair = [
                metric for name in why for metric in ([own[name]] if name in own else _candidates(evaluation, [name]))
            ]
            if len({metric.id for metric in pair}) != 2 or len(pair) != 2:
                raise click.UsageError(f"--why {' '.join(why)} does not name two metrics", ctx)
            scores = [_means(evaluation, outputs, metric) for metric in pair]
            measured = reasoned(measured, outputs, pair, scores, chosen, progress)
    if not measured.rows and measured.complete:
        of = " or ".join(dict.fromkeys(task for metric in candidates for task in metric.tasks))
        why_none = [
            f"edits of {name} cannot be made here ({reason})" for name, reason in measured.left_out.items()
        ] or [f"the metrics are of {of}, and the constraints of others: {', '.join(c.name for c in chosen)}"]
        nothing_evaluated("; ".join(why_none))
    output.show(measured.page(), finished=measured.complete)
    if not measured.complete:
        where = f"; what was finished went to {', '.join(output.partial)}" if output.partial else ""
        say(f"interrupted{where}")
        ctx.exit(INTERRUPTED)


def _as_read(measured: Impact, evaluation: Evaluation, candidates: Sequence[Candidate], by_default: bool) -> Impact:
    """The result with the line that says how the files were read, and with the remarks about parts that were left
    out.
    """
    from axiometrics.evaluation.scores import CalledColumn
    from axiometrics.registry.tasks import scored_in

    scored = scored_in(evaluation.kind.name)
    read_as = evaluation.read_as(
        CalledColumn(candidate.id, candidate.display, task)
        for candidate in candidates
        for task in candidate.tasks
        if task in scored
    )
    notes = (*evaluation.notes, *(evaluation.label_reading.notes if by_default else ()))
    return replace(measured, read_as=read_as, remarks=(*measured.remarks, *notes))


def _candidates(
    evaluation: Evaluation, names: Sequence[str], parameters: Mapping[str, str] | None = None, by_default: bool = False
) -> list[Candidate]:
    """Our requested metrics that are defined on the files; without a request, the metrics that `score` shows."""
    from axiometrics.evaluation.run_scores import fitting_ratings
    from axiometrics.evaluation.trec import Qrels
    from axiometrics.running.candidate import builtin
    from axiometrics.services.scoring import Request, metrics_wanted

    if by_default:
        wanted = evaluation.fitting(metrics_wanted(evaluation.defaults(), None, {}, by_default))
    elif names:
        wanted = evaluation.fitting(Request.of(names, None, parameters).settled(evaluation).named)
    else:
        return []
    if isinstance(evaluation.gold, Qrels):
        metrics, remarks = fitting_ratings(evaluation.gold, wanted)
        for remark in remarks:
            say(remark)
        return [builtin(metric) for metric in metrics]
    scores = evaluation.score(wanted)
    for remark in scores.remarks:
        say(remark)
    return [builtin(metric) for metric in scores.metrics]


def _means(evaluation: Evaluation, outputs: RealOutputs, candidate: Candidate) -> dict[str, float]:
    """The score of each system; with several topics, the mean."""
    from axiometrics import registry
    from axiometrics.comparison.impact.called import called_scores
    from axiometrics.evaluation.scores import MEAN, Wanted

    if candidate.metric is None:
        by_system = called_scores(candidate, outputs, candidate.tasks[0])
        return {name: float(values[MEAN]) for name, values in by_system.items() if values[MEAN] == values[MEAN]}
    rows = evaluation.score([Wanted(registry.metric(candidate.metric))]).rows
    return {row.system: row.value for row in rows if row.topic == MEAN and row.value is not None}


COMMAND = impact
