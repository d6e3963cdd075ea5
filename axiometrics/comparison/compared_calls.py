"""A user's metric that is compared with others: axiometrics calls it for its values, many calls at once."""

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
"""The number of documents up to which the error bound of a metric in floats stays constant. Beyond it the bound grows
in proportion, because the rounding errors add up.
"""

BATCH, FASTER = 1.0, 8
"""Where time is limited: the seconds that one batch of calls may take, and the factor by which a batch may be larger
than the one before it.
"""


class ComparedCalls(ComparedMetric):
    """A compared metric whose values come from calls of a user's function."""

    def __init__(self, judge: BlackBox, about: Mapping[str, Any] | None = None) -> None:
        self._judge = judge
        self._about = about or {"id": judge.id, "display": judge.id}
        self._known: dict[int, MetricValues] = {}
        self._numbers: dict[int, list[Any]] = {}
        self._asked: list[InputBlock] = []
        """The blocks whose values are stored under `id(block)`: kept here so that no other block takes this id."""
        self.pace = 0.0
        """The mean number of seconds that a call took when values were last asked for."""

    @property
    def judge(self) -> BlackBox:
        """The judge that calls the metric."""
        return self._judge

    @property
    def about(self) -> Mapping[str, Any]:
        """The description of the metric."""
        return self._about

    def preferences(self, outputs: Outputs, failures: dict[str, str]) -> Preferences:
        """The scores that the metric gives the outputs. Two scores within the error bound of each other do not decide:
        then the case itself has to be decided.
        """
        scores = np.array(_scores(self.judge, outputs, failures))
        unsure = np.zeros(len(scores), dtype=bool)
        return Preferences(np.nan_to_num(scores), ~np.isnan(scores), unsure, self.judge.error_bound)

    def values(self, block: InputBlock) -> MetricValues:
        """The values that the calls return. An input has no value where the call raises an error or returns something
        other than a number.
        """
        if id(block) not in self._known:
            self.ask([block])
        return self._known[id(block)]

    def call(self, example: Input) -> list[Any]:
        """The arguments of a call as plain data."""
        return list(self.judge.signature.plain(example.output, example.gold) if example.call is None else example.call)

    def ask(self, blocks: Sequence[InputBlock], limit: TimeLimit = NO_LIMIT, share: float = 1.0) -> int:
        """Ask for the values of many blocks at once, within this share of the time limit. Return the number of blocks,
        counted from the first, of which all values arrived.
        """
        calls = [self.call(example) for block in blocks for example in block.inputs]
        replies = self._answers(calls, limit, share)
        number = sum(last <= len(replies) for last in accumulate(len(block.inputs) for block in blocks))
        answers = iter(replies)
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
            floats[np.isinf(floats)] = math.nan  # values beyond the range of floats are not compared
            self._known[id(block)] = MetricValues(floats, np.zeros(len(numbers), dtype=bool), bound, reasons)
        return number

    def _answers(self, calls: Sequence[Any], limit: TimeLimit, share: float) -> list[Any]:
        """The answers to these calls, or to as many of the first calls as the time allows. Many calls are made at once,
        because each batch costs time. A time limit is checked between batches, so a batch is kept to about one second.
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
        """Call the metric again on these inputs, and describe in words the first input on which the value differs. The
        text is empty where all values are the same.
        """
        for block in blocks:
            again = self.judge.answers_to([self.call(example) for example in block.inputs])
            for example, answer, before in zip(block.inputs, again, self.values(block).numbers.tolist(), strict=True):
                after = rounded(answer.value) if isinstance(answer, Number) else math.nan
                if not (math.isnan(after) and math.isnan(before)) and abs(after - before) > DOUBLE_ROUNDING * max(
                    1, abs(before)
                ):
                    return f"called with {', '.join(map(str, self.call(example)))} it gave {before:g}, then {after:g}"
        return ""

    def exactly(self, block: InputBlock, k: int) -> Any:
        """The number that the call returned."""
        self.values(block)
        return self._numbers[id(block)][k]


def _scores(judge: BlackBox, outputs: Outputs, failures: dict[str, str]) -> list[float]:
    """The scores that a user's metric gives the outputs; `nan` where the metric is undefined or fails. All scores are
    asked for together, since a separate call costs more than most metrics take. Where the metric fails on one output,
    the scores are asked for one by one.
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
