"""The inner loops over pairs of documents, compiled by numba where it is installed (`pip install axiometrics[fast]`).

Results do not depend on it: these loops add the same numbers in the same order as their namesakes in `concordant_sums`
do with numpy.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

ENOUGH, STARTED = 300_000, 3_000
"""From this many points on it pays to start numba, and to use it once it runs."""

Steps = tuple[Any, Any]
"""`part` and `compare`."""


def steps(size: int, compiled: bool | None) -> Steps | None:
    """The compiled loops, or None where numpy is to do it: `compiled` False, or None and numba missing or the points
    few.

    Raises `ImportError` where `compiled` is True and numba is missing.
    """
    if compiled is None:
        enough = STARTED if _compiled.cache_info().currsize else ENOUGH
        compiled = size >= enough and find_spec("numba") is not None
    return _compiled() if compiled else None


@cache
def _compiled() -> Steps:
    try:
        numba = import_module("numba")
    except ImportError:
        raise ImportError(
            "numba is not installed: pip install axiometrics[fast], or leave it to numpy with compiled=None"
        ) from None
    try:
        jit = numba.njit(cache=True)
        return jit(part), jit(compare)
    except RuntimeError:  # no folder that it may write to
        return numba.njit(part), numba.njit(compare)


def part(columns: Any, listed: Any, others: Any, other: Any, quarter: int, first: int) -> None:
    """Add the sums over the pairs of points of one block and different quarters of it; then list the quarters apart, in
    `others` and `other`.

    `columns` are what the points of `listed` give from above, ask from below, and their sums. Blocks start at number
    `first`.
    """
    (upper, lower, sums), (to_upper, to_lower, to_sums) = columns, others
    for start in range(0, len(listed), 4 * quarter):
        end = start + 4 * quarter
        to1, to2, to3, to4 = start + quarter, start + 2 * quarter, start + 3 * quarter, end
        second, third, fourth = first + to1, first + to2, first + to3
        seen1 = seen12 = seen3 = 0.0
        for i in range(start, end):
            point, given = listed[i], upper[i]
            in2, in3, in4 = point >= second, point >= third, point >= fourth
            above = (seen12 if in3 else seen1 if in2 else 0.0) + (seen3 if in4 else 0.0)
            if lower[i] == 0:
                above = 0.0
            sums[i] += above
            seen12 += 0.0 if in3 else given
            seen1 += 0.0 if in2 else given
            seen3 += given if in3 & (not in4) else 0.0
        seen2 = seen34 = seen4 = 0.0
        for i in range(end - 1, start - 1, -1):
            point, asked = listed[i], lower[i]
            in2, in3, in4 = point >= second, point >= third, point >= fourth
            below = (0.0 if in4 else seen4 if in3 else seen34) + (0.0 if in2 else seen2)
            if upper[i] == 0:
                below = 0.0
            to1 -= not in2
            to2 -= in2 & (not in3)
            to3 -= in3 & (not in4)
            to4 -= in4
            to = to4 if in4 else to3 if in3 else to2 if in2 else to1
            other[to], to_upper[to], to_lower[to], to_sums[to] = point, upper[i], asked, sums[i] + below
            seen34 += asked if in3 else 0.0
            seen4 += asked if in4 else 0.0
            seen2 += asked if in2 & (not in3) else 0.0


def compare(columns: Any, listed: Any, leaf: int) -> None:
    """Add the sums over the pairs of points of one leaf."""
    upper, lower, sums = columns
    for start in range(0, len(listed), leaf):
        for k in range(start, start + leaf):
            above = below = 0.0
            for i in range(start, k):
                above += upper[i] * (listed[i] < listed[k])
            for i in range(k + 1, start + leaf):
                below += lower[i] * (listed[k] < listed[i])
            if lower[k] == 0:
                above = 0.0
            if upper[k] == 0:
                below = 0.0
            sums[k] = sums[k] + above + below
