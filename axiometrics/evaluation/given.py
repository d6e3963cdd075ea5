"""What people hold in Python, scored without files: label arrays, dictionaries, frames, tuples of ir_measures, objects
of ranx.

Each is told by its shape, so that no library has to be imported to know its things. Judgements and runs become what
files of TREC become, and labels become arrays: the formulas, the conventions and the refusals are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.errors import FileError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.evaluation import forms
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.label_scores import NEGATIVE, POSITIVE, demand_room
from axiometrics.evaluation.run_scores import Conventions, mean, over_topics, values
from axiometrics.evaluation.scores import MEAN
from axiometrics.evaluation.tables import GivenTable, labels_of, named, qrels_of, run_of
from axiometrics.evaluation.ties import ordered
from axiometrics.evaluation.trec import Qrels, Run
from axiometrics.tasks.clustering import TASK as CLUSTERING
from axiometrics.tasks.filtering import TASK as FILTERING
from axiometrics.tasks.organization import TASK as MIXED
from axiometrics.tasks.ranking import TASK as RANKING

LABELLED = (CLUSTERING.name, FILTERING.name, MIXED.name)


@dataclass(frozen=True, eq=False)
class Retrieved:
    """Judgements and a run of the same topics."""

    qrels: Qrels
    run: Run

    def values(self, metric: Metric, exact: bool, conventions: Conventions) -> dict[str, Any]:
        """The score of each topic, and of `all` the mean. Raises `TaskError` for a metric that is not of rankings."""
        if metric.task != RANKING.name or metric.formula is None:
            raise TaskError(
                f"{metric.id} is a metric of {metric.task}, and the gold holds grades by topic: "
                f"take one of {RANKING.name}"
            )
        topics = over_topics(self.qrels, self.run, conventions)
        column = values(topics, [metric], conventions, exact=exact)[:, 0]
        return dict(zip(topics.names, column.tolist(), strict=True)) | {MEAN: mean(column)}

    def organizations(self) -> Iterable[tuple[str, Organization, Organization]]:
        """Each topic with its ranking, in trec_eval's order, and its gold above a tail."""
        for topic, judged in self.qrels.topics.items():
            ranked: list[str] = []
            if (listed := self.run.topics.get(topic)) is not None:
                ranked = [listed.documents[i].decode() for i in ordered(listed.values, listed.documents, "trec")[0]]
            gold = Organization.graded({d.decode(): grade for d, grade in judged.items()}, top=self.qrels.top)
            yield topic, Organization.ranking(ranked), gold


@dataclass(frozen=True, eq=False)
class GivenLabels:
    """Two labels for each document."""

    true: npt.NDArray[Any]
    pred: npt.NDArray[Any]

    def value(self, metric: Metric, exact: bool) -> Any:
        """The score; `nan` where undefined. Raises `TaskError` for a metric of something else."""
        if metric.task not in LABELLED:
            raise TaskError(
                f"{metric.id} is a metric of {metric.task}, and the gold holds labels: take one of "
                f"{' or '.join(LABELLED)}, or give {{document: grade}} and {{document: score}}"
            )
        if metric.formula is None or metric.task == MIXED.name:
            organizations = self.organizations
            return metric.exact(*organizations) if exact else metric.value(*organizations)
        counts: Any = self.confusion(exact) if metric.task == FILTERING.name else self.contingency(exact)
        with np.errstate(all="ignore"):
            found = metric.evaluate(counts).reshape(()).item()
        return metric.checked(found) if exact else float(found)

    def contingency(self, exact: bool) -> Contingency:
        """Classes by clusters."""
        (classes, rows), (clusters, columns) = (np.unique(side, return_inverse=True) for side in (self.true, self.pred))
        demand_room("the labels", len(classes), len(clusters), len(rows))
        cells = np.bincount(rows * len(clusters) + columns, minlength=len(classes) * len(clusters))
        return Contingency.of(cells.reshape(1, len(classes), len(clusters)), exact)

    def confusion(self, exact: bool) -> Confusion:
        """True and false positives, false and true negatives."""
        right, kept = (says(side) for side in (self.true, self.pred))
        return Confusion.of(
            [[(kept & right).sum(), (kept & ~right).sum(), (~kept & right).sum(), (~kept & ~right).sum()]], exact
        )

    @cached_property
    def organizations(self) -> tuple[Organization, Organization]:
        """System and gold as clusterings of documents that are named by their numbers from 1 on."""
        system, gold = (_clustering(side) for side in (self.pred, self.true))
        return system, gold


