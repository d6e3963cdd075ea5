"""Each metric, in many settings of its parameters, has on larger inputs the values of its definition, which is written
apart from it. `check_metric` asks the same of the usual setting on all small inputs.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.arithmetic import conventions
from axiometrics.core.case import Case
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.core.task import task
from tests.metrics.variants import variants

DOCUMENTS, PAIRS = 5, 5
"""The documents of the inputs, and how many inputs each setting is asked about."""

METRICS = [metric for metric in registry.metrics() if metric.parameters and task(metric.task).inputs is not None]


def inputs(metric: Metric) -> list[tuple[Any, Any]]:
    """Outputs with golds, the same for all settings of a metric."""
    of, chance = task(metric.task), Random(metric.task)
    assert of.inputs is not None
    pairs: list[tuple[Any, Any]] = []
    while len(pairs) < PAIRS:
        pairs += of.inputs.make(DOCUMENTS, frozenset(metric.traits), chance)
    chosen = pairs[:PAIRS]
    if not metric.closed and "judged-only" not in metric.traits:
        return chosen
    closed = [(output, Case(gold, {"output": output}).closed().gold) for output, gold in chosen]
    return closed if metric.closed else [*chosen, *closed]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_a_setting_has_the_values_of_the_definition(metric: Metric) -> None:
    for name in variants(metric):
        setting, definition = registry.metric(name, (metric.task,)), registry.definition(name, metric.task)
        assert definition is not None
        for output, gold in inputs(metric):
            with conventions():
                value = setting.exact(output, gold)
            stated = definition(output, gold)
            if stated is None or isinstance(value, float):
                assert stated is None, (name, str(output), str(gold))
                assert math.isnan(value), (name, str(output), str(gold))
            else:
                assert sign(value - stated) == 0, (name, str(output), str(gold), value, stated)
