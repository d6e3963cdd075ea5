"""Runs as ranking constraints compare them: the grades of an output in rank order, and what can be said about them rank
by rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from axiometrics.core.case import Case, first_difference
from axiometrics.core.counted import GradedRun
from axiometrics.core.reals import Exact, log, summed
from axiometrics.definitions.runs import gold_grades, run_documents


@dataclass(frozen=True)
class Swapped:
    """Runs by role as lists of grades, the documents of each grade in the collection, and the ranks at which outputs
    differ.

    `counts` are those of the grades from 1; `irrelevant`, the documents of grade 0 that gold or outputs name.
    """

    runs: Mapping[str, list[int]]
    counts: tuple[int, ...]
    irrelevant: int

    @classmethod
    def of(cls, case: Case) -> Swapped:
        """The runs of a case; a gold without tail has its irrelevant documents on its last level.

        Where runs are given by grades, the number of irrelevant documents is that of the run with the most of them.
        """
        by_grades = {role: output for role, output in case.outputs.items() if isinstance(output, GradedRun)}
        if by_grades:
            runs = {role: list(run.grades) for role, run in by_grades.items()}
            (counts,) = {run.counts for run in by_grades.values()}
            return cls(runs, counts, max(run.count(0) for run in runs.values()))
        grades = gold_grades(case.gold)
        top = len(case.gold.levels) - (0 if case.gold.tail else 1)
        counts = tuple(sum(1 for g in grades.values() if g == grade) for grade in range(1, top + 1))
        listed = {role: run_documents(output) for role, output in case.outputs.items()}
        irrelevant = {d for run in (grades, *listed.values()) for d in run if not grades.get(d, 0)}
        return cls({role: [grades.get(d, 0) for d in run] for role, run in listed.items()}, counts, len(irrelevant))

    @property
    def relevant(self) -> int:
        """Relevant documents in the collection."""
        return sum(self.counts)

    @property
    def documents(self) -> int:
        """Documents in the collection, if no more irrelevant ones are there than are named."""
        return self.relevant + self.irrelevant

    @property
    def top(self) -> int:
        """The top grade."""
        return len(self.counts)

    def rank(self, better: str = "better", worse: str = "worse") -> int:
        """The first rank at which two runs differ, from 1."""
        return first_difference(self.runs[better], self.runs[worse])

    def grade(self, rank: int, role: str) -> int:
        """The grade of a run's document at a rank."""
        return self.runs[role][rank - 1]

    def above(self, rank: int, role: str) -> int:
        """Relevant documents of a run above a rank."""
        return sum(g > 0 for g in self.runs[role][: rank - 1])

    def gain_above(self, rank: int, role: str) -> int:
        """The sum of a run's grades above a rank."""
        return sum(self.runs[role][: rank - 1])

    def passed(self, rank: int, role: str) -> Fraction:
        """The product of 1 - (2^g - 1)/2^top over the grades of a run above a rank."""
        product = Fraction(1)
        for g in self.runs[role][: rank - 1]:
            product *= 1 - Fraction(2**g - 1, 2**self.top)
        return product

    @cached_property
    def best(self) -> list[int]:
        """The grades of the collection's relevant documents, the greatest first."""
        return [grade for grade in range(self.top, 0, -1) for _ in range(self.counts[grade - 1])]

    def best_gain(self, rank: int) -> int:
        """The sum of this many greatest grades of the collection."""
        return sum(self.best[:rank])

    def retrieved(self, role: str) -> list[int]:
        """The grades of a run's documents, the greatest first."""
        return sorted(self.runs[role], reverse=True)

    def tied_pairs(self) -> int:
        """Pairs of documents of the same grade."""
        return sum(count * (count - 1) // 2 for count in (*self.counts, self.irrelevant))


def discounted(grades: Iterable[int]) -> Exact:
    """The grades in rank order, each over log2(rank + 1), summed."""
    return summed(
        grade * log(2) / log(rank + 1) if rank > 1 else Fraction(grade) for rank, grade in enumerate(grades, 1) if grade
    )


DISCOUNTED_GAIN: dict[str, Any] = {
    "symbols": {"g": True, "r": True},
    "facts": ["g - 1 >= 0", "r - 1 >= 0"],
    "define": [],
    "steps": [
        {"id": "log", "claim": "log(r + 1) > 0", "rule": "log", "at": "r + 1"},
        {"id": "g*log(2)/log(r + 1) > 0", "claim": "g*log(2)/log(r + 1) > 0", "rule": "evident"},
    ],
}
"""What a relevant document adds to a DCG is above 0: the argument about one rank beyond the first, which the kernel
checks. At the first rank it is the grade.
"""
