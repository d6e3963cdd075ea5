"""Say in one line, before the scores, how the data were read, and tell what labels can mean.

Labels that both sides share, such as 0 and 1, are decisions as well as clusters, and a score of one reading looks like
a score of the other. If neither a metric nor the user decides, both readings are scored, each in a table of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.core.errors import TaskError
from axiometrics.core.task import FileKind
from axiometrics.evaluation.classes import MOST, Classes
from axiometrics.evaluation.decisions import plain_label, positive_labels
from axiometrics.evaluation.intents import TopicQrels
from axiometrics.evaluation.label_scores import CLASSIFIED
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.scores import counted
from axiometrics.evaluation.trec import Qrels
from axiometrics.tasks.filtering import DECIDED
from axiometrics.tasks.organizations import DECISIONS, ORDERED


@dataclass(frozen=True)
class LabelReading:
    """The meanings that the labels of all sides can have.

    Attributes
    ----------
    are_both : whether they are decisions as well as clusters
    positive : the labels that mean yes, if the labels or the user tell
    notes : the reason why they are not scored as decisions, although both sides use the same labels
    classes : the classes, if no label means yes
    """

    are_both: bool = False
    positive: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    classes: Classes | None = None

    @classmethod
    def of(cls, sides: Sequence[Labels], settled: bool, positive: str | None, said: Sequence[str] = ()) -> LabelReading:
        """The reading of the labels of these sides. `settled` says that the user or the data already decide what labels
        mean. `said` are the classes in the order that the user gives.
        """
        if not sides or any(side.overlap for side in sides):
            return cls()
        words = dict.fromkeys(word for side in sides for word in side.coded.texts)
        try:
            yes = tuple(positive_labels(words, positive))
        except TaskError as error:
            yes, problem = (), str(error)
        else:
            problem = ""
        classes = None if yes else Classes.of([side.coded.texts for side in sides], said)
        gold, *systems = ({plain_label(word) for word in side.coded.texts} for side in sides)
        if settled or not systems or not all(system <= gold or gold <= system for system in systems):
            return cls(positive=yes, classes=classes)
        if classes is None:
            return cls(True, yes)
        if classes.count > MOST and not said:
            note = f"both sides use the same labels: they are scored as clusters, since there are {classes.count}"
            return cls(notes=(f"{note} (--as decisions scores them as classes)",), classes=classes)
        notes = (f"for metrics of one positive class: {problem}",) if classes.count == 2 else ()
        return cls(True, notes=notes, classes=classes)


def described(kind: FileKind, gold: Any, systems: int, how: str, reading: LabelReading, tasks: Collection[str]) -> str:
    """The line that says how the data were read for metrics of these tasks."""
    of = counted(systems, "system")
    beside = f" ({how})" if how else ""
    if isinstance(gold, Labels):
        positive = f"positive label {' and '.join(sorted(reading.positive))}" if reading.positive else ""
        content = f"{counted(gold.size, 'item')}, {counted(gold.coded.count, 'class', 'classes')}"
        if kind in (DECISIONS, ORDERED) or (tasks and CLASSIFIED.issuperset(tasks)):
            if reading.classes is not None:
                named = f"{counted(reading.classes.count, 'class', 'classes')} ({reading.classes.line})"
                return f"read as: classes of {counted(gold.size, 'item')}, {named}, {of}{beside}"
            return f"read as: decisions on {content}, {f'{positive}, ' if positive else ''}{of}{beside}"
        as_decisions = f"decisions with the {positive}" if reading.classes is None else _as_classes(reading.classes)
        both = f": as clusters, and as {as_decisions}" if DECIDED.intersection(tasks) else ""
        return f"read as: labels of {content}, {of}{beside}{both}"
    if isinstance(gold, Qrels):
        return f"read as: judgements of {counted(len(gold.topics), 'topic')}, {of}{beside}"
    if isinstance(gold, TopicQrels):
        return f"read as: judgements of {counted(len(gold.topics), 'topic')} by intent, {of}"
    return f"read as: {kind.what}, {of}"


def _as_classes(classes: Classes) -> str:
    return f"decisions of {counted(classes.count, 'class', 'classes')} ({classes.line})"
