"""Checks a saved counterexample: it is a case of the constraint, the metric gives the saved scores, and the demand
fails as the file says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import FileError
from axiometrics.core.margins import OTHER_MACHINE
from axiometrics.core.task import task
from axiometrics.verification.calls import outcome_of_calls
from axiometrics.verification.demands import outcome
from axiometrics.verification.fields import field, value
from axiometrics.verification.scorers import MismatchError, Scorer, show
from axiometrics.verification.statements import admitted


def check_counterexample(
    cell: Mapping[str, Any], constraint: Constraint, reading: Reading, scorer: Scorer, where: str
) -> str:
    """Check a saved counterexample; return what was checked, in words. Raises `MismatchError` with the reason if
    something does not hold, `FileError` if data is malformed.
    """
    saved, shown = _shown(cell, reading, where)
    documents = field(saved, "documents", int, where=where)
    items = task(constraint.task).items
    relation = field(cell, "relation", str, type(None), where=where)
    if cell.get("holds") is not False:
        raise MismatchError(f"the cell has a counterexample, but says holds={cell.get('holds')!r}")
    case = case_of(cell, constraint, reading, where)
    demand = case.asked(reading.demand)
    stored = _scores(saved, demand, scorer, where)
    several = any(type(output) is tuple for output in shown.outputs.values())
    if several if demand.some else (dict(case.outputs), dict(case.golds)) != (dict(shown.outputs), dict(shown.golds)):
        raise MismatchError("the precondition does not hold: the constraint has a different number of outputs or golds")
    _check_demanded(saved, case, demand)
    if documents != shown.documents:
        raise MismatchError(f"gold and outputs have {items(shown.documents)}, but the file says {documents}")
    size = field(field(cell, "evidence", Mapping, where=where), "size", int, type(None), where=where)
    if size not in (None, documents):
        raise MismatchError(f"the counterexample has {items(documents)}, but the file says that its size is {size}")
    detail = field(cell["evidence"], "detail", Mapping, where=where)
    calls = field(detail, "calls", Mapping, where=where) if "calls" in detail else None
    recomputed = (
        outcome(case, reading.demand, scorer)
        if calls is None
        else outcome_of_calls(calls, detail, case, demand, scorer)
    )
    scores = recomputed.scores
    if demand.some:
        scores = _check_best(saved, shown, case, demand, recomputed.scores[demand.roles[0]], scorer)
    for role in demand.roles:
        if scores[role] is None and demand.by != "defined":
            raise MismatchError(f"score({role}) is undefined when computed again")
        if (scores[role] is None or stored[role] is None) and scores[role] is not stored[role]:
            raise MismatchError(f"score({role}) is undefined in the file or when computed again, but not in both")
        if scores[role] is not None and not scorer.same(scores[role], stored[role]):
            raise MismatchError(
                f"score({role}) is {show(scores[role])} when computed again, the file says {show(stored[role])}"
            )
    _check_each(saved, recomputed.each, scorer, where)
    _check_relation(relation, recomputed.relation, demand)
    as_written = "" if calls is None else "; the saved calls are ways to write this case and give these scores"
    return f"precondition, scores, relation and size hold{as_written}"


def case_of(cell: Mapping[str, Any], constraint: Constraint, reading: Reading, where: str) -> Case:
    """Return the case that a cell shows, as the plain statement of the constraint states it. Raises `MismatchError` if
    it is not a case of the constraint, `FileError` if data is malformed.
    """
    saved, shown = _shown(cell, reading, where)
    words = saved["demanded"]["words"] if "demanded" in saved else ""
    case = admitted(constraint, reading, shown, words, saved.get("parameters", {}))
    if isinstance(case, str):
        raise MismatchError(f"the precondition does not hold: {case}")
    return case


def _shown(cell: Mapping[str, Any], reading: Reading, where: str) -> tuple[Mapping[str, Any], Case]:
    """Return the counterexample of a cell as it is saved, and the case that is read from it."""
    saved = field(cell, "counterexample", Mapping, where=where)
    return saved, read_case(str(cell["task"]), saved, reading.demand, where)


def _roles(saved: Mapping[str, Any], family: Demand, where: str) -> tuple[str, ...]:
    """Return the roles of the demand that the file names. If the file names no demand, return the roles of the demand
    that the family makes of all its cases.
    """
    if "demanded" not in saved:
        return family.roles
    demanded = field(saved, "demanded", Mapping, where=where)
    field(demanded, "words", str, where=f"{where}: demanded")
    return tuple(field(demanded, "signs", Mapping, where=f"{where}: demanded"))


def read_case(of: str, saved: Mapping[str, Any], family: Demand, where: str) -> Case:
    """The golds and outputs that a file shows of a case of a task. Raises `FileError` naming the place."""
    roles = _roles(saved, family, where)
    outputs = field(saved, "outputs", Mapping, where=where)
    _same_roles(outputs, roles, f"{where}: outputs")
    kind = task(of)
    read = {role: _values(kind.output, outputs[role], f"{where}: output {role}") for role in roles}
    golds = {
        role: _values(kind.gold, gold, f"{where}: gold of {role}")
        for role, gold in (field(saved, "golds", Mapping, where=where) if "golds" in saved else {}).items()
    }
    return Case(value(kind.gold, saved.get("gold"), f"{where}: gold"), read, golds=golds)


def _values(of: Any, data: Any, where: str) -> Any:
    """Return one value, or a tuple of values if a list is saved."""
    if isinstance(data, list):
        return tuple(value(of, single, where) for single in data)
    return value(of, data, where)


def _scores(saved: Mapping[str, Any], demand: Demand, scorer: Scorer, where: str) -> dict[str, Any]:
    scores = field(saved, "scores", Mapping, where=where)
    _same_roles(scores, demand.roles, f"{where}: scores")
    read = {}
    for role in demand.roles:
        try:
            undefined = scores[role] is None and demand.by == "defined"
            read[role] = None if undefined else scorer.read(scores[role])
        except FileError as error:
            raise FileError(f"{where}: score({role}) {error}") from None
    return read


def _same_roles(by_role: Mapping[str, Any], roles: tuple[str, ...], where: str) -> None:
    if set(by_role) != set(roles):
        raise FileError(f"{where} are {', '.join(map(str, by_role)) or 'none'}, expected {', '.join(roles)}")


def check_saved_demand(saved: Mapping[str, Any], case: Case, demand: Demand) -> None:
    """Raise `MismatchError` if the file states a demand and a bound for a case, and the constraint demands something
    else.
    """
    demanded = saved.get("demanded")
    if demanded is not None and demanded != demand.to_json(case.bound):
        raise MismatchError(f"the file demands {dict(demanded)}, the constraint demands {demand.to_json(case.bound)}")


def _check_demanded(saved: Mapping[str, Any], case: Case, demand: Demand) -> None:
    """Raise `MismatchError` if the demand, the bound or the parameters in the file are not those of the constraint."""
    check_saved_demand(saved, case, demand)
    if "demanded" not in saved and (case.bound or demand.some):
        raise MismatchError(
            f"the demand in the file is not that of the constraint: {demand.words}, with the bound {case.bound}"
        )
    parameters = case.to_json().get("parameters", {})
    if saved.get("parameters", {}) != parameters:
        raise MismatchError(
            f"the roles must be scored with the parameters {parameters}, but the file has different ones"
        )


def _check_best(
    saved: Mapping[str, Any], shown: Case, case: Case, demand: Demand, scores: list[Any], scorer: Scorer
) -> dict[str, Any]:
    """Return the score of the output that is shown. Raises `MismatchError` if another one of the outputs that were
    tried comes nearer to meeting the demand.
    """
    (role,) = demand.roles
    calls = case.calls(role)
    if saved.get("tried") != len(calls):
        raise MismatchError(f"there are {len(calls)} outputs to try, the file says {saved.get('tried')!r}")
    (own,) = shown.calls(role)
    best = next((score for call, score in zip(calls, scores, strict=True) if call[:2] == own[:2]), None)
    if demand.by == "defined":
        return {role: best}
    if best is None:
        raise MismatchError(f"score({role}) is undefined when computed again")

    def distance(score: Any) -> float:
        return abs(float(demand.excess({role: score}, case.bound)))

    nearer = min((score for score in scores if score is not None), key=distance)
    if distance(nearer) < distance(best) - OTHER_MACHINE:
        raise MismatchError(
            f"the output that is shown scores {show(best)}, but a different output comes nearer with {show(nearer)}"
        )
    return {role: best}


def _check_each(saved: Mapping[str, Any], recomputed: Mapping[str, list[Any]], scorer: Scorer, where: str) -> None:
    """Raise `MismatchError` if the file states the single scores behind a mean, and they differ from the recomputed
    scores.
    """
    for role, stored in (field(saved, "each", Mapping, where=where) if "each" in saved else {}).items():
        read = [scorer.read(score) for score in stored] if isinstance(stored, list) else []
        scores = recomputed.get(role, [])
        if len(read) != len(scores) or not all(map(scorer.same, scores, read)):
            raise MismatchError(f"the scores of the outputs of {role} are others when computed again")


def _check_relation(claimed: str | None, recomputed: str | None, demand: Demand) -> None:
    if recomputed == "":
        raise MismatchError(f"this is not a counterexample, since the demand is met: {demand.words}")
    if recomputed is None and claimed == "tied" == demand.relation(0):
        return  # where it was saved, the floats were equal
    if recomputed is None or claimed != recomputed:
        raise MismatchError(f"the scores are {recomputed or 'tied within rounding'}, the file says {claimed}")
