"""The smallest set of cases that separates metrics, against a search through all sets of all labelled cases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.separation import Cover, cover
from axiometrics.separation.covering import _greedy, _maximal, _smallest_cover
from axiometrics.separation.outputs import every


def metrics(*names: str) -> list[Metric]:
    return [registry.metric(name) for name in names]


def preference(one: Any, other: Any) -> int | None:
    """What exact scores of x and y say: 1 for x, -1 for y, None where one is undefined."""
    return None if one != one or other != other else sign(one - other)


def separated_by_hand(chosen: Sequence[Metric], task: str, size: int, ties: bool) -> set[frozenset[tuple[int, int]]]:
    """For every case of the task the pairs of metrics that it separates, by the exact scores of its outputs."""
    found = set()
    for documents in range(1, size + 1):
        for outputs in every(task, documents):
            scores = [[metric.exact(outputs.output(k), outputs.gold) for k in range(len(outputs))] for metric in chosen]
            for i, j in combinations(range(len(outputs)), 2):
                says = [preference(row[i], row[j]) for row in scores]
                pairs = set()
                for (a, one), (b, other) in combinations(enumerate(says), 2):
                    if one is not None and other is not None and (one != other if ties else one * other < 0):
                        pairs.add((a, b))
                found.add(frozenset(pairs))
    return found


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("task", "names", "size"),
    [
        ("clustering", ("purity", "inverse-purity", "bcubed-f", "rand", "adjusted-rand", "jaccard", "pair-f", "rs-clustering"), 4),
        ("filtering", ("f", "precision", "recall", "accuracy", "lam", "rs-filtering"), 4),
        ("ranking", ("ap", "rr", "p@10", "rbp", "rs-ranking"), 4),
    ],
)
def test_no_smaller_set_of_any_cases_separates_as_many_pairs(task: str, names: tuple[str, ...], size: int, ties: bool) -> None:
    chosen = metrics(*names)
    found = cover(chosen, task, ties=ties, size=size)
    sets = separated_by_hand(chosen, task, size, ties)
    everything = frozenset[tuple[int, int]]().union(*sets)
    assert set(found.alike) == set(combinations(range(len(chosen)), 2)) - everything
    assert frozenset[tuple[int, int]]().union(*(one.separates for one in found.chosen)) == everything
    assert found.minimal
    assert found.least == len(found.chosen)
    largest = [one for one in sets if not any(one < other for other in sets)]
    assert not any(frozenset[tuple[int, int]]().union(*some) == everything for some in combinations(largest, len(found.chosen) - 1))
    assert found.cases == sum(outputs.pairs for n in range(1, size + 1) for outputs in every(task, n))


def check_preferences(found: Cover) -> None:
    for chosen in found.chosen:
        for metric, said in zip(found.metrics, chosen.preferences, strict=True):
            if said is not None:
                assert preference(*(metric.exact(output, chosen.case.gold) for output in chosen.case.outputs.values())) == said, metric.id
        pairs = set()
        for (a, one), (b, other) in combinations(enumerate(chosen.preferences), 2):
            if one is not None and other is not None and (one != other if found.ties else one * other < 0):
                pairs.add((a, b))
        assert chosen.separates == pairs


def test_what_metrics_are_said_to_prefer_is_what_they_score() -> None:
    check_preferences(cover([m for m in registry.metrics() if m.task == "filtering"], "filtering", size=5))
    check_preferences(cover([m for m in registry.metrics() if m.task == "ranking"], "ranking", size=4))
    check_preferences(cover(metrics("bcubed-extended-f", "rs-clustering", "v-measure"), "clustering", size=3, ties=True))


def test_metrics_that_know_no_grades_have_no_say_on_graded_golds() -> None:
    found = cover(metrics("dcg", "err", "ap"), "ranking", size=2)
    graded = [chosen for chosen in found.chosen if chosen.case.gold.top_grade == 2]
    assert graded
    assert all(chosen.preferences[2] is None for chosen in graded)


def test_metrics_that_nothing_separates() -> None:
    found = cover(metrics("jaccard", "pair-f"), "clustering", size=5)
    assert (found.chosen, found.alike, found.minimal) == ((), ((0, 1),), True)


def test_two_metrics_that_one_case_separates() -> None:
    found = cover(metrics("precision", "recall"), "filtering", size=4)
    assert len(found.chosen) == found.least == 1
    assert found.alike == ()


def test_rows_within_others_are_left_out_and_the_first_of_equals_stays() -> None:
    rows = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 0], [0, 0, 0]], dtype=bool)
    assert _maximal(rows).tolist() == [1, 2]
    assert _maximal(np.zeros((2, 3), dtype=bool)).tolist() == [0]


def test_a_cover_is_smallest_where_greed_is_not() -> None:
    """Greed takes the row of four first, and then needs two more; the two rows of three do."""
    rows = np.array([[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 1, 0]], dtype=bool)
    assert sorted(_greedy(rows)) == [0, 1, 2]
    assert _smallest_cover(rows, 10.0) == ([0, 1], True, 2)
