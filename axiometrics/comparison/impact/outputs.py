"""The outputs of systems as values of a task, read from files or from Python objects.

The organizations are made on demand and not kept, because a hundred runs of a hundred topics would take gigabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

from axiometrics import registry
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.progress import Progress, silent
from axiometrics.core.topic import Topic
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.files import Source, some
from axiometrics.evaluation.forms import system_run
from axiometrics.evaluation.intents import TopicQrels
from axiometrics.evaluation.label_scores import CLASSIFIED, LabelPairs, Pair
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.organizations import Organized
from axiometrics.evaluation.python_data import Given, GivenLabels, GivenValues, Retrieved, RetrievedTopics, given
from axiometrics.evaluation.run_scores import refusal, remarks_on_run
from axiometrics.evaluation.scores import counted
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.evaluation.ties import ordered
from axiometrics.evaluation.trec import Name, Qrels, Run, text
from axiometrics.running.candidate import Candidate
from axiometrics.tasks.filtering import DECIDED
from axiometrics.tasks.ranking import TASK as RANKING

KEPT = 8
"""The number of runs that are kept in memory. Where there are more, each run is read again for each constraint."""

Both = tuple[Any, Any]
"""A gold and an output."""


@dataclass(frozen=True)
class RealOutput:
    """An output of a system.

    Attributes
    ----------
    system : the file, or the name, of the system
    topic : the topic of a run; None where a system returns one output
    values : a function that makes the gold and the output
    retrieved : whether the run has the topic; where it does not, the output is empty
    """

    system: str
    topic: str | None
    values: Callable[[], Both]
    retrieved: bool = True

    @property
    def name(self) -> str:
        """The system, and the topic if there is one."""
        return self.system if self.topic is None else f"{self.system}, topic {self.topic}"


@dataclass(frozen=True)
class RealOutputs:
    """The outputs of some systems for one gold.

    Attributes
    ----------
    systems : by name, a function that gives the outputs as values of a task; its other argument says whether the
        outputs are without the documents that the gold does not judge, in a closed collection of the judged ones
    remarks : gives remarks in words on the parts of the outputs that are not judged, or not looked at
    qrels : the judgements, where the systems are runs
    """

    systems: Mapping[str, Callable[[str, bool], Iterator[RealOutput]]]
    remarks: Callable[[], Iterator[str]] = lambda: iter(())
    qrels: Qrels | None = None

    def of(self, task: str, judged: bool = False) -> Iterator[RealOutput]:
        """The outputs of all systems as values of a task. Raises `TaskError` where grades are fractions."""
        if self.qrels is not None:
            _demand_whole(self.qrels)
        for give in self.systems.values():
            yield from give(task, judged)

    def demand_defined(self, candidate: Candidate) -> None:
        """Raise `TaskError` where the gold holds ratings and the metric needs to know which documents are relevant."""
        if self.qrels is not None and (problem := _refusal(candidate, self.qrels)):
            raise TaskError(problem)

    def among(self, systems: Sequence[str]) -> RealOutputs:
        """The outputs of these systems only."""
        return RealOutputs({name: self.systems[name] for name in systems})


def of_files(evaluation: Evaluation, progress: Progress = silent) -> RealOutputs:
    """The outputs in files. Raises `TaskError` for files of a kind in which no edits can be made."""
    gold = evaluation.gold
    if isinstance(gold, (Qrels, TopicQrels)):
        few = len(evaluation.runs) <= KEPT
        readers = {source.path: partial(_run, source, evaluation, progress) for source in evaluation.runs}
        by_system: dict[str, Callable[[str, bool], Iterator[RealOutput]]] = {}
        runs = {path: cache(read) if few else read for path, read in readers.items()}
        for path, give in runs.items():
            by_system[path] = (
                partial(_topics, path, gold, give) if isinstance(gold, Qrels) else partial(_intents, path, gold, give)
            )
        return RealOutputs(by_system, partial(_remarks, gold, runs), gold if isinstance(gold, Qrels) else None)
    if isinstance(gold, Labels):
        pairs = evaluation.pairs
        return RealOutputs({pair.system.path: partial(_labels, pair) for pair in pairs})
    if isinstance(gold, Organized):
        systems = [system for system in evaluation.systems if isinstance(system, Organized)]
        return RealOutputs(
            {system.path: partial(_single, system.path, (gold.organization, system.organization)) for system in systems}
        )
    raise TaskError(
        f"{gold.path} holds {evaluation.kind.what}: no constraint says yet how its cases are made of such outputs"
    )


def of_objects(gold: Any, systems: Mapping[str, Any], choices: DataChoices) -> RealOutputs:
    """The outputs in Python objects: organizations, or data that `axiometrics.evaluation.python_data` can read."""
    return of_held({name: read_both(gold, system, choices) for name, system in systems.items()})


def read_both(gold: Any, system: Any, choices: DataChoices) -> Given:
    """A gold and an output in Python objects: values of a task unchanged, and other data as they are read."""
    if hasattr(gold, "renamed") and hasattr(system, "renamed"):
        held: Given = GivenValues(system, gold)
    else:
        held = given(gold, system, choices)
    if not choices.drop_self:
        return held
    if not isinstance(held, RetrievedTopics):
        raise ParameterError("drop_self=True is for rankings of documents that have ids: leave it out")
    return replace(held, run=held.run.without_own_ids())


def of_held(several: Mapping[str, Given]) -> RealOutputs:
    """The outputs of systems, by name, that have been read together with their gold."""
    by_system: dict[str, Callable[[str, bool], Iterator[RealOutput]]] = {}
    qrels: Qrels | None = None
    runs: dict[str, Callable[[], Run]] = {}
    for name, held in several.items():
        if isinstance(held, Retrieved):
            qrels, runs[name] = held.qrels, partial(_held, replace(held.run, path=name))
            by_system[name] = partial(_topics, name, held.qrels, runs[name])
        elif isinstance(held, GivenValues):
            by_system[name] = partial(_single, name, (held.gold, held.system))
        else:
            by_system[name] = partial(_arrays, name, held)
    return RealOutputs(by_system) if qrels is None else RealOutputs(by_system, partial(_remarks, qrels, runs), qrels)


def _demand_whole(qrels: Qrels) -> None:
    """Raise `TaskError` where grades are fractions: the levels of a gold are whole grades."""
    if qrels.unit != 1:
        raise TaskError(
            f"{qrels.path} has grades that are not whole numbers ({qrels.scale}), and functions are called, and edits "
            f"are made, with whole ones: scale the grades, e.g. by {qrels.unit.denominator}"
        )


def _refusal(candidate: Candidate, qrels: Qrels) -> str:
    """The reason why a metric is not defined on these judgements; empty where it is defined."""
    if not qrels.rated or RANKING.name not in candidate.tasks:
        return ""
    if candidate.metric is not None:
        return refusal(registry.metric(candidate.metric), qrels)
    calls = [_call(candidate, Organization.graded(grades, top=2)) for grades in ({"a": 2, "b": 1}, {"a": 1, "b": 1})]
    if calls[0] != calls[1]:
        return ""
    return (
        f"{candidate.id} is called with the relevant documents, without their grades, and the grades of {qrels.path} "
        f"are {qrels.scale}, which does not say which documents are relevant: give grades 1 and 0"
    )


def _call(candidate: Candidate, gold: Organization) -> list[str]:
    """The arguments that a user's function gets for this gold and a run of two documents, as text."""
    judge: Any = candidate.judge(RANKING.name)
    calls: list[str] = []

    def noted(*arguments: Any, **named: Any) -> float:
        calls.append(repr((arguments, named)))
        return 0.0

    closed = gold.closed(["a", "b"]) if judge.closed else gold
    arguments = judge.signature.arguments(Organization.ranking(["a", "b"]), closed, int)
    judge.signature.called(noted, judge.declared.form, arguments)
    return calls


