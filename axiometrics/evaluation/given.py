"""What people hold in Python, scored without files: label arrays, dictionaries, frames, tuples of ir_measures, objects
of ranx.

Each is told by its shape, so that no library has to be imported to know its things. Judgements and runs become what
files of TREC become, and labels become arrays: the formulas, the conventions and the refusals are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from operator import eq
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.errors import FileError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.evaluation.by_topic import grades, scores
from axiometrics.evaluation.choices import AS_THEY_ARE, DataChoices
from axiometrics.evaluation.coding import Coded, named, packed, packed_names, texts
from axiometrics.evaluation.documents import MISSING, counted_documents
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.grades import TOP
from axiometrics.evaluation.label_scores import LabelPairs, aligned
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.plain_data import PlainSide, is_plain, read_plain
from axiometrics.evaluation.run_scores import Conventions, mean, over_topics, refusal, values
from axiometrics.evaluation.runs import UNJUDGED, OrderedRows, Topics
from axiometrics.evaluation.scores import MEAN
from axiometrics.evaluation.tables import GivenTable, is_missing, labels_of, qrels_of, run_of
from axiometrics.evaluation.trec import Qrels, Run, text
from axiometrics.tasks.clustering import TASK as CLUSTERING
from axiometrics.tasks.filtering import TASK as FILTERING
from axiometrics.tasks.organization import TASK as MIXED
from axiometrics.tasks.ranking import TASK as RANKING

LABELLED = (CLUSTERING.name, FILTERING.name, MIXED.name)


class Retrieved:
    """Judgements and a run of the same topics."""

    qrels: Any
    run: Any

    def topics(self, conventions: Conventions) -> Topics:
        """The rankings by grade."""
        return over_topics(self.qrels, self.run, conventions)

    def refusal(self, metric: Metric) -> str:
        """Why the metric is not defined on these judgements, or nothing."""
        return refusal(metric, self.qrels)

    def values(self, metrics: Sequence[Metric], exact: bool, conventions: Conventions) -> dict[str, dict[str, Any]]:
        """By the ids of metrics the score of each topic, and of `all` the mean. Raises `TaskError` for a metric that is
        not of rankings.
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
    """From documents by name."""

    qrels: Qrels
    run: Run


@dataclass(frozen=True, eq=False)
class RetrievedRows(Retrieved):
    """From matrices with a row for each topic and a column for each document, which are named by their numbers from 1
    on; each row of the run, or the one for all topics, ranks every document.
    """

    grades: npt.NDArray[np.int64]
    scores: npt.NDArray[Any]

    def topics(self, conventions: Conventions) -> Topics:
        """The rankings by grade, without names of documents."""
        return OrderedRows.of_scores(self.grades, self.scores)

    def refusal(self, metric: Metric) -> str:
        """Nothing: whole grades are no ratings."""
        return ""

    @cached_property
    def qrels(self) -> Qrels:
        """The judgements by name."""
        return grades("the gold", _by_number(self.grades))

    @cached_property
    def run(self) -> Run:
        """The run by name."""
        return scores("the system", _by_number(np.broadcast_to(self.scores, self.grades.shape)))


def _by_number(rows: npt.NDArray[Any]) -> dict[str, dict[str, Any]]:
    """A matrix by topic and document, which are named by numbers. Those of documents have equal lengths, so that their
    order by name is that of the columns.
    """
    width = len(str(rows.shape[1]))
    names = [f"{i:0{width}d}" for i in range(1, rows.shape[1] + 1)]
    return {str(i): dict(zip(names, row, strict=True)) for i, row in enumerate(rows.tolist(), 1)}


