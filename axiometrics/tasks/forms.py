"""Forms in which functions take the arguments of a signature: rows of several topics, sets, lists of names, tables.

Libraries agree on what a metric needs and not on how it is passed. A form says how the arguments of a signature are
rewritten for such a function, and reads one number from what it returns. A signature lists the forms that its arguments
can have; which of them a function takes is found by a trial call (`candidates.inference`). A signature for each form
was rejected, because laws, invariances and counterexamples are those of the signature whatever the form.

Cases are of one topic, and no document is retrieved twice. To see what a function makes of several topics, and of a
document that is listed again (`candidates.conduct`), a call may also hold a dictionary of such arguments by topic (of
arrays, one row for each topic), and a list of scores for a document that stands at several ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np

from axiometrics.core.signature import Form


def single(result: Any) -> Any:
    """The only value in a result that holds a value for each topic: a dictionary or a sequence of length 1.

    >>> single({"topic": {"map": 0.5}}), single([[0.5]]), single(0.5)
    (0.5, 0.5, 0.5)
    """
    while True:
        if isinstance(result, Mapping) and len(result) == 1:
            (result,) = result.values()
        elif (isinstance(result, (list, tuple)) or (hasattr(result, "shape") and result.shape)) and len(result) == 1:
            result = result[0]
        else:
            return result


RARE, LIBRARY = 1, 2
"""The stages at which forms are tried (`Form.stage`): all others come first, at stage 0."""


def _form(
    name: str, call: str, rewrite: Callable[..., tuple[Any, ...]], takes: int = 2, public: str = "", stage: int = 0
) -> Form:
    """A form in which a function is called with one topic, and returns its value."""
    return Form(name, call, lambda function, *sides: function(*rewrite(*sides)), takes, public=public, stage=stage)


def _of_topics(form: Form) -> Form:
    """A form in which a function takes several topics. It is called with one topic, and returns either its value alone
    or a container with a value for each topic.
    """
    return replace(form, apply=lambda function, *sides: single(form.apply(function, *sides)))


def _of_sets(name: str, call: str, rewrite: Callable[..., tuple[Any, ...]], public: str) -> Form:
    """A form of two sets, in which a function of any two sets can be called."""
    return replace(_form(name, call, rewrite, public=public, stage=RARE), generic=True)


def _tensor(side: Any) -> Any:
    torch: Any = import_module("torch")
    return torch.as_tensor(side)


def _clusters(labels: Any) -> dict[Any, list[int]]:
    """The places of the items of each cluster, by its label."""
    clusters: dict[Any, list[int]] = {}
    for place, label in enumerate(labels.tolist()):
        clusters.setdefault(label, []).append(place)
    return {label: clusters[label] for label in sorted(clusters, key=repr)}  # other labels make another order


def _sets(labels: Any) -> list[set[int]]:
    return list(map(set, _clusters(labels).values()))


def _named_items(labels: Any) -> dict[str, Any]:
    return {f"item{place}": label for place, label in enumerate(labels.tolist())}


def _named_clusters(labels: Any) -> dict[Any, list[str]]:
    return {label: [f"item{place}" for place in places] for label, places in _clusters(labels).items()}


def _pairs(labels: Any) -> set[tuple[int, int]]:
    """The pairs of items that share a cluster, the earlier item first."""
    return {pair for places in _clusters(labels).values() for pair in combinations(places, 2)}


def _frame(library: str, columns: Mapping[str, Any]) -> Any:
    """A table of pandas or polars. Both libraries make a table of columns by the same call."""
    module: Any = import_module(library)
    return module.DataFrame(columns)


def _frames(name: str, words: str, rewrite: Callable[..., tuple[Any, ...]], takes: int = 2) -> tuple[Form, ...]:
    """The forms for tables: one form for each library of tables. `rewrite` takes the library as its first argument."""
    return tuple(
        _form(form, words.format(library), partial(rewrite, library), takes, "frames", LIBRARY)
        for library, form in (("pandas", name), ("polars", f"{name}-polars"))
    )


def _items_tables(library: str, *sides: Any) -> tuple[Any, ...]:
    def table(labels: Any) -> Any:
        items, clusters = list(_named_items(labels)), labels.tolist()
        return _frame(library, {"item": items, "id": items, "document": items, "cluster": clusters, "label": clusters})

    return tuple(map(table, sides))


def _table(gold: Any, output: Any) -> dict[str, int]:
    """The counts tp, fp, fn and tn of two lists of decisions."""
    pairs = list(zip(gold.tolist(), output.tolist(), strict=True))
    return {name: pairs.count(pair) for name, pair in (("tp", (1, 1)), ("fp", (0, 1)), ("fn", (1, 0)), ("tn", (0, 0)))}


def _counted(name: str, **spelled: str) -> Form:
    """f(tp, fp, fn, tn), by the names of the parameters, in any order."""
    names = {count: spelled.get(count, count) for count in ("tp", "fp", "fn", "tn")}

    def apply(function: Callable[..., Any], gold: Any, output: Any) -> Any:
        return function(**{names[count]: number for count, number in _table(gold, output).items()})

    return Form(name, f"f({', '.join(names.values())}), counts of decisions", apply, 4, public="table")


def _confusion(gold: Any, output: Any, first: int) -> Any:
    """The confusion matrix of two lists of classes, which are the numbers from the `first` to the greatest that occurs,
    and two at least: the rows are the classes of the gold, the columns those of the output.
    """
    classes = max([first + 1, *gold.tolist(), *output.tolist()]) - first + 1
    matrix = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(matrix, (gold - first, output - first), 1)
    return matrix


def _matrix_form(
    name: str, call: str, rewrite: Callable[[Any], Any], public: str = "confusion-matrix", first: int = 0
) -> Form:
    """A form in which a function takes the confusion matrix alone."""
    form = _form(name, call, lambda gold, output: (rewrite(_confusion(gold, output, first)),), 1, public)
    return replace(form, crosses=True, older="table")


def _decisions_table(library: str, gold: Any, output: Any) -> tuple[Any, ...]:
    columns = {"y_true": gold, "label": gold, "gold": gold, "y_pred": output, "prediction": output, "system": output}
    return (_frame(library, columns),)


def _relevant(qrel: Mapping[str, int]) -> list[str]:
    return [document for document, grade in qrel.items() if grade > 0]


def _rows(side: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Each document with its number. A document with a list of numbers comes once for each of them."""
    return [(document, number) for document, of in side.items() for number in (of if isinstance(of, list) else [of])]


