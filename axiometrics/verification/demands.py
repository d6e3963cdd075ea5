"""Decides from recomputed scores whether a case meets its demand: an equality, a bound, a demand on means, or a demand
that some output meets.

The search decides the same with code of its own (`axiometrics.search.decisions`); nothing here is shared with it but
the description of a case and of a demand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from axiometrics.core.case import EQUAL, Case, Demand
from axiometrics.core.errors import UndecidedError
from axiometrics.verification.scorers import Scorer


@dataclass(frozen=True)
class Outcome:
    """The result of scoring a case.

    Attributes
    ----------
    scores : by role, the score or the mean of the scores; of a demand that some output has to meet, all scores. None
        where undefined
    relation : how the demand fails, empty where it is met, None where floats cannot tell
    counts : whether the case counts: a case with an undefined score does not, unless the demand is about that
    each : by role, the score of each of its outputs, where their mean or their only score counts
    """

    scores: Mapping[str, Any]
    relation: str | None
    counts: bool = True
    each: Mapping[str, list[Any]] = field(default_factory=dict)


def outcome(case: Case, family: Demand, scorer: Scorer) -> Outcome:
    """The scores of a case, and whether they are as demanded."""
    demand = case.asked(family)
    return of_scores(case, demand, scored(case, demand, scorer), scorer)


def of_scores(case: Case, demand: Demand, each: Mapping[str, list[Any]], scorer: Scorer) -> Outcome:
    """Return the outcome of a case whose scores are known: by role, one score for each of its outputs."""
    if demand.some:
        return _of_some(case, demand, each[demand.roles[0]], scorer)
    try:
        scores = _greatest(case, each, scorer) if demand.greatest else {role: mean(of) for role, of in each.items()}
    except UndecidedError:
        return Outcome(dict.fromkeys(each), None)
    missing = any(score is None for score in scores.values())
    if demand.by == "defined":
        return Outcome(scores, "unattained" if missing else "")
    if missing:
        return Outcome(scores, "", counts=False)
    if not demand.made(scores):
        return Outcome(scores, "")
    sign = scorer.sign(demand, scores, case.bound)
    return Outcome(scores, None if sign is None else demand.relation(sign), each={} if demand.greatest else each)


def scored(case: Case, demand: Demand, scorer: Scorer) -> dict[str, list[Any]]:
    """Return by role the score of each of its outputs against its gold, None if undefined. An output that occurs in
    several roles is scored once.
    """
    seen: list[tuple[Any, Any, Any, Any]] = []

    def score(output: Any, gold: Any, parameters: Mapping[str, Any]) -> Any:
        for seen_output, seen_gold, seen_parameters, result in seen:
            if seen_output is output and seen_gold is gold and seen_parameters == parameters:
                return result
        result = scorer.bound(parameters).score(output, gold)
        if len(seen) < len(demand.roles):
            seen.append((output, gold, parameters, result))
        return result

    return {role: [score(*call) for call in case.calls(role)] for role in demand.roles}


def mean(scores: list[Any]) -> Any:
    """The mean of scores, None where one is undefined."""
    if any(score is None for score in scores):
        return None
    return scores[0] if len(scores) == 1 else sum(scores[1:], scores[0]) / len(scores)


def _greatest(case: Case, each: Mapping[str, list[Any]], scorer: Scorer) -> dict[str, Any]:
    """By role, the greatest score of its outputs that count; None where a score is undefined, or none counts."""
    if any(score is None for of_role in each.values() for score in of_role):
        return dict.fromkeys(each)

    def at_least(left: Any, right: Any) -> bool:
        sign = scorer.sign(EQUAL, {"one": left, "other": right})
        if sign is None:
            raise UndecidedError("the scores of two outputs are too close to decide which is greater")
        return sign >= 0

    best: dict[str, Any] = dict.fromkeys(each)
    for role, scores in each.items():
        orders = case.falling.get(role, ((),) * len(scores))
        for score, order in zip(scores, orders, strict=True):
            falls = all(at_least(each[a][0], each[b][0]) for a, b in pairwise(order))
            if falls and (best[role] is None or at_least(score, best[role])):
                best[role] = score
    return best


def _of_some(case: Case, demand: Demand, scores: list[Any], scorer: Scorer) -> Outcome:
    (role,) = demand.roles
    defined = [score for score in scores if score is not None]
    if demand.by == "defined":
        return Outcome({role: scores}, "" if defined else "unattained")
    if not defined:
        return Outcome({role: scores}, "", counts=False)
    open_ = False
    for score in defined:
        try:
            sign = scorer.sign(demand, {role: score}, case.bound)
        except UndecidedError:
            sign = None
        if sign is not None and demand.met(sign):
            return Outcome({role: scores}, "")
        open_ |= sign is None
    return Outcome({role: scores}, None if open_ else "unattained")
