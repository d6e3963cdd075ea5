"""A reading with few cases in all, checked by scoring each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Reading
from axiometrics.verification.demands import outcome
from axiometrics.verification.scorers import MismatchError, Scorer


def check_finite(cell: Mapping[str, Any], reading: Reading, scorer: Scorer) -> str:
    """What was checked, in words. Raises `MismatchError` where the reading has more cases than can be listed, or one
    does not bear the verdict out.
    """
    if not reading.finite or cell.get("holds") is not True:
        raise MismatchError(
            f"the reading {reading.name} has no end, or the verdict is not that it holds: a proof needs an argument"
        )
    demand: Demand = reading.cases.demand
    tried = 0
    for n in range(1, reading.cases.largest(None) + 1):
        for drawn in reading.cases.cases(n):
            case = drawn.closed() if scorer.closed else drawn
            found = outcome(case, demand, scorer)
            if not found.counts:
                continue
            if found.relation != "":
                raise MismatchError(f"the demand is not met on gold {case.gold}")
            tried += 1
    if not tried:
        raise MismatchError("the metric is undefined on every case")
    return f"each of {tried} cases meets the demand"
