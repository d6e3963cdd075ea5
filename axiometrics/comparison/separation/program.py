"""The fewest cases that together separate all pairs of metrics, by an integer program that proves how few there must
be.
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
"""By the things that a metric may say of a case, how many metrics one case more is needed for than for one metric
fewer.
"""

ADDED = 200
"""Conditions of each kind that are added in a round at most, those first that the relaxed program breaks most."""

ROUNDS = 2
"""How often conditions are added."""


def words_needed(metrics: int, ways: int) -> int:
    """The fewest cases that separate each two of so many metrics, whatever the cases: each says one of so many things
    of a case, and n say `ways ** n`.

    >>> [words_needed(metrics, 2) for metrics in (1, 2, 3, 4, 5, 13, 17)]
    [0, 1, 2, 2, 3, 4, 5]
    """
    needed = 0
    while ways**needed < metrics:
        needed += 1
    return needed


def maximal(rows: Array) -> Array:
    """The numbers of the rows that are not within another row, of equal ones the first."""
    packed = np.packbits(rows, axis=1)
    left = np.argsort(-rows.sum(-1), kind="stable")
    kept: list[int] = []
    while len(left):
        kept.append(int(left[0]))
        left = left[(packed[left] & ~packed[left[0]]).any(-1)]
    return np.array(sorted(kept), dtype=int)


def apart(separates: Array, pairs: Sequence[Pair], metrics: int) -> list[int]:
    """Metrics of which each two are separated by a row at least, as many as come by taking them in turn."""
    together = {pair for pair, one in zip(pairs, np.any(separates, axis=0).tolist(), strict=True) if not one}
    found: list[int] = []
    for metric in range(metrics):
        if not any((other, metric) in together for other in found):
            found.append(metric)
    return found


def smallest_cover(
    separates: Array, pairs: Sequence[Pair], metrics: int, ways: int, seconds: float
) -> tuple[list[int], bool, int]:
    """The fewest rows that together have every column, whether that is proved, and how many are proved to be needed at
    least.

    `separates` has a row for each case and a column for each of the `pairs` of `metrics`; columns that no row has are
    left out. A case says one of `ways` things of a metric. So, with two of them, it takes two cases at least to
    separate each two of three metrics, and three for five: conditions that follow from the others, and without which
    the program would be long in seeing how many cases it takes.

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
    """How many rows it takes at least, as far as is seen without the integer program: a bound that is soon found."""
    needs, least, _ = _conditions(separates, pairs, metrics, ways)
    return math.ceil(float(_relaxed(needs, least).sum()) - SOLVED_INTEGER)


def _conditions(separates: Array, pairs: Sequence[Pair], metrics: int, ways: int) -> tuple[Array, Array, int]:
    """Sets of rows, how many it takes of each at least, and how many it takes whatever the rows."""
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
    """How much of each row the program would take if it could take parts."""
    from scipy.optimize import linprog

    return np.asarray(linprog(np.ones(needs.shape[1]), A_ub=-needs.astype(float), b_ub=-least, bounds=(0, 1)).x)


def _broken(
    separates: Array, pairs: Sequence[Pair], metrics: Sequence[int], ways: int, taken: Array
) -> Iterator[tuple[Array, int]]:
    """Conditions on groups of these metrics that parts of rows break: the rows that separate two of a group, and how
    many of them it takes.
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
    """Rows that together have every column, each time the one that has most of those missing."""
    chosen: list[int] = []
    missing = np.ones(separates.shape[1], dtype=bool)
    while missing.any():
        chosen.append(int((separates & missing).sum(-1).argmax()))
        missing &= ~separates[chosen[-1]]
    return chosen
