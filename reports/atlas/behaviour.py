"""Draw how a metric behaves, for readers who have not read its definition yet.

A metric of rankings has a discount curve: its value for a run whose only relevant document is at each of the ranks. A
metric of two classes has a surface: its value for each share of the positive items, and of the negative items, that are
called positive. Both are computed in floats, because readers only look at them and no verdict rests on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np
from markupsafe import Markup

from axiometrics.core.aggregates import Confusion
from axiometrics.core.errors import TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.reports.atlas.plots import bars, surface

RANKS = 20
"""The number of ranks of the discount curve."""

SHARES = 10
"""The number of items of each class in the surface, so that shares are tenths."""


def discounts(metric: Metric) -> list[float]:
    """Return the values of runs whose only relevant document is at rank 1, 2, and so on. Empty if one of the values is
    undefined, or if the metric needs runs that list all documents.
    """
    gold = Organization.parse("r > ...")
    runs = (Organization.ranking([*(f"n{i}" for i in range(rank)), "r"]) for rank in range(RANKS))
    try:
        values = [metric.value(run, gold) for run in runs]
    except TaskError:
        return []
    return values if all(map(isfinite, values)) else []


def responses(metric: Metric) -> Sequence[Sequence[float]]:
    """Return the values by the shares of the items that are called positive: a row for each share of the negative
    items, a column for each share of the positive ones.
    """
    shares = np.arange(SHARES + 1, dtype=np.float64)
    tp, fp = (axis.ravel() for axis in np.meshgrid(shares, shares))
    with np.errstate(all="ignore"):
        values = metric.evaluate(Confusion(tp=tp, fp=fp, fn=SHARES - tp, tn=SHARES - fp))
    rows: list[list[float]] = np.asarray(values, dtype=np.float64).reshape(SHARES + 1, SHARES + 1).tolist()
    return rows


def drawn(metric: Metric) -> tuple[str, Markup] | None:
    """Return a text that explains the drawing of a metric, and the drawing. None if the metric has no drawing."""
    if metric.task == "ranking" and (values := discounts(metric)):
        words = f"The value where the only relevant document is at rank 1, 2, ..., {RANKS}."
        return words, bars(values)
    if metric.task in ("filtering", "classification") and metric.formula is not None:
        words = (
            f"The value on {SHARES} positive and {SHARES} negative items, by how many of each are called positive. "
            "Darker is higher; where there is no square, the metric has no value."
        )
        return words, surface(responses(metric))
    return None
