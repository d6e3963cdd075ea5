"""Judges: how the search asks a metric for values, and for the sign of a required difference. Here the exact one, for
metrics of ours.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import groupby, pairwise
from math import prod
from typing import Any, Protocol

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, conventions, exactly, note
from axiometrics.core.case import Call, Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import AxiometricsError, UndecidedError
from axiometrics.core.exact import sign
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import cut_off
from axiometrics.core.rational import rounded
from axiometrics.core.task import task
from axiometrics.generators.blocks import Universe, Values
from axiometrics.generators.filterings import filtered
from axiometrics.generators.listed import ListedOutputs
from axiometrics.generators.runs import Alike

MEMORY = 2**28
"""Bytes of values that one judge remembers between constraints."""

WEIGHT = 24
"""How many times what a reference takes a decimal takes."""

CUT_EXAMPLES = 200
"""Random cases that a metric with a cutoff is tried on beyond the enumerated sizes."""


LIKELY = 2
"""Outputs that are tried before all of them are scored, where some output has to be as demanded."""


@lru_cache(maxsize=64)
def _stacks(universe: ListedOutputs, closed: bool, of: str) -> list[tuple[int, Any]]:
    """The counts of outputs that follow each other on one gold, with their number, for all metrics of a task."""
    stacked = task(of).stacked
    assert stacked is not None
    pairs = [universe.outputs(k, closed) for k in range(len(universe))]
    groups = (list(group) for _, group in groupby(pairs, key=lambda pair: id(pair[1])))
    return [(len(group), stacked([output for output, _ in group], group[0][1])) for group in groups]


class MetricFailedError(Exception):
    """A user's metric failed; `data` is the input that shows it (gold, output), None where no input is to blame."""

    def __init__(self, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.data = data


class OutOfTimeError(Exception):
    """The time of a search was over while a metric was asked for values."""


@contextmanager
def _failing(gold: Any = None, output: Any = None) -> Iterator[None]:
    """What a formula raises, another package's as a rule, is a failure of that metric alone; what it prints goes to
    stderr.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except AxiometricsError:
        raise  # as where a sign cannot be decided: no fault of the formula
    except (Exception, SystemExit) as error:
        told = f"its formula raised {type(error).__name__}: {' '.join(str(error).split())}"
        if gold is None or output is None:
            raise MetricFailedError(told) from error
        raise MetricFailedError(
            f"{told} on gold {gold}, output {output}", {"gold": gold.to_json(), "output": output.to_json()}
        ) from error


@dataclass(frozen=True)
class Decision:
    """How a metric judges one case.

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


@dataclass(frozen=True)
class Tried:
    """What came of a case written in several ways: how many labelled cases these were, how many calls they took, and
    the one that speaks most against the metric, with its decision; None where no value was there.
    """

    cases: int
    calls: int
    least: tuple[Case, Decision] | None


class Judge(Protocol):
    """What the search asks of a metric, be it one of ours or a black box."""

    used: set[str]
    """The 0/0 conventions that values asked for have rested on."""

    @property
    def id(self) -> str:
        """The name of the metric."""
        ...

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        ...

    @property
    def exact(self) -> bool:
        """Whether exact arithmetic decides."""
        ...

    @property
    def traits(self) -> Set[str]:
        """What the metric needs of a case, or understands in it."""
        ...

    @property
    def cut(self) -> int | None:
        """How many ranks the metric looks at, None for all of them, or where that is not known."""
        ...

    def asked(self, reading: Reading) -> Reading:
        """The reading as it is asked of the metric: its cases may depend on the cut-off and on other parameters."""
        ...

    @property
    def examples(self) -> int:
        """Random cases to try beyond the enumerated sizes, unless told."""
        ...

    def prepare(self, seed: int, hurried: bool = False) -> None:
        """Called before each search; the first call finds out what has to be known of the metric beforehand. Where it
        is `hurried`, that may be put off to the next calls.
        """
        ...

    @property
    def is_probed(self) -> bool:
        """Whether nothing of this was put off."""
        ...

    deadline: float | None
    """When the search has to end, by the monotonic clock: a metric that is called raises `OutOfTimeError` then."""

    def told(self) -> Mapping[str, Any]:
        """What the evidence of every cell says of the metric, besides what the search found."""
        ...

    @property
    def breaks(self) -> Sequence[Any]:
        """The invariances that the metric breaks, of which a search of unlabelled cases sees nothing."""
        ...

    @property
    def listed(self) -> bool:
        """Whether every way of writing that the metric wrongly tells apart can be listed for a small case."""
        ...

    def rewritten(self, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        """What the metric says of a case written in all ways (None where that takes more than `most` calls), or without
        `most` in some by chance.
        """
        ...

    def calls(self, case: Case, decision: Decision) -> Decision:
        """The decision of a case with the calls that it rests on."""
        ...

    def recalled(self, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
        """The decision of a case by these calls, as they were written, if they say what it says."""
        ...

    def serves(self, reading: Reading) -> str | None:
        """Why the reading does not apply to the metric, or None."""
        ...

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        """The size to search to, given what was asked for."""
        ...

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements as floats, `nan` where undefined."""
        ...

    def foresee(self, cases: Sequence[Case], demand: Demand) -> None:
        """Told that these cases are to be decided next, so that what they ask of the metric may be asked together."""
        ...

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference of one case, for certain or not at all."""
        ...

    def confirm(self) -> None:
        """Called at the end of a search: what is still to be asked for again is asked for. Raises `MetricFailedError`
        where a value is not the same as before.
        """
        ...

    def score_tables(self, tables: Sequence[tuple[int, int, int, int]]) -> list[Any]:
        """The score of each table of counts (tp, fp, fn, tn), in the order of the tables."""
        ...

    def show(self, score: Any) -> Any:
        """A score as JSON has it: exact ones as strings."""
        ...


@dataclass(eq=False)
class ExactJudge:
    """Judges by a metric's formula: in floats for the filter, exactly for the decision."""

    metric: Metric
    used: set[str] = field(default_factory=set)
    exact: bool = True
    _kept: dict[Hashable, tuple[Array, dict[str, Array]]] = field(default_factory=dict)
    _decimals: dict[Hashable, Array] = field(default_factory=dict)
    _scores: dict[Hashable, Any] = field(default_factory=dict)
    _rounded: dict[Hashable, float] = field(default_factory=dict)
    _means: dict[tuple[int, int], tuple[Any, Any, Any]] = field(default_factory=dict)
    _compared: dict[tuple[int, int], tuple[Any, Any, bool]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The metric's canonical id."""
        return self.metric.id

    @property
    def task(self) -> str:
        """The metric's task."""
        return self.metric.task

    @property
    def closed(self) -> bool:
        """Whether the metric needs every document in the gold."""
        return self.metric.closed

    @property
    def cut(self) -> int | None:
        """How many ranks the metric looks at, None for all."""
        return cut_off(self.metric.parameters, self.metric.values)

    def asked(self, reading: Reading) -> Reading:
        """The reading for the values of the metric's parameters."""
        return reading.asked_of(self.metric)

    @property
    def examples(self) -> int:
        """None, but for a metric with a cutoff, whose failures may lie beyond the enumerated sizes."""
        return 0 if self.cut is None else CUT_EXAMPLES

    @property
    def traits(self) -> Set[str]:
        """What the metric needs of a case, or understands in it."""
        return self.metric.traits

    breaks: Sequence[Any] = ()
    listed: bool = True

    is_probed: bool = True
    deadline: float | None = None

    def prepare(self, seed: int, hurried: bool = False) -> None:
        """No invariance can be broken: a formula on counts sees neither orders nor names."""

    def told(self) -> Mapping[str, Any]:
        """Nothing besides."""
        return {}

    def foresee(self, cases: Sequence[Case], demand: Demand) -> None:
        """Score the outputs that share a gold together, where the task can stack them: a step of a formula on arrays
        takes about as long for one output as for twenty.

        Where only some output of a case has to meet the demand, its first output is scored. A formula that fails here
        fails again when the case is decided, and the failure is reported then.
        """
        stacked = task(self.metric.task).stacked
        if stacked is None or self.metric.formula is None:
            return
        by_gold: dict[Any, dict[Any, None]] = {}
        for case in cases:
            asked = case.asked(demand)
            for role in asked.roles:
                for call in case.calls(role)[: 1 if asked.some else None]:
                    if not call.parameters and (call.output, call.gold) not in self._scores:
                        by_gold.setdefault(call.gold, {})[call.output] = None
        for gold, outputs in by_gold.items():
            if len(outputs) > 1:
                with suppress(MetricFailedError, AxiometricsError), _failing(), np.errstate(all="ignore"):
                    found = self.metric.evaluate(stacked(list(outputs), gold, exact=True))
                    self._scores.update(
                        ((output, gold), self.metric.checked(value))
                        for output, value in zip(outputs, _one_each(found, len(outputs)), strict=True)
                    )

    def confirm(self) -> None:
        """A formula says the same whenever it is asked."""

    def rewritten(self, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        """Not asked of a metric that breaks no invariance."""
        raise NotImplementedError

    def calls(self, case: Case, decision: Decision) -> Decision:
        """The decision itself: it does not depend on how calls are written."""
        return decision

    def recalled(self, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
        """The decision of the case, for the same reason."""
        return self.decide(case, demand)

    def serves(self, reading: Reading) -> str | None:
        """Why the reading does not apply, or None."""
        if not reading.needs or reading.needs in self.traits:
            return reading.too_short(self.cut)
        return task(self.metric.task).trait(reading.needs).lacking

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        """What was asked: our formulas go as far as the family does. A metric that scores values where others have
        counts, as through a reduction, is as slow as a user's, and goes as far.
        """
        of = task(self.metric.task)
        if asked is not None or reading.finite or self.metric.formula is not None or of.counts is None:
            return asked
        if not constraint.quantifier.over_cases:
            return CUT_EXAMPLES
        return of.sizes.called if reading.called is None else reading.called

    def values(self, universe: Universe, index: Array) -> Array:
        """The floats of these elements; whole universes are evaluated once and kept."""
        name = universe.key(self.closed)
        key = (type(universe).__name__, name)
        if name is None or key not in self._kept:
            found = self._evaluate(universe)
            if name is not None:
                while sum(values.nbytes for values, _ in self._kept.values()) + found[0].nbytes > MEMORY and self._kept:
                    del self._kept[next(iter(self._kept))]
                self._kept[key] = found
        else:
            found = self._kept[key]
        values, notes = found
        for convention, mask in notes.items():
            if convention not in self.used and (
                (index.of(mask) & index.there).any() if isinstance(index, Alike) else mask[index].any()
            ):
                self.used.add(convention)
        return index.of(values) if isinstance(index, Alike) else np.asarray(values[index])

    @property
    def finer(self) -> Values | None:
        """The values as decimals (to be asked for where `core.arithmetic.decimals` is open), for the tasks whose
        parameters may defeat floats.
        """
        return self._in_decimals if task(self.metric.task).decimals and self.metric.formula is not None else None

    def _in_decimals(self, universe: Universe, index: Array) -> Array:
        key = (type(universe).__name__, universe.key(self.closed))
        if key not in self._decimals:
            parts = []
            with _failing(), np.errstate(all="ignore"):
                for counts, shape in universe.chunks():
                    rounded = type(counts)(**{of.name: _as_decimals(getattr(counts, of.name)) for of in fields(counts)})
                    parts.append(
                        np.broadcast_to(np.asarray(self.metric.evaluate(rounded), dtype=object), shape).ravel()
                    )
            if sum(values.nbytes for values in self._decimals.values()) * WEIGHT > MEMORY:
                self._decimals.clear()
            self._decimals[key] = np.concatenate(parts)
        return np.asarray(self._decimals[key][index])

    def _evaluate(self, universe: Universe) -> tuple[Array, dict[str, Array]]:
        """The float values of a whole universe, and where they rest on a convention."""
        if isinstance(universe, ListedOutputs):
            with _failing():
                return np.array(self._floats(universe)), {}
        if self.metric.formula is None:
            with _failing():
                pairs = (universe.outputs(k, self.closed) for k in range(len(universe)))
                return np.array([float(self.metric.exact(*pair)) for pair in pairs]), {}
        values = np.empty(len(universe))
        masks: dict[str, Array] = {}
        start = 0
        for counts, shape in universe.chunks():
            until = start + prod(shape)
            with _failing(), np.errstate(all="ignore"), conventions() as noted:
                values[start:until].reshape(shape)[...] = self.metric.evaluate(counts)
            for name, found in noted.items():
                mask = masks.setdefault(name, np.zeros(len(universe), dtype=bool))
                for where in found:
                    mask[start:until] |= np.broadcast_to(where, shape).ravel()
            start = until
        return values, masks

    def _floats(self, universe: ListedOutputs) -> list[float]:
        """The values of outputs with their golds, as floats. Many are scored together: those of one gold that follow
        each other, or those whose counts have the same shape.
        """
        if self.metric.formula is None and self.metric.fast is None:
            return [float(self._score_listed(*universe.outputs(k, self.closed))) for k in range(len(universe))]
        if task(self.metric.task).stacked is None or self.metric.formula is None:
            pairs = [universe.outputs(k, self.closed) for k in range(len(universe))]
            once: dict[Hashable, tuple[Any, Any]] = {}
            keys = [self._key(*pair) for pair in pairs]
            for key, pair in zip(keys, pairs, strict=True):
                if key not in self._rounded:
                    once.setdefault(key, pair)
            self._rounded.update(zip(once, self.metric.all_rounded(list(once.values())), strict=True))
            return [self._rounded[key] for key in keys]
        found: list[float] = []
        for number, counts in _stacks(universe, self.closed, self.metric.task):
            found += np.broadcast_to(np.asarray(self.metric.evaluate(counts), dtype=np.float64), number).tolist()
        return found

    def _score_listed(self, output: Any, gold: Any) -> Any:
        """The exact score of an output that cases list. It is kept, because other constraints list the same outputs,
        and a decision may ask for it again. A score that rests on a convention is not kept: a decision has to compute
        it again to learn of the convention.
        """
        key = self._key(output, gold)
        if key in self._scores:
            return self._scores[key]
        with conventions() as noted:
            score = self.metric.exact(output, gold)
        if noted:
            note(noted)
        else:
            self._scores[key] = score
        return score

    def _key(self, output: Any, gold: Any) -> Hashable:
        """Equal only for outputs and golds that have one score: a formula sees nothing of them but their counts."""
        of = task(self.metric.task)
        counted = of.same_counts is not None and self.metric.formula is not None and of.countable(output, gold)
        return of.same_counts(output, gold) if counted and of.same_counts else (output, gold)

    def _attained(self, case: Case, demand: Demand, known: dict[int, Any]) -> Decision | None:
        """The decision by one of the first outputs, which floats put first, if it is as demanded: so that of many
        outputs few have to be scored exactly.
        """
        (role,) = demand.roles
        for k, call in enumerate(case.calls(role)[:LIKELY]):
            with conventions() as noted:
                score = self._score(call, known)
            if demand.by == "defined" or undefined(score):
                return None
            shown = case.showing(role, k)
            found = decided(shown, demand, {role: [score]}, lambda excess, _: sign(excess), tuple(sorted(noted)))
            if found.sign is not None and demand.met(found.sign):
                return replace(found, shown=shown)
        return None

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The exact sign of the required difference."""
        known: dict[int, Any] = {}
        asked = case.asked(demand)
        if asked.some and (found_one := self._attained(case, asked, known)):
            return found_one
        with conventions() as noted:
            found = {role: self._of_role(case, role, asked, known) for role in asked.roles}
        decision = decided(case, asked, found, lambda excess, k: sign(excess), tuple(sorted(noted)), self._at_least)
        if not decision.failed or asked.some or asked.greatest:
            return decision
        several = {role: calls for role in asked.roles if len(calls := case.calls(role)) > 1}
        each = {role: [self._score(call, known, True) for call in calls] for role, calls in several.items()}
        return replace(decision, each=each)

    def filtered(self, cases: Sequence[Case], demand: Demand) -> Iterator[Decision]:
        """The decision of each case. Floats decide where they are far enough apart to tell the sign, as in a search;
        exact numbers decide the other cases. The floats of all cases are computed first, together.
        """
        floats = self.metric.formula is not None and not (demand.some or demand.greatest or demand.below)
        calls = {
            (id(output), id(case.gold)): (output, case.gold)
            for case in cases
            if floats and case.is_plain
            for output in case.outputs.values()
        }
        known: dict[tuple[int, int], float] = {}
        with suppress(MetricFailedError, AxiometricsError), _failing():  # it fails again when its case is decided
            known = dict(zip(calls, self.metric.all_rounded(list(calls.values())), strict=True))
        for case in cases:
            if known and case.is_plain:
                scores = {role: known[id(case.outputs[role]), id(case.gold)] for role in demand.roles}
                excess = demand.excess(scores)
                if abs(excess) > FORMULA_ROUNDING * max(1.0, *map(abs, scores.values())):
                    found = 1 if excess > 0 else -1
                    yield Decision(found, scores, relation=demand.relation(found))
                    continue
            yield self.decide(case, demand)

    def _of_role(self, case: Case, role: str, demand: Demand, known: dict[int, Any]) -> list[Any]:
        """The scores of the outputs of a role, or their mean alone where that is all that counts and rests on no
        convention. It is kept, because the same outputs stand in hundreds of cases. A mean that is 0 is written so.
        """
        outputs, gold = case.outputs[role], case.golds.get(role, case.gold)
        key = id(outputs), id(gold)
        if key in self._means:
            return [self._means[key][-1]]
        with conventions() as noted:
            scores = [self._score(call, known, not case.is_single) for call in case.calls(role)]
        if noted:
            note(noted)
        elif len(scores) > 1 and not demand.greatest and role not in case.parameters:
            average = mean(scores)
            with suppress(UndecidedError):
                average = average if sign(average) else Fraction(0)
            self._means[key] = outputs, gold, average
            return [average]
        return scores

    def _at_least(self, one: Any, other: Any) -> bool:
        """Whether a score is at least another one; cases on one gold ask it of the same two again and again."""
        key = id(one), id(other)
        if key not in self._compared:
            self._compared[key] = one, other, bool(one >= other)
        return self._compared[key][-1]

    def _score(self, call: Call, known: dict[int, Any], several: bool = False) -> Any:
        """The exact score of a call; parameters that the metric does not have say nothing to it. Of a case with several
        golds or outputs, it is kept, because other cases have some of these too.
        """
        own = {name: value for name, value in call.parameters.items() if name in self.metric.values}
        if own:
            with _failing(call.gold, call.output):
                return self.metric.with_values(**own).exact(call.output, call.gold)
        key = call.output, call.gold
        if key in self._scores:
            return self._scores[key]
        if task(self.metric.task).stacked is not None:
            with _failing(call.gold, call.output):
                self._scores[key] = self.metric.exact(call.output, call.gold)
            return self._scores[key]
        if several:
            with _failing(call.gold, call.output):
                return self._score_listed(call.output, call.gold)
        if id(call.output) not in known or known[id(call.output)][0] is not call.gold:
            with _failing(call.gold, call.output):
                known[id(call.output)] = call.gold, self.metric.exact(call.output, call.gold)
        return known[id(call.output)][1]

    def score_tables(self, tables: Sequence[tuple[int, int, int, int]]) -> list[Any]:
        """The exact score of each table of counts (tp, fp, fn, tn), in their order; `nan` where undefined."""
        if self.metric.formula is None:
            return [self._score_filtered(*filtered(table)) for table in tables]
        with _failing():
            return _one_each(self.metric.evaluate(Confusion.of(tables, exact=True)), len(tables))

    def _score_filtered(self, system: Any, gold: Any) -> Any:
        with _failing(gold, system):
            return self.metric.exact(system, gold)

    def show(self, score: Any) -> str | None:
        """An exact score as a string; None where undefined."""
        return None if isinstance(score, float) else str(score)


def _one_each(values: Any, number: int) -> list[Any]:
    """The exact values of a stack, one for each of its cases: a formula may give one value for all of them."""
    found: list[Any] = np.broadcast_to(np.asarray(values, dtype=object), number).tolist()
    return found


def at_least(one: Any, other: Any) -> bool:
    """Whether a score is at least another one.

    Raises `UndecidedError` for floats that differ by less than `FORMULA_ROUNDING`.
    """
    if isinstance(one, float) and 0 < abs(one - other) <= FORMULA_ROUNDING * max(1.0, abs(one)):
        raise UndecidedError(f"the scores {one!r} and {other!r} are too close to tell which is greater")
    return bool(one >= other)


AtLeast = Callable[[Any, Any], bool]


def undefined(score: Any) -> bool:
    """Whether a score is the number that stands for undefined."""
    return isinstance(score, float) and score != score


def decided(
    case: Case,
    demand: Demand,
    found: Mapping[str, Sequence[Any]],
    sign_of: Callable[[Any, int], int | None],
    noted: tuple[str, ...] = (),
    falls: AtLeast = at_least,
) -> Decision:
    """The decision of a case whose scores are known, by role one for each of its calls.

    `sign_of` has the sign of an excess, given also the number of the output where some output has to be as demanded; it
    may raise `UndecidedError`.
    """
    if demand.some:
        return _some(case, demand, found[demand.roles[0]], sign_of, noted)
    try:
        scores = joined(case, demand, found, falls)
    except UndecidedError:
        return Decision(None, dict.fromkeys(found, math.nan), reason="undecided")
    missing = any(undefined(score) for score in scores.values())
    if demand.by == "defined":
        holds = -1 if missing else 1
        return Decision(holds, scores, noted, relation=demand.relation(holds))
    if missing:
        return Decision(None, scores, reason="undefined")
    if not demand.made(scores):
        return Decision(1, scores, noted)
    found_sign = _sign(demand.excess(scores, case.bound), 0, sign_of)
    if found_sign is None:
        return Decision(None, scores, reason="undecided")
    each = {} if demand.greatest else {role: of for role, of in found.items() if len(of) > 1}
    return Decision(found_sign, scores, noted, relation=demand.relation(found_sign), each=each)


def _sign(excess: Any, k: int, sign_of: Callable[[Any, int], int | None]) -> int | None:
    try:
        return sign_of(excess, k)
    except UndecidedError:
        return None


def joined(case: Case, demand: Demand, found: Mapping[str, Sequence[Any]], falls: AtLeast = at_least) -> dict[str, Any]:
    """By role, one score of its outputs: their mean, or the greatest of those that count; `nan` where one is undefined,
    or none counts.

    Raises `UndecidedError` where rounding leaves open which outputs count.
    """
    if any(undefined(score) for each in found.values() for score in each) or not demand.greatest:
        return {role: mean(each) for role, each in found.items()}
    counted = dict(found)
    for role, orders in case.falling.items():
        counted[role] = [
            score
            for score, order in zip(found[role], orders, strict=True)
            if all(falls(found[a][0], found[b][0]) for a, b in pairwise(order))
        ]
    return {
        role: reduce(lambda one, other: one if falls(one, other) else other, each) if each else math.nan
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
    """The decision of a case of which one output has to be as demanded: the first that is, or else the nearest."""
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
        found = signs[k] = _sign(demand.excess({role: scores[k]}, case.bound), k, sign_of)
        if found is not None and demand.met(found):
            return Decision(found, {role: scores[k]}, noted, shown=case.showing(role, k))
    best = min(defined, key=lambda k: abs(rounded(demand.excess({role: scores[k]}, case.bound))))
    if None in signs.values():
        return Decision(None, {role: scores[best]}, reason="undecided")
    relation = demand.relation(signs[best] or 0)
    return Decision(signs[best], {role: scores[best]}, noted, relation=relation, shown=case.showing(role, best))


def _as_decimals(field: Any) -> Any:
    return exactly(field) if isinstance(field, np.ndarray) else field
