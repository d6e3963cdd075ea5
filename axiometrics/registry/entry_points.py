"""Load the declarations that other packages add by entry points: tasks, metrics, definitions of metrics, constraints,
and studies that choose among them.

A constraint of another package is computed if a user names it, or as a part of a study. It does not change a built-in
study.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from axiometrics.core import names
from axiometrics.core.constraint import Constraint
from axiometrics.core.definition import Definition, defined
from axiometrics.core.errors import AxiometricsError, DeclarationError, UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.core.study import Study
from axiometrics.core.task import Task

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

TASKS, METRICS, DEFINITIONS = "axiometrics.tasks", "axiometrics.metrics", "axiometrics.definitions"
CONSTRAINTS, STUDIES = "axiometrics.constraints", "axiometrics.studies"
"""The groups of entry points. An entry point names a `Task`, a `Metric`, a `Definition` or a `Constraint`, a tuple of
one of these types, or a `Study`.
"""

T = TypeVar("T")

LONGEST = 300
"""The greatest number of characters in the reason why an entry point is left out."""


@dataclass(frozen=True)
class Extensions:
    """The declarations that were found. `problems` has a line for each entry point that was left out, with the
    reason.
    """

    metrics: tuple[Metric, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    studies: tuple[Study, ...] = ()
    problems: tuple[str, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    homes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """For each metric, constraint and definition, the module that its entry point names."""


@dataclass(frozen=True)
class AddedTasks:
    """The tasks that other distributions add. `problems` has a line for each entry point that was left out, with the
    reason.
    """

    tasks: tuple[Task, ...] = ()
    problems: tuple[str, ...] = ()
    homes: Mapping[str, str] = field(default_factory=dict)
    """For each task, the module that its entry point names."""


@cache
def added_tasks(taken: tuple[str, ...]) -> AddedTasks:
    """All tasks that installed packages add under names that are not taken. They are loaded once, before all other
    declarations, because these name tasks.
    """
    added: dict[str, Task] = {}
    homes: dict[str, str] = {}
    problems: list[str] = []
    for point in _points(TASKS, problems):
        with _guarded(point, problems):
            declared = _several(point, point.load(), Task)
            _demand_free({*taken, *added}, "task", [task.name for task in declared])
            added.update((task.name, task) for task in declared)
            homes.update((task.name, point.module) for task in declared)
    return AddedTasks(tuple(added.values()), tuple(problems), homes)


def load(
    metrics: Collection[Metric],
    constraints: Collection[Constraint],
    studies: Collection[Study],
    tasks: Collection[str],
    problems: Collection[str] = (),
) -> Extensions:
    """Load all declarations that installed packages add, beside these built-in ones and these tasks.

    An entry point is left out whole if it fails to load, if its object has the wrong type, if it takes a name that a
    built-in or an earlier declaration has, if it names a metric, a constraint or a reading that is not declared, or if
    it defines a metric a second time. A line on stderr (the logger `axiometrics`) says so, and the other entry points
    are loaded. `problems` are lines that were found before, while tasks were loaded. Text that an import prints goes to
    stderr. An import that calls `sys.exit` or raises a `KeyboardInterrupt` of its own is only left out.

    Raises the exception that a signal raises during the call, `KeyboardInterrupt` for Ctrl-C, even if the import
    suppresses it.
    """
    loaded = _Loaded(
        tasks,
        {metric.name: metric for metric in metrics},
        {constraint.name: constraint for constraint in constraints},
        {study.name: study for study in studies},
        {metric.name for metric in metrics},
    )
    taken = len(loaded.metrics), len(loaded.constraints), len(loaded.studies)
    problems = list(problems)
    homes = dict.fromkeys(loaded.known(), "")
    for group, add in (
        (METRICS, loaded.add_metrics),
        (DEFINITIONS, loaded.add_definitions),
        (CONSTRAINTS, loaded.add_constraints),
        (STUDIES, loaded.add_study),
    ):
        for point in _points(group, problems):
            with _guarded(point, problems):
                add(point, point.load())
                homes.update((name, point.module) for name in loaded.known() if name not in homes)
    problems = list(dict.fromkeys(problems))
    for problem in problems:
        logging.getLogger("axiometrics").warning("axiometrics: warning: %s", problem)
    return Extensions(
        tuple(loaded.metrics.values())[taken[0] :],
        tuple(loaded.constraints.values())[taken[1] :],
        tuple(loaded.studies.values())[taken[2] :],
        tuple(problems),
        loaded.definitions,
        {name: home for name, home in homes.items() if home},
    )


@dataclass(frozen=True)
class _Loaded:
    """The declarations that are known so far, by name: the built-in ones, then those that entry points added. Each
    `add_` method adds all that an entry point names, or raises and adds nothing.
    """

    tasks: Collection[str]
    metrics: dict[str, Metric]
    constraints: dict[str, Constraint]
    studies: dict[str, Study]
    defined: Collection[str]
    """The names of the built-in metrics. Entry points cannot define them, since their definitions are in this
    package.
    """
    definitions: dict[str, Definition] = field(default_factory=dict)

    def known(self) -> list[tuple[str, str]]:
        """The names of the metrics, constraints and definitions, each with its kind."""
        named = ("metric", [*self.metrics]), ("constraint", [*self.constraints]), ("definition", [*self.definitions])
        return [(kind, name) for kind, of in named for name in of]

    def add_metrics(self, point: EntryPoint, loaded: object) -> None:
        """Add a metric or a tuple of metrics."""
        declared = _several(point, loaded, Metric)
        for metric in declared:
            self._demand_task(metric.task, f"the metric {metric.base}")
            if names.parse(metric.base) != (metric.base, {}):
                raise DeclarationError(
                    f"commands cannot take a metric named {metric.base!r}: use a to z, digits, - and ."
                )
            metric.describe()  # an error in it is found now, and not later
        _demand_free({metric.base for metric in self.metrics.values()}, "metric", [metric.base for metric in declared])
        self.metrics.update((metric.name, metric) for metric in declared)
        self.definitions.update((m.name, m.definition) for m in declared if isinstance(m.definition, Definition))

    def add_definitions(self, point: EntryPoint, loaded: object) -> None:
        """Add a definition or a tuple of definitions. Each must define a metric that another package adds and that has
        no definition yet.
        """
        declared = _several(point, loaded, Definition)
        by_base = {metric.base: metric for metric in self.metrics.values()}
        names_of = [
            by_base[definition.base].name if definition.base in by_base else definition.base for definition in declared
        ]
        for i, (definition, name) in enumerate(zip(declared, names_of, strict=True)):
            if name in {*self.defined, *self.definitions, *names_of[:i]}:
                raise DeclarationError(f"the metric {definition.base} has a definition already: a metric has one")
            if definition.base not in by_base:
                raise UnknownNameError(f"it defines the metric {definition.base!r}, which is not declared")
            defined(definition, definition.base, by_base[definition.base].parameters)
        self.definitions.update(zip(names_of, declared, strict=True))

    def add_constraints(self, point: EntryPoint, loaded: object) -> None:
        """Add a constraint or a tuple of constraints."""
        declared = _several(point, loaded, Constraint)
        for constraint in declared:
            self._demand_task(constraint.task, f"the constraint {constraint.id}")
            constraint.describe()
        _add(self.constraints, "constraint", [(constraint.name, constraint) for constraint in declared])

    def add_study(self, point: EntryPoint, loaded: object) -> None:
        """Add a study. All its metrics and constraints must be known."""
        if not isinstance(loaded, Study):
            raise DeclarationError(
                f"{point.value} is a {type(loaded).__name__}: expected an axiometrics.core.study.Study"
            )
        loaded.demand_known(self._metric, self.constraints.get)
        _add(self.studies, "study", [(loaded.name, loaded)])

    def _demand_task(self, task: str, of: str) -> None:
        if task not in self.tasks:
            raise DeclarationError(f"{of} is of the task {task!r}: expected one of {', '.join(self.tasks)}")

    def _metric(self, name: str) -> Metric:
        base, values = names.parse(name) or (name, {})
        metric = next((metric for metric in self.metrics.values() if metric.base == base), None)
        if metric is None:
            raise UnknownNameError(f"it names the metric {name!r}, which is not declared")
        return metric.with_values(**values)


def _several(point: EntryPoint, loaded: object, kind: type[T]) -> tuple[T, ...]:
    """An object of this type, or a tuple of such objects, as a tuple. Raises `DeclarationError` for anything else."""
    declared = (loaded,) if isinstance(loaded, kind) else loaded
    if not isinstance(declared, tuple) or not all(isinstance(item, kind) for item in declared):
        raise DeclarationError(
            f"{point.value} is a {type(loaded).__name__}: expected a {kind.__name__} or a tuple of them"
        )
    return declared


def _add(by_name: dict[str, T], noun: str, declared: Collection[tuple[str, T]]) -> None:
    _demand_free(by_name, noun, [name for name, _ in declared])
    by_name.update(declared)


def _demand_free(used: Collection[str], noun: str, wanted: Collection[str]) -> None:
    taken = [name for name in wanted if name in used or list(wanted).count(name) > 1]
    if taken:
        raise DeclarationError(f"the {noun} {taken[0]} is already declared: rename it")


@contextmanager
def _guarded(point: EntryPoint, problems: list[str]) -> Iterator[None]:
    """Turn each exception of an entry point into a line of `problems`. An exception that a signal raised is raised
    again.
    """
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
    """A list of the exceptions that the handlers of SIGINT and SIGTERM raise meanwhile. With it, the request of a user
    to stop can be told from an exception of the same type that an import raises.
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
    """The entry points of a group, in an order that does not depend on the file system. A package that is found twice
    on the path counts once.
    """
    from importlib.metadata import distributions, entry_points  # takes long, and the process of a metric needs neither

    try:
        points = list(entry_points(group=group))
    except Exception:  # the list of one package is broken: read each one by itself
        points = []
        for package in distributions():
            try:
                points += package.entry_points.select(group=group)
            except Exception as error:
                problems.append(f"the entry points of {_name(package)} cannot be read: {_told(error)}")
    distinct = {(_distribution(point), point.name, point.value): point for point in points}
    return [distinct[key] for key in sorted(distinct)]


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
    text = ": ".join(filter(None, (kind, reason)))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
