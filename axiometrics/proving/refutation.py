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
from axiometrics.core.family import stated
from axiometrics.core.metric import Metric


def refuted(cell: Cell, case: Case, words: str, metric: Metric, reading: Reading, started: float) -> Cell:
    """The cell with that case as its counterexample. Raises `AssertionError` where the case is none of the reading, or
    the constraint holds on it.
    """
    known = stated(reading.judged, case)
    if isinstance(known, str):
        raise AssertionError(
            f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case is none of the reading: {known}"
        )
    demand = known.asked(reading.demand)
    scores = {role: metric.exact(known.outputs[role], known.gold) for role in demand.roles}
    relation = demand.relation(sign(demand.excess(scores, known.bound)))
    if not relation:
        raise AssertionError(f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case does not refute it")
    shown = {role: str(score) for role, score in scores.items()}
    return refuted_by(cell, known, demand, relation, shown, words, time.perf_counter() - started)


def refuted_by(
    cell: Cell,
    case: Case,
    demand: Demand,
    relation: str,
    shown: Mapping[str, Any],
    words: str,
    seconds: float,
    carried: str | None = None,
) -> Cell:
    """The cell with that case as its counterexample, which was decided elsewhere: how it fails the demand, and
    the scores of the outputs as they are to be shown; `carried` names the reading that it was found for.
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
        relation=relation,
        counterexample=Counterexample.of(case, shown, demand),
    )
