"""Duels: for each n one run against another, as the threshold constraints set them up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.case import A_BEATS_B, Case
from axiometrics.core.constraint import Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Sized
from axiometrics.generators.rankings import gold_problem, run_of
from axiometrics.generators.runs import Grades, name_run, organized

FIRST, SECOND = A_BEATS_B.roles
"""The roles of a duel: A_n, one relevant document on top, and B_n, many below."""

RANKS = 1_000_000
"""Ranks that are scored at once."""


@dataclass(frozen=True, eq=False)
class DuelRuns:
    """The universe of both runs of every duel from n = `start` on; element 2 (n - start) is the first run, the next the
    second.
    """

    duels: Duels
    start: int
    stop: int

    def key(self, closed: bool) -> Hashable:
        return None

    def __len__(self) -> int:
        return 2 * (self.stop - self.start)

    def chunks(self) -> Iterator[tuple[Gains, tuple[int, ...]]]:
        n = self.start
        while n < self.stop:
            until = min(self.stop, max(n + 1, (n + isqrt(n * n + RANKS)) // 2))  # 2 (until - n) runs of 2 until ranks
            sizes = [self.duels.second(m) for m in range(n, until)]
            gains = np.zeros((2 * len(sizes), 2 * (until - 1)), dtype=np.int8)
            gains[0::2, 0] = 1
            for row, (zeros, ones) in zip(gains[1::2], sizes, strict=True):
                row[zeros : zeros + ones] = 1
            lengths = np.repeat(2 * np.arange(n, until), 2)
            counts = np.repeat([ones for _, ones in sizes], 2)[:, None]
            # A_n retrieves 2n - 1 irrelevant documents, B_n some of them
            yield Gains.of(gains, counts, lengths - 1, lengths), (len(gains),)
            n = until

    def outputs(self, k: int, closed: bool) -> tuple[Organization, Organization]:
        n = self.start + k // 2
        run = name_run(self.duels.runs(n)[k % 2])
        outputs, gold = organized({"run": run}, (self.duels.relevant(n),), closed)
        if closed:  # lists the irrelevant documents of both runs, which the first run holds
            gold = self.duels.case(n, closed).gold
        return outputs["run"], gold

    def signature(self, k: int, closed: bool) -> Hashable:
        n = self.start + k // 2
        return n, k % 2, self.duels.second(n), closed


@dataclass(frozen=True)
class Duels(Sized):
    """For each n from 2: run A_n = 1 0^(2n-1) against B_n = 0^zeros 1^ones, of the same length, with as many relevant
    documents as B_n holds.

    Attributes
    ----------
    second : n -> (irrelevant documents on top, relevant ones below) of B_n
    default, greatest : n up to which duels are held unless told, and at most
    """

    second: Callable[[int], tuple[int, int]]
    default: int = 400
    greatest: int = 4000
    first_n: int = 2
    unit = "n"
    demand = A_BEATS_B

    def relevant(self, n: int) -> int:
        """N, the relevant documents in the collection."""
        return self.second(n)[1]

    def runs(self, n: int) -> tuple[Grades, Grades]:
        """A_n and B_n, as grades in rank order."""
        zeros, ones = self.second(n)
        return (1, *[0] * (2 * n - 1)), (*[0] * zeros, *[1] * ones)

    def universe(self, cap: int | None) -> DuelRuns:
        """The runs of every duel up to the cap."""
        return DuelRuns(self, self.first_n, self.largest(cap) + 1)

    def case(self, n: int, closed: bool = False) -> Case:
        """The organizations of duel n."""
        first, second = self.runs(n)
        outputs, gold = organized({FIRST: name_run(first), SECOND: name_run(second)}, (self.relevant(n),), closed)
        return Case(gold, outputs, f"n = {n}")

    def admits(self, case: Case) -> str | None:
        """Why the case is not a duel of this family, or None."""
        problem = gold_problem(case, 1, None)
        if problem:
            return problem
        runs: Sequence[Grades | None] = [run_of(case.outputs[role], case.gold) for role in (FIRST, SECOND)]
        if runs[0] is None or len(runs[0]) % 2 or len(runs[0]) < 2 * self.first_n:
            return f"the runs are not A_n and B_n of one n from {self.first_n} on"
        if tuple(runs) != self.runs(len(runs[0]) // 2):
            return "the runs are not A_n and B_n of one n"
        listed = sum(1 for grade in case.gold.grades().values() if grade > 0)
        return (
            None
            if listed == self.relevant(len(runs[0]) // 2)
            else "the gold does not hold the relevant documents the reading speaks of"
        )


def readings(keeps: str, breaks: str) -> tuple[Reading, ...]:
    """The two readings of a threshold, by the metrics that satisfy and violate both: the paper's prose and its formula
    tell of different runs.
    """
    return (
        Reading(
            "prose",
            "B_n = 0^n 1^n, and the collection has N = n relevant documents",
            Duels(lambda n: (n, n)),
            whom="those who follow the paper's prose: n documents below rank n",
            keeps=keeps,
            breaks=breaks,
            strength=100,
        ),
        Reading(
            "printed",
            "B_n = 0^(n-1) 1^(n+1), and the collection has N = n+1 relevant documents",
            Duels(lambda n: (n - 1, n + 1)),
            whom="those who follow the paper's formula as it is printed, with one document more",
            keeps=keeps,
            breaks=breaks,
            strength=100,
        ),
    )
