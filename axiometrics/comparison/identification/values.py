"""The values of a metric on inputs: of one of ours by its formula, of another by calling it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.called import bound_of
from axiometrics.candidates.containment.call import Number, Undefined
from axiometrics.comparison.identification.agreement_scale import PLAIN, AffineScale
from axiometrics.comparison.identification.inputs import Input, InputBlock
from axiometrics.comparison.identification.label_definitions import LABELLED, label_counts, widened
from axiometrics.core.arithmetic import Array, conventions
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.margins import DOUBLE_ROUNDING, FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.rational import rounded
from axiometrics.core.task import task as task_of
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.judging import stacks
from axiometrics.judging.outputs import height
from axiometrics.judging.signs import sign_if_decided

LARGEST_EXACT = 6
"""Documents up to which inputs are compared exactly, where both sides are exact. Larger ones are compared to within the
margin of floats: whether two sums of logarithms are equal takes long to decide.
"""


MANY = 2048
"""Documents beyond which the error bound of a metric in floats grows with their number, as roundings add up."""

LONG_FORMULA = 1.0
"""Seconds that the values of a metric of ours may take on a block of more documents than `LONGEST`."""

LONGEST = MANY
"""Documents up to which each metric of ours is computed, whatever time it takes."""

BATCH, FASTER = 1.0, 8
"""Seconds that a batch of calls takes at most where time is limited, and by what the first batches grow."""

_paces: dict[str, tuple[int, float]] = {}
"""By metric, the documents of the last block with many, and the seconds that its values took."""


@dataclass(frozen=True, eq=False)
class MetricValues:
    """The values of a metric on the inputs of a block.

    Attributes
    ----------
    numbers : as floats; nan where there is no value
    by_convention : where the value is what a convention gives at 0/0
    bound : the error of a value, as a share of the greatest value involved (and of 1)
    reasons : why there is no value, by the number of the input
    """

    numbers: Array
    by_convention: Array
    bound: float
    reasons: dict[int, str]


class ValueSource(Protocol):
    """A metric that gives values."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def exact(self) -> bool:
        """Whether it gives exact numbers."""
        ...

    def values(self, block: InputBlock) -> MetricValues:
        """Its values on a block."""
        ...

    def exactly(self, block: InputBlock, k: int) -> Any:
        """Its exact value on the input of that number, if it is exact."""
        ...


class Ours:
    """A metric of ours. Its values on a world are computed in stacks."""

    exact = True

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._known: dict[tuple[int, int], Any] = {}

    @property
    def id(self) -> str:
        """The name of the metric."""
        return self.metric.id

    def values(self, block: InputBlock) -> MetricValues:
        """The values of the formula, and where it falls back on a convention."""
        if block.trait == LABELLED and block.trait not in self.metric.traits:
            return MetricValues(*_nothing(len(block.inputs)), FORMULA_ROUNDING, {})
        documents = block.inputs[0].documents
        if documents > LONGEST and not _is_fast(self.metric.id, documents):
            return MetricValues(*_nothing(len(block.inputs)), FORMULA_ROUNDING, {})
        start = perf_counter()
        found = self._values(block)
        if documents >= 1000:
            _paces[self.metric.id] = documents, perf_counter() - start
        return found

    def _values(self, block: InputBlock) -> MetricValues:
        if block.outputs is not None and block.outputs.counts is not None and self.metric.formula is not None:
            numbers, masks = _stacked(self.metric, block.outputs.counts)
            return MetricValues(numbers[block.rows], masks[block.rows], FORMULA_ROUNDING, {})
        if block.counts is not None and self.metric.formula is not None:
            return MetricValues(*_stacked(self.metric, [block.counts]), FORMULA_ROUNDING, {})
        found = [self._one(one) for one in block.inputs]
        return MetricValues(
            np.array([number for number, _, _ in found]),
            np.array([mask for _, mask, _ in found]),
            FORMULA_ROUNDING,
            {k: reason for k, (_, _, reason) in enumerate(found) if reason},
        )

    def _one(self, one: Input) -> tuple[float, bool, str]:
        with conventions() as noted, np.errstate(all="ignore"):
            try:
                number = self.metric.value(one.output, one.gold)
            except AxiometricsError as error:
                return math.nan, False, str(error)
        return number, bool(noted), ""

    def exactly(self, block: InputBlock, k: int) -> Any:
        """The exact value; nan where undefined."""
        key = id(block), k
        if key not in self._known:
            one = block.inputs[k]
            if block.trait == LABELLED:
                self._known[key] = self.metric.checked(self.metric.evaluate(label_counts([one.call], exact=True)))
            else:
                self._known[key] = self.metric.exact(one.output, one.gold)
        return self._known[key]


