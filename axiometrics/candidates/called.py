"""A metric of a user as it is called: the values that it gives for inputs, and whether it gives them a second time.

It runs in processes of its own (`containment`). This file asks these for values, turns what comes back into numbers,
undefined values and failures, and asks for some of the values a second time, here and in a second process: a metric
that gives two values for one input has no verdict.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from axiometrics.candidates.containment.call import Answer, Caller, CallForm, Failed, Number, Undefined
from axiometrics.candidates.declaration import AS_ERROR, WHERE_DEFINED, Declaration
from axiometrics.core.case import Case, Demand
from axiometrics.core.margins import DOUBLE_PRECISION, DOUBLE_ROUNDING, SINGLE_ROUNDING
from axiometrics.core.rational import rounded
from axiometrics.core.signature import Signature
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.registry.tasks import signature
from axiometrics.search.judge import MetricFailedError


def single_rounding(*values: float) -> float:
    """The greatest difference between these values that rounding in single precision may make."""
    return SINGLE_ROUNDING * max(1.0, *map(abs, values))


LONGEST_TIE = 30
"""Ranks (or documents) up to which equal floats are taken for a tie: further on, terms below one ulp of the score
vanish.
"""

AGAIN = 64
"""Of so many values that are asked for at once, the first is asked for again after the last, and later in a second
process: this shows a metric that gives two values for one input.
"""

CHUNK = 512
"""Values asked for at once."""

TOLERATED = 8
"""A probe ends where the calls that failed outnumber those with a value by this many, and the search reports the
failure. Those with a value count, since a metric may take numbers as labels only, and depend on their order.
"""

Pair = tuple[Any, Any]
"""A system output and its gold."""


def bound_of(precision: float) -> float:
    """The error bound of a metric that returns numbers of this precision: the unit in the last place of 1.

    >>> bound_of(2.0**-52) == DOUBLE_ROUNDING, bound_of(2.0**-23) == 2.0**-11
    (True, True)
    """
    return max(DOUBLE_ROUNDING, precision * DOUBLE_ROUNDING / DOUBLE_PRECISION)


@dataclass(eq=False)
class CalledMetric:
    """What a user's metric says, asked in batches; a failure carries the input that shows it."""

    id: str
    caller: Caller
    declared: Declaration
    task: str
    loss: str = ""
    """Whether lower is better, and how that is known: `told` or `inferred`."""
    answers: bool = True
    """Whether no probe made it die or hang; after one that did no more are made."""
    drift: MetricFailedError | None = None
    """How it disagreed with itself before the search; then each question for values fails with it."""
    _failed: dict[str, MetricFailedError] = field(default_factory=dict)
    _bound: float = DOUBLE_ROUNDING
    _unconfirmed: list[tuple[Pair, Any]] = field(default_factory=list)
    _unrepeated: list[tuple[Pair, Any]] = field(default_factory=list)
    _tolerated: int = TOLERATED
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
    def traits(self) -> Set[str]:
        """What it says it understands in a case."""
        return self.declared.traits

    @property
    def how(self) -> CallForm:
        """In which form it is called."""
        return CallForm(self.signature.name, self.exact, self.declared.form)

    def settled(self, answer: Answer) -> Answer:
        """The answer; an undefined value stays one, or is an error or a number, as the metric declares."""
        if not isinstance(answer, Undefined) or self.declared.undefined == WHERE_DEFINED:
            return answer
        if self.declared.undefined == AS_ERROR:
            return Failed(answer.reason)
        value = Fraction(self.declared.undefined)
        return Number(value if self.exact else float(value))

    def value(self, answer: Number | Undefined) -> Any:
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

    def __call__(self, system: Any, gold: Any) -> Any:
        """The same: `verify` asks a metric as a function."""
        return self.score(system, gold)

    def scores(self, pairs: Sequence[Pair]) -> list[Any]:
        """What it says of several, asked in this order; the first failure raises."""
        if self.drift is not None:
            raise self.drift
        plain = self.signature.plain
        cases = [plain(*pair) for pair in pairs]
        seen = next((i for i, case in enumerate(cases) if self._failed and repr(case) in self._failed), len(cases))
        answers = self._answers(cases[:seen])
        scores: list[Any] = []
        for answer, case, (system, gold) in zip(map(self.settled, answers), cases, pairs, strict=False):
            if isinstance(answer, Failed):
                failure = failure_on(answer, system, gold)
                if not answer.late:
                    self._failed[repr(case)] = failure
                raise failure
            if isinstance(answer, Number):
                self._bound = max(self._bound, bound_of(answer.precision))
            scores.append(self.value(answer))
        if seen < len(cases):
            raise self._failed[repr(cases[seen])]
        if not self.exact and any(isinstance(score, Fraction) for score in scores):
            return [score if score != score else Fraction(score) for score in scores]  # one is greater than any float
        return scores

    def call(self, arguments: Any, blames: bool = True) -> Any:
        """What the metric says of a call, given as plain data; nan where undefined. Raises `MetricFailedError`; without
        `blames` it is not asked whether an exception is due to these arguments.
        """
        answer = self.settled(self._answers([arguments], blames)[0])
        if isinstance(answer, Failed):
            self._heed(answer)
            raise MetricFailedError(f"{answer.reason} on the arguments {arguments}")
        if isinstance(answer, Undefined):
            return math.nan
        self._bound = max(self._bound, bound_of(answer.precision))
        return self._plain(answer.value)

    def heard(self, cases: Sequence[Any], replaced: bool = True) -> dict[str, Any]:
        """The values of calls as plain data, by their `repr`; nan where undefined, nothing where the metric fails.
        What the metric declares for undefined values counts only where they are to be `replaced`.
        """
        todo = list({repr(case): case for case in cases}.items())
        found: dict[str, Any] = {}
        while todo and self._tolerated > 0 and self.answers:
            asked = todo[:CHUNK]
            told = self.caller.ask(self.how, [case for _, case in asked], blames=False)
            answers = [self.settled(answer) for answer in told] if replaced else told
            for (key, _), answer in zip(asked, answers, strict=False):
                if isinstance(answer, Failed):
                    self._tolerated -= 1
                    self._heed(answer)
                else:
                    self._tolerated += 1
                    if isinstance(answer, Number):
                        self._bound = max(self._bound, bound_of(answer.precision))
                    found[key] = self._plain(self.value(answer))
            todo = todo[len(answers) :] if answers else []
        return found

    def _heed(self, failed: Failed) -> None:
        """Note whether a metric failed in a way that may take its whole time limit at each call."""
        self.answers = self.answers and not _endless(failed)

    def ahead(self, cases: Sequence[Any]) -> None:
        """Ask, in their order, for calls that will be made with `call`, without blame: together, since to ask for one
        costs more than most metrics take. What follows a call that made the metric die or hang is not asked for.
        """
        self._ahead.clear()
        todo = cases
        while todo:
            answers = self.caller.ask(self.how, todo, blames=False)
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
            answers = self.caller.ask(self.how, asked)
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
        return found + self.caller.ask(self.how, calls[len(found) :], blames) if len(found) < len(calls) else found

    def answers_to(self, calls: Sequence[Any], limit: TimeLimit = NO_LIMIT) -> list[Answer]:
        """What the metric does with calls given as plain data, as it is, whether a loss or not; that it fails on one
        does not end the asking. Where the time is limited, few calls are made at first, and then twice as many each
        time, so that slow calls do not go far beyond the limit.
        """
        found: list[Answer] = []
        number = CHUNK if limit.seconds is None else 1
        while len(found) < len(calls) and self.answers and not limit.is_over():
            asked = calls[len(found) : len(found) + number]
            found += [self.settled(answer) for answer in self.caller.ask(self.how, asked, blames=False)]
            number = min(2 * number, CHUNK)
            if isinstance(found[-1], Failed):
                self._heed(found[-1])
                number = 1
        why = "its time was over" if self.answers else "it died or hung before"
        return found + [Failed(f"not asked: {why}")] * (len(calls) - len(found))

    def put_off(self, asked: list[tuple[Pair, Any]], found: Iterable[tuple[Pair, Any]]) -> None:
        """Have these asked for again, here or in a second process, with others: a question of its own costs more."""
        asked += found
        if len(self._unrepeated) + len(self._unconfirmed) >= AGAIN:
            self.confirm()

    def confirm(self) -> None:
        """Ask again for what was put off. Raises `MetricFailedError` where a value is not the same as before."""
        again, self._unrepeated = self._unrepeated, []
        if again:
            self.demand_agreement(*zip(*again, strict=True))
        if self._unconfirmed:
            self.demand_confirmation((), ())

    def demand_agreement(self, pairs: Sequence[Pair], before: Sequence[Any]) -> None:
        """Ask again; what was said before must be said again."""
        self.agree(pairs, before, self.scores(pairs))

    def agree(self, pairs: Sequence[Pair], before: Sequence[Any], after: Sequence[Any]) -> None:
        """Raise `MetricFailedError` where two values of one input differ."""
        for (system, gold), first, second in zip(pairs, before, after, strict=True):
            if not self.same(first, second):
                said = f"disagreed with itself: {rounded(first)!r}, then {rounded(second)!r}"
                raise failure_on(Failed(said), system, gold)

    def demand_confirmation(self, pairs: Sequence[Pair], scores: Sequence[Any]) -> None:
        """Ask a second process for these and what is unconfirmed, last first: what was asked before must not matter,
        nor the order of sets.
        """
        asked = [*self._unconfirmed, *zip(pairs, scores, strict=True)][::-1]
        self._unconfirmed.clear()
        answers = self.caller.again(self.how, [self.signature.plain(*pair) for pair, _ in asked])
        failures = []
        for answer, (pair, score) in zip(map(self.settled, answers), asked, strict=False):
            if isinstance(answer, Failed) and answer.late:
                raise failure_on(answer, *pair)
            if isinstance(answer, Failed):
                failures.append((pair, f"{rounded(score)!r}, and {answer.reason} in another process"))
            elif not self.same(score, value := self.value(answer)):
                failures.append((pair, f"{rounded(score)!r}, then {rounded(value)!r} in another process"))
        if failures:
            pair, said = min(failures, key=lambda failure: size_of(failure[0]))
            raise failure_on(Failed(f"disagreed with itself: {said}"), *pair)

    def same(self, first: Any, second: Any) -> bool:
        """Whether two scores of one input may be taken for one."""
        if first != first or second != second:
            return bool(first != first and second != second)
        if self.exact or first == second:
            return bool(first == second)
        if math.inf in (abs(first), abs(second)):  # a number beyond floats, once as a float
            return bool(rounded(first) == rounded(second))
        return self.close(Fraction(first) - Fraction(second), first, second)

    def same_but_for_rounding(self, first: Any, second: Any) -> bool:
        """Whether the scores of two ways to write one input may be equal but for rounding. A metric may compute in
        single precision and return a float of Python, so a difference that this can make shows nothing.
        """
        if self.same(first, second):
            return True
        numbers = first == first and second == second and math.inf not in (abs(first), abs(second))
        return not self.exact and numbers and abs(first - second) <= single_rounding(first, second)

    def close(self, difference: Any, *scores: Any) -> bool:
        """Whether rounding alone may have made this difference."""
        bound, greatest = self._bound, max(1.0, *map(abs, scores))
        if isinstance(difference, Fraction) or isinstance(greatest, Fraction):
            return abs(Fraction(difference)) <= Fraction(bound) * Fraction(greatest)
        return bool(abs(difference) <= bound * greatest)

    def _plain(self, value: Any) -> Any:
        """A value for a probe: of a metric that does not declare itself exact a float, which may be infinite."""
        return value if self.exact else rounded(value)

    def means(self, arguments: Any, order: Sequence[str], system: Any, gold: Any) -> bool:
        """Whether arguments that list the documents in this order say what the system output and the gold say."""
        given = [] if self.signature.listed is None else self.signature.listed(gold)
        if sorted(order) != sorted(given):
            return False
        said = self.signature.meaning(self.signature.plain(system, gold), given)
        return said is not None and bool(self.signature.meaning(arguments, order) == said)

    def show(self, score: Any) -> Any:
        """A float as it is, an exact number as a string."""
        return str(score) if self.exact or isinstance(score, Fraction) else score


def _endless(failed: Failed) -> bool:
    """Whether a metric failed in a way that may take its whole time limit at each call."""
    return failed.late or not failed.reason.startswith(("raised", "returned", "changed"))


def failure_on(failed: Failed, system: Any, gold: Any) -> MetricFailedError:
    """The failure with the input that shows it, without one where it is only noticed there."""
    data = None if failed.late else {"gold": gold.to_json(), "output": system.to_json()}
    return MetricFailedError(f"{failed.reason} on gold {gold}, output {system}", data)


def size_of(pair: Pair) -> tuple[int, int]:
    """Documents, and occurrences in both."""
    system, gold = pair
    return len(system.documents | gold.documents), system.size + gold.size
