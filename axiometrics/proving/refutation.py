"""A cell refuted by a case beyond the sizes searched."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from axiometrics.core.case import Case, Demand
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.constraint import Reading
from axiometrics.core.evidence import Refuted
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric


def refuted(cell: Cell, case: Case, words: str, metric: Metric, reading: Reading, started: float) -> Cell:
    """The cell with that case as its counterexample. Raises `AssertionError` where the case is none of the reading, or
    the constraint holds on it.
    """
    demand: Demand = reading.cases.demand
    problem = reading.cases.admits(case)
    if problem:
        raise AssertionError(
            f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case is none of the reading: {problem}"
        )
    scores = {role: metric.exact(case.outputs[role], case.gold) for role in demand.roles}
    found = sign(demand.excess(scores))
    if demand.met(found):
        raise AssertionError(f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case does not refute it")
    shown = {role: str(score) for role, score in scores.items()}
    return refuted_by(cell, case, demand, found, shown, words, time.perf_counter() - started)


def refuted_by(
    cell: Cell,
    case: Case,
    demand: Demand,
    found: int,
    shown: Mapping[str, Any],
    words: str,
    seconds: float,
    carried: str | None = None,
) -> Cell:
    """The cell with that case as its counterexample, which was decided elsewhere: the sign of the difference demanded,
    and the scores of the outputs as they are to be shown; `carried` names the reading that it was found for.
    """
    evidence = cell.evidence.turned(
        Refuted,
        cases=cell.evidence.cases + 1,
        size=case.documents,
        seconds=cell.evidence.seconds + seconds,
        minimal=False,
        method=words,
        searched=cell.evidence.searched if isinstance(cell.evidence, Refuted) else cell.evidence.size,
        carried=carried,
    )
    return replace(
        cell,
        holds=False,
        evidence=evidence,
        message="",
        relation="tied" if found == 0 else "reversed",
        counterexample=Counterexample.of(case, shown, demand),
    )
