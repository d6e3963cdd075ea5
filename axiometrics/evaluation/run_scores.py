"""Score runs by qrels: a row for each topic, and the means. Every topic that one of the two sides lacks is counted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.progress import Progress, silent
from axiometrics.core.topic import Topic
from axiometrics.evaluation.files import Source, some
from axiometrics.evaluation.forms import system_run
from axiometrics.evaluation.runs import NOTHING, UNJUDGED, Topics, barren, least_relevant, ranking
from axiometrics.evaluation.scores import MEAN, ScoreTable, Wanted, counted
from axiometrics.evaluation.tables import NOTHING_SAID, TableColumns
from axiometrics.evaluation.ties import TIES
from axiometrics.evaluation.trec import Qrels, Run

TOPICS = ("gold", "both")
UNDEFINED = ("zero", "skip")


@dataclass(frozen=True)
class Conventions:
    """The choices where programs score runs differently. The defaults give the values of trec_eval with its option -c.

    Attributes
    ----------
    ties : `trec`, trec_eval's order of documents with equal scores, or `expected`, the mean over their orders
    topics : the means are over all topics of the `gold`, or over those in `both` files (trec_eval without -c)
    undefined : the value of 0/0 if nothing is relevant: 0 (`zero`), as in trec_eval, or none (`skip`), so that means
        leave the topic out
    """

    ties: str = "trec"
    topics: str = "gold"
    undefined: str = "zero"

    def __post_init__(self) -> None:
        for name, value, words in (
            ("ties", self.ties, TIES),
            ("topics", self.topics, TOPICS),
            ("undefined", self.undefined, UNDEFINED),
        ):
            if value not in words:
                raise ParameterError(f"{name}={value!r} is none of {', '.join(words)}")


TREC_EVAL = Conventions()
"""The conventions of trec_eval with its option -c."""


def refusal(metric: Metric, qrels: Qrels) -> str:
    """The reason why the metric is not defined on these judgements; empty if it is defined. Ratings do not say which
    documents are relevant, so that a metric of relevant documents needs a grade.
    """
    if not qrels.rated or {"graded", "judgements"} & set(metric.traits):
        return ""
    cure = "it has no parameter that says which grade it needs: take a metric of gains, e.g. ndcg"
    if "rel" in metric.values:
        if metric.values["rel"] is not None:
            return ""
        cure = f"say which grade it needs, e.g. {metric.with_values(rel=_a_high_grade(qrels)).id}"
    return f"{metric.id} counts a document as relevant or not, and the grades of {qrels.path} are {qrels.scale}: {cure}"


def _a_high_grade(qrels: Qrels) -> Fraction:
    """A grade for an example: the least grade from three quarters of the scale on. It is not 1, because in whole grades
    1 counts every grade as relevant.
    """
    grade = max(1, math.ceil(Fraction(3, 4) * qrels.top)) * qrels.unit
    return grade if grade != 1 else grade - qrels.unit / 2


def fitting_ratings(qrels: Qrels, wanted: Sequence[Wanted]) -> tuple[list[Metric], list[str]]:
    """The metrics that are defined on the judgements, and a remark for each metric that is left out.

    Raises `TaskError` if a named metric is not defined on the judgements, and if no metric is.
    """
    refused = {wish.metric.id: refusal(wish.metric, qrels) for wish in wanted}
    for wish in wanted:
        if refused[wish.metric.id] and (wish.named or all(refused.values())):
            raise TaskError(refused[wish.metric.id])
    left = [refused[wish.metric.id] for wish in wanted if refused[wish.metric.id]]
    return [wish.metric for wish in wanted if not refused[wish.metric.id]], [f"left out: {reason}" for reason in left]


def score_runs(
    qrels: Qrels,
    systems: Sequence[Source | Run],
    metrics: Sequence[Metric],
    conventions: Conventions = TREC_EVAL,
    progress: Progress = silent,
    said: TableColumns = NOTHING_SAID,
    drop_self: bool = False,
) -> ScoreTable:
    """Score runs, one after the other. `drop_self` drops documents that have the id of their topic.

    Raises `FileError` for a run that cannot be read, `ParameterError` if the expectation over ties would take too long.
    """
    scores = ScoreTable(
        tuple(metrics),
        settings={
            "ties": conventions.ties,
            "topics": conventions.topics,
            "undefined": conventions.undefined,
            "gmax": qrels.top if qrels.unit == 1 else float(qrels.top * qrels.unit),
        },
    )
    _describe(qrels, conventions, scores)
    for source in systems:
        _add_run(qrels, system_run(source, said, progress, drop_self), conventions, scores, progress)
    return scores


def _describe(qrels: Qrels, conventions: Conventions, scores: ScoreTable) -> None:
    over = "means over all of them" if conventions.topics == "gold" else "means over those that are in both files"
    scores.facts.append(
        f"{qrels.path}: {counted(len(qrels.topics), 'topic')}, highest grade {float(qrels.top * qrels.unit):g}; {over}"
    )
    counts = (
        "what is undefined there counts 0, as in trec_eval"
        if conventions.undefined == "zero"
        else "means leave out what is undefined there"
    )
    for least in sorted({1, *(least_relevant(metric, qrels.unit) for metric in scores.metrics)}):
        topics = int(barren(qrels.counts, least).sum())
        if topics:
            condition = (
                "nothing is relevant" if least == 1 else f"nothing has grade {float(least * qrels.unit):g} or more"
            )
            scores.facts.append(f"{qrels.path}: {condition} in {counted(topics, 'topic')}; {counts}")
    if qrels.negative:
        scores.remarks.append(
            f"{qrels.path}: {counted(qrels.negative, 'negative grade')}: these documents gain nothing, and metrics of "
            "judged documents leave them out, as in trec_eval; judged@k counts them as judged"
        )
    if qrels.beyond:
        scores.remarks.append(
            f"{qrels.path}: a fifth column in {counted(qrels.beyond, 'line')} is not looked at, and the fourth is the "
            "grade: is it, or have ids a blank, which moves the columns?"
        )


def over_topics(qrels: Qrels, run: Run, conventions: Conventions) -> Topics:
    """The topics of the means, with the rankings of the run."""
    run = run.named_as(qrels)
    names = list(qrels.topics) if conventions.topics == "gold" else shared_topics(qrels, run)["both"]
    rankings = (
        ranking(run.topics[name], qrels, name, conventions.ties) if name in run.topics else NOTHING for name in names
    )
    return Topics.of(qrels, names, rankings)


def values(
    topics: Topics,
    metrics: Sequence[Metric],
    conventions: Conventions,
    progress: Progress = silent,
    exact: bool = False,
) -> Array:
    """The scores by the conventions, with a row for each topic and a column for each metric; nan where a score is
    undefined.
    """
    expected = conventions.ties == "expected"
    table = topics.expectations(metrics, progress) if expected else topics.values(metrics, exact)
    if conventions.undefined == "zero":
        for column, metric in zip(table.T, metrics, strict=True):
            if not metric.closed:  # trec_eval has no metric of closed collections
                column[(column != column) & topics.barren(metric)] = 0
    return table


def _add_run(qrels: Qrels, run: Run, conventions: Conventions, scores: ScoreTable, progress: Progress) -> None:
    scores.topics[run.path] = shared_topics(qrels, run)
    topics = over_topics(qrels, run, conventions)
    try:
        table = values(topics, scores.metrics, conventions, progress)
    except ParameterError as error:
        raise ParameterError(f"{run.path}: {error}") from None
    for name, row in zip(topics.names, table.tolist(), strict=True):
        scores.add(run.path, name, row)
    scores.add(run.path, MEAN, (mean(column) for column in table.T))
    scores.remarks += remarks_on_run(run, qrels.topics)
    _count_topics(qrels, run, conventions, topics, scores)
    _remark_on_unjudged(qrels, run, topics, scores)
    _count_undefined(run, table, scores)


def remarks_on_run(run: Run, topics: Mapping[str, Any]) -> Iterator[str]:
    """Remarks on properties of a run that may make its scores smaller, and that the scores do not show. They cover
    these topics of the gold.
    """
    contrary = [topic for topic, of in run.topics.items() if topic in topics and of.contradicts]
    if contrary:
        yield (
            f"{run.path}: ranks contradict scores in {counted(len(contrary), 'topic')} ({some(contrary)}): documents "
            "are ordered by score, the highest first, as in trec_eval"
        )
    if run.dropped:
        yield (
            f"{run.path}: the document with the id of the topic is left out of "
            f"{counted(len(run.dropped), 'topic')} ({some(list(run.dropped))})"
        )
    own = [topic for topic in run.own_ids if topic in topics and not _is_relevant(topic, topics[topic])]
    if own:
        yield (
            f"{run.path}: the document with the id of the topic is retrieved in {counted(len(own), 'topic')} "
            f"({some(own)}): if it is the query itself, --drop-self leaves it out"
        )


def _is_relevant(topic: str, judged: Any) -> bool:
    """Whether the gold judges the document that has the id of the topic as relevant."""
    if isinstance(judged, Topic):
        return topic in judged.documents
    return int(judged.get(topic, 0) or judged.get(topic.encode(), 0)) > 0


def _remark_on_unjudged(qrels: Qrels, run: Run, topics: Topics, scores: ScoreTable) -> None:
    """Add a remark if the gold judges no document that the run retrieves, which happens if the two name documents
    differently.
    """
    retrieved = sum(len(ranking.grades) for ranking in topics.rankings)
    if retrieved and all((ranking.grades == UNJUDGED).all() for ranking in topics.rankings):
        scores.remarks.append(
            f"{run.path}: {qrels.path} judges none of the {counted(retrieved, 'document')} that the run retrieves in "
            "its topics: do both name documents alike?"
        )


def shared_topics(qrels: Qrels, run: Run) -> dict[str, list[str]]:
    """The topics that are in `both` files, the topics of the gold that are `missing` in the run, and the `extra` topics
    that only the run has.
    """
    return {
        "both": [name for name in qrels.topics if name in run.topics],
        "missing": [name for name in qrels.topics if name not in run.topics],
        "extra": [name for name in run.topics if name not in qrels.topics],
    }


def mean(values: Array) -> Any:
    """The mean of the values that are defined; nan if none is. It is exact if the values are exact numbers."""
    defined = [value for value in values.tolist() if value == value]
    if values.dtype == object:
        return sum(defined, Fraction(0)) / len(defined) if defined else math.nan
    return float(np.mean(defined)) if defined else math.nan


FATES = {
    "gold": ("counted as empty rankings", "both leaves them out"),
    "both": ("left out", "gold counts them"),
}
"""For each choice of `topics`: the treatment of topics that a run lacks, and their treatment under the other choice."""


def remarks_on_topics(path: str, gold: str, sides: Mapping[str, Sequence[str]], over: str) -> Iterator[str]:
    """Remarks on the topics that only one of the two files has."""
    fate, cure = FATES[over]
    missing, extra = sides["missing"], sides["extra"]
    if missing:
        yield (
            f"{path}: {counted(len(missing), 'topic')} of {gold} missing ({some(list(missing))}), {fate}; --topics "
            f"{cure}"
        )
    if extra:
        yield f"{path}: {counted(len(extra), 'topic')} not in {gold} ({some(list(extra))}), ignored"


def _count_topics(qrels: Qrels, run: Run, conventions: Conventions, topics: Topics, scores: ScoreTable) -> None:
    sides = scores.topics[run.path]
    said = [f"{len(sides['both'])} of {counted(len(qrels.topics), 'topic')}"]
    if sides["missing"]:
        said.append(f"{len(sides['missing'])} missing, {FATES[conventions.topics][0]}")
    if sides["extra"]:
        said.append(f"{counted(len(sides['extra']), 'topic')} not in {qrels.path}, ignored")
    scores.remarks += remarks_on_topics(run.path, qrels.path, sides, conventions.topics)
    if topics.tied:
        order = (
            "in trec_eval's order" if conventions.ties == "trec" else "each order as likely, values are expectations"
        )
        said.append(f"tied scores in {counted(topics.tied, 'topic')}, {order}")
    scores.facts.append(f"{run.path}: {'; '.join(said)}")


def _count_undefined(run: Run, table: Array, scores: ScoreTable) -> None:
    for metric, column in zip(scores.metrics, table.T, strict=True):
        undefined = int(np.isnan(column).sum())
        if undefined:
            scores.facts.append(
                f"{run.path}: {metric.id} is undefined on {counted(undefined, 'topic')}, which its mean leaves out"
            )
