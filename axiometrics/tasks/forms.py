"""Forms in which functions take the arguments of a signature: rows of several topics, sets, lists of names, tables.

Libraries agree on what a metric needs and not on how it is passed. A form says how the arguments of a signature are
rewritten for such a function, and reads one number from what it returns. A signature lists the forms that its arguments
can have; which of them a function takes is found by a trial call (`candidates.inference`). A signature for each form
was rejected, because laws, invariances and counterexamples are those of the signature whatever the form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from axiometrics.core.signature import Form


def single(found: Any) -> Any:
    """The one value in a result that holds one for each topic: of a dictionary or a sequence of length 1.

    >>> single({"topic": {"map": 0.5}}), single([[0.5]]), single(0.5)
    (0.5, 0.5, 0.5)
    """
    while True:
        if isinstance(found, Mapping) and len(found) == 1:
            (found,) = found.values()
        elif (isinstance(found, (list, tuple)) or (hasattr(found, "shape") and found.shape)) and len(found) == 1:
            found = found[0]
        else:
            return found


def _form(name: str, call: str, rewrite: Callable[..., tuple[Any, ...]], takes: int = 2) -> Form:
    """A form in which a function is called with one topic, and returns its value."""
    return Form(name, call, lambda function, *arguments: function(*rewrite(*arguments)), takes)


def _form_of_topics(name: str, call: str, rewrite: Callable[..., tuple[Any, ...]], takes: int = 2) -> Form:
    """A form in which a function takes several topics: here one, of which it may return the value alone or in what
    holds one for each topic.
    """
    return Form(name, call, lambda function, *arguments: single(function(*rewrite(*arguments))), takes)


def _tensor(side: Any) -> Any:
    torch: Any = import_module("torch")
    return torch.as_tensor(side)


def _sets(labels: Any) -> list[set[int]]:
    found: dict[Any, set[int]] = {}
    for place, label in enumerate(labels.tolist()):
        found.setdefault(label, set()).add(place)
    return list(found.values())


def _relevant(qrel: Mapping[str, int]) -> list[str]:
    return [document for document, grade in qrel.items() if grade > 0]


def _ranked(run: Mapping[str, float]) -> list[str]:
    return sorted(run, key=lambda document: -run[document])


def _tables(name: str, words: str, topics: str, documents: str, grades: str, scores: str) -> Form:
    """Tables of pandas, one row a document; each text names one column or several with the same content."""
    columns = tuple(dict.fromkeys(f"{topics} {documents} {grades} {scores}".split()))

    def rewrite(qrel: Mapping[str, int], run: Mapping[str, float]) -> tuple[Any, ...]:
        pandas: Any = import_module("pandas")

        def table(side: Mapping[str, Any], values: str) -> Any:
            filled = {topics: ["topic"] * len(side), documents: list(side), values: list(side.values())}
            return pandas.DataFrame({column: cells for names, cells in filled.items() for column in names.split()})

        return table(qrel, grades), table(run, scores)

    return replace(_form_of_topics(name, f"tables of pandas with {words}", rewrite), columns=columns)


def _exact_tables(name: str, query: str, document: str, grade: str) -> Form:
    """Tables of pandas with these columns, and `score` in that of the run."""
    last = "score" if grade == "score" else f"{grade} or score"
    return _tables(name, f"{query}, {document}, and {last}", query, document, grade, "score")


class _Estimator:
    """An estimator that has given the outputs, as functions that score estimators ask it: row i of X is document i."""

    def __init__(self, found: Any, asked: tuple[str, ...]) -> None:
        self.classes_ = np.array([0, 1])
        for name in asked:
            setattr(self, name, lambda rows: np.asarray(found)[np.asarray(rows)[:, 0]])


def _scorer(*asked: str) -> Form:
    def rewrite(gold: Any, output: Any) -> tuple[Any, ...]:
        return _Estimator(output, asked), np.arange(len(gold))[:, np.newaxis], gold

    return _form("scorer", f"f(estimator, X, y), with {asked[0]} of the estimator", rewrite, takes=3)


PREDICTS = _scorer("predict")
DECIDES = _scorer("decision_function")
LISTS = _form("lists", "lists", lambda *sides: tuple(side.tolist() for side in sides))
ROWS = _form_of_topics(
    "rows", "rows of topics, f([y_true], [y_score])", lambda *sides: tuple(np.array([s]) for s in sides)
)
TENSORS = _form("tensors", "tensors of torch", lambda *sides: tuple(map(_tensor, sides)))
QUERIES = _form_of_topics(
    "queries",
    "f(preds, target, indexes), tensors of torch, with the number of the query of each document",
    lambda gold, output: (_tensor(output), _tensor(gold), _tensor(np.zeros(len(gold), dtype=np.int64))),
    takes=3,
)
SETS = _form("sets", "lists of sets of documents", lambda *sides: tuple(map(_sets, sides)))
SET_OF_SETS = _form(
    "set-of-sets", "sets of frozen sets of documents", lambda *sides: tuple({*map(frozenset, _sets(s))} for s in sides)
)
TOPICS = _form_of_topics(
    "topics",
    "judgements and runs by topic, f({topic: qrel}, {topic: run})",
    lambda qrel, run: ({"topic": qrel}, {"topic": run}),
)
ITEMS = _form("items", "f(relevant, retrieved), lists of names", lambda qrel, run: (_relevant(qrel), _ranked(run)))
ITEM_SETS = _form(
    "item-sets",
    "f(relevant, retrieved), a set and a list of names",
    lambda qrel, run: (set(_relevant(qrel)), _ranked(run)),
)
USERS = _form_of_topics(
    "users", "f([relevant], [retrieved]), lists by user", lambda qrel, run: ([_relevant(qrel)], [_ranked(run)])
)
TABLES = _exact_tables("tables", "query_id", "doc_id", "relevance")
RANX_TABLES = _exact_tables("tables-ranx", "q_id", "doc_id", "score")
PYTERRIER_TABLES = _exact_tables("tables-pyterrier", "qid", "docno", "label")
NAMED_TABLES = _tables(
    "tables-named",
    "columns for topic, document, and grade or score, under all usual names at once",
    "query_id q_id qid query topic topic_id user_id userID userId user uid session_id",
    "doc_id docno docid doc did document document_id item_id itemID itemId item iid",
    "relevance rel label grade gain rating judgment judgement",
    "score prediction pred sim similarity",
)
ALONE = _form("alone", "f(gains)", lambda gains, ideal: (gains,), 1)
ARRAYS = _form("arrays", "arrays of numpy", lambda *sides: tuple(map(np.array, sides)))
ARRAY_ALONE = _form("array-alone", "f(gains), an array of numpy", lambda gains, ideal: (np.array(gains),), 1)
