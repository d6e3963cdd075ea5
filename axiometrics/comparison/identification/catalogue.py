"""The definitions that are tried: every declared metric of a task, in every variant of its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from axiometrics import registry
from axiometrics.comparison.inputs import CUTS
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter, Value
from axiometrics.core.task import task as task_of

GRADES = tuple(map(Fraction, (2, 3)))
"""The least relevant grades that are tried, each alone and with every cut-off."""

MOST = 2000
"""The greatest number of variants of a metric that are tried. Of a metric with more variants, only those that differ
from the default in one parameter are tried.
"""


def variants(metric: Metric) -> Iterator[Metric]:
    """The metric under every choice of its parameters, with the usual numbers and with every cut-off; the unchanged
    metric comes first.

    >>> [metric.id for metric in variants(registry.metric("nmi"))]
    ['nmi', 'nmi(average=geometric)', 'nmi(average=max)', 'nmi(average=min)']
    """
    settings: list[dict[str, Value]] = [{}]
    for p in sorted(metric.parameters, key=lambda parameter: parameter.when is not None):
        settings = [
            {**before, p.name: value} for before in settings for value in (_values(p) if _means(p, before) else [None])
        ]
        if len(settings) > MOST:
            settings = [{}, *({p.name: v} for p in metric.parameters if not p.when for v in _values(p)[1:])]
            break
    chosen = ({name: value for name, value in setting.items() if value is not None} for setting in settings)
    yield from (metric.with_values(**setting) for setting in chosen)
    for p in metric.parameters:
        if p.narrows and p.trait and p.is_number:
            yield from (metric.with_values(**{p.name: grade}) for grade in GRADES)
            cuts = [
                (parameter.name, k)
                for parameter in metric.parameters
                if parameter.cut
                for k in CUTS
                if k != parameter.default
            ]
            yield from (metric.with_values(**{p.name: grade, name: k}) for grade in GRADES for name, k in cuts)


def _values(parameter: Parameter) -> list[Value]:
    more: tuple[Value, ...] = CUTS if parameter.cut else (*parameter.choices, *parameter.usual)
    return list(dict.fromkeys((parameter.default, *more)))


def _means(parameter: Parameter, setting: dict[str, Value]) -> bool:
    return parameter.when is None or setting[parameter.when[0]] == parameter.when[1]


def fitted(metric: Metric) -> Parameter | None:
    """The parameter that a fit determines: the only number, apart from cut-offs, on which the metric depends while its
    other parameters stay the same. None where there is no such number or more than one.
    """
    numbers = [
        p
        for p in metric.parameters
        if p.is_number and not (p.cut or p.integer or p.trait) and _means(p, dict(metric.values))
    ]
    return numbers[0] if len(numbers) == 1 else None


@cache
def catalogue(task: str) -> tuple[Metric, ...]:
    """The metrics of a task with their defaults, followed by the metrics of other tasks that are reduced to this task.

    A metric about something that only files contain is left out. On the inputs that are tried it would be mistaken for
    another metric that is equal there: the share of judged documents would be mistaken for precision.
    """
    metrics = registry.metrics()
    further = [
        metric for metric in metrics if any(reduction.task == task for reduction in task_of(metric.task).reductions)
    ]
    return (*_own(task), *(metric.reduced(task) for metric in further))


@cache
def _own(task: str) -> tuple[Metric, ...]:
    filed = {trait.name for trait in task_of(task).traits if trait.filed}
    return tuple(metric for metric in registry.metrics() if metric.task == task and not filed & metric.traits)


def number_of_own(task: str) -> int:
    """The number of metrics of the catalogue that belong to the task itself; they come first."""
    return len(_own(task))


def is_cut(metric: Metric) -> bool:
    """Whether the metric has a cut-off other than the default."""
    return any(p.cut and metric.values[p.name] != p.default for p in metric.parameters)


def is_narrowed(metric: Metric) -> bool:
    """Whether only some grades count as relevant, so that the metric has no value where the gold has no such grade."""
    return any(p.narrows and p.trait and p.is_number and metric.values[p.name] is not None for p in metric.parameters)
