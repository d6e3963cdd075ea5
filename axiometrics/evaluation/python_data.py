"""Score one gold and one system that are objects of Python, without files.

`objects` recognises the objects. Judgements and runs become the same types as those from files of TREC, and labels
become arrays: the formulas, the conventions and the refusals are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.errors import FileError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.evaluation.by_topic import grades, scores
from axiometrics.evaluation.choices import AS_THEY_ARE, LABELLED, DataChoices
from axiometrics.evaluation.classes import Classes
from axiometrics.evaluation.documents import counted_documents
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.grades import TOP
from axiometrics.evaluation.id_pairs import demand_without_rejected
from axiometrics.evaluation.label_scores import LabelPairs, aligned
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.objects import Held, as_one_query, demand_one_order, held
from axiometrics.evaluation.run_scores import Conventions, mean, over_topics, refusal, values
from axiometrics.evaluation.runs import UNJUDGED, OrderedRows, Topics
from axiometrics.evaluation.scores import MEAN
from axiometrics.evaluation.sides import LINKS_AS_THEY_STAND, ReadTogether, Side, together
from axiometrics.evaluation.trec import Qrels, Run, text
from axiometrics.tasks.organization import TASK as MIXED
from axiometrics.tasks.ranking import TASK as RANKING


class Retrieved:
    """Judgements and a run of the same topics."""

    qrels: Any
    run: Any

    def topics(self, conventions: Conventions) -> Topics:
        """The rankings, by the grades of their documents."""
        return over_topics(self.qrels, self.run, conventions)

    def refusal(self, metric: Metric) -> str:
        """The reason why the metric is not defined on these judgements; empty if it is defined."""
        return refusal(metric, self.qrels)

    def values(self, metrics: Sequence[Metric], exact: bool, conventions: Conventions) -> dict[str, dict[str, Any]]:
        """By the id of each metric, the score of each topic, and the mean under `all`. Raises `TaskError` for a metric
        that is not of rankings or is not defined on the judgements.
        """
        for metric in metrics:
            if metric.task != RANKING.name or metric.formula is None:
                raise TaskError(
                    f"{metric.id} is a metric of {metric.task}, and the gold holds grades by topic: "
                    f"take one of {RANKING.name}"
                )
            if problem := self.refusal(metric):
                raise TaskError(problem)
        topics = self.topics(conventions)
        table = values(topics, metrics, conventions, exact=exact)
        return {
            metric.id: dict(zip(topics.names, column.tolist(), strict=True)) | {MEAN: mean(column)}
            for metric, column in zip(metrics, table.T, strict=True)
        }


@dataclass(frozen=True, eq=False)
class RetrievedTopics(Retrieved):
    """Judgements and a run whose documents have names."""

    qrels: Qrels
    run: Run


@dataclass(frozen=True, eq=False)
class RetrievedRows(Retrieved):
    """Judgements and a run as matrices. They have a row for each topic and a column for each document, which are named
    by their numbers from 1 on. Each row of the run, or its one row for all topics, ranks every document.
    """

    grades: npt.NDArray[np.int64]
    scores: npt.NDArray[Any]

    def topics(self, conventions: Conventions) -> Topics:
        """The rankings, by the grades of their documents. No names of documents are made for this."""
        return OrderedRows.of_scores(self.grades, self.scores)

    def refusal(self, metric: Metric) -> str:
        """Always empty, since grades that are whole numbers are not taken for ratings."""
        return ""

    @cached_property
    def qrels(self) -> Qrels:
        """The judgements, with names of topics and documents."""
        return grades("the gold", _by_number(self.grades))

    @cached_property
    def run(self) -> Run:
        """The run, with names of topics and documents."""
        return scores("the system", _by_number(np.broadcast_to(self.scores, self.grades.shape)))


def _by_number(rows: npt.NDArray[Any]) -> dict[str, dict[str, Any]]:
    """The numbers of a matrix by topic and document, which are named by numbers. The names of documents have equal
    lengths, so that their order as texts is the order of the columns.
    """
    width = len(str(rows.shape[1]))
    names = [f"{i:0{width}d}" for i in range(1, rows.shape[1] + 1)]
    return {str(i): dict(zip(names, row, strict=True)) for i, row in enumerate(rows.tolist(), 1)}


@dataclass(frozen=True, eq=False)
class GivenLabels(LabelPairs):
    """Two labels for each document. If `links` is not empty, the labels are decisions on pairs of ids, and `links`
    names the gold in messages.
    """

    links: str = ""

    def value(self, metric: Metric, exact: bool = False) -> Any:
        """The score; `nan` if it is undefined. Raises `TaskError` for a metric that does not score labels."""
        if metric.task not in LABELLED:
            raise TaskError(
                f"{metric.id} is a metric of {metric.task}, and the gold holds labels: take one of "
                f"{' or '.join(sorted(LABELLED))}, or give {{document: grade}} and {{document: score}}, or "
                f"{{query: [ids]}} on both sides"
            )
        if self.links:
            demand_without_rejected(metric, self.links)
        if metric.formula is None or metric.task == MIXED.name:
            organizations = self.organizations
            return metric.exact(*organizations) if exact else metric.value(*organizations)
        return super().value(metric, exact)

    @cached_property
    def organizations(self) -> tuple[Organization, Organization]:
        """System and gold as clusterings of documents, which are named by their numbers from 1 on."""
        system, gold = (_clustering(side.codes) for side in (self.pred, self.true))
        return system, gold


@dataclass(frozen=True)
class GivenValues:
    """Two values of a task, such as organizations. Clusterings in which documents have several labels are such values,
    too.
    """

    system: Any
    gold: Any

    def value(self, metric: Metric, exact: bool) -> Any:
        """The score by a metric that is defined on such values."""
        return metric.exact(self.system, self.gold) if exact else metric.value(self.system, self.gold)


Given = Retrieved | GivenLabels | GivenValues


def given(gold: Any, system: Any, choices: DataChoices = AS_THEY_ARE) -> Given:
    """Convert a gold and a system into data that can be scored. The tasks of the metrics, in `choices`, say whether a
    dictionary from documents holds labels, or grades and scores. Without tasks the numbers decide, or the data are
    refused.

    >>> given([0, 0, 1], ["x", "y", "y"]).contingency(True).table.astype(int).tolist()
    [[[1, 1], [0, 1]]]

    Raises `FileError` for an object of an unknown form, and for two sides that do not fit each other.
    """
    demand_one_order(gold, system)
    gold, systems = as_one_query(gold, {"": system}, choices)
    system = systems[""]
    held_gold, held_system = held(gold, "the gold", gold=True), held(system, "the system")
    if isinstance(held_gold, np.ndarray):
        return rows_of(held_gold, held_system)
    both = together(held_gold, demand_no_matrix([held_system]), choices)
    if isinstance(both.gold, Qrels):
        run = both.systems[0]
        assert isinstance(run, Run)
        demand_common_topics(both.gold, run)
        return RetrievedTopics(both.gold, run)
    return _labelled(both, choices)


def demand_no_matrix(systems: Iterable[Held]) -> list[Side]:
    """The systems as sides, for a gold that is not a matrix. Raises `FileError` for a system that is a matrix."""
    sides: list[Side] = []
    for system in systems:
        if isinstance(system, np.ndarray):
            raise FileError(
                "the system is a matrix of scores, and the gold is not one of grades: give both in the same form"
            )
        sides.append(system)
    return sides


def _labelled(both: ReadTogether, choices: DataChoices) -> GivenLabels | GivenValues:
    left = counted_documents(both.gold, both.systems, choices)  # type: ignore[arg-type]
    gold, system = left.gold, left.systems[0]
    same = aligned(gold, system)
    if same is not None:
        links = gold.path if both.how == LINKS_AS_THEY_STAND else ""
        classes = Classes.of([gold.coded.texts, same.texts], choices.classes)
        return GivenLabels(gold.coded, same, positive=choices.positive, classes=classes, links=links)
    missing = sorted(set(gold.names) ^ set(system.names))
    if missing:
        raise FileError(f"item {shown(missing[0])} has labels on one side only: label the same items on both")
    for side in (gold, system):
        side.demand_once()
    return GivenValues(system.organization, gold.organization)


def demand_common_topics(qrels: Qrels, run: Run) -> None:
    """Raise `FileError` if the gold judges no document, and if gold and system have no topic in common. Otherwise the
    score would be 0 without a reason that the user can see.
    """
    if not any(qrels.topics.values()):
        raise FileError("the gold judges no document: give {query: {document: grade}}")
    topics, judged = ([text(topic) for topic in side.topics] for side in (run, qrels))
    if topics and not set(topics) & set(judged):
        raise FileError(
            f"the system has topic {shown(topics[0])} and the gold has {shown(judged[0])}: they have no topic in "
            f"common; name them alike, and give both sides as {{query: {{document: number}}}}, or both without queries"
        )


def rows_of(gold: npt.NDArray[Any], system: Any) -> RetrievedRows | RetrievedTopics:
    """Convert a matrix of grades and a matrix of scores. Raises `FileError` if the shapes do not fit, and for a score
    that is not finite.
    """
    if isinstance(system, Labels) and system.coded.words.dtype.kind in "iuf":
        system = system.coded.words[system.coded.codes]
    if not isinstance(system, np.ndarray) or system.shape not in (gold.shape, gold.shape[1:]):
        shape = f"of shape {system.shape}" if isinstance(system, np.ndarray) else "not a matrix of numbers"
        raise FileError(
            f"the gold is a matrix of grades of shape {gold.shape}, and the system is {shape}: give a score for each "
            f"grade, or one row of {gold.shape[1]} scores for all topics"
        )
    if not np.isfinite(system).all():
        raise FileError("the system has a score that is not a finite number: give each document a score")
    are_whole = gold.dtype.kind == "i" or (bool(np.isfinite(gold).all()) and bool((gold == np.floor(gold)).all()))
    if not are_whole or gold.max() > TOP:
        by_number = _by_number(gold), _by_number(np.broadcast_to(system, gold.shape))
        return RetrievedTopics(grades("the gold", by_number[0]), scores("the system", by_number[1]))
    return RetrievedRows(np.maximum(gold.astype(np.int64, copy=False), UNJUDGED), system)


def _clustering(labels: npt.NDArray[Any]) -> Organization:
    _, place = np.unique(labels, return_inverse=True)
    order = np.argsort(place, kind="stable")
    parts = np.split(order + 1, np.flatnonzero(np.diff(place[order])) + 1)
    return Organization.clustering([list(map(str, part.tolist())) for part in parts])
