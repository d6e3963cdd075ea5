"""The edits of ranking and filtering constraints in real outputs: neighbours exchange their ranks, an irrelevant
document is appended to the run, a document moves to its right set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from axiometrics.core.aggregates import Confusion, Gains
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.generators.cluster_edits import pair, unused
from axiometrics.generators.rankings import run_of, swapped
from axiometrics.generators.running_totals import RunningTotals
from axiometrics.generators.runs import Grades


@dataclass(frozen=True, eq=False)
class RankPlaces:
    """A real run with its gold, and the places of one kind of edit in it; the kinds say which there are.

    A document that the gold does not list is irrelevant, as everywhere; where the gold has no tail, it lists all.
    """

    gold: Organization
    output: Organization

    @cached_property
    def grades(self) -> Grades:
        """The grades of the run in rank order."""
        run = run_of(self.output, self.gold)
        if run is None:
            raise TaskError(
                "the system output is not a ranking of single documents: edits of rankings are made where each level "
                "holds one document"
            )
        if not self.gold.is_partition:
            raise TaskError("the gold grades a document twice: list it once")
        if not self.gold.tail and not self.output.documents <= self.gold.documents:
            raise TaskError(
                "the run has documents that the gold does not list: list them, or end the gold with '> ...'"
            )
        return run

    @cached_property
    def ranked(self) -> list[str]:
        """The documents in rank order."""
        return [document for _, _, document in self.output.occurrences()]

    @cached_property
    def falls(self) -> list[int]:
        """The ranks, from 0, at which a relevant document stands directly above an irrelevant one."""
        grades = np.array(self.grades, dtype=np.int64)
        return [int(i) for i in np.flatnonzero((grades[:-1] > 0) & (grades[1:] == 0))]

    def gains(self, runs: Sequence[Sequence[int]], exact: bool, further: int = 0) -> Gains:
        """What formulas see of these runs, given by their grades; the collection has so many documents more."""
        counted = np.bincount(list(self.gold.grades().values()), minlength=self.gold.top_grade + 1)
        irrelevant = int(counted[0]) + (0 if self.gold.tail else further)
        return Gains.of(np.array(runs), [counted[1:]], [irrelevant], unlimited=self.gold.tail, exact=exact)


class RankSwaps(RankPlaces):
    """A relevant document and the irrelevant one directly below it exchange their ranks, which makes the run worse."""

    @property
    def number(self) -> int:
        """How many such ranks there are."""
        return len(self.falls)

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Gains]:
        """The real run, and those with two neighbours exchanged."""
        worse = [swapped(self.grades, self.falls[number]) for number in numbers]
        return {"better": self.gains([self.grades], exact), "worse": self.gains(worse, exact)}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        i = self.falls[number]
        worse = Organization.ranking(swapped(self.ranked, i), self.output.tail)
        words = (
            f"better is the real run; in worse its relevant document at rank {i + 1} and the irrelevant one at rank "
            f"{i + 2} are exchanged"
        )
        return Case(self.gold, {"better": self.output, "worse": worse}, words)


class SwapPairs(RankPlaces):
    """A relevant document and the irrelevant one directly below it exchange their ranks, once further up in the run
    (shallow) and once further down (deep); both relevant documents have one grade.

    With f_g such places of grade g there are f_g (f_g - 1) / 2 edits of that grade.
    """

    @cached_property
    def _by_grade(self) -> list[list[int]]:
        ranks: dict[int, list[int]] = {}
        for i in self.falls:
            ranks.setdefault(self.grades[i], []).append(i)
        return list(ranks.values())

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(len(falls) * (len(falls) - 1) // 2 for falls in self._by_grade)

    @property
    def number(self) -> int:
        """How many pairs of places there are."""
        return self._upto.total

    def _ranks(self, number: int) -> tuple[int, int]:
        at, rest = self._upto.find(number)
        shallow, deep = pair(rest)
        return self._by_grade[at][shallow], self._by_grade[at][deep]

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Gains]:
        """The real run, and those with two neighbours exchanged."""
        real = self.gains([self.grades], exact)
        shallow, deep = (
            self.gains([swapped(self.grades, i) for i in ranks], exact)
            for ranks in zip(*map(self._ranks, numbers), strict=True)
        )
        return {"shallow_better": real, "shallow_worse": shallow, "deep_better": real, "deep_worse": deep}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        i, j = self._ranks(number)
        shallow, deep = (Organization.ranking(swapped(self.ranked, k), self.output.tail) for k in (i, j))
        outputs = {
            "shallow_better": self.output,
            "shallow_worse": shallow,
            "deep_better": self.output,
            "deep_worse": deep,
        }
        words = (
            f"a relevant document and the irrelevant one directly below it are exchanged in the real run, once at "
            f"ranks {i + 1} and {i + 2} (shallow), once at ranks {j + 1} and {j + 2} (deep)"
        )
        return Case(self.gold, outputs, words)


class RunExtensions(RankPlaces):
    """An irrelevant document is appended to a run that has a relevant one: one edit for each such run."""

    @property
    def number(self) -> int:
        """1 where the run has a relevant document, and more can be retrieved."""
        return int(any(self.grades))

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Gains]:
        """The real run, and the longer one."""
        longer = [(*self.grades, 0)] * len(numbers)
        return {"better": self.gains([self.grades], exact, 1), "worse": self.gains(longer, exact, 1)}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        added = unused(self.gold, self.output)
        gold = self.gold
        if not gold.tail:
            gold = Organization([*gold.levels[:-1], (*gold.levels[-1], (added,))])
        worse = Organization.ranking([*self.ranked, added], self.output.tail)
        words = f"better is the real run of {len(self.ranked)} documents; in worse an irrelevant document is appended"
        return Case(gold, {"better": self.output, "worse": worse}, words)


@dataclass(frozen=True, eq=False)
class RightMoves:
    """A relevant document that a real filtering drops is moved into its positive set, or an irrelevant one that it
    keeps is moved out; the gold has relevant and irrelevant documents.
    """

    gold: Organization
    output: Organization

    @cached_property
    def _sets(self) -> tuple[set[str], set[str]]:
        """Two sets of documents: those that are relevant, and those that the output calls positive."""
        for name, side in (("gold", self.gold), ("system output", self.output)):
            if len(side.levels) != 2 or side.tail or not side.is_partition:
                raise TaskError(f"the {name} is not a filtering: write the positive documents above the negative ones")
        if self.gold.documents != self.output.documents:
            raise TaskError("gold and system output hold different documents: both must filter the same ones")
        relevant, kept = ({d for cluster in side.levels[0] for d in cluster} for side in (self.gold, self.output))
        return relevant, kept

    @cached_property
    def _wrong(self) -> list[str]:
        """The documents that stand in the wrong set, in the order of the output."""
        relevant, kept = self._sets
        if not relevant or len(relevant) == len(self.gold.documents):
            return []
        return [d for _, _, d in self.output.occurrences() if (d in relevant) != (d in kept)]

    @property
    def number(self) -> int:
        """How many documents stand in the wrong set, if the gold has both."""
        return len(self._wrong)

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Confusion]:
        """The real table, and those with one document moved."""
        relevant, kept = self._sets
        tp = len(relevant & kept)
        real: Array = np.array(
            [tp, len(kept) - tp, len(relevant) - tp, len(self.gold.documents) - len(relevant | kept)]
        )
        right = np.array([[1, 0, -1, 0] if self._wrong[k] in relevant else [0, -1, 0, 1] for k in numbers])
        return {"better": Confusion.of(real + right, exact), "worse": Confusion.of(real[None], exact)}

    def case(self, number: int) -> Case:
        """The edit as a case."""
        moved = self._wrong[number]
        relevant, kept = self._sets
        after = kept ^ {moved}
        documents = [d for _, _, d in self.output.occurrences()]
        better = Organization.filtering([d for d in documents if d in after], [d for d in documents if d not in after])
        phrase = "the relevant document {} into" if moved in relevant else "the irrelevant document {} out of"
        words = f"worse is the real output; better moves {phrase.format(moved)} the positive set"
        return Case(self.gold, {"better": better, "worse": self.output}, words)
