"""A reading with few cases in all, checked by scoring each of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, islice
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Reading
from axiometrics.verification.demands import outcome
from axiometrics.verification.scorers import MismatchError, Scorer

SMALLEST = 200
"""Cases of a reading without end that are scored once more where its search is repeated."""


def check_finite(cell: Mapping[str, Any], reading: Reading, scorer: Scorer) -> str:
    """What was checked, in words. Raises `MismatchError` where the reading has more cases than can be listed, or one
    does not bear the verdict out.
    """
    if not reading.finite or cell.get("holds") is not True:
        raise MismatchError(
            f"the reading {reading.name} has infinitely many cases, or the verdict is not that it "
            "holds: the proof needs an argument"
        )
    tried = _demand_met(reading, scorer, reading.cases.largest(None))
    if not tried:
        raise MismatchError("the metric is undefined on every case")
    return f"each of {tried} cases meets the demand"


def check_smallest(cell: Mapping[str, Any], reading: Reading, scorer: Scorer) -> str:
    """The `SMALLEST` cases of a reading that was searched to a size, scored once more; what was checked, in words."""
    size = cell["evidence"].get("size")
    return f"{_demand_met(reading, scorer, size or 0, SMALLEST)} of the smallest cases meet the demand"


def _demand_met(reading: Reading, scorer: Scorer, size: int, most: int | None = None) -> int:
    """The number of cases up to a size that meet the demand; with `most`, only so many of the smallest are tried.

    Those on which the metric is undefined are passed over. Raises `MismatchError` with the first that does not meet it.
    """
    demand: Demand = reading.demand
    sizes = range(1, min(size, reading.cases.largest(None)) + 1)
    tried = 0
    for drawn in islice(chain.from_iterable(reading.judged.cases(n) for n in sizes), most):
        case = drawn.closed() if scorer.closed else drawn
        found = outcome(case, demand, scorer)
        if not found.counts:
            continue
        if found.relation:
            raise MismatchError(f"the demand is not met on gold {case.gold}")
        if found.relation is None and most is None:
            raise MismatchError(f"whether the demand is met on gold {case.gold} could not be decided")
        tried += 1
    return tried