def _held(run: Run) -> Run:
    return run


def _run(source: Source | Run, evaluation: Evaluation, progress: Progress) -> Run:
    return system_run(source, evaluation.columns, progress, evaluation.choices.drop_self)


def _remarks(gold: Qrels | TopicQrels, runs: Mapping[str, Callable[[], Run]]) -> Iterator[str]:
    """Remarks on the runs: documents that are not judged or have a negative grade, and topics that only the run or only
    the gold has.
    """
    for path, read in runs.items():
        run = read().named_as(gold) if isinstance(gold, Qrels) else read()
        retrieved = negative = unjudged = 0
        for topic, listed in run.topics.items():
            if topic not in gold.topics:
                continue
            retrieved += len(listed.documents)
            if isinstance(gold, Qrels):
                below = sum(document in gold.negatives.get(topic, ()) for document in listed.documents)
                unjudged += sum(document not in gold.topics[topic] for document in listed.documents) - below
                negative += below
            else:
                relevant = gold.topics[topic].documents
                unjudged += sum(text(document) not in relevant for document in listed.documents)
        named = "judged" if isinstance(gold, Qrels) else "relevant to any intent"
        if unjudged:
            yield f"{path}: {unjudged:,} of {counted(retrieved, 'retrieved document')} are not {named}: irrelevant here"
        if negative:
            yield f"{path}: {counted(negative, 'retrieved document')} with a negative grade: irrelevant here"
        missing = [topic for topic in gold.topics if topic not in run.topics]
        extra = [topic for topic in run.topics if topic not in gold.topics]
        yield from remarks_on_run(run, gold.topics)
        if missing:
            yield f"{path}: {counted(len(missing), 'topic')} of the gold missing ({some(missing)}): empty rankings"
        if extra:
            yield f"{path}: {counted(len(extra), 'topic')} not in the gold ({some(extra)}): no edits there"


