"""The edits of a constraint in real outputs: where in an output the constraint says which of two changes is the better.

A case of a constraint is small and made for the purpose. Whether a violation matters on somebody's data is another
question, and the answer needs cases that are made of that data: a cluster of a real output is split, two ranks of a
real ranking are exchanged. A constraint declares its edits once, beside the families of its readings. They are a
function from a gold and a real output to the places where an edit can be made; places are numbered, so that all of them
can be tried where they are few, and each is as likely as any other where some of them are drawn. Generators of random
edits were rejected: they say neither how many edits there are nor when all of them have been made.

What may be relied on: two numbers never mean the same edit, and `counts` are those of `case`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from axiometrics.core.case import GAIN, Case, Demand

ON_DATA: Final = "on-data"
"""The word that stands in place of the name of a reading where the edits of a constraint are made in real outputs."""


class EditPlaces(Protocol):
    """Where the edit of a constraint can be made in one output."""

    @property
    def number(self) -> int:
        """How many edits there are."""
        ...

    def case(self, number: int, /) -> Case:
        """The edit of that number from 0, as a case: the documents are the real ones, and `edit` tells it in words."""
        ...

    def counts(self, numbers: Sequence[int], exact: bool, /) -> Mapping[str, Any] | None:
        """The counts that the formulas of the task take for the outputs of these edits, by role: a stack with one
        output for each edit, or with one output for all edits. None where metrics have to score the outputs of the
        cases.
        """
        ...


@dataclass(frozen=True)
class RealEdits:
    """The edits of a constraint.

    Attributes
    ----------
    statement : where an edit is made, what it changes, and which of the two outputs is the better
    places : gold and real output -> the places. Raises `TaskError` where the two are not of the constraint's task
    demand : what is asked of the scores of the two outputs
    """

    statement: str
    places: Callable[[Any, Any], EditPlaces]
    demand: Demand = GAIN


@dataclass(frozen=True, eq=False)
class ListedEdits:
    """Edits of one output, listed as cases by a plain generator. It is slow and simple, and enough to declare edits.

    >>> from axiometrics.core.organization import Organization
    >>> ListedEdits.of(lambda gold, output: iter(()))(Organization.parse("a"), Organization.parse("a")).number
    0
    """

    cases: Sequence[Case]

    @classmethod
    def of(cls, edits: Callable[[Any, Any], Iterator[Case]]) -> Callable[[Any, Any], ListedEdits]:
        """The places of a generator of cases: gold and real output -> each edit as a case."""
        return lambda gold, output: cls(tuple(edits(gold, output)))

    @property
    def number(self) -> int:
        """How many cases the generator has yielded."""
        return len(self.cases)

    def case(self, number: int) -> Case:
        """The case that the generator yielded at that place."""
        return self.cases[number]

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Any] | None:
        """None: the outputs of each case are scored."""
        return None
