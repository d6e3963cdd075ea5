"""Cells settled for every size: a searched verdict becomes a proof where a theorem proves it, or a counterexample where a larger case refutes it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

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
from axiometrics.verification.proofs.reading import read_term
from axiometrics.verification.proofs.sets import SYMBOL
from axiometrics.verification.proofs.terms import ProofError, evaluated

if TYPE_CHECKING:
    from axiometrics.proving.regions.region import Found, Shown

LONGEST = 4000
"""The greatest value of a parameter at which a case is built that refutes a constraint there: it may have as many documents."""

GREAT, DIGITS = 10**9, 30
"""Of a greater n the size is told; and the digits by which that is told."""


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

    What neither a proof nor a counterexample settles is settled by a region, where one is known by a parameter.

    Raises `AssertionError` where a theorem, a region or the search say the opposite of each other, or a theorem is not about the metric.
    """
    settled = _settled(cell, metric, constraint, reading)
    return settled if settled.holds is None else _with_regions(settled, metric, constraint, reading)


def _with_regions(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    from axiometrics.proving.regions.region import described
    from axiometrics.proving.regions.telling import holds_text

    told, conclusive, started = [], cell.evidence.kind in ("proof", "counterexample"), time.perf_counter()
    settled: tuple[str, bool] | None = None
    for parameter, holds in described(metric, constraint, reading):
        value = metric.values[parameter.name]
        told.append({"param": parameter.name, "holds": holds_text(holds, parameter)})
        if isinstance(value, Fraction):
            found = any(value in interval for interval in holds)
            known = cell.holds if conclusive else settled[1] if settled else found
            if found is not known:
                raise AssertionError(f"{metric.id}/{constraint.id}@{reading.name}: the region by {parameter.name} and the cell say the opposite of each other")
            settled = settled or (parameter.name, found)
    cell = replace(cell, evidence=replace(cell.evidence, detail={**cell.evidence.detail, "region": told})) if told else cell
    return cell if conclusive or settled is None else _by_region(cell, metric, constraint, reading, *settled, started)


def _by_region(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading, parameter: str, holds: bool, started: float) -> Cell:
    """The cell settled by the region of a parameter, which says that the constraint holds, or fails, for its value."""
    from axiometrics.proving.regions.telling import region_json

    value = metric.values[parameter]
    assert isinstance(value, Fraction)
    found = replace(_established(_elsewhere(metric, parameter), constraint.name, reading.name, parameter), metric=metric)
    x = found.scale.x(value)
    part, shown = next((part, shown) for part, own, shown in found.parts if any(x in interval for interval in own))
    if found.current is not holds or part.holds is not holds:
        raise AssertionError(f"{metric.id}/{constraint.id}@{reading.name}: the region by {parameter} and its arguments say the opposite of each other")
    argument, detail = shown[0], {**cell.evidence.detail, "method": part.words}
    if constraint.quantifier is not Quantifier.FOR_ALL:
        says = _duelled(argument, x, holds, constraint, detail)
    elif argument.case is not None and abs(value) <= LONGEST:
        return _refuted(cell, argument.case(x), part.words, metric, reading, started)
    else:
        says = "no case violates it" if holds else "a case violates it"
    regions = [{**one, "exact": region_json(found)["exact"]} if one["param"] == parameter else one for one in detail["region"]]
    why = part.words if part.words.startswith(says) else f"{says}: {part.words}"
    told = next(one["holds"] for one in regions if one["param"] == parameter)
    evidence = replace(cell.evidence, kind="region", seconds=cell.evidence.seconds + time.perf_counter() - started, detail={**detail, "region": regions})
    return replace(cell, holds=holds, evidence=evidence, message=f"{why}; it holds for {told}")


def _duelled(argument: Shown, x: Fraction, holds: bool, constraint: Constraint, detail: dict[str, Any]) -> str:
    """What an argument says of the n of a threshold; an n0 that does not follow from it is taken out of the detail."""
    eventually = constraint.quantifier is Quantifier.EVENTUALLY
    who = "A wins" if eventually else "B wins"
    if "from" not in argument.proof:
        return f"{who} at n = {argument.n}"
    first, last = _first(argument.proof["from"], x), detail["scanned"]
    reached = range(first, last + 1) if isinstance(first, int) else range(0)
    if sum((n in detail["n"]) is not holds for n in reached) > detail.get("undefined", 0):
        raise AssertionError(f"{constraint.name}: the region says that from n = {first} on {who} at {'every' if holds else 'no'} n, the duels say otherwise")
    if eventually and not (holds and isinstance(first, int) and first <= last + 1):
        detail["n0"] = None
    return f"{who} at no n" if not (holds or eventually) else f"{who} at {'every' if holds else 'no'} n from {first} on"


def _elsewhere(metric: Metric, parameter: str) -> str:
    """The metric at an ordinary value of the parameter: its region is the same, and what is evaluated at an extreme one takes no end."""
    from axiometrics.proving.regions.region import Scale

    declared = next(p for p in metric.parameters if p.name == parameter)
    ordinary = declared.default if isinstance(declared.default, Fraction) else Scale.of(declared).domain.samples(1)[0]
    return metric.with_values(**{parameter: ordinary}).id


@cache
def _established(metric: str, constraint: str, reading: str, parameter: str) -> Found:
    """A region with its arguments checked, which takes seconds, once in a process."""
    from axiometrics import registry
    from axiometrics.proving.regions.region import region

    declared = next(c for c in registry.constraints() if c.name == constraint)
    return region(registry.metric(metric), declared, declared.reading(reading), parameter)


def _first(beginning: str, x: Fraction) -> int | str:
    """The least whole n that an argument is about at that x; of a great one, its size in words."""
    import sympy

    place = sympy.Float(x.numerator, DIGITS) / sympy.Float(x.denominator, DIGITS)
    near = sympy.sympify(beginning, locals={"power": sympy.Pow, SYMBOL: place})
    if near > GREAT:
        return f"about 10^{int(sympy.log(near, 10))}"
    least = evaluated(read_term(beginning), {SYMBOL: x})
    return next(n for n in count(max(2, int(near) - 1)) if least <= n)


def _settled(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    if cell.evidence.kind != "exhaustive":
        return cell
    tried = []
    for entry in entries_about(metric, constraint, reading):
        started = time.perf_counter()
        if isinstance(entry, Open):
            tried.append(entry.tried)
        elif isinstance(entry, Larger):
            return _refuted(cell, _larger(entry), entry.words, metric, reading, started)
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


def _refuted(cell: Cell, case: Case, words: str, metric: Metric, reading: Reading, started: float) -> Cell:
    demand: Demand = reading.cases.demand
    problem = reading.cases.admits(case)
    if problem:
        raise AssertionError(f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case is none of the reading: {problem}")
    scores = {role: metric.exact(case.outputs[role], case.gold) for role in demand.roles}
    found = sign(demand.excess(scores))
    if demand.met(found):
        raise AssertionError(f"{metric.id}/{cell.constraint}@{cell.reading}: the larger case does not refute it")
    shown = Counterexample.of(case, {role: str(score) for role, score in scores.items()}, demand)
    detail = {**cell.evidence.detail, "searched": cell.evidence.size, "method": words}
    evidence = Evidence("counterexample", True, cell.evidence.cases + 1, case.documents, False, cell.evidence.seconds + time.perf_counter() - started, detail)
    return replace(cell, holds=False, evidence=evidence, relation="tied" if found == 0 else "reversed", counterexample=shown)


def _larger(entry: Larger) -> Case:
    return Case(Organization.parse(entry.gold), {role: Organization.parse(text) for role, text in entry.outputs})
