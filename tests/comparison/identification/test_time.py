"""The time of an identification: one limit serves the trial calls, the search and the conduct."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import MetricValues
from axiometrics.comparison.identification.identity_search import IdentitySearch
from axiometrics.comparison.inputs import InputBlock
from axiometrics.core.errors import TargetError
from axiometrics.running.candidate import builtin

Labels = Sequence[int]


def slow_accuracy(y_true: Labels, y_pred: Labels) -> float:
    time.sleep(0.02)
    return sum(t == p for t, p in zip(y_true, y_pred, strict=True)) / len(y_true)


def very_slow(x: Labels, y: Labels) -> float:
    time.sleep(0.1)
    return sum(t == p for t, p in zip(x, y, strict=True)) / len(x)


@pytest.mark.slow
def test_a_slow_metric_takes_the_time_that_it_is_given_and_not_more() -> None:
    """Its trial calls alone would take 90 seconds; 15 are given, and more only by what a busy machine adds."""
    begun = time.monotonic()
    identification = ax.identify(slow_accuracy, budget=15)
    assert time.monotonic() - begun < 30
    assert (identification.task, identification.definition, identification.equal) == ("filtering", "accuracy", True)
    assert identification.unfinished.startswith("The time was up (--budget): the metric was not called on all inputs")


def test_no_form_is_guessed_in_too_little_time() -> None:
    with pytest.raises(TargetError, match="the time was up before all trial calls were made: give --form"):
        ax.identify(very_slow, budget=1)


def test_no_cut_off_is_tried_of_a_definition_that_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """No gold that is tried has the grade 3, so that AP with this least grade has no value, whatever its cut-off."""
    values, scored = ComparedFormula.values, set[str]()

    def noting(formula: ComparedFormula, block: InputBlock) -> MetricValues:
        scored.add(formula.metric.id)
        return values(formula, block)

    monkeypatch.setattr(ComparedFormula, "values", noting)
    equal = IdentitySearch(builtin(registry.metric("rr")), "ranking", 1, 0).own()
    assert equal is not None
    assert equal[0].id == "rr"
    assert {"ap@10", "ap@10(rel=2)", "ap(rel=3)"} <= scored
    assert not any(name.startswith("ap@") and "rel=3" in name for name in scored)
