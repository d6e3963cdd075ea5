"""`axiometrics score`: scores of the outputs of systems in files, against a gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import nothing_evaluated, say
from axiometrics.cli.output import Output

if TYPE_CHECKING:
    from axiometrics.cli.progress import Progress
    from axiometrics.evaluation.scoring import Evaluation
    from axiometrics.services.scoring import Answer, Request

FIRST = "first"


class Pairs(click.Choice[str]):
    """Which pairs of systems are compared. A file behind a bare `--compare` is not one of the words."""

    def __init__(self) -> None:
        super().__init__([FIRST, "all"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word; an error that says where a bare `--compare` may stand."""
        if value not in self.choices:
            cure = "write --compare first, or let --compare stand behind the files"
            self.fail(f"{value!r} is not one of 'first', 'all': {cure}", param, ctx)
        return str(value)


@command(
    first="--metric --form --as --columns --positive --topics --compare --sort --explain --format --output --verbose",
)
@click.argument("gold", metavar="GOLD", shell_complete=completion.files)
@click.argument("systems", nargs=-1, metavar="[SYSTEM...]", shell_complete=completion.files)
@options.metrics
@options.config
@options.signature
@options.timeout
@options.study
@options.files_of_outputs
@click.option(
    "--ties",
    type=click.Choice(["trec", "expected"]),
    help="Ties within a run: how documents with equal scores are ordered. trec (default): as trec_eval orders them, "
    "by score in single precision, then by document id, both descending, whatever ranks the file has. expected: the "
    "score is the exact mean of the metric over all their orders.",
)
@click.option(
    "--topics",
    type=click.Choice(["gold", "both"]),
    help=(
        "Which topics a mean is over. gold (default): all topics of GOLD, where a topic that a run lacks counts as "
        "an empty ranking, as in trec_eval -c. both: the topics that are in both files, as in trec_eval."
    ),
)
@click.option(
    "--undefined",
    type=click.Choice(["zero", "skip"]),
    help="Topics without relevant documents: how 0/0 counts there. zero (default): as 0, as in trec_eval. skip: not at "
    "all.",
)
@click.option(
    "--overlap",
    type=click.Choice(["refuse", "allow"]),
    help="What to do if elements of a run contain each other and the task forbids it. refuse (default): stop with an "
    "error. allow: count the text twice.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Show where R and S lose: by document and by relation, with system and gold drawn. For metrics that are sums "
    "(-m ap, ndcg, bcubed-f), show how much each document contributes, and why a SYSTEM differs from the first.",
)
@click.option("--topic", metavar="ID", help="With --explain: the topic that is explained, if GOLD has several.")
@click.option(
    "--top",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --explain: how many documents and relations are shown one by one; the rest is summed. Default: 10.",
)
@click.option("--sort", metavar="METRIC", help="Order the systems by this metric, with the best first.")
@click.option(
    "--compare",
    type=Pairs(),
    is_flag=False,
    flag_value=FIRST,
    metavar="[first|all]",
    help="Test the differences over topics: of each SYSTEM from the first one (first, also if nothing follows), or of "
    "all pairs of SYSTEMs.",
)
@click.option(
    "--test",
    "tests",
    type=click.Choice(["t", "randomization", "bootstrap"]),
    multiple=True,
    help="With --compare: which paired test is used. Repeatable. Default: t.",
)
@click.option(
    "--correction",
    type=click.Choice(["holm", "bonferroni", "fdr", "none"]),
    help="With --compare: how p is corrected for the number of comparisons. Default: holm.",
)
@click.option(
    "--max-p",
    type=click.FloatRange(min=0, max=1, min_open=True, max_open=True),
    metavar="P",
    help="With --compare: a difference with a corrected p below P is marked in the table. Default: 0.05.",
)
@options.draws("rounds", "With --compare: the number of random draws. Default: 10,000.", 100, 10**7, older="--rounds")
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", help="With --compare: the seed of the random draws. Default: 0."
)
@click.option(
    "--per-topic", is_flag=True, help="Show the topics in text and Markdown, too. CSV and JSON always have them."
)
@options.output_of_pages(records=True)
@options.progress
@click.pass_context
def score(
    ctx: click.Context, /, gold: str, systems: Sequence[str], explain: bool, to: Sequence[Target], **settings: Any
) -> None:
    """Score SYSTEMs against GOLD. The command recognises the kind of a file by its content. A file may be packed by
    gzip, bzip2 or xz.

    \b
    GOLD and SYSTEM are
      TREC qrels and runs     topic iteration document grade; topic Q0 document rank score tag
      the same with intents   topic intent document grade; with --as diversity-qrels if no document has two intents
      tables of these         columns named query, document, grade or score, in CSV, TSV, JSON lines or parquet; or
                              JSON of ranx, {topic: {document: number}}
      label files             item and label, separated by tab, comma or semicolon; several lines for an item:
      overlap organizations           d1 {d2 d3} > d4 > ... or its JSON form, one in a file
      articles with           a1: article(3+2 p(2+2))@0; a2: article(1+0); L=100, where 3+2 are 3 characters, 2 of
      highlighted text        them highlighted, and @0 is the best entry point; SYSTEM a1/p[1] > a2 or a1@0 > a2@3

    Labels may also be a table with columns item and label, {item: label} or a list in JSON, an array of numpy
    (.npy), or a coreference key of CoNLL. One table may hold both sides in two columns, y_true and y_pred or others
    that --columns names; SYSTEM is then left out. JSON may hold {query: [ids]} or clusters as lists of members, and
    tables may hold pairs of ids or users, items and ratings (docs/your-data.md). A file of any other form is refused.
    A file that fits several readings is refused, too, until --as or -m says which it is. The first line of the result
    says how the data were read.

    Runs are scored as trec_eval -c scores them: ties are put in its order, and means are over all topics of GOLD.
    Where GOLD has intents, ties are put in the order of ndeval: by document id, ascending.
    Topics that are missing on either side are counted and reported. Without -m the metrics are: ap, ndcg, rr, p@10
    and rs-ranking for runs; BCubed, V-measure and adjusted Rand for labels (extended BCubed and R*S where they
    overlap; accuracy, precision, recall and F, too, where both sides use the same two labels); reliability,
    sensitivity and R*S for organizations.

    A NAME of -m may be a metric of yours, given as a TARGET as `check` takes it: mine.py:f. It is called with each
    output, or with each topic of a run, in a process of its own.

    --explain shows why R and S have their values: which documents, and which relations between documents (d3 above
    d1, which the gold orders differently), lose how much, in exact numbers that sum to 1 - R and 1 - S. -m names
    any of reliability-*, sensitivity-* and rs-*, for its relation and parameters. Without -m, all relations that
    GOLD has are explained: the order of runs, of organizations and of labels 1 and 0, and the clusters of labels
    and organizations. If -m names metrics that are sums over documents, such as ap, ndcg, rbp, rr and bcubed-f, the
    command shows how much each document contributes; with several SYSTEMs, also the difference of each from the
    first, document by document, which sums to the difference of their scores.

    \b
    Examples:
      axiometrics score qrels.txt run.txt
      axiometrics score qrels.gz run1.gz run2.gz -m ndcg@10 --per-topic
      axiometrics score gold.csv clusters.csv -m 'bcubed*' -m ami --format json
      axiometrics score qrels.txt bm25.txt dense.txt -m ndcg@10 --sort ndcg@10 --compare first -o table.tex
      axiometrics score gold.csv clusters.csv --explain
      axiometrics score qrels.txt run.txt --explain --topic 301 --param n=10
      axiometrics score qrels.txt run.txt -m ap -m metrics.py:my_gain --form gains
    """
    from axiometrics.cli.own_metrics import requested
    from axiometrics.cli.progress import Progress
    from axiometrics.evaluation.scoring import Evaluation

    _demand_together(ctx)
    output = Output(to)
    with Progress("none" if settings["quiet"] else settings["progress"]) as progress:
        request = requested(settings)
        evaluation = replace(
            Evaluation.read(
                gold,
                systems or None,
                options.choices_of(settings, request.tasks),
                progress,
                settings["probabilities"],
            ),
            overlap=settings["overlap"] == "allow",
        )
        _demand_meant(ctx, evaluation.kind.name, gold)
        answer = _answer(evaluation, explain, request, progress, settings)
    if answer.problem:
        nothing_evaluated(answer.problem)
    output.show(answer.page)
    if not settings["quiet"]:
        for remark in answer.remarks:
            say(remark)


