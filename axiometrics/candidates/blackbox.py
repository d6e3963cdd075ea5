"""Judging a user's metric as a black box in floats (or exactly, where it says it can)."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from axiometrics.candidates import invariance, labelled
from axiometrics.candidates.containment.call import Answer, Caller, CallForm, Failed, Number, Undefined
from axiometrics.candidates.declaration import AS_ERROR, WHERE_DEFINED, Declaration
from axiometrics.candidates.inference import form_of
from axiometrics.candidates.losses import looks_like_a_loss
from axiometrics.candidates.small_values import values
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.family import parameters_of
from axiometrics.core.signature import Signature
from axiometrics.core.task import task
from axiometrics.generators.blocks import Universe
from axiometrics.generators.filterings import filtered
from axiometrics.registry.tasks import signature
from axiometrics.search.judge import Decision, MetricFailedError, Tried, decided, joined

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
"""Of so many values that are asked for at once, the first is asked for again after the last, and later in a second
process: this shows a metric that gives two values for one input.
"""

CHUNK = 512
"""Values asked for at once."""

WAYS = 6
"""Ways by chance in which a case is written for a metric that breaks an invariance."""

FIRST = 4
"""Inputs that are asked for before all probes and again after them: this shows a metric whose values depend on
earlier calls.
"""

TOLERATED = 8
"""After this many failed calls the probe of a metric ends, and the search reports the failure."""

KEPT = 2**17
"""Values of labelled calls that are remembered."""

Pair = tuple[Any, Any]
"""A system output and its gold."""

EXAMPLES = 200
"""Random cases beyond the enumerated sizes that a black box is tried on unless told."""


def bound_of(precision: float) -> float:
    """The error bound of a metric that returns numbers of this precision: the unit in the last place of 1.

    >>> bound_of(2.0**-52) == BOUND, bound_of(2.0**-23) == 2.0**-11
    (True, True)
    """
    return max(BOUND, precision * BOUND * 2.0**52)


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
    _tables: int = 0
    _unconfirmed: list[tuple[Pair, Any]] = field(default_factory=list)
    _unrepeated: list[tuple[Pair, Any]] = field(default_factory=list)
    breaks: tuple[invariance.Broken, ...] = ()
    loss: str = ""
    """Whether lower is better, and how that is known: `told` or `inferred`."""
    answers: bool = True
    """Whether no probe made it die or hang; after one that did no more are made."""
    _blanks: dict[Hashable, Pair] = field(default_factory=dict)
    _undefined_at: Pair | None = None
    _prepared: bool = False
    _drift: MetricFailedError | None = None
    _tolerated: int = TOLERATED
    _labelled: dict[str, Any] = field(default_factory=dict)
    _ahead: dict[str, list[Answer]] = field(default_factory=dict)

    @property
    def signature(self) -> Signature:
        """How the metric is called."""
        assert self.declared.signature is not None
        return signature(self.declared.signature)

    @property
    def error_bound(self) -> float:
        """The share of the greatest score involved, and of 1, within which no difference is a verdict."""
        return self._bound

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
        """None: how many ranks a black box looks at is not known."""
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

    def prepare(self, seed: int) -> None:
        """Before a search: find out, once, whether the metric is a loss, and which invariances it breaks."""
        self._undefined_at = None
        if self._prepared:
            return
        self._prepared = True
        first = list(islice(values(self.task, frozenset(self.traits), 0, (), 0), FIRST))
        calls = [self.signature.plain(system, gold) for system, gold in first]
        before = self._heard(calls)
        if not before and self.answers and self._take_form():
            before = self._heard(calls)
        lower, loss = self.declared.lower_is_better, ""
        if lower is None:
            loss = "inferred" if looks_like_a_loss(self.signature, self.task, self.traits, self._heard) else ""
        elif lower:
            loss = "told"
        self.breaks = invariance.probe(self.signature, self.task, frozenset(self.traits), self._heard, self._same, seed)
        after = self._heard(calls)
        for pair, key in zip(first, map(repr, calls), strict=True):
            if key in before and key in after and not self._same(before[key], after[key]) and self._drift is None:
                said = f"disagreed with itself: {float(before[key])!r}, then {float(after[key])!r}"
                self._drift = _failure(Failed(said), *pair)
        self.loss = loss

    def _take_form(self) -> bool:
        """Take another form of the signature where the metric gives numbers in that form only; whether there is one."""
        if self.declared.form or not self.signature.forms:
            return False
        form = form_of(self.caller, self.signature, self.task)
        if not form:
            return False
        words = self.signature.words(form)
        sys.stderr.write(f"axiometrics: {self.id}: called with {words}, since trial calls give no number otherwise\n")
        self.declared = replace(self.declared, form=form)
        self._tolerated = TOLERATED
        return True

    def told(self) -> dict[str, Any]:
        """What the evidence of every cell says of the metric, and of the search since `prepare`."""
        at = self._undefined_at
        return {
            "breaks": [broken.to_json(self.show) for broken in self.breaks],
            "loss": self.loss or None,
            "undefined_as": None if self.declared.undefined == WHERE_DEFINED else self.declared.undefined,
            "undefined_at": None if at is None else {"gold": at[1].to_json(), "output": at[0].to_json()},
        }

    @property
    def listed(self) -> bool:
        """Whether every way of writing that the metric wrongly tells apart can be listed for a small case."""
        return all(broken.listed for broken in self.breaks)

    def _heard(self, cases: Sequence[Any]) -> dict[str, Any]:
        """The values of calls as plain data, by their `repr`; nan where undefined, nothing where the metric fails."""
        todo = list({repr(case): case for case in cases}.items())
        found: dict[str, Any] = {}
        while todo and self._tolerated and self.answers:
            asked = todo[:CHUNK]
            answers = [self._settled(answer) for answer in self.caller.ask(self._how, [case for _, case in asked])]
            for (key, _), answer in zip(asked, answers, strict=False):
                if isinstance(answer, Failed):
                    self._tolerated -= 1
                    self._heed(answer)
                else:
                    found[key] = self._value(answer)
            todo = todo[len(answers) :] if answers else []
        return found

    def _heed(self, failed: Failed) -> None:
        """Note whether a metric failed in a way that may take its whole time limit at each call."""
        self.answers = self.answers and not _endless(failed)

    @property
    def _how(self) -> CallForm:
        return CallForm(self.signature.name, self.exact, self.declared.form)

    def _settled(self, answer: Answer) -> Answer:
        """The answer where the metric has no value, as it was asked for."""
        if not isinstance(answer, Undefined) or self.declared.undefined == WHERE_DEFINED:
            return answer
        if self.declared.undefined == AS_ERROR:
            return Failed(answer.reason)
        value = Fraction(self.declared.undefined)
        return Number(value if self.exact else float(value))

    def _value(self, answer: Number | Undefined) -> Any:
        """The value that is judged: of a loss, its negative; nan where undefined."""
        if isinstance(answer, Undefined):
            return math.nan
        return -answer.value if self.loss else answer.value

    def score(self, system: Any, gold: Any) -> Any:
        """What the metric says of a system output, a float or (declared exact) a `Fraction`; nan where undefined.

        Raises `MetricFailedError` with the input where it does anything but return a finite number or nan and leave its
        input alone.
        """
        score = self.scores([(system, gold)])[0]
        return -score if self.loss else score

    def call(self, arguments: Any, blames: bool = True) -> Any:
        """What the metric says of a call, given as plain data; nan where undefined. Raises `MetricFailedError`; without
        `blames` it is not asked whether an exception is due to these arguments.
        """
        answer = self._settled(self._answers([arguments], blames)[0])
        if isinstance(answer, Failed):
            self._heed(answer)
            raise MetricFailedError(f"{answer.reason} on the arguments {arguments}")
        if isinstance(answer, Undefined):
            return math.nan
        self._bound = max(self._bound, bound_of(answer.precision))
        return answer.value

    def ahead(self, cases: Sequence[Any]) -> None:
        """Ask, in their order, for calls that will be made with `call`, without blame: together, since to ask for one
        costs more than most metrics take. What follows a call that made the metric die or hang is not asked for.
        """
        self._ahead.clear()
        todo = cases
        while todo:
            answers = self.caller.ask(self._how, todo, blames=False)
            for case, answer in zip(todo, answers, strict=False):
                self._ahead.setdefault(repr(case), []).append(answer)
            ends = not answers or (isinstance(answers[-1], Failed) and _endless(answers[-1]))
            todo = [] if ends else todo[len(answers) :]

    def foresee(self, cases: Sequence[Case], demand: Demand) -> None:
        """Ask for what these cases will be decided by, and for all of it once more, last first: together, since to ask
        for one case at a time costs more than most metrics take.
        """
        self._ahead.clear()
        calls = [
            list({(id(call.output), id(call.gold)): call for role in roles for call in case.calls(role)}.values())
            for case in cases
            for roles in (case.asked(demand).roles,)
        ]
        plain = [self.signature.plain(call.output, call.gold) for each in calls for call in each]
        for asked in (plain, plain[::-1]):
            answers = self.caller.ask(self._how, asked)
            for call, answer in zip(asked, answers, strict=False):
                self._ahead.setdefault(repr(call), []).append(answer)
            if len(answers) < len(asked) or isinstance(answers[-1], Failed):
                return

    def _answers(self, calls: Sequence[Any], blames: bool = True) -> list[Answer]:
        """The answers to calls, some of which may have been asked for ahead, to the first that fails."""
        found: list[Answer] = []
        for call in calls if self._ahead else ():
            if not (kept := self._ahead.get(repr(call))):
                break
            found.append(kept.pop(0))
            if isinstance(found[-1], Failed):
                return found
        return found + self.caller.ask(self._how, calls[len(found) :], blames) if len(found) < len(calls) else found

    def answers_to(self, calls: Sequence[Any]) -> list[Answer]:
        """What the metric does with calls given as plain data, as it is, whether a loss or not; that it fails on one
        does not end the asking.
        """
        found: list[Answer] = []
        number = CHUNK
        while len(found) < len(calls) and self.answers:
            asked = calls[len(found) : len(found) + number]
            found += [self._settled(answer) for answer in self.caller.ask(self._how, asked, blames=False)]
            number = min(2 * number, CHUNK)
            if isinstance(found[-1], Failed):
                self._heed(found[-1])
                number = 1
        return found + [Failed("not asked: it died or hung before")] * (len(calls) - len(found))

    def scores(self, pairs: Sequence[Pair]) -> list[Any]:
        """What it says of several, asked in this order; the first failure raises."""
        if self._drift is not None:
            raise self._drift
        plain = self.signature.plain
        cases = [plain(*pair) for pair in pairs]
        seen = next((i for i, case in enumerate(cases) if self._failed and repr(case) in self._failed), len(cases))
        answers = self._answers(cases[:seen])
        scores = []
        for answer, case, (system, gold) in zip(map(self._settled, answers), cases, pairs, strict=False):
            if isinstance(answer, Failed):
                failure = _failure(answer, system, gold)
                if not answer.late:
                    self._failed[repr(case)] = failure
                raise failure
            if isinstance(answer, Number):
                self._bound = max(self._bound, bound_of(answer.precision))
            scores.append(self._value(answer))
        if seen < len(cases):
            raise self._failed[repr(cases[seen])]
        return scores

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements, each asked once but for a sample that is asked twice."""
        numbers, closed = index.tolist(), self.closed
        keys = [self._key(universe, k, closed) for k in numbers]
        new: dict[Hashable, int] = {}
        for key, k in zip(keys, numbers, strict=True):
            if key not in self._known:
                new.setdefault(key, k)
        fresh = dict(zip(new, self._asked(universe, list(new.values())), strict=True))
        self._known.update((key, value) for key, value in fresh.items() if not isinstance(key, int))
        if numbers and not new:
            self._put_off(self._unrepeated, [(universe.outputs(numbers[0], self.closed), self._known[keys[0]])])
        found = np.array([fresh[key] if key in fresh else self._known[key] for key in keys], dtype=np.float64)
        for at in np.flatnonzero(np.isnan(found)).tolist():
            key = keys[at]
            if isinstance(key, int) or key not in self._blanks:
                self._blanks[key] = universe.outputs(numbers[at], self.closed)
            self._note_undefined(self._blanks[key])
        return found

    def _note_undefined(self, pair: Pair) -> None:
        if self._undefined_at is None or _size(pair) < _size(self._undefined_at):
            self._undefined_at = pair

    def _key(self, universe: Universe, k: int, closed: bool) -> Hashable:
        """What the value of an element is remembered by; its bare number where it is not."""
        signature = universe.signature(k, closed)
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
            self._put_off(self._unconfirmed, zip(again, found[::AGAIN], strict=True))
            yield from map(float, found)

    def _put_off(self, asked: list[tuple[Pair, Any]], found: Iterable[tuple[Pair, Any]]) -> None:
        """Have these asked for again, here or in a second process, with others: a question of its own costs more."""
        asked += found
        if len(self._unrepeated) + len(self._unconfirmed) >= AGAIN:
            self.confirm()

    def confirm(self) -> None:
        """Ask again for what was put off. Raises `MetricFailedError` where a value is not the same as before."""
        again, self._unrepeated = self._unrepeated, []
        if again:
            self._demand_agreement(*zip(*again, strict=True))
        if self._unconfirmed:
            self._demand_confirmation((), ())

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
        answers = self.caller.again(self._how, [self.signature.plain(*pair) for pair, _ in asked])
        failures = []
        for answer, (pair, score) in zip(map(self._settled, answers), asked, strict=False):
            if isinstance(answer, Failed) and answer.late:
                raise _failure(answer, *pair)
            if isinstance(answer, Failed):
                failures.append((pair, f"{float(score)!r}, and {answer.reason} in another process"))
            elif not self._same(score, value := self._value(answer)):
                failures.append((pair, f"{float(score)!r}, then {float(value)!r} in another process"))
        if failures:
            pair, said = min(failures, key=lambda failure: _size(failure[0]))
            raise _failure(Failed(f"disagreed with itself: {said}"), *pair)

    def _same(self, first: Any, second: Any) -> bool:
        """Whether two scores of one input may be taken for one."""
        if first != first or second != second:
            return bool(first != first and second != second)
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
        for role in asked.roles:
            for call, score in zip(case.calls(role), each[role], strict=True):
                if score != score:
                    self._note_undefined((call.output, call.gold))
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
            # of a metric that tells ways of writing apart, a tie in this one is a tie
            others = () if self.breaks else [_renamed(case, self.task, seed) for seed in range(VARIANTS)]
            variants = self._scores(others, demand)
            tied = all(demand.excess(joined(case, demand, other), case.bound) == 0 for other in variants)
            if tied and not self._may_be_lost(case, demand, scores):
                return 0
        return None

    def rewritten(self, case: Case, demand: Demand, most: int | None, seed: int = 0) -> Tried | None:
        """What the metric says of a case in other ways of writing it: in all that it wrongly tells apart, None where
        these take more than `most` calls; or (without `most`) in some by chance.

        Raises `MetricFailedError` where it fails on one of all ways; ways by chance on which it fails are passed over.
        """
        demand = case.asked(demand)
        if demand.greatest or demand.by == "defined":
            return Tried(0, 0, None)
        scored = labelled.distinct(case, demand)
        names = {broken.name for broken in self.breaks}
        try:
            ways = list(
                labelled.drawn(self.signature, case, scored.pairs, WAYS, random.Random(seed))
                if most is None
                else labelled.written(self.signature, case, scored.pairs, names, most)
            )
        except labelled.TooManyError:
            return None
        self._remember([call for way in ways for calls in way.calls for call in calls])
        tried, least, said = 0, None, list[tuple[Any, Any]]()
        for way in ways:
            values = [[self._labelled[repr(call)] for call in calls] for calls in way.calls]
            if most is not None:
                self._demand_values(way, values)
            usable = [[math.nan if isinstance(value, Failed) else value for value in of] for of in values]
            numbers = [sum(value == value for value in of) for of in usable]
            tried += math.prod(numbers) if case.is_single else sum(numbers)
            for chosen in labelled.worst(way.case, demand, scored, usable):
                each = {role: [usable[i][chosen[i]] for i in places] for role, places in scored.places.items()}
                calls = {
                    role: [(way.calls[i][chosen[i]], way.orders[i]) for i in places]
                    for role, places in scored.places.items()
                }
                decision = self._decided_as_written(way.case, demand, each, calls)
                if decision.reason != "undefined" and (
                    least is None or _weight(decision, demand, case) < _weight(least[1], demand, case)
                ):
                    least = way.case, decision
                    said = [(of[at], value[at]) for of, value, at in zip(way.calls, usable, chosen, strict=True)]
        if least is not None and least[1].failed:
            self._demand_repeated(said)
        return Tried(tried, sum(len(calls) for way in ways for calls in way.calls), least)

    def calls(self, case: Case, decision: Decision) -> Decision:
        """The decision of a case with the calls that it rests on; without them for a case with several outputs or
        golds, which is shown as the search writes it.
        """
        if not case.is_single or decision.shown is not None:
            return decision
        calls = {role: self.signature.plain(case.outputs[role], case.gold) for role in decision.scores}
        order = () if self.signature.listed is None else tuple(self.signature.listed(case.gold))
        return replace(decision, calls=decision.calls or calls, order=decision.order or order)

    def means(self, arguments: Any, order: Sequence[str], system: Any, gold: Any) -> bool:
        """Whether arguments that list the documents in this order say what the system output and the gold say."""
        given = [] if self.signature.listed is None else self.signature.listed(gold)
        if sorted(order) != sorted(given):
            return False
        said = self.signature.meaning(self.signature.plain(system, gold), given)
        return said is not None and bool(self.signature.meaning(arguments, order) == said)

    def recalled(self, case: Case, demand: Demand, calls: Mapping[str, Any], order: Sequence[str]) -> Decision:
        """The decision of a case by these calls, as they were written; the case's own, if they say something else."""
        demand = case.asked(demand)
        roles = demand.roles
        try:
            same = set(calls) == set(roles)
            said = {role: calls_of(calls[role], order, case.is_single) for role in roles} if same else {}
            same = same and all(
                len(said[role]) == len(case.calls(role))
                and all(self.means(*one, *of[:2]) for one, of in zip(said[role], case.calls(role), strict=True))
                for role in roles
            )
        except (TypeError, ValueError, LookupError, AttributeError):
            same = False
        if not same:
            return self.decide(case, demand)
        values = {role: [self.call(arguments) for arguments, _ in said[role]] for role in roles}
        scores = {role: [-value if self.loss else value for value in of] for role, of in values.items()}
        return self._decided_as_written(case, demand, scores, said)

    def _decided_as_written(
        self,
        case: Case,
        demand: Demand,
        each: Mapping[str, Sequence[Any]],
        calls: Mapping[str, Sequence[tuple[Any, Sequence[str]]]],
    ) -> Decision:
        """The decision by these very calls, by role with the documents in the order listed: equal floats are a tie
        where the case is short.
        """

        def sign(excess: Any, k: int) -> int | None:
            scores = [each[demand.roles[0]][k]] if demand.some else [score for of in each.values() for score in of]
            if not self.exact and self._close(excess, *scores):
                short = max(value.size for value in case.values) <= LONGEST_TIE
                return None if excess != 0 or not short or self._may_be_lost(case, demand, scores) else 0
            return int((excess > 0) - (excess < 0))

        found = decided(case, demand, each, sign)
        first = next(iter(calls.values()))[0]
        written = {
            role: of[0][0] if case.is_single else [{"arguments": a, "order": list(order)} for a, order in of]
            for role, of in calls.items()
        }
        return replace(
            found,
            reason="within the error bound" if found.reason == "undecided" else found.reason,
            shown=found.shown or case,
            calls=written,
            order=tuple(first[1]) if case.is_single else (),
        )

    def _remember(self, calls: Sequence[Any]) -> None:
        """Have the values of these calls at hand, each asked once."""
        if len(self._labelled) > KEPT:
            self._labelled.clear()
        todo = list({repr(call): call for call in calls if repr(call) not in self._labelled}.values())
        while todo:
            answers = [self._settled(answer) for answer in self.caller.ask(self._how, todo[:CHUNK])]
            for call, answer in zip(todo, answers, strict=False):
                if isinstance(answer, Failed) and answer.late:
                    raise MetricFailedError(f"{answer.reason} on the arguments {call}")
                self._labelled[repr(call)] = answer if isinstance(answer, Failed) else self._value(answer)
            todo = todo[len(answers) :]

    def _demand_values(self, way: labelled.Written, values: Sequence[Sequence[Any]]) -> None:
        """Raise `MetricFailedError` where one of the values is a failure."""
        for calls, of in zip(way.calls, values, strict=True):
            for call, value in zip(calls, of, strict=True):
                if isinstance(value, Failed):
                    raise MetricFailedError(f"{value.reason} on the arguments {call}")

    def _demand_repeated(self, said: Sequence[tuple[Any, Any]]) -> None:
        """Make calls again, here and in a second process: the values that came before must come again."""
        known = [(call, value) for call, value in said if value == value]
        asked = [call for call, _ in known]
        for start in range(0, len(asked), CHUNK):
            part = slice(start, start + CHUNK)
            for answers in (self.caller.ask(self._how, asked[part]), self.caller.again(self._how, asked[part])):
                for (call, before), answer in zip(known[part], map(self._settled, answers), strict=False):
                    if isinstance(answer, Failed) or not self._same(before, self._value(answer)):
                        after = answer.reason if isinstance(answer, Failed) else repr(float(self._value(answer)))
                        raise MetricFailedError(
                            f"disagreed with itself: {float(before)!r}, then {after} on the arguments {call}"
                        )

    def _may_be_lost(self, case: Case, demand: Demand, scores: Sequence[Any]) -> bool:
        """Whether what moved is worth so little, next to these scores, that adding it changes no digit: RBP(p=0.001) at
        rank 8.

        The case is scored again with no other document relevant than those that moved.
        """
        alone = task(self.task).alone(case) if case.is_plain and demand.by in {">", ">="} else None
        if alone is None:
            return False
        try:
            excess = demand.excess(joined(alone, demand, self._scores([alone], demand)[0]))
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
        pair = filtered(table)
        score = self.score(*pair)
        if self._tables % AGAIN == 0:
            self._demand_confirmation([pair], [score])
        self._tables += 1
        return score

    def show(self, score: Any) -> Any:
        """A float as it is, an exact number as a string."""
        return str(score) if self.exact else score


