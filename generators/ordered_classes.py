"""Small classifications into ordered classes, up to renaming of items: what the constraints on them are made of.

Their sides are those of `generators.classifications`; the number of a class is its place in the order, from 0 on. A
case has 2 to 4 classes, some of which may have no items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Reading
from axiometrics.generators.class_edits import ClassEdits
from axiometrics.generators.classifications import Allowed, AllowedCases, ListedCalls, anything
from axiometrics.generators.listed import PlainCases

CLASSES = (2, 3, 4)
"""How many classes a case has."""


def reading(
    name: str,
    statement: str,
    listed: ListedCalls,
    demand: Demand,
    greatest: int,
    controls: tuple[str, str],
    whom: str,
    allowed: Allowed = anything,
) -> Reading:
    """A reading on ordered classes to that many items, by the metrics that satisfy and violate it."""
    keeps, breaks = controls
    cases = AllowedCases(listed, allowed, tuple((classes, greatest) for classes in CLASSES))
    return Reading(
        name,
        f"{statement}; of 2 to 4 classes",
        PlainCases(cases, greatest, greatest, demand, cases.recognise),
        keeps=keeps,
        breaks=breaks,
        whom=whom,
    )


class StepsToGold(ClassEdits):
    """One item of a real output that is in a wrong class is moved by one class towards its gold class."""

    @cached_property
    def _wrong(self) -> list[str]:
        """The items in a wrong class, in the order of the output."""
        return [item for item, k in self.predicted.items() if self.right[item] != k]

    @property
    def number(self) -> int:
        """How many items are in a wrong class."""
        return len(self._wrong)

    def _nearer(self, item: str) -> int:
        return self.predicted[item] + (1 if self.predicted[item] < self.right[item] else -1)

    def counted(self, tables: Array, exact: bool) -> Contingency:
        """What formulas see of tables."""
        return Contingency.of(tables, exact)

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Contingency]:
        """The real table, and those with one item moved."""
        better = np.repeat(self.table[None], len(numbers), axis=0)
        for i, number in enumerate(numbers):
            item = self._wrong[number]
            better[i, self.right[item], self.predicted[item]] -= 1
            better[i, self.right[item], self._nearer(item)] += 1
        return {"better": self.counted(better, exact), "worse": self.counted(self.table[None], exact)}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        item = self._wrong[number]
        better = self.organized({**self.predicted, item: self._nearer(item)})
        words = (
            f"worse is the real output; better moves {item} from class {self.predicted[item] + 1} to class "
            f"{self._nearer(item) + 1}; its gold class is {self.right[item] + 1}"
        )
        return Case(self.gold, {"better": better, "worse": self.output}, words)
