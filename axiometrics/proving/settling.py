"""Cells settled for every size: a searched verdict becomes a proof where a theorem proves it, or a counterexample where a larger case refutes it."""

from __future__ import annotations

import time
from dataclasses import replace

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.verdict import Cell
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.instances import Own, instances
from axiometrics.proving.refuting import refuted
from axiometrics.proving.theorem import Larger, Open, Theorem, entries_about
from axiometrics.verification.proofs.checking import check_link
from axiometrics.verification.proofs.terms import ProofError


def settle(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    """The cell with the strongest evidence there is: what was searched through stays in it, and by a parameter, where the constraint holds.

    What neither a proof nor a counterexample settles is settled by a region, where one is known by a parameter.

    Raises `AssertionError` where a theorem, a region or the search say the opposite of each other, or a theorem is not about the metric.
    """
    from axiometrics.proving.regions.settling import by_regions  # which a run that finds all in the cache does without

    settled = _settled(cell, metric, constraint, reading)
    return settled if settled.holds is None else by_regions(settled, metric, constraint, reading)


def _settled(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    if cell.evidence.kind != "exhaustive":
        return cell
    tried = []
    for entry in entries_about(metric, constraint, reading):
        started = time.perf_counter()
        if isinstance(entry, Open):
            tried.append(entry.tried)
        elif isinstance(entry, Larger):
            return refuted(cell, _larger(entry), entry.words, metric, reading, started)
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


def _larger(entry: Larger) -> Case:
    return Case(Organization.parse(entry.gold), {role: Organization.parse(text) for role, text in entry.outputs})
