"""The place in which a user's metric is defined: its name in Python, for pytest, and in the files of a corpus."""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
import sysconfig
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path
from types import MethodType
from typing import Any

from axiometrics import registry
from axiometrics.candidates.expression import Expression, read
from axiometrics.core.errors import TargetError


def origin(function: Callable[..., Any]) -> str | None:
    """The place where a function is defined: `/path/to/file.py:name` or, for an installed module, `module:name`. None
    where the name does not lead to the function, as for a function inside another, a method of an object, a partial,
    and a function that was wrapped or defined again elsewhere.
    """
    name, module = getattr(function, "__qualname__", None), getattr(function, "__module__", None)
    if not name or not module or not _named(function, module, name):
        return None
    try:
        path = Path(inspect.getsourcefile(inspect.unwrap(function)) or "").resolve()
    except TypeError:
        return f"{module}:{name}"
    return f"{path}:{name}" if path.is_file() and not _installed(path) else f"{module}:{name}"


def _named(function: Callable[..., Any], module: str, name: str) -> bool:
    """Whether this name in this module refers to the function."""
    reached: Any = sys.modules.get(module)
    for part in name.split("."):
        reached = getattr(reached, part, None)
    # a method of a class is made each time it is asked for
    return reached is function or (isinstance(reached, MethodType) and reached == function)


def of_test(test: str, root: Path, part: str, name: str) -> str:
    """A name for a metric to which no Python name leads: the node id of the test that checks it, without the `part`
    that names the metric, constraint and reading.

    >>> of_test("tests/test_it.py::TestOne::test_all[fast-mine-rag-bag]", Path("/project"), "mine-rag-bag", "mine")
    '/project/tests/test_it.py:TestOne.test_all[fast].mine'
    """
    file, _, rest = test.partition("::")
    within = rest.replace(part, "", 1).replace("[-", "[").replace("-]", "]").replace("[]", "") if part else rest
    return f"{root / file}:{within.replace('::', '.').replace(':', '.')}.{name}"


def target(function: Callable[..., Any]) -> str | None:
    """The TARGET of a function, `path/to/file.py:attribute` or `module:attribute`; None where no name leads to it."""
    place_and_name = origin(function)
    if place_and_name is None:
        return None
    place, _, name = place_and_name.rpartition(":")
    current = Path.cwd()
    if Path(place).is_absolute():
        return (
            f"{Path(place).relative_to(current).as_posix()}:{name}"
            if Path(place).is_relative_to(current)
            else f"{function.__module__}:{name}"
        )
    return place_and_name


def beside(metric: str, folder: Path) -> str:
    """The name of a metric for people who have this folder: for a metric in a file, a TARGET whose path begins at the
    folder that holds this one. The names of our metrics and of installed metrics are unchanged.

    >>> beside("project/metrics.py:mine", Path("project/evidence")), beside("bcubed-f", Path("project/evidence"))
    ('metrics.py:mine', 'bcubed-f')
    """
    if ":" not in metric or registry.is_metric(metric):
        return metric
    try:
        expression = read(metric)
    except TargetError:  # what names a test is not always written as in Python
        name, _, attribute = metric.rpartition(":")
        expression = Expression(name, attribute)
    place = expression.place
    path = Path(place) if place.endswith(".py") or Path(place).is_file() else _file(place)
    if path is None or _installed(path):
        return metric
    around = Path(os.path.abspath(folder)).parent.resolve()
    return f"{expression.prefix}{Path(os.path.relpath(path.resolve(), around)).as_posix()}:{expression.text}"


def _installed(path: Path) -> bool:
    """Whether a file belongs to Python or to a package. Its path differs between machines."""
    return not {"site-packages", "dist-packages"}.isdisjoint(path.parts) or path.is_relative_to(
        sysconfig.get_path("stdlib")
    )


def _file(module: str) -> Path | None:
    """The file of a module, found without importing it."""
    top, *parts = module.split(".")
    try:
        spec = PathFinder.find_spec(top, [os.getcwd()]) or importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    for i, _ in enumerate(parts, 2):
        if spec is not None:
            spec = PathFinder.find_spec(".".join([top, *parts][:i]), spec.submodule_search_locations or [])
    return Path(spec.origin) if spec is not None and spec.origin is not None and spec.has_location else None
