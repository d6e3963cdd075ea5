"""Scorings in symbols: what a metric compares, by whether a score is too high, too low, or right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from axiometrics.constraints.scoring.vocabularies.points import PLAIN, Parameters
from axiometrics.core.vocabulary import Kind
from axiometrics.definitions.scoring.distance import Compared
from axiometrics.symbolic.symbols import Group, NotDerivedError, Things, number, positive


@dataclass(frozen=True)
class Scored:
    """An output for this many documents. Its scores may be too high, by `high` in all, and too low, by `low` in all."""

    documents: Any
    high: Any
    low: Any
    more: tuple[Any, ...] = ()

    @classmethod
    def of(cls, role: str) -> Scored:
        """An output of which nothing else is known. The outputs of all roles are for the same documents."""
        return cls(number("N", 1), number(f"{role}.high"), number(f"{role}.low"))

    @property
    def distance(self) -> Any:
        """By how much the scores are off in all."""
        return self.high + self.low

    @property
    def compared(self) -> Compared:
        """The documents in three groups (too high, too low, right), of which only the number of all documents has to be
        known.
        """
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
        """This output with one more document."""
        return replace(self, more=(*self.more, (score, relevance)))


Value = Callable[[Parameters], Any]


def as_given(value: Any) -> Value:
    """The sum `value` of scores and relevances without any change. It is used only for metrics that compare scores and
    relevances without changing them first.
    """
    return lambda parameters: _where(all(parameters[name] == of for name, of in PLAIN.items()), value, parameters)


def as_compared(value: Any, **settings: Any) -> Value:
    """A sum over scores and relevances as a metric compares them whose parameters have these values."""
    return lambda parameters: _where(all(parameters[name] == of for name, of in settings.items()), value, parameters)


def _where(holds: bool, value: Any, parameters: Mapping[str, Any]) -> Any:
    if not holds or parameters["sample"] != "all" or parameters["k"] is not None:
        raise NotDerivedError("a sum over all documents, and not of what the metric compares")
    return value


def sums(output: Scored, distance: str, high: str, low: str) -> dict[str, Value]:
    """The quantities of these names, for metrics that compare scores and relevances as they are."""
    return {distance: as_given(output.distance), high: as_given(output.high), low: as_given(output.low)}


SECTORS, NEAR = ("alpha", "beta", "gamma", "delta"), ("right", "over", "under")

AT_LEAST = tuple(number(name) for name in ("retrieved.by", "relevant.by", "over.by", "under.by"))
"""How far a score or relevance is above a threshold that it may also be equal to. These symbols are not negative."""


@dataclass(frozen=True)
class Counted:
    """An output by how many documents are in each sector, and how many scores are right, too high or too low by t."""

    number: Mapping[str, Any]

    @classmethod
    def of(cls, role: str) -> Counted:
        """An output of which nothing else is known."""
        return cls({name: number(f"{role}.{name}") for name in (*SECTORS, *NEAR)})

    def __getitem__(self, name: str) -> Any:
        return self.number[name]

    def with_numbers(self, **numbers: Any) -> Counted:
        """This output with other numbers of documents."""
        return Counted({**self.number, **numbers})

    def compared(self, scored: Scored) -> Callable[[Parameters], Compared]:
        """The documents as a metric with these parameters looks at them: by sectors, by what is near, or as scored."""

        def made(parameters: Parameters) -> Compared:
            if "theta_s" in parameters:
                return _by(self, _sectors(parameters["theta_s"], parameters["theta_u"]))
            return _by(self, _near(parameters["t"])) if "t" in parameters else scored.compared

        return made

    def is_some(self, *names: str) -> tuple[Kind, Kind]:
        """Cases that have documents of these kinds, and those that have none."""
        numbers = tuple(self[name] for name in names)
        return Kind(positive=(sum(numbers),)), Kind(zero=numbers)


def _by(counted: Counted, points: Mapping[str, tuple[Any, Any]]) -> Compared:
    return Compared(Things((), tuple(Group(name, point, number=counted[name]) for name, point in points.items())))


def _sectors(theta_s: Any, theta_u: Any) -> dict[str, tuple[Any, Any]]:
    yes, relevant, *_ = AT_LEAST
    scores = {True: yes + theta_s, False: theta_s - positive("score.below")}
    relevances = {True: relevant + theta_u, False: theta_u - positive("relevance.below")}
    which = ((True, False), (True, True), (False, False), (False, True))
    return {name: (scores[s], relevances[u]) for name, (s, u) in zip(SECTORS, which, strict=True)}


def _near(t: Any) -> dict[str, tuple[Any, Any]]:
    _, _, over, under = AT_LEAST
    up, down, u = positive("right.one"), positive("right.other"), number("relevance")
    return {
        "right": (u + (up - down) * t / (up + down), u),  # any number between -t and t
        "over": (u + over + t, u),
        "under": (u, u + under + t),
    }


def shares(*outputs: Counted) -> Callable[[Parameters], tuple[tuple[Kind, ...], ...]]:
    """For a metric with these parameters: whether the denominator of each of its shares has documents, or is 0."""

    def kinds(parameters: Parameters) -> tuple[tuple[Kind, ...], ...]:
        sectors = (("alpha", "beta"), ("beta", "delta"), ("alpha", "gamma")) if "theta_s" in parameters else ()
        near = (("right", "over"), ("right", "under")) if "t" in parameters else ()
        return tuple(output.is_some(*pair) for output in outputs for pair in (*sectors, *near))

    return kinds
