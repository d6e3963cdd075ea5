"""Ties of long runs under a user's metric, which gives floats alone.

Equal floats of short runs are a tie (`candidates.blackbox`). Floats of longer runs may be equal by rounding alone: an
edit may change the score by less than its last digit, as under RBP far down a run. So equal floats of a long run count
as a tie only if they pass two tests. In the first, they stay equal in every other way of writing that is tried. The
second is rescaling: the moved documents are scored alone, at each rank from the first to their own, and then together
with the other relevant documents, of which twice as many are added each time. The last difference other than 0 on this
way has to be greater than the root of the error bound (the root, since two steps multiply): then the metric does not
look further, as P@10 does not look at rank 11. If the differences become smaller and smaller until floats lose them,
nothing is decided.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.core.case import Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.search.judge import MetricFailedError
from axiometrics.tasks.ranking import TASK as RANKING
from axiometrics.tasks.ranking.moved import moved_documents, with_relevant


class LongTies:
    """Decide ties of long runs for a user's metric. The scores of single documents are kept, since many cases need
    them.
    """

    def __init__(self, box: BlackBox) -> None:
        self.box = box
        self._at_ranks = cache(partial(_at_ranks, box))
        self._at_lengths = cache(partial(_at_lengths, box))

    def is_tie(self, case: Case, demand: Demand, scores: Sequence[float]) -> bool:
        """Whether outputs whose scores are the same float are truly tied, and not only rounded to the same float."""
        box = self.box
        if box.task != RANKING.name or box.breaks or not case.is_plain or len(set(scores)) > 1:
            return False
        least = math.sqrt(box.error_bound) * max(1.0, abs(scores[0]))
        try:
            differences = [difference for difference in self._differences(case) if difference != 0]
            return all(difference > least for difference in differences[-1:]) and box.is_tied_renamed(case, demand)
        except MetricFailedError:
            return False

    def _differences(self, case: Case) -> Iterator[float]:
        """The differences between the scores of the outputs, step by step from the shortest runs to the case itself;
        nan where an output has no score.
        """
        runs = [[document for _, _, document in output.occurrences()] for output in case.outputs.values()]
        lengths, moved = {len(run) for run in runs}, moved_documents(case)
        relevant = [d for d in max(runs, key=len) if case.gold.grades().get(d, 0) > 0]
        alone, others = ([d for d in relevant if (d in moved) == wanted] for wanted in (True, False))
        if any(d not in run for d in alone for run in runs):
            yield math.nan
            return
        levels, tail = case.gold.levels, case.gold.tail
        for document in alone:
            level = next(i for i, clusters in enumerate(levels) if any(document in cluster for cluster in clusters))
            scores = self._at_ranks(max(lengths), level, len(levels), tail)
            yield from _apart(scores[: max(run.index(document) for run in runs) + 1])
        if len(lengths) > 1:
            yield from _apart(self._at_lengths(max(lengths), len(levels), tail))
        number, steps = 0, []
        while number < 2 * len(others) + 1:
            steps.append(with_relevant(case, {*alone, *others[:number]}))
            number = 2 * number or 1
        steps.append(case)
        for step in filter(None, steps):
            each = self.box.scores([(output, step.gold) for output in case.outputs.values()])
            yield math.nan if math.isnan(sum(each)) else max(each) - min(each)


def _apart(scores: Sequence[float]) -> Iterator[float]:
    return (abs(before - after) for before, after in pairwise(scores))


def _at_ranks(box: BlackBox, length: int, level: int, levels: int, tail: bool) -> tuple[float, ...]:
    """The scores of runs of a length whose one relevant document stands at rank 1, 2, and so on."""
    others = [f"x{i}" for i in range(1, length)]
    gold = _gold("r", level, levels, [] if tail else others)
    runs = [Organization.ranking([*others[:at], "r", *others[at:]]) for at in range(length)]
    return tuple(box.scores([(run, gold) for run in runs]))


def _at_lengths(box: BlackBox, length: int, levels: int, tail: bool) -> tuple[float, ...]:
    """The scores of runs of 1, 2, ... documents, of which the first is relevant."""
    others = [f"x{i}" for i in range(1, length)]
    gold = _gold("r", 0, levels, [] if tail else others)
    return tuple(box.scores([(Organization.ranking(["r", *others[:at]]), gold) for at in range(length)]))


def _gold(document: str, level: int, levels: int, irrelevant: list[str]) -> Organization:
    """The gold in which one document is relevant, at this level. It lists the irrelevant documents, or has a tail."""
    gold_levels: list[list[list[str]]] = [[] for _ in range(levels)]
    gold_levels[level] = [[document]]
    if irrelevant:
        gold_levels[-1] = [[d] for d in irrelevant]
    return Organization(gold_levels, tail=not irrelevant)
