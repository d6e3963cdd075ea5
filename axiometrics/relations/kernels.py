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


def part(
    values: Any, sums: Any, points: Any, to_values: Any, to_sums: Any, to_points: Any, order: Any, half: int
) -> None:
    """Add to each point of the second half of each block the values of the points before it in the first half; then
    list the halves apart. `order` is the space that numpy needs.
    """
    for start in range(0, len(points), 2 * half):
        low, high, seen = start, start + half, 0.0
        for i in range(start, start + 2 * half):
            if points[i] < half:
                to_values[low], to_sums[low], to_points[low] = values[i], sums[i], points[i]
                seen += values[i]
                low += 1
            else:
                to_values[high], to_sums[high], to_points[high] = values[i], sums[i] + seen, points[i] - half
                high += 1


def compare(values: Any, sums: Any, points: Any, to_sums: Any, leaf: int) -> None:
    """Add the values of the pairs of points of each leaf, and put the sums in the order of the numbers."""
    for start in range(0, len(points), leaf):
        for k in range(start, start + leaf):
            above = 0.0
            for i in range(start, k):
                above += values[i] * (points[i] < points[k])
            to_sums[start + points[k]] = sums[k] + above
