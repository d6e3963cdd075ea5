"""Runs in symbols. Only the relevant documents that a constraint moves are written out; all other relevant documents
are symbols (`axiometrics.symbolic.symbols`).

A group of relevant documents stands in an area of the run that the constraint does not change, for example above the
moved document. A group may be empty. A user who may stop at each document reaches a document below the change with the
same chance before and after it, because the chances are multiplied. The derivation cannot notice that a sketch leaves
out cases of its reading, so derived quantities are compared with the metric on cases as well.
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
    """The relevant documents of an area of the run that the constraint does not change, as a group of symbols."""
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
    """A run that retrieves these relevant documents, the groups of untouched areas, and series of documents in a row.
    The grades go up to `top`.
    """
    return Hits(Things(hits, areas, series), relevant, Things((), (_IDEAL,)), top, ranks)


def ranks_to(length: Any, *more: Any, name: str = "ranks") -> Things:
    """The ranks from 1 to a length, as a group, and further single ranks below it."""
    return Things(more, (Group(name, number(f"{name}.rank", 1), number=length),))


def reliability(of: Hits) -> Callable[[Mapping[str, Any]], Any]:
    """R of a run, for the parameters of a metric."""
    return lambda parameters: hits_reliability(of, **parameters)


def sensitivity(of: Hits) -> Callable[[Mapping[str, Any]], Any]:
    """S of a run, for the parameters of a metric."""
    return lambda parameters: hits_sensitivity(of, **parameters)


def past(binary: Any) -> Any:
    """The chance that a user passes this many documents of grade 1, where 1 is the top grade: a factor of 1/2 for each
    document.
    """
    return raised(Fraction(1, 2), binary)


def past_one(grade: Any, top: Any) -> Any:
    """The chance that a user passes one document of a grade: 1 - (2^grade - 1)/2^top."""
    return 1 - raised(Fraction(1, 2), top - grade) + raised(Fraction(1, 2), top)


_IDEAL = Group("ideal", Graded(number("ideal.rank", 1), number("ideal.grade", 1)))
"""The relevant documents of the collection, ranked on top: the same for all outputs of a case."""

DISCOUNTED = _IDEAL.total(lambda d: d.grade / (d.rank + 1).log_to(2))
"""The DCG of the collection's relevant documents, ranked on top."""
