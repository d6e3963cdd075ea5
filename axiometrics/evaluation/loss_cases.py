"""Find the comparisons in files of any kind that can be explained. They are, for each system, the kinds of relation
that mean something, with both sides as organizations.

A run becomes a ranking above an unlimited tail, for one topic. Labels become a clustering, and a filtering if they mean
yes and no. Organizations stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from axiometrics.core.errors import ParameterError, TaskError, UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.progress import Progress, silent
from axiometrics.evaluation.files import some
from axiometrics.evaluation.forms import system_run
from axiometrics.evaluation.intents import TopicQrels
from axiometrics.evaluation.label_scores import CLASSIFIED, Pair
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.loss import LossComparison, Shape, related
from axiometrics.evaluation.organizations import Organized, short
from axiometrics.evaluation.run_scores import remarks_on_run, shared_topics
from axiometrics.evaluation.scores import ScoreTable, Wanted, counted
from axiometrics.evaluation.scoring import Evaluation, nothing_in
from axiometrics.evaluation.ties import ordered
from axiometrics.evaluation.trec import Listed, Qrels, Run, text
from axiometrics.tasks.clustering import TASK as CLUSTERING
from axiometrics.tasks.clustering.counts import demand_clusterings
from axiometrics.tasks.filtering import DECIDED
from axiometrics.tasks.filtering.counts import confusion
from axiometrics.tasks.organizations import DECISIONS, LABELS, ORGANIZATIONS, QRELS
from axiometrics.tasks.ranking import TASK as RANKING
from axiometrics.tasks.ranking.counts import gains

RELATIONS = MappingProxyType(
    {
        "reliability-priority": "priority",
        "sensitivity-priority": "priority",
        "rs-priority": "priority",
        "reliability-clustering": "clustering",
        "sensitivity-clustering": "clustering",
        "rs-relatedness": "clustering",
        "rs-clustering": "clustering",
        "rs-filtering": "priority",
        "rs-ranking": "priority",
    }
)
"""The metrics that can be explained, each with the kind of its relations."""

DEFAULTS = MappingProxyType(
    {
        QRELS.name: ("rs-ranking",),
        LABELS.name: ("rs-filtering", "rs-clustering"),
        DECISIONS.name: ("rs-filtering",),
        ORGANIZATIONS.name: ("rs-priority", "rs-relatedness"),
    }
)
"""By the kind of the gold, the metrics that are explained unless the user names others. A metric whose relations mean
nothing on the files is left out.
"""

NAMED = 10
"""The number of topics that an error message names."""

_RANKING = Shape(in_gold="relevant", in_system="retrieved")
_FILTERING = Shape(gold_levels=("relevant", "irrelevant"), system_levels=("positive", "negative"))


@dataclass(frozen=True)
class Cases:
    """The comparisons to explain, and remarks for the user on what is not explained.

    Attributes
    ----------
    comparisons : by system, a comparison for each relation and its parameters
    remarks : sentences about metrics that were left out, and about the runs
    nothing : the reason why nothing can be explained, if no run has a topic of the gold; else empty
    """

    comparisons: tuple[LossComparison, ...]
    remarks: tuple[str, ...] = ()
    nothing: str = ""


def cases(
    evaluation: Evaluation, wanted: Sequence[Wanted], topic: str | None = None, progress: Progress = silent
) -> Cases:
    """The comparisons of these metrics. `topic` names the topic if the gold is qrels of several topics.

    Raises
    ------
    TaskError
        A named metric that is not of the family, or not defined on these files; nothing left to explain.
    UnknownNameError
        A topic that is missing, or in none of the files.
    FileError
        A run that cannot be read.
    """
    family = list(_family(wanted))
    fitting = evaluation.fitting(family)
    if isinstance(evaluation.gold, Qrels):
        result = _of_runs(evaluation, evaluation.gold, fitting, topic, progress)
    elif topic is not None:
        raise ParameterError(
            f"--topic is for qrels, and {evaluation.gold.path} holds {evaluation.kind.what}: leave it out"
        )
    else:
        assert not isinstance(evaluation.gold, TopicQrels)  # refused as its metrics are not R and S
        result = _of_files(evaluation.gold, evaluation.systems, fitting)
    others = list(dict.fromkeys(wish.metric.id for wish in wanted if wish.metric.base not in RELATIONS))
    remarks = [f"left out, as only R, S and R*S are explained: {some(others)}"] * bool(others)
    return replace(result, remarks=(*remarks, *result.remarks))


def _family(wanted: Sequence[Wanted]) -> Iterator[Wanted]:
    """The metrics among these that can be explained. Raises `TaskError` if another metric is named, and if none can be
    explained.
    """
    explained = [wish for wish in wanted if wish.metric.base in RELATIONS]
    for wish in wanted:
        if wish.metric.base not in RELATIONS and (wish.named or not explained):
            raise TaskError(
                f"{wish.metric.id} cannot be explained: --explain takes apart R and S, so name one of "
                f"{', '.join(RELATIONS)}"
            )
    yield from explained


def _each_once(comparisons: Sequence[LossComparison]) -> tuple[LossComparison, ...]:
    """The comparisons without repetitions: R, S and R*S of one relation give the same comparison."""
    once: dict[tuple[object, ...], LossComparison] = {}
    for comparison in comparisons:
        once.setdefault(
            (
                comparison.system_path,
                comparison.relation,
                comparison.n,
                comparison.wn,
                comparison.reading,
                comparison.system,
                comparison.gold,
            ),
            comparison,
        )
    return tuple(once.values())


def _comparison(
    metric: Metric,
    system_path: str,
    system: Organization,
    gold_path: str,
    gold: Organization,
    shape: Shape,
    topic: str | None = None,
    notes: Sequence[str] = (),
) -> LossComparison:
    n, wn, reading = (metric.values[name] for name in ("n", "wn", "reading"))
    assert isinstance(n, Fraction)
    assert isinstance(wn, Fraction)
    return LossComparison(
        system, gold, RELATIONS[metric.base], n, wn, str(reading), system_path, gold_path, topic, shape, tuple(notes)
    )


# --- labels and organizations


def _of_files(gold: Labels | Organized, systems: Sequence[Labels | Organized], wanted: Sequence[Wanted]) -> Cases:
    pairs = [(wish, _compared(gold, system, wish)) for system in systems for wish in wanted]
    used = {wish.metric.id for wish, comparison in pairs if comparison is not None}
    left = [wish.metric.id for wish in wanted if wish.mentioned and wish.metric.id not in used]
    if not used:
        raise TaskError(
            f"none of {', '.join(left)} means anything on these files: leave -m out, or name one without * to see why"
        )
    remarks = [f"left out, as they mean nothing on these files: {', '.join(left)}"] * bool(left)
    return Cases(_each_once([comparison for _, comparison in pairs if comparison is not None]), tuple(remarks))


def _compared(gold: Labels | Organized, system: Labels | Organized, wish: Wanted) -> LossComparison | None:
    """The comparison of a metric. None if it means nothing on these files and the user did not name the metric."""
    try:
        if isinstance(gold, Labels) and isinstance(system, Labels):
            system_organization, gold_organization, shape = _labelled(Pair(gold, system), wish.metric)
        else:
            system_organization, gold_organization, shape = _organized(gold.organization, system, wish.metric)
    except TaskError:
        if wish.named:
            raise
        return None
    return (
        _comparison(wish.metric, system.path, system_organization, gold.path, gold_organization, shape)
        if wish.named or _means(RELATIONS[wish.metric.base], system_organization, gold_organization)
        else None
    )


def _means(relation: str, system: Organization, gold: Organization) -> bool:
    """Whether the system or the gold has relations of this kind: an order, or a cluster of several documents. If
    neither has an order, clustering counts in any case, so that there is always something to explain.
    """
    if relation == "clustering" and not any(related(side, "priority") for side in (system, gold)):
        return True
    return any(related(side, relation) for side in (system, gold))


def _labelled(pair: Pair, metric: Metric) -> tuple[Organization, Organization, Shape]:
    if problem := pair.refusal(metric):
        raise TaskError(problem)
    if metric.task in CLASSIFIED and pair.held is not None and not pair.held.are_decisions:
        raise TaskError(f"{metric.id} of several classes has no relations to explain: leave --explain out")
    if metric.task not in DECIDED:
        return pair.system.organization, pair.gold.organization, Shape()
    system, gold = (Organization.filtering(*pair.filtered(labels)) for labels in (pair.system, pair.gold))
    return system, gold, _FILTERING


def _organized(
    gold: Organization, system: Labels | Organized, metric: Metric
) -> tuple[Organization, Organization, Shape]:
    organization = system.organization
    try:
        if metric.task == CLUSTERING.name:
            demand_clusterings(organization, gold)
        elif metric.task in DECIDED:
            confusion(organization, gold)
            return organization, gold, _FILTERING
        elif metric.task == RANKING.name:
            gains(organization, gold)
            return (
                Organization(organization.levels, tail=True),
                gold if gold.tail else Organization(gold.levels[:-1], tail=True),
                _RANKING,
            )
    except TaskError as error:
        raise TaskError(f"{system.path}: {metric.id}: {short(str(error))}") from None
    return organization, gold, Shape()


# --- runs


def _of_runs(
    evaluation: Evaluation, qrels: Qrels, wanted: Sequence[Wanted], topic: str | None, progress: Progress
) -> Cases:
    drop = evaluation.choices.drop_self
    runs = [system_run(source, evaluation.columns, progress, drop) for source in evaluation.runs]
    if problem := nothing_in(ScoreTable((), topics={run.path: shared_topics(qrels, run) for run in runs})):
        return Cases((), nothing=problem)
    chosen = chosen_topic(qrels, runs, topic)
    grades = {text(document): grade for document, grade in qrels.topics[chosen].items()}
    levels = sorted({grade for grade in grades.values() if grade}, reverse=True)
    gold = Organization(
        [[[document] for document, grade in grades.items() if grade == level] for level in levels], tail=True
    )
    shape = Shape(
        _RANKING.in_gold,
        _RANKING.in_system,
        gold_levels=tuple(f"grade {level}" for level in levels) if levels != [1] else ("relevant",),
    )
    comparisons: list[LossComparison] = []
    remarks: list[str] = []
    for run in runs:
        listed = run.topics.get(chosen)
        remarks += remarks_on_run(run, {chosen: qrels.topics[chosen]})
        ranking, notes = _ranking(listed) if listed else ([], ["the run lacks the topic: it is an empty ranking"])
        if not listed:
            remarks.append(f"{run.path}: topic {chosen} missing, explained as an empty ranking")
        comparisons += [
            _comparison(wish.metric, run.path, Organization.ranking(ranking), qrels.path, gold, shape, chosen, notes)
            for wish in wanted
        ]
    return Cases(_each_once(comparisons), tuple(remarks))


def chosen_topic(qrels: Qrels, runs: Sequence[Run], topic: str | None) -> str:
    """The topic that is explained: the one that the user names, or the only one of the gold. Raises `UnknownNameError`
    if the user names no topic of the gold, or has to name one.
    """
    if topic is None and len(qrels.topics) == 1:
        return next(iter(qrels.topics))
    has = f"{qrels.path} has {counted(len(qrels.topics), 'topic')} ({some(list(qrels.topics), NAMED)})"
    if topic is None:
        raise UnknownNameError(f"{has}, and --explain takes one topic: give --topic {_example(qrels, runs)}")
    if topic not in qrels.topics:
        where = next((f", though {run.path} has it" for run in runs if topic in run.topics), "")
        raise UnknownNameError(f"no topic {topic!r} in the gold{where}: {has}")
    return topic


def _example(qrels: Qrels, runs: Sequence[Run]) -> str:
    """A topic that all runs have; the first topic of the gold if there is none."""
    return next((name for name in qrels.topics if all(name in run.topics for run in runs)), next(iter(qrels.topics)))


def _ranking(listed: Listed) -> tuple[list[str], list[str]]:
    order, groups = ordered(listed.values, listed.documents, "trec")
    tied = sum(b - a for a, b in groups)
    return [text(listed.documents[i]) for i in order.tolist()], [
        f"{tied} documents have tied scores: they stand in trec_eval's order"
    ] * bool(tied)
