"""Constraints on a threshold: duels for every n, and whether there is one, or one from which on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import UNSET

from axiometrics.core.case import Demand
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.evidence import (
    AnyEvidence,
    Erroneous,
    Exhaustive,
    Labelled,
    NotApplicable,
    Proven,
    Sampled,
    Scan,
    Undetermined,
)
from axiometrics.core.family import DuelFamily
from axiometrics.generators.blocks import MARGIN
from axiometrics.generators.duels import FIRST, SECOND
from axiometrics.search.cells import Tick, make_cell
from axiometrics.search.judge import Judge, MetricFailedError


def search_thresholds(constraint: Constraint, reading: Reading, judge: Judge, cap: int | None, tick: Tick) -> Cell:
    """The cell of a threshold: which n were won, and from which on."""
    started = time.perf_counter()
    judge.used.clear()
    duels, last = reading.duels, reading.cases.largest(cap)
    if last < duels.first_n:
        evidence = Undetermined(judge.exact, 0, last)
        return make_cell(
            constraint,
            reading,
            judge,
            None,
            evidence,
            message=f"no duel has n <= {last}: raise --max-size thresholds=N",
        )
    out_of_time = make_cell(
        constraint,
        reading,
        judge,
        None,
        Undetermined(judge.exact, 0),
        message="out of time before a verdict",
    )
    if not tick(f"{constraint.name} ({reading.name}), n to {last}, {judge.id}"):
        return out_of_time
    try:
        found = _duel_signs(
            duels,
            judge,
            cap,
            lambda n: tick(f"{constraint.name} ({reading.name}), n to {last}, n = {n} decided exactly, {judge.id}"),
        )
    except MetricFailedError as failure:
        seconds = time.perf_counter() - started
        failed = Erroneous(judge.exact, 0, last, seconds=seconds, input=failure.data)
        return make_cell(constraint, reading, judge, None, failed, message=str(failure))
    if found is None:
        return out_of_time
    signs, undefined, undecided = found
    eventually = constraint.quantifier is Quantifier.EVENTUALLY
    drawn = 0
    if judge.breaks:
        try:
            drawn = _rewrite(signs, duels, judge, 1 if eventually else -1)
        except MetricFailedError as failure:
            failed = Erroneous(judge.exact, 0, last, seconds=time.perf_counter() - started, input=failure.data)
            return make_cell(constraint, reading, judge, None, failed, message=str(failure))
    winners = [n for n, s in signs.items() if s == (1 if eventually else -1)]
    failing = [n for n in (*signs, *undecided) if n not in set(winners)]
    n0 = next((n for n in winners if not failing or n > max(failing)), None)
    asked = eventually and (signs or undecided)
    said: dict[str, Any] = {
        "exact": judge.exact,
        "cases": len(signs),
        "size": last,
        "undefined": undefined,
        "within_bound": len(undecided),
        "convention": "; ".join(sorted(judge.used)) or None,
        "scan": Scan(last, winners, n0 if asked else UNSET),
        "labelled": Labelled(0, 0, drawn, last) if judge.breaks else None,
    }

    def cell(holds: bool | None, kind: type[AnyEvidence], message: str = "", **more: Any) -> Cell:
        evidence = kind(seconds=time.perf_counter() - started, **said, **more)
        return make_cell(constraint, reading, judge, holds, evidence, message=message)

    if not signs and not undecided:
        return cell(None, NotApplicable, "the metric is undefined on every case")
    if eventually:
        if undecided and max(undecided) == max(failing) and max(undecided) >= max(signs, default=0):
            return cell(
                None,
                Undetermined,
                f"{len(undecided)} duels too close for floats to decide, the last of them n = {max(undecided)}",
            )
        # of a metric that breaks an invariance, not all ways to write a duel were tried
        return cell(n0 is not None, Sampled if judge.breaks and n0 is not None else Exhaustive)
    if winners and judge.breaks:
        return cell(True, Sampled)
    if winners:
        return cell(True, Proven, method=f"witness n = {winners[0]}", lemmas=0, link="proved")
    return (
        cell(None, Undetermined, f"{len(undecided)} duels too close for floats to decide")
        if undecided
        else cell(False, Exhaustive)
    )


def _rewrite(signs: dict[int, int], duels: DuelFamily, judge: Judge, wanted: int) -> int:
    """Hold each duel that is won to other ways of writing it: it is won only if it is won in all that are tried. How
    many ways these were.
    """
    demand = Demand((FIRST, SECOND), (wanted, -wanted), "")
    drawn = 0
    for n in [n for n, sign in signs.items() if sign == wanted]:
        tried = judge.rewritten(duels.case(n, judge.closed), demand, None, n)
        if tried is not None and tried.least is not None:
            drawn += tried.cases
            sign = tried.least[1].sign
            signs[n] = wanted if sign is None or sign > 0 else sign * wanted
    return drawn


def _duel_signs(
    duels: DuelFamily, judge: Judge, cap: int | None, tick: Callable[[int], bool]
) -> tuple[dict[int, int], int, list[int]] | None:
    """For each n the sign of score(A_n) - score(B_n); how many are undefined; and the n that could not be decided. None
    where there was no time.
    """
    demand = duels.demand
    universe = duels.universe(cap)
    values = judge.values(universe, np.arange(len(universe)))
    excess = values[0::2] - values[1::2]
    greatest = np.maximum(1.0, np.maximum(np.abs(values[0::2]), np.abs(values[1::2])))
    signs: dict[int, int] = {}
    undefined, undecided = 0, []
    for n, difference, scale in zip(range(universe.start, universe.stop), excess, greatest, strict=True):
        if math.isnan(difference):
            undefined += 1
        elif abs(difference) > MARGIN * scale:
            signs[n] = 1 if difference > 0 else -1
        elif not tick(n):
            return None
        else:
            decision = judge.decide(duels.case(n, judge.closed), demand)
            if decision.sign is not None:
                signs[n] = decision.sign
            elif decision.reason == "undefined":
                undefined += 1
            else:
                undecided.append(n)
    judge.confirm()
    return signs, undefined, undecided