@dataclass(frozen=True, eq=False)
class GivenLabels(LabelPairs):
    """Two labels for each document."""

    def value(self, metric: Metric, exact: bool = False) -> Any:
        """The score; `nan` where undefined. Raises `TaskError` for a metric of something else."""
        if metric.task not in LABELLED:
            raise TaskError(
                f"{metric.id} is a metric of {metric.task}, and the gold holds labels: take one of "
                f"{' or '.join(LABELLED)}, or give {{document: grade}} and {{document: score}}"
            )
        if metric.formula is None or metric.task == MIXED.name:
            organizations = self.organizations
            return metric.exact(*organizations) if exact else metric.value(*organizations)
        return super().value(metric, exact)

    @cached_property
    def organizations(self) -> tuple[Organization, Organization]:
        """System and gold as clusterings of documents that are named by their numbers from 1 on."""
        system, gold = (_clustering(side.codes) for side in (self.pred, self.true))
        return system, gold


@dataclass(frozen=True)
class GivenValues:
    """Values of a task, such as organizations; also clusterings in which documents have several labels."""

    system: Any
    gold: Any

    def value(self, metric: Metric, exact: bool) -> Any:
        """The score of a metric that is defined on such values."""
        return metric.exact(self.system, self.gold) if exact else metric.value(self.system, self.gold)


Given = Retrieved | GivenLabels | GivenValues


def given(gold: Any, system: Any, labelled: bool | None = False, choices: DataChoices = AS_THEY_ARE) -> Given:
    """A gold and a system as what can be scored; `labelled` says that a dictionary from documents holds their labels,
    and not their grades and scores. If it is None, the numbers decide, or the dictionaries are refused.

    >>> given([0, 0, 1], ["x", "y", "y"]).contingency(True).table.astype(int).tolist()
    [[[1, 1], [0, 1]]]

    Raises `FileError` for what is none of the things known, and for two sides that do not fit.
    """
    demand_one_order(gold, system)
    if (plain := _plain(gold, system, labelled, choices)) is not None:
        return plain
    if labelled and choices == AS_THEY_ARE and isinstance(gold, Mapping) and isinstance(system, Mapping):
        pair = _in_one_order(gold, system)
        if pair is not None:
            return pair
    sides = [_held(side, bool(labelled), of, choices) for side, of in ((gold, "gold"), (system, "system"))]
    if isinstance(sides[0], np.ndarray):
        return _rows_of(*sides)
    kinds = ["labels" if isinstance(side, (Coded, Labels)) else "topics" for side in sides]
    if kinds[0] != kinds[1]:
        raise FileError(f"the gold holds {kinds[0]} and the system {kinds[1]}: give both in the same form")
    if kinds[0] == "labels":
        gold_labels, labels = sides
        return _labelled(gold_labels, labels, choices)
    qrels, run = sides
    if isinstance(run, np.ndarray):
        raise FileError(
            "the system is a matrix of scores, and the gold is not one of grades: give both in the same form"
        )
    return _of_topics(
        qrels if isinstance(qrels, Qrels) else grades("gold", qrels.data),
        run if isinstance(run, Run) else scores("system", run.data),
    )


def _plain(gold: Any, system: Any, labelled: bool | None, choices: DataChoices) -> Given | None:
    """Dictionaries and lists whose reading shows when both sides are looked at: those that hold lists of ids, and those
    of numbers if nothing says what these are. None for all other data.
    """
    sides = PlainSide("the gold", gold), PlainSide("the system", system)
    by_query = [side.is_by_query for side in sides]
    if not (is_plain(gold) or by_query[0]) or not (is_plain(system) or by_query[1]) or all(by_query):
        return None
    if labelled is not None:
        if not any(side.has_lists for side in sides):
            return None
        if choices.kind is None:
            choices = replace(choices, tasks=(CLUSTERING.name if labelled else RANKING.name,))
    read = read_plain(sides[0], [sides[1]], choices)
    if isinstance(read.gold, Qrels):
        return _of_topics(read.gold, read.systems[0])  # type: ignore[arg-type]
    return _labelled(read.gold, read.systems[0], choices)  # type: ignore[arg-type]


