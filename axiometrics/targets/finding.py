"""Finding a user's metric by name, and telling what it is."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.util
import inspect
import sys
import warnings
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from axiometrics.core.errors import TargetError
from axiometrics.core.organization import Organization
from axiometrics.runner import Subject
from axiometrics.targets.blackbox import BlackBox, is_ir_measure, one_line
from axiometrics.targets.signatures import SIGNATURES, Declaration


def load(target: str, task: str | None = None, signature: str | None = None) -> Subject:
    """The user's metric named by `module:attribute` or `path/to/file.py:attribute`, ready for the runner.

    Raises `TargetError`, in one line, where it cannot be imported, is not callable, or its signature cannot be inferred.
    """
    declared = _declare(_find(target), target, task, signature)
    return _subject(target, declared, partial(_load_judge, target, task, signature), portable=True)


def subject(function: Callable[..., Any], task: str | None = None, signature: str | None = None) -> Subject:
    """A callable as the runner takes it; its id is its name."""
    name = getattr(function, "__name__", type(function).__name__)
    declared = _declare(function, name, task, signature)
    return _subject(name, declared, partial(BlackBox, name, function, declared), portable=False)


def scorer(target: str, task: str | None = None, signature: str | None = None) -> Callable[[Organization, Organization], float]:
    """The user's metric as a function of system and gold, in floats."""
    judge = _load_judge(target, task, signature, task or "")
    return lambda system, gold: float(judge.score(system, gold))


def _load_judge(target: str, task: str | None, signature: str | None, of_task: str) -> BlackBox:
    function = _find(target)
    return BlackBox(target, function, _declare(function, target, task, signature), of_task)


def _subject(name: str, declared: Declaration, judge: Callable[[str], BlackBox], portable: bool) -> Subject:
    assert declared.signature is not None
    tasks = (declared.task,) if declared.task else SIGNATURES[declared.signature].tasks
    entry: dict[str, Any] = {"id": name, "base": name, "params": {}, "display": name, "family": "user", "task": tasks[0], "source": "user"}
    return Subject({**entry, "inferred": declared.inferred}, tasks, judge, portable)


def _find(target: str) -> Any:
    """The object a target names."""
    place, colon, attribute = target.rpartition(":")
    if not colon or not place or not attribute:
        raise TargetError(f"{target!r} is no metric of ours and no target: write module:attribute or path/to/file.py:attribute")
    module = _module(place, target)
    found: Any = module
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
        with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
            warnings.simplefilter("ignore")
            return _execute(str(path.resolve())) if is_file else importlib.import_module(place)
    except KeyboardInterrupt:
        raise
    except ModuleNotFoundError as error:
        raise TargetError(f"cannot import {place!r}: no module {error.name!r} here; install it, or give path/to/file.py:attribute") from None
    except BaseException as error:
        raise TargetError(f"cannot import {place!r}: {one_line(error)}") from None


@cache
def _execute(path: str) -> Any:
    """The module of a file, which may import its neighbours."""
    name = Path(path).stem
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


def _of_library(place: str, attribute: str) -> Any:
    """A measure that a library makes from a name, e.g. `nDCG@10` of ir_measures."""
    if place != "ir_measures":
        return None
    import ir_measures

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ir_measures.parse_measure(attribute)
    except (NameError, ValueError, SyntaxError, TypeError, AssertionError):
        return None


def _declare(function: Any, name: str, task: str | None, signature: str | None) -> Declaration:
    """Options before declaration before inference."""
    known: Declaration = getattr(function, "__axiometrics__", None) or Declaration()
    inferred = ""
    chosen = signature or known.signature
    graded = known.graded
    if is_ir_measure(function):
        chosen = "trec"
        graded = str(function).startswith(("nDCG", "ERR", "DCG"))
        inferred = "an ir_measures measure: ranking, signature trec"
    elif not callable(function):
        raise TargetError(f"{name} is a {type(function).__name__}, not a function: name a callable")
    elif chosen is None:
        chosen = _inferred_signature(function, name)
        inferred = f"signature {chosen}, from its parameters {SIGNATURES[chosen].call}"
        graded = graded or getattr(function, "__name__", "") in {"dcg_score", "ndcg_score"}
    if chosen not in SIGNATURES:
        raise TargetError(f"no signature {chosen!r}: known are {', '.join(SIGNATURES)}")
    wanted = task or known.task
    tasks = SIGNATURES[chosen].tasks
    if wanted is not None and wanted not in tasks:
        raise TargetError(f"{name}: signature {chosen} is of task {' or '.join(tasks)}, not {wanted!r}")
    if inferred and wanted is None:
        inferred += f"; task {' and '.join(tasks)}"
    return Declaration(wanted, chosen, known.exact, graded, known.overlapping, inferred)


def _inferred_signature(function: Any, name: str) -> str:
    """By the names of the first two parameters."""
    try:
        parameters = tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        parameters = ()
    for signature in SIGNATURES.values():
        if parameters[:2] in signature.parameters:
            return signature.name
    known = "; ".join(f"{s.name}: {s.call}" for s in SIGNATURES.values())
    raise TargetError(f"{name}({', '.join(parameters)}): its signature cannot be told from its parameters; give --signature, one of {known}")
