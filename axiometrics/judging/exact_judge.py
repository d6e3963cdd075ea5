"""The judge of a built-in metric: it filters in floats and decides exactly."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import prod
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array, conventions, exactly, note
from axiometrics.core.case import Call, Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import cut_off
from axiometrics.core.task import task
from axiometrics.generators.blocks import FinerValues, Universe, margin
from axiometrics.generators.listed import ListedOutputs
from axiometrics.generators.runs import Alike
from axiometrics.judging import stacks
from axiometrics.judging.signs import sign_if_decided, sure_signs
from axiometrics.search.decisions import Decision, decided, mean, undefined
from axiometrics.search.judge import MetricFailedError, Tried

MEMORY = 2**28
"""Bytes of values that one judge remembers between constraints."""

WEIGHT = 24
"""How many times as much memory a decimal takes as a reference."""

CUT_EXAMPLES = 200
"""How many random cases beyond the enumerated sizes are tried for a metric with a cut-off, because its failures may lie
beyond these sizes.
"""

LIKELY = 2
"""How many outputs are tried before all of them are scored, where some output has to be as demanded."""


@lru_cache(maxsize=64)
def _stacks(universe: ListedOutputs, closed: bool, of: str) -> list[tuple[int, Any]]:
    """Return the counts of outputs that follow each other on one gold, with their number. All metrics of a task share
    them.
    """
    stacked = task(of).stacked
    assert stacked is not None
    pairs = [universe.outputs(k, closed) for k in range(len(universe))]
    groups = (list(group) for _, group in groupby(pairs, key=lambda pair: id(pair[1])))
    return [(len(group), stacked([output for output, _ in group], group[0][1])) for group in groups]


@contextmanager
def _failing(gold: Any = None, output: Any = None) -> Iterator[None]:
    """Turn an error of a formula, which usually is another package's, into a failure of that metric alone. What the
    formula prints goes to stderr.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except AxiometricsError:
        raise  # as where a sign cannot be decided: no fault of the formula
    except (Exception, SystemExit) as error:
        problem = f"its formula raised {type(error).__name__}: {' '.join(str(error).split())}"
        if gold is None or output is None:
            raise MetricFailedError(problem) from error
        raise MetricFailedError(
            f"{problem} on gold {gold}, output {output}", {"gold": gold.to_json(), "output": output.to_json()}
        ) from error


