"""Traces: the changes that the calls of a metric have made in its process since the import. A process in which
something has changed serves no other metric.

The verdict on a metric must not depend on which metrics were called before it. The following is compared: all objects
that the modules of the user hold; the object for which each name of every other module stands; the seeds of `random`
and numpy; threads, children, open files, signals and timers; the current folder, the environment, the path of modules,
and the settings of numpy and decimal. Changes inside objects of installed libraries, and in the internal state of
compiled code, such as the values that a cached function remembers, are not seen.
"""

from __future__ import annotations

import decimal
import gc
import io
import os
import pickle
import random
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Set
from operator import is_
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from axiometrics.running.reads import environment, is_installed

MOST = 50_000
"""Objects that are looked at in the modules of the user. With more of them, the process serves one metric."""

PASSING = {"warnings"}
"""Modules whose names stand for other objects after each warning."""

NOTES = {"__builtins__", "__warningregistry__", "_abc_impl"}
"""Names in modules and classes whose values are not compared: the calls of a metric may change them."""

FIXED = (
    BuiltinFunctionType,
    CodeType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
    type(threading.Lock()),
    type(threading.RLock()),
)
"""Types of objects that do not change, or that are looked at elsewhere."""

HELD = (dict, list, tuple, set, frozenset, MappingProxyType)
"""Types whose objects are compared by the objects that they hold."""

ATOMS = (type(None), bool, int, float, complex, str, bytes, type(...), range)
"""Types whose objects are compared by their values."""


class Traces:
    """The state of this process as it was after the import.

    Parameters
    ----------
    before : the names of the modules that were there before the import
    """

    def __init__(self, before: Set[str]) -> None:
        self._before = before
        self._modules = [(name, module, *_unzipped(vars(module))) for name, module in _modules() if name not in PASSING]
        self._own = self._of_user(_modules())
        self._kept: list[Any] = []
        """The objects of the picture. They are kept alive so that no new object can have the id of one of them."""
        self._picture = self._pictured(self._kept)
        self._around = _around()

    def _of_user(self, modules: Iterable[tuple[str, ModuleType]]) -> set[str]:
        """The names of those modules that the user has written."""
        return {
            name
            for name, module in modules
            if name not in {*self._before, "__main__", "__mp_main__"}
            and name.partition(".")[0] not in {*sys.stdlib_module_names, __name__.partition(".")[0]}
            and (path := getattr(module, "__file__", None)) is not None
            and not is_installed(path)
        }

    def changed(self) -> str:
        """Say in words which part of the process has changed. The text is empty if no change is seen."""
        around = _around()
        for part, was in self._around.items():
            if around[part] != was:
                return part
        for name, module, names, objects in self._modules:
            if sys.modules.get(name) is not module or not all(map(is_, map(vars(module).get, names), objects)):
                return f"the module {name}"
        old = {name for name, *_ in self._modules}
        if self._of_user(pair for pair in _modules() if pair[0] not in old) - self._own:
            return "modules that were imported late"
        if self._picture is None or self._pictured([]) != self._picture:
            return "what the modules of the metric hold"
        return ""

    def _pictured(self, kept: list[Any]) -> list[Any] | None:
        """Everything that the modules of the user hold, as values that can be compared. None if this is too much, or if
        it cannot be read.
        """
        picture: list[Any] = []
        seen: dict[int, int] = {}
        todo: list[Any] = [vars(sys.modules[name]) for name in sorted(self._own)]
        while todo:
            value = todo.pop()
            if type(value) in ATOMS:
                picture.append((type(value), repr(value) if isinstance(value, float | complex) else value))
                continue
            if id(value) in seen:
                picture.append(("again", seen[id(value)]))
                continue
            seen[id(value)] = len(seen)
            kept.append(value)
            if len(seen) > MOST:
                return None
            try:
                parts = list(self._parts(value))
            except Exception:
                return None
            picture.append((id(type(value)), None if isinstance(value, HELD) else id(value), len(parts)))
            todo += parts
        return picture

    def _parts(self, value: Any) -> Iterable[Any]:
        """The objects that an object holds. Functions, classes and modules that the user has not written count as
        holding nothing. Raises an error if this is not known.
        """
        if isinstance(value, dict | MappingProxyType):
            return [part for pair in value.items() if pair[0] not in NOTES for part in pair]
        if isinstance(value, HELD):
            return value
        if isinstance(value, FunctionType):
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            inside = value.__defaults__, value.__kwdefaults__, value.__dict__, value.__code__, *cells
            return inside if value.__module__ in self._own else ()
        if isinstance(value, type):
            return vars(value).items() if value.__module__ in self._own else ()
        if isinstance(value, MethodType):
            return value.__self__, value.__func__
        if isinstance(value, staticmethod | classmethod):
            return (value.__func__,)
        if isinstance(value, property):
            return value.fget, value.fset, value.fdel
        if isinstance(value, FIXED) or (isinstance(value, io.IOBase) and value.closed):
            return ()
        if type(value).__module__ in self._own:
            slots = [name for base in type(value).__mro__ for name in vars(base).get("__slots__", ())]
            return [getattr(value, "__dict__", None), *(getattr(value, name, None) for name in slots)]
        reduced = value.__reduce_ex__(4)
        return (
            (reduced,)
            if isinstance(reduced, str)
            else [list(part) if isinstance(part, Iterator) else part for part in reduced]
        )


def _unzipped(names: Mapping[str, Any]) -> tuple[list[str], list[Any]]:
    return list(names), list(names.values())


def _modules() -> list[tuple[str, ModuleType]]:
    return [(name, module) for name, module in list(sys.modules.items()) if isinstance(module, ModuleType)]


def _around() -> dict[str, Any]:
    """The parts of the state of the process that do not belong to a module, by their names in messages."""
    numpy_random = sys.modules.get("numpy.random")  # numpy imports it only when it is needed
    state: Any = None if numpy_random is None else numpy_random.get_state(legacy=False)
    return {
        "the seed of random": random.getstate(),
        "the seed of numpy": pickle.dumps(state),
        "threads": set(threading.enumerate()),
        "children": _has_children(),
        "open files": len(os.listdir("/dev/fd")),
        "the environment": environment(),
        "the folder": _folder(),
        "the path of modules": list(sys.path),
        "signals": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "timers": [signal.getitimer(which)[0] > 0 for which in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL)],
        "the settings of numpy": np.geterr(),
        "the settings of decimal": repr(decimal.getcontext()),
        "limits of Python": (sys.getrecursionlimit(), gc.isenabled()),
    }


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder does not exist any more
        return ""
