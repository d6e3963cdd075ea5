"""Checks a reading with finitely many cases by scoring each case, and counts the cases that a search is said to have
tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sized
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Reading
from axiometrics.core.family import CaseFamily, grid_of
from axiometrics.verification.demands import outcome
from axiometrics.verification.fields import shorten
from axiometrics.verification.scorers import MismatchError, Scorer

COUNTED = 256
"""How many pairs of a family and a size have their number of cases cached, since the cells of one column ask for the
same number.
"""

SMALLEST = 200
"""How many of the smallest cases of a searched reading are scored again where a strict check is asked for."""


def check_finite(cell: Mapping[str, Any], reading: Reading, scorer: Scorer) -> str:
    """Check every case of a finite reading; return what was checked, in words. Raises `MismatchError` if the reading
    has more cases than can be listed, or if a case does not support the verdict.
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
    """Score the `SMALLEST` cases of a reading that was searched to a size once more; return what was checked, in
    words.
    """
    size = cell["evidence"].get("size")
    return f"{_demand_met(reading, scorer, size or 0, SMALLEST)} of the smallest cases meet the demand"


def check_grid(cell: Mapping[str, Any], reading: Reading) -> None:
    """Raise `MismatchError` if a cell claims that all cases up to a size were searched while its reading is searched on
    a grid of numbers only, or the reverse; or if it names another grid.
    """
    evidence, grid = cell["evidence"], grid_of(reading.cases)
    kind, stated = evidence["kind"], evidence["detail"].get("grid")
    if kind == "exhaustive" and grid:
        raise MismatchError(f"not all cases up to a size are searched, but those of a grid: {grid}")
    if (kind == "grid" or stated is not None) and stated != (grid or None):
        raise MismatchError(f"the grid that is searched is {grid or 'none'!r}, but the file says {shorten(stated)}")


def check_number(cell: Mapping[str, Any], reading: Reading) -> str:
    """Check that a search of all cases up to a size, by itself or before a proof, tried as many cases as there are;
    return what was checked, in words.

    No case is scored: of those on which the metric may be undefined, any number up to what the file says may be
    missing. Raises `MismatchError` where the number is not right, or no search of the reading reaches the size.
    """
    evidence, detail = cell["evidence"], cell["evidence"]["detail"]
    size, cases, undefined = evidence.get("size"), evidence.get("cases"), detail.get("undefined", 0)
    if size is None and evidence["kind"] == "proof":
        return ""
    if {type(size), type(cases), type(undefined)} != {int}:
        raise MismatchError("a search of all cases up to a size needs the size and the number of cases, as numbers")
    if size != reading.cases.largest(size):
        raise MismatchError(f"the file says that all cases up to {size} were searched, but no search goes so far")
    if detail.get("labelled"):
        return "the ways to write its cases are not counted"
    there = _number(reading.judged, size)
    if there is None:
        return "its cases could not be counted"
    if not max(cases, undefined) <= there <= cases + undefined:
        raise MismatchError(
            f"up to {size} there are {there} cases, but the file says {cases}, and {undefined} where the metric is "
            "undefined"
        )
    return f"the number of its cases is right: {there}"


@lru_cache(maxsize=COUNTED)
def _number(family: CaseFamily, size: int) -> int | None:
    """The number of cases of a family up to a size; None where blocks of another package do not tell theirs."""
    total = 0
    for block in family.blocks(size):
        if not isinstance(block, Sized):
            return None
        total += len(block)
    return total


def _demand_met(reading: Reading, scorer: Scorer, size: int, most: int | None = None) -> int:
    """The number of cases up to a size that meet the demand; with `most`, only so many of the smallest are tried.

    Cases on which the metric is undefined are passed over. Raises `MismatchError` with the first that does not meet it.
    """
    demand: Demand = reading.demand
    sizes = range(1, min(size, reading.cases.largest(None)) + 1)
    tried = 0
    for drawn in islice(chain.from_iterable(reading.judged.cases(n) for n in sizes), most):
        case = drawn.closed() if scorer.closed else drawn
        result = outcome(case, demand, scorer)
        if not result.counts:
            continue
        if result.relation:
            raise MismatchError(f"the demand is not met on gold {case.gold}")
        if result.relation is None and most is None:
            raise MismatchError(f"whether the demand is met on gold {case.gold} could not be decided")
        tried += 1
    return tried
