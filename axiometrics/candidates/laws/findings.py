"""The test of an implementation against the laws, on every small input and then on random ones. A violation shows the
smallest input that was found.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.called import single_rounding
from axiometrics.candidates.declaration import Declaration
from axiometrics.candidates.laws.calls import (
    Arguments,
    CallResult,
    Through,
    apart,
    call,
    fresh,
    is_number,
    same,
    shown,
)
from axiometrics.candidates.laws.declared import LAWS, WARNINGS, Law, Vary
from axiometrics.candidates.laws.inputs import inputs
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.search import Judge

AT_ONCE = 128
"""The number of pairs of calls that are sent to the process of a metric together. Where the time is limited, the first
batch is one pair, and each batch is twice as large as the one before, so that slow calls do not go far beyond the
limit.
"""


@dataclass(frozen=True)
class LawFinding:
    """The result of the test of one law.

    Attributes
    ----------
    law : the name of the law
    holds : whether no input violates the law; None where it does not apply to the metric, or the metric gave no number
    cases : the number of pairs of calls that were compared
    given, got : the smallest input that violates the law, in words, and its value
    varied, instead : the varied input and its value
    """

    law: str
    holds: bool | None
    cases: int = 0
    given: str = ""
    got: str = ""
    varied: str = ""
    instead: str = ""

    def __str__(self) -> str:
        if self.holds is None:
            return f"{self.law}: {'no number on any input' if self.cases else 'does not apply'}"
        return (
            f"{self.law}: {self.cases} cases"
            if self.holds
            else f"{self.law}: ({self.given}) gives {self.got}, ({self.varied}) gives {self.instead}"
        )


def check(
    function: Callable[..., Any],
    declared: Declaration,
    task: str,
    laws: tuple[Law, ...] = LAWS,
    seed: int = 0,
    limit: TimeLimit = NO_LIMIT,
) -> Iterator[LawFinding]:
    """Test a metric, called as `declared` says, against the laws: on every input up to a few documents, then on some
    random inputs (as the signature declares).

    Floats count as different only where rounding in single precision cannot have made the difference (2^-20 of the
    greater of 1 and the values, more where a metric returns fewer digits). An exception, nan or an infinity is a value
    that the varied input must share. For laws of the kind `at_least`, an infinity is greater than every number, and
    where the original input has a number, the varied input must have one too. A law under which no value is a number is
    not reported to hold, because nothing was compared. With a `limit`, inputs for which there is no time are left out.

    >>> from axiometrics.candidates import Declaration
    >>> first = Declaration("clustering", "labels")
    >>> [str(f) for f in check(lambda labels_true, labels_pred: float(labels_true[0] == labels_pred[0]), first,
    ...     "clustering") if not f.holds and f.cases][0]
    'input-order: ([0, 0], [0, 1]) gives 1, ([0, 0], [1, 0]) gives 0'
    """
    results: dict[str, CallResult] = {}

    def value(arguments: Arguments) -> CallResult:
        key = _written(arguments)
        if key not in results:
            results[key] = call(function, fresh(arguments))
        return results[key]

    assert declared.signature is not None
    at_once = AT_ONCE if limit.seconds is None else 1
    for law in laws:
        if declared.signature not in law.vary or declared.public in law.without:
            yield LawFinding(law.name, None)
            continue
        cases, numbers, broken = 0, False, None
        pairs = _pairs(law.vary[declared.signature], inputs(declared, task, seed), random.Random(seed))
        while broken is None and (next_ones := list(islice(pairs, at_once))):
            if limit.is_over():
                return
            at_once = min(2 * at_once, AT_ONCE)
            if isinstance(function, Through):
                function.ahead(_calls(next_ones, results))
            for arguments, copied, varied in next_ones:
                first, second = (
                    (call(function, copied), call(function, copied))
                    if varied is copied
                    else (value(arguments), value(varied))
                )
                cases += 1
                numbers = numbers or is_number(first.value) or is_number(second.value)
                if not _obeyed(law, first, second):
                    broken = LawFinding(
                        law.name, False, cases, shown(arguments), str(first), shown(varied), str(second)
                    )
                    break
        yield broken or LawFinding(law.name, True if numbers else None, cases)


Pair: TypeAlias = tuple[Arguments, Arguments, Arguments]
"""An input, a copy of it that calls may change, and the varied input. Where this is the copy itself, the copy is called
twice.
"""


def _pairs(vary: Vary, every: Iterable[Arguments], chance: random.Random) -> Iterator[Pair]:
    for arguments in every:
        copied = fresh(arguments)
        for varied in vary(copied, chance):
            yield arguments, copied, varied


def _calls(pairs: Iterable[Pair], done: Container[str]) -> list[Arguments]:
    """The calls that are needed to compare these pairs, in their order."""
    calls: list[Arguments] = []
    seen: set[str] = set()
    for arguments, copied, varied in pairs:
        if varied is copied:
            calls += (copied, copied)
            continue
        for needed in (arguments, varied):
            key = _written(needed)
            if key not in done and key not in seen:
                seen.add(key)
                calls.append(needed)
    return calls


def _written(arguments: Arguments) -> str:
    return repr([argument.tolist() if isinstance(argument, np.ndarray) else argument for argument in arguments])


def broken(judge: Judge, limit: TimeLimit = NO_LIMIT) -> Iterator[LawFinding]:
    """Yield the laws that a user's metric breaks, among the laws that only a mistake can break. The metric is called
    where its judge calls it, and a loss is tested as its negative.

    A metric that dies or hangs is not tested any more, because each of its calls could take the whole time limit.
    """
    assert isinstance(judge, BlackBox)
    judge.begin()
    held = check(Through(judge), judge.declared, judge.task, WARNINGS, limit=limit) if judge.answers else ()
    for finding in held:
        if not judge.answers:
            return
        if finding.holds is False:
            yield finding


def _obeyed(law: Law, first: CallResult, second: CallResult) -> bool:
    difference = apart(second, first)
    if difference is None and law.numbers:
        return True
    if difference is None:
        return not is_number(first.value) if law.at_least else same(first, second)
    rounding = single_rounding(float(first.value), float(second.value))
    rounding = rounding if math.isfinite(rounding) else 0.0
    return difference >= -rounding if law.at_least else abs(difference) <= rounding