def _in_one_order(gold: Mapping[Any, Any], system: Mapping[Any, Any]) -> GivenLabels | None:
    """The labels of two dictionaries that list the same documents in the same order, so that no document has to be
    looked up. None for other dictionaries, and if a label or a document is not a text: the documents 1 and "1" have
    the same name.
    """
    if len(gold) != len(system) or set(map(type, gold)) != {str} or not all(map(eq, gold, system)):
        return None
    true, pred = (Coded.of_texts(list(side.values())) for side in (gold, system))
    return None if true is None or pred is None else GivenLabels(true, pred)


def demand_one_order(gold: Any, system: Any) -> None:
    """Raise `FileError` where two series of pandas name the same documents in different orders: labels are compared by
    place, which is not what their user means.
    """
    if not all(hasattr(side, "to_frame") and hasattr(side, "index") for side in (gold, system)):
        return
    here, there = gold.index, system.index
    if len(here) == len(there) and not here.equals(there) and set(here) == set(there):
        raise FileError(
            "the index of the gold and that of the system hold the same names in different orders: give both sides as "
            "series.to_dict(), to compare labels by name, or as series.to_numpy(), to compare them by place"
        )


def _of_topics(qrels: Qrels, run: Run) -> RetrievedTopics:
    """Judgements and a run. Raises `FileError` where nothing is judged, and where they have no topic in common: the
    score would be 0, and nothing would say why.
    """
    if not any(qrels.topics.values()):
        raise FileError("the gold judges no document: give {query: {document: grade}}")
    topics, asked = ([text(topic) for topic in side.topics] for side in (run, qrels))
    if topics and not set(topics) & set(asked):
        raise FileError(
            f"the system has topic {shown(topics[0])} and the gold has {shown(asked[0])}: they have no topic in "
            f"common; name them alike, and give both sides as {{query: {{document: number}}}}, or both without queries"
        )
    return RetrievedTopics(qrels, run)


def given_gold(gold: Any, labelled: bool | None = False, choices: DataChoices = AS_THEY_ARE) -> Any:
    """A gold that has been read, to be given to `given` with several systems; one that shows what it holds only beside
    a system stays as it is. Raises `FileError` as `given` does.
    """
    if is_plain(gold) and (labelled is None or PlainSide("gold", gold).has_lists):
        return gold
    held = _held(gold, bool(labelled), "gold", choices)
    return grades("gold", held.data) if isinstance(held, _ByTopic) else held


def labels_by_document(value: Any, path: str) -> Labels:
    """Labels as rows of documents, with a name for messages; documents of a list are named by their places from 1 on.

    >>> labels_by_document(["x", "y"], "mine").names
    ['1', '2']
    """
    held = _held(value, True, path, replace(AS_THEY_ARE, missing="label"))
    return replace(_numbered(held, path) if isinstance(held, Coded) else held, path=path)


@dataclass(frozen=True)
class _ByTopic:
    data: Mapping[Any, Mapping[Any, Any]]


