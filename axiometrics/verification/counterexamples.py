"""A saved counterexample, checked: it is a case of the constraint, its scores are the metric's, and the demand fails as
it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.errors import FileError
from axiometrics.core.family import CaseFamily
from axiometrics.core.task import task
from axiometrics.verification.calls import check_calls
from axiometrics.verification.fields import field, value
from axiometrics.verification.scorers import MismatchError, Scorer, show

_RELATIONS = {0: "tied", -1: "reversed"}


def check_counterexample(cell: Mapping[str, Any], cases: CaseFamily, scorer: Scorer, where: str) -> str:
    """What was checked, in words. Raises `MismatchError` with the reason where something does not hold, `FileError`
    where data is malformed.
    """
    saved = field(cell, "counterexample", Mapping, where=where)
    demand: Demand = cases.demand
    case = _case(str(cell["task"]), saved, demand, where)
    stored = _scores(saved, demand, scorer, where)
    documents = field(saved, "documents", int, where=where)
    relation = field(cell, "relation", str, type(None), where=where)
    if cell.get("holds") is not False:
        raise MismatchError(f"the cell has a counterexample and says holds={cell.get('holds')!r}")
    problem = cases.admits(case)
    if problem:
        raise MismatchError(f"the precondition does not hold: {problem}")
    if documents != case.documents:
        raise MismatchError(f"gold and outputs name {case.documents} documents, the file says {documents}")
    size = field(field(cell, "evidence", Mapping, where=where), "size", int, type(None), where=where)
    if size not in (None, documents):
        raise MismatchError(f"the counterexample has {documents} documents, and its size is said to be {size}")
    detail = field(cell["evidence"], "detail", Mapping, where=where)
    calls = field(detail, "calls", Mapping, where=where) if "calls" in detail else None
    scores = _recomputed(case, demand, scorer) if calls is None else check_calls(calls, detail, case, demand, scorer)
    for role in demand.roles:
        if not scorer.same(scores[role], stored[role]):
            raise MismatchError(
                f"score({role}) is {show(scores[role])} on recomputation, the file says {show(stored[role])}"
            )
    _check_relation(relation, scorer.sign(demand, scores), demand)
    as_written = "" if calls is None else "; the calls are ways to write the case, and have these scores"
    return f"precondition, scores, relation and documents hold{as_written}"


def _case(of: str, saved: Mapping[str, Any], demand: Demand, where: str) -> Case:
    outputs = field(saved, "outputs", Mapping, where=where)
    _same_roles(outputs, demand, f"{where}: outputs")
    kind = task(of)
    read = {role: value(kind.output, outputs[role], f"{where}: output {role}") for role in demand.roles}
    return Case(value(kind.gold, saved.get("gold"), f"{where}: gold"), read)


def _scores(saved: Mapping[str, Any], demand: Demand, scorer: Scorer, where: str) -> dict[str, Any]:
    scores = field(saved, "scores", Mapping, where=where)
    _same_roles(scores, demand, f"{where}: scores")
    read = {}
    for role in demand.roles:
        try:
            read[role] = scorer.read(scores[role])
        except FileError as error:
            raise FileError(f"{where}: score({role}) {error}") from None
    return read


def _same_roles(found: Mapping[str, Any], demand: Demand, where: str) -> None:
    if set(found) != set(demand.roles):
        raise FileError(f"{where} are {', '.join(map(str, found)) or 'none'}, expected {', '.join(demand.roles)}")


def _recomputed(case: Case, demand: Demand, scorer: Scorer) -> dict[str, Any]:
    seen: dict[Any, Any] = {}
    for role in demand.roles:
        system = case.outputs[role]
        if system not in seen:
            seen[system] = scorer.score(system, case.gold)
        if seen[system] is None:
            raise MismatchError(f"score({role}) is undefined on recomputation")
    return {role: seen[case.outputs[role]] for role in demand.roles}


def _check_relation(claimed: str | None, sign: int | None, demand: Demand) -> None:
    if sign is not None and demand.met(sign):
        raise MismatchError(f"the demand is met: {demand.words}")
    if sign is None and claimed in _RELATIONS.values():
        return
    if sign is None or claimed != _RELATIONS[sign]:
        found = "tied within rounding" if sign is None else _RELATIONS[sign]
        raise MismatchError(f"the scores are {found}, the file says {claimed}")