@dataclass(frozen=True)
class Overlapping:
    """Clusterings in which documents have several labels."""

    system: Organization
    gold: Organization

    def value(self, metric: Metric, exact: bool) -> Any:
        """The score of metrics that are defined on overlapping clusters."""
        return metric.exact(self.system, self.gold) if exact else metric.value(self.system, self.gold)

    @property
    def organizations(self) -> tuple[Organization, Organization]:
        """System and gold."""
        return self.system, self.gold


Given = Retrieved | GivenLabels | Overlapping


def given(gold: Any, system: Any, labelled: bool = False) -> Given:
    """A gold and a system as what can be scored; `labelled` says that a dictionary from documents holds their labels,
    and not their grades and scores.

    >>> given([0, 0, 1], ["x", "y", "y"]).contingency(True).table.astype(int).tolist()
    [[[1, 1], [0, 1]]]

    Raises `FileError` for what is none of the things known, and for two sides that do not fit.
    """
    sides = [_held(side, labelled, name) for side, name in ((gold, "gold"), (system, "system"))]
    kinds = ["labels" if isinstance(side, (np.ndarray, dict)) else "topics" for side in sides]
    if kinds[0] != kinds[1]:
        raise FileError(f"the gold holds {kinds[0]} and the system {kinds[1]}: give both in the same form")
    if kinds[0] == "labels":
        return _labelled(*sides)
    qrels, run = sides[0], sides[1]
    return Retrieved(
        qrels if isinstance(qrels, Qrels) else forms.grades("gold", qrels.data),
        run if isinstance(run, Run) else forms.scores("system", run.data),
    )


@dataclass(frozen=True)
class _ByTopic:
    data: Mapping[Any, Mapping[Any, Any]]


def _held(value: Any, labelled: bool, name: str) -> Any:
    """Labels as an array, or by document; or numbers by topic and document."""
    table = _table(value, name)
    if table is not None:
        if table.is_labels() and not table.is_retrieval():
            return labels_of(table).labels
        return qrels_of(table) if name == "gold" else run_of(table)
    if type(value).__module__.partition(".")[0] == "ranx":
        return _ByTopic(value.to_dict())
    if isinstance(value, Mapping):
        if value and all(isinstance(of, Mapping) for of in value.values()):
            return _ByTopic(value)
        if not labelled:
            return _ByTopic({"query": value})
        return {
            named(d): [named(x) for x in of] if isinstance(of, (list, tuple, set, frozenset)) else [named(of)]
            for d, of in value.items()
        }
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        rows: Any = value if isinstance(value, (np.ndarray, Sequence)) else _rows(value)
        if len(rows) and isinstance(rows[0], tuple):
            return _ByTopic(_triples(rows, name))
        found = np.asarray(rows)
        if found.ndim == 1 and found.size and found.dtype.kind in "iufbUSO":
            if found.dtype.kind in "fO" and (
                gaps := [i for i, one in enumerate(found.tolist(), 1) if _is_missing(one)]
            ):
                raise FileError(f"the {name} has no label in place {gaps[0]}: label each document, or leave it out")
            return found if found.dtype != object else np.array([named(one) for one in rows])
    raise FileError(
        f"the {name} is {shown(type(value).__name__)}: expected an organization (ax.Organization(levels)), "
        f"labels (one for each document), {{query: {{document: number}}}}, a frame with named columns, "
        f"tuples of query, document and number, or Qrels and Run of ranx"
    )


