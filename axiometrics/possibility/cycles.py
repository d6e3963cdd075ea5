"""Find the shortest contradictions among rows that each compare one value with another: circles of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from axiometrics.possibility.rows import Row

MOST = 2_000_000
"""The number of steps along rows after which the search for a circle ends."""


@dataclass(frozen=True)
class Step:
    """The statement of a row, with this weight, that the value of one orbit is at least that of another."""

    above: int
    below: int
    weight: Fraction
    row: Row


def shortest(rows: Sequence[Row]) -> list[tuple[Fraction, Row]] | None:
    """The fewest rows, one of them strict, that lead round a circle of values each of which is at least the next. None
    where there is no such circle, or none was found.
    """
    steps: dict[int, list[Step]] = {}
    for step in (step for row in rows for step in _steps(row)):
        steps.setdefault(step.above, []).append(step)
    best: list[Step] | None = None
    looked = 0
    for first in (step for listed in steps.values() for step in listed if step.row.strict):
        path, more = _path(steps, first.below, first.above, len(rows) if best is None else len(best) - 2)
        looked += more
        if path is not None:
            best = [first, *path]
        if looked > MOST or (best is not None and len(best) <= 2):
            break
    return None if best is None else [(step.weight, step.row) for step in best]


def _steps(row: Row) -> Iterator[Step]:
    if row.bound or len(row.coefficients) != 2:
        return
    (first, share), (second, counter) = row.coefficients.items()
    if share + counter:
        return
    above, below = (first, second) if share > 0 else (second, first)
    weight = 1 / abs(share)
    yield Step(above, below, weight, row)
    if row.by == "=":
        yield Step(below, above, -weight, row)


def _path(steps: Mapping[int, Sequence[Step]], start: int, goal: int, most: int) -> tuple[list[Step] | None, int]:
    """The fewest steps, at most `most`, from one orbit down to another, and the number of steps that were looked at."""
    reached: dict[int, Step | None] = {start: None}
    edge, looked = [start], 0
    while edge and most > 0 and goal not in reached:
        following = []
        for step in (step for at in edge for step in steps.get(at, ())):
            looked += 1
            if step.below not in reached:
                reached[step.below] = step
                following.append(step.below)
        edge, most = following, most - 1
    if goal not in reached:
        return None, looked
    path = []
    while (last := reached[goal]) is not None:
        path.append(last)
        goal = last.above
    return path[::-1], looked
