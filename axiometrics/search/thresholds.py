"""Constraints on a threshold: duels for every n, and whether there is one, or one from which on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.family import DuelFamily
from axiometrics.core.verdict import Cell, Evidence
from axiometrics.generators.blocks import MARGIN
from axiometrics.generators.duels import FIRST, SECOND
from axiometrics.search.cells import Tick, make_cell
from axiometrics.search.judge import Judge, MetricFailedError


def search_thresholds(constraint: Constraint, reading: Reading, judge: Judge, cap: int | None, tick: Tick) -> Cell:
    """The cell of a threshold: which n were won, and from which on."""
    started = time.perf_counter()
    judge.used.clear()
    duels, last = reading.cases, reading.cases.largest(cap)
    if last < duels.first_n:
        evidence = Evidence("undetermined", judge.exact, 0, last)
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
        Evidence("undetermined", judge.exact, 0),
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
        evidence = Evidence(
            "error", judge.exact, 0, last, seconds=time.perf_counter() - started, detail={"input": failure.data}
        )
        return make_cell(constraint, reading, judge, None, evidence, message=str(failure))
    if found is None:
        return out_of_time
    signs, undefined, undecided = found
    detail: dict[str, Any] = {"scanned": last}
    detail |= {"undefined": undefined} if undefined else {}
    detail |= {"within_bound": len(undecided)} if undecided else {}
    detail |= {"convention": "; ".join(sorted(judge.used))} if judge.used else {}
    eventually = constraint.quantifier is Quantifier.EVENTUALLY
    winners = [n for n, s in signs.items() if s == (1 if eventually else -1)]
    detail["n"] = winners

    def cell(holds: bool | None, kind: str, message: str = "") -> Cell:
        evidence = Evidence(kind, judge.exact, len(signs), last, seconds=time.perf_counter() - started, detail=detail)
        return make_cell(constraint, reading, judge, holds, evidence, message=message)

    if not signs and not undecided:
        return cell(None, "not-applicable", "the metric is undefined on every case")
    if eventually:
        failing = [n for n in (*signs, *undecided) if n not in set(winners)]
        detail["n0"] = next((n for n in winners if not failing or n > max(failing)), None)
        if undecided and max(undecided) == max(failing) and max(undecided) >= max(signs, default=0):
            return cell(
                None,
                "undetermined",
                f"{len(undecided)} duels too close for floats to decide, the last of them n = {max(undecided)}",
            )
        return cell(detail["n0"] is not None, "exhaustive")
    if winners:
        detail |= {"method": f"witness n = {winners[0]}", "lemmas": 0}
        return cell(True, "proof")
    return (
        cell(None, "undetermined", f"{len(undecided)} duels too close for floats to decide")
        if undecided
        else cell(False, "exhaustive")
    )


def _duel_signs(
    duels: DuelFamily, judge: Judge, cap: int | None, tick: Callable[[int], bool]
) -> tuple[dict[int, int], int, list[int]] | None:
    """For each n the sign of score(A_n) - score(B_n); how many are undefined; and the n that could not be decided. None
    where there was no time.
    """
    demand = Demand((FIRST, SECOND), (1, -1), "")
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
    return signs, undefined, undecided
