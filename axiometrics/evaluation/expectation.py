"""Compute the expected value of a metric for a ranking with ties: the mean over all orders of the tied documents, in
which each order is equally likely.

Only the grades count, and for binary metrics only whether they are above 0. So two orders with the same grades at each
rank count as one. There are three ways to the mean, all exact except for rounding errors:

* if the terms of a metric depend on rank and grade only (DCG), each rank counts the mean over the grades of its group;
* if they also depend on how many documents of each grade stand above (AP), the mean is also over these numbers, which
  have a hypergeometric distribution;
* any other metric (R*S) is scored on every combination of orders.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, product

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import ParameterError
from axiometrics.core.metric import Metric
from axiometrics.evaluation.ties import Groups, Ints

Evaluate = Callable[[Ints], Array]
"""A function that scores a stack of rankings of one topic. Each ranking is given by the grades at its ranks."""

LIMIT = 200_000
"""The greatest number of rankings that are scored for a topic. More would take too long."""

CELLS = 1 << 19
"""The number of ranks that are scored at a time, so that a stack of rankings does not fill the memory."""


def expected(metric: Metric, grades: Ints, groups: Groups, evaluate: Evaluate) -> float:
    """The mean value of a metric over all orders of the documents within each group of tied ranks.

    Raises `ParameterError` if more than `LIMIT` rankings would have to be scored.
    """
    if "graded" not in metric.traits:
        grades = np.minimum(grades, 1)
    mixed = [(a, b) for a, b in groups if (grades[a:b] != grades[a]).any()]
    by = metric.adds_up
    if not by:
        _demand_few(math.prod(ways(grades[a:b]) for a, b in mixed), metric)
        return _over_orders(grades, mixed, evaluate)
    _demand_few(sum(_states(grades[a:b], by) for a, b in mixed), metric)
    value = evaluate(grades[None]).item()
    for a, b in mixed:
        nothing = np.where(np.arange(b) < a, grades[:b], 0)
        values = evaluate(np.stack([grades[:b], nothing]))
        mean = (
            _over_ranks(nothing, grades[a:b], evaluate)
            if by == "rank"
            else _over_numbers(grades[:a], grades[a:b], evaluate)
        )
        value += mean - (values[0] - values[1])
    return float(value)


def _demand_few(count: int, metric: Metric) -> None:
    if count > LIMIT:
        many = f"{count:,}" if count < 10**12 else f"some 1e{len(str(count)) - 1}"
        raise ParameterError(
            f"the expectation of {metric.id} would take {many} rankings of tied documents, more than "
            f"the {LIMIT:,} that are tried"
        )


def _over_ranks(nothing: Ints, group: Ints, evaluate: Evaluate) -> float:
    """The mean of what a group of tied documents adds to the score, rank by rank. `nothing` is the ranking in which the
    documents of the group have grade 0.
    """
    values, counts = np.unique(group, return_counts=True)
    ranks = np.arange(len(nothing) - len(group), len(nothing))
    without = evaluate(nothing[None]).item()
    total = 0.0
    for part in np.array_split(ranks, -(-len(ranks) * len(nothing) // CELLS)):
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            stack = np.repeat(nothing[None], len(part), axis=0)
            stack[np.arange(len(part)), part] = value
            total += float((evaluate(stack) - without).sum()) * count / len(group)
    return total


def _over_numbers(above: Ints, group: Ints, evaluate: Evaluate) -> float:
    """The mean of what a group of tied documents adds to the score. It is taken over the numbers of documents of each
    grade that stand above a document of the group.

    With k of the c documents of each grade placed, the next document is one of the others. It adds the score of a
    ranking that ends with it, less the score of that ranking without it. The order of the k documents makes no
    difference to this.
    """
    values, counts = np.unique(group, return_counts=True)
    size = len(group)
    placed = np.array(list(product(*(range(c + 1) for c in counts.tolist())))[:-1], dtype=np.int64)
    weight = np.array(
        [math.prod(map(math.comb, counts.tolist(), k)) / math.comb(size, sum(k)) for k in placed.tolist()]
    )
    done = placed.sum(axis=1)
    step = max(1, CELLS // ((len(above) + size) * (len(values) + 1)))
    total = 0.0
    for first in range(0, len(placed), step):
        part = slice(first, first + step)
        base = _rankings(above, placed[part], values, size)
        without = evaluate(base)
        for k, value in enumerate(values.tolist()):
            left = counts[k] - placed[part, k]
            base[np.arange(len(base)), len(above) + done[part]] = value
            total += float((weight[part] * left / (size - done[part]) * (evaluate(base) - without)).sum())
    return total


def _rankings(above: Ints, placed: Ints, values: Ints, size: int) -> Ints:
    """A ranking for each row of `placed`. It has the documents above the group, then as many documents of each grade as
    the row says, then documents of grade 0.
    """
    ends = np.cumsum(placed, axis=1)
    kind = (np.arange(size)[None, :, None] >= ends[:, None, :]).sum(axis=-1)
    group = np.append(values, 0)[kind]
    return np.concatenate([np.broadcast_to(above, (len(placed), len(above))), group], axis=1)


def _over_orders(grades: Ints, groups: Groups, evaluate: Evaluate) -> float:
    """The mean score over all combinations of orders of these groups."""
    orders = [arrangements(grades[a:b]) for a, b in groups]
    combined = np.array(list(product(*(range(len(order)) for order in orders))), dtype=np.int64)
    step = max(1, CELLS // max(1, len(grades)))
    total = 0.0
    for first in range(0, len(combined), step):
        choice = combined[first : first + step]
        stack = np.repeat(grades[None], len(choice), axis=0)
        for k, (a, b) in enumerate(groups):
            stack[:, a:b] = orders[k][choice[:, k]]
        total += float(evaluate(stack).sum())
    return total / len(combined)


def arrangements(grades: Ints) -> Ints:
    """The distinct orders of these grades, one in each row. Each of them stands for the same number of orders of the
    documents, so that their plain mean is the expectation.

    >>> arrangements(np.array([1, 0, 0])).tolist()
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    values, counts = np.unique(grades, return_counts=True)
    most = int(counts.argmax())
    rows = np.full((1, len(grades)), values[most])
    free = np.arange(len(grades))[None]
    for value, count in ((v, int(c)) for k, (v, c) in enumerate(zip(values, counts, strict=True)) if k != most):
        room = free.shape[1]
        chosen = np.array(list(combinations(range(room), count)))
        rest = np.ones((len(chosen), room), dtype=bool)
        np.put_along_axis(rest, chosen, False, axis=1)
        left = np.nonzero(rest)[1].reshape(len(chosen), room - count)
        rows = np.repeat(rows, len(chosen), axis=0)
        np.put_along_axis(rows, free[:, chosen].reshape(-1, count), value, axis=1)
        free = free[:, left].reshape(len(rows), room - count)
    return rows


def ways(grades: Ints) -> int:
    """The number of distinct orders of these grades; an estimate, of 1e300 at most, if it has more than 12 digits.

    >>> ways(np.array([2, 1, 1, 0]))
    12
    """
    counts = np.unique(grades, return_counts=True)[1].tolist()
    digits = (math.lgamma(len(grades) + 1) - sum(math.lgamma(count + 1) for count in counts)) / math.log(10)
    if digits > 12:
        return int(10 ** min(digits, 300))
    return math.prod(math.comb(sum(counts[k:]), count) for k, count in enumerate(counts))


def _states(grades: Ints, by: str) -> int:
    """The number of rankings that are scored for a group."""
    counts: list[int] = np.unique(grades, return_counts=True)[1].tolist()
    return len(grades) * len(counts) if by == "rank" else math.prod(count + 1 for count in counts) * (len(counts) + 1)
