"""Values of stacks of outputs, and the signs of their differences, against the same outputs scored one by one."""

import math
from fractions import Fraction
from functools import partial
from operator import sub as subtract

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.arithmetic import conventions
from axiometrics.core.errors import UndecidedError
from axiometrics.core.exact import log, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.task import task
from axiometrics.judging import stacks
from axiometrics.judging.outputs import exact, floats, height
from axiometrics.judging.signs import sign_if_decided, sure_signs

METRICS = [("filtering", "f"), ("filtering", "mcc"), ("clustering", "nmi"), ("ranking", "ndcg")]


@pytest.mark.parametrize(("of", "name"), METRICS)
def test_outputs_of_a_gold_have_the_values_that_they_have_alone(of: str, name: str) -> None:
    metric = registry.metric(name).reduced(of)
    for outputs in task(of).worlds[0].outputs(3, metric.closed):
        alone = [metric.exact(outputs.output(k), outputs.gold) for k in range(len(outputs))]
        assert floats(metric, outputs) == pytest.approx(list(map(float, alone)), nan_ok=True)
        defined = [k for k, score in enumerate(alone) if score == score]
        for score, k in zip(exact(metric, outputs, defined[::-1]), defined[::-1], strict=True):
            assert sign_if_decided(partial(subtract, score, alone[k])) == 0


def test_conventions_are_noted_at_the_outputs_that_rest_on_them() -> None:
    metric = registry.metric("f")
    noted_somewhere = 0
    for outputs in task("filtering").worlds[0].outputs(3, metric.closed):
        assert outputs.counts is not None
        start = 0
        for counts in outputs.counts:
            values, resting = stacks.noted_floats(metric, counts, height(counts))
            assert len(values) == height(counts)
            for k in range(height(counts)):
                with conventions() as noted:
                    metric.value(outputs.output(start + k), outputs.gold)
                assert {name for name, where in resting.items() if where[k]} == set(noted)
                noted_somewhere += len(noted)
            start += height(counts)
    assert noted_somewhere


def test_one_value_for_all_outputs_is_the_value_of_each() -> None:
    flat = Metric("flat", "Flat", "filtering", "mutant", "made up", lambda counts: np.array(Fraction(1, 2)))
    assert stacks.floats(flat, None, 3).tolist() == [0.5, 0.5, 0.5]
    assert stacks.exact(flat, None, 2) == [Fraction(1, 2), Fraction(1, 2)]


def test_a_float_among_exact_values_is_refused() -> None:
    wrong = Metric("wrong", "Wrong", "filtering", "mutant", "made up", lambda counts: np.array([math.nan, 0.5]))
    with pytest.raises(ArithmeticError, match=r"wrong: .* the float 0\.5"):
        stacks.exact(wrong, None, 2)


def test_floats_are_sure_of_the_signs_that_rounding_cannot_have_made() -> None:
    differences = np.array([0.5, -0.5, 1e-12, -1e-12, 0.0, math.nan, math.inf])
    assert sure_signs(differences, np.array(1e-9)).tolist() == [1, -1, 0, 0, 0, 0, 1]


def test_what_cannot_be_decided_has_no_sign() -> None:
    def raising() -> Fraction:
        raise UndecidedError("too near")

    assert sign_if_decided(raising) is None
    assert sign_if_decided(lambda: sqrt(Fraction(2)) * sqrt(Fraction(8)) - 4) == 0
    assert sign_if_decided(lambda: log(Fraction(2)) - 1) == -1
