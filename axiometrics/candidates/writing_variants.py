"""The verdict on a case by the very calls that score it, each written in one of the ways that a metric wrongly tells
apart.

`labelled` lists the ways in which the calls of a case can be written. This module makes these calls, takes the verdict
of the worst way, and repeats the calls on which a saved verdict rests.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from axiometrics.candidates import labelled
from axiometrics.candidates.called import CHUNK, LONGEST_TIE
from axiometrics.candidates.containment.call import Failed
from axiometrics.core.case import Case, Demand
from axiometrics.core.rational import rounded
from axiometrics.search.decisions import Decision, decided
from axiometrics.search.judge import MetricFailedError, Tried

if TYPE_CHECKING:
    from axiometrics.candidates.blackbox import BlackBox

WAYS = 6
"""The number of random ways in which a case is written for a metric that breaks an invariance."""

KEPT = 2**17
"""The most values of labelled calls that are remembered. Beyond it all are forgotten, to bound the memory."""


def rewritten(box: BlackBox, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
    """Judge a case in other ways of writing it. With `most`, all ways that the metric wrongly tells apart are used, and
    the result is None where these take more than `most` calls. Without `most`, some random ways are used.

    Raises `MetricFailedError` where the metric fails in one of all ways. Random ways in which it fails are passed over.
    """
    demand = case.asked(demand)
    if demand.greatest or demand.by == "defined":
        return Tried(0, 0, None)
    scored = labelled.distinct(case, demand)
    names = {broken.name for broken in box.breaks}
    try:
        ways = list(
            labelled.drawn(box.signature, case, scored.pairs, WAYS, random.Random(seed))
            if most is None
            else labelled.written(box.signature, case, scored.pairs, names, most)
        )
    except labelled.TooManyError:
        return None
    _remember(box, [call for way in ways for calls in way.calls for call in calls], blames=most is not None)
    tried, least, said = 0, None, list[tuple[Any, Any]]()
    for way in ways:
        values = [[box.labelled[repr(call)] for call in calls] for calls in way.calls]
        if most is not None:
            _demand_values(box, way, values)
        usable = [[math.nan if isinstance(value, Failed) else value for value in of] for of in values]
        numbers = [sum(value == value for value in of) for of in usable]
        tried += math.prod(numbers) if case.is_single else sum(numbers)
        for chosen in labelled.worst(way.case, demand, scored, usable):
            each = {role: [usable[i][chosen[i]] for i in places] for role, places in scored.places.items()}
            calls = {
                role: [(way.calls[i][chosen[i]], way.orders[i]) for i in places]
                for role, places in scored.places.items()
            }
            decision = _decided_as_written(box, way.case, demand, each, calls)
            if decision.reason != "undefined" and (
                least is None or _weight(decision, demand, case) < _weight(least[1], demand, case)
            ):
                least = way.case, decision
                said = [(of[at], value[at]) for of, value, at in zip(way.calls, usable, chosen, strict=True)]
    if least is not None and least[1].failed:
        _demand_repeated(box, said)
    return Tried(tried, sum(len(calls) for way in ways for calls in way.calls), least)


def calls(box: BlackBox, case: Case, decision: Decision) -> Decision:
    """The decision of a case, with the calls on which it rests. A case with several outputs or golds gets no calls,
    because it is shown as the search writes it.
    """
    if not case.is_single or decision.shown is not None:
        return decision
    calls = {role: box.signature.plain(case.outputs[role], case.gold) for role in decision.scores}
    order = () if box.signature.listed is None else tuple(box.signature.listed(case.gold))
    return replace(decision, calls=decision.calls or calls, order=decision.order or order)


def recalled(box: BlackBox, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
    """The decision of a case by the given calls, as they were written. Where these calls do not mean the case, the case
    is decided by its own calls.
    """
    demand = case.asked(demand)
    roles = demand.roles
    try:
        same = set(calls) == set(roles)
        said = {role: calls_of(calls[role], order, case.is_single) for role in roles} if same else {}
        same = same and all(
            len(said[role]) == len(case.calls(role))
            and all(box.means(*said_call, *of[:2]) for said_call, of in zip(said[role], case.calls(role), strict=True))
            for role in roles
        )
    except (TypeError, ValueError, LookupError, AttributeError):
        same = False
    if not same:
        return box.decide(case, demand)
    values = {role: [box.call(arguments) for arguments, _ in said[role]] for role in roles}
    scores = {role: [-value if box.loss else value for value in of] for role, of in values.items()}
    return _decided_as_written(box, case, demand, scores, said)


def _decided_as_written(
    box: BlackBox,
    case: Case,
    demand: Demand,
    each: Mapping[str, Sequence[Any]],
    calls: Mapping[str, Sequence[tuple[Any, Sequence[str]]]],
) -> Decision:
    """The decision by exactly these calls, which are listed by role, each with its documents in the order listed. Equal
    floats are a tie where the case is short.
    """

    def sign(excess: Any, k: int) -> int | None:
        scores = [each[demand.roles[0]][k]] if demand.some else [score for of in each.values() for score in of]
        if not box.exact and box.close(excess, *scores):
            short = max(value.size for value in case.values) <= LONGEST_TIE
            return None if excess != 0 or not short or box.may_be_lost(case, demand, scores) else 0
        return int((excess > 0) - (excess < 0))

    decision = decided(case, demand, each, sign)
    first = next(iter(calls.values()))[0]
    written = {
        role: of[0][0] if case.is_single else [{"arguments": a, "order": list(order)} for a, order in of]
        for role, of in calls.items()
    }
    return replace(
        decision,
        reason="within the error bound" if decision.reason == "undecided" else decision.reason,
        shown=decision.shown or case,
        calls=written,
        order=tuple(first[1]) if case.is_single else (),
    )


def _remember(box: BlackBox, calls: Sequence[Any], blames: bool) -> None:
    """Get the values of these calls and keep them. Each call is made once. The cause of an exception is looked for only
    if `blames` is set, because random ways of writing may have labels that a metric does not accept.
    """
    if len(box.labelled) > KEPT:
        box.labelled.clear()
    todo = list({repr(call): call for call in calls if repr(call) not in box.labelled}.values())
    while todo:
        answers = [box.settled(answer) for answer in box.caller.ask(box.how, todo[:CHUNK], blames)]
        for call, answer in zip(todo, answers, strict=False):
            if isinstance(answer, Failed) and answer.late:
                raise MetricFailedError(f"{answer.reason} on the arguments {call}")
            box.labelled[repr(call)] = answer if isinstance(answer, Failed) else box.value(answer)
        todo = todo[len(answers) :]


def _demand_values(box: BlackBox, way: labelled.Written, values: Sequence[Sequence[Any]]) -> None:
    """Raise `MetricFailedError` where one of the values is a failure."""
    for calls, of in zip(way.calls, values, strict=True):
        for call, value in zip(calls, of, strict=True):
            if isinstance(value, Failed):
                raise MetricFailedError(f"{value.reason} on the arguments {call}")


def _demand_repeated(box: BlackBox, said: Sequence[tuple[Any, Any]]) -> None:
    """Make calls again, in the first and in a second process. Raise `MetricFailedError` unless they give the same
    values as before.
    """
    defined = [(call, value) for call, value in said if value == value]
    calls = [call for call, _ in defined]
    for start in range(0, len(calls), CHUNK):
        part = slice(start, start + CHUNK)
        for answers in (box.caller.ask(box.how, calls[part]), box.caller.again(box.how, calls[part])):
            for (call, before), answer in zip(defined[part], map(box.settled, answers), strict=False):
                if isinstance(answer, Failed) or not box.same(before, box.value(answer)):
                    after = answer.reason if isinstance(answer, Failed) else repr(rounded(box.value(answer)))
                    raise MetricFailedError(
                        f"disagreed with itself: {rounded(before)!r}, then {after} on the arguments {call}"
                    )


def _weight(decision: Decision, demand: Demand, case: Case) -> tuple[int, Any]:
    """A key for sorting decisions: violations first, then undecided cases; among equals, the decision with the least
    difference first.
    """
    of = demand.excess(decision.scores, case.bound)
    nearest = -of if demand.by == "<=" else -abs(of) if demand.by == "=" else of
    return (0 if decision.failed else 1 if decision.sign is None else 2), nearest


def calls_of(saved: Any, order: Sequence[str], single: bool) -> list[tuple[Any, Sequence[str]]]:
    """The calls of a role as a cell saves them, each with its documents in the order listed."""
    return [(saved, order)] if single else [(entry["arguments"], entry["order"]) for entry in saved]
