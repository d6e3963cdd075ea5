"""Traits of a metric: what it needs of a case or understands in it, by the names that its task declares."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.errors import TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization


def formula(counts: Any) -> Any:
    return counts.length * 0


def direct(system: Any, gold: Any) -> int:
    return 0


def made(**given: Any) -> Metric:
    return Metric("made", "Made", "ranking", "ranking", "nobody", formula, **given)


def test_traits_are_declared_by_name() -> None:
    assert made().traits == frozenset()
    assert made(traits={"closed"}).closed
    assert made(traits={"closed", "graded"}).with_values().traits == {"closed", "graded"}
    assert not made(traits={"graded"}).closed


def test_a_metric_with_a_formula_and_a_direct_form_takes_overlap() -> None:
    both = Metric("both", "Both", "clustering", "made here", "nobody", formula, direct)
    assert both.traits == {"overlapping"}
    assert Metric("one", "One", "clustering", "made here", "nobody", formula).traits == frozenset()


def test_what_a_trait_needs_is_told_with_the_cure() -> None:
    system, gold = Organization.parse("a > b"), Organization.parse("a > ...")
    assert made().exact(system, gold) == 0
    with pytest.raises(TaskError) as refused:
        made(traits={"closed"}).exact(system, gold)
    assert str(refused.value) == (
        "made needs a closed collection: list every document in the gold a > ..., the irrelevant ones last, instead of "
        "its tail"
    )
    assert made(traits={"closed"}).exact(system, gold.closed("ab")) == 0


def test_metrics_declare_traits_of_their_task_only() -> None:
    for metric in registry.metrics(controls=True):
        traits = {trait.name for trait in registry.tasks.task(metric.task).traits}
        assert metric.traits <= traits | {"overlapping"}, metric.id
