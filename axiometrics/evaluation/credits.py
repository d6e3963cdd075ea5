"""Divide a score, or the difference of two systems, among the documents.

Many metrics are sums over documents. The contribution of a document in a ranking is the score of the ranking down to
its rank, less the score of the ranking above it. Metrics that declare their terms (`Metric.terms`) are sums of such
contributions. BCubed precision and recall are means over documents. The contribution of a document to their harmonic
mean F = 2PR/(P + R) is (R p + P r) / (P + R), where p and r are its own precision and recall, divided by the number of
documents. So all contributions sum to the score, and their differences between two systems sum to the difference of the
scores. A metric that is not a sum gets no contributions, because any choice of parts would be ours and not the
metric's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import cut_off
from axiometrics.core.progress import Progress, silent
from axiometrics.evaluation.forms import system_run
from axiometrics.evaluation.label_scores import Pair
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.loss_cases import chosen_topic
from axiometrics.evaluation.run_scores import refusal, remarks_on_run
from axiometrics.evaluation.runs import judged_only
from axiometrics.evaluation.scores import Wanted, asking
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.evaluation.ties import ordered
from axiometrics.evaluation.trec import Listed, Name, Qrels, text
from axiometrics.tasks.ranking import TASK as RANKING

CELLS = 20_000
"""Up to this number of ranks, in all prefixes of a ranking together, the contributions are exact. Beyond it they are
floats, because fractions would take too long.
"""

BCUBED = ("bcubed-precision", "bcubed-recall", "bcubed-f")


@dataclass(frozen=True)
class Credit:
    """The contribution of a document to a score. `place` is its rank or its cluster; `grade` is its grade or its
    class.
    """

    document: str
    place: str
    grade: str
    brought: Any


@dataclass(frozen=True)
class Credited:
    """A score divided among documents. `credits` are the documents with a contribution other than 0, the greatest
    first. `remarks` name the traits of a run that make the score smaller and that the credits cannot show.
    """

    metric: Metric
    system: str
    gold: str
    topic: str | None
    exact: bool
    value: Any
    credits: tuple[Credit, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class CreditChange:
    """The contributions of a document to two systems, and their difference; a contribution is None if the system does
    not place the document.
    """

    document: str
    before: Credit | None
    after: Credit | None
    difference: Any


@dataclass(frozen=True)
class Contrast:
    """The difference of the scores of two systems, divided among documents. The changes sum to it; the greatest comes
    first.
    """

    before: Credited
    after: Credited
    difference: Any
    changes: tuple[CreditChange, ...]


def adds_up(metric: Metric) -> bool:
    """Whether the values of the metric can be divided among documents."""
    if metric.base in BCUBED:
        return True
    return (
        metric.task == RANKING.name and bool(metric.adds_up) and not metric.closed and "judgements" not in metric.traits
    )


def sums(wanted: Sequence[Wanted]) -> list[Wanted]:
    """The wanted metrics whose value is a sum over documents.

    Raises `TaskError` if the user named a metric that is not such a sum, and if no metric is one.
    """
    summable = [wish for wish in wanted if adds_up(wish.metric)]
    for wish in wanted:
        if not adds_up(wish.metric) and (wish.named or not summable):
            raise TaskError(
                f"{wish.metric.id} is not a sum over documents, so no document contributes a part of it: name ap, ndcg "
                f"or bcubed-f, for example, or one of R and S, which have an explanation of their own"
            )
    return summable


def credited(
    evaluation: Evaluation, wanted: Sequence[Wanted], topic: str | None = None, progress: Progress = silent
) -> list[Credited]:
    """The contributions of documents to each metric, system by system. `topic` names the topic if the gold is qrels of
    several topics.

    Raises `TaskError` for a metric that is not a sum over documents, or not defined on these files, `UnknownNameError`
    for a topic that is missing.
    """
    fitting = [wish.metric for wish in evaluation.fitting(sums(wanted))]
    if isinstance(evaluation.gold, Qrels):
        return list(_of_runs(evaluation, evaluation.gold, fitting, topic, progress))
    if topic is not None:
        raise ParameterError(
            f"--topic is for qrels, and {evaluation.gold.path} holds {evaluation.kind.what}: leave it out"
        )
    if not isinstance(evaluation.gold, Labels):
        raise TaskError(
            f"{evaluation.gold.path}: the contributions of documents are shown for runs and for labels only"
        )
    return list(
        _of_labels(evaluation.gold, [system for system in evaluation.systems if isinstance(system, Labels)], fitting)
    )


def contrasts(scores: Sequence[Credited]) -> list[Contrast]:
    """The differences of each system to the first one, by each metric."""
    first: dict[str, Credited] = {}
    result = []
    for score in scores:
        before = first.setdefault(score.metric.id, score)
        if before is not score:
            result.append(_contrast(before, score))
    return result


def _contrast(before: Credited, after: Credited) -> Contrast:
    sides = [{credit.document: credit for credit in score.credits} for score in (before, after)]
    changes = []
    for document in dict.fromkeys([*sides[1], *sides[0]]):
        old, new = (side.get(document) for side in sides)
        difference = (new.brought if new else Fraction(0)) - (old.brought if old else Fraction(0))
        changes.append(CreditChange(document, old, new, difference))
    changes.sort(key=lambda change: -abs(float(change.difference)))
    return Contrast(before, after, after.value - before.value, tuple(changes))


# --- runs


def _of_runs(
    evaluation: Evaluation, qrels: Qrels, metrics: Sequence[Metric], topic: str | None, progress: Progress
) -> Iterator[Credited]:
    for metric in metrics:
        if problem := refusal(metric, qrels):
            raise TaskError(problem)
    drop = evaluation.choices.drop_self
    runs = [system_run(source, evaluation.columns, progress, drop).named_as(qrels) for source in evaluation.runs]
    chosen = chosen_topic(qrels, runs, topic)
    grades = qrels.topics[chosen]
    for run in runs:
        for metric in metrics:
            ranked = _ranked(run.topics.get(chosen), grades if judged_only(metric) else None)
            brought, exact = ranking_credits(
                metric, [grades.get(document, 0) for document in ranked], grades, qrels.top, qrels.unit
            )
            credits = [
                Credit(text(document), str(rank), f"{float(grades.get(document, 0) * qrels.unit):g}", part)
                for rank, (document, part) in enumerate(zip(ranked, brought, strict=True), 1)
                if part
            ]
            remarks = tuple(remarks_on_run(run, {chosen: grades}))
            yield replace(_credited(metric, run.path, qrels.path, chosen, exact, credits), remarks=remarks)


def _credited(
    metric: Metric, system: str, gold: str, topic: str | None, exact: bool, credits: list[Credit]
) -> Credited:
    value = sum((credit.brought for credit in credits), Fraction(0) if exact else 0.0)
    credits.sort(key=lambda credit: -float(credit.brought))
    return Credited(metric, system, gold, topic, exact, value, tuple(credits))


def _ranked(listed: Listed | None, judged: Mapping[Name, int] | None) -> list[Any]:
    """The documents in the order of trec_eval. If `judged` is given, only its documents are kept."""
    if listed is None:
        return []
    documents = [listed.documents[i] for i in ordered(listed.values, listed.documents, "trec")[0].tolist()]
    return documents if judged is None else [document for document in documents if document in judged]


def ranking_credits(
    metric: Metric, gains: Sequence[int], grades: Mapping[Any, int], top: int, unit: Fraction = Fraction(1)
) -> tuple[list[Any], bool]:
    """The contribution of the document at each rank, and whether the contributions are exact. A contribution is the
    score of the ranking down to the document, less the score of the ranking above it. The numbers in `gains` and
    `grades` are grades in units of `unit`.

    Raises `TaskError` if the metric is undefined.

    >>> from axiometrics.registry import metric as named
    >>> [str(part) for part in ranking_credits(named("ap"), [1, 0, 1], {"a": 1, "b": 1, "c": 1}, 1)[0]]
    ['1/3', '0', '2/9']
    """
    cut = cut_off(metric.parameters, metric.values) or len(gains)
    places = [i for i, gain in enumerate(gains[:cut]) if gain]
    exact = len(places) * len(gains) <= CELLS
    counts = np.bincount(np.fromiter(grades.values(), np.int64, len(grades)), minlength=top + 1)
    judged = judged_only(metric)
    brought: list[Any] = [Fraction(0) if exact else 0.0] * len(gains)
    step = max(1, (1 << 20) // max(1, len(gains)))
    for first in range(0, len(places), step):
        some = places[first : first + step]
        above = np.arange(len(gains)) < np.array(some)[:, None]
        if metric.adds_up == "rank":  # documents above change nothing; without them fractions are short
            above = np.zeros(above.shape, dtype=np.bool_)
        until = above | (np.arange(len(gains)) == np.array(some)[:, None])
        stack = np.concatenate([np.array(gains) * until, np.array(gains) * above])
        counted = Gains.of(
            stack,
            np.broadcast_to(counts[1:], (len(stack), top)),
            np.full(len(stack), counts[0] if judged else 0),
            np.full(len(stack), len(gains)),
            unlimited=not judged,
            exact=exact,
            unit=unit,
        )
        with asking(metric), np.errstate(all="ignore"):
            values = metric.evaluate(counted).tolist()
        for i, with_it, without in zip(some, values[: len(some)], values[len(some) :], strict=True):
            brought[i] = with_it - without if without else with_it
    if any(part != part for part in brought):
        raise TaskError(f"{metric.id} is undefined on this topic: nothing is relevant")
    return brought, exact


# --- labels


def _of_labels(gold: Labels, systems: Sequence[Labels], metrics: Sequence[Metric]) -> Iterator[Credited]:
    for system in systems:
        pair = Pair(gold, system)
        for metric in metrics:
            if problem := pair.refusal(metric):
                raise TaskError(problem)
            yield _credited(metric, system.path, gold.path, None, True, list(_bcubed(metric, gold, system)))


def _bcubed(metric: Metric, gold: Labels, system: Labels) -> Iterator[Credit]:
    classes = {document: labels[0] for document, labels in gold.labels.items()}
    clusters = {document: labels[0] for document, labels in system.labels.items()}
    sizes = Counter(classes.values()), Counter(clusters.values())
    cells = Counter((classes[document], clusters[document]) for document in classes)
    many = len(classes)
    recall, precision = (
        sum((Fraction(n * n, sizes[side][cell[side]]) for cell, n in cells.items()), Fraction(0)) / many
        for side in (0, 1)
    )
    for document in classes:
        both = cells[classes[document], clusters[document]]
        r, p = (Fraction(both, sizes[side][of[document]] * many) for side, of in enumerate((classes, clusters)))
        part = {
            "bcubed-precision": p,
            "bcubed-recall": r,
            "bcubed-f": (recall * p + precision * r) / (precision + recall),
        }[metric.base]
        yield Credit(document, clusters[document], classes[document], part)
