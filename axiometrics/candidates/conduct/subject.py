"""A metric whose conduct is measured: it answers calls of its signature, each of which is made once."""

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
"""Calls that are made without a look at the clock, where the time is limited."""


SHARE_OF_CALLS = 0.95
"""The share of the time after which no call is made: what is left is for the calls that were begun and the page."""


class TimeIsUp(Exception):
    """The time did not allow all calls."""


@dataclass
class Subject:
    """A metric and what it has answered.

    Attributes
    ----------
    name, task, traits : the metric, the task of its cases, and what it understands in a case
    how : the form in which it is called
    answers : calls -> the answer to each, failures included
    also : names of further forms whose calls it takes as they are
    lives : whether it can be asked more: no call has ended or hung its process, and there is time
    limit : of the time of the calls
    """

    name: str
    task: str
    traits: frozenset[str]
    how: CallForm
    answers: Callable[[Sequence[Call]], Sequence[Answer]]
    also: tuple[str, ...] = ()
    lives: Callable[[], bool] = lambda: True
    limit: TimeLimit = NO_LIMIT
    known: dict[str, CallResult] = field(default_factory=dict)

    @classmethod
    def of(cls, judge: BlackBox, limit: TimeLimit = NO_LIMIT) -> Subject:
        """A metric that is called, in the process of its judge, for so long."""
        answers = partial(judge.answers_to, limit=limit)

        def lives() -> bool:
            return judge.answers and not limit.is_over()

        return cls(judge.id, judge.task, frozenset(judge.traits), judge.how, answers, lives=lives)

    @property
    def signature(self) -> Signature:
        """The arguments of its calls."""
        return signature_of(self.how.signature)

    @property
    def parts(self) -> list[str]:
        """The words of its form."""
        return self.how.form.split()

    def ask(self, calls: Sequence[Call]) -> list[CallResult]:
        """What each call gives. Raises `TimeIsUp` where the time does not allow all of them."""
        todo = list({repr(call): call for call in calls if repr(call) not in self.known}.items())
        at_once = len(todo) if self.limit.seconds is None else AT_ONCE
        for part in (todo[i : i + at_once] for i in range(0, len(todo), max(1, at_once))):
            if self.limit.is_over(SHARE_OF_CALLS):
                raise TimeIsUp
            answers = self.answers([call for _, call in part])
            self.known |= {key: _result(answer) for (key, _), answer in zip(part, answers, strict=True)}
        return [self.known[repr(call)] for call in calls]

    def written(self, call: Call) -> str:
        """A call as people write it; tables as the plain data of which they are made."""
        tables = next((form for form in self.signature.forms if form.name in self.parts and form.columns), None)
        if tables is None:
            return written_call(self.how, call, self.name, ())
        plain = " ".join(part for part in self.parts if part != tables.name)
        return f"{written_call(self.how._replace(form=plain), call, self.name, ())}, as tables,"


def answered_here(function: Callable[..., Any], how: CallForm) -> Callable[[Sequence[Call]], list[Answer]]:
    """Calls of a function of ours, which are made in this process."""
    caller = Here(function)
    return lambda calls: [caller.ask(how, [call])[0] for call in calls]


def _result(answer: Answer) -> CallResult:
    if isinstance(answer, Number):
        return CallResult(rounded(answer.value), bound=bound_of(answer.precision))
    return CallResult(math.nan if isinstance(answer, Undefined) else answer.reason)


def value_of(result: CallResult) -> float | str | None:
    """What a call gave, as it stands in a fact."""
    return None if isinstance(result.value, float) and math.isnan(result.value) else result.value
