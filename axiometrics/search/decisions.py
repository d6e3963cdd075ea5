"""Decides from the scores of a case how they meet its demand. It does not matter which judge gave the scores.

A judge of exact numbers and a judge of floats differ in how they tell the sign of a difference, which is handed in.
This module alone decides which numbers are the scores of a case, which outputs count, and which of several outputs is
shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.errors import UndecidedError
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.rational import rounded


@dataclass(frozen=True)
class Decision:
    """The decision of a metric on one case.

    Attributes
    ----------
    sign : of the signed sum less the bound: 1, 0, -1; None where a score is undefined or the sign could not be decided
    scores : by role; of a case of which one output had to be as demanded, the score of the best
    conventions : the 0/0 conventions that the scores rest on
    reason : why there is no sign
    relation : how the demand fails; empty where it is met
    shown : of a case of which one output had to be as demanded, the case with the best of them; of a case that was
        written in another way, the case as it was written
    calls : by role, the arguments of the calls that were judged, where other ways to write them may be judged otherwise
    order : the documents in the order in which these arguments list them, where they do not name them
    each : by role whose mean counts, the scores of its outputs in their order
    """

    sign: int | None
    scores: Mapping[str, Any]
    conventions: tuple[str, ...] = ()
    reason: str = ""
    relation: str = ""
    shown: Case | None = None
    calls: Mapping[str, Any] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    each: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        """Whether the demand is not met."""
        return bool(self.relation)


def at_least(left: Any, right: Any) -> bool:
    """Return whether the left score is at least the right one.

    Raises `UndecidedError` for floats that differ by less than `FORMULA_ROUNDING`.
    """
    if isinstance(left, float) and 0 < abs(left - right) <= FORMULA_ROUNDING * max(1.0, abs(left)):
        raise UndecidedError(f"the scores {left!r} and {right!r} are too close to tell which is greater")
    return bool(left >= right)


AtLeast = Callable[[Any, Any], bool]


def undefined(score: Any) -> bool:
    """Whether a score is the number that stands for undefined."""
    return isinstance(score, float) and score != score


def decided(
    case: Case,
    demand: Demand,
    each_score: Mapping[str, Sequence[Any]],
    sign_of: Callable[[Any, int], int | None],
    noted: tuple[str, ...] = (),
    falls: AtLeast = at_least,
) -> Decision:
    """Return the decision of a case whose scores are known: by role, one score for each of its calls.

    `sign_of` has the sign of an excess, None where it cannot be decided; it is given also the number of the output
    where some output has to be as demanded.
    """
    if demand.some:
        return _some(case, demand, each_score[demand.roles[0]], sign_of, noted)
    try:
        scores = joined(case, demand, each_score, falls)
    except UndecidedError:
        return Decision(None, dict.fromkeys(each_score, math.nan), reason="undecided")
    missing = any(undefined(score) for score in scores.values())
    if demand.by == "defined":
        holds = -1 if missing else 1
        return Decision(holds, scores, noted, relation=demand.relation(holds))
    if missing:
        return Decision(None, scores, reason="undefined")
    if not demand.made(scores):
        return Decision(1, scores, noted)
    found_sign = sign_of(demand.excess(scores, case.bound), 0)
    if found_sign is None:
        return Decision(None, scores, reason="undecided")
    each = {} if demand.greatest else {role: of for role, of in each_score.items() if len(of) > 1}
    return Decision(found_sign, scores, noted, relation=demand.relation(found_sign), each=each)


def joined(
    case: Case, demand: Demand, each_score: Mapping[str, Sequence[Any]], falls: AtLeast = at_least
) -> dict[str, Any]:
    """Return by role one score of its outputs: the mean, or the greatest score of the outputs that count. It is `nan`
    if a score is undefined or no output counts.

    Raises `UndecidedError` where rounding leaves open which outputs count.
    """
    if any(undefined(score) for each in each_score.values() for score in each) or not demand.greatest:
        return {role: mean(each) for role, each in each_score.items()}
    counted = dict(each_score)
    for role, orders in case.falling.items():
        counted[role] = [
            score
            for score, order in zip(each_score[role], orders, strict=True)
            if all(falls(each_score[a][0], each_score[b][0]) for a, b in pairwise(order))
        ]
    return {
        role: reduce(lambda best, next_score: best if falls(best, next_score) else next_score, each)
        if each
        else math.nan
        for role, each in counted.items()
    }


def mean(scores: Sequence[Any]) -> Any:
    """The mean of scores; `nan` where one is undefined."""
    if any(undefined(score) for score in scores):
        return math.nan
    return scores[0] if len(scores) == 1 else sum(scores[1:], scores[0]) / len(scores)


def _some(
    case: Case,
    demand: Demand,
    scores: Sequence[Any],
    sign_of: Callable[[Any, int], int | None],
    noted: tuple[str, ...],
) -> Decision:
    """Return the decision of a case of which one output has to be as demanded. It is about the first output that is as
    demanded, or else about the nearest.
    """
    (role,) = demand.roles
    defined = [k for k, score in enumerate(scores) if not undefined(score)]
    if demand.by == "defined":
        shown = defined[0] if defined else 0
        holds = 1 if defined else -1
        return Decision(
            holds, {role: scores[shown]}, noted, relation=demand.relation(holds), shown=case.showing(role, shown)
        )
    if not defined:
        return Decision(None, {role: math.nan}, reason="undefined")
    signs: dict[int, int | None] = {}
    for k in defined:
        sign = signs[k] = sign_of(demand.excess({role: scores[k]}, case.bound), k)
        if sign is not None and demand.met(sign):
            return Decision(sign, {role: scores[k]}, noted, shown=case.showing(role, k))
    best = min(defined, key=lambda k: abs(rounded(demand.excess({role: scores[k]}, case.bound))))
    if None in signs.values():
        return Decision(None, {role: scores[best]}, reason="undecided")
    relation = demand.relation(signs[best] or 0)
    return Decision(signs[best], {role: scores[best]}, noted, relation=relation, shown=case.showing(role, best))
