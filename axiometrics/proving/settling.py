"""Cells settled for every size: a searched verdict becomes a proof where a theorem proves it, or a counterexample where a larger case refutes it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.verdict import Cell, Counterexample, Evidence
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.instances import instances
from axiometrics.proving.theorem import Larger, Open, Theorem, entries_about
from axiometrics.verification.proofs.checking import check_link
from axiometrics.verification.proofs.terms import ProofError


@dataclass(frozen=True)
class Own:
    """Scores by the metric's own code, exactly."""

    metric: Metric

    @property
    def closed(self) -> bool:
        """Whether the gold must list every document."""
        return self.metric.closed

    def score(self, system: Organization, gold: Organization) -> Any:
        """The exact score, None where undefined."""
        value = self.metric.exact(system, gold)
        return None if isinstance(value, float) else value


def settle(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    """The cell with the strongest evidence there is: what was searched through stays in it, and by a parameter, where the constraint holds.

    Raises `AssertionError` where a theorem and the search say the opposite of each other, or a theorem is not about the metric.
    """
    settled = _settled(cell, metric, constraint, reading)
    return settled if settled.holds is None else _with_regions(settled, metric, constraint, reading)


def _with_regions(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    from axiometrics.proving.regions.region import described
    from axiometrics.proving.regions.telling import holds_text

    told = []
    for parameter, holds in described(metric, constraint, reading):
        value = metric.values[parameter.name]
        conclusive = cell.evidence.kind in ("proof", "counterexample")
        if conclusive and isinstance(value, Fraction) and any(value in interval for interval in holds) is not cell.holds:
            raise AssertionError(f"{metric.id}/{constraint.id}@{reading.name}: the region by {parameter.name} and the cell say the opposite of each other")
        told.append({"param": parameter.name, "holds": holds_text(holds, parameter)})
    return replace(cell, evidence=replace(cell.evidence, detail={**cell.evidence.detail, "region": told})) if told else cell


def _settled(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    if cell.evidence.kind != "exhaustive":
        return cell
    tried = []
    for entry in entries_about(metric, constraint, reading):
        started = time.perf_counter()
        if isinstance(entry, Open):
            tried.append(entry.tried)
        elif isinstance(entry, Larger):
            return _refuted(cell, entry, metric, reading, started)
        elif entry.holds is cell.holds:
            try:
                return _proved(cell, entry, metric, constraint, reading, started)
            except NotProvedError as error:
                tried.append(str(error))
    return replace(cell, evidence=replace(cell.evidence, detail={**cell.evidence.detail, "tried": tried})) if tried else cell


def _proved(cell: Cell, theorem: Theorem, metric: Metric, constraint: Constraint, reading: Reading, started: float) -> Cell:
    proof = theorem.prove(metric, constraint, reading)
    start = proof.get("start")
    if start is not None and not _reaches(cell, constraint, start):
        raise NotProvedError(f"proved from n = {start} on, and searched to n = {cell.evidence.detail['scanned']}: raise --max-size thresholds={start}")
    try:
        linked = check_link(proof, constraint, reading, instances(constraint, reading, start, metric.closed), Own(metric))
    except ProofError as error:
        raise AssertionError(f"{metric.id}/{constraint.id}@{reading.name}: a proof that is not about the metric: {error}") from None
    if not linked:
        raise NotProvedError("no case was there to try the proof on")
    detail = {**cell.evidence.detail, "method": theorem.words, "linked": linked, "proof": proof}
    seconds = cell.evidence.seconds + time.perf_counter() - started
    return replace(cell, evidence=replace(cell.evidence, kind="proof", seconds=seconds, detail=detail))


def _reaches(cell: Cell, constraint: Constraint, start: int) -> bool:
    """Whether the n below the start of a proof were searched, as far as the verdict rests on them."""
    return cell.evidence.detail["scanned"] >= start - 1 or (constraint.quantifier is Quantifier.EVENTUALLY and cell.holds is False)


def _refuted(cell: Cell, entry: Larger, metric: Metric, reading: Reading, started: float) -> Cell:
    case = Case(Organization.parse(entry.gold), {role: Organization.parse(text) for role, text in entry.outputs})
    demand: Demand = reading.cases.demand
    problem = reading.cases.admits(case)
    if problem:
        raise AssertionError(f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case is none of the reading: {problem}")
    scores = {role: metric.exact(case.outputs[role], case.gold) for role in demand.roles}
    found = sign(demand.excess(scores))
    if demand.met(found):
        raise AssertionError(f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case does not refute it")
    shown = Counterexample.of(case, {role: str(score) for role, score in scores.items()}, demand)
    detail = {**cell.evidence.detail, "searched": cell.evidence.size, "method": entry.words}
    evidence = Evidence("counterexample", True, cell.evidence.cases + 1, case.documents, False, cell.evidence.seconds + time.perf_counter() - started, detail)
    return replace(cell, holds=False, evidence=evidence, relation="tied" if found == 0 else "reversed", counterexample=shown)