@dataclass(eq=False)
class ExactJudge:
    """Judges by the formula of a metric: in floats to filter, exactly to decide."""

    metric: Metric
    used: set[str] = field(default_factory=set)
    exact: bool = True
    _kept: dict[Hashable, tuple[Array, dict[str, Array]]] = field(default_factory=dict)
    _decimals: dict[Hashable, Array] = field(default_factory=dict)
    _scores: dict[Hashable, Any] = field(default_factory=dict)
    _resting: dict[Hashable, tuple[str, ...]] = field(default_factory=dict)
    _rounded: dict[Hashable, float] = field(default_factory=dict)
    _means: dict[tuple[int, int], tuple[Any, Any, Any]] = field(default_factory=dict)
    _compared: dict[tuple[int, int], tuple[Any, Any, bool]] = field(default_factory=dict)
    _decided: dict[Hashable, tuple[Any, Decision]] = field(default_factory=dict)

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

    @property
    def parameters(self) -> Set[str]:
        """The names of the metric's parameters."""
        return self.metric.values.keys()

    def asked(self, reading: Reading) -> Reading:
        """Return the reading for the values of the metric's parameters."""
        return reading.asked_of(self.metric)

    @property
    def examples(self) -> int:
        """0, or for a metric with a cut-off the number `CUT_EXAMPLES`, since its failures may lie beyond the enumerated
        sizes.
        """
        return 0 if self.cut is None else CUT_EXAMPLES

    @property
    def traits(self) -> Set[str]:
        """The traits of the metric: the properties that it needs of a case, and the properties of cases that it can
        score.
        """
        return self.metric.traits

    breaks: Sequence[Any] = ()
    listed: bool = True

    is_probed: bool = True
    foresees: bool = True
    deadline: float | None = None

    def prepare(self, seed: int, hurried: bool = False) -> None:
        """Do nothing: a formula on counts sees neither orders nor names, so it cannot break an invariance."""

    def evidence_fields(self) -> Mapping[str, Any]:
        """Return no further field."""
        return {}

    def foresee(self, cases: Sequence[Case], demand: Demand) -> None:
        """Score the outputs that share a gold together, where the task can stack them: a step of a formula on arrays
        takes about as long for one output as for twenty.

        Where only some output of a case has to meet the demand, its first output is scored. A formula that fails here
        fails again when the case is decided, and the failure is reported then.
        """
        stacked = task(self.metric.task).stacked
        if self.metric.formula is None:
            return
        if task(self.metric.task).whole is not None:
            calls = [call for case in cases for role in case.asked(demand).roles for call in case.calls(role)]
            self._foresee_pairs((call.output, call.gold) for call in calls if not call.parameters)
        if stacked is None:
            return
        by_gold: dict[Any, dict[Any, None]] = {}
        for case in cases:
            own_demand = case.asked(demand)
            for role in own_demand.roles:
                for call in case.calls(role)[: 1 if own_demand.some else None]:
                    if not call.parameters and (call.output, call.gold) not in self._scores:
                        by_gold.setdefault(call.gold, {})[call.output] = None
        for gold, outputs in by_gold.items():
            if len(outputs) > 1:
                with suppress(MetricFailedError, AxiometricsError), _failing():
                    scores = stacks.exact(self.metric, stacked(list(outputs), gold, exact=True), len(outputs))
                    self._scores.update(((o, gold), score) for o, score in zip(outputs, scores, strict=True))

    def _foresee_pairs(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Score outputs, each with its gold, together, where the task counts pairs of many golds in one stack."""
        whole, once = task(self.metric.task).whole, dict[Hashable, tuple[Any, Any]]()
        for pair in pairs if whole is not None else ():
            key = self._key(*pair)
            if key not in self._scores:
                once[key] = pair
        if whole is None or len(once) < 2:
            return
        keys = list(once)
        with suppress(MetricFailedError, AxiometricsError), _failing():
            for places, counts in whole(list(once.values())):
                scores, resting = stacks.noted_exact(self.metric, counts, len(places))
                self._scores.update((keys[k], score) for k, score in zip(places, scores, strict=True))
                for name, mask in resting.items():
                    for key in (keys[places[k]] for k in np.flatnonzero(mask).tolist()):
                        self._resting[key] = (*self._resting.get(key, ()), name)

    def confirm(self) -> None:
        """Do nothing: a formula gives the same value each time."""

    def rewritten(self, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        """Never called, because the metric breaks no invariance."""
        raise NotImplementedError

    def calls(self, case: Case, decision: Decision) -> Decision:
        """Return the decision unchanged: it does not depend on how calls are written."""
        return decision

    def recalled(self, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
        """Return the decision of the case: it does not depend on how calls are written."""
        return self.decide(case, demand)

    def serves(self, reading: Reading) -> str | None:
        """Return the reason why the reading does not apply; None if it applies."""
        if not reading.needs or reading.needs in self.traits:
            return reading.too_short(self.cut)
        return task(self.metric.task).trait(reading.needs).lacking

    def cap(self, constraint: Constraint, reading: Reading, wanted: int | None) -> int | None:
        """Return the size that is wanted: our formulas go as far as the family does. A metric that scores values where
        others have counts, as through a reduction, is as slow as a user's, so it is searched no further than a user's
        by default.
        """
        of = task(self.metric.task)
        if wanted is not None or reading.finite or self.metric.formula is not None or of.counts is None:
            return wanted
        if not constraint.quantifier.over_cases:
            return CUT_EXAMPLES
        return of.sizes.called if reading.called is None else reading.called

    def values(self, universe: Universe, index: Array) -> Array:
        """Return the floats of these elements. Whole universes are evaluated once and kept."""
        name = universe.key(self.closed)
        key = (type(universe).__name__, name)
        if name is None or key not in self._kept:
            evaluated = self._evaluate(universe)
            if name is not None:
                while (
                    sum(values.nbytes for values, _ in self._kept.values()) + evaluated[0].nbytes > MEMORY
                    and self._kept
                ):
                    del self._kept[next(iter(self._kept))]
                self._kept[key] = evaluated
        else:
            evaluated = self._kept[key]
        values, notes = evaluated
        for convention, mask in notes.items():
            if convention not in self.used and (
                (index.of(mask) & index.there).any() if isinstance(index, Alike) else mask[index].any()
            ):
                self.used.add(convention)
        return index.of(values) if isinstance(index, Alike) else np.asarray(values[index])

    @property
    def finer(self) -> FinerValues | None:
        """The values as decimals (to be computed where `core.arithmetic.decimals` is open), for the tasks whose
        parameters may defeat floats; for listed outputs, as exact numbers.
        """
        if not task(self.metric.task).decimals or self.metric.formula is None:
            return None
        return FinerValues(self._in_decimals, self._exactly)

    def _exactly(self, universe: Universe) -> list[Any]:
        """The exact scores of a whole universe."""
        pairs = [universe.outputs(k, self.closed) for k in range(len(universe))]
        self._foresee_pairs(pairs)
        with conventions():
            return [self._score_listed(*pair) for pair in pairs]

    def _in_decimals(self, universe: Universe, index: Array) -> Array:
        key = (type(universe).__name__, universe.key(self.closed))
        if key not in self._decimals:
            parts = []
            with _failing():
                for counts, shape in universe.chunks():
                    rounded = type(counts)(**{of.name: _as_decimals(getattr(counts, of.name)) for of in fields(counts)})
                    parts.append(stacks.numbers(self.metric, rounded, shape).ravel())
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
            with _failing():
                floats, resting = stacks.noted_floats(self.metric, counts, shape)
            values[start:until] = floats.ravel()
            for name, mask in resting.items():
                masks.setdefault(name, np.zeros(len(universe), dtype=bool))[start:until] = mask.ravel()
            start = until
        return values, masks

    def _floats(self, universe: ListedOutputs) -> list[float]:
        """Return the values of outputs with their golds as floats. Many are scored together: outputs of one gold that
        follow each other, or outputs whose counts have the same shape.
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
            self._rounded.update(zip(once, self._all_rounded(list(once.values())), strict=True))
            return [self._rounded[key] for key in keys]
        values: list[float] = []
        for number, counts in _stacks(universe, self.closed, self.metric.task):
            values += stacks.floats(self.metric, counts, number).tolist()
        return values

    def _all_rounded(self, pairs: Sequence[tuple[Any, Any]]) -> list[float]:
        """The values of outputs, each with its gold, as floats."""
        whole = task(self.metric.task).whole
        if whole is None or self.metric.formula is None or not pairs:
            return self.metric.all_rounded(pairs)
        values = np.empty(len(pairs))
        for places, counts in whole(pairs):
            rounded = replace(counts, **{of.name: getattr(counts, of.name).astype(float) for of in fields(counts)})
            values[places] = stacks.floats(self.metric, rounded, len(places))
        return values.tolist()

    def _score_listed(self, output: Any, gold: Any) -> Any:
        """Return the exact score of an output that cases list. The score is kept, because other constraints list the
        same outputs, and a decision may need it again. A score that rests on a convention is not kept, because a
        decision has to compute it again to learn of the convention.
        """
        key = self._key(output, gold)
        if key in self._scores:
            note(self._resting.get(key, ()))
            return self._scores[key]
        with conventions() as noted:
            score = self.metric.exact(output, gold)
        if noted:
            note(noted)
        else:
            self._scores[key] = score
        return score

    def _key(self, output: Any, gold: Any) -> Hashable:
        """Return a key that outputs and golds share only if they have the same score: a formula sees nothing of them
        but their counts.
        """
        of = task(self.metric.task)
        counted = of.same_counts is not None and self.metric.formula is not None and of.countable(output, gold)
        return of.same_counts(output, gold) if counted and of.same_counts else (output, gold)

    def _attained(self, case: Case, demand: Demand, known_scores: dict[int, Any]) -> Decision | None:
        """Return the decision by one of the first outputs if it is as demanded, else None. Floats put the likeliest
        outputs first, so that few of many outputs have to be scored exactly.
        """
        (role,) = demand.roles
        for k, call in enumerate(case.calls(role)[:LIKELY]):
            with conventions() as noted:
                score = self._score(call, known_scores)
            if demand.by == "defined" or undefined(score):
                return None
            shown = case.showing(role, k)
            decision = decided(shown, demand, {role: [score]}, _exact_sign, tuple(sorted(noted)))
            if decision.sign is not None and demand.met(decision.sign):
                return replace(decision, shown=shown)
        return None

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The exact sign of the required difference."""
        known_scores: dict[int, Any] = {}
        own_demand = case.asked(demand)
        if own_demand.some and (found_one := self._attained(case, own_demand, known_scores)):
            return found_one
        with conventions() as noted:
            each_score = {role: self._of_role(case, role, own_demand, known_scores) for role in own_demand.roles}
        decision = self._of_scores(case, own_demand, each_score, tuple(sorted(noted)))
        if not decision.failed or own_demand.some or own_demand.greatest:
            return decision
        several = {role: calls for role in own_demand.roles if len(calls := case.calls(role)) > 1}
        each = {role: [self._score(call, known_scores, True) for call in calls] for role, calls in several.items()}
        return replace(decision, each=each)

    def _of_scores(
        self, case: Case, demand: Demand, each_score: Mapping[str, Sequence[Any]], noted: tuple[str, ...]
    ) -> Decision:
        """Return the decision of a case by its scores. The decision of a case with several golds is kept if each role
        has one score: the same scores are compared in every reading, and it takes long to show that two sums of
        logarithms are equal.
        """

        def made() -> Decision:
            return decided(case, demand, each_score, _exact_sign, noted, self._at_least)

        if case.is_single or noted or demand.some or demand.greatest or any(len(of) != 1 for of in each_score.values()):
            return made()
        key = demand, case.bound, tuple((role, id(of[0])) for role, of in each_score.items())
        if key not in self._decided:
            self._decided[key] = each_score, made()
        return self._decided[key][-1]

    def filtered(self, cases: Sequence[Case], demand: Demand) -> Iterator[Decision]:
        """Yield the decision of each case. Floats decide if they are far enough apart to tell the sign, as in a search;
        exact numbers decide the other cases. The floats of all cases are computed first, together.
        """
        by_floats = iter(self._by_floats([case for case in cases if case.is_plain], demand))
        for case in cases:
            yield (next(by_floats, None) if case.is_plain else None) or self.decide(case, demand)

    def _by_floats(self, cases: Sequence[Case], demand: Demand) -> list[Decision | None]:
        """Return the decisions of plain cases, each None if floats are not sure of it. The list is empty if floats
        decide nothing.
        """
        if not cases or self.metric.formula is None or demand.some or demand.greatest or demand.below:
            return []
        calls = {(id(output), id(case.gold)): (output, case.gold) for case in cases for output in case.outputs.values()}
        try:
            with _failing():
                rounded = dict(zip(calls, self.metric.all_rounded(list(calls.values())), strict=True))
        except (MetricFailedError, AxiometricsError):
            return []  # it fails again when its case is decided
        scores = {
            role: np.array([rounded[id(case.outputs[role]), id(case.gold)] for case in cases]) for role in demand.roles
        }
        signs: list[int] = sure_signs(demand.excess(scores), margin(*scores.values())).tolist()
        return [
            Decision(sign, {role: float(of[k]) for role, of in scores.items()}, relation=demand.relation(sign))
            if sign
            else None
            for k, sign in enumerate(signs)
        ]

    def _of_role(self, case: Case, role: str, demand: Demand, known_scores: dict[int, Any]) -> list[Any]:
        """Return the scores of the outputs of a role; only their mean if nothing else counts and the mean rests on no
        convention. The mean is kept, because hundreds of cases have the same outputs. A mean of 0 is replaced by the
        fraction 0.
        """
        outputs, gold = case.outputs[role], case.golds.get(role, case.gold)
        key = id(outputs), id(gold)
        if key in self._means:
            return [self._means[key][-1]]
        with conventions() as noted:
            scores = [self._score(call, known_scores, not case.is_single) for call in case.calls(role)]
        if noted:
            note(noted)
        elif len(scores) > 1 and not (demand.some or demand.greatest) and role not in case.parameters:
            average = mean(scores)
            if sign_if_decided(lambda: average) == 0:
                average = Fraction(0)
            self._means[key] = outputs, gold, average
            return [average]
        return scores

    def _at_least(self, left: Any, right: Any) -> bool:
        """Return whether the left score is at least the right one. The answer is kept, because cases on one gold
        compare the same two scores again and again.
        """
        key = id(left), id(right)
        if key not in self._compared:
            self._compared[key] = left, right, bool(left >= right)
        return self._compared[key][-1]

    def _score(self, call: Call, known_scores: dict[int, Any], several: bool = False) -> Any:
        """Return the exact score of a call. Parameters that the metric does not have are ignored. In a case with
        several golds or outputs the score is kept, because other cases share some of them.
        """
        own = {name: value for name, value in call.parameters.items() if name in self.metric.values}
        if own:
            with _failing(call.gold, call.output):
                return self.metric.with_values(**own).exact(call.output, call.gold)
        key = call.output, call.gold
        if key in self._scores:
            return self._scores[key]
        if task(self.metric.task).stacked is not None:
            self._scores[key] = self._exact_score(call.output, call.gold)
            return self._scores[key]
        if several or task(self.metric.task).whole is not None:
            with _failing(call.gold, call.output):
                return self._score_listed(call.output, call.gold)
        if id(call.output) not in known_scores or known_scores[id(call.output)][0] is not call.gold:
            known_scores[id(call.output)] = call.gold, self._exact_score(call.output, call.gold)
        return known_scores[id(call.output)][1]

    def scored(self, pairs: Sequence[tuple[Any, Any]]) -> list[Any]:
        """The exact score of each output with its gold, in their order; `nan` where undefined."""
        if self.metric.formula is None:
            return [self._exact_score(*pair) for pair in pairs]
        with _failing():
            return self.metric.all_exact(pairs)

    def _exact_score(self, output: Any, gold: Any) -> Any:
        with _failing(gold, output):
            return self.metric.exact(output, gold)

    def show(self, score: Any) -> str | None:
        """An exact score as a string; None where undefined."""
        return None if isinstance(score, float) else str(score)


def _exact_sign(excess: Any, k: int) -> int | None:
    """Return the sign of an excess; the number of the output does not matter."""
    return sign_if_decided(lambda: excess)


def _as_decimals(field: Any) -> Any:
    return exactly(field) if isinstance(field, np.ndarray) else field
