"""What was read, in one line that stands before the scores, and what labels can mean.

Labels that both sides share, as 0 and 1, are decisions as well as clusters, and a score of one reading looks like a
score of the other. Where neither a metric nor the user decides, both are scored, each under its reading.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.core.errors import TaskError
from axiometrics.core.task import FileKind
from axiometrics.evaluation.decisions import plain_label, positive_labels
from axiometrics.evaluation.intents import TopicQrels
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.scores import counted
from axiometrics.evaluation.trec import Qrels
from axiometrics.tasks.filtering import DECIDED
from axiometrics.tasks.organizations import DECISIONS


@dataclass(frozen=True)
class LabelReading:
    """What the labels of all sides can mean.

    Attributes
    ----------
    are_both : whether they are decisions as well as clusters
    positive : the labels that mean yes, if they say it
    notes : why they are not scored as decisions, although both sides use the same labels
    """

    are_both: bool = False
    positive: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, sides: Sequence[Labels], settled: bool, positive: str | None) -> LabelReading:
        """Of labels; `settled` where the user or the data say already what they mean."""
        if not sides or any(side.overlap for side in sides):
            return cls()
        words = dict.fromkeys(word for side in sides for word in side.coded.texts)
        try:
            yes = tuple(positive_labels(words, positive))
        except TaskError as error:
            yes, problem = (), str(error)
        else:
            problem = ""
        gold, *systems = ({plain_label(word) for word in side.coded.texts} for side in sides)
        if settled or not systems or not all(system <= gold or gold <= system for system in systems):
            return cls(positive=yes)
        classes = len({plain_label(word) for word in words})
        if classes > 2 and positive is None:
            note = f"both sides use the same labels: as decisions of {classes} classes they are not scored yet"
            return cls(notes=(f"{note}, and the table is about clusters (--as labels says so)",))
        if problem:
            return cls(notes=(f"both sides use the same labels, and as decisions they are not scored: {problem}",))
        return cls(True, yes)


def described(kind: FileKind, gold: Any, systems: int, how: str, reading: LabelReading, tasks: Collection[str]) -> str:
    """The line that says how data were read for metrics of these tasks."""
    of = counted(systems, "system")
    beside = f" ({how})" if how else ""
    if isinstance(gold, Labels):
        positive = f"positive label {' and '.join(sorted(reading.positive))}" if reading.positive else ""
        what = f"{counted(gold.size, 'item')}, {counted(gold.coded.count, 'class', 'classes')}"
        if kind == DECISIONS or (tasks and DECIDED.issuperset(tasks)):
            return f"read as: decisions on {what}, {f'{positive}, ' if positive else ''}{of}{beside}"
        both = f": as clusters, and as decisions with the {positive}" if DECIDED.intersection(tasks) else ""
        return f"read as: labels of {what}, {of}{beside}{both}"
    if isinstance(gold, Qrels):
        return f"read as: judgements of {counted(len(gold.topics), 'topic')}, {of}{beside}"
    if isinstance(gold, TopicQrels):
        return f"read as: judgements of {counted(len(gold.topics), 'topic')} by intent, {of}"
    return f"read as: {kind.what}, {of}"
