"""Scorings in symbols: what a metric compares, by whether a score is too high, too low, or right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from axiometrics.constraints.scoring.vocabularies.points import PLAIN, Parameters
from axiometrics.definitions.scoring.distance import Compared
from axiometrics.kernel.symbols import Group, NotDerivedError, Things, number, positive


@dataclass(frozen=True)
class Scored:
    """An output whose scores may be too high by `high` together, and too low by `low`, of so many documents."""

    documents: Any
    high: Any
    low: Any
    more: tuple[Any, ...] = ()

    @classmethod
    def of(cls, role: str) -> Scored:
        """An output of which nothing more is known; those of all roles are of the same documents."""
        return cls(number("N", 1), number(f"{role}.high"), number(f"{role}.low"))

    @property
    def distance(self) -> Any:
        """How far the scores are off."""
        return self.high + self.low

    @property
    def compared(self) -> Compared:
        """The documents in three groups, whose numbers nobody needs to know but that of all of them."""
        far, near, least = positive("high.by"), positive("low.by"), number("high.least")
        some = number("high.number"), number("low.number")
        high, low = (least + far, least), (number("low.least"), number("low.least") + near)
        groups = (
            Group("high", high, number=some[0], sums=((str(far.term), self.high),)),
            Group("low", low, number=some[1], sums=((str(near.term), self.low),)),
            Group("right", (number("right.score"),) * 2, number=self.documents - some[0] - some[1]),
        )
        return Compared(Things(self.more, groups))

    def with_one_more(self, score: Any, relevance: Any) -> Scored:
        """The same with a document more."""
        return replace(self, more=(*self.more, (score, relevance)))


Value = Callable[[Parameters], Any]


def as_given(value: Any) -> Value:
    """A sum over scores and relevances as they are, which are what the metric compares."""
    return lambda parameters: _where(all(parameters[name] == of for name, of in PLAIN.items()), value, parameters)


def as_compared(value: Any, **other: Any) -> Value:
    """A sum over scores and relevances as a metric with these parameters compares them."""
    return lambda parameters: _where(all(parameters[name] == of for name, of in other.items()), value, parameters)


def _where(holds: bool, value: Any, parameters: Mapping[str, Any]) -> Any:
    if not holds or parameters["sample"] != "all" or parameters["k"] is not None:
        raise NotDerivedError("a sum over all documents, and not of what the metric compares")
    return value


def sums(output: Scored, distance: str, high: str, low: str) -> dict[str, Value]:
    """The quantities of these names, as scores and relevances are."""
    return {distance: as_given(output.distance), high: as_given(output.high), low: as_given(output.low)}
