"""Checks a cell that is proved by proofs about other readings: each of these proofs, and that the reading follows from
theirs.

That each case of the reading is a case of one of the others is declared with the constraints, and tests hold the
declarations of ours to all small cases; what is checked here is that it is declared, and that the smallest cases do not
contradict it. Where a proof is about the metric of
another task, it must be declared too that one of the two agrees with the other, and their definitions are compared on
the smallest cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import ImpliedProof
from axiometrics.kernel.check_proof import ProofError
from axiometrics.registry.implications import Place, agreeing, following, shown, weaker
from axiometrics.verification.proofs import check_proof, lemmas, smallest
from axiometrics.verification.scorers import Scorer, scorer
from axiometrics.verification.statements import admitted

COMPARED = 40
"""How many of the smallest cases are looked at, both for the declared implication and for the agreement of two
metrics.
"""


def check_implied(cell: Mapping[str, Any], constraint: Constraint, reading: Reading, scores: Scorer, seed: int) -> str:
    """Check the proofs that imply a cell; return what was checked, in words. Raises `ProofError` with the reason if
    something does not hold.
    """
    implying = cell["evidence"]["detail"]["implied_by"]
    if cell.get("holds") is not True or not isinstance(implying, Sequence) or not implying:
        raise ProofError("the cell does not say holds=True, or the file holds no proof that implies it")
    checks, places = [], []
    for saved in implying:
        place, metric, proof = _read(saved)
        places.append(place)
        their_scores = scorer(metric, {}, task=place.constraint.task)
        if their_scores is None:
            raise ProofError(f"{metric} has no definition, so a proof about it cannot be checked")
        of = {"metric": metric, "holds": True, "evidence": {"detail": {"proof": proof}}}
        checks.append(f"{place}: {check_proof(of, place.constraint, place.reading, their_scores, seed)}")
        if metric != cell["metric"]:
            _demand_agreement((str(cell["metric"]), constraint.task), (metric, place.constraint.task))
            _demand_equal(Place(constraint, reading), place, scores, their_scores)
    if f"{constraint.name}@{reading.name}" not in following([place.name for place in places]):
        raise ProofError(f"{reading.name} does not follow from {', '.join(map(str, places))}")
    _demand_cases(Place(constraint, reading), places)
    return "; ".join(checks)


def trusted(proofs: Iterable[ImpliedProof]) -> int:
    """Return the number of lemmas that some proofs rest on together."""
    return sum(len(lemmas(implying.proof, *_declared(implying.constraint, implying.reading))) for implying in proofs)


def trusted_by(cell: Mapping[str, Any]) -> int:
    """Return the number of lemmas that the implying proofs of a saved cell rest on together. The cell has to be checked
    before.
    """
    implying = [_read(saved) for saved in cell["evidence"]["detail"]["implied_by"]]
    return sum(len(lemmas(proof, place.constraint, place.reading)) for place, _, proof in implying)


def _read(saved: Any) -> tuple[Place, str, Mapping[str, Any]]:
    fields = ("metric", "constraint", "reading", "proof")
    if not isinstance(saved, Mapping) or set(saved) != set(fields):
        raise ProofError(f"a proof that implies a cell has {', '.join(fields)}")
    metric, constraint, reading, proof = (saved[name] for name in fields)
    if not all(isinstance(text, str) for text in (metric, constraint, reading)) or not isinstance(proof, Mapping):
        raise ProofError("a proof that implies a cell needs a metric, a constraint, a reading and an argument")
    return Place(*_declared(constraint, reading)), metric, proof


def _declared(constraint: str, reading: str) -> tuple[Constraint, Reading]:
    declared = registry.constraints_by_name().get(constraint)
    if declared is None:
        raise ProofError(f"there is no constraint {constraint[:60]!r}")
    return declared, declared.reading(reading)


def _demand_agreement(*named: tuple[str, str]) -> None:
    """Raise `ProofError` unless one of two metrics declares that it agrees with the other. Each metric is named with
    the task that judges it.
    """
    first, second = (registry.judged_metric(metric, task) for metric, task in named)
    agreed = [agreeing(first, second.task), agreeing(second, first.task)]
    if first.task == second.task or not {first.id, second.id} & {metric.id for metric in agreed if metric is not None}:
        metric, proved = (name for name, _ in named)
        raise ProofError(f"the proof is about {proved[:60]}, and {metric[:60]} does not declare that it agrees with it")


def _demand_cases(place: Place, stronger: Sequence[Place]) -> None:
    """Raise `ProofError` unless each of the smallest cases of a reading is a case of one of the readings that imply
    it.
    """
    carries = [
        (source, carry) for source in stronger for implied, carry in weaker(source.name) if implied.name == place.name
    ]
    for case in smallest(place.reading, COMPARED):
        if all(isinstance(source.stated(carry(case)), str) for source, carry in carries):
            raise ProofError(
                f"it is declared that {' and '.join(map(str, stronger))} imply {place}, and a case of that is not "
                f"one of theirs: {shown(case)}"
            )


def _demand_equal(place: Place, stronger: Place, scores: Scorer, their_scores: Scorer) -> None:
    """Raise `ProofError` unless two metrics give equal scores on the smallest cases of a reading that are cases of the
    stronger one.
    """
    carry = next((carry for implied, carry in weaker(stronger.name) if implied.name == place.name), None)
    if carry is None:
        raise ProofError(f"no case of {place} is one of {stronger}")
    compared = 0
    for case in smallest(place.reading, COMPARED):
        there = carry(case)
        if not isinstance(admitted(stronger.constraint, stronger.reading, there), str):
            for role in place.demand.roles:
                score = scores.score(case.outputs[role], case.gold)
                if score != their_scores.score(there.outputs[role], there.gold):
                    raise ProofError(
                        f"the proof is about a different metric, which gives {case.outputs[role]} a different score"
                    )
                compared += 1
    if not compared:
        raise ProofError("the proof is about a different metric, and there is no case on which the two can be compared")
