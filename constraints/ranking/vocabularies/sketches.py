"""Runs of which only what a constraint changes is told: the relevant documents that it moves. All others are symbols
(`axiometrics.symbolic.symbols`).

The ranks of a group of relevant documents are those of an area of a run that is not touched: above what is moved, say.
Who may stop at each document comes to one below the change with the same chance, whichever of the documents above is
first: the chances are multiplied. A group may be empty. A sketch that left out cases of its reading is not found out by
the derivation: so what is derived is compared with the metric on cases as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.definitions.ranking.reliability_sensitivity import hits_reliability, hits_sensitivity
from axiometrics.definitions.runs import Graded, Hit, Hits
from axiometrics.definitions.sums import raised
from axiometrics.symbolic.symbols import Group, Series, Things, number


def untouched(name: str) -> Group:
    """The relevant documents of an area."""
    rank, grade, found, gain, best = (number(f"{name}.{of}", 1) for of in ("rank", "grade", "found", "gain", "best"))
    return Group(name, Hit(rank, grade, found, gain, best, number(f"{name}.reached")))


def run(
    relevant: Any,
    *hits: Hit,
    areas: tuple[Group, ...] = (),
    series: tuple[Series, ...] = (),
    top: Any = 1,
    ranks: Any = (),
) -> Hits:
    """A run that retrieves these relevant documents, those of untouched areas, and those in a row; grades to `top`."""
    return Hits(Things(hits, areas, series), relevant, Things((), (_IDEAL,)), top, ranks)


def ranks_to(length: Any, *more: Any, name: str = "ranks") -> Things:
    """The ranks to this one, whatever metrics make of them, and more ranks below."""
    return Things(more, (Group(name, number(f"{name}.rank", 1), number=length),))


def reliability(of: Hits) -> Callable[[Mapping[str, Any]], Any]:
    """R of a run, for the parameters of a metric."""
    return lambda parameters: hits_reliability(of, **parameters)


def sensitivity(of: Hits) -> Callable[[Mapping[str, Any]], Any]:
    """S of a run, for the parameters of a metric."""
    return lambda parameters: hits_sensitivity(of, **parameters)


def past(binary: Any) -> Any:
    """The chance to come past so many documents of the grade 1, which is the top one: half of it at each."""
    return raised(Fraction(1, 2), binary)


def past_one(grade: Any, top: Any) -> Any:
    """The chance to come past a document of a grade: 1 - (2^grade - 1)/2^top."""
    return 1 - raised(Fraction(1, 2), top - grade) + raised(Fraction(1, 2), top)


_IDEAL = Group("ideal", Graded(number("ideal.rank", 1), number("ideal.grade", 1)))
"""The relevant documents of the collection, ranked on top: the same for all outputs of a case."""

DISCOUNTED = _IDEAL.total(lambda d: d.grade / (d.rank + 1).log_to(2))
"""Their DCG."""
