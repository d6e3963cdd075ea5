"""A proof, confronted with counterexamples: those of readings that are implied by its own, or imply it.

A proof that a metric meets a demand in every case of a reading is refuted by one case of that reading where it does
not. Counterexamples of weaker readings are such cases, and those of stronger ones may be. No random case is as likely
to tell a forged proof: a counterexample lies where violations are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.task import task
from axiometrics.kernel.polynomials import ProofError
from axiometrics.registry.implications import Place, following, implications
from axiometrics.verification.links import check_link
from axiometrics.verification.scorers import Scorer
from axiometrics.verification.statements import admitted


def confronted(
    proof: Mapping[str, Any], constraint: Constraint, reading: Reading, cases: Iterable[Case], scorer: Scorer
) -> int:
    """With how many of the cases a proof was confronted: those of its reading, by the plain statement.

    Raises `ProofError` where on one of them the facts do not hold, the excess is not the metric's required difference,
    or that does not meet the demand.
    """
    if "others" in proof:
        return 0  # which of its demands a case makes is not saved with it
    of_reading = [case for case in cases if isinstance(admitted(constraint, reading, case), Case)]
    for case in of_reading:
        check_link(proof, constraint, reading, [case], scorer)
        judged = case.closed() if scorer.closed else case
        demand = reading.demand
        scores = {role: scorer.score(judged.outputs[role], judged.gold) for role in demand.roles}
        if all(score is not None for score in scores.values()):
            sign = scorer.sign(demand, scores)
            if sign is not None and not demand.met(sign):
                raise ProofError(
                    f"the file says that {reading.name} is proved, but the demand is not met on gold {case.gold}"
                )
    return len(of_reading)


def counterexamples_against(
    place: Place, metric: str, cells: Sequence[Mapping[str, Any]], known: Mapping[str, Constraint]
) -> Iterator[Case]:
    """The counterexamples of a metric among the cells of a document that may be cases of a reading: those of readings
    that it implies, carried over, and of those that imply it.
    """
    for cell in cells:
        saved, name = cell.get("counterexample"), f"{cell['task']}:{cell['constraint']}"
        if not isinstance(saved, Mapping) or cell["metric"] != metric or name not in known:
            continue
        at = f"{name}@{cell['reading']}"
        if at not in following({place.name}) and place.name not in following({at}):
            continue
        kind = task(str(cell["task"]))
        outputs = {role: kind.output.from_json(data) for role, data in saved["outputs"].items()}
        case = Case(kind.gold.from_json(saved["gold"]), outputs)
        direct = (link for link in implications() if link.weaker.name == at and place in link.stronger)
        yield next((link.carry(case) for link in direct), case)
