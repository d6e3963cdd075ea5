"""How a metric behaves, drawn: what one sees before one reads its definition.

A metric of rankings has a discount curve: what the only relevant document is worth at each rank. A metric of two
classes has a surface: its value for each share of the positive items that are found, and of the negative items that are
taken for positive. Both are computed in floats, for the eye: no verdict rests on them.
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
"""Ranks of the discount curve."""

SHARES = 10
"""Items of each class of the surface, so that shares are tenths."""


def discounts(metric: Metric) -> list[float]:
    """The value of a run whose only relevant document is at rank 1, 2, ...; empty where one is undefined, or where the
    metric needs all documents to be listed.
    """
    gold = Organization.parse("r > ...")
    runs = (Organization.ranking([*(f"n{i}" for i in range(rank)), "r"]) for rank in range(RANKS))
    try:
        values = [metric.value(run, gold) for run in runs]
    except TaskError:
        return []
    return values if all(map(isfinite, values)) else []


def responses(metric: Metric) -> Sequence[Sequence[float]]:
    """The value by shares of the negative items, in rows, and of the positive items that are called positive."""
    shares = np.arange(SHARES + 1, dtype=np.float64)
    tp, fp = (axis.ravel() for axis in np.meshgrid(shares, shares))
    with np.errstate(all="ignore"):
        values = metric.evaluate(Confusion(tp=tp, fp=fp, fn=SHARES - tp, tn=SHARES - fp))
    rows: list[list[float]] = np.asarray(values, dtype=np.float64).reshape(SHARES + 1, SHARES + 1).tolist()
    return rows


def drawn(metric: Metric) -> tuple[str, Markup] | None:
    """The drawing of a metric with what it shows; None of tasks without one."""
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
