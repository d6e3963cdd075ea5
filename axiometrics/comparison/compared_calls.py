"""A metric of a user that is compared: it is called for its values, many calls at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from time import perf_counter
from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.called import Pair, bound_of
from axiometrics.candidates.containment.call import Number, Undefined
from axiometrics.comparison.compared_metric import ComparedMetric, MetricValues, Preferences
from axiometrics.comparison.inputs import Input, InputBlock
from axiometrics.core.margins import DOUBLE_ROUNDING
from axiometrics.core.rational import rounded
from axiometrics.core.task import Outputs
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.search import MetricFailedError

MANY = 2048
"""Documents beyond which the error bound of a metric in floats grows with their number, as roundings add up."""

BATCH, FASTER = 1.0, 8
"""Seconds that a batch of calls takes at most where time is limited, and by what the first batches grow."""


class ComparedCalls(ComparedMetric):
    """A metric that is called."""

    def __init__(self, judge: BlackBox, about: Mapping[str, Any] | None = None) -> None:
        self._judge = judge
        self._about = about or {"id": judge.id, "display": judge.id}
        self._known: dict[int, MetricValues] = {}
        self._numbers: dict[int, list[Any]] = {}
        self._asked: list[InputBlock] = []
        """The blocks whose values are known by their identity, which no other block may take."""
        self.pace = 0.0
        """Seconds that a call took in the mean, when values were last asked for."""

    @property
    def judge(self) -> BlackBox:
        """What calls the metric."""
        return self._judge

    @property
    def about(self) -> Mapping[str, Any]:
        """What describes the metric."""
        return self._about

    def preferences(self, outputs: Outputs, failures: dict[str, str]) -> Preferences:
        """Its scores of the outputs; within their error bound a case has to be decided by itself."""
        scores = np.array(_scores(self.judge, outputs, failures))
        unsure = np.zeros(len(scores), dtype=bool)
        return Preferences(np.nan_to_num(scores), ~np.isnan(scores), unsure, self.judge.error_bound)

    def values(self, block: InputBlock) -> MetricValues:
        """The values of the calls. What raises, or returns something else than a number, has no value."""
        if id(block) not in self._known:
            self.ask([block])
        return self._known[id(block)]

    def call(self, one: Input) -> list[Any]:
        """The arguments of a call as plain data."""
        return list(self.judge.signature.plain(one.output, one.gold) if one.call is None else one.call)

    def ask(self, blocks: Sequence[InputBlock], limit: TimeLimit = NO_LIMIT, share: float = 1.0) -> int:
        """Ask for the values of many blocks at once; of how many of them, the first ones, all values came in this share
        of the time.
        """
        calls = [self.call(one) for block in blocks for one in block.inputs]
        came = self._answers(calls, limit, share)
        number = sum(last <= len(came) for last in accumulate(len(block.inputs) for block in blocks))
        answers = iter(came)
        for block in blocks[:number]:
            numbers: list[Any] = []
            bound, reasons = DOUBLE_ROUNDING, {}
            for k in range(len(block.inputs)):
                answer = next(answers)
                if isinstance(answer, Number):
                    bound = max(bound, bound_of(answer.precision))
                    numbers.append(answer.value)
                    continue
                numbers.append(math.nan)
                reasons[k] = "" if isinstance(answer, Undefined) else answer.reason
            if bound == DOUBLE_ROUNDING:
                bound *= max(1.0, block.inputs[0].documents / MANY)
            self._numbers[id(block)] = numbers
            self._asked.append(block)
            floats = np.array([rounded(number) for number in numbers])
            floats[np.isinf(floats)] = math.nan  # what no float holds is not compared
            self._known[id(block)] = MetricValues(floats, np.zeros(len(numbers), dtype=bool), bound, reasons)
        return number

    def _answers(self, calls: Sequence[Any], limit: TimeLimit, share: float) -> list[Any]:
        """The answers to these calls, or to the first of them. Calls are made many at once, because each batch costs
        time, but without a look at the clock no more of them than take a second.
        """
        answers: list[Any] = []
        at_once = len(calls) if limit.seconds is None else 1
        start = perf_counter()
        while len(answers) < len(calls) and not limit.is_over(share):
            answers += self.judge.answers_to(calls[len(answers) : len(answers) + at_once])
            self.pace = (perf_counter() - start) / len(answers)
            at_once = min(FASTER * at_once, max(1, int(BATCH / self.pace)))
        return answers

    def drift(self, blocks: Sequence[InputBlock]) -> str:
        """How the metric gives another value for these inputs when it is asked again, in words; empty where it does
        not.
        """
        for block in blocks:
            again = self.judge.answers_to([self.call(one) for one in block.inputs])
            for one, answer, before in zip(block.inputs, again, self.values(block).numbers.tolist(), strict=True):
                after = rounded(answer.value) if isinstance(answer, Number) else math.nan
                if not (math.isnan(after) and math.isnan(before)) and abs(after - before) > DOUBLE_ROUNDING * max(
                    1, abs(before)
                ):
                    return f"called with {', '.join(map(str, self.call(one)))} it gave {before:g}, then {after:g}"
        return ""

    def exactly(self, block: InputBlock, k: int) -> Any:
        """The number that was returned."""
        self.values(block)
        return self._numbers[id(block)][k]


def _scores(judge: BlackBox, outputs: Outputs, failures: dict[str, str]) -> list[float]:
    """The scores of a user's metric; `nan` where it is undefined or fails. They are asked for together, since a
    question of its own costs more than most metrics take, and one by one where one fails.
    """
    pairs = [(outputs.output(k), outputs.gold) for k in range(len(outputs))]
    try:
        return list(map(rounded, judge.scores(pairs)))
    except MetricFailedError:
        return [_score(judge, pair, failures) for pair in pairs]


def _score(judge: BlackBox, pair: Pair, failures: dict[str, str]) -> float:
    try:
        return rounded(judge.scores([pair])[0])
    except MetricFailedError as failure:
        failures.setdefault(judge.id, str(failure))
        return math.nan
