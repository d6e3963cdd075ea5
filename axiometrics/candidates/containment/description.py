"""Finds a user's metric by name, and describes it without calling it. This code runs in the process of the metric."""

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
from axiometrics.candidates.parameter_names import leaning
from axiometrics.core.errors import TargetError


@dataclass(frozen=True)
class Description:
    """The description of an object that is to be a metric.

    Attributes
    ----------
    name, type : the object's own name where it has one, and its class
    is_callable : whether the object can be called
    parameters : the names of its parameters, as far as they are known; those that take the gold and the output come
        first
    needed : the parameters without a default
    declared : the declaration by `@axiometrics.metric(...)`, or by the adapter of the object's library
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
        """Read a description from plain data. Raises `ValueError` for anything else."""
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


def describe(metric: Any) -> Description:
    """Describe an object that `resolved` has returned."""
    function = metric.function if isinstance(metric, Result) else metric
    if isinstance(function, Adapted):
        return Description(function.name, "Adapted", True, declared=function.declared)
    declaration = getattr(
        function, "__axiometrics__", getattr(getattr(function, "func", None), "__axiometrics__", None)
    )
    parameters = _taken(function)
    needed = tuple(name for name, parameter in parameters.items() if parameter.default is parameter.empty)
    if isinstance(function, Named):
        needed = function.names
    declared = asdict(declaration) if is_dataclass(declaration) and not isinstance(declaration, type) else {}
    return Description(_name(function), type(metric).__name__, callable(metric), tuple(parameters), needed, declared)


def _taken(function: Any) -> dict[str, inspect.Parameter]:
    """The parameters of the function that is called. The arguments that take the gold and the output come first."""
    if isinstance(function, Evaluator):
        return _parameters(function.of) | _own_parameters(getattr(function.of, function.method))
    if isinstance(function, Named):
        named = _parameters(function.function)
        return {name: named[name] for name in sorted(named, key=lambda name: name not in function.names)}
    return _parameters(function.update if isinstance(function, Accumulated) else function)


FEEDS, TELLS = ("update", "update_state", "add"), ("compute", "result", "get")
"""The names of the methods by which objects take outputs and golds, and of those by which they return the value."""

CALLS = ("evaluate", "compute", "score", "__call__")
"""The names of the methods by which objects return the value of one output."""


@dataclass(frozen=True)
class Accumulated:
    """An object that first takes outputs and golds and then returns the value, as the metrics of training loops do.
    Each call uses a fresh copy of it.

    Attributes
    ----------
    made : the object
    feed, tell : the names of its two methods
    """

    made: Any
    feed: str = "update"
    tell: str = "compute"

    @property
    def update(self) -> Any:
        """The method that takes the arguments."""
        return getattr(self.made, self.feed)

    @property
    def __name__(self) -> str:
        return type(self.made).__name__

    def __call__(self, *arguments: Any) -> Any:
        """The value for these arguments alone. An object with the method `get` takes one item after the other."""
        fresh = copy.deepcopy(self.made)
        feed = getattr(fresh, self.feed)
        for each in zip(*arguments, strict=True) if self.tell == "get" else (arguments,):
            feed(*each)
        return getattr(fresh, self.tell)()


@dataclass(frozen=True)
class Evaluator:
    """A class whose objects are made from the golds, and are then called with the outputs."""

    of: type
    method: str

    @property
    def __name__(self) -> str:
        return self.of.__name__

    def __call__(self, golds: Any, outputs: Any) -> Any:
        """The value of these outputs."""
        return getattr(self.of(golds), self.method)(outputs)


@dataclass(frozen=True)
class Named:
    """A function that takes its arguments by their names.

    Attributes
    ----------
    function : the function
    names : the names of the parameters that take the arguments, in the order of the arguments
    """

    function: Any
    names: tuple[str, ...]

    @property
    def __name__(self) -> str:
        return _name(self.function)

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        """The value for these arguments."""
        return self.function(**dict(zip(self.names, arguments, strict=False)), **more)


def resolved(metric: Any, signature: str | None = None, target: str = "") -> Any:
    """The object as the adapter of its library calls it, where there is one; unless the object is to be called in
    another form than that of the adapter. `target` names the object in errors.
    """
    if isinstance(metric, Result):
        return replace(metric, function=resolved(metric.function, signature, target))
    if isinstance(metric, Adapted) or hasattr(metric, "__axiometrics__"):
        return metric
    of_library = adapted_object(metric, signature)
    if of_library is not None:
        return of_library
    return _by_name(_callable_of(metric, target))


def _callable_of(metric: Any, target: str) -> Any:
    """The object to call where an object or a class is given: a wrapper of an object that accumulates, the method that
    returns the value, or the object itself.
    """
    methods = [(feed, tell) for feed in FEEDS for tell in TELLS if _has(metric, feed) and _has(metric, tell)]
    if methods:
        return Accumulated(_made(metric, target) if isinstance(metric, type) else metric, *methods[0])
    if not isinstance(metric, type) and inspect.isroutine(metric):
        return metric
    method = next((name for name in CALLS if name in dir(metric) and _is_own(metric, name)), None)
    if method is None:
        return metric
    if isinstance(metric, type):
        parameters = _parameters(metric)
        takes = [parameter for name, parameter in _parameters(getattr(metric, method)).items() if name != "self"]
        if (
            parameters
            and all(parameter.default is parameter.empty for parameter in parameters.values())
            and len(parameters) == len(takes) == 1
        ):
            return Evaluator(metric, method)
        metric = _made(metric, target)
    return metric if method == "__call__" else getattr(metric, method)


def _has(metric: Any, method: str) -> bool:
    return callable(getattr(metric, method, None))


def _is_own(metric: Any, method: str) -> bool:
    """Whether the class of an object declares a method itself. (`type` makes every class callable, so `callable` does
    not tell this.)
    """
    of = metric if isinstance(metric, type) else type(metric)
    return any(method in vars(base) for base in of.__mro__ if base is not object)


def _parameters(function: Any) -> dict[str, inspect.Parameter]:
    """The parameters of a function by name, without `*args` and `**kwargs`."""
    try:
        every = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}
    return {
        name: parameter
        for name, parameter in every.items()
        if parameter.kind not in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}
    }


def _own_parameters(method: Any) -> dict[str, inspect.Parameter]:
    """The parameters of a method of a class, without `self`."""
    return dict(list(_parameters(method).items())[1:])


def _by_name(function: Any) -> Any:
    """The function with its arguments given by name. This form is used where the function takes arguments by name only,
    or where optional parameters stand before the parameters that take the gold and the output.
    """
    if not callable(function) or isinstance(function, (Accumulated, Evaluator, type)):
        return function
    parameters = _parameters(function)
    by_name = [
        name
        for name, parameter in parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty
    ]
    if by_name and len(by_name) == sum(parameter.default is parameter.empty for parameter in parameters.values()):
        return Named(function, tuple(by_name))
    names = list(parameters)
    telling = [name for name in names if leaning(name)]
    optional = all(parameters[name].default is not inspect.Parameter.empty for name in names)
    if optional and len(telling) == 2 and telling != names[:2] and leaning(telling[0]) * leaning(telling[1]) < 0:
        return Named(function, tuple(telling))
    return function


def _made(of: type, target: str) -> Any:
    """An object of a class. Raises `TargetError` where the class needs arguments."""
    try:
        return of()
    except Exception as error:
        needed = [name for name, parameter in _parameters(of).items() if parameter.default is parameter.empty]
        bound = ", ".join(f"{name}=..." for name in needed or ["name"])
        raise TargetError(
            f"{of.__name__} is a class, and no object of it can be made without arguments ({one_line(error)}): write "
            f"them in the TARGET, as {target or of.__name__}({bound})"
        ) from None


def _name(function: Any) -> str:
    """The name of a function. Arguments that are bound are added where all of them are bound by keyword."""
    if isinstance(function, partial) and not function.args:
        bound = ", ".join(f"{name}={value!r}" for name, value in function.keywords.items())
        return f"{_name(function.func)}({bound})"
    return str(getattr(function, "__name__", type(function).__name__))


def find(target: str) -> Any:
    """The metric that a TARGET names. Raises `TargetError` where it cannot be imported or does not exist."""
    expression = read(target)
    module = module_of(target)
    metric = adapted(expression, module)
    if metric is None:
        if not expression.steps:
            raise TargetError(
                f"{target!r} is not a TARGET, because {expression.text!r} is not written as in Python: write a name, "
                f"then arguments by keyword such as (beta=2), then a component such as [2]"
            )
        metric = resolved(followed(module, expression.steps, expression.place), expression.form, target)
    return Result(metric, negated=True) if expression.negated else metric


def module_of(target: str) -> Any:
    """The module of a TARGET, imported in this process. Raises `TargetError` where it cannot be imported."""
    return _module(read(target).place, target)


def module_at(place: str) -> Any:
    """The module of that name or file, imported in this process. Raises `TargetError` where it cannot be imported."""
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
    """The module of that name, which may stand in the current folder."""
    with suppress(OSError):  # the current folder does not exist any more
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
    return importlib.import_module(name)


@cache
def _execute(path: str) -> Any:
    """The module of a file. The module may import its neighbours, and belongs to a package if its folder is a
    package.
    """
    name = Path(path).stem
    root, package = _package(Path(path).parent)
    if package:
        sys.path.insert(0, str(root))
        module = importlib.import_module(".".join(package if name == "__init__" else [*package, name]))
        if module.__file__ is not None and Path(module.__file__).resolve() == Path(path):
            return module
        sys.path.remove(str(root))  # another package of that name was imported before
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
    """The folder that holds the outermost package of a folder, and the names of the packages down to the folder."""
    if not (folder / "__init__.py").is_file() or not folder.name.isidentifier():
        return folder, []
    root, names = _package(folder.parent)
    return root, [*names, folder.name]
