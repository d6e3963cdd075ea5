"""Find the value of a metric's numeric parameter at which the metric gives the wanted values, perhaps after a scale.

The error is computed at points across the range of the number, and reduced from the best of them by the method of Gauss
and Newton. A scale is not a second unknown: for each value of the number the best scale is known, and the error is the
difference that remains after it. Whether the result is equal everywhere is decided elsewhere, on all inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.identification.agreement_scale import AcceptedScale
from axiometrics.comparison.identification.values import compared
from axiometrics.comparison.inputs import InputBlock
from axiometrics.core.arithmetic import Array
from axiometrics.core.margins import FIT_AT_REST, FIT_STEP, FITTED_PARAMETER, FITTED_ROUGHLY, LEFT_OVER
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter

POINTS = 32
"""The number of values of the parameter at which the search begins."""

STEPS = 12
"""The greatest number of steps towards the right value from each of the best starting points."""

BASINS = 3
"""The greatest number of starting points, each no worse than its neighbours, from which the right value is looked
for.
"""

Error = Callable[[float], Array]


def fits(
    metric: Metric, parameter: Parameter, target: ComparedMetric, blocks: Sequence[InputBlock], like: AcceptedScale
) -> Iterator[Metric]:
    """The metric at those values of its number that make it equal to the target on these blocks."""
    wanted = np.concatenate([target.values(block).numbers for block in blocks])

    def error(x: float) -> Array:
        ours = ComparedFormula(metric.with_values(**{parameter.name: Fraction(x)}))
        values = [ours.values(block) for block in blocks]
        both = np.concatenate([compared(target.values(b), v) for b, v in zip(blocks, values, strict=True)])
        numbers = np.concatenate([v.numbers for v in values])
        return np.where(both, _left_over(numbers, wanted, both, like.scaled), 0.0)

    points = _points(parameter)
    sizes = [_size(error(x)) for x in points]
    spread = float(np.nanstd(wanted))
    if not spread or not np.isfinite(sizes).any() or max(sizes) - min(sizes) < LEFT_OVER * spread:
        return
    for k in _basins(sizes):
        low, high = points[max(k - 1, 0)], points[min(k + 1, len(points) - 1)]
        x = _best(error, points[k], low, high)
        if _size(error(x)) <= LEFT_OVER * spread + like.slack.slack:
            yield from (metric.with_values(**{parameter.name: near}) for near in _simple(x, bool(like.slack.slack)))


def _left_over(numbers: Array, wanted: Array, both: Array, scaled: bool) -> Array:
    """The differences between the wanted values and these numbers, or the nearest scale of these numbers."""
    if not scaled:
        return wanted - numbers
    x, y = numbers[both], wanted[both]
    if x.size < 3 or not np.ptp(x):
        return np.full(numbers.shape, np.inf)
    centred = x - x.mean()
    factor = float(centred @ (y - y.mean())) / float(centred @ centred)
    return np.asarray(wanted - y.mean() - factor * (numbers - x.mean()))


def _size(error: Array) -> float:
    """The root of the mean square of an error."""
    return float(np.sqrt(np.mean(error * error))) if error.size else 0.0


def _basins(sizes: Sequence[float]) -> list[int]:
    """The positions of the best points that are no worse than their neighbours."""
    padded = [float("inf"), *sizes, float("inf")]
    places = [k for k, size in enumerate(sizes) if padded[k] >= size <= padded[k + 2]]
    return sorted(places, key=lambda k: sizes[k])[:BASINS]


def _best(error: Error, x: float, low: float, high: float) -> float:
    """The number between `low` and `high` with the least error, searched from a number near it."""
    for _ in range(STEPS):
        above, below = (min(max(x + step, low), high) for step in (FIT_STEP * (high - low), FIT_STEP * (low - high)))
        left, after, before = error(x), error(above), error(below)
        if above == below or not np.isfinite([left, after, before]).all():
            break
        slope = (after - before) / (above - below)
        steep = float(slope @ slope)
        if not steep:
            break
        nearer = min(max(x - float(left @ slope) / steep, low), high)
        if abs(nearer - x) <= FIT_AT_REST * max(1.0, abs(x)):
            break
        x = nearer
    return x


def _simple(x: float, rough: bool) -> Iterator[Fraction]:
    """The simple fractions near a number, the simplest first. Where there is none, the number itself, unless it is
    known only in the `rough` because values are rounded.
    """
    margin = FITTED_ROUGHLY if rough else FITTED_PARAMETER
    nearby = {Fraction(x).limit_denominator(most) for most in (1, 2, 3, 5, 10, 20, 100, 1000)}
    simple = [near for near in nearby if abs(float(near) - x) <= margin * max(1.0, abs(x))]
    yield from sorted(simple, key=lambda near: (near.denominator, near))
    if not rough and not simple:
        yield Fraction(x)


def _points(parameter: Parameter) -> list[float]:
    """Numbers across the range of a parameter."""
    low = -50.0 if parameter.low is None else float(parameter.low)
    high = parameter.high
    shares = [(i + 0.5) / POINTS for i in range(POINTS)]
    if high is not None:
        return [low + share * (float(high) - low) for share in shares]
    return [low + share / (1 - share) * 2 for share in shares]
