"""Finds tasks: the folders of `axiometrics/tasks/`, then what other distributions add by the entry point group
`axiometrics.tasks`.

Tasks are found before metrics and constraints, because these name one. A built-in task is found without a look at
other distributions, so that a worker process that only calls a function starts fast.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

import axiometrics.tasks
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.signature import Signature
from axiometrics.core.task import FileKind, Task
from axiometrics.registry.entry_points import added_tasks


@cache
def _built_in() -> dict[str, Task]:
    found: dict[str, Task] = {}
    for info in pkgutil.iter_modules(axiometrics.tasks.__path__):
        if info.ispkg:
            module = importlib.import_module(f"{axiometrics.tasks.__name__}.{info.name}")
            declared = getattr(module, "TASK", None)
            if not isinstance(declared, Task) or declared.name.replace("-", "_") != info.name:
                raise DeclarationError(f"{module.__file__} must declare TASK, a Task of the folder's name")
            found[declared.name] = declared
    return found


def load_built_in() -> None:
    """Import the built-in tasks now, where the next look at one is to be fast."""
    _built_in()


@cache
def tasks() -> tuple[Task, ...]:
    """Every task, in the order in which lists show them: by position, then by name."""
    added = added_tasks(tuple(_built_in())).tasks
    return tuple(sorted([*_built_in().values(), *added], key=lambda one: (one.position, one.name)))


def homes() -> Mapping[tuple[str, str], str]:
    """The module that declares each task."""
    ours = {("task", name): f"{axiometrics.tasks.__name__}.{name.replace('-', '_')}" for name in _built_in()}
    return ours | {("task", name): home for name, home in added_tasks(tuple(_built_in())).homes.items()}


def problems() -> tuple[str, ...]:
    """For each entry point of a task that was left out, a line that says why."""
    return added_tasks(tuple(_built_in())).problems


def task(name: str) -> Task:
    """The task of that name. Raises `UnknownNameError` where there is none.

    >>> task("ranking").title
    'Ranking'
    """
    found = _built_in().get(name) or next((one for one in tasks() if one.name == name), None)
    if found is None:
        raise UnknownNameError(f"there is no task {name!r}: the tasks are {', '.join(names())}")
    return found


def names() -> tuple[str, ...]:
    """The names of all tasks, in order."""
    return tuple(one.name for one in tasks())


def place(name: str) -> int:
    """Where lists show a task; names that are not (or no longer) known come last."""
    return names().index(name) if name in names() else len(names())


@cache
def signatures() -> Mapping[str, Signature]:
    """The signatures of a user's metric, by name; those that several tasks share come last."""
    found = {one.name: one for of in tasks() for one in of.signatures}
    return dict(sorted(found.items(), key=lambda item: len(called_by(item[0])) > 1))


@cache
def _built_in_signatures() -> Mapping[str, Signature]:
    """Those of the built-in tasks, by name."""
    return {one.name: one for of in _built_in().values() for one in of.signatures}


def signature(name: str) -> Signature:
    """The signature of that name; one of a built-in task is found without a look at other distributions."""
    return _built_in_signatures().get(name) or signatures()[name]


def called_by(name: str) -> tuple[str, ...]:
    """The tasks whose metrics may be called by the signature of that name."""
    return tuple(of.name for of in tasks() if any(one.name == name for one in of.signatures))


@cache
def file_kinds() -> Mapping[str, FileKind]:
    """The kinds of files that `score` reads, by name; tasks may share one."""
    return {kind.name: kind for of in tasks() for kind in of.files}


def scored_in(kind: str) -> tuple[str, ...]:
    """The tasks whose metrics score files of a kind."""
    return tuple(of.name for of in tasks() if any(one.name == kind for one in of.files))
