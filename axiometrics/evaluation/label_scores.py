"""Score label files against a label file. The labels are clusters, also overlapping ones, or classes, or decisions that
mean yes and no.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.aggregates import LARGE_TABLE, ClusterCounts, Confusion, Contingency, SparseContingency
from axiometrics.core.errors import FileError, ParameterError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.progress import Progress, silent
from axiometrics.evaluation.classes import Classes, demand_order, mean_instead, needs_order, takes_classes
from axiometrics.evaluation.decisions import positive_labels, unclear_label
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.label_codes import Coded, Words, matched, objects
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.scores import MEAN, ScoreTable, Wanted, asking, counted
from axiometrics.tasks.filtering import DECIDED
from axiometrics.tasks.ordinal import TASK as ORDINAL
from axiometrics.tasks.organization import TASK as MIXED

CLASSIFIED = DECIDED | {ORDINAL.name}
"""The tasks whose data are classes of items."""

NEED_CLASSES = frozenset({"adjusted-rand", "ami", "nmi", "v-measure", "completeness-score"})
"""Metrics that are 0 for each output of several clusters if the gold has one class."""


def score_labels(
    pairs: Sequence[Pair],
    wanted: Sequence[Wanted],
    progress: Progress = silent,
) -> ScoreTable:
    """Score label files, each system by its gold.

    Raises `TaskError` if a named metric is not defined on the labels of the files, and if no metric is.
    """
    refusals = {
        wish.metric.id: next(filter(None, (pair.refusal(wish.metric) for pair in pairs)), "") for wish in wanted
    }
    for wish in wanted:
        if refusals[wish.metric.id] and (wish.named or all(refusals.values())):
            raise TaskError(refusals[wish.metric.id])
    scores = ScoreTable(tuple(wish.metric for wish in wanted if not refusals[wish.metric.id]))
    left_out = [wish.metric.id for wish in wanted if refusals[wish.metric.id] and wish.mentioned]
    if left_out:
        scores.remarks.append(f"left out, as they are not defined on these files: {', '.join(left_out)}")
    sides = [*(pair.gold for pair in pairs), *(pair.system for pair in pairs)]
    scores.facts += dict.fromkeys(map(_described, sides))
    for i, pair in enumerate(pairs):
        values = []
        for k, metric in enumerate(scores.metrics):
            progress(
                i * len(scores.metrics) + k, len(pairs) * len(scores.metrics), f"{metric.id} of {pair.system.path}"
            )
            with asking(metric):
                values.append(pair.value(metric))
        scores.add(pair.system.path, MEAN, values)
        scores.remarks += pair.remarks(scores.metrics)
    return scores


def _described(labels: Labels) -> str:
    overlap = ", overlapping" if labels.overlap else ""
    header = "; its first line was taken for a header" if labels.header else ""
    return f"{labels.path}: {counted(labels.size, 'item')}, {counted(labels.coded.count, 'label')}{overlap}{header}"


@dataclass(frozen=True, eq=False)
class Pair:
    """A system and the gold, which label the same items. Raises `FileError` if an item has labels on one side only.

    Attributes
    ----------
    gold, system : the labels
    classes : the classes of the gold and all systems; None for the classes of this gold and this system
    """

    gold: Labels
    system: Labels
    classes: Classes | None = None

    def __post_init__(self) -> None:
        if self.held is not None:
            return
        for side, opposite in ((self.system, self.gold), (self.gold, self.system)):
            names = set(opposite.names)
            missing = [document for document in dict.fromkeys(side.names) if document not in names]
            if missing:
                more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
                cure = (
                    "both files must label the same items: add it there or take it out here, or say --documents "
                    "both to score those that both files have"
                )
                raise FileError(
                    f"{side.path}, {side.unit} {side.line_of(missing[0])}: item {shown(missing[0])} is not in "
                    f"{opposite.path}{more}: {cure}"
                )

    @cached_property
    def held(self) -> LabelPairs | None:
        """The labels of both sides, in the order of the documents of the gold. None unless both sides give one label to
        each of the same documents.
        """
        system = aligned(self.gold, self.system)
        if system is None:
            return None
        return LabelPairs(self.gold.coded, system, self.system.path, self.gold.positive, self.classes)

    def refusal(self, metric: Metric) -> str:
        """The reason why the metric is not defined on these files; empty if it is defined."""
        overlaps = [labels for labels in (self.gold, self.system) if labels.overlap]
        if overlaps and metric.task != MIXED.name and "overlapping" not in metric.traits:
            document, line = overlaps[0].overlap or ("", 0)
            cure = "keep one label, or take a metric for overlapping clusters, e.g. bcubed-extended-f"
            return (
                f"{overlaps[0].path}, line {line}: a second label for item {shown(document)}, and "
                f"{metric.id} is defined on partitions only: {cure}"
            )
        if metric.task in CLASSIFIED:
            try:
                if self.held is not None:
                    self.held.demand_counts(metric)
            except TaskError as error:
                return f"{self.gold.path}: {error}" if takes_classes(metric) else f"{self._unclear}{error}"
        elif self.held is not None and self.held.is_sparse:
            try:
                self.value(metric)
            except ParameterError as error:
                return f"{self.system.path}: {metric.id}: {error}"
        return ""

    @cached_property
    def meaning_yes(self) -> frozenset[str]:
        """The labels of both sides that mean yes. Raises `TaskError` if the labels do not tell."""
        return positive_labels([*self.gold.coded.texts, *self.system.coded.texts], self.gold.positive)

    @property
    def _unclear(self) -> str:
        """The beginning of an error message: the place of the first label that means neither yes nor no."""
        for labels in (self.gold, self.system):
            if self.gold.positive is None and (word := unclear_label(labels.coded.texts)):
                row = int(np.argmax(labels.coded.codes == labels.coded.texts.index(word)))
                return f"{labels.path}, line {labels.line(row)}: "
        return f"{self.system.path}: "

    def remarks(self, metrics: Sequence[Metric]) -> Iterator[str]:
        """A remark on metrics that are 0 for each output of several clusters, because the gold has one label only."""
        several = self.system.coded.count > 1
        ids = [metric.id for metric in metrics if metric.base in NEED_CLASSES]
        if ids and several and self.gold.coded.count == 1:
            yield (
                f"{self.gold.path}: all items have the label {shown(self.gold.coded.texts[0])}: {', '.join(ids)} "
                f"{'is' if len(ids) == 1 else 'are'} 0 for each output of several clusters, such as {self.system.path}"
            )

    def value(self, metric: Metric) -> float:
        """The score of the system; nan if it is undefined."""
        if metric.id not in self._values:
            self._values[metric.id] = self._value(metric)
        return self._values[metric.id]

    @cached_property
    def _values(self) -> dict[str, float]:
        """The scores that have been computed, by the ids of metrics. They are kept because `refusal` may have to
        compute a score.
        """
        return {}

    def _value(self, metric: Metric) -> float:
        if self.held is not None and metric.formula is not None and metric.task != MIXED.name:
            return float(self.held.value(metric))
        value = metric.exact(self.system.organization, self.gold.organization)
        return math.nan if value != value else float(value)

    def filtered(self, labels: Labels) -> tuple[list[str], list[str]]:
        """The documents that these labels keep, and the documents that they drop."""
        kept = says(labels.coded, self.meaning_yes)[labels.coded.codes].tolist()
        sides: tuple[list[str], list[str]] = ([], [])
        for document, keep in zip(labels.names, kept, strict=True):
            sides[not keep].append(document)
        return sides


def aligned(gold: Labels, system: Labels) -> Coded | None:
    """The labels of the system in the order of the documents of the gold. None unless both sides give one label to each
    of the same documents.
    """
    if gold.count != system.count or gold.overlap:
        return None
    gold_names, system_names = gold.documents, system.documents
    if gold_names is None and system_names is None:
        return system.coded
    # The gold names each document once. A system with the same names in equally many rows therefore does so, too.
    if gold_names is not None and system_names is not None:
        if _alike(gold_names, system_names):
            return system.coded
        if (places := matched(gold_names, system_names)) is not None:
            return system.coded.taken(places)
    places = matched(objects(gold.names), objects(system.names))  # if types differ, or two hashes are equal
    return None if places is None else system.coded.taken(places)


def _alike(left: Words, right: Words) -> bool:
    """Whether two columns have the same words in the same order. Columns of bytes that have the same width are compared
    byte by byte, which takes a tenth of the time.
    """
    if left.dtype == right.dtype and left.dtype.kind == "S":
        left_bytes, right_bytes = (np.ascontiguousarray(column).view(np.uint8) for column in (left, right))
        return np.array_equal(left_bytes, right_bytes)
    return bool((left == right).all())


@dataclass(frozen=True, eq=False)
class LabelPairs:
    """The class and the cluster of each document, coded as numbers. Counts of clusterings and of filterings are made of
    them.
    """

    true: Coded
    pred: Coded
    path: str = "the labels"
    positive: str | None = None
    classes: Classes | None = None

    def value(self, metric: Metric, exact: bool = False) -> Any:
        """The score by the formula of a metric of clusters or classes; `nan` if it is undefined."""
        counts: Any
        if metric.task not in CLASSIFIED:
            counts = self.contingency(exact)
        elif self.are_decisions and metric.task in DECIDED:
            counts = self.confusion(exact)
        else:
            self.demand_counts(metric)
            counts = self.class_table(exact)
        with np.errstate(all="ignore"):
            value = metric.evaluate(counts).reshape(()).item()
        return metric.checked(value) if exact else float(value)

    @property
    def is_sparse(self) -> bool:
        """Whether there are too many classes and clusters for a table of all pairs of them."""
        return self.true.count * self.pred.count > LARGE_TABLE

    def contingency(self, exact: bool = False) -> ClusterCounts:
        """The counts of documents by class and cluster. If there are many pairs of a class and a cluster, those without
        a document are not stored.
        """
        if exact not in self._tables:
            classes, clusters = self.true.count, self.pred.count
            if self.is_sparse:
                self._tables[exact] = SparseContingency.of_labels(
                    self.true.codes, self.pred.codes, classes, clusters, exact
                )
            else:
                codes = self.true.codes * clusters
                codes += self.pred.codes
                cells = np.bincount(codes, minlength=classes * clusters)
                self._tables[exact] = Contingency.of(cells.reshape(1, classes, clusters), exact)
        return self._tables[exact]

    @cached_property
    def _tables(self) -> dict[bool, ClusterCounts]:
        """The tables that have been counted: one in floats, and one exact. Each is made when it is asked for."""
        return {}

    @cached_property
    def every_class(self) -> Classes:
        """The classes, in their order."""
        return self.classes or Classes.of([self.true.texts, self.pred.texts])

    @cached_property
    def are_decisions(self) -> bool:
        """Whether the labels, or the user, say which label means yes."""
        return says_yes([self.true, self.pred], self.positive)

    def demand_counts(self, metric: Metric) -> None:
        """Raise `TaskError` if the labels do not have the counts that a metric of classes needs."""
        if metric.task in DECIDED and self.are_decisions:
            return
        if not takes_classes(metric):
            try:
                positive_labels([*self.true.texts, *self.pred.texts], self.positive)
            except TaskError as error:
                raise TaskError(f"{metric.id} takes decisions: {error}{mean_instead(metric)}") from None
        if needs_order(metric):
            demand_order(self.every_class, metric.id)

    def class_table(self, exact: bool = False) -> Contingency:
        """The counts of documents by class of the gold and class of the output. The classes are in their order on both
        sides.
        """
        classes = self.every_class
        cells = classes.places(self.true) * classes.count
        cells += classes.places(self.pred)
        table = np.bincount(cells, minlength=classes.count**2).reshape(1, classes.count, classes.count)
        return Contingency.of(table, exact)

    @property
    def decisions(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """For each document, whether the gold says yes, and whether the system says yes."""
        yes = positive_labels([*self.true.texts, *self.pred.texts], self.positive)
        right, kept = (says(side, yes)[side.codes] for side in (self.true, self.pred))
        return right, kept

    def confusion(self, exact: bool = False) -> Confusion:
        """The counts of true positives, false positives, false negatives and true negatives."""
        right, kept = self.decisions
        counts = [(kept & right).sum(), (kept & ~right).sum(), (~kept & right).sum(), (~kept & ~right).sum()]
        return Confusion.of([counts], exact)


def says_yes(sides: Iterable[Coded], positive: str | None) -> bool:
    """Whether the labels of these sides are decisions: the labels or the user say which label means yes."""
    try:
        positive_labels([text for side in sides for text in side.texts], positive)
    except TaskError:
        if positive is not None:
            raise
        return False
    return True


def says(labels: Coded, positive: Collection[str]) -> npt.NDArray[np.bool_]:
    """For each of the different labels, whether it means yes."""
    return np.array([text in positive for text in labels.texts], dtype=bool)
