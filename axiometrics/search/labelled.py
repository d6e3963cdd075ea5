"""The search of labelled cases, for metrics that break an invariance.

For such a metric a case that is written in another way is another case. So each small case is judged in all ways that
the metric wrongly tells apart, smaller sizes first, as long as they take no more calls than `CALLS`. Of larger cases,
and where the ways cannot be listed, some are judged by chance.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Reading
from axiometrics.core.evidence import Labelled
from axiometrics.core.family import CaseFamily
from axiometrics.search.cells import Tick
from axiometrics.search.decisions import Decision
from axiometrics.search.judge import Judge

CALLS = 20_000
"""The most calls of the metric that one reading may need when its cases are written in every way."""

BEYOND = 1e200
"""A number above every bound of a case, so that a metric with this constant value violates each demand that has a
bound.
"""

CASES, AMONG = 100, 2000
"""Cases of each larger size that are tried by chance, among so many."""


@dataclass
class LabelledFindings:
    """The result of a search of labelled cases: what was searched, the smallest violation, how many cases were
    undecided, and whether the time was over.
    """

    searched: Labelled
    violation: tuple[Case, Decision] | None
    undecided: int = 0
    stopped: bool = False


def search(
    judge: Judge,
    reading: Reading,
    cap: int | None,
    examples: int,
    seed: int,
    tick: Tick,
    violation: tuple[Case, Decision] | None,
) -> LabelledFindings:
    """Search labelled cases up to the largest size; if a violation is already known, only cases smaller than it."""
    family, chance = reading.judged, random.Random(seed)
    largest = family.largest(cap)
    left, whole, cases, drawn, one_way, undecided, stopped = CALLS, 0, 0, 0, 0, 0, False
    seen: set[str] = set()
    listing = judge.listed
    for size in range(1, largest + 1):
        if violation is not None and not listing:
            break
        if not tick(f"{reading.name}, labelled cases to {size}, {judge.id}"):
            stopped = True
            break
        new = (case for case in _cases(family, size, judge.closed) if _new(case, seen))
        kept = []
        for case in islice(new, None if listing else AMONG):
            kept.append(case)
            if not listing or (violation is not None and case.size >= violation[0].size):
                continue
            tried = judge.rewritten(case, family.demand, left, seed)
            if tried is None:
                listing = False
                kept += islice(new, AMONG)
                continue
            left -= tried.calls
            cases += tried.cases
            one_way += not tried.calls
            violation, doubtful = _weighed(tried.least, violation)
            undecided += doubtful
        if listing:
            whole = size
            if violation is not None and violation[0].documents <= family.complete(size):
                break
        elif violation is None and examples:
            for case in chance.sample(kept, min(CASES, examples, len(kept))):
                tried = judge.rewritten(case, family.demand, None, _seed(case, seed))
                assert tried is not None
                drawn += tried.cases
                one_way += not tried.calls
                violation, _ = _weighed(tried.least, violation)
    return LabelledFindings(Labelled(whole, cases, drawn, largest, one_way), violation, undecided, stopped)


def _weighed(
    least: tuple[Case, Decision] | None, violation: tuple[Case, Decision] | None
) -> tuple[tuple[Case, Decision] | None, bool]:
    """Return the smaller violation, and whether the case could not be decided."""
    if least is None or least[1].sign is None:
        return violation, least is not None
    if not least[1].failed or (violation is not None and violation[0].size <= least[0].size):
        return violation, False
    return least, False


def _cases(family: CaseFamily, size: int, closed: bool) -> Iterator[Case]:
    """Yield the cases up to a size one by one, smaller blocks first. Blocks yield the cases that values leave in doubt,
    so they are given values for which every case is in doubt: all equal, or beyond all bounds. A case may be yielded
    twice.
    """
    for block in family.blocks(size):
        for value in (0.0, BEYOND, -BEYOND):
            filtered = block.judge(partial(_alike, value), closed, None)
            number = 0
            for case in filtered.doubtful:
                number += 1
                yield case
            if number == filtered.cases:
                break


def _alike(value: float, universe: Any, index: Any) -> Any:
    return np.full(len(index), value)


def _new(case: Case, seen: set[str]) -> bool:
    key = repr((case.gold, dict(case.outputs), case.golds, case.demand, case.bound))
    new = key not in seen
    seen.add(key)
    return new


def _seed(case: Case, seed: int) -> int:
    return zlib.crc32(repr((case.gold, dict(case.outputs), seed)).encode())


@dataclass
class ByChance:
    """A judge that decides each case by its worst way to be written, among some ways drawn at random. For the same case
    the same ways are drawn.
    """

    judge: Judge
    seed: int = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.judge, name)

    def foresee(self, cases: Sequence[Case], demand: Demand) -> None:
        """Do nothing: the calls depend on how each case is written."""

    def decide(self, case: Case, demand: Demand) -> Decision:
        """Return the decision of the worst way; it shows the case as it was written."""
        tried = self.judge.rewritten(case, demand, None, _seed(case, self.seed))
        if tried is None or tried.least is None:
            return self.judge.decide(case, demand)
        return tried.least[1]


__all__ = ["ByChance", "LabelledFindings", "search"]