def _is_missing(one: Any) -> bool:
    """Whether it stands for nothing: None, nan, or NA of pandas, which cannot be compared."""
    try:
        return one is None or bool(one != one)
    except TypeError:
        return True


def _rows(value: Iterable[Any]) -> Any:
    """What can only be read once, and series of frames."""
    return np.asarray(value) if hasattr(value, "__array__") else list(value)


def _table(value: Any, name: str) -> GivenTable | None:
    """The columns of a frame of pandas, polars or pyarrow."""
    if hasattr(value, "column_names") and hasattr(value, "to_pydict"):
        return GivenTable(f"the {name}", value.to_pydict())
    columns = getattr(value, "columns", None)
    if columns is None or not hasattr(value, "shape"):
        return None
    return GivenTable(f"the {name}", {str(column): list(value[column]) for column in columns})


def _triples(rows: Sequence[Any], name: str) -> dict[str, dict[str, Any]]:
    """Numbers by topic and document from named tuples, as ir_measures has them, or plain ones."""
    fields = ("query_id", "doc_id", "relevance" if name == "gold" else "score")
    found: dict[str, dict[str, Any]] = {}
    for i, row in enumerate(rows):
        values = (
            tuple(getattr(row, field) for field in fields) if all(hasattr(row, field) for field in fields) else row[:3]
        )
        if len(values) < 3:
            raise FileError(f"the {name}, row {i + 1}: {len(values)} values, expected query, document and number")
        topic, document = named(values[0]), named(values[1])
        if document in found.setdefault(topic, {}):
            raise FileError(
                f"the {name}, row {i + 1}: document {shown(document)} stands twice for topic {shown(topic)}: keep one"
            )
        found[topic][document] = values[2]
    return found


def _labelled(gold: Any, system: Any) -> GivenLabels | Overlapping:
    if isinstance(gold, np.ndarray) and isinstance(system, np.ndarray):
        if len(gold) != len(system):
            raise FileError(
                f"{len(gold)} labels in the gold and {len(system)} in the system: give one for each document"
            )
        return GivenLabels(gold, system)
    sides = [
        {str(i): [named(one)] for i, one in enumerate(side, 1)} if isinstance(side, np.ndarray) else side
        for side in (gold, system)
    ]
    missing = sorted(sides[0].keys() ^ sides[1].keys())
    if missing:
        raise FileError(f"document {shown(missing[0])} has labels on one side only: label the same documents on both")
    if any(len(labels) > 1 for side in sides for labels in side.values()):
        true, pred = (_by_label(side) for side in sides)
        return Overlapping(pred, true)
    return GivenLabels(*(np.array([side[document][0] for document in sides[0]]) for side in sides))


def _by_label(side: Mapping[str, Sequence[str]]) -> Organization:
    clusters: dict[str, list[str]] = {}
    for document, labels in side.items():
        for label in labels:
            clusters.setdefault(label, []).append(document)
    return Organization.clustering(clusters.values())


def _clustering(labels: npt.NDArray[Any]) -> Organization:
    _, place = np.unique(labels, return_inverse=True)
    order = np.argsort(place, kind="stable")
    parts = np.split(order + 1, np.flatnonzero(np.diff(place[order])) + 1)
    return Organization.clustering([list(map(str, part.tolist())) for part in parts])


def says(labels: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which labels say yes. Raises `TaskError` for one that says neither yes nor no."""
    found, place = np.unique(labels, return_inverse=True)
    words = [named(label).lower() for label in found.tolist()]
    for word in words:
        if word not in POSITIVE | NEGATIVE:
            raise TaskError(f"label {shown(word)} says neither yes nor no: metrics of filtering take 1 and 0")
    return np.array([word in POSITIVE for word in words])[place]
