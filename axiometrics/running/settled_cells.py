"""Settle cells for every size: a searched verdict becomes a proof where a theorem proves it, or a counterexample where
a larger case refutes it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.evidence import Enumerated, Exhaustive, Proven, Undetermined
from axiometrics.core.metric import Metric
from axiometrics.core.task import Task, task
from axiometrics.generators.variants import has_variants, renumbered, variants
from axiometrics.judging import ExactJudge
from axiometrics.kernel.check_proof import ProofError, declare
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.instances import FormulaScorer, instances
from axiometrics.proving.theorem import Larger, Open, Theorem, entries_about
from axiometrics.running.shipped_proofs import shipped
from axiometrics.search.cells import Effort
from axiometrics.search.climb import climb
from axiometrics.search.refutation import refuted
from axiometrics.verification.derivations import derived
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import lemmas
from axiometrics.verification.stated import BUILT

CLIMBED = "found by a climb from the smallest cases to where the required difference falls; smaller ones may exist"
"""The origin of a counterexample that is larger than all cases that were enumerated."""


def settle(
    cell: Cell, metric: Metric, constraint: Constraint, reading: Reading, regions: bool = True, seed: int = 0
) -> Cell:
    """Return the cell with the strongest evidence that there is. The results of the search stay in it. With `regions`,
    the cell also says for which values of a parameter the constraint holds. A proof is compared with the metric on
    larger cases, which are drawn with the seed.

    A search that was stopped early is settled too, if a theorem says that the constraint holds for all cases. A cell
    that neither a proof nor a counterexample settles is settled by a region of a parameter, where one is known.

    Raises `AssertionError` where a theorem, a region and the search contradict each other, or a theorem is not about
    the metric.
    """
    # imported late, since a run whose cells are all in the cache does not need it
    from axiometrics.regions.cells_by_region import by_regions

    reading = _asked(reading, metric)
    settled = _settled(cell, metric, constraint, reading, seed)
    judged = settled.holds is not None or settled.unwitnessed
    return by_regions(settled, metric, constraint, reading) if regions and judged else settled


def gone_beyond(
    cell: Cell, judge: ExactJudge, metric: Metric, constraint: Constraint, reading: Reading, effort: Effort
) -> Cell:
    """Climb beyond the searched sizes if nothing else settles the cell. Return the cell with the counterexample to
    which the climb leads, or else with the number of cases that the climb tried.

    There is no climb if the search was asked to stop before its default size, or to try no further cases.
    """
    evidence, family = cell.evidence, reading.judged
    for_all = constraint.quantifier is Quantifier.FOR_ALL and not reading.finite
    if not for_all or not isinstance(evidence, Exhaustive) or effort.examples == 0:
        return cell
    if not has_variants(task(constraint.task).gold):  # their cases may carry demands of their own
        return cell
    if family.largest(effort.size) < family.largest(None):
        return cell
    started = time.perf_counter()
    climbed = climb(judge, family, variants, family.largest(None), effort.seed)
    if climbed.violation is None:
        return replace(cell, evidence=replace(evidence, climbed=climbed.tried))
    settled = refuted(cell, renumbered(climbed.violation[0]), CLIMBED, ExactJudge(metric), reading, started)
    return replace(settled, evidence=replace(settled.evidence, climbed=climbed.tried))


def provable(metric: Metric, constraint: Constraint, reading: Reading, seed: int = 0) -> bool:
    """Whether a theorem shows that the metric satisfies a reading, whatever the size of the case. For this the proof is
    made and tested, unless it ships with the package.
    """
    reading = _asked(reading, metric)
    for entry in entries_about(metric, constraint, reading):
        if isinstance(entry, Larger):
            return False
        if isinstance(entry, Theorem) and entry.holds:
            with suppress(NotProvedError):
                _argument(entry, metric, constraint, reading, seed)
                return True
    return False


def _asked(reading: Reading, metric: Metric) -> Reading:
    """The reading in the form in which it judges a metric with this cut-off."""
    return reading.asked_of(metric)


def _settled(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading, seed: int) -> Cell:
    evidence = cell.evidence
    begun = isinstance(evidence, Undetermined) and evidence.cases > 0 and constraint.quantifier.over_cases
    if not (isinstance(evidence, Enumerated) or begun or cell.unwitnessed):
        return cell
    tried = []
    for entry in entries_about(metric, constraint, reading):
        started = time.perf_counter()
        if isinstance(entry, Open):
            tried.append(entry.tried)
        elif isinstance(entry, Larger):
            return refuted(
                cell, _larger(entry, task(constraint.task)), entry.words, ExactJudge(metric), reading, started
            )
        elif cell.unwitnessed or entry.holds is (begun or cell.holds):
            try:
                return _proved(cell, entry, metric, constraint, reading, seed, started)
            except NotProvedError as error:
                tried.append(str(error))
    return replace(cell, evidence=replace(evidence, tried=tried)) if tried else cell


def _proved(
    cell: Cell, theorem: Theorem, metric: Metric, constraint: Constraint, reading: Reading, seed: int, started: float
) -> Cell:
    proof, link, where = _argument(theorem, metric, constraint, reading, seed)
    start = proof.get("start")
    reaches = start is None or _scanned(cell) >= start - 1
    if not reaches and constraint.quantifier is not Quantifier.EVENTUALLY:
        raise NotProvedError(
            f"proved from n = {start} on, and searched to n = {_scanned(cell)}: raise --max-size thresholds={start}"
        )
    seconds = cell.evidence.seconds + time.perf_counter() - started
    trusted = len(lemmas(proof, constraint, reading))
    argued: dict[str, Any] = {
        "method": theorem.words,
        "link": link,
        "link_checked": where,
        "lemmas": trusted,
        "proof": proof,
    }
    if cell.scan is not None and not reaches:  # the n between the scan and the start of the proof are open
        argued["scan"] = replace(cell.scan, n0=None)
    proven = cell.evidence.turned(Proven, seconds=seconds, **argued)
    return replace(cell, holds=theorem.holds, message="", evidence=proven)


def _argument(
    theorem: Theorem, metric: Metric, constraint: Constraint, reading: Reading, seed: int
) -> tuple[Mapping[str, Any], str | dict[str, int], str | None]:
    """The proof, the evidence that it is about the metric, and the place where that was checked (None: in this run).
    Raises `NotProvedError` where there is no proof.
    """
    shipped_proof = shipped(theorem, metric, constraint, reading, seed)
    if shipped_proof is None:
        return (*linked(theorem, metric, constraint, reading, seed), None)
    return shipped_proof.proof, shipped_proof.link, BUILT


def linked(
    theorem: Theorem, metric: Metric, constraint: Constraint, reading: Reading, seed: int
) -> tuple[dict[str, Any], str | dict[str, int]]:
    """The proof, made in this run, and the evidence that it is about the metric.

    Raises `NotProvedError` where it fails.
    """
    proof = theorem.prove(metric, constraint, reading)
    try:
        cases = instances(proof, constraint, reading, metric, seed)
        link = check_link(proof, constraint, reading, cases, FormulaScorer(metric))
        is_derived = derived(
            proof, declare(proof), constraint, reading, registry.definition(metric.id, constraint.task)
        )
    except ProofError as error:
        raise AssertionError(
            f"{metric.id}/{constraint.id}@{reading.name}: a proof that is not about the metric: {error}"
        ) from None
    if not link.cases:
        raise NotProvedError("no case was there to try the proof on")
    return proof, "proved" if is_derived else link.to_json()


def _scanned(cell: Cell) -> int:
    """The last n that was tried for the cell of a threshold; 0 where none was."""
    return cell.scan.scanned if cell.scan else 0


def _larger(entry: Larger, of: Task) -> Case:
    return Case(of.gold.parse(entry.gold), {role: of.output.parse(text) for role, text in entry.outputs})