def _topics(system: str, qrels: Qrels, read: Callable[[], Run], task: str, judged: bool) -> Iterator[RealOutput]:
    run = read().named_as(qrels)
    for topic, grades in qrels.topics.items():
        values = partial(_ranked, run, topic, grades, qrels.top, judged)
        yield RealOutput(system, topic, values, topic in run.topics)


def _ranked(run: Run, topic: str, grades: Mapping[Name, int], top: int, judged: bool) -> Both:
    """The gold of a topic and the run in the order of trec_eval. The run is empty where it lacks the topic. The gold
    has a tail, or is closed where only judged documents count.
    """
    documents = _ranked_by(run, topic, "trec")
    gold = Organization.graded({text(document): grade for document, grade in grades.items()}, top=top)
    if judged:
        documents = [document for document in documents if document in grades]
        gold = gold.closed(map(text, grades))
    return gold, Organization.ranking(list(map(text, documents)))


def _ranked_by(run: Run, topic: str, ties: str) -> list[Name]:
    listed = run.topics.get(topic)
    return [] if listed is None else [listed.documents[i] for i in ordered(listed.values, listed.documents, ties)[0]]


def _intents(system: str, qrels: TopicQrels, read: Callable[[], Run], task: str, judged: bool) -> Iterator[RealOutput]:
    run = read()
    for topic, gold in qrels.topics.items():
        yield RealOutput(system, topic, partial(_diverse, run, topic, gold), topic in run.topics)


def _diverse(run: Run, topic: str, gold: Topic) -> Both:
    """The topic and the run in the order of ndeval; the run is empty where it lacks the topic."""
    return gold, Organization.ranking([text(document) for document in _ranked_by(run, topic, "ndeval")])


def _single(system: str, both: Both, task: str, judged: bool) -> Iterator[RealOutput]:
    yield RealOutput(system, None, lambda: both)


def _labels(pair: Pair, task: str, judged: bool) -> Iterator[RealOutput]:
    def values() -> Both:
        if task in CLASSIFIED and pair.held is not None and (task not in DECIDED or not pair.held.are_decisions):
            return classified(pair.held, pair.gold.names, task)
        if task in DECIDED:
            gold, output = (Organization.filtering(*pair.filtered(side)) for side in (pair.gold, pair.system))
            return gold, output
        return pair.gold.organization, pair.system.organization

    yield RealOutput(pair.system.path, None, values)


def _arrays(system: str, held: GivenLabels, task: str, judged: bool) -> Iterator[RealOutput]:
    def values() -> Both:
        if task in CLASSIFIED and (task not in DECIDED or not held.are_decisions):
            return classified(held, [str(i) for i in range(1, len(held.true.codes) + 1)], task)
        if task in DECIDED:
            names = np.array([str(i) for i in range(1, len(held.true.codes) + 1)])
            gold, output = (
                Organization.filtering(names[kept].tolist(), names[~kept].tolist()) for kept in held.decisions
            )
            return gold, output
        output, gold = held.organizations
        return gold, output

    yield RealOutput(system, None, values)


def classified(held: LabelPairs, names: Sequence[str], task: str) -> Both:
    """A gold and an output with one level for each class. Ordered classes stand with the lowest first; other classes
    with the last first, as of two classes the positive one stands first.
    """
    classes = held.every_class
    order = range(classes.count) if task not in DECIDED else range(classes.count)[::-1]
    gold, output = (classes.places(side).tolist() for side in (held.true, held.pred))
    sides = (
        Organization([[[name] for name, place in zip(names, side, strict=True) if place == k] for k in order])
        for side in (gold, output)
    )
    return next(sides), next(sides)
