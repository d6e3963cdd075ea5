"""Find the inputs of a block on which the values of two metrics differ."""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.comparison.compared_calls import ComparedCalls
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import ComparedMetric, MetricValues
from axiometrics.comparison.identification.agreement_scale import PLAIN, AffineScale
from axiometrics.comparison.inputs import InputBlock
from axiometrics.core.arithmetic import Array
from axiometrics.core.margins import DOUBLE_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.task import task as task_of
from axiometrics.judging.signs import sign_if_decided

LARGEST_EXACT = 6
"""The number of documents up to which inputs are compared exactly, where both sides are exact. Larger inputs are
compared to within the margin of floats, since it takes long to decide whether two sums of logarithms are equal.
"""


def source(judge: Any, task: str) -> ComparedMetric:
    """The compared metric that gives the values of a judged metric."""
    return ComparedCalls(judge) if isinstance(judge, BlackBox) else ComparedFormula(judge.metric.reduced(task))


def speaks_of(metric: Metric, trait: str, closed: bool) -> bool:
    """Whether a built-in metric has values in a world. A metric that needs closed golds has values only where golds are
    closed. In a world with a trait, the metric must have the trait, unless the trait is harmless to metrics without it.
    """
    harmless = not trait or task_of(metric.task).trait(trait).harmless
    return (closed or not metric.closed) and (harmless or trait in metric.traits)


def compared(first: MetricValues, second: MetricValues) -> Array:
    """Mark the inputs on which both metrics have a value that no convention gives."""
    undefined = np.isnan(first.numbers) | np.isnan(second.numbers)
    return np.asarray(~(undefined | first.by_convention | second.by_convention))


def apart(first: MetricValues, second: MetricValues, scale: AffineScale = PLAIN) -> Array:
    """Mark the inputs on which the first value differs from the second, scaled, by more than the error bound; only
    inputs on which both are compared.
    """
    expected = scale.factor * second.numbers + scale.offset
    bound = max(first.bound, second.bound if not scale.plain else DOUBLE_ROUNDING)
    greatest = np.maximum(np.maximum(1.0, np.abs(first.numbers)), np.maximum(np.abs(expected), abs(scale.factor)))
    with np.errstate(invalid="ignore"):
        return np.asarray(compared(first, second) & (np.abs(first.numbers - expected) > bound * greatest + scale.slack))


def gaps(first: MetricValues, second: MetricValues) -> Array:
    """The distances between the values of two metrics on the inputs where both are compared."""
    both = compared(first, second)
    return np.asarray(np.abs(first.numbers[both] - second.numbers[both]))


def differing(left: ComparedMetric, right: ComparedMetric, block: InputBlock, scale: AffineScale = PLAIN) -> Array:
    """Mark the inputs of a block on which two metrics differ: exactly where both are exact and the inputs are small,
    otherwise to within the error bound.
    """
    first, second = left.values(block), right.values(block)
    differs = apart(first, second, scale)
    if left.exact and right.exact and scale.plain and left.id != right.id:
        for k in np.flatnonzero(~differs & compared(first, second)).tolist():
            if block.inputs[k].documents <= LARGEST_EXACT:
                differs[k] = unequal(left.exactly(block, k), right.exactly(block, k))
    return differs


def unequal(first: Any, second: Any) -> bool:
    """Whether two exact numbers differ. Numbers that cannot be separated in reasonable time count as equal."""
    return bool(sign_if_decided(lambda: first - second))
