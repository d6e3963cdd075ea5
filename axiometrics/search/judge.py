"""What the search asks of a metric, be it one of ours or one that is called: values, and the sign of a required
difference. `Judge` says it; a metric of ours answers by `axiometrics.judging`, a metric of a user by
`axiometrics.candidates`.
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
    """A user's metric failed; `data` is the input that shows it (gold, output), None where no input is to blame."""

    def __init__(self, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.data = data


class OutOfTimeError(Exception):
    """The time of a search was over while a metric was asked for values."""


@dataclass(frozen=True)
class Tried:
    """What came of a case written in several ways: how many labelled cases these were, how many calls they took, and
    the one that speaks most against the metric, with its decision; None where no value was there.
    """

    cases: int
    calls: int
    least: tuple[Case, Decision] | None


class Judge(Protocol):
    """What the search asks of a metric, be it one of ours or a black box."""

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
        """What the metric needs of a case, or understands in it."""
        ...

    @property
    def cut(self) -> int | None:
        """How many ranks the metric looks at, None for all of them, or where that is not known."""
        ...

    @property
    def parameters(self) -> Set[str] | None:
        """The names of the metric's parameters, None where they are not known."""
        ...

    def asked(self, reading: Reading) -> Reading:
        """The reading as it is asked of the metric: its cases may depend on the cut-off and on other parameters."""
        ...

    @property
    def examples(self) -> int:
        """Random cases to try beyond the enumerated sizes, unless told."""
        ...

    def prepare(self, seed: int, hurried: bool = False) -> None:
        """Called before each search; the first call finds out what has to be known of the metric beforehand. Where it
        is `hurried`, that may be put off to the next calls.
        """
        ...

    @property
    def is_probed(self) -> bool:
        """Whether nothing of this was put off."""
        ...

    deadline: float | None
    """When the search has to end, by the monotonic clock: a metric that is called raises `OutOfTimeError` then."""

    def told(self) -> Mapping[str, Any]:
        """What the evidence of every cell says of the metric, besides what the search found."""
        ...

    @property
    def breaks(self) -> Sequence[Any]:
        """The invariances that the metric breaks, of which a search of unlabelled cases sees nothing."""
        ...

    @property
    def listed(self) -> bool:
        """Whether every way of writing that the metric wrongly tells apart can be listed for a small case."""
        ...

    def rewritten(self, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        """What the metric says of a case written in all ways (None where that takes more than `most` calls), or without
        `most` in some by chance.
        """
        ...

    def calls(self, case: Case, decision: Decision) -> Decision:
        """The decision of a case with the calls that it rests on."""
        ...

    def recalled(self, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
        """The decision of a case by these calls, as they were written, if they say what it says."""
        ...

    def serves(self, reading: Reading) -> str | None:
        """Why the reading does not apply to the metric, or None."""
        ...

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        """The size to search to, given what was asked for."""
        ...

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements as floats, `nan` where undefined."""
        ...

    @property
    def finer(self) -> Values | None:
        """Values that tell apart more than floats, to be asked for where `core.arithmetic.decimals` is open; None where
        the metric has none.
        """
        ...

    @property
    def foresees(self) -> bool:
        """Whether it saves time to tell which cases of a block are to be decided next, whose values are known."""
        ...

    def foresee(self, cases: Sequence[Case], demand: Demand) -> None:
        """Told that these cases are to be decided next, so that what they ask of the metric may be asked together."""
        ...

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference of one case, for certain or not at all."""
        ...

    def confirm(self) -> None:
        """Called at the end of a search: what is still to be asked for again is asked for. Raises `MetricFailedError`
        where a value is not the same as before.
        """
        ...

    def scored(self, pairs: Sequence[tuple[Any, Any]]) -> list[Any]:
        """The score of each output with its gold, in their order, as it is decided by: exact where exact arithmetic
        decides; `nan` where undefined.
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
