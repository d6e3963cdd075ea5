"""Find the fewest cases that together separate all pairs of metrics, by an integer program that proves how few cases
suffice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.margins import SOLVED_INTEGER, TAKEN_ROW

Pair = tuple[int, int]

GROUPS = {2: (3, 5), 3: (4,)}
"""By the number of opinions that a metric may have on a case: the sizes of groups of metrics that need one case more
than a group with one metric less. Conditions on such groups make the program stronger.
"""

ADDED = 200
"""The greatest number of conditions of each kind that are added in a round. The conditions that the relaxed program
breaks most come first.
"""

ROUNDS = 2
"""The number of rounds in which conditions are added."""


def words_needed(metrics: int, ways: int) -> int:
    """The fewest cases that separate each two of `metrics` metrics, whatever the cases are. On each case a metric has
    one of `ways` opinions, so n cases separate at most `ways ** n` metrics.

    >>> [words_needed(metrics, 2) for metrics in (1, 2, 3, 4, 5, 13, 17)]
    [0, 1, 2, 2, 3, 4, 5]
    """
    needed = 0
    while ways**needed < metrics:
        needed += 1
    return needed


def maximal(rows: Array) -> Array:
    """The numbers of the rows that are not contained in another row. Of equal rows, the first is taken."""
    packed = np.packbits(rows, axis=1)
    left = np.argsort(-rows.sum(-1), kind="stable")
    kept: list[int] = []
    while len(left):
        kept.append(int(left[0]))
        left = left[(packed[left] & ~packed[left[0]]).any(-1)]
    return np.array(sorted(kept), dtype=int)


def apart(separates: Array, pairs: Sequence[Pair], metrics: int) -> list[int]:
    """Metrics of which each two are separated by at least one row: as many as are found by taking the metrics in
    turn.
    """
    together = {
        pair for pair, is_separated in zip(pairs, np.any(separates, axis=0).tolist(), strict=True) if not is_separated
    }
    chosen: list[int] = []
    for metric in range(metrics):
        if not any((before, metric) in together for before in chosen):
            chosen.append(metric)
    return chosen


def smallest_cover(
    separates: Array, pairs: Sequence[Pair], metrics: int, ways: int, seconds: float
) -> tuple[list[int], bool, int]:
    """The fewest rows that together cover every column, whether their number is proved to be least, and the proved
    least number.

    `separates` has a row for each case and a column for each of the `pairs` of `metrics`; columns that no row has are
    left out. On a case, a metric has one of `ways` opinions. So, with two opinions, at least two cases are needed to
    separate each two of three metrics, and three cases for five metrics. These conditions follow from the others, but
    without them the program would take long to prove how many cases are needed.

    >>> smallest_cover(np.array([[1, 1, 0], [0, 1, 1], [0, 0, 0]], dtype=bool), [(0, 1), (0, 2), (1, 2)], 3, 2, 60.0)
    ([0, 1], True, 2)
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    needs, least, floor = _conditions(separates, pairs, metrics, ways)
    rows = len(separates)
    demands = LinearConstraint(needs.astype(float), lb=least)
    answer = milp(
        np.ones(rows),
        integrality=np.ones(rows),
        bounds=Bounds(0, 1),
        constraints=demands,
        options={"time_limit": seconds},
    )
    proved = (
        max(floor, math.ceil(answer.mip_dual_bound - SOLVED_INTEGER)) if answer.mip_dual_bound is not None else floor
    )
    chosen = greedy(separates[:, separates.any(0)]) if answer.x is None else np.flatnonzero(np.round(answer.x)).tolist()
    return chosen, len(chosen) == proved, proved


def fewest_possible(separates: Array, pairs: Sequence[Pair], metrics: int, ways: int) -> int:
    """A lower bound of the number of rows, computed quickly without the integer program."""
    needs, least, _ = _conditions(separates, pairs, metrics, ways)
    return math.ceil(float(_relaxed(needs, least).sum()) - SOLVED_INTEGER)


def _conditions(separates: Array, pairs: Sequence[Pair], metrics: int, ways: int) -> tuple[Array, Array, int]:
    """Sets of rows, the least number of rows needed from each set, and the least number of rows needed whatever the
    rows are.
    """
    columns = np.flatnonzero(separates.any(0))
    columns = columns[maximal(~separates[:, columns].T)]  # a column that has all the rows of another is covered with it
    between = apart(separates, pairs, metrics)
    floor = words_needed(len(between), ways)
    needs, least = (
        np.vstack([separates[:, columns].T, np.ones(len(separates), dtype=bool)]),
        np.append(np.ones(len(columns)), floor),
    )
    for _ in range(ROUNDS):
        more = list(_broken(separates, pairs, between, ways, _relaxed(needs, least)))
        if not more:
            break
        needs, least = np.vstack([needs, *(row for row, _ in more)]), np.append(least, [number for _, number in more])
    return needs, least, floor


def _relaxed(needs: Array, least: Array) -> Array:
    """The share of each row in the solution of the relaxed program, which may take parts of rows."""
    from scipy.optimize import linprog

    return np.asarray(linprog(np.ones(needs.shape[1]), A_ub=-needs.astype(float), b_ub=-least, bounds=(0, 1)).x)


def _broken(
    separates: Array, pairs: Sequence[Pair], metrics: Sequence[int], ways: int, taken: Array
) -> Iterator[tuple[Array, int]]:
    """Conditions on groups of these metrics that the relaxed solution breaks: the rows that separate two metrics of a
    group, and the number of them that is needed.
    """
    place = {pair: k for k, pair in enumerate(pairs)}
    support = np.flatnonzero(taken > TAKEN_ROW)
    parts = separates[support]
    for size in GROUPS[ways]:
        number = words_needed(size, ways)
        groups = list(combinations(metrics, size))
        if not groups:
            continue
        inside = np.array([[place[pair] for pair in combinations(group, 2)] for group in groups])
        lacks = np.array([number - taken[support] @ parts[:, columns].any(1) for columns in inside])
        for at in np.argsort(-lacks, kind="stable")[:ADDED]:
            if lacks[at] > SOLVED_INTEGER:
                yield np.asarray(separates[:, inside[at]].any(1)), number


def greedy(separates: Array) -> list[int]:
    """Rows that together cover every column, where each row covers most of the columns still missing."""
    chosen: list[int] = []
    missing = np.ones(separates.shape[1], dtype=bool)
    while missing.any():
        chosen.append(int((separates & missing).sum(-1).argmax()))
        missing &= ~separates[chosen[-1]]
    return chosen
