"""A cell that holds, confronted with counterexamples: those of the file, and those that ship with the package.

The claim that a metric meets a demand in every case of a reading is refuted by one case of that reading where the
metric does not meet it. Counterexamples of weaker readings are such cases, and those of stronger ones and of other
metrics may be. No random case is as likely to tell a forged cell: a counterexample lies where violations are. Each is
admitted and scored anew.

A cell that speaks of all cases up to a size is not refuted by a larger case. That one is known is told as a remark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Quantifier, Reading
from axiometrics.kernel.check_proof import ProofError
from axiometrics.registry.implications import Place, following, implications
from axiometrics.verification.counterexamples import read_case
from axiometrics.verification.demands import outcome
from axiometrics.verification.fields import shorten
from axiometrics.verification.links import check_link
from axiometrics.verification.scorers import Scorer
from axiometrics.verification.shipped_cases import ShippedCounterexample, shipped
from axiometrics.verification.statements import admitted

BOUNDED = ("exhaustive", "grid")
"""The kinds of evidence that speak of the cases up to a size."""


class KnownCase(NamedTuple):
    """A saved counterexample: the case, the words of its demand (empty where they are not saved), the values of
    parameters, and whether it is a counterexample of the metric at hand. Counterexamples of other metrics are only
    scored.
    """

    case: Case
    words: str
    parameters: Mapping[str, Any]
    own: bool


def confronted(cell: Mapping[str, Any], place: Place, scorer: Scorer, cases: Iterable[KnownCase]) -> tuple[int, str]:
    """Return the number of cases with which a cell that holds was confronted, which are the cases that its reading
    admits; and in words what is known of cases beyond the size of the cell.

    Raises `ProofError` where a case contradicts the cell: the demand is not met on it, or a proof does not fit it.
    """
    constraint, reading = place.constraint, place.reading
    last, number, beyond = _last(cell, reading), 0, 0
    for shown, words, parameters, own in cases:
        case = admitted(constraint, reading, shown, words, parameters)
        if isinstance(case, str):
            continue
        number += 1
        if own:
            _demand_fitting(cell["evidence"]["detail"].get("proof"), place, case, scorer)
        judged = case.closed() if scorer.closed else case
        if not outcome(judged, place.demand, scorer).relation:
            continue
        if last is None or shown.documents <= last:
            outputs = "; ".join(f"{role} {output}" for role, output in shown.outputs.items())
            raise ProofError(f"{reading.name} is violated on gold {shown.gold}, outputs {shorten(outputs)}")
        beyond = min(filter(None, (beyond, shown.documents)))
    said = f"this cell speaks of cases up to size {last}; a case of size {beyond} violates the reading"
    return number, said if beyond else ""


def _last(cell: Mapping[str, Any], reading: Reading) -> int | None:
    """The documents up to which a cell speaks of every case; None where it speaks of cases of every size."""
    size = cell["evidence"].get("size")
    return reading.judged.complete(size) if cell["evidence"]["kind"] in BOUNDED and type(size) is int else None


def _demand_fitting(proof: Any, place: Place, case: Case, scorer: Scorer) -> None:
    """Raise `ProofError` if the cell has a proof, and on this case the facts of the proof do not hold or its excess is
    not the required difference of the metric. Proofs with parts are passed over, because a file does not say which part
    is about which case.
    """
    if proof is not None and "others" not in proof and place.constraint.quantifier is Quantifier.FOR_ALL:
        check_link(proof, place.constraint, place.reading, [case], scorer)


def counterexamples_against(place: Place, metric: str, of_file: Sequence[Mapping[str, Any]]) -> Iterator[KnownCase]:
    """Yield the counterexamples of the file and of the package that may be cases of a reading. These are all
    counterexamples to the reading itself; and, of the same metric, counterexamples to readings that imply this one or
    that this one implies, carried over.
    """
    for cell in of_file:
        name = f"{cell['task']}:{cell['constraint']}"
        if cell["metric"] == metric:
            yield from _related(place, name, cell["reading"], cell["counterexample"], True)
    for near in _near(place):
        if near.metric == metric or (near.constraint, near.reading) == (place.constraint.name, place.reading.name):
            yield from _related(place, near.constraint, near.reading, near.counterexample, near.metric == metric)


def _near(place: Place) -> Iterator[ShippedCounterexample]:
    for name in _beside(place.name):
        constraint, _, reading = name.rpartition("@")
        yield from shipped(constraint, reading)


@cache
def _beside(name: str) -> tuple[str, ...]:
    """The names of the readings that follow from one, and of those from which it follows."""
    names = {place.name for link in implications() for place in (*link.stronger, link.weaker)}
    return tuple(sorted(following({name}) | {stronger for stronger in names if name in following({stronger})}))


def _related(place: Place, constraint: str, reading: str, saved: Mapping[str, Any], own: bool) -> Iterator[KnownCase]:
    """Yield the case if the reading that it violates is the reading at hand, or implies it, or is implied by it."""
    at = f"{constraint}@{reading}"
    if at not in _beside(place.name):
        return
    case = read_case(constraint.partition(":")[0], saved, _demand_of(constraint, reading), at)
    if at == place.name:
        yield KnownCase(case, saved.get("demanded", {}).get("words", ""), saved.get("parameters", {}), own)
        return
    direct = (
        link
        for link in implications()
        if link.weaker.name == at and place.name in {stronger.name for stronger in link.stronger}
    )
    yield KnownCase(next((link.carry(case) for link in direct), case), "", {}, own)


@cache
def _demand_of(constraint: str, reading: str) -> Demand:
    declared = registry.constraint(constraint)
    return declared.reading(reading).judged.demand