def _ranked(run: Mapping[str, Any]) -> list[str]:
    return [document for document, _ in sorted(_rows(run), key=lambda row: -row[1])]


def _by_topic(qrel: Mapping[str, Any], run: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Judgements and runs by topic; those of one topic stand under the name `topic`."""
    is_nested = any(isinstance(side, Mapping) for side in qrel.values())
    return (qrel, run) if is_nested else ({"topic": qrel}, {"topic": run})


def _as_given(side: Mapping[str, Any]) -> Mapping[str, Any]:
    return side  # and not a copy, so that it is seen whether a function changes it


def _each(
    judged: Callable[[Mapping[str, Any]], Any], retrieved: Callable[[Mapping[str, Any]], Any]
) -> Callable[..., tuple[Any, ...]]:
    """Judgements and runs by topic, each of which is rewritten."""

    def rewrite(qrel: Mapping[str, Any], run: Mapping[str, Any]) -> tuple[Any, ...]:
        qrels, runs = _by_topic(qrel, run)
        return (
            {topic: judged(side) for topic, side in qrels.items()},
            {topic: retrieved(side) for topic, side in runs.items()},
        )

    return rewrite


def _users(qrel: Mapping[str, Any], run: Mapping[str, Any]) -> tuple[Any, ...]:
    """Lists of the relevant and of the retrieved documents of each topic, in the order of the topics."""
    qrels, runs = _by_topic(qrel, run)
    return [_relevant(side) for side in qrels.values()], [_ranked(runs.get(topic, {})) for topic in qrels]


def _tables(name: str, words: str, topics: str, documents: str, grades: str, scores: str) -> tuple[Form, ...]:
    """Tables, one row a document; each text names one column or several with the same content."""
    columns = tuple(dict.fromkeys(f"{topics} {documents} {grades} {scores}".split()))

    def rewrite(library: str, qrel: Mapping[str, int], run: Mapping[str, float]) -> tuple[Any, ...]:
        def table(by_topic: Mapping[str, Any], values: str) -> Any:
            rows = [(topic, *row) for topic, side in by_topic.items() for row in _rows(side)]
            filled = {names: [row[i] for row in rows] for i, names in enumerate((topics, documents, values))}
            return _frame(library, {column: cells for names, cells in filled.items() for column in names.split()})

        qrels, runs = _by_topic(qrel, run)
        return table(qrels, grades), table(runs, scores)

    every = _frames(name, f"tables of {{}} with {words}", rewrite)
    return tuple(replace(_of_topics(form), columns=columns) for form in every)


def _exact_tables(name: str, query: str, document: str, grade: str) -> tuple[Form, ...]:
    """Tables with these columns, and `score` in that of the run."""
    last = "score" if grade == "score" else f"{grade} or score"
    return _tables(name, f"{query}, {document}, and {last}", query, document, grade, "score")


class _Estimator:
    """An estimator that has given the outputs. Functions that score estimators ask it for them: row i of X is document
    i.
    """

    def __init__(self, output: Any, names: tuple[str, ...]) -> None:
        self.classes_ = np.array([0, 1])
        for name in names:
            setattr(self, name, lambda rows: np.asarray(output)[np.asarray(rows)[:, 0]])


def _scorer(*names: str) -> Form:
    def rewrite(gold: Any, output: Any) -> tuple[Any, ...]:
        return _Estimator(output, names), np.arange(len(gold))[:, np.newaxis], gold

    return _form("scorer", f"f(estimator, X, y), with {names[0]} of the estimator", rewrite, takes=3)


PREDICTS = _scorer("predict")
DECIDES = _scorer("decision_function")
LISTS = _form("lists", "lists", lambda *sides: tuple(side.tolist() for side in sides))
ROWS = _of_topics(
    _form("rows", "rows of topics, f([y_true], [y_score])", lambda *sides: tuple(map(np.atleast_2d, sides)))
)
TENSORS = _form("tensors", "tensors of torch", lambda *sides: tuple(map(_tensor, sides)), stage=LIBRARY)

# --- clusterings
SETS = _form("sets", "lists of sets of items", lambda *sides: tuple(map(_sets, sides)), public="cluster-sets")
CLUSTER_LISTS = _form(
    "cluster-lists",
    "lists of lists of items",
    lambda *sides: tuple(list(_clusters(side).values()) for side in sides),
    public="cluster-sets",
)
SET_OF_SETS = _of_sets(
    "set-of-sets",
    "sets of frozen sets of items",
    lambda *sides: tuple({*map(frozenset, _sets(s))} for s in sides),
    public="cluster-sets",
)
ITEM_LABELS = _form(
    "item-labels", "{item: cluster}", lambda *sides: tuple(map(_named_items, sides)), public="cluster-dicts"
)
LABEL_ITEMS = _form(
    "label-items", "{cluster: [items]}", lambda *sides: tuple(map(_named_clusters, sides)), public="cluster-dicts"
)
PAIRS = _of_sets("pairs", "sets of pairs of items", lambda *sides: tuple(map(_pairs, sides)), public="pairs")
ITEM_TABLES = tuple(
    replace(form, columns=("item", "id", "document", "cluster", "label"))
    for form in _frames("tables-items", "tables of {} with item and cluster", _items_tables)
)

# --- decisions
TABLE = _counted("table")
TABLE_UPPER = _counted("table-upper", tp="TP", fp="FP", fn="FN", tn="TN")
_CROSSED = (
    "f(matrix), k x k counts: a row for each class of the gold, a column for each class of the output, classes in "
    "increasing order"
)
_CROSSED_LISTS = "f(matrix), the same as a list of lists"
MATRIX = _matrix_form("matrix", f"{_CROSSED}; of two classes [[tn, fp], [fn, tp]]", lambda matrix: matrix)
MATRIX_LISTS = replace(_matrix_form("matrix-lists", _CROSSED_LISTS, lambda matrix: matrix.tolist()), stage=RARE)
ORDERED_MATRIX = _matrix_form("matrix", _CROSSED, lambda matrix: matrix, first=1)
ORDERED_MATRIX_LISTS = replace(
    _matrix_form("matrix-lists", _CROSSED_LISTS, lambda matrix: matrix.tolist(), first=1), stage=RARE
)
MATRIX_POSITIVE_FIRST = replace(
    _matrix_form(
        "matrix-positive-first",
        "f(matrix), the same with classes in decreasing order; of two classes [[tp, fn], [fp, tn]]",
        lambda matrix: matrix[::-1, ::-1].copy(),
        "confusion-matrix-positive-first",
    ),
    unusual=True,
)
DECISIONS_TABLES = _frames("table-decisions", "f(table) of {} with y_true and y_pred", _decisions_table, 1)


# --- rankings
def _numbers(gold: Any) -> Any:
    """The number of the topic of each document, from 0."""
    return np.repeat(np.arange(len(np.atleast_2d(gold)), dtype=np.int64), gold.shape[-1])


QUERIES = _of_topics(
    _form(
        "queries",
        "f(preds, target, indexes), tensors of torch, with the number of the query of each document",
        lambda gold, output: (_tensor(output.ravel()), _tensor(gold.ravel()), _tensor(_numbers(gold))),
        takes=3,
        stage=LIBRARY,
    )
)
GROUPS = _form(
    "groups",
    "f(y_true, y_score, group), with the size of each group",
    lambda gold, output: (gold.ravel(), output.ravel(), [gold.shape[-1]] * len(np.atleast_2d(gold))),
    takes=3,
)
QUERY_IDS = _form(
    "query-ids",
    "f(y_true, y_score, qid), with the query of each document",
    lambda gold, output: (gold.ravel(), output.ravel(), 1 + _numbers(gold)),
    takes=3,
)
BY_CLASS = _form(
    "by-class",
    "f(scores of the relevant documents, scores of the others)",
    lambda gold, output: (output[gold > 0], output[gold <= 0]),
    stage=RARE,
)
TOPICS = _of_topics(
    _form(
        "topics",
        "judgements and runs by topic, f({topic: qrel}, {topic: run})",
        _each(_as_given, _as_given),
    )
)
ITEMS = _form(
    "items",
    "f(relevant, retrieved), lists of names",
    lambda qrel, run: (_relevant(qrel), _ranked(run)),
    public="id-lists",
)
ITEM_SETS = _form(
    "item-sets",
    "f(relevant, retrieved), a set and a list of names",
    lambda qrel, run: (set(_relevant(qrel)), _ranked(run)),
    public="id-lists",
    stage=RARE,
)
ITEM_ARRAYS = _form(
    "item-arrays",
    "f(relevant, retrieved), arrays of names",
    lambda qrel, run: (np.array(_relevant(qrel)), np.array(_ranked(run))),
    public="id-lists",
    stage=RARE,
)
BOTH_SETS = _of_sets(
    "both-sets",
    "f(relevant, retrieved), sets of names",
    lambda qrel, run: (set(_relevant(qrel)), set(run)),
    public="id-lists",
)
GRADED_ITEMS = _form(
    "graded-items",
    "f({document: grade}, retrieved), with a list of names",
    lambda qrel, run: (dict(qrel), _ranked(run)),
    public="id-lists",
)
USERS = _of_topics(
    _form(
        "users",
        "f([relevant], [retrieved]), lists by user",
        _users,
        public="id-lists",
        stage=RARE,
    )
)
TOPIC_ITEMS = _of_topics(
    _form(
        "topic-items",
        "f({topic: relevant}, {topic: retrieved}), lists of names",
        _each(_relevant, _ranked),
        public="id-lists",
    )
)
TOPIC_GRADED_ITEMS = _of_topics(
    _form(
        "topic-graded-items",
        "f({topic: {document: grade}}, {topic: retrieved}), with lists of names",
        _each(dict, _ranked),
        public="id-lists",
    )
)
TABLES = (
    *_exact_tables("tables", "query_id", "doc_id", "relevance"),
    *_exact_tables("tables-ranx", "q_id", "doc_id", "score"),
    *_exact_tables("tables-pyterrier", "qid", "docno", "label"),
    *_tables(
        "tables-named",
        "columns for topic, document, and grade or score, under all usual names at once",
        "query_id q_id qid query topic topic_id user_id userID userId user uid session_id",
        "doc_id docno docid doc did document document_id item_id itemID itemId item iid",
        "relevance rel label grade gain rating judgment judgement",
        "score prediction pred sim similarity",
    ),
)
ALONE = _form("alone", "f(gains)", lambda gains, ideal: (gains,), 1)
ARRAYS = _form("arrays", "arrays of numpy", lambda *sides: tuple(map(np.array, sides)))
ARRAY_ALONE = _form("array-alone", "f(gains), an array of numpy", lambda gains, ideal: (np.array(gains),), 1)
HITS_AND_COUNT = _form(
    "hits-and-count",
    "f(hits, number of relevant documents), hits in rank order",
    lambda gains, ideal: ([int(gain > 0) for gain in gains], len(ideal)),
    stage=RARE,
)
RANKS = _form(
    "ranks",
    "f(ranks), the rank of the first relevant document",
    lambda gains, ideal: ([rank for rank, gain in enumerate(gains, 1) if gain > 0][:1],),
    1,
    public="ranks",
)
