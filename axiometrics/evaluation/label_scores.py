"""Label files against a label file: clusterings, overlapping ones too, and filterings by labels that mean yes and
no.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.errors import FileError, ParameterError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.evaluation.files import Progress, shown, silent
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.scores import MEAN, ScoreTable, Wanted, asking, counted
from axiometrics.tasks.clustering import TASK as CLUSTERING
from axiometrics.tasks.filtering import TASK as FILTERING
from axiometrics.tasks.organization import TASK as MIXED

CELLS = 20_000_000
"""Greatest number of classes times clusters."""

POSITIVE = frozenset({"1", "true", "yes", "positive", "relevant"})
NEGATIVE = frozenset({"0", "false", "no", "negative", "irrelevant"})


def score_labels(
    gold: Labels, systems: Sequence[Labels], wanted: Sequence[Wanted], progress: Progress = silent
) -> ScoreTable:
    """The rows of label files.

    Raises `FileError` where two files label different documents, `TaskError` for a named metric that is not
    defined on what the files hold, and where none is.
    """
    pairs = [Pair(gold, system) for system in systems]
    refusals = {one.metric.id: next(filter(None, (pair.refusal(one.metric) for pair in pairs)), "") for one in wanted}
    for one in wanted:
        if refusals[one.metric.id] and (one.named or all(refusals.values())):
            raise TaskError(refusals[one.metric.id])
    scores = ScoreTable(tuple(one.metric for one in wanted if not refusals[one.metric.id]))
    left_out = [one.metric.id for one in wanted if refusals[one.metric.id] and one.told]
    if left_out:
        scores.remarks.append(f"left out, as they are not defined on these files: {', '.join(left_out)}")
    scores.facts += dict.fromkeys(_described(labels) for labels in (gold, *systems))
    for i, pair in enumerate(pairs):
        values = []
        for k, metric in enumerate(scores.metrics):
            progress(
                i * len(scores.metrics) + k, len(pairs) * len(scores.metrics), f"{metric.id} of {pair.system.path}"
            )
            with asking(metric):
                values.append(pair.value(metric))
        scores.add(pair.system.path, MEAN, values)
    return scores


def _described(labels: Labels) -> str:
    clusters = len({label for names in labels.labels.values() for label in names})
    overlap = ", overlapping" if labels.overlap else ""
    header = "; its first line was taken for a header" if labels.header else ""
    return f"{labels.path}: {counted(len(labels.labels), 'document')}, {counted(clusters, 'label')}{overlap}{header}"


@dataclass(frozen=True, eq=False)
class Pair:
    """A system and the gold, which label the same documents."""

    gold: Labels
    system: Labels

    def __post_init__(self) -> None:
        for here, there in ((self.system, self.gold), (self.gold, self.system)):
            missing = [document for document in here.labels if document not in there.labels]
            if missing:
                more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
                cure = "both files must label the same documents: add it there or take it out here"
                raise FileError(
                    f"{here.path}, line {here.lines[missing[0]]}: document {shown(missing[0])} is not in "
                    f"{there.path}{more}: {cure}"
                )

    def refusal(self, metric: Metric) -> str:
        """Why the metric is not defined on these files, or nothing."""
        overlaps = [labels for labels in (self.gold, self.system) if labels.overlap]
        if overlaps and metric.task != MIXED.name and "overlapping" not in metric.traits:
            document, line = overlaps[0].overlap or ("", 0)
            cure = "keep one label, or take a metric for overlapping clusters, e.g. bcubed-extended-f"
            return (
                f"{overlaps[0].path}, line {line}: a second label for document {shown(document)}, and "
                f"{metric.id} is defined on partitions only: {cure}"
            )
        if metric.task == FILTERING.name:
            for labels in (self.gold, self.system):
                for document, (label,) in labels.labels.items():
                    if label.lower() not in POSITIVE | NEGATIVE:
                        cure = f"{metric.id} judges filterings: label every document 1 or 0"
                        return (
                            f"{labels.path}, line {labels.lines[document]}: label {shown(label)} says neither yes nor "
                            f"no: {cure}"
                        )
        return ""

    def value(self, metric: Metric) -> float:
        """The score of the system, nan where undefined."""
        if metric.task == FILTERING.name:
            return float(metric.evaluate(self.confusion).item())
        if (
            metric.task == CLUSTERING.name
            and metric.formula is not None
            and not (self.gold.overlap or self.system.overlap)
        ):
            return float(metric.evaluate(self.contingency).item())
        value = metric.exact(self.system.organization, self.gold.organization)
        return math.nan if value != value else float(value)

    @cached_property
    def contingency(self) -> Contingency:
        """Classes by clusters of two partitions."""
        (rows, classes), (columns, clusters) = _coded(self.gold), _coded(self.system, self.gold)
        demand_room(self.system.path, classes, clusters, len(rows))
        return Contingency.of(
            np.bincount(rows * clusters + columns, minlength=classes * clusters).reshape(1, classes, clusters)
        )

    @cached_property
    def confusion(self) -> Confusion:
        """True and false positives, false and true negatives of two filterings."""
        right, kept = (
            np.array([self._says(labels, document) for document in self.gold.labels])
            for labels in (self.gold, self.system)
        )
        counts = [(kept & right).sum(), (kept & ~right).sum(), (~kept & right).sum(), (~kept & ~right).sum()]
        return Confusion.of([counts])

    def filtered(self, labels: Labels) -> tuple[list[str], list[str]]:
        """The documents that the labels of one of the files keep, and those that they drop."""
        kept = {document: self._says(labels, document) for document in labels.labels}
        return [document for document, keep in kept.items() if keep], [
            document for document, keep in kept.items() if not keep
        ]

    def _says(self, labels: Labels, document: str) -> bool:
        return labels.labels[document][0].lower() in POSITIVE


def demand_room(path: str, classes: int, clusters: int, documents: int) -> None:
    """Raise `ParameterError` where the table of two partitions is too large."""
    if classes * clusters > CELLS:
        cure = (
            "score by bcubed-extended-f, which needs no table"
            if classes + clusters > documents
            else "score a sample of the documents"
        )
        raise ParameterError(f"{path}: {classes} classes by {clusters} clusters are more than {CELLS:,} pairs: {cure}")


def _coded(labels: Labels, order: Labels | None = None) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int]:
    """The label of each document as a number, in the order of another file, and how many labels there are."""
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(labels.labels[document][0], len(numbers)) for document in (order or labels).labels]
    return np.array(codes, dtype=np.int64), len(numbers)
