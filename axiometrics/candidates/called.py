"""A user's metric as a callable object: the values that it gives for inputs, and whether it gives them a second time.

The metric runs in processes of its own (`containment`). This module requests values from these processes, turns the
answers into numbers, undefined values and failures, and requests some of the values a second time, in the same and in a
second process. A metric that gives two values for one input gets no verdict.
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
"""The number of ranks (or documents) up to which equal floats are taken for a tie. At later ranks, terms below one ulp
of the score vanish in rounding.
"""

AGAIN = 64
"""One of every `AGAIN` values that are requested together is requested again after the last one, and later in a second
process. This shows a metric that gives two values for one input.
"""

CHUNK = 512
"""The number of values that are requested at once."""

TOLERATED = 8
"""A probe ends where failed calls outnumber successful calls by this many; the search reports the failure. Successful
calls count as well, because a metric may accept only numbers as labels, and still depend on their order.
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
    """A user's metric, whose values are requested in batches. A failure carries the input that shows it."""

    id: str
    caller: Caller
    declared: Declaration
    task: str
    loss: str = ""
    """The source from which it is known that lower is better: `told` or `inferred`; empty where the metric is not a
    loss.
    """
    answers: bool = True
    """Whether no probe has made the metric die or hang. After a probe that did, no more probes are made."""
    drift: MetricFailedError | None = None
    """The failure of a metric that disagreed with itself before the search. Each request for values then raises it."""
    _failed: dict[str, MetricFailedError] = field(default_factory=dict)
    _bound: float = DOUBLE_ROUNDING
    _unconfirmed: list[tuple[Pair, Any]] = field(default_factory=list)
    _unrepeated: list[tuple[Pair, Any]] = field(default_factory=list)
    _tolerated: int = TOLERATED
    _ahead: dict[str, list[Answer]] = field(default_factory=dict)

    @property
    def signature(self) -> Signature:
        """The signature of the metric."""
        assert self.declared.signature is not None
        return signature(self.declared.signature)

    @property
    def error_bound(self) -> float:
        """The relative error bound: a difference within this share of the greatest score, or of 1, does not count."""
        return self._bound

    @property
    def exact(self) -> bool:
        """Whether the metric is declared exact."""
        return self.declared.exact

    @property
    def closed(self) -> bool:
        """Whether the metric's arguments list every document."""
        return self.signature.closed

    @property
    def traits(self) -> Set[str]:
        """The traits of cases that the metric is declared to understand."""
        return self.declared.traits

    @property
    def how(self) -> CallForm:
        """The form in which the metric is called."""
        return CallForm(self.signature.name, self.exact, self.declared.form)

    def settled(self, answer: Answer) -> Answer:
        """The answer. An undefined value stays undefined, or becomes an error or a number, as the metric declares."""
        if not isinstance(answer, Undefined) or self.declared.undefined == WHERE_DEFINED:
            return answer
        if self.declared.undefined == AS_ERROR:
            return Failed(answer.reason)
        value = Fraction(self.declared.undefined)
        return Number(value if self.exact else float(value))

    def value(self, answer: Number | Undefined) -> Any:
        """The value that is judged: the negative for a loss, and nan where the value is undefined."""
        if isinstance(answer, Undefined):
            return math.nan
        return -answer.value if self.loss else answer.value

    def score(self, system: Any, gold: Any) -> Any:
        """The value of the metric for a system output: a float or, where the metric is declared exact, a `Fraction`;
        nan where it is undefined.

        Raises `MetricFailedError` with the input where the metric changes its input, or does anything but return a
        finite number or nan.
        """
        score = self.scores([(system, gold)])[0]
        return -score if self.loss else score

    def __call__(self, system: Any, gold: Any) -> Any:
        """The score: `verify` calls a metric as a function."""
        return self.score(system, gold)

    def scores(self, pairs: Sequence[Pair]) -> list[Any]:
        """The values for several pairs, requested in this order. The first failure is raised."""
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
            # one of the scores is greater than any float
            return [score if score != score else Fraction(score) for score in scores]
        return scores

    def call(self, arguments: Any, blames: bool = True) -> Any:
        """The value of one call, given as plain data; nan where it is undefined.

        Raises `MetricFailedError` where the metric fails. Without `blames`, it is not found out whether these arguments
        cause an exception.
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
        """The values of calls that are given as plain data, by their `repr`. An undefined value is nan; a failed call
        is left out. The value that the metric declares for undefined values is used only where undefined values are to
        be `replaced`.
        """
        todo = list({repr(case): case for case in cases}.items())
        values: dict[str, Any] = {}
        while todo and self._tolerated > 0 and self.answers:
            chunk = todo[:CHUNK]
            heard = self.caller.ask(self.how, [case for _, case in chunk], blames=False)
            answers = [self.settled(answer) for answer in heard] if replaced else heard
            for (key, _), answer in zip(chunk, answers, strict=False):
                if isinstance(answer, Failed):
                    self._tolerated -= 1
                    self._heed(answer)
                else:
                    self._tolerated += 1
                    if isinstance(answer, Number):
                        self._bound = max(self._bound, bound_of(answer.precision))
                    values[key] = self._plain(self.value(answer))
            todo = todo[len(answers) :] if answers else []
        return values

    def _heed(self, failed: Failed) -> None:
        """Note whether a metric failed in a way that may take its whole time limit at each call."""
        self.answers = self.answers and not _endless(failed)

    def ahead(self, cases: Sequence[Any]) -> None:
        """Request, in this order and without blame, the calls that will be made with `call`. They are requested
        together, because a single request costs more time than most metrics take. Nothing is requested after a call
        that made the metric die or hang.
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
        """Request the calls that decide these cases, and then all of them once more in reverse order. They are
        requested together, because a request for each case costs more time than most metrics take.
        """
        self._ahead.clear()
        calls = [
            list({(id(call.output), id(call.gold)): call for role in roles for call in case.calls(role)}.values())
            for case in cases
            for roles in (case.asked(demand).roles,)
        ]
        plain = [self.signature.plain(call.output, call.gold) for each in calls for call in each]
        for order in (plain, plain[::-1]):
            answers = self.caller.ask(self.how, order)
            for call, answer in zip(order, answers, strict=False):
                self._ahead.setdefault(repr(call), []).append(answer)
            if len(answers) < len(order) or isinstance(answers[-1], Failed):
                return

    def _answers(self, calls: Sequence[Any], blames: bool = True) -> list[Answer]:
        """The answers to calls up to the first that fails. Calls that were requested ahead are not made again."""
        answers: list[Answer] = []
        for call in calls if self._ahead else ():
            if not (kept := self._ahead.get(repr(call))):
                break
            answers.append(kept.pop(0))
            if isinstance(answers[-1], Failed):
                return answers
        return (
            answers + self.caller.ask(self.how, calls[len(answers) :], blames) if len(answers) < len(calls) else answers
        )

    def answers_to(self, calls: Sequence[Any], limit: TimeLimit = NO_LIMIT) -> list[Answer]:
        """The answers of the metric to calls that are given as plain data. Values are not negated, even of a loss, and
        a failed call does not end the requests. Where the time is limited, few calls are made at first, and then twice
        as many each time, so that slow calls do not go far beyond the limit.
        """
        answers: list[Answer] = []
        number = CHUNK if limit.seconds is None else 1
        while len(answers) < len(calls) and self.answers and not limit.is_over():
            chunk = calls[len(answers) : len(answers) + number]
            answers += [self.settled(answer) for answer in self.caller.ask(self.how, chunk, blames=False)]
            number = min(2 * number, CHUNK)
            if isinstance(answers[-1], Failed):
                self._heed(answers[-1])
                number = 1
        why = "its time was over" if self.answers else "it died or hung before"
        return answers + [Failed(f"not asked: {why}")] * (len(calls) - len(answers))

    def put_off(self, waiting: list[tuple[Pair, Any]], values: Iterable[tuple[Pair, Any]]) -> None:
        """Keep these values for a later repetition, in this or in a second process. They are repeated together, because
        a request of its own for each costs more time.
        """
        waiting += values
        if len(self._unrepeated) + len(self._unconfirmed) >= AGAIN:
            self.confirm()

    def confirm(self) -> None:
        """Repeat the calls that were put off. Raises `MetricFailedError` where a value differs from the earlier one."""
        again, self._unrepeated = self._unrepeated, []
        if again:
            self.demand_agreement(*zip(*again, strict=True))
        if self._unconfirmed:
            self.demand_confirmation((), ())

    def demand_agreement(self, pairs: Sequence[Pair], before: Sequence[Any]) -> None:
        """Request the values again. Raises `MetricFailedError` where a value differs from the earlier one."""
        self.agree(pairs, before, self.scores(pairs))

    def agree(self, pairs: Sequence[Pair], before: Sequence[Any], after: Sequence[Any]) -> None:
        """Raise `MetricFailedError` where two values of one input differ."""
        for (system, gold), first, second in zip(pairs, before, after, strict=True):
            if not self.same(first, second):
                said = f"disagreed with itself: {rounded(first)!r}, then {rounded(second)!r}"
                raise failure_on(Failed(said), system, gold)

    def demand_confirmation(self, pairs: Sequence[Pair], scores: Sequence[Any]) -> None:
        """Request these values, and all that are unconfirmed, from a second process, in reverse order. Neither earlier
        calls nor the order of sets may change a value.
        """
        unconfirmed = [*self._unconfirmed, *zip(pairs, scores, strict=True)][::-1]
        self._unconfirmed.clear()
        answers = self.caller.again(self.how, [self.signature.plain(*pair) for pair, _ in unconfirmed])
        failures = []
        for answer, (pair, score) in zip(map(self.settled, answers), unconfirmed, strict=False):
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
        """Whether two scores of one input may be taken for equal."""
        if first != first or second != second:
            return bool(first != first and second != second)
        if self.exact or first == second:
            return bool(first == second)
        # an exact number beyond all floats may also come as an infinite float
        if math.inf in (abs(first), abs(second)):
            return bool(rounded(first) == rounded(second))
        return self.close(Fraction(first) - Fraction(second), first, second)

    def same_but_for_rounding(self, first: Any, second: Any) -> bool:
        """Whether the scores of two ways to write one input may be equal except for rounding. A metric may compute in
        single precision and return a Python float, so a difference that single precision can make is not evidence.
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
        """The value for a probe. Unless the metric is declared exact, it is a float, which may be infinite."""
        return value if self.exact else rounded(value)

    def means(self, arguments: Any, order: Sequence[str], system: Any, gold: Any) -> bool:
        """Whether arguments that list the documents in this order mean the given system output and gold."""
        listed = [] if self.signature.listed is None else self.signature.listed(gold)
        if sorted(order) != sorted(listed):
            return False
        said = self.signature.meaning(self.signature.plain(system, gold), listed)
        return said is not None and bool(self.signature.meaning(arguments, order) == said)

    def show(self, score: Any) -> Any:
        """The score for a cell: a float unchanged, an exact number as a string."""
        return str(score) if self.exact or isinstance(score, Fraction) else score


def _endless(failed: Failed) -> bool:
    """Whether a metric failed in a way that may take its whole time limit at each call."""
    return failed.late or not failed.reason.startswith(("raised", "returned", "changed"))


def failure_on(failed: Failed, system: Any, gold: Any) -> MetricFailedError:
    """The failure with the input that shows it. A failure that was only noticed at this input carries no input."""
    data = None if failed.late else {"gold": gold.to_json(), "output": system.to_json()}
    return MetricFailedError(f"{failed.reason} on gold {gold}, output {system}", data)


def size_of(pair: Pair) -> tuple[int, int]:
    """The size of a pair: the number of its documents, and the number of their occurrences in both sides."""
    system, gold = pair
    return len(system.documents | gold.documents), system.size + gold.size
