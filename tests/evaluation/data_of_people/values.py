"""Values of Python that people hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.evaluation.data_of_people.examples import (
    GOLD,
    JUDGED,
    NDCG,
    NDCG_OF_U1,
    PREDICTED,
    RELEVANT,
    RETRIEVED,
    SCORED,
    SYSTEM,
    TRUE,
    ValueExample,
)

_F, _PF = ["bcubed-f"], ["f", "accuracy"]


def _labels(gold: Any, system: Any, **more: Any) -> ValueExample:
    return ValueExample(gold, system, ["bcubed-f", "adjusted-rand"], [0.64, 1 / 11], more)


def _decisions(gold: Any, system: Any, **more: Any) -> ValueExample:
    return ValueExample(gold, system, _PF, [2 / 3, 2 / 3], more)


def _rankings(gold: Any, system: Any, **more: Any) -> ValueExample:
    return ValueExample(gold, system, ["ap", "rr"], [7 / 12, 2 / 3], more)


_PAIRS = [("r1", "r2"), ("r2", "r3"), ("r4", "r5")], [("r1", "r2"), ("r4", "r5"), ("r5", "r6")]


def _pairs(metrics: list[str], right: Sequence[float] = (), **more: str) -> ValueExample:
    return ValueExample(*_PAIRS, metrics, right, **more)  # type: ignore[arg-type]


class _Frame:
    """What a frame of pandas looks like."""

    columns = ("ltable_id", "rtable_id")

    def __init__(self, rows: list[tuple[str, str]]) -> None:
        self.rows, self.shape = rows, (len(rows), 2)

    def __getitem__(self, name: str) -> list[str]:
        return [row[self.columns.index(name)] for row in self.rows]


_SPAM = ("ham", "spam")

VALUES: dict[str, ValueExample] = {
    "lists of labels": _labels(list(GOLD.values()), list(SYSTEM.values())),
    "arrays of labels": _labels(np.array(list(GOLD.values())), np.array(list(SYSTEM.values()))),
    "tuples of labels": _labels(tuple(GOLD.values()), tuple(SYSTEM.values())),
    "labels that can be read once": _labels(iter(GOLD.values()), iter(SYSTEM.values())),
    "labels by document": _labels(GOLD, SYSTEM),
    "labels by document, in another order": _labels(GOLD, dict(reversed(SYSTEM.items()))),
    "whole labels as floats": _labels([1.0, 1.0, 2.0, 2.0, 3.0], [1, 1, 1, 2, 2]),
    "lists of clusters": _labels([["d1", "d2"], ["d3", "d4"], ["d5"]], [["d1", "d2", "d3"], ["d4", "d5"]]),
    "sets": _labels([{"d1", "d2"}, {"d3", "d4"}, {"d5"}], [{"d1", "d2", "d3"}, {"d4", "d5"}]),
    "members by cluster": _labels({0: {1, 2}, 1: {3, 4}, 2: {5}}, {7: {1, 2, 3}, 8: {4, 5}}),
    "labels in lists": _labels({d: [x] for d, x in GOLD.items()}, {d: [x] for d, x in SYSTEM.items()}),
    "two lists of sets": ValueExample([{1, 2, 3}, {4, 5}], [{1, 2}, {3, 4, 5}], _F, [11 / 15]),
    "1 and 0": _decisions(TRUE, PREDICTED),
    "truth values": _decisions(list(map(bool, TRUE)), list(map(bool, PREDICTED))),
    "arrays of truth values": _decisions(np.array(TRUE) == 1, np.array(PREDICTED) == 1),
    "1.0 and 0.0": _decisions(np.array(TRUE, float), np.array(PREDICTED, float)),
    "1 and -1": _decisions(2 * np.array(TRUE) - 1, 2 * np.array(PREDICTED) - 1),
    "a positive label": _decisions([_SPAM[i] for i in TRUE], [_SPAM[i] for i in PREDICTED], positive="spam"),
    "a positive number": _decisions([3 + i for i in TRUE], [3 + i for i in PREDICTED], positive=4),
    "decisions by document": _decisions(dict(enumerate(TRUE)), dict(enumerate(PREDICTED))),
    "grades and scores": _rankings(JUDGED, SCORED),
    "lists by query": _rankings(RELEVANT, RETRIEVED),
    "relevant sets": _rankings({q: set(ids) for q, ids in RELEVANT.items()}, RETRIEVED),
    "relevant sets against scores": _rankings({q: set(ids) for q, ids in RELEVANT.items()}, SCORED),
    "lists in the same order of queries": _rankings(list(RELEVANT.values()), list(RETRIEVED.values())),
    "rows": _rankings(
        [(q, d, 1) for q, ids in RELEVANT.items() for d in ids],
        [(q, d, x) for q, of in SCORED.items() for d, x in of.items()],
    ),
    "relevant lists beside rows": _rankings(RELEVANT, [(q, d, x) for q, of in SCORED.items() for d, x in of.items()]),
    "grades beside lists": _rankings(JUDGED, RETRIEVED),
    "labels beside lists of clusters": _labels(GOLD, [["d1", "d2", "d3"], ["d4", "d5"]]),
    "ids of one query": ValueExample(["a", "b"], ["b", "x", "a"], ["ap"], [5 / 6]),
    "a set of ids of one query": ValueExample({1, 2}, [2, 9, 1], ["ap"], [5 / 6]),
    "records of judgements": _rankings(
        [{"query_id": q, "doc_id": d, "relevance": 1} for q, ids in RELEVANT.items() for d in ids],
        [{"query_id": q, "doc_id": d, "score": x} for q, of in SCORED.items() for d, x in of.items()],
    ),
    "records with lists": _rankings(
        [{"query": q, "relevant": ids} for q, ids in RELEVANT.items()],
        [{"query": q, "retrieved": ids} for q, ids in RETRIEVED.items()],
    ),
    "records of labels": _labels(
        [{"id": d, "label": x} for d, x in GOLD.items()], [{"id": d, "cluster": x} for d, x in SYSTEM.items()]
    ),
    "paths of files": ValueExample("g.qrels", "s.run", ["ap"], refused="use ax.evaluate(gold=..., systems=[...])"),
    "pairs by a metric of decisions": ValueExample(
        _PAIRS[0], _PAIRS[1], ["precision", "recall", "f"], [2 / 3, 2 / 3, 2 / 3]
    ),
    "pairs as they stand": ValueExample(set(_PAIRS[0]), set(_PAIRS[1]), ["precision"], [2 / 3], {"kind": "links"}),
    "pairs by a metric of clusters": ValueExample(
        _PAIRS[0], _PAIRS[1], ["pair-precision", "pair-recall"], [1 / 2, 1 / 2]
    ),
    "pairs in columns": ValueExample(_Frame(_PAIRS[0]), _Frame(_PAIRS[1]), ["pair-precision"], [1 / 2]),
    "pairs that both reject": _pairs(["accuracy"], refused="accuracy counts the pairs"),
    "pairs by metrics of both": ValueExample(
        _PAIRS[0], _PAIRS[1], ["f", "pair-f"], question="(--as links); or pairs are closed"
    ),
    "half stars": ValueExample(
        {"u1": {"i1": 4.5, "i2": 2.0, "i3": 3.5}, "u2": {"i1": 5.0, "i4": 0.5}},
        {"u1": {"i3": 0.9, "i1": 0.8, "i2": 0.1}, "u2": {"i4": 0.7, "i1": 0.6}},
        ["ndcg", "ap(rel=4)"],
        [NDCG, 0.5],
    ),
    "a matrix of half stars": ValueExample(
        np.array([[4.5, 2.0, 3.5]]), np.array([[0.8, 0.1, 0.9]]), ["ndcg"], [NDCG_OF_U1]
    ),
    "missing labels left out": ValueExample(["a", "a", None, "b"], ["x", "x", "y", "y"], _F, [1], {"missing": "drop"}),
    "nan left out": ValueExample([1.0, 1.0, float("nan"), 2.0], [3, 3, 4, 4], _F, [1], {"missing": "drop"}),
    "noise": ValueExample(["a", "a", "a", "b", "b", "b"], [0, 0, -1, 1, -1, 1], _F, [5 / 7], {"noise": -1}),
    "noise left out": ValueExample(
        ["a", "a", "a", "b", "b", "b"], [0, 0, -1, 1, -1, 1], _F, [1], {"noise": -1, "noise_items": "drop"}
    ),
    "documents of both sides": ValueExample(
        {1: "a", 2: "a", 4: "b"}, {1: 0, 2: 1, 3: 1, 4: 1, 5: 2}, ["bcubed-precision"], [2 / 3], {"documents": "both"}
    ),
    "missing labels": ValueExample(["a", None], ["x", "y"], _F, refused="the gold, place 2: item '2' has no label"),
    "spam and ham": ValueExample(
        ["spam", "ham"], ["spam", "spam"], ["f"], question="--positive ham or --positive spam"
    ),
}
