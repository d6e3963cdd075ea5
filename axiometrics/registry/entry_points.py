"""What other packages add, by entry points: tasks, metrics, their definitions, constraints, and studies that choose
among them.

A constraint of another package is asked for by name, or stands in a study; it changes no study of ours.
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
"""The groups: an entry point names a `Task`, a `Metric`, a `Definition` or a `Constraint`, a tuple of one of these, or
a `Study`.
"""

T = TypeVar("T")

LONGEST = 300
"""Characters of a reason why an entry point is left out."""


@dataclass(frozen=True)
class Extensions:
    """What was found, and for each entry point that was left out a line that says why."""

    metrics: tuple[Metric, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    studies: tuple[Study, ...] = ()
    problems: tuple[str, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    homes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The module that the entry point of each metric, constraint and definition names."""


@dataclass(frozen=True)
class AddedTasks:
    """The tasks that other distributions add, and for each entry point that was left out a line that says why."""

    tasks: tuple[Task, ...] = ()
    problems: tuple[str, ...] = ()
    homes: Mapping[str, str] = field(default_factory=dict)
    """The module that the entry point of each task names."""


@cache
def added_tasks(taken: tuple[str, ...]) -> AddedTasks:
    """Every task that installed packages add under a name that is not taken; loaded once, before all else."""
    found: dict[str, Task] = {}
    homes: dict[str, str] = {}
    problems: list[str] = []
    for point in _points(TASKS, problems):
        with _guarded(point, problems):
            declared = _several(point, point.load(), Task)
            _demand_free({*taken, *found}, "task", [task.name for task in declared])
            found.update((task.name, task) for task in declared)
            homes.update((task.name, point.module) for task in declared)
    return AddedTasks(tuple(found.values()), tuple(problems), homes)


def load(
    metrics: Collection[Metric],
    constraints: Collection[Constraint],
    studies: Collection[Study],
    tasks: Collection[str],
    problems: Collection[str] = (),
) -> Extensions:
    """Everything that installed packages add, given what ours declare and the tasks there are.

    An entry point that fails to load, is no such thing, takes a name that ours or an earlier one has, or names a
    metric, a constraint or a reading that is not declared is left out whole, as is a second definition of a metric: a
    line on stderr (the logger `axiometrics`) says so, and the rest goes on. `problems` are those found before, with
    tasks. What an import prints goes to stderr, and neither `sys.exit` nor a `KeyboardInterrupt` of its own ends
    anything.

    Raises what a signal that arrives meanwhile raises, `KeyboardInterrupt` for Ctrl-C, even where the import suppresses
    it.
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
    """What is known by name so far: ours, then what entry points added. Each `add_` adds all that an entry point names,
    or raises and adds nothing.
    """

    tasks: Collection[str]
    metrics: dict[str, Metric]
    constraints: dict[str, Constraint]
    studies: dict[str, Study]
    defined: Collection[str]
    """The metrics whose definitions stand in our own folder."""
    definitions: dict[str, Definition] = field(default_factory=dict)

    def known(self) -> list[tuple[str, str]]:
        """What there is, each with its kind."""
        named = ("metric", [*self.metrics]), ("constraint", [*self.constraints]), ("definition", [*self.definitions])
        return [(kind, name) for kind, of in named for name in of]

    def add_metrics(self, point: EntryPoint, given: object) -> None:
        """Add a metric or a tuple of them."""
        declared = _several(point, given, Metric)
        for metric in declared:
            self._demand_task(metric.task, f"the metric {metric.base}")
            if names.parse(metric.base) != (metric.base, {}):
                raise DeclarationError(
                    f"commands cannot take a metric named {metric.base!r}: use a to z, digits, - and ."
                )
            metric.describe()  # whatever it computes there must not fail later
        _demand_free({metric.base for metric in self.metrics.values()}, "metric", [one.base for one in declared])
        self.metrics.update((metric.name, metric) for metric in declared)
        self.definitions.update((m.name, m.definition) for m in declared if isinstance(m.definition, Definition))

    def add_definitions(self, point: EntryPoint, given: object) -> None:
        """Add a definition or a tuple of them, each of a metric that another package adds and that has none yet."""
        declared = _several(point, given, Definition)
        known = {metric.base: metric for metric in self.metrics.values()}
        names_of = [known[one.base].name if one.base in known else one.base for one in declared]
        for i, (one, name) in enumerate(zip(declared, names_of, strict=True)):
            if name in {*self.defined, *self.definitions, *names_of[:i]}:
                raise DeclarationError(f"the metric {one.base} has a definition already: a metric has one")
            if one.base not in known:
                raise UnknownNameError(f"it defines the metric {one.base!r}, which is not declared")
            defined(one, one.base, known[one.base].parameters)
        self.definitions.update(zip(names_of, declared, strict=True))

    def add_constraints(self, point: EntryPoint, given: object) -> None:
        """Add a constraint or a tuple of them."""
        declared = _several(point, given, Constraint)
        for constraint in declared:
            self._demand_task(constraint.task, f"the constraint {constraint.id}")
            constraint.describe()
        _add(self.constraints, "constraint", [(constraint.name, constraint) for constraint in declared])

    def add_study(self, point: EntryPoint, given: object) -> None:
        """Add a study, all of whose metrics and constraints are known."""
        if not isinstance(given, Study):
            raise DeclarationError(
                f"{point.value} is a {type(given).__name__}: expected an axiometrics.core.study.Study"
            )
        given.demand_known(self._metric, self.constraints.get)
        _add(self.studies, "study", [(given.name, given)])

    def _demand_task(self, task: str, of: str) -> None:
        if task not in self.tasks:
            raise DeclarationError(f"{of} is of the task {task!r}: expected one of {', '.join(self.tasks)}")

    def _metric(self, name: str) -> Metric:
        base, values = names.parse(name) or (name, {})
        found = next((metric for metric in self.metrics.values() if metric.base == base), None)
        if found is None:
            raise UnknownNameError(f"it names the metric {name!r}, which is not declared")
        return found.with_values(**values)


def _several(point: EntryPoint, given: object, kind: type[T]) -> tuple[T, ...]:
    """One of that kind, or a tuple of them, as a tuple."""
    declared = (given,) if isinstance(given, kind) else given
    if not isinstance(declared, tuple) or not all(isinstance(one, kind) for one in declared):
        raise DeclarationError(
            f"{point.value} is a {type(given).__name__}: expected a {kind.__name__} or a tuple of them"
        )
    return declared


def _add(known: dict[str, T], what: str, declared: Collection[tuple[str, T]]) -> None:
    _demand_free(known, what, [name for name, _ in declared])
    known.update(declared)


def _demand_free(known: Collection[str], what: str, asked: Collection[str]) -> None:
    taken = [name for name in asked if name in known or list(asked).count(name) > 1]
    if taken:
        raise DeclarationError(f"the {what} {taken[0]} is already declared: rename it")


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
    from importlib.metadata import distributions, entry_points  # takes long, and a process of a metric needs none

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
