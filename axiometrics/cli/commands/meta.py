"""`axiometrics meta`: what real systems say of metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import options
from axiometrics.cli.commands.score import metrics_wanted
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import NOTHING, say
from axiometrics.cli.output import Output

if TYPE_CHECKING:
    from axiometrics.core.page import Page
    from axiometrics.evaluation.metric_agreement import Findings
    from axiometrics.evaluation.scores import ScoreTable

SCHEMA = "axiometrics/meta/1"
DIGITS = 4


@click.command(short_help="Compare metrics by the systems that they score.")
@click.argument("gold", metavar="GOLD")
@click.argument("systems", nargs=-1, required=True, metavar="SYSTEM...")
@options.metrics
@options.study
@click.option(
    "--columns", metavar="ROLE=COLUMN,...", help="Which columns of tables hold what, as `score` has it.", default=""
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    help="A difference with a smaller p counts as found (default: 0.05).",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=100, max=10**6),
    metavar="N",
    default=1000,
    help="Draws of the bootstrap (default: 1000).",
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", default=0, help="Seed of the draws (default: 0).")
@options.output_of_pages(records=True)
@options.progress
@click.pass_context
def meta(ctx: click.Context, /, gold: str, systems: Sequence[str], to: Sequence[Target], **asked: Any) -> None:
    """Compare metrics by the SYSTEMs that they score against GOLD: TREC qrels and runs, or tables of these.

    \b
    strictness            0 at best: near -1 the metric ranks some output high that another one ranks low
                          (Amigo et al. 2013, section 4.1; one output and one other metric decide it)
    robustness            mean Spearman correlation of the systems between two topics (the same section)
    discriminative power  share of pairs of systems with p below alpha by the paired bootstrap (Sakai 2006)
    tau, tau_ap           how alike two metrics order the systems by their means; tau_ap weighs the top

    All of these depend on the systems and metrics that are given; what holds for every system, `matrix` tells. Topics
    that a run lacks are empty rankings, and 0/0 counts 0, as in `score`.

    \b
    Examples:
      axiometrics meta qrels.txt runs/*.gz -m ap -m ndcg@10 -m 'rbp(p=0.8)' -m rs-ranking
      axiometrics meta qrels.txt runs/*.gz --study amigo2013 --format json -o meta.json
    """
    from axiometrics.cli.progress import Progress
    from axiometrics.core.errors import TaskError
    from axiometrics.evaluation.metric_agreement import findings
    from axiometrics.evaluation.scoring import Evaluation, nothing_in
    from axiometrics.evaluation.tables import TableColumns
    from axiometrics.tasks.organizations import QRELS

    output = Output(to)
    with Progress("none" if asked["quiet"] else asked["progress"]) as progress:
        named = metrics_wanted(asked["metrics"], asked["study"], asked["parameters"])
        evaluation = Evaluation.read(gold, systems, progress=progress, columns=TableColumns.parse(asked["columns"]))
        if evaluation.kind.name != QRELS.name:
            raise TaskError(f"{gold} holds {evaluation.kind.what}: metrics are compared over the topics of qrels")
        wanted = named or metrics_wanted(evaluation.defaults(), None, asked["parameters"], by_default=True)
        scores = evaluation.score(evaluation.fitting(wanted), progress=progress)
        problem = nothing_in(scores)
        found = None if problem else findings(scores, asked["alpha"], asked["rounds"], asked["seed"])
    if found is None:
        say(f"error: nothing was evaluated: {problem}")
        ctx.exit(NOTHING)
    output.show(_page(scores, found))
    if not asked["quiet"]:
        for remark in scores.remarks:
            say(remark)


def _page(scores: ScoreTable, found: Findings) -> Page:
    from axiometrics.core.page import Column, Facts, Page, Section, Table
    from axiometrics.evaluation.metric_agreement import data, displays, matrix_of

    names = displays(scores, found)
    metrics = Table(
        (
            Column("metric"),
            Column("strictness", "right", DIGITS),
            Column("robustness", "right", DIGITS),
            Column("discriminative\npower", "right", DIGITS),
            Column("least strict against"),
        ),
        [
            (
                name,
                one.strictness,
                one.robustness,
                one.discriminative,
                None if one.against is None else "{} on {}, topic {}".format(*one.against),
            )
            for name, one in zip(names, found.metrics, strict=True)
        ],
    )
    squares = [
        Section(
            title,
            [
                Table(
                    (Column("metric"), *(Column(name, "right", DIGITS) for name in names)),
                    [(name, *row) for name, row in zip(names, matrix_of(found, what), strict=True)],
                    across="metric",
                )
            ],
        )
        for title, what in (
            ("Kendall's tau of the systems' means", "tau"),
            ("tau_ap, mean of both directions", "tau_ap"),
        )
    ]
    facts = [
        f"{found.systems} systems on {found.topics} topics; discriminative power at alpha {found.alpha:g}, "
        f"{found.rounds:,} draws, seed {found.seed}"
    ]
    return Page(
        title="",
        sections=[Section("", [metrics, Facts(facts)]), *(squares if found.pairs else [])],
        schema=SCHEMA,
        data=lambda: data(found),
        records=lambda: Table.records(
            ("metric", "other", "what", "value"),
            [
                *(
                    (one.metric, "", what, value)
                    for one in found.metrics
                    for what, value in (
                        ("strictness", one.strictness),
                        ("robustness", one.robustness),
                        ("discriminative power", one.discriminative),
                    )
                ),
                *(
                    (*one.metrics, what, value)
                    for one in found.pairs
                    for what, value in (("tau", one.tau), ("tau_ap", one.tau_ap))
                ),
            ],
        ),
    )


COMMAND = meta
