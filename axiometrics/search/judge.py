"""The interface that the search needs of a metric: values, and the sign of a required difference. `Judge` declares it.
`axiometrics.judging` implements it for the built-in metrics, and `axiometrics.candidates` for the metrics of users.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Protocol

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.generators.blocks import Universe, Values
from axiometrics.search.decisions import Decision


class MetricFailedError(Exception):
    """A user's metric failed; `data` is the input that shows it (gold, output), None if no input is the reason."""

    def __init__(self, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.data = data


class OutOfTimeError(Exception):
    """The time of a search was over while a metric was asked for values."""


@dataclass(frozen=True)
class Tried:
    """The result of judging a case that was written in several ways: the number of labelled cases, the number of calls,
    and the labelled case that speaks most against the metric with its decision; None if no way has a value.
    """

    cases: int
    calls: int
    least: tuple[Case, Decision] | None


class Judge(Protocol):
    """The interface of a metric for the search. The metric may be a built-in one or a black box."""

    used: set[str]
    """The 0/0 conventions that values asked for have rested on."""

    @property
    def id(self) -> str:
        """The name of the metric."""
        ...

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        ...

    @property
    def exact(self) -> bool:
        """Whether exact arithmetic decides."""
        ...

    @property
    def traits(self) -> Set[str]:
        """The traits of the metric: the properties that it needs of a case, and the properties of cases that it can
        score.
        """
        ...

    @property
    def cut(self) -> int | None:
        """How many ranks the metric looks at; None if it looks at all of them, or if the number is not known."""
        ...

    @property
    def parameters(self) -> Set[str] | None:
        """The names of the metric's parameters, None where they are not known."""
        ...

    def asked(self, reading: Reading) -> Reading:
        """Return the reading for this metric: its cases may depend on the cut-off and on other parameters."""
        ...

    @property
    def examples(self) -> int:
        """How many random cases to try beyond the enumerated sizes by default."""
        ...

    def prepare(self, seed: int, hurried: bool = False) -> None:
        """Prepare for a search. It is called before each search, and the first call finds out what has to be known of
        the metric. With `hurried`, part of this may be left to the next calls.
        """
        ...

    @property
    def is_probed(self) -> bool:
        """Whether `prepare` has left nothing to a later call."""
        ...

    deadline: float | None
    """When the search has to end, by the monotonic clock: a metric that is called raises `OutOfTimeError` then."""

    def evidence_fields(self) -> Mapping[str, Any]:
        """Return further fields about the metric that the evidence of every cell gets, in addition to what the search
        found.
        """
        ...

    @property
    def breaks(self) -> Sequence[Any]:
        """The invariances that the metric breaks. A search of unlabelled cases does not notice these."""
        ...

    @property
    def listed(self) -> bool:
        """Whether every way of writing that the metric wrongly tells apart can be listed for a small case."""
        ...

    def rewritten(self, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        """Judge a case in all ways to write it and return the result; None if that takes more than `most` calls. If
        `most` is None, some ways are drawn at random.
        """
        ...

    def calls(self, case: Case, decision: Decision) -> Decision:
        """The decision of a case with the calls that it rests on."""
        ...

    def recalled(self, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
        """Return the decision of a case by saved calls, if these calls mean the case."""
        ...

    def serves(self, reading: Reading) -> str | None:
        """Return the reason why the reading does not apply to the metric; None if it applies."""
        ...

    def cap(self, constraint: Constraint, reading: Reading, wanted: int | None) -> int | None:
        """Return the size to search to, if the caller wants this size (None: no wish)."""
        ...

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements as floats, `nan` where undefined."""
        ...

    @property
    def finer(self) -> Values | None:
        """Values that tell apart more than floats do, to be computed where `core.arithmetic.decimals` is open; None if
        the metric has none.
        """
        ...

    @property
    def foresees(self) -> bool:
        """Whether it saves time to announce the next cases of a block to the judge."""
        ...

    def foresee(self, cases: Sequence[Case], demand: Demand) -> None:
        """Take note that these cases will be decided next, so that their scores may be computed together."""
        ...

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference of one case, for certain or not at all."""
        ...

    def confirm(self) -> None:
        """Repeat, at the end of a search, the calls that still have to be repeated. Raises `MetricFailedError` if a
        value is not the same as before.
        """
        ...

    def scored(self, pairs: Sequence[tuple[Any, Any]]) -> list[Any]:
        """Return the score of each output with its gold, in their order, in the numbers that decisions use: exact if
        exact arithmetic decides; `nan` if undefined.
        """
        ...

    def show(self, score: Any) -> Any:
        """A score as JSON has it: exact ones as strings."""
        ...


class FilteringJudge(Judge, Protocol):
    """A judge that decides many cases together, by floats where these are far enough apart to tell the sign."""

    def filtered(self, cases: Sequence[Case], demand: Demand) -> Iterator[Decision]:
        """The decision of each case, in their order."""
        ...
