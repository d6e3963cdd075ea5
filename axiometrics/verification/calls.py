"""Re-checks saved calls of metrics that break an invariance. Such a metric gives different values for different ways to
write one case, so a file holds the arguments of each call: this module checks that the arguments mean the case, and
calls the metric again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.signature import INVARIANCES
from axiometrics.verification.demands import Outcome, of_scores
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import InFloats, MismatchError, Scorer, show


def outcome_of_calls(
    calls: Mapping[str, Any], detail: Mapping[str, Any], case: Case, demand: Demand, scorer: Scorer
) -> Outcome:
    """Return the outcome of a case whose calls are saved with their arguments.

    Raises `MismatchError` where a call does not say what the case says.
    """
    if not isinstance(scorer, InFloats):
        raise MismatchError(
            "the file holds the calls as they were written, but this metric has a definition, which is "
            "not called like that"
        )
    if set(calls) != set(demand.roles):
        raise MismatchError(
            f"the file holds calls for {shorten(sorted(map(str, calls)))}, expected calls for {demand.roles}"
        )
    if not case.is_single:
        each = {role: _each_of(calls[role], role, case, scorer) for role in demand.roles}
        return of_scores(case, demand, each, scorer)
    order = detail.get("order", [])
    if not isinstance(order, list) or not all(isinstance(document, str) for document in order):
        raise MismatchError(f"the order of the documents is {shorten(order)}, expected a list of documents")
    for role in demand.roles:
        if not scorer.means(calls[role], order, case.outputs[role], case.gold):
            raise MismatchError(f"the call of {role} is not a way to write the counterexample")
    scores = {role: scorer.call(calls[role]) for role in demand.roles}
    sign = scorer.sign(demand, scores, case.bound) if demand.made(scores) else 1
    return Outcome(scores, None if sign is None else demand.relation(sign))


def _each_of(calls: Any, role: str, case: Case, scorer: InFloats) -> list[Any]:
    """The scores of the calls of a role with several outputs or golds, in the order of the case. The file may list the
    calls in another order, because the case was enumerated again by other code.
    """
    wanted = case.calls(role)
    if not isinstance(calls, list) or len(calls) != len(wanted):
        raise MismatchError(f"the calls of {role} are {shorten(calls)}, expected {len(wanted)} of them")
    left = dict(enumerate(calls))
    scores = []
    for i, call in enumerate(wanted):
        # most calls stand where the case has them
        for k in sorted(left, key=lambda k: k != i):
            arguments, order = _written(left[k], role)
            if scorer.means(arguments, order, call.output, call.gold):
                scores.append(scorer.call(arguments))
                del left[k]
                break
        else:
            raise MismatchError(f"a call of {role} is not a way to write the counterexample")
    return scores


def _written(saved: Any, role: str) -> tuple[list[Any], list[Any]]:
    """The arguments of a saved call and the order in which they list the documents."""
    where = f"a call of {role}"
    if not isinstance(saved, Mapping):
        raise MismatchError(f"{where} is {shorten(saved)}, expected an object")
    return field(saved, "arguments", list, where=where), field(saved, "order", list, where=where)


def check_breaks(cell: Mapping[str, Any], scorer: InFloats, where: str) -> str:
    """Repeat the two calls that show a broken invariance; return what was checked, in words.

    Raises `MismatchError` where they have other values, or the same.
    """
    shown = cell["evidence"]["detail"].get("breaks", [])
    if not scorer.calls:
        return ""
    if not isinstance(shown, list):
        raise MismatchError(f"the broken invariances are {shorten(shown)}, expected a list")
    for shown_break in shown:
        name = field(shown_break, "invariance", str, where=where)
        calls = field(shown_break, "calls", list, where=where)
        if name not in INVARIANCES or len(calls) != 2:
            raise MismatchError(f"{shorten(name)} is shown by {len(calls)} calls: expected two, of {INVARIANCES}")
        values = []
        for call in calls:
            recomputed = scorer.raw(field(call, "arguments", list, where=where))
            stored = None if call.get("value") is None else scorer.read(call["value"])
            if (recomputed is None) is not (stored is None) or (
                recomputed is not None and not scorer.same(recomputed, stored)
            ):
                raise MismatchError(
                    f"a call that shows that {name} is broken gives {_value_text(recomputed)} when computed again, the "
                    f"file says {_value_text(stored)}"
                )
            values.append(recomputed)
        if None not in values and scorer.same(*values):
            raise MismatchError(f"the two calls that should show that {name} is broken have the same value")
    return (
        f"{', '.join(str(shown_break['invariance']) for shown_break in shown)} broken by the calls shown"
        if shown
        else ""
    )


def _value_text(value: Any) -> str:
    return "no value" if value is None else show(value)
