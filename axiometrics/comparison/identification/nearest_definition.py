"""Find the definition that is nearest to a metric which equals no definition."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.identification.catalogue import is_cut, variants
from axiometrics.comparison.identification.comparison import agreement
from axiometrics.comparison.identification.tried_inputs import Inputs
from axiometrics.comparison.identification.values import gaps, speaks_of
from axiometrics.comparison.inputs import CUTS, InputBlock
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.margins import FITTED_NUMBER
from axiometrics.core.metric import Metric
from axiometrics.core.time_limit import TimeLimit

FEW = 4
"""The number of documents up to which inputs serve for the first choice of the nearest definitions, before all inputs
are looked at.
"""

FINALISTS = 8
"""The number of definitions that are compared with the metric on all inputs to find the nearest."""

HALF = Fraction(1, 2)
"""The least share of inputs with equal values that a definition needs to be called the nearest."""

SHARE_OF_CHOICE = 0.92
"""The share of the time after which no further definition is looked at."""


@dataclass(frozen=True)
class NearestSearch:
    """The search for the nearest definition.

    Attributes
    ----------
    target, inputs : the metric, and the inputs on which it has been called
    own : the definitions of the task
    named : the definition whose name the metric has, if any
    limit : the limit of the time
    """

    target: ComparedMetric
    inputs: Inputs
    own: Sequence[Metric]
    named: Metric | None
    limit: TimeLimit

    def metric(self) -> Metric | None:
        """The definition of the task whose values are nearest, among those that are equal on half of the inputs. It is
        chosen first on a few inputs, and then among the best of these on all inputs. None where there is none.
        """
        pool = [m for base in self.own if speaks_of(base, "", self.inputs.closed) for m in _without_cuts(base)]
        best = self._first(pool, FINALISTS)
        cut = [
            metric.with_values(**{p.name: k}) for metric in best[:3] for p in metric.parameters if p.cut for k in CUTS
        ]
        finalists = self._first([*best, *cut], FINALISTS)
        if self.named is not None and self.named.id not in {metric.id for metric in finalists}:
            finalists.append(self.named)
        near = [metric for metric in finalists if self._share(metric) >= HALF]
        return min(near, key=self._distance, default=None)

    def _share(self, metric: Metric) -> float:
        return agreement(self.target, ComparedFormula(metric), self.inputs.blocks(frozenset(metric.traits))).whole_share

    def _distance(self, metric: Metric) -> tuple[float, bool, int]:
        """The mean distance between the values of a definition and those of the target on all inputs. Of two equally
        near definitions, the one with the target's name comes first, and then the one with fewer changed parameters.
        """
        ours = ComparedFormula(metric)
        away = [gaps(self.target.values(b), ours.values(b)) for b in self.inputs.blocks(frozenset(metric.traits))]
        mean = float(np.concatenate(away).mean())
        return round(mean, 12), self.named is None or metric.base != self.named.base, _changed(metric)

    def _first(self, metrics: Sequence[Metric], number: int) -> list[Metric]:
        """The first `number` definitions, ordered by how often they are equal on small and drawn inputs, and then by
        the distance of their values.
        """
        return sorted(metrics, key=lambda metric: (self._closeness(metric), _changed(metric)))[:number]

    def _closeness(self, metric: Metric) -> tuple[float, float]:
        if self.limit.is_over(SHARE_OF_CHOICE):
            return 1.0, math.inf
        ours, equal, number, away = ComparedFormula(metric), 0, 0, 0.0
        for block in self._small(metric):
            try:
                first, second = self.target.values(block), ours.values(block)
            except (AxiometricsError, ArithmeticError):
                return 1.0, math.inf
            counted = ~np.isnan(first.numbers) & ~second.by_convention
            gaps = np.abs(first.numbers[counted] - second.numbers[counted])
            equal += int((gaps <= FITTED_NUMBER).sum())
            number += int(counted.sum())
            away += float(np.minimum(np.nan_to_num(gaps, nan=1), 10).sum())
        return (1 - equal / number, away / number) if number else (1.0, math.inf)

    def _small(self, metric: Metric) -> Iterator[InputBlock]:
        for searched in self.inputs.counted(frozenset(metric.traits)):
            yield from (block for block in searched.blocks if block.inputs[0].documents <= FEW)
        yield from [block for block in self.inputs.drawn if not block.trait][:20]


def _changed(metric: Metric) -> int:
    """The number of parameters that do not have their default."""
    return sum(metric.values[p.name] != p.default for p in metric.parameters)


def _without_cuts(metric: Metric) -> list[Metric]:
    """The variants of a metric without cut-offs. For a metric that is not computed on counts, which takes long, the
    metric alone.
    """
    return [metric] if metric.formula is None else [variant for variant in variants(metric) if not is_cut(variant)]
