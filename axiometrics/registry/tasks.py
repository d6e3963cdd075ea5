"""Find tasks: the folders of `axiometrics/tasks/`, then the tasks that other distributions add by the entry point group
`axiometrics.tasks`.

Tasks are found before metrics and constraints, because these name a task. A built-in task is found without a search
for other distributions, so that a worker process that only calls a function starts fast.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache

import axiometrics.tasks
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.signature import Signature
from axiometrics.core.task import FileKind, Task
from axiometrics.registry.entry_points import added_tasks


@cache
def _built_in() -> dict[str, Task]:
    by_name: dict[str, Task] = {}
    for info in pkgutil.iter_modules(axiometrics.tasks.__path__):
        if info.ispkg:
            module = importlib.import_module(f"{axiometrics.tasks.__name__}.{info.name}")
            declared = getattr(module, "TASK", None)
            if not isinstance(declared, Task) or declared.name.replace("-", "_") != info.name:
                raise DeclarationError(f"{module.__file__} must declare TASK, a Task of the folder's name")
            by_name[declared.name] = declared
    return by_name


def load_built_in() -> None:
    """Import the built-in tasks now, so that later look-ups of them are fast."""
    _built_in()


@cache
def tasks() -> tuple[Task, ...]:
    """All tasks in the order of lists: by position, then by name."""
    added = added_tasks(tuple(_built_in())).tasks
    return tuple(sorted([*_built_in().values(), *added], key=lambda of: (of.position, of.name)))


def homes() -> Mapping[tuple[str, str], str]:
    """For each task, the module that declares it."""
    ours = {("task", name): f"{axiometrics.tasks.__name__}.{name.replace('-', '_')}" for name in _built_in()}
    return ours | {("task", name): home for name, home in added_tasks(tuple(_built_in())).homes.items()}


def problems() -> tuple[str, ...]:
    """For each entry point of a task that was left out, a line with the reason."""
    return added_tasks(tuple(_built_in())).problems


def task(name: str) -> Task:
    """The task of that name. Raises `UnknownNameError` if there is no such task.

    >>> task("ranking").title
    'Ranking'
    """
    named = _built_in().get(name) or next((of for of in tasks() if of.name == name), None)
    if named is None:
        raise UnknownNameError(f"there is no task {name!r}: the tasks are {', '.join(names())}")
    return named


def names() -> tuple[str, ...]:
    """The names of all tasks, in the order of lists."""
    return tuple(of.name for of in tasks())


def place(name: str) -> int:
    """The place of a task in lists. Names that are not known, or not known any more, come last."""
    return names().index(name) if name in names() else len(names())


@cache
def signatures() -> Mapping[str, Signature]:
    """The signatures by which the metric of a user can be called, by name. Signatures that several tasks share come
    last.
    """
    by_name = {signature.name: signature for of in tasks() for signature in of.signatures}
    return dict(sorted(by_name.items(), key=lambda item: len(meant_by(item[0])) > 1))


@cache
def _built_in_signatures() -> Mapping[str, Signature]:
    """The signatures of the built-in tasks, by name."""
    return {signature.name: signature for of in _built_in().values() for signature in of.signatures}


def signature(name: str) -> Signature:
    """The signature of that name. One of a built-in task is found without a search for other distributions."""
    return _built_in_signatures().get(name) or signatures()[name]


def called_by(name: str) -> tuple[str, ...]:
    """The tasks whose metrics may be called by the signature of that name."""
    return tuple(of.name for of in tasks() if any(signature.name == name for signature in of.signatures))


def meant_by(name: str, named: str | None = None) -> tuple[str, ...]:
    """The tasks of `called_by`, without tasks that people have to name. These have the same data as another of the
    tasks, whose metrics are judged by the constraints of both (`Reduction.is_identity`).

    >>> called_by("classification"), meant_by("classification"), meant_by("classification", "classification")
    (('filtering', 'classification'), ('filtering',), ('filtering', 'classification'))
    """
    every = called_by(name)
    beside = {reduction.task for of in every for reduction in task(of).reductions if reduction.is_identity}
    return tuple(of for of in every if of == named or of not in beside)


def with_same_data(name: str) -> tuple[str, ...]:
    """The task of that name, and the tasks that have the same data, so that metrics of the named task are metrics of
    them, too.

    >>> with_same_data("filtering"), with_same_data("classification")
    (('filtering', 'classification'), ('classification',))
    """
    return (name, *(reduction.task for reduction in task(name).reductions if reduction.is_identity))


def in_common(first: Sequence[str], second: Sequence[str], named: str | None = None) -> list[str]:
    """The tasks that two metrics share; only `named` if it is given. If they share none, tasks with the same data as a
    task of a metric count as tasks of the metric.

    >>> in_common(["filtering"], ["classification"]), in_common(["filtering"], ["clustering", "filtering"])
    (['classification'], ['filtering'])
    """
    sides = (first, second), tuple([task for of in side for task in with_same_data(of)] for side in (first, second))
    commons = ([task for task in mine if task in theirs and named in (None, task)] for mine, theirs in sides)
    return next((common for common in commons if common), [])


@cache
def file_kinds() -> Mapping[str, FileKind]:
    """The kinds of files that `score` reads, by name. Several tasks may share a kind."""
    return {kind.name: kind for of in tasks() for kind in of.files}


def scored_in(kind: str) -> tuple[str, ...]:
    """The tasks whose metrics score files of this kind."""
    return tuple(of.name for of in tasks() if any(file.name == kind for file in of.files))
