"""What other packages add, by entry points: metrics (`axiometrics.metrics`), their definitions
(`axiometrics.definitions`), and packs of metrics with constraints of their own (`axiometrics.packs`).
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points
from types import FrameType
from typing import Any, TypeVar

from axiometrics.core import names
from axiometrics.core.constraint import Constraint
from axiometrics.core.definition import Definition, defined
from axiometrics.core.errors import AxiometricsError, DeclarationError, UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.packs import Pack

METRICS, DEFINITIONS, PACKS = "axiometrics.metrics", "axiometrics.definitions", "axiometrics.packs"
"""The groups: an entry point of the first names a `Metric` or a tuple of them, one of the second a `Definition` or a
tuple of them, one of the third a `Pack`, whose name is the entry point's.
"""

LONGEST = 300
"""Characters of a reason why an entry point is left out."""


@dataclass(frozen=True)
class Extensions:
    """What was found: metrics, packs by name, definitions by the base of their metric, and for each entry point that
    was left out a line that says why.
    """

    metrics: tuple[Metric, ...] = ()
    packs: tuple[tuple[str, Pack], ...] = ()
    problems: tuple[str, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of all packs."""
        return tuple(constraint for _, pack in self.packs for constraint in pack.constraints)


def load(
    metrics: Collection[str],
    constraints: Collection[str],
    packs: Collection[str],
    tasks: Collection[str],
    ours: Collection[Metric] = (),
) -> Extensions:
    """Everything that installed packages add, given the names that are taken and the tasks there are.

    An entry point that fails to load, is no such thing, takes a name that ours or an earlier one has, or is a pack or a
    definition of metrics that nobody declares is left out whole: a line on stderr (the logger `axiometrics`) says so,
    and the rest goes on. `ours` are metrics by which the parameters in a pack are checked besides those of the
    packages. What an import prints goes to stderr, and neither `sys.exit` nor a `KeyboardInterrupt` of its own ends
    anything.

    Raises what a signal that arrives meanwhile raises, `KeyboardInterrupt` for Ctrl-C, even where the import suppresses
    it.
    """
    known = {"metric": set(metrics), "constraint": set(constraints), "pack": set(packs)}
    found_metrics: list[Metric] = []
    found_packs: list[tuple[str, Pack]] = []
    found_definitions: dict[str, Any] = {}
    problems: list[str] = []

    def demand_free(what: str, asked: Collection[str]) -> None:
        taken = [name for name in asked if name in known[what] or list(asked).count(name) > 1]
        if taken:
            raise DeclarationError(f"the {what} {taken[0]} is already declared: rename it")

    def demand_task(task: str, of: str) -> None:
        if task not in tasks:
            raise DeclarationError(f"{of} is of the task {task!r}: expected one of {', '.join(tasks)}")

    def demand_metric(name: str) -> None:
        base, values = names.parse(name) or (name, {})
        if base not in known["metric"]:
            raise UnknownNameError(f"it names the metric {name!r}, which nobody declares")
        for metric in (*ours, *found_metrics):
            if metric.base == base:
                metric.with_values(**values)

    for point in _points(METRICS, problems):
        with _guarded(point, problems):
            declared = _declared(point, Metric)
            for metric in declared:
                demand_task(metric.task, f"the metric {metric.base}")
                if names.parse(metric.base) != (metric.base, {}):
                    raise DeclarationError(
                        f"nobody can ask for a metric named {metric.base!r}: use a to z, digits, - and ."
                    )
                metric.describe()  # whatever it computes there must not fail later
            demand_free("metric", [metric.base for metric in declared])
            known["metric"].update(metric.base for metric in declared)
            found_metrics += declared
            found_definitions |= {
                metric.base: metric.definition for metric in declared if metric.definition is not None
            }
    for point in _points(DEFINITIONS, problems):
        with _guarded(point, problems):
            definitions = _declared(point, Definition)
            for i, one in enumerate(definitions):
                if one.base in {*metrics, *found_definitions, *(other.base for other in definitions[:i])}:
                    raise DeclarationError(f"the metric {one.base} has a definition already: a metric has one")
                about = next((metric for metric in found_metrics if metric.base == one.base), None)
                if about is None:
                    raise UnknownNameError(f"it defines the metric {one.base!r}, which nobody declares")
                defined(one, about.base, about.parameters)
            found_definitions |= {one.base: one for one in definitions}
    for point in _points(PACKS, problems):
        with _guarded(point, problems):
            pack = point.load()
            if not isinstance(pack, Pack):
                raise DeclarationError(f"{point.value} is a {type(pack).__name__}: expected an axiometrics.packs.Pack")
            for constraint in pack.constraints:
                demand_task(constraint.task, f"the constraint {constraint.id}")
                constraint.describe()
            for name in pack.metrics:
                demand_metric(name)
            demand_free("pack", [point.name])
            demand_free("constraint", [constraint.name for constraint in pack.constraints])
            known["pack"].add(point.name)
            known["constraint"].update(constraint.name for constraint in pack.constraints)
            found_packs.append((point.name, pack))
    problems = list(dict.fromkeys(problems))
    for problem in problems:
        logging.getLogger("axiometrics").warning("axiometrics: warning: %s", problem)
    return Extensions(tuple(found_metrics), tuple(found_packs), tuple(problems), found_definitions)


