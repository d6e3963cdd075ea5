"""Judging a user's metric as a black box in floats (or exactly, where it says it can)."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from axiometrics.candidates.containment.call import Call, Caller, Failed
from axiometrics.candidates.declaration import Declaration
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.family import parameters_of
from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature
from axiometrics.core.task import task
from axiometrics.generators.blocks import Universe
from axiometrics.generators.filterings import organize
from axiometrics.registry.tasks import signature
from axiometrics.search.judge import Decision, MetricFailedError, decided, mean

LONGEST_TIE = 30
"""Ranks (or documents) up to which equal floats are taken for a tie: further on, terms below one ulp of the score
vanish.
"""

BOUND = 2.0**-40
"""The error bound of a metric in double precision, as a share of the greatest score involved (and of 1): within it no
difference is a verdict.

Thousands of roundings of 2**-53 stay below it; metrics that return single or half precision get theirs from the
precision they return.
"""

VARIANTS = 6
"""Relabellings and reorderings under which a tie must stay bitwise equal."""

THRESHOLD = 200
"""n to which the duels of a black box are held unless told."""

AGAIN = 64
"""Of so many values asked for at once the first is asked again after the last, and later in a second process: whoever
disagrees with himself is found out.
"""

CHUNK = 512
"""Values asked for at once."""

Pair = tuple[Any, Any]
"""A system output and its gold."""

EXAMPLES = 200
"""Random cases beyond the enumerated sizes that a black box is tried on unless told."""


@dataclass(eq=False)
class BlackBox:
    """Judges a user's metric by calling it. A difference counts only outside the error bound; a tie only where rounding
    cannot have made it.
    """

    id: str
    caller: Caller
    declared: Declaration
    task: str
    used: set[str] = field(default_factory=set)
    examples: int = EXAMPLES
    _known: dict[Any, float] = field(default_factory=dict)
    _failed: dict[str, MetricFailedError] = field(default_factory=dict)
    _bound: float = BOUND
    _begun: bool = False
    _tables: int = 0
    _unconfirmed: list[tuple[Pair, Any]] = field(default_factory=list)

    @property
    def signature(self) -> Signature:
        """How the metric is called."""
        assert self.declared.signature is not None
        return signature(self.declared.signature)

    @property
    def exact(self) -> bool:
        """Whether it declares itself exact."""
        return self.declared.exact

    @property
    def closed(self) -> bool:
        """Whether its arguments list every document."""
        return self.signature.closed

    @property
    def cut(self) -> int | None:
        """Of a black box nobody knows how many ranks it looks at."""
        return None

    @property
    def traits(self) -> Set[str]:
        """What it says it understands in a case."""
        return self.declared.traits

    def serves(self, reading: Reading) -> str | None:
        """Why the reading does not apply, or None."""
        if names := parameters_of(reading.cases):
            return f"the roles are values of {' or '.join(names)}, and a metric that is called has no such parameter"
        if not reading.needs or reading.needs in self.traits:
            return None
        return task(self.task).trait(reading.needs).untold or f"the metric does not say that it is {reading.needs}"

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        """A black box is searched less far unless told."""
        if asked is not None or reading.finite:
            return asked
        if constraint.quantifier in {Quantifier.EXISTS, Quantifier.EVENTUALLY}:
            return THRESHOLD
        return task(constraint.task).sizes.called if reading.called is None else reading.called

    def score(self, system: Any, gold: Any) -> Any:
        """What the metric says of a system output, a float or (declared exact) a `Fraction`.

        Raises `MetricFailedError` with the input where it does anything but return a finite number and leave its input
        alone.
        """
        return self.scores([(system, gold)])[0]

    def scores(self, pairs: Sequence[Pair]) -> list[Any]:
        """What it says of several, asked in this order; the first failure raises."""
        cases = [self.signature.plain(*pair) for pair in pairs]
        seen = next((i for i, case in enumerate(cases) if self._failed and repr(case) in self._failed), len(cases))
        answers = self.caller.ask(Call(self.signature.name, self.exact), cases[:seen])
        scores = []
        for answer, case, (system, gold) in zip(answers, cases, pairs, strict=False):
            if isinstance(answer, Failed):
                failure = _failure(answer, system, gold)
                if not answer.late:
                    self._failed[repr(case)] = failure
                raise failure
            self._bound = max(self._bound, answer.precision * BOUND * 2.0**52)
            scores.append(answer.value)
        if seen < len(cases):
            raise self._failed[repr(cases[seen])]
        return scores

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements, each asked once but for a sample that is asked twice."""
        numbers = index.tolist()
        keys = [self._key(universe, k) for k in numbers]
        new: dict[Hashable, int] = {}
        for key, k in zip(keys, numbers, strict=True):
            if key not in self._known:
                new.setdefault(key, k)
        fresh = dict(zip(new, self._asked(universe, list(new.values())), strict=True))
        self._known.update((key, value) for key, value in fresh.items() if not isinstance(key, int))
        if numbers and not new:
            self._demand_agreement([universe.outputs(numbers[0], self.closed)], [self._known[keys[0]]])
        return np.array([fresh[key] if key in fresh else self._known[key] for key in keys], dtype=np.float64)

    def _key(self, universe: Universe, k: int) -> Hashable:
        """What the value of an element is remembered by; its bare number where it is not."""
        signature = universe.signature(k, self.closed)
        return k if signature is None else (type(universe).__name__, signature)

    def _asked(self, universe: Universe, elements: Sequence[int]) -> Iterator[float]:
        for start in range(0, len(elements), CHUNK):
            pairs = [universe.outputs(k, self.closed) for k in elements[start : start + CHUNK]]
            again = pairs[::AGAIN]
            try:
                scores = self.scores([*pairs, *again])
            except MetricFailedError as failure:
                raise self._smallest(failure, (universe.outputs(k, self.closed) for k in elements[start:])) from None
            found = scores[: len(pairs)]
            self._agree(again, found[::AGAIN], scores[len(pairs) :])
            if self._begun or len(again) > 1:
                self._demand_confirmation(again, found[::AGAIN])
            else:
                # with what is asked next, so that the second process begins with something else
                self._unconfirmed += zip(again, found, strict=False)
            self._begun = True
            yield from map(float, found)

    def _smallest(self, failure: MetricFailedError, pairs: Iterable[Pair]) -> MetricFailedError:
        """The failure on the smallest of these inputs, given one of them, or one that no input is to blame for."""
        if failure.data is None:
            return failure
        of = task(self.task)
        size = _size((of.output.from_json(failure.data["output"]), of.gold.from_json(failure.data["gold"])))
        smaller = sorted((pair for pair in pairs if _size(pair) < size), key=_size)
        try:
            for start in range(0, len(smaller), CHUNK):
                self.scores(smaller[start : start + CHUNK])
        except MetricFailedError as least:
            return failure if least.data is None else least
        return failure

    def _demand_agreement(self, pairs: Sequence[Pair], before: Sequence[Any]) -> None:
        """Ask again; what was said before must be said again."""
        self._agree(pairs, before, self.scores(pairs))

    def _agree(self, pairs: Sequence[Pair], before: Sequence[Any], after: Sequence[Any]) -> None:
        for (system, gold), first, second in zip(pairs, before, after, strict=True):
            if not self._same(first, second):
                said = f"disagreed with itself: {float(first)!r}, then {float(second)!r}"
                raise _failure(Failed(said), system, gold)

    def _demand_confirmation(self, pairs: Sequence[Pair], scores: Sequence[Any]) -> None:
        """Ask a second process for these and what is unconfirmed, last first: what was asked before must not matter,
        nor the order of sets.
        """
        asked = [*self._unconfirmed, *zip(pairs, scores, strict=True)][::-1]
        self._unconfirmed.clear()
        answers = self.caller.again(
            Call(self.signature.name, self.exact), [self.signature.plain(*pair) for pair, _ in asked]
        )
        failures = []
        for answer, (pair, score) in zip(answers, asked, strict=False):
            if isinstance(answer, Failed) and answer.late:
                raise _failure(answer, *pair)
            if isinstance(answer, Failed):
                failures.append((pair, f"{float(score)!r}, and {answer.reason} in another process"))
            elif not self._same(score, answer.value):
                failures.append((pair, f"{float(score)!r}, then {float(answer.value)!r} in another process"))
        if failures:
            pair, said = min(failures, key=lambda failure: _size(failure[0]))
            raise _failure(Failed(f"disagreed with itself: {said}"), *pair)

    def _same(self, first: Any, second: Any) -> bool:
        """Whether two scores of one input may be taken for one."""
        return (
            bool(first == second)
            if self.exact
            else self._close(float(first) - float(second), float(first), float(second))
        )

    def _close(self, difference: float, *scores: float) -> bool:
        """Whether rounding alone may have made this difference."""
        return abs(difference) <= self._bound * max(1.0, *(abs(score) for score in scores))

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference, or None within the error bound where rounding may have made or hidden a
        tie.
        """
        asked = case.asked(demand)
        each = self._scores([case], asked)[0]
        pairs = [(call.output, call.gold) for role in asked.roles for call in case.calls(role)]
        found = [score for role in asked.roles for score in each[role]]
        decision = self._decided(case, asked, each)
        if decision.sign is None:
            return decision
        if decision.sign:
            self._demand_agreement(pairs, found)
        if decision.failed:
            self._demand_confirmation(pairs, found)
        return decision

    def _decided(self, case: Case, demand: Demand, each: Mapping[str, Sequence[Any]]) -> Decision:
        def sign(excess: Any, k: int) -> int | None:
            """Of a demand that some output has to meet, the sign for output k, looked at alone."""
            if not demand.some:
                return self._sign(case, demand, excess, each)
            (role,) = demand.roles
            return self._sign(case.showing(role, k), demand, excess, {role: [each[role][k]]})

        decision = decided(case, demand, each, sign)
        return replace(decision, reason="within the error bound") if decision.reason == "undecided" else decision

    def _sign(self, case: Case, demand: Demand, excess: Any, each: Mapping[str, Sequence[Any]]) -> int | None:
        """The sign of the required difference, None where rounding may have made or hidden it."""
        scores = [score for found in each.values() for score in found]
        if self.exact or not self._close(excess, *scores):
            return int((excess > 0) - (excess < 0))
        if excess == 0 and max(value.size for value in case.values) <= LONGEST_TIE:
            variants = self._scores([_renamed(case, self.task, seed) for seed in range(VARIANTS)], demand)
            tied = all(demand.excess(_means(other), case.bound) == 0 for other in variants)
            if tied and not self._may_be_lost(case, demand, scores):
                return 0
        return None

    def _may_be_lost(self, case: Case, demand: Demand, scores: Sequence[Any]) -> bool:
        """Whether what moved is worth so little, next to these scores, that adding it changes no digit: RBP(p=0.001) at
        rank 8.

        The case is scored again with no other document relevant than those that moved.
        """
        alone = task(self.task).alone(case) if case.is_plain and demand.by in {">", ">="} else None
        if alone is None:
            return False
        try:
            excess = demand.excess(_means(self._scores([alone], demand)[0]))
        except MetricFailedError:
            return False
        return bool(excess != 0) and self._close(excess, *scores)

    def _scores(self, cases: Sequence[Case], demand: Demand) -> list[dict[str, list[Any]]]:
        """By role, the scores of the outputs of each case; one that several roles share is asked once."""
        calls = [{role: case.calls(role) for role in demand.roles} for case in cases]
        pairs = {
            (k, id(call.output), id(call.gold)): (call.output, call.gold)
            for k, by_role in enumerate(calls)
            for each in by_role.values()
            for call in each
        }
        known = dict(zip(pairs, self.scores(list(pairs.values())), strict=True))
        return [
            {role: [known[k, id(call.output), id(call.gold)] for call in each] for role, each in by_role.items()}
            for k, by_role in enumerate(calls)
        ]

    def score_table(self, table: tuple[int, int, int, int]) -> Any:
        """The score of a table of counts (tp, fp, fn, tn)."""
        sets, gold = organize(table)
        pair = Organization.filtering(sets["positive"], sets["negative"]), gold
        score = self.score(*pair)
        if self._tables % AGAIN == 0:
            self._demand_confirmation([pair], [score])
        self._tables += 1
        return score

    def show(self, score: Any) -> Any:
        """A float as it is, an exact number as a string."""
        return str(score) if self.exact else score


def _failure(failed: Failed, system: Any, gold: Any) -> MetricFailedError:
    """The failure with the input that shows it, without one where it is only noticed there."""
    data = None if failed.late else {"gold": gold.to_json(), "output": system.to_json()}
    return MetricFailedError(f"{failed.reason} on gold {gold}, output {system}", data)


def _size(pair: Pair) -> tuple[int, int]:
    """Documents, and occurrences in both."""
    system, gold = pair
    return len(system.documents | gold.documents), system.size + gold.size


def _means(each: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    return {role: mean(scores) for role, scores in each.items()}


def _renamed(case: Case, of: str, seed: int) -> Case:
    """The same case with other names for its documents, and what has no order that matters written in another order."""
    chance = random.Random(seed)
    documents = sorted(frozenset().union(*(value.documents for value in case.values)))
    name = task(of).names(documents, chance)

    def again(value: Any) -> Any:
        if type(value) is tuple:
            return tuple(map(again, value))
        return value.renamed(name, chance.getrandbits(32))

    outputs = {role: again(output) for role, output in case.outputs.items()}
    golds = {role: again(gold) for role, gold in case.golds.items()}
    return replace(case, gold=case.gold.renamed(name, seed), outputs=outputs, golds=golds)