def _answer(
    evaluation: Evaluation, explain: bool, request: Request, progress: Progress, settings: Mapping[str, Any]
) -> Answer:
    from axiometrics.evaluation.loss_page import TOP
    from axiometrics.evaluation.run_scores import Conventions
    from axiometrics.evaluation.significance import LEVEL, ROUNDS, USUAL_TESTS
    from axiometrics.services.scoring import Testing, explained, scored

    if explain:
        return explained(evaluation, request, settings["topic"], settings["top"] or TOP, progress)
    conventions = Conventions(settings["ties"] or "trec", settings["topics"] or "gold", settings["undefined"] or "zero")
    testing = settings["compare"] and Testing(
        settings["compare"],
        settings["tests"] or USUAL_TESTS,
        settings["correction"] or "holm",
        settings["rounds"] or ROUNDS,
        settings["seed"] or 0,
        LEVEL if settings["max_p"] is None else settings["max_p"],
    )
    return scored(evaluation, request, conventions, testing, settings["sort"], settings["per_topic"], progress)


def _demand_together(ctx: click.Context) -> None:
    """Raise an error for options that have no effect with --explain, or none without it."""
    explained = ctx.params["explain"]
    for name, option in (
        ("tests", "test"),
        ("correction",) * 2,
        ("rounds", "draws"),
        ("seed",) * 2,
        ("max_p", "max-p"),
    ):
        if ctx.params[name] not in (None, ()) and ctx.params["compare"] is None:
            raise click.UsageError(f"--{option} means nothing without --compare: add it", ctx)
    for name in ("ties", "topics", "undefined", "per_topic", "sort", "compare") if explained else ("topic", "top"):
        if ctx.params[name] not in (None, False, "trec"):
            option = f"--{name.replace('_', '-')}{f' {ctx.params[name]}' * (name == 'ties')}"
            said = (
                "means nothing with --explain, which takes one ranking apart"
                if explained
                else "means nothing without --explain"
            )
            raise click.UsageError(f"{option} {said}: leave it out", ctx)


def _demand_meant(ctx: click.Context, kind: str, gold: str) -> None:
    """Raise an error for options that have no effect on files of this kind."""
    from axiometrics.tasks.diversity import TOPIC_QRELS
    from axiometrics.tasks.libraries import LIBRARIES
    from axiometrics.tasks.organizations import QRELS

    rankings, several = (QRELS.name,), (QRELS.name, TOPIC_QRELS.name)
    more = {"ties": rankings, "topics": several, "undefined": rankings, "overlap": (LIBRARIES.name,)}
    options.demand_meant(ctx, kind, gold, more)


COMMAND = score
