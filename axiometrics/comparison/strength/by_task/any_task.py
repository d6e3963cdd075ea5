"""Mistakes that can be made in a metric of any task, for tasks whose mutants nobody has written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from axiometrics.comparison.strength.mutant import Mutant
from axiometrics.core.metric import Metric
from axiometrics.core.task import task


def mutants_of(metric: Metric) -> Iterator[Mutant]:
    """The metric with its sign turned and, where golds and outputs are of one type, with the two exchanged."""
    yield Mutant(metric.id, "sign", "the sign turned", direct=partial(_turned, metric))
    of = task(metric.task)
    if of.gold is of.output:
        yield Mutant(metric.id, "sides exchanged", "gold for system", direct=partial(_exchanged, metric))


def _turned(metric: Metric, system: Any, gold: Any) -> Any:
    return -metric.exact(system, gold)


def _exchanged(metric: Metric, system: Any, gold: Any) -> Any:
    return metric.exact(gold, system)
