"""Values of a formula on the counts of many outputs. A step of a formula on arrays takes about as long for one output
as for a thousand. A formula may also give one value for all of them.

Searches, orders, comparisons and impact differ in the outputs that they ask for, and each of them asks for values here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array, Conventions, conventions
from axiometrics.core.exact import Exact
from axiometrics.core.metric import Metric

Shape = int | tuple[int, ...]


def floats(metric: Metric, counts: Any, shape: Shape) -> Array:
    """The values as floats, one for each output; `nan` where undefined."""
    with np.errstate(all="ignore"):
        return np.broadcast_to(np.asarray(metric.evaluate(counts), dtype=np.float64), shape)


def noted_floats(metric: Metric, counts: Any, shape: Shape) -> tuple[Array, dict[str, Array]]:
    """The values as floats, and by the name of each convention at 0/0, which of them rest on it."""
    with conventions() as noted:
        values = floats(metric, counts, shape)
    return values, _resting(noted, shape)


def noted_exact(metric: Metric, counts: Any, number: int) -> tuple[list[Exact | float], dict[str, Array]]:
    """The exact values of so many outputs, and by the name of each convention at 0/0, which of them rest on it."""
    with conventions() as noted:
        values = exact(metric, counts, number)
    return values, _resting(noted, number)


def _resting(noted: Conventions, shape: Shape) -> dict[str, Array]:
    resting = {name: np.zeros(shape, dtype=bool) for name in noted}
    for name, places in noted.items():
        for where in places:
            resting[name] |= where
    return resting


def numbers(metric: Metric, counts: Any, shape: Shape) -> Array:
    """The values as the numbers of the context in an array of objects: of exact counts exact numbers, or decimals where
    `core.arithmetic.decimals` is open.
    """
    with np.errstate(all="ignore"):  # comparing exact numbers leaves flags behind
        return np.broadcast_to(np.asarray(metric.evaluate(counts), dtype=object), shape)


def exact(metric: Metric, counts: Any, number: int) -> list[Exact | float]:
    """The exact values of so many outputs; `nan` where undefined. Raises `ArithmeticError` for another float."""
    return [metric.checked(value) for value in numbers(metric, counts, number).tolist()]
