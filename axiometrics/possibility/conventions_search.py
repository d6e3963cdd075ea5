"""Search the conventions of a metric at one size."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from axiometrics import registry
from axiometrics.candidates.configuration import configuration
from axiometrics.core.case import NUMBER, Case
from axiometrics.core.closed_forms import reduced
from axiometrics.core.errors import ParameterError
from axiometrics.core.progress import Progress, silent
from axiometrics.core.reals import Exact
from axiometrics.possibility.conventions import WHOLE, KeptBy, NumberInterval, kept
from axiometrics.possibility.conventions_document import ConventionsDocument, KeptConstraint, NumberRange
from axiometrics.possibility.orbits import Pair
from axiometrics.possibility.question import question
from axiometrics.possibility.requests import judged_in, linear_constraints, number_of
from axiometrics.possibility.rows import place_named
from axiometrics.possibility.sharing import ALONE, Sharing
from axiometrics.registry.implications import Place
from axiometrics.reports.parts.words import case_line
from axiometrics.running.candidate import Candidate
from axiometrics.search import Judge

SCHEMA: Final = "axiometrics/conventions/1"


@dataclass(frozen=True)
class KeptAt:
    """The values that keep one constraint satisfied, and the inputs of its cases where the metric is 0/0."""

    entry: KeptConstraint
    values: NumberInterval | None
    open_inputs: frozenset[Pair]


def conventions(
    metric: Any,
    patterns: Sequence[str] = (),
    task: str | None = None,
    size: int | None = None,
    progress: Progress = silent,
    sharing: Sharing = ALONE,
) -> Generator[ConventionsDocument]:
    """Find the values at the 0/0 inputs of a metric that keep each constraint satisfied, while the rest of the metric
    stays. A document with the results so far is given after each constraint; the last one is complete.

    An input is 0/0 where the metric says so, or has no value. Without `patterns`, the constraints are all of its task
    of which a linear program can be made, each in its first reading.
    """
    candidate = configuration(None).candidate(metric) if task is None else judged_in(metric, task)
    of = task or _task_asked(candidate, metric, patterns)
    judge = candidate.judge(of)
    places = [place for place in linear_constraints(patterns or ["*"], of) if judge.serves(place.reading) is None]
    if not places:
        raise ParameterError(f"{candidate.id} is judged by none of these constraints: name another one with -c")
    at = question(places, size=size).size
    kept_values: list[KeptAt] = []
    values = OpenMetric(candidate, of, judge)
    sharing = sharing if candidate.portable else ALONE
    with sharing.ready() as perform, closing(perform((_kept_at, (values, place.name, at)) for place in places)) as each:
        for done, (place, own) in enumerate(zip(places, each, strict=True), 1):
            progress(done, len(places), place.name)
            kept_values.append(own)
            yield _document(candidate.id, of, at, kept_values, done == len(places))


def _task_asked(candidate: Candidate, metric: Any, patterns: Sequence[str]) -> str:
    """Of the tasks whose constraints judge the metric: the task of the named constraints, or the task that is named
    with the metric, as in `classification:mcc`, or the first task of the metric.
    """
    at_hand = candidate.judged_in
    named = [c for pattern in patterns for c in registry.match_constraints(pattern.partition("@")[0], at_hand)]
    tasks = {constraint.task for constraint in named} & set(at_hand)
    if len(tasks) == 1:
        return tasks.pop()
    own = metric.partition(":")[0] if isinstance(metric, str) and registry.is_named(metric) else ""
    return own if own in at_hand else candidate.tasks[0]


def _document(metric: str, task: str, size: int, kept_values: Sequence[KeptAt], complete: bool) -> ConventionsDocument:
    common: NumberInterval | None = WHOLE
    for own in kept_values:
        if own.values is not None and common is not None:
            common = common.within(own.values)
    inputs = len(frozenset().union(*(own.open_inputs for own in kept_values)))
    every = [] if common is None else [_range(common)]
    return ConventionsDocument(SCHEMA, metric, task, size, inputs, [own.entry for own in kept_values], every, complete)


@dataclass(eq=False)
class OpenMetric:
    """A metric that is 0/0 at some inputs, with its values, each of which is computed once in a process."""

    candidate: Candidate
    task: str
    judge: Judge
    known: dict[Pair, Exact | None] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the candidate and the task alone: another process makes its own judge, and keeps it from one
        constraint to the next.
        """
        return _sent_values, (self.candidate, self.task)

    def value(self, output: Any, gold: Any) -> Exact | None:
        """The value; None where it is 0/0."""
        if (output, gold) not in self.known:
            decision = self.judge.decide(Case(gold, {"output": output}), NUMBER)
            self.known[output, gold] = None if decision.conventions else number_of(decision)
        return self.known[output, gold]


_sent: dict[tuple[str, str, str], OpenMetric] = {}
"""In a worker process, the values of the last metric, kept so that further constraints can use them."""


def _sent_values(candidate: Candidate, task: str) -> OpenMetric:
    key = candidate.id, candidate.token, task
    if key not in _sent:
        _sent.clear()
        _sent[key] = OpenMetric(candidate, task, candidate.judge(task))
    return _sent[key]


def _kept_at(values: OpenMetric, name: str, size: int) -> KeptAt:
    """The values that keep one constraint satisfied at this size."""
    posed = question([place_named(name)], size=size)
    defined: dict[int, Exact] = {}
    open_inputs: set[int] = set()
    for number, pair in enumerate(posed.pairs):
        value = values.value(*pair)
        if value is None:
            open_inputs.add(number)
        else:
            defined[number] = value
    own = kept(posed.rows(), defined, open_inputs)
    entry = _entry(posed.places[0], own, open_inputs)
    return KeptAt(entry, own.values, frozenset(posed.pairs[number] for number in open_inputs))


def _range(of: NumberInterval) -> NumberRange:
    start, end = (None if bound is None else reduced(str(bound)) or str(bound) for bound in (of.start, of.end))
    return NumberRange(start, end, of.start_closed, of.end_closed)


def _entry(place: Place, own: KeptBy, open_inputs: set[int]) -> KeptConstraint:
    values = [] if own.values is None else [_range(own.values)]
    return KeptConstraint(place.constraint.id, place.reading.name, values, _reason(own, open_inputs))


def _reason(own: KeptBy, open_inputs: set[int]) -> str:
    """The reason why no number keeps the constraint satisfied; empty where some number does."""
    if own.values is not None:
        return ""
    shown = "; ".join(case_line(row.case) for row in own.against)
    if not any(number in open_inputs for row in own.against for number in row.coefficients):
        return f"it is violated where the metric is defined: {shown}"
    table = {True: "values that differ from input to input do", False: "nor do values that differ from input to input"}
    more = f"; {table[own.table]}" if own.table is not None else ""
    statement = "these cases exclude each other" if len(own.against) > 1 else "this case is not met by any number"
    return f"{statement}: {shown}{more}"
