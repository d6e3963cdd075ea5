"""bcubed-metrics: BCubed from counts of each class in each cluster, rounded to a number of decimals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_labels


def _function(bcubed_metrics: Any, member: Member) -> Callable[..., Any]:
    made = partial(import_module("bcubed_metrics.bcubed").Bcubed, **member.options)

    def of_labels(labels_true: Any, labels_pred: Any) -> Any:
        clusters: dict[int, Counter[int]] = {}
        for true, pred in zip(labels_true.tolist(), labels_pred.tolist(), strict=True):
            clusters.setdefault(pred, Counter())[true] += 1
        return made(list(map(dict, clusters.values())), dict(Counter(labels_true.tolist()))).get_metrics()

    return of_labels


def _member(key: str, ours: str = "") -> Member:
    return of_labels(f'Bcubed["{key}"]', ours, component=key)


LIBRARY = MetricLibrary(
    name="bcubed_metrics",
    distribution="bcubed-metrics",
    module="bcubed_metrics",
    members=(
        _member("precision", "bcubed-precision"),
        _member("recall", "bcubed-recall"),
        _member("f1_score"),
        _member("micro_f1_score", "bcubed-f"),
    ),
    function=_function,
)
