"""Linear programs in floats. They propose answers, which fractions then decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.margins import SOLVED_ZERO
from axiometrics.possibility.rows import Row
from axiometrics.possibility.time_limit import seconds_left


def table(rows: Sequence[Row], orbits: int) -> tuple[Array, list[int]] | None:
    """Values of a metric for which all strict rows hold with room, and as many other rows as possible; and the numbers
    of the rows that hold with equality for all such values. None where the solver finds no such values.

    The last value is a number above 0 by which bounds are multiplied, so that all rows are comparisons with 0.
    """
    from scipy import sparse
    from scipy.optimize import linprog

    width = orbits + 1
    strict = [k for k, row in enumerate(rows) if row.strict]
    weak = [k for k, row in enumerate(rows) if row.by == ">="]
    equal = [k for k, row in enumerate(rows) if row.by == "="]
    matrix = _matrix(rows, width)
    room = len(weak)
    # One further unknown for each weak row: the room with which it holds, at most 1.
    bounds = [(None, None)] * orbits + [(1, None)] + [(0, 1)] * room
    objective = np.concatenate([np.zeros(width), -np.ones(room)])
    above = [(strict, None), (weak, -sparse.identity(room, format="csr"))]
    parts = [
        sparse.hstack([matrix[ks], sparse.csr_matrix((len(ks), room)) if spare is None else spare])
        for ks, spare in above
        if ks
    ]
    solution = linprog(
        objective,
        A_ub=-sparse.vstack(parts) if parts else None,
        b_ub=-np.concatenate([np.ones(len(strict)), np.zeros(room)]) if parts else None,
        A_eq=sparse.hstack([matrix[equal], sparse.csr_matrix((len(equal), room))]) if equal else None,
        b_eq=np.zeros(len(equal)) if equal else None,
        bounds=bounds,
        method="highs",
        options={"time_limit": seconds_left()},
    )
    if solution.status != 0:
        return None
    spare = solution.x[width:]
    return solution.x[:width], [*equal, *(k for k, free in zip(weak, spare, strict=True) if free < SOLVED_ZERO)]


def weights(rows: Sequence[Row], orbits: int, first: int | None = None) -> Array | None:
    """Weights of rows, at least 0 for inequalities, with which the sums of all rows cancel to 0 while some strict row,
    or a bound, makes the summed comparison false. None where the solver finds none.

    The sum of all weights is minimized while the weights of the strict rows sum to 1 or, if `first` is given, while the
    weight of that strict row is 1. The second form makes shorter arguments.
    """
    from scipy import sparse
    from scipy.optimize import linprog

    signs = [(k, 1.0) for k in range(len(rows))] + [(k, -1.0) for k, row in enumerate(rows) if row.by == "="]
    matrix = _matrix(rows, orbits + 1)[[k for k, _ in signs]].multiply(np.array([[sign] for _, sign in signs]))
    # The last unknown is the weight of the comparison 1 > 0.
    unit = np.zeros((1, orbits + 1))
    unit[0, orbits] = 1.0
    if first is None:
        fixed = np.array([float(rows[k].strict) for k, _ in signs] + [1.0])
    else:
        fixed = np.array([float(k == first) for k, _ in signs] + [0.0])
    solution = linprog(
        np.concatenate([np.ones(len(signs)), [0.0]]),
        A_eq=sparse.vstack([sparse.csr_matrix(sparse.vstack([matrix, unit]).T), fixed]),
        b_eq=np.concatenate([np.zeros(orbits + 1), [1.0]]),
        bounds=(0, None),
        method="highs-ds",
        options={"time_limit": seconds_left()},
    )
    if solution.status != 0:
        return None
    total = np.zeros(len(rows))
    for (k, sign), weight in zip(signs, solution.x, strict=False):
        total[k] += sign * weight
    return total


def _matrix(rows: Sequence[Row], width: int) -> Any:
    """The coefficients of the rows. The last column has the bounds, with their signs changed."""
    from scipy.sparse import csr_matrix

    numbers, values, starts = list[int](), list[float](), [0]
    for row in rows:
        of, shares = row.floats
        numbers += of
        values += shares
        if row.bound:
            numbers.append(width - 1)
            values.append(-float(row.bound))
        starts.append(len(numbers))
    return csr_matrix((np.array(values), np.array(numbers, dtype=np.int32), starts), shape=(len(rows), width))


def farthest(rows: Sequence[Row], lacking: Sequence[float]) -> Sequence[float]:
    """The weights of rows that show the least necessary change of the values for each row to gain what it lacks: the
    dual of the program that minimizes the greatest change. All are 0 where the solver finds none in the time.

    Raises `TimeUpError`.
    """
    from scipy import sparse
    from scipy.optimize import linprog

    orbits = 1 + max(number for row in rows for number in row.coefficients)
    matrix = _matrix(rows, orbits + 1)[:, :orbits]
    equal = np.array([row.by == "=" for row in rows])
    ones = sparse.csr_matrix(np.ones((orbits, 1)))
    identity = sparse.identity(orbits, format="csr")
    solution = linprog(
        np.concatenate([np.zeros(orbits), [1.0]]),
        A_ub=sparse.vstack(
            [
                sparse.hstack([-matrix[~equal], sparse.csr_matrix((int((~equal).sum()), 1))]),
                sparse.hstack([identity, -ones]),
                sparse.hstack([-identity, -ones]),
            ]
        ),
        b_ub=np.concatenate([-np.asarray(lacking)[~equal], np.zeros(2 * orbits)]),
        A_eq=sparse.hstack([matrix[equal], sparse.csr_matrix((int(equal.sum()), 1))]) if equal.any() else None,
        b_eq=np.asarray(lacking)[equal] if equal.any() else None,
        bounds=[(None, None)] * orbits + [(0, None)],
        method="highs-ds",
        options={"time_limit": seconds_left()},
    )
    weights = np.zeros(len(rows))
    if solution.status == 0:
        weights[~equal] = -solution.ineqlin.marginals[: int((~equal).sum())]
        if equal.any():
            weights[equal] = solution.eqlin.marginals
    return [float(weight) if abs(weight) > SOLVED_ZERO else 0.0 for weight in weights]
