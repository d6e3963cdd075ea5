"""`axiometrics meta`: what the outputs of real systems show about metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import SpelledOption, command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import beside_the_result, nothing_evaluated, say
from axiometrics.cli.output import Output


@command(first="--metric --study --form --max-p --draws --seed --plot --format --output")
@click.argument("gold", metavar="GOLD", shell_complete=completion.files)
@click.argument("systems", nargs=-1, required=True, metavar="SYSTEM...", shell_complete=completion.files)
@options.metrics
@options.config
@options.signature
@options.timeout
@options.study
@options.columns
@options.unpacked
@options.drop_self
@click.option(
    "--max-p",
    "alpha",
    cls=SpelledOption,
    older=("--alpha",),
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="P",
    default=0.05,
    help="A difference counts as found if its p is smaller than this. Default: 0.05.",
)
@options.draws("rounds", "The number of draws of the bootstrap. Default: 1000.", 100, 10**6, 1000, older="--rounds")
@options.seed_of("the draws")
@options.output_of_pages(records=True)
@options.plot
@options.progress
def meta(gold: str, systems: Sequence[str], to: Sequence[Target], drawing: str | None, **settings: Any) -> None:
    """Compare metrics by the scores that they give to SYSTEMs against GOLD: TREC qrels and runs, or tables of
    these.

    \b
    strictness            0 at best; near -1 if the metric ranks an output high that a different metric ranks low
                          (Amigo et al. 2013, section 4.1; one output and one other metric decide it)
    robustness            mean Spearman correlation of the systems between two topics (the same section)
    discriminative power  share of pairs of systems with p below --max-p by the paired bootstrap (Sakai 2006)
    tau, tau_ap           how alike two metrics order the systems by their means; tau_ap gives the top more weight

    All of these depend on the systems and metrics that are given; `matrix` shows what holds for every system. A
    topic that a run lacks counts as an empty ranking, as in `score`; an undefined value counts 0, and a
    line says on how many outputs.

    A NAME of -m may be a metric of yours, given as a TARGET as `check` takes it.

    \b
    Examples:
      axiometrics meta qrels.txt runs/*.gz -m ap -m ndcg@10 -m rs-ranking
      axiometrics meta qrels.txt runs/*.gz --study amigo2013 -o meta.json
      axiometrics meta qrels.txt runs/*.gz -m rs-ranking -m ap --plot systems.svg
      axiometrics meta qrels.txt runs/*.gz -m ap -m metrics.py:my_gain --form gains
    """
    from axiometrics.cli.own_metrics import requested
    from axiometrics.cli.progress import Progress
    from axiometrics.core.errors import TaskError
    from axiometrics.evaluation.metric_agreement import of_scores
    from axiometrics.evaluation.scoring import Evaluation, nothing_in
    from axiometrics.tasks.organizations import QRELS

    output = Output(to)
    with Progress("none" if settings["quiet"] else settings["progress"]) as progress:
        request = requested(settings)
        evaluation = Evaluation.read(gold, systems, options.choices_of(settings, request.tasks), progress)
        if evaluation.kind.name != QRELS.name:
            raise TaskError(
                f"{gold} holds {evaluation.kind.what}: meta needs qrels, since it compares metrics over topics"
            )
        scores = request.settled(evaluation).scores(evaluation, progress=progress)
        problem = nothing_in(scores)
        agreement = None if problem else of_scores(scores, settings["alpha"], settings["rounds"], settings["seed"])
    if agreement is None:
        nothing_evaluated(problem)
    output.show(agreement.page())
    if drawing is not None:
        with beside_the_result("the picture"):
            agreement.plot(drawing)
    if not settings["quiet"]:
        for remark in scores.remarks:
            say(remark)


COMMAND = meta
