"""Finding a user's metric by name, and what can be told of it without calling it. Runs where the metric runs."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from axiometrics.candidates.containment.call import one_line, printable
from axiometrics.candidates.expression import Result, followed, read
from axiometrics.candidates.libraries import Adapted, adapted, adapted_object
from axiometrics.core.errors import TargetError


@dataclass(frozen=True)
class Description:
    """What is known of an object that is to be a metric.

    Attributes
    ----------
    name, type : its own name where it has one, and its class
    is_callable : whether it can be called
    parameters : the names of its parameters, as far as they can be told
    needed : those of them that have no default
    declared : what `@axiometrics.metric(...)`, or the adapter of its library, says of it
    """

    name: str
    type: str
    is_callable: bool
    parameters: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    declared: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("name", "type"):
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
            "needed": list,
            "declared": dict,
        }
        if (
            not isinstance(data, dict)
            or set(data) != set(kinds)
            or not all(isinstance(data[key], kind) for key, kind in kinds.items())
        ):
            raise ValueError("no description")
        names = {key: tuple(map(str, data[key])) for key in ("parameters", "needed")}
        return cls(**{**data, **names})


def describe(found: Any) -> Description:
    """What can be told of an object, as `resolved` gives it."""
    function = found.function if isinstance(found, Result) else found
    if isinstance(function, Adapted):
        return Description(function.name, "Adapted", True, declared=function.declared)
    known = getattr(function, "__axiometrics__", getattr(getattr(function, "func", None), "__axiometrics__", None))
    asked = function.update if isinstance(function, Accumulated) else function
    try:
        parameters = {
            name: one
            for name, one in inspect.signature(asked).parameters.items()
            if one.kind not in {one.VAR_POSITIONAL, one.VAR_KEYWORD}
        }
    except (TypeError, ValueError):
        parameters = {}
    needed = tuple(name for name, one in parameters.items() if one.default is one.empty)
    declared = asdict(known) if is_dataclass(known) and not isinstance(known, type) else {}
    return Description(_name(function), type(found).__name__, callable(found), tuple(parameters), needed, declared)


@dataclass(frozen=True)
class Accumulated:
    """An object that is given outputs and golds by `update` and then says the value by `compute`, as the metrics of
    training loops are. A fresh copy of it is used for each call.
    """

    made: Any

    @property
    def update(self) -> Any:
        """What takes the arguments."""
        return self.made.update

    @property
    def __name__(self) -> str:
        return type(self.made).__name__

    def __call__(self, *arguments: Any) -> Any:
        """The value for these arguments alone."""
        one = copy.deepcopy(self.made)
        one.update(*arguments)
        return one.compute()


def resolved(found: Any, signature: str | None = None) -> Any:
    """The object as the adapter of its library calls it, where there is one; unless it is to be called by a signature
    that is not the adapter's.
    """
    if isinstance(found, Result):
        return replace(found, function=resolved(found.function, signature))
    if isinstance(found, Adapted) or hasattr(found, "__axiometrics__"):
        return found
    known = adapted_object(found, signature)
    if known is not None:
        return known
    if all(callable(getattr(found, name, None)) for name in ("update", "compute")):
        return Accumulated(_made(found) if isinstance(found, type) else found)
    return _made(found) if isinstance(found, type) and "__call__" in vars(found) else found


def _made(of: type) -> Any:
    """An object of a class. Raises `TargetError` where the class needs arguments."""
    try:
        return of()
    except Exception as error:
        raise TargetError(
            f"{of.__name__} is a class, and no object of it can be made without arguments ({one_line(error)}): write "
            f"them in the TARGET, {of.__name__}(name=value)"
        ) from None


def _name(function: Any) -> str:
    """The name of a function; with the arguments that are bound, where these are all by keyword."""
    if isinstance(function, partial) and not function.args:
        bound = ", ".join(f"{name}={value!r}" for name, value in function.keywords.items())
        return f"{_name(function.func)}({bound})"
    return str(getattr(function, "__name__", type(function).__name__))


def find(target: str) -> Any:
    """The metric a TARGET names. Raises `TargetError` where it cannot be imported or there is no such object."""
    asked = read(target)
    module = module_of(target)
    found = adapted(asked, module)
    if found is None:
        if not asked.steps:
            raise TargetError(
                f"{target!r} is not a TARGET, because {asked.text!r} is not written as in Python: write a name, then "
                f"arguments by keyword such as (beta=2), then a component such as [2]"
            )
        found = resolved(followed(module, asked.steps, asked.place), asked.settings.get("signature"))
    return Result(found, negated=True) if asked.negated else found


def module_of(target: str) -> Any:
    """The module of a TARGET, imported here. Raises `TargetError` where it cannot be."""
    return _module(read(target).place, target)


def module_at(place: str) -> Any:
    """The module of that name, or of that file, imported here. Raises `TargetError` where it cannot be."""
    return _module(place, place)


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
