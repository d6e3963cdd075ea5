"""Runs of which only what a constraint changes is told: the relevant documents that it moves. All others are symbols
(`axiometrics.kernel.symbols`).

The ranks of a group of relevant documents are those of an area of a run that nobody touches: above what is moved, say.
A group may be empty. A sketch that left out cases of its reading is not found out by the derivation: so what is derived
is compared with the metric on cases as well.
"""

from __future__ import annotations

from typing import Any

from axiometrics.definitions.runs import Graded, Hit, Hits
from axiometrics.kernel.symbols import Group, Series, Things, number


def untouched(name: str) -> Group:
    """The relevant documents of an area."""
    return Group(name, Hit(*(number(f"{name}.{of}", 1) for of in ("rank", "grade", "found", "gain", "best"))))


def run(relevant: Any, *hits: Hit, areas: tuple[Group, ...] = (), series: tuple[Series, ...] = ()) -> Hits:
    """A run that retrieves these relevant documents, those of untouched areas, and those in a row."""
    return Hits(Things(hits, areas, series), relevant, Things((), (_IDEAL,)))


_IDEAL = Group("ideal", Graded(number("ideal.rank", 1), number("ideal.grade", 1)))
"""The relevant documents of the collection, ranked on top: the same for all outputs of a case."""

DISCOUNTED = _IDEAL.total(lambda d: d.grade / (d.rank + 1).log_to(2))
"""Their DCG."""
