"""A metric whose conduct is measured. It answers calls of its signature, and each call is made once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.called import bound_of
from axiometrics.candidates.containment.call import Answer, CallForm, Here, Number, Undefined
from axiometrics.candidates.laws.calls import CallResult
from axiometrics.candidates.written_call import written_call
from axiometrics.core.rational import rounded
from axiometrics.core.signature import Signature
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.registry.tasks import signature as signature_of

Call: TypeAlias = Any
"""The arguments of a call, as plain data."""

AT_ONCE = 16
"""The number of calls between two looks at the clock, where the time is limited."""


SHARE_OF_CALLS = 0.95
"""The share of the time after which no call is made. The rest is for the calls that have begun, and for the page."""


class TimeIsUp(Exception):
    """The time did not allow all calls."""


@dataclass
class Subject:
    """A metric and the answers that it has given.

    Attributes
    ----------
    name, task, traits : the metric, the task of its cases, and the traits of cases that it understands
    how : the form in which the metric is called
    answers : takes calls, and returns the answer to each, failures included
    also : names of further forms whose calls the metric takes unchanged
    lives : whether further calls can be made: no call has ended or hung the process, and there is time
    limit : the limit of time for the calls
    """

    name: str
    task: str
    traits: frozenset[str]
    how: CallForm
    answers: Callable[[Sequence[Call]], Sequence[Answer]]
    also: tuple[str, ...] = ()
    lives: Callable[[], bool] = lambda: True
    limit: TimeLimit = NO_LIMIT
    results: dict[str, CallResult] = field(default_factory=dict)

    @classmethod
    def of(cls, judge: BlackBox, limit: TimeLimit = NO_LIMIT) -> Subject:
        """The subject for the metric of a judge, called in the process of this judge, within a limit of time."""
        answers = partial(judge.answers_to, limit=limit)

        def lives() -> bool:
            return judge.answers and not limit.is_over()

        return cls(judge.id, judge.task, frozenset(judge.traits), judge.how, answers, lives=lives)

    @property
    def signature(self) -> Signature:
        """The signature of the calls."""
        return signature_of(self.how.signature)

    @property
    def parts(self) -> list[str]:
        """The words of the form."""
        return self.how.form.split()

    def ask(self, calls: Sequence[Call]) -> list[CallResult]:
        """The result of each call. Raises `TimeIsUp` where the time does not allow all calls."""
        todo = list({repr(call): call for call in calls if repr(call) not in self.results}.items())
        at_once = len(todo) if self.limit.seconds is None else AT_ONCE
        for part in (todo[i : i + at_once] for i in range(0, len(todo), max(1, at_once))):
            if self.limit.is_over(SHARE_OF_CALLS):
                raise TimeIsUp
            answers = self.answers([call for _, call in part])
            self.results |= {key: _result(answer) for (key, _), answer in zip(part, answers, strict=True)}
        return [self.results[repr(call)] for call in calls]

    def written(self, call: Call) -> str:
        """A call as people write it. Tables are shown as the plain data of which they are made."""
        tables = next((form for form in self.signature.forms if form.name in self.parts and form.columns), None)
        if tables is None:
            return written_call(self.how, call, self.name, ())
        plain = " ".join(part for part in self.parts if part != tables.name)
        return f"{written_call(self.how._replace(form=plain), call, self.name, ())}, as tables,"


def answered_here(function: Callable[..., Any], how: CallForm) -> Callable[[Sequence[Call]], list[Answer]]:
    """A function that answers calls by calling a function of ours in this process."""
    caller = Here(function)
    return lambda calls: [caller.ask(how, [call])[0] for call in calls]


def _result(answer: Answer) -> CallResult:
    if isinstance(answer, Number):
        return CallResult(rounded(answer.value), bound=bound_of(answer.precision))
    return CallResult(math.nan if isinstance(answer, Undefined) else answer.reason)


def value_of(result: CallResult) -> float | str | None:
    """The result of a call as a fact holds it; None where it is undefined."""
    return None if isinstance(result.value, float) and math.isnan(result.value) else result.value
