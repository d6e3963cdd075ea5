"""Runs against qrels: what a ranking with tied documents says of its ranks."""

import numpy as np
import pytest

from axiometrics.evaluation.runs import UNJUDGED, Ranking


@pytest.mark.parametrize(
    ("grades", "groups", "named"),
    [
        ([UNJUDGED, 0, 2], [], [0, 1, 1]),
        ([0, UNJUDGED, UNJUDGED, 1], [(1, 4)], [1, 1 / 3, 1 / 3, 1 / 3]),
        ([1, UNJUDGED, UNJUDGED, UNJUDGED, 2, 1, UNJUDGED], [(0, 2), (2, 4), (5, 7)], [0.5, 0.5, 0, 0, 1, 0.5, 0.5]),
    ],
)
def test_tied_ranks_share_how_many_the_qrels_name(
    grades: list[int], groups: list[tuple[int, int]], named: list[float]
) -> None:
    assert Ranking(np.array(grades), groups).named_over_orders.tolist() == named


def test_many_groups_have_the_means_that_numpy_has_of_each() -> None:
    chance = np.random.default_rng(0)
    grades = chance.integers(UNJUDGED, 3, 1000)
    ends = np.sort(chance.choice(1001, 240, replace=False)).tolist()
    groups = [(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a > 1]
    shares = Ranking(grades, groups).named_over_orders
    assert all((shares[a:b] == (grades[a:b] != UNJUDGED).mean()).all() for a, b in groups)
