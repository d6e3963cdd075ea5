"""Mutants: built-in metrics with one mistake, made by a named operator. The worth of a constraint shows in the number
of mutants that it rejects.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from axiometrics import registry
from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import DeclarationError
from axiometrics.core.metric import Metric

OPERATORS = {
    "term dropped": "one of the terms or factors is left out",
    "sides exchanged": "classes for clusters, relevant for positive, system for gold",
    "other aggregate": "a sum for a maximum, a maximum for a sum, a minimum for a maximum",
    "other mean": "an arithmetic mean, a product or a minimum for the harmonic mean",
    "other power": "counts or factors squared, not squared, or only looked at for presence",
    "off by one": "ranks, counts or cutoffs begin one too early or too late",
    "other discount": "later ranks are discounted in another way, not at all, or the wrong way round",
    "sign": "the sign of a term or weight is turned, or lost",
    "normalisation": "it is left out, or by another number",
    "cutoff": "it is left out, or brought in",
    "levels ignored": "grades, levels or clusters make no difference",
    "convention": "another value at 0/0",
}
"""The kinds of mistake, each with its explanation."""

Formula = Callable[..., Array]


@dataclass(frozen=True)
class Mutant:
    """A metric with a mistake.

    Attributes
    ----------
    original : the id of the original metric, with its task where several tasks have a metric of this id
    operator : the kind of mistake, one of `OPERATORS`
    change : the mistake in words
    formula : counts -> values, as a metric has it, but without parameters
    direct : system, gold -> exact value, for metrics that see organizations
    fast : the same as `direct`, in floats
    """

    original: str
    operator: str
    change: str
    formula: Formula | None = None
    direct: Callable[..., Any] | None = None
    fast: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        if self.operator not in OPERATORS:
            raise DeclarationError(
                f"mutant {self.id} names the operator {self.operator!r}: known are {', '.join(OPERATORS)}"
            )

    @property
    def id(self) -> str:
        """The name of the mutant, unique among mutants."""
        return f"{self.original_name}: {self.change}"

    @property
    def task(self) -> str:
        """The task of the original metric."""
        return self.original_metric.task

    @property
    def original_name(self) -> str:
        """The name of the original metric, without its task."""
        return self.original.rpartition(":")[2]

    @property
    def original_metric(self) -> Metric:
        """The original metric."""
        return registry.metric(self.original)

    @property
    def metric(self) -> Metric:
        """The mutant as a metric without parameters. It has the traits of the original metric, except `overlapping`."""
        original = self.original_metric
        return Metric(
            self.id,
            self.id,
            original.task,
            "mutant",
            original.source,
            self.formula,
            self.direct,
            self.fast,
            traits=original.traits - {"overlapping"},
        )


@cache
def mutants() -> tuple[Mutant, ...]:
    """All mutants, by task. Raises `DeclarationError` where two mutants have the same name."""
    declared = [mutant for of in registry.tasks.tasks() for mutant in _declared(of.name)]
    names = [mutant.id for mutant in declared]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise DeclarationError(f"mutant {twice[0]} is declared twice: word one otherwise")
    return tuple(declared)


def _declared(task: str) -> Sequence[Mutant]:
    """The mutants of a task: those of its own file, or else the simplest mistakes in each of its metrics."""
    from axiometrics.comparison.strength import by_task
    from axiometrics.comparison.strength.by_task.any_task import mutants_of

    name = task.replace("-", "_")
    if any(info.name == name for info in pkgutil.iter_modules(by_task.__path__)):
        written: Sequence[Mutant] = importlib.import_module(f"{by_task.__name__}.{name}").MUTANTS
        return written
    return [mutant for metric in registry.metrics() if metric.task == task for mutant in mutants_of(metric)]
