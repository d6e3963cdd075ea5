"""Read a gold and systems from files of any kind, and score the systems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from axiometrics.core.errors import FileError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.progress import Progress, silent
from axiometrics.core.task import FileKind
from axiometrics.evaluation import kinds
from axiometrics.evaluation.choices import AS_THEY_ARE, DataChoices
from axiometrics.evaluation.classes import Classes, demand_order
from axiometrics.evaluation.documents import counted_documents
from axiometrics.evaluation.files import Source, shown
from axiometrics.evaluation.forms import judgements, labels_of_sides
from axiometrics.evaluation.id_pairs import LINK_METRICS, LINKS, PAIRS, demand_without_rejected
from axiometrics.evaluation.intents import TopicQrels, read_topic_qrels, score_topics
from axiometrics.evaluation.label_scores import Pair, score_labels
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.organizations import Organized, read_value, score_organizations
from axiometrics.evaluation.plain_data import CLUSTERS, ID_LISTS
from axiometrics.evaluation.read_as import LabelReading, described
from axiometrics.evaluation.run_scores import TREC_EVAL, Conventions, fitting_ratings, score_runs
from axiometrics.evaluation.scores import CalledColumn, FormulaError, ScoreTable, Wanted
from axiometrics.evaluation.sides import LINKS_AS_THEY_STAND, TWO_ANNOTATORS, ReadTogether, read_together
from axiometrics.evaluation.tables import TableColumns
from axiometrics.evaluation.trec import Qrels, Run
from axiometrics.registry.tasks import file_kinds, scored_in
from axiometrics.tasks.clustering import TASK as CLUSTERING
from axiometrics.tasks.diversity import TOPIC_QRELS
from axiometrics.tasks.filtering import TASK as FILTERING
from axiometrics.tasks.organization import TASK as MIXED
from axiometrics.tasks.organizations import DECISIONS, LABELS, ORDERED, ORGANIZATIONS, QRELS

READINGS = (ID_LISTS, CLUSTERS, PAIRS, LINKS)
"""Readings of lists and of pairs that a user can name with `--as`, although they are not kinds of files."""

TOGETHER = (None, LABELS.name, DECISIONS.name, ORDERED.name, QRELS.name, *READINGS)
"""The kinds of files that are read together with the systems, because the gold alone may not show its reading. None
stands for a kind that the user does not name.
"""

OF_CLASSES = (
    "accuracy",
    "balanced-accuracy(over=gold)",
    "precision(average=macro)",
    "recall(average=macro)",
    "f(average=macro)",
    "f(average=weighted)",
    "mcc",
    "kappa",
)
"""The metrics that are shown, unless the user names others, for classes of which none is the positive one."""

OF_ANNOTATORS = ("accuracy", "kappa", "scott-pi", "krippendorff-alpha")
"""The metrics that are shown for two annotators, unless the user names others. They treat both annotators alike."""

Gold: TypeAlias = Qrels | TopicQrels | Labels | Organized


@dataclass(frozen=True)
class Evaluation:
    """A gold and the systems to be scored. Runs in files are read only when they are scored, because they may be large.

    Attributes
    ----------
    kind : the kind of the gold
    gold : the gold
    runs : the systems, if the gold is qrels, with intents or without
    systems : the systems, if the gold is not qrels
    overlap : whether elements of a run may overlap although their task forbids it
    choices : the choices of the user about the data
    how : the way in which the data were read, in words, if the kind does not tell it
    settled : whether it is settled that labels are clusters, or decisions
    notes : sentences about documents that were left out
    golds : the gold of each system, if documents are left out pairwise; else empty
    """

    kind: FileKind
    gold: Gold
    runs: tuple[Source | Run, ...] = ()
    systems: tuple[Labels | Organized, ...] = ()
    overlap: bool = False
    choices: DataChoices = AS_THEY_ARE
    how: str = ""
    settled: bool = False
    notes: tuple[str, ...] = ()
    golds: tuple[Labels, ...] = ()

    @classmethod
    def read(
        cls,
        gold: str,
        systems: Sequence[str] | None,
        choices: DataChoices = AS_THEY_ARE,
        progress: Progress = silent,
        probabilities: str | None = None,
    ) -> Evaluation:
        """Read the files. Without `systems` the gold must hold both sides. Unless `choices` name the kind of the gold,
        its content decides, and the gold is read whole. `probabilities` is a table of the probabilities of intents, for
        a gold with intents.

        Raises `FileError` with the file, the line and the cure if a file cannot be read.
        """
        others = tuple(Source(path, most=choices.unpacked) for path in dict.fromkeys(systems or ()))
        source = Source(gold, most=choices.unpacked)
        if choices.kind == QRELS.name and systems is not None:
            first, pieces = source.begun(progress)
            source = replace(source, pieces=pieces)
            if not first.lstrip().startswith((b"{", b"[")):
                return cls(QRELS, judgements(source, choices.columns, progress), others, choices=choices)
        source = source.loaded(progress)
        sides = read_together(source, others, choices, progress) if choices.kind in TOGETHER else None
        if sides is not None:
            evaluation = cls.of_sides(sides, choices)
        elif systems is None:
            source.fail(None, "no SYSTEM is given, and this file does not hold both sides: name a second file")
        else:
            evaluation = cls._of_kind(source, others, choices, progress, probabilities)
        if probabilities is not None and evaluation.kind.name != TOPIC_QRELS.name:
            raise FileError(
                f"{gold}: --probabilities is for files with intents, and this file holds {evaluation.kind.what}: leave "
                f"out --probabilities"
            )
        return evaluation

    @classmethod
    def of_sides(cls, sides: ReadTogether, choices: DataChoices = AS_THEY_ARE) -> Evaluation:
        """Build an evaluation of a gold and systems that have been read together."""
        if isinstance(sides.gold, Qrels):
            return cls(sides.kind, sides.gold, runs=sides.systems, choices=choices, how=sides.how)  # type: ignore[arg-type]
        return cls.of_labels(sides.kind, sides.gold, sides.systems, choices, sides.how, sides.settled)  # type: ignore[arg-type]

    @classmethod
    def of_labels(
        cls,
        kind: FileKind,
        gold: Labels,
        systems: Sequence[Labels],
        choices: DataChoices,
        how: str = "",
        settled: bool = False,
    ) -> Evaluation:
        """Build an evaluation of labels, without the documents that do not count by the choices of the user."""
        left = counted_documents(gold, systems, choices)
        gold, *golds = (
            side if choices.positive is None else replace(side, positive=choices.positive)
            for side in (left.gold, *left.golds)
        )
        if kind == LABELS and choices.kind is None:
            kind = choices.label_kind
        said = (choices.kind, choices.noise, choices.task if choices.task == CLUSTERING.name else None)
        settled = (
            settled or how.startswith(TWO_ANNOTATORS) or kind != LABELS or any(choice is not None for choice in said)
        )
        if kind == ORDERED:
            demand_order(Classes.of([side.coded.texts for side in (gold, *left.systems)], choices.classes), gold.path)
        return cls(
            kind,
            gold,
            systems=left.systems,
            choices=choices,
            how=how,
            settled=settled,
            notes=left.notes,
            golds=tuple(golds),
        )

    @classmethod
    def _of_kind(
        cls,
        source: Source,
        others: Sequence[Source],
        choices: DataChoices,
        progress: Progress,
        probabilities: str | None,
    ) -> Evaluation:
        """Build an evaluation of files whose kind the gold alone shows, or the user names."""
        if choices.kind in READINGS:
            source.fail(None, f"this file does not hold what --as {choices.kind} reads: leave --as out")
        kind = file_kinds()[choices.kind] if choices.kind else kinds.kind_of(source, choices.columns)
        runs = tuple(others)
        if kind.name == TOPIC_QRELS.name:
            table = None if probabilities is None else Source(probabilities, most=choices.unpacked)
            return cls(kind, read_topic_qrels(source, table, progress), runs, choices=choices)
        if kind.name == QRELS.name:
            return cls(kind, judgements(source, choices.columns), runs, choices=choices)
        if kind.name in (LABELS.name, DECISIONS.name, ORDERED.name):
            gold, *systems = labels_of_sides((source, *others), choices, progress)
            return cls.of_labels(kind, gold, systems, choices)
        value = read_value(source, kind)
        loaded = tuple(system.loaded(progress) for system in others)
        if choices.kind is None and kind.name == ORGANIZATIONS.name:
            for system in loaded:
                kinds.demand_plain_organization(system)
        values = tuple(read_value(system, kind, system=True) for system in loaded)
        return cls(kind, value, systems=values, choices=choices)

    @property
    def columns(self) -> TableColumns:
        """The columns of tables that the user named, by their roles."""
        return self.choices.columns

    def read_as(self, metrics: Iterable[Metric | CalledColumn]) -> str:
        """The line that says how the data were read for these metrics."""
        tasks = {metric.task for metric in metrics}
        return described(self.kind, self.gold, len(self.runs) + len(self.systems), self.how, self.label_reading, tasks)

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks that the data belong to. Classes of which none is the positive one do not belong to filtering."""
        scored = scored_in(self.kind.name)
        return scored if self.label_reading.classes is None else tuple(of for of in scored if of != FILTERING.name)

    def defaults(self, ties: str = "trec") -> tuple[str, ...]:
        """The metrics that are shown unless the user names others. With `ties=expected`, R*S of rankings is left out,
        because its expectation takes too many orders.
        """
        if any(isinstance(side, Labels) and side.overlap for side in (self.gold, *self.systems)):
            return kinds.OVERLAPPING
        if self.how == LINKS_AS_THEY_STAND:
            return LINK_METRICS
        if self.choices.positive is not None and self.kind == LABELS:
            return DECISIONS.defaults
        if self.how.startswith(TWO_ANNOTATORS) and self.kind != ORDERED:
            return OF_ANNOTATORS
        of_classes = DECISIONS.defaults if self.label_reading.classes is None else OF_CLASSES
        if self.kind == DECISIONS:
            return of_classes
        names = tuple(name for name in self.kind.defaults if ties == "trec" or name != "rs-ranking")
        return (*names, *of_classes) if self.label_reading.are_both else names

    @cached_property
    def label_reading(self) -> LabelReading:
        """The meanings that the labels can have: clusters, decisions, or both."""
        sides = [side for side in (self.gold, *self.systems) if isinstance(side, Labels)]
        return LabelReading.of(sides, self.settled, self.choices.positive, self.choices.classes)

    @property
    def pairs(self) -> list[Pair]:
        """For labels, each system with its gold."""
        systems = [system for system in self.systems if isinstance(system, Labels)]
        golds = self.golds or [self.gold] * len(systems)
        classes = self.label_reading.classes
        return [
            Pair(gold, system, classes) for gold, system in zip(golds, systems, strict=True) if isinstance(gold, Labels)
        ]

    def fitting(self, wanted: Iterable[Wanted]) -> list[Wanted]:
        """The wanted metrics that score files of this kind, each once.

        Raises `TaskError` if a named metric does not score such files, and if no metric does.
        """
        wishes = list(wanted)
        tasks = scored_in(self.kind.name)
        of = " or ".join(tasks)
        for wish in wishes:
            if wish.named and wish.metric.task not in tasks:
                hint = " (rs-ranking is the R*S of runs)" if wish.metric.task == MIXED.name else ""
                if self.kind == QRELS and wish.metric.task in scored_in(TOPIC_QRELS.name):
                    hint = f"; if its second column names intents, say --as {TOPIC_QRELS.name}"
                raise TaskError(
                    f"{wish.metric.id} is a metric of {wish.metric.task}, and {self.gold.path} holds "
                    f"{self.kind.what}: take one of {of}{hint}"
                )
        by_id = {
            wish.metric.id: wish for wish in sorted(wishes, key=lambda wish: wish.named) if wish.metric.task in tasks
        }
        if not by_id:
            raise TaskError(
                f"no metric that you named is a metric of {of}, and {self.gold.path} holds {self.kind.what}"
            )
        return [by_id[id] for id in dict.fromkeys(wish.metric.id for wish in wishes) if id in by_id]

    def score(
        self, wanted: Sequence[Wanted], conventions: Conventions = TREC_EVAL, progress: Progress = silent
    ) -> ScoreTable:
        """Score the systems. A metric whose formula raises an error is left out, and a remark says so.

        Raises `FormulaError` if such a metric is named, or is the only one, and the errors of `score_runs`,
        `score_labels` and `score_organizations`.
        """
        remarks: list[str] = []
        while True:
            try:
                scores = self._scores(wanted, conventions, progress)
            except FormulaError as error:
                others = [wish for wish in wanted if wish.metric.id != error.metric.id]
                if not others or any(wish.named for wish in wanted if wish.metric.id == error.metric.id):
                    raise
                wanted = others
                remarks.append(f"left out: {error}")
            else:
                scores.remarks += remarks
                scores.read_as = self.read_as(scores.metrics)
                scores.facts += self.notes
                if wanted and not any(wish.named for wish in wanted):
                    scores.facts += self.label_reading.notes
                    scores.by_reading = self.label_reading.are_both
                return scores

    def _scores(self, wanted: Sequence[Wanted], conventions: Conventions, progress: Progress) -> ScoreTable:
        if isinstance(self.gold, Qrels):
            metrics, remarks = fitting_ratings(self.gold, wanted)
            scores = score_runs(
                self.gold, self.runs, metrics, conventions, progress, self.columns, self.choices.drop_self
            )
            scores.remarks += remarks
            return scores
        if isinstance(self.gold, TopicQrels):
            both, drop = conventions.topics == "both", self.choices.drop_self
            return score_topics(self.gold, self.runs, [wish.metric for wish in wanted], both, progress, drop)
        if isinstance(self.gold, Labels):
            if self.how == LINKS_AS_THEY_STAND:
                for wish in wanted:
                    demand_without_rejected(wish.metric, self.gold.path)
            return score_labels(self.pairs, wanted, progress)
        return score_organizations(
            self.gold,
            [system for system in self.systems if isinstance(system, Organized)],
            wanted,
            progress,
            self.overlap,
        )


def nothing_in(scores: ScoreTable) -> str:
    """The reason why nothing was evaluated, which is that no run has a topic of the gold. Empty if a run has one."""
    if not scores.topics or any(sides["both"] for sides in scores.topics.values()):
        return ""
    path, sides = next(iter(scores.topics.items()))
    others = " or any other run" if len(scores.topics) > 1 else ""
    theirs, ours = (shown(sides[side][0]) if sides[side] else "none" for side in ("extra", "missing"))
    return f"no topic of the gold is in {path}{others}: it has {theirs}, the gold {ours}; name the topics alike"
