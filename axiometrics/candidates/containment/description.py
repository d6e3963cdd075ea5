"""Finding a user's metric by name, and what can be told of it without calling it. Runs where the metric runs."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from axiometrics.candidates.containment.call import one_line, printable
from axiometrics.candidates.containment.expression import Expression, Result, followed, read
from axiometrics.core.errors import TargetError


@dataclass(frozen=True)
class Description:
    """What is known of an object that is to be a metric.

    Attributes
    ----------
    name, type : its own name where it has one, and its class
    is_callable : whether it can be called (a measure of ir_measures counts)
    parameters : the names of its parameters, as far as they can be told
    measure : how ir_measures writes it, where it is one of its measures
    declared : what `@axiometrics.metric(...)` said of it
    """

    name: str
    type: str
    is_callable: bool
    parameters: tuple[str, ...] = ()
    measure: str | None = None
    declared: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("name", "type", "measure"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, printable(getattr(self, name)))

    def to_json(self) -> dict[str, Any]:
        """The description as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Description:
        """Read it back. Raises `ValueError` for anything else."""
        kinds = {
            "name": str,
            "type": str,
            "is_callable": bool,
            "parameters": list,
            "measure": (str, type(None)),
            "declared": dict,
        }
        if (
            not isinstance(data, dict)
            or set(data) != set(kinds)
            or not all(isinstance(data[key], kind) for key, kind in kinds.items())  # type: ignore[arg-type]
        ):
            raise ValueError("no description")
        return cls(**{**data, "parameters": tuple(map(str, data["parameters"]))})


def describe(found: Any) -> Description:
    """What can be told of an object."""
    function = found.function if isinstance(found, Result) else found
    known = getattr(function, "__axiometrics__", getattr(getattr(function, "func", None), "__axiometrics__", None))
    try:
        parameters = tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        parameters = ()
    measure = str(found) if _is_measure(found) else None
    declared = asdict(known) if is_dataclass(known) and not isinstance(known, type) else {}
    name = measure or _name(function)
    return Description(
        name, type(found).__name__, callable(found) or measure is not None, parameters, measure, declared
    )


def _name(function: Any) -> str:
    """The name of a function; with the arguments that are bound, where these are all by keyword."""
    if isinstance(function, partial) and not function.args:
        bound = ", ".join(f"{name}={value!r}" for name, value in function.keywords.items())
        return f"{_name(function.func)}({bound})"
    return str(getattr(function, "__name__", type(function).__name__))


def as_function(found: Any) -> Callable[..., Any]:
    """The object, or what stands for a measure that is no function."""
    return partial(_measured, found) if _is_measure(found) else found


def _is_measure(found: Any) -> bool:
    return type(found).__module__.startswith("ir_measures.") and hasattr(found, "iter_calc")


def _measured(measure: Any, qrel: Mapping[str, int], run: Mapping[str, float]) -> Any:
    for found in measure.iter_calc({"topic": qrel}, {"topic": run}):
        return found.value
    return None


def find(target: str) -> Any:
    """The object a TARGET names. Raises `TargetError` where it cannot be imported or there is no such object."""
    asked = read(target)
    module = _module(asked.place, target)
    found = _of_library(asked, module)
    if found is None:
        if not asked.steps:
            raise TargetError(
                f"{target!r} is not a TARGET, because {asked.text!r} is not written as in Python: write a name, then "
                f"arguments by keyword such as (beta=2), then a component such as [2]"
            )
        found = followed(module, asked.steps, asked.place)
    return Result(as_function(found), negated=True) if asked.negated else found


def _module(place: str, target: str) -> Any:
    path = Path(place)
    is_file = place.endswith(".py") or path.is_file()
    if is_file and not path.is_file():
        raise TargetError(f"no file {place!r} for {target!r}: check the path")
    try:
        return _execute(str(path.resolve())) if is_file else _imported(place)
    except KeyboardInterrupt:
        raise
    except ModuleNotFoundError as error:
        raise TargetError(
            f"cannot import {place!r}: no module {error.name!r} here; install it, or give path/to/file.py:attribute"
        ) from None
    except BaseException as error:
        raise TargetError(f"cannot import {place!r}: {one_line(error)}") from None


def _imported(name: str) -> Any:
    """The module of that name, which may stand in the folder at hand."""
    with suppress(OSError):  # of a folder that is gone
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
    return importlib.import_module(name)


@cache
def _execute(path: str) -> Any:
    """The module of a file, which may import its neighbours: as a part of its package where it is in one."""
    name = Path(path).stem
    root, package = _package(Path(path).parent)
    if package:
        sys.path.insert(0, str(root))
        module = importlib.import_module(".".join(package if name == "__init__" else [*package, name]))
        if module.__file__ is not None and Path(module.__file__).resolve() == Path(path):
            return module
        sys.path.remove(str(root))  # another package of that name came first
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(Path(path).parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _package(folder: Path) -> tuple[Path, list[str]]:
    """Where the packages begin that a folder is in, and their names."""
    if not (folder / "__init__.py").is_file() or not folder.name.isidentifier():
        return folder, []
    root, names = _package(folder.parent)
    return root, [*names, folder.name]


def _of_library(asked: Expression, module: Any) -> Any:
    """A measure that a library makes from a text, e.g. `nDCG@10` of ir_measures; None where there is none."""
    if asked.place != "ir_measures" or hasattr(module, asked.text):
        return None
    try:
        return module.parse_measure(asked.text)
    except (NameError, ValueError, SyntaxError, TypeError, AssertionError):
        return None