def _held(value: Any, labelled: bool, name: str, choices: DataChoices = AS_THEY_ARE) -> Any:
    """Labels as an array, or by document; or numbers by topic and document. What has been read stays as it is."""
    if isinstance(value, (Coded, Labels, Qrels)):
        return value
    table = _table(value, name)
    if table is not None:
        if table.is_labels() and not table.is_retrieval():
            return labels_of(table)
        return qrels_of(table) if name == "gold" else run_of(table)
    if type(value).__module__.partition(".")[0] == "ranx":
        return _ByTopic(value.to_dict())
    if isinstance(value, Mapping):
        if value and all(isinstance(of, Mapping) for of in value.values()):
            return _ByTopic(value)
        if not labelled:
            return _ByTopic({"query": value})
        return _by_document(value, name, choices.missing != "refuse")
    if isinstance(value, np.ma.MaskedArray):
        _demand_unmasked(value, name)
        value = value.data
    if isinstance(value, Set) and not all(isinstance(one, tuple) for one in value):
        raise FileError(
            f"the {name} is {shown(type(value).__name__)}, in which labels have no order: give a list with one label "
            f"for each document"
        )
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        rows: Any = value if isinstance(value, (np.ndarray, Sequence)) else _rows(value)
        if len(rows) and isinstance(rows[0], tuple):
            return _ByTopic(_triples(rows, name))
        if isinstance(rows, list) and (texts := Coded.of_texts(rows)) is not None:
            return texts
        if isinstance(rows, list) and type(np.ma.masked) in set(map(type, rows)):
            rows = [None if one is np.ma.masked else one for one in rows]
        try:
            found = np.asarray(rows)
        except ValueError:  # lists in a list have different lengths
            found = np.zeros((1, 1, 1))
        if found.ndim == 1 and found.size and found.dtype.kind in "iufbUSO":
            return _coded(found, name, choices.missing != "refuse")
        if not found.size:
            raise FileError(f"the {name} is empty: give one label for each document")
        if found is value and found.ndim == 2 and found.size and found.dtype.kind in "iuf":
            return found
    raise FileError(
        f"the {name} is {shown(type(value).__name__)}: expected an organization (ax.Organization(levels)), "
        f"labels (one for each document), {{query: {{document: number}}}}, a frame with named columns, "
        f"tuples of query, document and number, or Qrels and Run of ranx"
    )


def _demand_unmasked(value: npt.NDArray[Any], name: str) -> None:
    """Raise `FileError` where an array of numpy masks a part: what is masked is no label and no number, as nan is."""
    masked = np.argwhere(np.ma.getmaskarray(value))
    if len(masked):
        place = ", ".join(str(k + 1) for k in masked[0])
        what = "no label" if value.ndim == 1 else "no number"
        raise FileError(f"the {name} has {what} in place {place}, which is masked: give one, or leave the document out")


def _rows_of(gold: npt.NDArray[Any], system: Any) -> Retrieved:
    """Grades and scores as matrices. Raises `FileError` for what are none of these."""
    if isinstance(system, Coded) and system.words.dtype.kind in "iuf":
        system = system.words[system.codes]
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
        return _of_topics(grades("the gold", by_number[0]), scores("the system", by_number[1]))
    return RetrievedRows(np.maximum(gold.astype(np.int64, copy=False), UNJUDGED), system)


def _coded(column: npt.NDArray[Any], name: str, gaps_too: bool = False) -> Coded:
    """Labels by the places of their documents; a label that is missing is empty if `gaps_too` are taken."""
    if column.dtype.kind == "f" or (column.dtype == object and set(map(type, column.tolist())) != {str}):
        gaps = [i for i, one in enumerate(column.tolist(), 1) if is_missing(one)]
        if gaps and gaps_too:
            return Coded.of(packed_names(["" if is_missing(one) else named(one) for one in column.tolist()]))
        if gaps:
            raise FileError(
                f"the {name} has no label in place {gaps[0]}: label each document, leave it out, or say missing='drop'"
            )
        if column.dtype == object:
            column = packed_names(column.tolist())
    return Coded.of(column)


def _by_document(value: Mapping[Any, Any], name: str, gaps_too: bool = False) -> Labels:
    """Labels by document; a label that is missing is empty if `gaps_too` are taken."""
    documents, labels = list(value), list(value.values())
    if not set(map(type, labels)) <= {str, int}:
        gap = next((document for document, label in value.items() if is_missing(label)), None)
        if gap is not None and not gaps_too:
            raise FileError(
                f"the {name} has no label for document {shown(str(gap))}: label each document, leave it out, or say "
                f"missing='drop'"
            )
        labels = ["" if is_missing(label) else label for label in labels]
    try:
        words = packed(labels)
    except TypeError:
        words = packed_names(labels)
    if not documents:
        raise FileError(f"the {name} labels no document: give a label for each document")
    return Labels(f"the {name}", packed_names(documents), words, unit="place")


