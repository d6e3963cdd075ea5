"""Turns a cell into a refuted one by a counterexample beyond the searched sizes."""

from __future__ import annotations

import time
from typing import Any

from msgspec.structs import replace

from axiometrics.core.case import Case, Demand
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.constraint import Reading
from axiometrics.core.evidence import Refuted
from axiometrics.core.family import stated
from axiometrics.search.decisions import Decision
from axiometrics.search.judge import Judge


def refuted(cell: Cell, case: Case, words: str, judge: Judge, reading: Reading, started: float) -> Cell:
    """Return the cell with that case as its counterexample. Raises `AssertionError` if the case is not a case of the
    reading, or if the constraint holds on it.
    """
    checked = stated(reading.judged, case)
    if isinstance(checked, str):
        raise AssertionError(
            f"{judge.id}/{cell.constraint}@{cell.reading}: the larger case is none of the reading: {checked}"
        )
    decision = judge.decide(checked, reading.demand)
    if not decision.failed:
        raise AssertionError(f"{judge.id}/{cell.constraint}@{cell.reading}: the larger case does not refute it")
    return refuted_by(cell, checked, reading.demand, decision, judge, words, time.perf_counter() - started)


def shown_scores(decision: Decision, judge: Judge) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Return the scores of a decision in the form of a counterexample: one for each role, and for means also the score
    of each output.
    """
    each = {role: [judge.show(score) for score in scores] for role, scores in decision.each.items()}
    return {role: judge.show(score) for role, score in decision.scores.items()}, each


def refuted_by(
    cell: Cell,
    case: Case,
    demand: Demand,
    decision: Decision,
    judge: Judge,
    words: str,
    seconds: float,
    carried: str | None = None,
) -> Cell:
    """Return the cell with that case as its counterexample. The judge has decided that the demand fails on it;
    `carried` names the reading for which the case was found.
    """
    own_demand = case.asked(demand)
    case = decision.shown or case
    shown, each = shown_scores(decision, judge)
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
        relation=decision.relation,
        counterexample=Counterexample.of(case, shown, own_demand, each),
    )
