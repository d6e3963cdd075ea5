"""Checks of the arguments of the functions in `axiometrics.api`.

A function of the API checks its arguments before it computes anything. The type of each argument is declared once, in
the annotation of the function. An error names the argument and its value, and says which values are possible. Some
arguments are numbers; for these, this module also knows the least number that is possible.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sized
from functools import wraps
from numbers import Integral, Real
from reprlib import repr as short
from typing import Any, TypeVar, cast

import numpy as np

from axiometrics import registry
from axiometrics.core.errors import ParameterError
from axiometrics.core.metric import Metric
from axiometrics.core.signature import GOLD_FIRST, OUTPUT_FIRST

F = TypeVar("F", bound=Callable[..., Any])

_OR = re.compile(r" \| (?![^\[]*\])")
"""The stroke between two types of an annotation. A stroke inside brackets does not count."""

_FROM_ONE = {"jobs", "max_size", "rounds", "top"}
"""The whole numbers of which 0 makes no sense. Others, such as a seed, may be 0."""

_SECONDS = {"budget", "timeout"}
"""The numbers of seconds, of which none may be 0 or infinite."""

_NOT_EMPTY = {"constraints", "metrics"}
"""The lists that need an entry: an empty one is nearly always a mistake in the code that made it."""

_EXAMPLES = {
    "constraint": "'rag-bag'",
    "constraints": "['rag-bag']",
    "forbid": "['rag-bag']",
    "require": "['rag-bag']",
    "task": "'ranking'",
    "study": "'amigo2013'",
    "reading": "'all'",
    "form": "'labels'",
    "metric": "'ap'",
    "metrics": "['ap']",
    "max_size": "8",
}
"""For each argument with an example, the value that an error shows."""


def _is_name(value: Any) -> bool:
    return isinstance(value, str | Metric) or callable(value)


def _is_path(value: Any) -> bool:
    return isinstance(value, str | os.PathLike)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool | np.bool_)


def _each(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A check that accepts a value that fits, or a collection of such values. An iterator is accepted and not read."""

    def check(value: Any) -> bool:
        inside = value if isinstance(value, list | tuple | set | frozenset) else ()
        return fits(value) or (isinstance(value, Iterable) and all(map(fits, inside)))

    return check


_TYPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: isinstance(value, str), "a text"),
    "Path": (_is_path, "a path"),
    "bool": (_is_truth, "True or False"),
    "int": (lambda value: isinstance(value, Integral) and not _is_truth(value), "a whole number"),
    "float": (lambda value: isinstance(value, Real) and not _is_truth(value), "a number"),
    "Named": (_is_name, "the name of a metric, a TARGET (module:attribute) or a function"),
    "Kept": (lambda value: _is_truth(value) or _is_path(value), "True, False or a folder"),
    "Iterable[str]": (_each(lambda value: isinstance(value, str)), "a text or a list of texts"),
    "Iterable[Named]": (_each(_is_name), "a metric or a list of metrics, each a name, a TARGET or a function"),
    "ClassOrder": (
        lambda value: _each(lambda label: isinstance(label, str | Real))(value) and not isinstance(value, str | Real),
        "a list of classes, each a text or a number",
    ),
    "Mapping": (lambda value: isinstance(value, Mapping), "a dictionary"),
    "None": (lambda value: value is None, ""),
}


def demand(name: str, annotation: str, value: Any) -> None:
    """Raise `ParameterError` if the value of an argument has none of the types in its annotation, or is too small, or
    is an empty list although at least one name is needed.

    Raises `UnknownNameError` if the argument is a task that does not exist.

    >>> demand("jobs", "int | None", 2)
    >>> demand("max_size", "int", 0)
    Traceback (most recent call last):
    axiometrics.core.errors.ParameterError: the argument max_size is 0: give a whole number from 1, such as 8
    """
    kinds = [kind.partition("[")[0] if kind.startswith("Mapping") else kind for kind in _OR.split(annotation)]
    if not all(kind in _TYPES for kind in kinds):
        return
    fits = any(_TYPES[kind][0](value) for kind in kinds)
    least = int(name in _FROM_ONE)
    if fits and "int" in kinds and isinstance(value, Integral):
        fits = int(value) >= least
    if fits and name in _NOT_EMPTY and isinstance(value, Sized):
        fits = len(value) > 0
    if fits and name in _SECONDS and value is not None:
        fits = 0 < value < float("inf")
    if not fits:
        bounds = {"int": f" from {least}", "float": " of seconds above 0" if name in _SECONDS else ""}
        words = " or ".join(f"{_TYPES[kind][1]}{bounds.get(kind, '')}" for kind in kinds if kind != "None")
        such = f", such as {_EXAMPLES[name]}" if name in _EXAMPLES else ""
        raise ParameterError(f"the argument {name} is {short(value)}: give {words}{such}")
    if name == "task" and value is not None:
        registry.tasks.task(value)
    if name == "order" and value not in (None, GOLD_FIRST, OUTPUT_FIRST):
        raise ParameterError(f"the argument order is {short(value)}: give '{GOLD_FIRST}' or '{OUTPUT_FIRST}'")


def checked(function: F) -> F:
    """Wrap a function so that each call checks its arguments by the annotations first."""
    annotations = {name: kind for name, kind in function.__annotations__.items() if name != "return"}

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        if "signature" in named and "form" in annotations and "form" not in named:
            named["form"] = named.pop("signature")  # the older spelling
        for name, value in (*zip(annotations, arguments, strict=False), *named.items()):
            demand(name, annotations.get(name, "Any"), value)
        return function(*arguments, **named)

    return cast(F, call)
