"""The edits of constraints on classes in real outputs: an error is corrected, two classes exchange their names, gold
and prediction change places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization


class ClassEdits:
    """A gold and a real prediction of the same items, each with a level for each class, and edits of them."""

    def __init__(self, gold: Organization, output: Organization) -> None:
        for name, side in (("gold", gold), ("system output", output)):
            if len(side.levels) < 2 or side.tail or not side.is_partition:
                raise TaskError(f"the {name} is not a classification: write a level for each class, without a tail")
        if len(gold.levels) != len(output.levels) or gold.documents != output.documents:
            raise TaskError("gold and system output hold different items or classes: both must classify the same items")
        self.gold, self.output = gold, output

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return len(self.gold.levels)

    @cached_property
    def right(self) -> Mapping[str, int]:
        """The class of each item in the gold, by the number of its level."""
        return {item: k for k, _, item in self.gold.occurrences()}

    @cached_property
    def predicted(self) -> Mapping[str, int]:
        """The predicted class of each item, in the order of the output."""
        return {item: k for k, _, item in self.output.occurrences()}

    @cached_property
    def table(self) -> Array:
        """The items by gold class and predicted class."""
        table = np.zeros((self.classes, self.classes), dtype=np.int64)
        for item, k in self.right.items():
            table[k, self.predicted[item]] += 1
        return table

    def counted(self, tables: Array, exact: bool) -> Confusion | Contingency:
        """What formulas see of tables: of two classes, of which the first is positive, the four counts."""
        if self.classes > 2:
            return Contingency.of(tables, exact)
        (tp, fn), (fp, tn) = np.moveaxis(tables, 0, -1)
        return Confusion.of(np.stack([tp, fp, fn, tn], axis=-1), exact)

    def organized(self, of: Mapping[str, int]) -> Organization:
        """Items by their classes, as an output."""
        levels: list[list[list[str]]] = [[] for _ in range(self.classes)]
        for item, k in of.items():
            levels[k].append([item])
        return Organization(levels)


class Corrections(ClassEdits):
    """One item that is in a wrong class is moved to its right class; the gold has two classes or more."""

    @cached_property
    def _wrong(self) -> list[str]:
        """The items in a wrong class, in the order of the output."""
        if len(set(self.right.values())) < 2:
            return []
        return [item for item, k in self.predicted.items() if self.right[item] != k]

    @property
    def number(self) -> int:
        """How many items are in a wrong class, if the gold has several."""
        return len(self._wrong)

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Any]:
        """The real table, and those with one error corrected."""
        better = np.repeat(self.table[None], len(numbers), axis=0)
        for i, number in enumerate(numbers):
            item = self._wrong[number]
            better[i, self.right[item], self.predicted[item]] -= 1
            better[i, self.right[item], self.right[item]] += 1
        return {"better": self.counted(better, exact), "worse": self.counted(self.table[None], exact)}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        item = self._wrong[number]
        better = self.organized({**self.predicted, item: self.right[item]})
        words = (
            f"worse is the real output; better moves the item {item} from class {self.predicted[item] + 1} to its "
            f"right class {self.right[item] + 1}, as the levels are numbered"
        )
        return Case(self.gold, {"better": better, "worse": self.output}, words)


class Renamings(ClassEdits):
    """Two classes exchange their names, in the gold and in the output."""

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        """Every two classes of which one occurs."""
        occur = (self.table.sum(0) + self.table.sum(1)) > 0
        return [(i, j) for i, j in combinations(range(self.classes), 2) if occur[i] or occur[j]]

    @property
    def number(self) -> int:
        """How many pairs of classes there are."""
        return len(self._pairs)

    def _order(self, number: int) -> list[int]:
        first, second = self._pairs[number]
        order = list(range(self.classes))
        order[first], order[second] = second, first
        return order

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Any]:
        """The real table, and those with two rows and the same two columns exchanged."""
        others = np.stack([self.table[np.ix_(order, order)] for order in map(self._order, numbers)])
        return {"one": self.counted(self.table[None], exact), "other": self.counted(others, exact)}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        first, second = self._pairs[number]
        gold, output = (
            Organization([side.levels[k] for k in self._order(number)]) for side in (self.gold, self.output)
        )
        words = (
            f"one is the real output; other exchanges the classes {first + 1} and {second + 1} in it and in the gold"
        )
        return Case(self.gold, {"one": self.output, "other": output}, words, golds={"other": gold})


class ClassExchange(ClassEdits):
    """Gold and prediction change places; they differ."""

    @property
    def number(self) -> int:
        """1 where the two differ."""
        return int(self.table.trace() < self.table.sum())

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Any]:
        """The real table, and the same with rows and columns exchanged."""
        return {"one": self.counted(self.table[None], exact), "other": self.counted(self.table.T[None], exact)}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        words = "one is the real output against the gold; other is the gold against the real output"
        return Case(self.gold, {"one": self.output, "other": self.gold}, words, golds={"other": self.output})
