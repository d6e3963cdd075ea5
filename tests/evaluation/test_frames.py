"""Frames of pandas, polars and pyarrow, and objects of ranx and ir_measures, as these libraries make them: each has the
values that dictionaries and lists of the same data have. What is not installed is skipped (`pip install
'axiometrics[frames]'`); `test_given` has stand-ins for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.core.errors import FileError

GRADES = {"q1": {"d1": 2, "d2": 0, "d3": 1}, "q2": {"d1": 1, "d9": 1}}
SCORES = {"q1": {"d3": 3.0, "d2": 2.5, "d1": 1.0}, "q2": {"d9": 1.0, "d4": 0.5}}
METRICS = ["ap", "ndcg@10", "rr", "recall@2"]
NAMES = [
    ("query_id", "doc_id", "relevance", "score"),  # ir_datasets
    ("query-id", "corpus-id", "score", "score"),  # BEIR
    ("qid", "docno", "label", "score"),  # PyTerrier
]
CLASSES, CLUSTERS = [0, 0, 1, 1, 2], [1, 1, 1, 0, 0]
DOCUMENTS = list("abcde")


def rows(data: dict[str, dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [(topic, document, number) for topic, of in data.items() for document, number in of.items()]


def columns(data: dict[str, dict[str, Any]], names: tuple[str, ...]) -> dict[str, list[Any]]:
    return dict(zip(names, map(list, zip(*rows(data), strict=True)), strict=True))


def by_topic(gold: Any, system: Any) -> Any:
    return ax.score(gold=gold, system=system, metrics=METRICS, topics="each")


def of_clusters(gold: Any, system: Any) -> Any:
    return ax.score(gold=gold, system=system, metrics=["v-measure", "bcubed-f", "ami"])


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize(
    ("library", "make"),
    [
        ("pandas", lambda pandas, data: pandas.DataFrame(data)),
        ("pandas", lambda pandas, data: pandas.DataFrame(data).convert_dtypes()),
        ("pandas", lambda pandas, data: pandas.DataFrame(data, index=range(9, 9 - len(data[next(iter(data))]), -1))),
        ("polars", lambda polars, data: polars.DataFrame(data)),
        ("pyarrow", lambda arrow, data: arrow.table(data)),
    ],
)
def test_frames(library: str, make: Callable[[Any, Any], Any], names: tuple[str, ...]) -> None:
    module = pytest.importorskip(library)
    gold, system = columns(GRADES, names[:3]), columns(SCORES, (*names[:2], names[3]))
    assert by_topic(make(module, gold), make(module, system)) == by_topic(GRADES, SCORES)
    assert by_topic(make(module, gold), SCORES) == by_topic(GRADES, SCORES)


def test_ids_that_are_numbers() -> None:
    pandas = pytest.importorskip("pandas")
    gold = pandas.DataFrame({"qid": [1, 1, 2], "docid": [10, 11, 12], "rel": [2.0, 0.0, 1.0]})
    system = pandas.DataFrame({"qid": [1, 1, 2], "docid": [11, 10, 12], "score": [2, 1, 1]})
    assert by_topic(gold, system) == by_topic({1: {10: 2, 11: 0}, 2: {12: 1}}, {1: {11: 2, 10: 1}, 2: {12: 1}})


def test_ranx() -> None:
    ranx = pytest.importorskip("ranx")
    assert by_topic(ranx.Qrels(GRADES), ranx.Run(SCORES)) == by_topic(GRADES, SCORES)


def test_ir_measures() -> None:
    measures = pytest.importorskip("ir_measures")
    gold = (measures.Qrel(*row) for row in rows(GRADES))
    assert by_topic(gold, [measures.ScoredDoc(*row) for row in rows(SCORES)]) == by_topic(GRADES, SCORES)


@pytest.mark.parametrize(
    ("library", "make"),
    [
        ("pandas", lambda pandas, labels: pandas.Series(labels)),
        ("pandas", lambda pandas, labels: pandas.Series(labels, index=DOCUMENTS)),
        ("pandas", lambda pandas, labels: pandas.Series(list(map(str, labels)), dtype="category")),
        ("pandas", lambda pandas, labels: pandas.Series(labels, dtype="Int64")),
        ("pandas", lambda pandas, labels: pandas.DataFrame({"document": DOCUMENTS, "cluster": labels})),
        ("polars", lambda polars, labels: polars.Series(labels)),
        ("polars", lambda polars, labels: polars.DataFrame({"doc": DOCUMENTS, "label": labels})),
        ("pyarrow", lambda arrow, labels: arrow.array(labels)),
    ],
)
def test_labels(library: str, make: Callable[[Any, Any], Any]) -> None:
    module = pytest.importorskip(library)
    assert of_clusters(make(module, CLASSES), make(module, CLUSTERS)) == of_clusters(CLASSES, CLUSTERS)


MANY = 10_000
LONG = [f"document {i % 17}{i}" for i in range(MANY)]
SIDES = [f"class {i % 7}" for i in range(MANY)], [f"\u00e9{i % 5}" for i in range(MANY)]


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
@pytest.mark.parametrize(
    ("library", "make"),
    [
        ("pandas", lambda pandas, data: pandas.DataFrame(data)),
        ("pandas", lambda pandas, data: pandas.DataFrame(data, dtype=object)),
        ("pandas", lambda pandas, data: pandas.DataFrame({k: ["x", *v, "y"] for k, v in data.items()})[1:-1]),
        ("pandas", lambda pandas, data: pandas.DataFrame(data).astype({"label": "category"})),
        (
            "pandas",
            lambda pandas, data: pandas.DataFrame({**data, "label": [complex(ord(x[-1])) for x in data["label"]]}),
        ),
        ("polars", lambda polars, data: polars.DataFrame(data)),
        ("polars", lambda polars, data: polars.concat([polars.DataFrame(data)[:99], polars.DataFrame(data)[99:]])),
        ("pyarrow", lambda arrow, data: arrow.table(data)),
        ("pyarrow", lambda arrow, data: arrow.concat_tables([arrow.table(data)[:9], arrow.table(data)[9:]])),
    ],
)
def test_frames_of_many_labels(library: str, make: Callable[[Any, Any], Any], order: slice) -> None:
    """If pyarrow holds the texts of such a column, they are read from its block of letters."""
    pytest.importorskip("pyarrow")
    module = pytest.importorskip(library)
    gold, system = ({"doc": LONG[by], "label": side[by]} for side, by in zip(SIDES, (slice(None), order), strict=True))
    assert of_clusters(make(module, gold), make(module, system)) == of_clusters(*SIDES)


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames_of_labels_most_of_which_are_different(library: str) -> None:
    pytest.importorskip("pyarrow")
    module = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame
    sides = [f"own {i // 2}" for i in range(MANY)], SIDES[1]
    value = ax.score(
        gold=make({"doc": LONG, "label": sides[0]}), system=make({"doc": LONG, "label": sides[1]}), metrics=["bcubed-f"]
    )
    assert value == ax.score(gold=sides[0], system=sides[1], metrics=["bcubed-f"])


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_mistakes_in_frames_of_many_labels_are_named(library: str) -> None:
    pytest.importorskip("pyarrow")
    module = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame
    mistakes: list[tuple[int, tuple[str | None, str], str]] = [
        (7, (LONG[3], SIDES[0][3]), f"row 8: document {LONG[3]!r} has label {SIDES[0][3]!r} twice"),
        (9, (LONG[9], ""), f"row 10: document {LONG[9]!r} has no label"),
        (9, (None, "class 1"), "row 10: nothing stands in the column 'doc'"),
    ]
    for place, (document, label), message in mistakes:
        documents: list[str | None] = [*LONG]
        labels = list(SIDES[0])
        documents[place], labels[place] = document, label
        with pytest.raises(FileError, match=message):
            of_clusters(make({"doc": documents, "label": labels}), make({"doc": LONG, "label": SIDES[1]}))


def test_series_that_name_documents_in_other_orders_are_not_compared_by_place() -> None:
    pandas = pytest.importorskip("pandas")
    gold, system = pandas.Series(CLASSES, index=DOCUMENTS), pandas.Series(CLUSTERS, index=DOCUMENTS)
    turned = system[::-1]
    for score in (of_clusters, lambda a, b: ax.evaluate(gold=a, systems={"s": b}, metrics=["v-measure"])):
        with pytest.raises(FileError, match=r"the same names in different orders: give both sides as series.to_dict"):
            score(gold, turned)
    assert of_clusters(gold.to_dict(), turned.to_dict()) == of_clusters(gold, system)
    assert of_clusters(gold, pandas.Series(CLUSTERS)) == of_clusters(gold, system)


def test_lazy_frames_are_collected() -> None:
    polars = pytest.importorskip("polars")
    gold, system = columns(GRADES, NAMES[0][:3]), columns(SCORES, (*NAMES[0][:2], NAMES[0][3]))
    assert by_topic(polars.LazyFrame(gold), polars.LazyFrame(system)) == by_topic(GRADES, SCORES)


@pytest.mark.parametrize("dtype", [None, "Int64", "string", "object"])
def test_a_label_that_is_missing_is_refused(dtype: str | None) -> None:
    pandas = pytest.importorskip("pandas")
    labels = pandas.Series(["1", "0", None] if dtype in ("string", "object") else [1, 0, None], dtype=dtype)
    with pytest.raises(FileError, match="the gold, place 3: item '3' has no label"):
        of_clusters(labels, [0, 0, 1])
