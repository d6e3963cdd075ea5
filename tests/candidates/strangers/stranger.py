"""A function of a stranger, with what it is: the form in which it takes its data, and which argument is the gold."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import indent
from typing import Any

import numpy as np

GOLD, OUTPUT = "gold-first", "output-first"
"""The two orders of the arguments."""

SILENT = frozenset([*"xyabpqUVuvstABXYmngrhdc", "left", "right", "first", "second"])
"""Names that say nothing of the role of a parameter."""


@dataclass(frozen=True)
class Stranger:
    """A function, and what it is.

    Attributes
    ----------
    id : the name of the function, and the names of its parameters
    function : the function, or the class
    form : the form in which it takes its data
    order : which argument comes first: the gold, where either order gives the same values and the names say nothing;
        None where the data is not in two arguments
    silent : whether the names of the parameters say nothing
    doubt : why nothing can decide, so that the user is asked; empty where the names or the calls decide
    """

    id: str
    function: Callable[..., Any]
    form: str
    order: str | None
    silent: bool = False
    doubt: str = ""


def defined(name: str, head: str, body: str) -> Callable[..., Any]:
    """The function of a source, which is written under other names than the one of its template."""
    space: dict[str, Any] = {"math": math, "np": np, "Counter": Counter, "defaultdict": defaultdict}
    exec(f"def {name}({head}):\n{indent(body, '    ')}", space)
    function: Callable[..., Any] = space[name]
    return function


def named(
    form: str,
    bodies: dict[str, str],
    names: list[tuple[str, str, str]],
    more: str = "",
    doubt: str = "",
) -> Iterator[Stranger]:
    """Each body under each pair of names; `names` says which of the two is the gold. A body speaks of G and O."""
    for first, second, order in names:
        gold, output = (first, second) if order == GOLD else (second, first)
        silent = {first, second} <= SILENT
        for name, body in bodies.items():
            head = f"{first}, {second}{more}"
            function = defined(name, head, body.replace("<G>", gold).replace("<O>", output))
            yield Stranger(f"{name}({head})", function, form, order, silent, doubt if silent else "")