Declared = TypeVar("Declared")


def _declared(point: EntryPoint, kind: type[Declared]) -> tuple[Declared, ...]:
    """What an entry point names, one thing of the kind or a tuple of them. Raises `DeclarationError` for others."""
    loaded = point.load()
    declared = (loaded,) if isinstance(loaded, kind) else loaded
    if not isinstance(declared, tuple) or not all(isinstance(one, kind) for one in declared):
        raise DeclarationError(
            f"{point.value} is a {type(loaded).__name__}: expected a {kind.__name__} or a tuple of them"
        )
    return declared


@contextmanager
def _guarded(point: EntryPoint, problems: list[str]) -> Iterator[None]:
    """Whatever goes wrong with an entry point becomes a problem; what a signal raises goes on."""
    with redirect_stdout(sys.stderr), _signals() as raised:
        try:
            yield
        except BaseException as error:
            problems.append(
                f"the entry point {point.name} of {point.group}, from {_distribution(point)}, is left "
                f"out: {_told(error)}"
            )
    if raised:
        raise raised[0]


@contextmanager
def _signals() -> Iterator[list[BaseException]]:
    """What the handlers of SIGINT and SIGTERM raise meanwhile: by that a user who asks to stop is told from code that
    raises the same.
    """
    raised: list[BaseException] = []

    def noting(handler: Callable[[int, FrameType | None], Any]) -> Callable[[int, FrameType | None], None]:
        def noted(number: int, frame: FrameType | None) -> None:
            try:
                handler(number, frame)
            except BaseException as error:
                raised.append(error)
                raise

        return noted

    handlers: dict[signal.Signals, Callable[[int, FrameType | None], Any]] = {}
    if threading.current_thread() is threading.main_thread():  # no other thread is interrupted
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler):
                handlers[number] = handler
    try:
        for number, handler in handlers.items():
            signal.signal(number, noting(handler))
        yield raised
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _points(group: str, problems: list[str]) -> list[EntryPoint]:
    """The entry points of a group, in an order that does not hang on the file system; a package found twice on the path
    counts once.
    """
    try:
        points = list(entry_points(group=group))
    except Exception:  # one package's list is broken: each by itself
        points = []
        for package in distributions():
            try:
                points += package.entry_points.select(group=group)
            except Exception as error:
                problems.append(f"the entry points of {_name(package)} cannot be read: {_told(error)}")
    found = {(_distribution(point), point.name, point.value): point for point in points}
    return [found[key] for key in sorted(found)]


def _distribution(point: EntryPoint) -> str:
    return "" if point.dist is None else _name(point.dist)


def _name(package: Distribution) -> str:
    try:
        return package.name or "a package without a name"
    except Exception:  # its metadata are broken
        return "a package without a name"


def _told(error: BaseException) -> str:
    try:
        reason = " ".join(str(error).split())
    except Exception:
        reason = ""
    kind = "" if isinstance(error, AxiometricsError) else type(error).__name__
    told = ": ".join(filter(None, (kind, reason)))
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}..."
