"""What other packages add, by entry points: metrics (`axiometrics.metrics`), and packs of metrics with constraints of their own (`axiometrics.packs`)."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import DeclarationError
from axiometrics.core.metric import Metric
from axiometrics.packs import Pack

METRICS, PACKS = "axiometrics.metrics", "axiometrics.packs"
"""The groups: an entry point of the first names a `Metric` or a tuple of them, one of the second a `Pack`, whose name is the entry point's."""


@dataclass(frozen=True)
class Extensions:
    """What was found: metrics, packs by name, and for each entry point that was left out a line that says why."""

    metrics: tuple[Metric, ...] = ()
    packs: tuple[tuple[str, Pack], ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of all packs."""
        return tuple(constraint for _, pack in self.packs for constraint in pack.constraints)


def load(metrics: Collection[str], constraints: Collection[str], packs: Collection[str], tasks: Collection[str]) -> Extensions:
    """Everything that installed packages add, given the names that are taken and the tasks there are.

    An entry point that fails to load, is no such thing, or takes a name that ours or an earlier one has is left out whole: a line on stderr (the logger
    `axiometrics`) says so, and the rest goes on.
    """
    known = {"metric": set(metrics), "constraint": set(constraints), "pack": set(packs)}
    found_metrics: list[Metric] = []
    found_packs: list[tuple[str, Pack]] = []
    problems = []

    def claim(what: str, names: Iterable[str]) -> None:
        asked = list(names)
        taken = [name for name in asked if name in known[what] or asked.count(name) > 1]
        if taken:
            raise DeclarationError(f"the {what} {taken[0]} is already declared: rename it")
        known[what].update(asked)

    def demand(task: str, of: str) -> None:
        if task not in tasks:
            raise DeclarationError(f"{of} is of the task {task!r}: expected one of {', '.join(tasks)}")

    for point in _points(METRICS):
        try:
            loaded = point.load()
            declared = (loaded,) if isinstance(loaded, Metric) else loaded
            if not isinstance(declared, tuple) or not all(isinstance(metric, Metric) for metric in declared):
                raise DeclarationError(f"{point.value} is a {type(loaded).__name__}: expected a Metric or a tuple of them")
            for metric in declared:
                demand(metric.task, f"the metric {metric.base}")
            claim("metric", [metric.base for metric in declared])
            found_metrics += declared
        except Exception as error:
            problems.append(_told(point, error))
    for point in _points(PACKS):
        try:
            pack = point.load()
            if not isinstance(pack, Pack):
                raise DeclarationError(f"{point.value} is a {type(pack).__name__}: expected an axiometrics.packs.Pack")
            for constraint in pack.constraints:
                demand(constraint.task, f"the constraint {constraint.id}")
            claim("pack", [point.name])
            claim("constraint", [constraint.name for constraint in pack.constraints])
            found_packs.append((point.name, pack))
        except Exception as error:
            problems.append(_told(point, error))
    for problem in problems:
        logging.getLogger("axiometrics").warning("axiometrics: warning: %s", problem)
    return Extensions(tuple(found_metrics), tuple(found_packs), tuple(problems))


def _points(group: str) -> list[EntryPoint]:
    """The entry points of a group, in an order that does not hang on the file system; a package found twice on the path counts once."""
    found = {(_distribution(point), point.name, point.value): point for point in entry_points(group=group)}
    return [found[key] for key in sorted(found)]


def _distribution(point: EntryPoint) -> str:
    return "" if point.dist is None else point.dist.name


def _told(point: EntryPoint, error: Exception) -> str:
    reason = " ".join(str(error).split())
    kind = "" if isinstance(error, DeclarationError) else f"{type(error).__name__}: "
    return f"the entry point {point.name} of {point.group}, from {_distribution(point)}, is left out: {kind}{reason}"
