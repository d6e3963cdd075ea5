"""The test whether trial calls show that a metric equals a definition that we know. Equality is evidence for the way in
which the metric was called.

The test uses few inputs, and only serves to choose between ways to call. Which definition a metric computes is found
out on many more inputs (`comparison.identification`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from axiometrics import registry
from axiometrics.candidates.trials import Trial, grids
from axiometrics.core.arithmetic import conventions
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.margins import SINGLE_ROUNDING
from axiometrics.core.metric import Metric

CUTS = (1, 3, 5, 10)
"""The cut-offs that are tried, in addition to none."""

ENOUGH, SEVERAL = 8, 3
"""The least number of values, and of different values among them, whose equality counts as evidence."""


def definition_of(trial: Trial) -> str:
    """The id of a definition with these values or, for a loss, with a constant minus these values; empty where there is
    none.
    """
    generic = {form.name for form in trial.hypothesis.of.forms if form.generic}
    if trial.distinct < SEVERAL or generic & set(trial.hypothesis.form.split()):
        return ""
    signature, task = trial.hypothesis.signature, trial.hypothesis.task
    values = [-value for value in trial.values] if trial.loss else trial.values
    return next(
        (metric.id for metric in _definitions(task) if _is_like(metric, values, trial.loss, signature, task)), ""
    )


def _is_like(metric: Metric, values: Sequence[float], shifted: bool, signature: str, task: str) -> bool:
    """Whether a metric has these values, up to a constant if they are `shifted`, on all inputs where both have a value.
    There must be enough such inputs.
    """
    compared: list[float] = []
    offset: float | None = None if shifted else 0.0
    for k, value in enumerate(values):
        number = _value(metric, signature, task, k)
        if value == value and number == number:
            offset = number - value if offset is None else offset
            if abs(value + offset - number) > SINGLE_ROUNDING * max(1.0, abs(number)):
                return False
            compared.append(round(number, 6))
    return len(compared) >= ENOUGH and len({*compared}) >= SEVERAL


@cache
def _pairs(signature: str, task: str) -> tuple[tuple[Any, Any], ...]:
    """The outputs and golds of trials, in the order of their calls."""
    return tuple((output, gold) for grid in grids(signature, task) for gold in grid.golds for output in grid.outputs)


@cache
def _value(metric: Metric, signature: str, task: str, k: int) -> float:
    """The value of a metric on the k-th output and gold of trials; nan where it is undefined or set by a convention."""
    with conventions() as noted, np.errstate(all="ignore"):
        try:
            value = float(metric.value(*_pairs(signature, task)[k]))
        except (AxiometricsError, ArithmeticError):
            return math.nan
    return math.nan if noted else value


@cache
def _definitions(task: str) -> tuple[Metric, ...]:
    """The metrics of a task, each with every choice of one of its parameters, and with every cut-off."""
    return tuple(_variants(task))


def _variants(task: str) -> Iterator[Metric]:
    for metric in registry.metrics():
        if metric.task != task or "judgements" in metric.traits:
            continue
        cut = next((p.name for p in metric.parameters if p.cut), None)
        choices: list[dict[str, object]] = [{}]
        choices += [
            {p.name: value}
            for p in metric.parameters
            if not p.cut and p.when is None
            for value in (*p.choices, *p.usual)
            if value != p.default
        ]
        for chosen in choices:
            for k in (None, *CUTS) if cut else (None,):
                yield metric.with_values(**chosen, **({} if k is None or cut is None else {cut: Fraction(k)}))