def _rows(value: Iterable[Any]) -> Any:
    """What can only be read once, and series of frames."""
    return np.asarray(value) if hasattr(value, "__array__") else list(value)


def _table(value: Any, name: str) -> GivenTable | None:
    """The columns of a frame of pandas, polars (a lazy one is collected) or pyarrow."""
    if hasattr(value, "column_names") and hasattr(value, "to_pydict"):
        return GivenTable(f"the {name}", dict(zip(value.column_names, value.columns, strict=True)), frame=True)
    if hasattr(value, "collect_schema") and hasattr(value, "collect"):
        value = value.collect()
    columns = getattr(value, "columns", None)
    if columns is None or not hasattr(value, "shape"):
        return None
    return GivenTable(f"the {name}", {str(column): value[column] for column in columns}, frame=True)


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
                f"the {name}, row {i + 1}: document {shown(document)} occurs twice for topic {shown(topic)}: keep one"
            )
        found[topic][document] = values[2]
    return found


def _labelled(
    gold: Coded | Labels, system: Coded | Labels, choices: DataChoices = AS_THEY_ARE
) -> GivenLabels | GivenValues:
    if _are_to_be_counted(gold, system, choices):
        if isinstance(gold, Coded) and isinstance(system, Coded) and len(gold.codes) != len(system.codes):
            raise _unequal(gold, system)
        here, there = (
            _numbered(side, name) if isinstance(side, Coded) else side
            for side, name in ((gold, "the gold"), (system, "the system"))
        )
        left = counted_documents(here, [there], choices)
        gold, system = left.gold, left.systems[0]
    if isinstance(gold, Coded) and isinstance(system, Coded):
        if len(gold.codes) != len(system.codes):
            raise _unequal(gold, system)
        return GivenLabels(gold, system, positive=choices.positive)
    here, there = (_numbered(side, "") if isinstance(side, Coded) else side for side in (gold, system))
    same = aligned(here, there)
    if same is not None:
        return GivenLabels(here.coded, same, positive=choices.positive)
    missing = sorted(set(here.names) ^ set(there.names))
    if missing:
        raise FileError(f"document {shown(missing[0])} has labels on one side only: label the same documents on both")
    for side in (here, there):
        if (again := side.repeated) is not None:
            _, name, label = again
            raise FileError(
                f"{side.path}: document {shown(name)} has label {shown(label)} twice: give each label of a document "
                f"once"
            )
    return GivenValues(there.organization, here.organization)


def _are_to_be_counted(gold: Coded | Labels, system: Coded | Labels, choices: DataChoices) -> bool:
    """Whether some documents may not count: the user says so, or a label stands for a missing one."""
    if choices.noise is not None or choices.documents != "same":
        return True
    words = ((side if isinstance(side, Coded) else side.coded).words for side in (gold, system))
    return choices.missing != "label" and any(
        of.dtype.kind not in "iufb" and not MISSING.isdisjoint(texts(of)) for of in words
    )


def _unequal(gold: Coded, system: Coded) -> FileError:
    return FileError(
        f"{len(gold.codes)} labels in the gold and {len(system.codes)} in the system: give one for each document"
    )


def _numbered(column: Coded, path: str) -> Labels:
    """The labels of documents that are named by their numbers from 1 on."""
    words, names = column.texts, list(map(str, range(1, len(column.codes) + 1)))
    return Labels.of(path, names, [words[k] for k in column.codes.tolist()], unit="place")


def _clustering(labels: npt.NDArray[Any]) -> Organization:
    _, place = np.unique(labels, return_inverse=True)
    order = np.argsort(place, kind="stable")
    parts = np.split(order + 1, np.flatnonzero(np.diff(place[order])) + 1)
    return Organization.clustering([list(map(str, part.tolist())) for part in parts])