def _endless(failed: Failed) -> bool:
    """Whether a metric failed in a way that may take its whole time limit at each call."""
    return failed.late or not failed.reason.startswith(("raised", "returned", "changed"))


def _failure(failed: Failed, system: Any, gold: Any) -> MetricFailedError:
    """The failure with the input that shows it, without one where it is only noticed there."""
    data = None if failed.late else {"gold": gold.to_json(), "output": system.to_json()}
    return MetricFailedError(f"{failed.reason} on gold {gold}, output {system}", data)


def _size(pair: Pair) -> tuple[int, int]:
    """Documents, and occurrences in both."""
    system, gold = pair
    return len(system.documents | gold.documents), system.size + gold.size


def _weight(decision: Decision, demand: Demand, case: Case) -> tuple[int, Any]:
    """What speaks against a metric first, then what could not be decided, then the least difference."""
    of = demand.excess(decision.scores, case.bound)
    nearest = -of if demand.by == "<=" else -abs(of) if demand.by == "=" else of
    return (0 if decision.failed else 1 if decision.sign is None else 2), nearest


def calls_of(saved: Any, order: Sequence[str], single: bool) -> list[tuple[Any, Sequence[str]]]:
    """The calls of a role as a cell saves them, each with its documents in the order listed."""
    return [(saved, order)] if single else [(one["arguments"], one["order"]) for one in saved]


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
