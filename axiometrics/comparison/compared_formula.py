"""A built-in metric that is compared: its formula gives the values of many inputs at once, and exact values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np

from axiometrics.comparison.compared_metric import ComparedMetric, MetricValues, Preferences
from axiometrics.comparison.inputs import Input, InputBlock
from axiometrics.comparison.label_counts import ORDERED, SEVERAL, label_counts, leaves_out
from axiometrics.core.aggregates import ABSENT_CLASS
from axiometrics.core.arithmetic import Array, conventions
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.task import Outputs
from axiometrics.judging import ExactJudge, stacks
from axiometrics.judging.orders import UNDEFINED, order
from axiometrics.judging.outputs import height

LONG_FORMULA = 1.0
"""The seconds that a built-in metric may take for a block of more than `LONGEST` documents."""

LONGEST = 2048
"""The number of documents up to which every built-in metric is computed, whatever time that takes."""

_paces: dict[str, tuple[int, float]] = {}
"""For each metric: the number of documents of the last large block (1000 documents or more), and the seconds that its
values took.
"""


class ComparedFormula(ComparedMetric):
    """A built-in metric. Its values on the outputs of a world are computed in stacks."""

    def __init__(self, metric: Metric, about: Mapping[str, Any] | None = None) -> None:
        self.metric = metric
        self._about = about
        self._known: dict[tuple[int, int], Any] = {}
        self._last: tuple[InputBlock, MetricValues] | None = None
        """The block that was scored last, with its values: a comparison asks for them more than once in a row."""

    @cached_property
    def judge(self) -> ExactJudge:
        """The judge of the metric."""
        return ExactJudge(self.metric)

    @property
    def about(self) -> Mapping[str, Any]:
        """The description of the metric."""
        return self.metric.describe() if self._about is None else self._about

    def preferences(self, outputs: Outputs, failures: dict[str, str]) -> Preferences:
        """The exact order of the outputs."""
        ranked = order(self.metric, outputs)
        return Preferences(ranked.places, (ranked.places != UNDEFINED) | ranked.unsure, ranked.unsure)

    def values(self, block: InputBlock) -> MetricValues:
        """The values of the formula, with a mark on each value that comes from a convention."""
        if self._last is None or self._last[0] is not block:
            self._last = block, self._timed(block)
        return self._last[1]

    def _timed(self, block: InputBlock) -> MetricValues:
        if block.trait == SEVERAL and block.trait not in self.metric.traits:
            return MetricValues(*_nothing(len(block.inputs)), FORMULA_ROUNDING, {})
        documents = block.inputs[0].documents
        if documents > LONGEST and not _is_fast(self.metric.id, documents):
            return MetricValues(*_nothing(len(block.inputs)), FORMULA_ROUNDING, {})
        start = perf_counter()
        values = self._values(block)
        if documents >= 1000:
            _paces[self.metric.id] = documents, perf_counter() - start
        return values

    def _values(self, block: InputBlock) -> MetricValues:
        if block.outputs is not None and block.outputs.counts is not None and self.metric.formula is not None:
            numbers, masks = _stacked(self.metric, block.outputs.counts)
            return MetricValues(numbers[block.rows], masks[block.rows], FORMULA_ROUNDING, {})
        if block.counts is not None and self.metric.formula is not None:
            numbers, masks = _stacked(self.metric, [block.counts])
            if block.trait == SEVERAL and ORDERED in self.metric.traits:
                numbers = np.where(leaves_out(block.counts), math.nan, numbers)
            return MetricValues(numbers, masks, FORMULA_ROUNDING, {})
        rows = [self._value_of(example) for example in block.inputs]
        return MetricValues(
            np.array([number for number, _, _ in rows]),
            np.array([mask for _, mask, _ in rows]),
            FORMULA_ROUNDING,
            {k: reason for k, (_, _, reason) in enumerate(rows) if reason},
        )

    def _value_of(self, example: Input) -> tuple[float, bool, str]:
        with conventions() as noted, np.errstate(all="ignore"):
            try:
                number = self.metric.value(example.output, example.gold)
            except AxiometricsError as error:
                return math.nan, False, str(error)
        return number, bool(noted), ""

    def exactly(self, block: InputBlock, k: int) -> Any:
        """The exact value of an input; nan where the metric is undefined."""
        key = id(block), k
        if key not in self._known:
            example = block.inputs[k]
            if block.trait == SEVERAL:
                self._known[key] = self.metric.checked(self.metric.evaluate(label_counts([example.call], exact=True)))
            else:
                self._known[key] = self.metric.exact(example.output, example.gold)
        return self._known[key]


def _is_fast(metric: str, documents: int) -> bool:
    """Whether the values of a metric are expected within `LONG_FORMULA` seconds for this number of documents. The
    estimate assumes that the time grows with the square of the documents.
    """
    before, seconds = _paces.get(metric, (0, 0.0))
    return before > 0 and seconds * (documents / before) ** 2 <= LONG_FORMULA


def _nothing(number: int) -> tuple[Array, Array]:
    """The values and the convention marks of a block in which no input has a value."""
    return np.full(number, math.nan), np.zeros(number, dtype=bool)


def _stacked(metric: Metric, counts: Sequence[Any]) -> tuple[Array, Array]:
    """The floats of a metric on stacks of counts, and for each float whether it comes from a convention."""
    values, masks = [], []
    for stack in counts:
        shape = (height(stack),)
        numbers, resting = stacks.noted_floats(metric, stack, shape)
        values.append(numbers)
        resting.pop(ABSENT_CLASS, None)  # compared: means over all and over present classes differ here
        masks.append(np.any([np.zeros(shape, dtype=bool), *resting.values()], axis=0))
    return np.concatenate(values), np.concatenate(masks)
