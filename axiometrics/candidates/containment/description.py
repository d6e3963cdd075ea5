"""Finding a user's metric by name, and what can be told of it without calling it. Runs where the metric runs."""

from __future__ import annotations

import difflib
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
    known = getattr(found, "__axiometrics__", None)
    try:
        parameters = tuple(inspect.signature(found).parameters)
    except (TypeError, ValueError):
        parameters = ()
    measure = str(found) if _is_measure(found) else None
    declared = asdict(known) if is_dataclass(known) and not isinstance(known, type) else {}
    name = measure or getattr(found, "__name__", type(found).__name__)
    return Description(
        str(name), type(found).__name__, callable(found) or measure is not None, parameters, measure, declared
    )


def as_function(found: Any) -> Callable[..., Any]:
    """The object, or what stands for a measure that is no function."""
    return partial(_measured, found) if _is_measure(found) else found


def _is_measure(found: Any) -> bool:
    return type(found).__module__.startswith("ir_measures.") and hasattr(found, "iter_calc")


def _measured(measure: Any, qrel: Mapping[str, int], run: Mapping[str, float]) -> Any:
    for found in measure.iter_calc({"topic": qrel}, {"topic": run}):
        return found.value
    return None


def split(target: str) -> tuple[str, str]:
    """The place and the attribute of a target. Raises `TargetError` where it has not both."""
    place, colon, attribute = target.rpartition(":")
    if not colon or not place or not attribute:
        raise TargetError(
            f"{target!r} is no metric of ours and no target: write module:attribute or path/to/file.py:attribute"
        )
    return place, attribute


def find(target: str) -> Any:
    """The object a target names. Raises `TargetError` where it cannot be imported or has no such attribute."""
    place, attribute = split(target)
    found: Any = _module(place, target)
    for part in attribute.split("."):
        if not hasattr(found, part):
            known = _of_library(place, attribute)
            if known is not None:
                return known
            close = difflib.get_close_matches(part, [name for name in dir(found) if not name.startswith("_")], 3)
            cure = f"did you mean {' or '.join(close)}?" if close else "check the spelling"
            raise TargetError(f"{place} has no attribute {part!r}: {cure}")
        found = getattr(found, part)
    return found


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


def _of_library(place: str, attribute: str) -> Any:
    """A measure that a library makes from a name, e.g. `nDCG@10` of ir_measures."""
    if place != "ir_measures":
        return None
    import ir_measures

    try:
        return ir_measures.parse_measure(attribute)
    except (NameError, ValueError, SyntaxError, TypeError, AssertionError):
        return None
