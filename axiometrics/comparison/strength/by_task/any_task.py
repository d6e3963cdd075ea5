"""Mistakes that can be made in a metric of any task, for tasks without mutants of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from axiometrics.comparison.strength.mutant import Mutant
from axiometrics.core.arithmetic import Array
from axiometrics.core.metric import Metric
from axiometrics.core.task import task


def mutants_of(metric: Metric) -> Iterator[Mutant]:
    """The metric with its sign turned and, where golds and outputs are of one type, the metric with gold and output
    exchanged.
    """
    turned = "the sign turned"
    if metric.formula is None:
        yield Mutant(f"{metric.task}:{metric.id}", "sign", turned, direct=partial(_turned, metric))
    else:
        yield Mutant(f"{metric.task}:{metric.id}", "sign", turned, formula=partial(_negative, metric))
    of = task(metric.task)
    if of.gold is of.output:
        exchanged = partial(_exchanged, metric.exact)
        rounded = None if metric.fast is None else partial(_exchanged, metric.rounded)
        yield Mutant(f"{metric.task}:{metric.id}", "sides exchanged", "gold for system", direct=exchanged, fast=rounded)


def _negative(metric: Metric, counts: Any) -> Array:
    """The negative of the metric, computed by its formula, so that floats decide most cases of the mutant as they do
    for its original.
    """
    return np.asarray(-metric.evaluate(counts))


def _turned(metric: Metric, system: Any, gold: Any) -> Any:
    return -metric.exact(system, gold)


def _exchanged(score: Callable[[Any, Any], Any], system: Any, gold: Any) -> Any:
    return score(gold, system)