def _is_fast(metric: str, documents: int) -> bool:
    """Whether the values of a metric take little time on so many documents, even if that grows with their square."""
    before, seconds = _paces.get(metric, (0, 0.0))
    return before > 0 and seconds * (documents / before) ** 2 <= LONG_FORMULA


def _nothing(number: int) -> tuple[Array, Array]:
    """So many inputs without a value."""
    return np.full(number, math.nan), np.zeros(number, dtype=bool)


def _stacked(metric: Metric, counts: Sequence[Any]) -> tuple[Array, Array]:
    """The floats of a metric on stacks of counts, and where they rest on a convention."""
    values, masks = [], []
    for stack in counts:
        shape = (height(stack),)
        found, resting = stacks.noted_floats(metric, stack, shape)
        values.append(found)
        masks.append(np.any([np.zeros(shape, dtype=bool), *resting.values()], axis=0))
    return np.concatenate(values), np.concatenate(masks)


class Theirs:
    """A metric that is called."""

    def __init__(self, judge: BlackBox) -> None:
        self.judge = judge
        self.id = judge.id
        self.exact = judge.exact
        self._known: dict[int, MetricValues] = {}
        self._numbers: dict[int, list[Any]] = {}
        self._asked: list[InputBlock] = []
        """The blocks whose values are known by their identity, which no other block may take."""
        self.pace = 0.0
        """Seconds that a call took in the mean, when values were last asked for."""

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


def source(judge: Any, task: str) -> ValueSource:
    """What gives the values of a judged metric."""
    return Theirs(judge) if isinstance(judge, BlackBox) else Ours(widened(judge.metric.reduced(task)))


def speaks_of(metric: Metric, trait: str, closed: bool) -> bool:
    """Whether a metric of ours has values in a world: it needs a closed gold only where there are such, and has the
    trait unless the world is the plain one or the trait is harmless to those without it.
    """
    harmless = not trait or task_of(metric.task).trait(trait).harmless
    return (closed or not metric.closed) and (harmless or trait in metric.traits)


def compared(one: MetricValues, other: MetricValues) -> Array:
    """Where both have a value that no convention gives."""
    undefined = np.isnan(one.numbers) | np.isnan(other.numbers)
    return np.asarray(~(undefined | one.by_convention | other.by_convention))


def apart(one: MetricValues, other: MetricValues, scale: AffineScale = PLAIN) -> Array:
    """Where the first is not the second, scaled, to within the error bound; only where both are compared."""
    expected = scale.factor * other.numbers + scale.offset
    bound = max(one.bound, other.bound if not scale.plain else DOUBLE_ROUNDING)
    greatest = np.maximum(np.maximum(1.0, np.abs(one.numbers)), np.maximum(np.abs(expected), abs(scale.factor)))
    with np.errstate(invalid="ignore"):
        return np.asarray(compared(one, other) & (np.abs(one.numbers - expected) > bound * greatest + scale.slack))


def gaps(one: MetricValues, other: MetricValues) -> Array:
    """How far two metrics are apart where both are compared."""
    both = compared(one, other)
    return np.asarray(np.abs(one.numbers[both] - other.numbers[both]))


def differing(one: ValueSource, other: ValueSource, block: InputBlock, scale: AffineScale = PLAIN) -> Array:
    """Where two metrics differ on a block: exactly where both are exact and the inputs are small, else to within the
    error bound.
    """
    first, second = one.values(block), other.values(block)
    found = apart(first, second, scale)
    if one.exact and other.exact and scale.plain and one.id != other.id:
        for k in np.flatnonzero(~found & compared(first, second)).tolist():
            if block.inputs[k].documents <= LARGEST_EXACT:
                found[k] = unequal(one.exactly(block, k), other.exactly(block, k))
    return found


def unequal(one: Any, other: Any) -> bool:
    """Whether two exact numbers differ; numbers that cannot be told apart in reasonable time are equal as floats."""
    return bool(sign_if_decided(lambda: one - other))
