"""The definitions of filtering that are widened to more than two labels.

The task `filtering` knows relevant and irrelevant documents only, and a function that is called with two lists of
labels is mostly called with more than two of them. Two functions that are equal on two labels may differ on three:
Cohen's kappa has no weights there that could tell its variants apart. So four definitions say here what they are for
several labels, and two more, the two that are called macro F1, stand here alone. All other definitions of the task
speak of two labels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.arithmetic import Array, like, over, ratio, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter

LABELLED = "labels"
"""The trait of definitions, and of inputs, that go beyond two labels."""

TASK = "filtering"
"""The task whose definitions are widened."""


def label_counts(calls: Sequence[Sequence[Sequence[int]]], exact: bool = False) -> Contingency:
    """The counts of calls, each the labels of the gold and those of the output, from 0 on."""
    labels = 1 + max(label for call in calls for side in call for label in side)
    tables = np.zeros((len(calls), labels, labels), dtype=np.int64)
    for table, call in zip(tables, calls, strict=True):
        np.add.at(table, tuple(map(np.array, call)), 1)
    return Contingency.of(tables, exact)


def accuracy(t: Contingency) -> Array:
    """The share of the items that have the same label on both sides.

    >>> accuracy(Contingency.of([[1, 1, 0], [0, 1, 0], [0, 0, 1]], exact=True)).item()
    Fraction(3, 4)
    """
    return ratio(_right(t).sum(-1), t.documents)


def macro_accuracy(t: Contingency) -> Array:
    """The mean, over the labels that occur, of the share of a label's items that the output labels so. It is undefined
    where a label occurs in the output alone, or only one occurs.

    >>> macro_accuracy(Contingency.of([[1, 1, 0], [0, 1, 0], [0, 0, 1]], exact=True)).item()
    Fraction(5, 6)
    """
    alone = ((t.classes == 0) & (t.clusters > 0)).any(-1) | (np.count_nonzero(t.classes, axis=-1) < 2)
    number = t.n_classes * like(~alone, t.table)
    return ratio(over(_right(t), t.classes).sum(-1), number, math.nan, "a label is not in the gold, or there is one")


def kappa(t: Contingency, weights: str) -> Array:
    """Cohen's kappa: 1 - D / E, where D is the mean weight of the items, and E the mean over all pairs of an item of
    the gold and one of the output. The weight of two labels is 0 where they are equal, else 1, their distance
    (`linear`), or its square (`quadratic`). It is undefined where E is 0, and with weights where a label that nothing
    has stands between two that occur: implementations number the labels that occur, or take them as numbers.

    >>> table = Contingency.of([[1, 1, 0], [0, 1, 0], [0, 0, 1]], exact=True)
    >>> kappa(table, "none").item(), kappa(table, "quadratic").item()
    (Fraction(7, 11), Fraction(4, 5))
    """
    places = np.arange(t.table.shape[-1])
    distance = np.abs(places[:, None] - places)
    weight = like({"none": distance > 0, "linear": distance, "quadratic": distance**2}[weights], t.table)
    expected = (weight * (t.classes[..., :, None] * t.clusters[..., None, :])).sum((-2, -1))
    observed = (weight * t.table).sum((-2, -1)) * t.documents
    occurs = (t.classes > 0) | (t.clusters > 0)
    runs = occurs[..., 0] + np.count_nonzero(occurs[..., 1:] & ~occurs[..., :-1], axis=-1)
    known = like((runs == 1) | (weights == "none"), t.table)
    return ratio((expected - observed) * known, expected * known, math.nan, "kappa is 0/0, or a label is left out")


def mcc(t: Contingency) -> Array:
    """The correlation of Matthews for several labels (Gorodkin 2004): the covariance of the two labellings over the
    root of the product of their variances; 0 where one side has a single label.

    >>> mcc(Contingency.of([[1, 1, 0], [0, 1, 0], [0, 0, 1]], exact=True)).item() ** 2
    Fraction(49, 100)
    """
    square = t.documents * t.documents
    spread = (square - (t.classes * t.classes).sum(-1)) * (square - (t.clusters * t.clusters).sum(-1))
    covariance = t.documents * _right(t).sum(-1) - (t.classes * t.clusters).sum(-1)
    return ratio(covariance, sqrt(spread), 0, "MCC is 0 where a side has one label")


def macro_f(t: Contingency, of: str) -> Array:
    """The macro F of several labels, in one of the two senses that people give to the name (Opitz & Burst 2019).

    Of the `labels`, it is the mean of the F of each label that occurs. Of the `means`, it is the harmonic mean of macro
    precision and macro recall, which are means over the labels; it is 0 where nothing is right, and undefined where a
    label is on one side alone, so that its precision or its recall is 0/0.

    >>> table = Contingency.of([[1, 1, 0], [0, 1, 0], [0, 0, 1]], exact=True)
    >>> macro_f(table, "labels").item(), macro_f(table, "means").item()
    (Fraction(7, 9), Fraction(5, 6))
    """
    right, both = _right(t), t.classes + t.clusters
    if of == "labels":
        return ratio(over(2 * right, both).sum(-1), like(np.count_nonzero(both, axis=-1), t.table))
    precision, recall = (over(right, side).sum(-1) for side in (t.clusters, t.classes))
    value = ratio(2 * precision * recall, (precision + recall) * t.n_classes, 0, "macro F is 0 where nothing is right")
    known = like(~((t.classes > 0) != (t.clusters > 0)).any(-1), t.table)
    return ratio(value * known, known, math.nan, "a label is on one side alone")


def _right(t: Contingency) -> Array:
    """The items of each label that the output labels so."""
    return np.asarray(np.diagonal(t.table, axis1=-2, axis2=-1))


_WIDER: Mapping[str, Callable[..., Array]] = {
    "accuracy": accuracy,
    "macro-accuracy": macro_accuracy,
    "kappa": kappa,
    "mcc": mcc,
}
_WEIGHTS = Parameter("weights", "none", "weights of two labels", choices=("none", "linear", "quadratic"))


def _macro_f(counts: Confusion | Contingency, of: str) -> Array:
    if isinstance(counts, Contingency):
        return macro_f(counts, of)
    cells = np.broadcast_arrays(counts.tn, counts.fp, counts.fn, counts.tp)
    return macro_f(Contingency(np.stack(cells, axis=-1).reshape(*cells[0].shape, 2, 2)), of)


OF_LABELS = (
    Metric(
        "macro-f",
        "Macro F",
        TASK,
        "counts",
        "Opitz & Burst 2019, arXiv:1911.03347",
        _macro_f,
        parameters=(Parameter("of", "labels", "whose F it is", choices=("labels", "means")),),
        traits=frozenset({LABELLED}),
    ),
)
"""The definitions for several labels that no task declares."""


def widened(metric: Metric) -> Metric:
    """The metric with its definition for more than two labels; the metric itself where there is none here.

    On two labels the weights of kappa mean nothing: all its variants are equal.
    """
    wider, narrow = _WIDER.get(metric.base), metric.formula
    if wider is None or narrow is None or metric.task != TASK or LABELLED in metric.traits:
        return metric

    def formula(counts: Confusion | Contingency, **values: Any) -> Array:
        return wider(counts, **values) if isinstance(counts, Contingency) else narrow(counts)

    weights = (_WEIGHTS,) if wider is kappa else ()
    return replace(
        metric, formula=formula, traits=metric.traits | {LABELLED}, parameters=(*metric.parameters, *weights)
    )
