"""The conventions of a metric, searched at one size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from axiometrics.candidates.configuration import configuration
from axiometrics.core.case import NUMBER, Case
from axiometrics.core.errors import ParameterError
from axiometrics.core.reals import Exact
from axiometrics.possibility.asking import Told, silent
from axiometrics.possibility.conventions import WHOLE, KeptBy, NumberInterval, kept
from axiometrics.possibility.conventions_document import ConventionsDocument, KeptConstraint, NumberRange
from axiometrics.possibility.question import Question, question
from axiometrics.possibility.requests import judged_in, linear_constraints, number_of
from axiometrics.registry.implications import Place
from axiometrics.reports.parts.words import case_line
from axiometrics.search import Judge

SCHEMA: Final = "axiometrics/conventions/1"


def conventions(
    metric: Any, patterns: Sequence[str] = (), task: str | None = None, size: int | None = None, told: Told = silent
) -> ConventionsDocument:
    """Which values at the 0/0 inputs of a metric keep which constraints, the rest of the metric fixed.

    An input is 0/0 where the metric says so, or has no value. Without `patterns`, the constraints are all of its task
    of which a linear program can be made, each in its first reading.
    """
    candidate = configuration(None).candidate(metric) if task is None else judged_in(metric, task)
    of = task or candidate.tasks[0]
    judge = candidate.judge(of)
    asked = [one for one in linear_constraints(patterns or ["*"], of) if judge.serves(one.reading) is None]
    if not asked:
        raise ParameterError(f"{candidate.id} is judged by none of these constraints: name another one with -c")
    found = question(asked, size=size)
    told(0, len(asked), f"cases of size {found.size}")
    known, open_inputs = _values(judge, found)
    keeps: list[KeptConstraint] = []
    common: NumberInterval | None = WHOLE
    for done, place in enumerate(asked):
        told(done, len(asked), place.name)
        own = kept(found.by_name[place.name], known, open_inputs)
        keeps.append(_entry(place, own, open_inputs))
        if own.values is not None and common is not None:
            common = common.within(own.values)
    every = [] if common is None else [_range(common)]
    return ConventionsDocument(SCHEMA, candidate.id, of, found.size, len(open_inputs), keeps, every)


def _values(judge: Judge, question: Question) -> tuple[dict[int, Exact], set[int]]:
    """The values where the metric is defined, and the inputs where it is 0/0."""
    known: dict[int, Exact] = {}
    open_inputs: set[int] = set()
    for number, (output, gold) in enumerate(question.pairs):
        decision = judge.decide(Case(gold, {"output": output}), NUMBER)
        value = number_of(decision)
        if value is None or decision.conventions:
            open_inputs.add(number)
        else:
            known[number] = value
    return known, open_inputs


def _range(of: NumberInterval) -> NumberRange:
    start, end = (None if one is None else str(one) for one in (of.start, of.end))
    return NumberRange(start, end, of.start_closed, of.end_closed)


def _entry(place: Place, own: KeptBy, open_inputs: set[int]) -> KeptConstraint:
    values = [] if own.values is None else [_range(own.values)]
    return KeptConstraint(place.constraint.id, place.reading.name, values, _reason(own, open_inputs))


def _reason(own: KeptBy, open_inputs: set[int]) -> str:
    """Why no number keeps the constraint; empty where some do."""
    if own.values is not None:
        return ""
    shown = "; ".join(case_line(row.case) for row in own.against)
    if not any(number in open_inputs for row in own.against for number in row.coefficients):
        return f"it is violated where the metric is defined: {shown}"
    table = {True: "values that differ from input to input do", False: "nor do values that differ from input to input"}
    more = f"; {table[own.table]}" if own.table is not None else ""
    what = "these cases exclude each other" if len(own.against) > 1 else "this case is not met by any number"
    return f"{what}: {shown}{more}"
