"""Which values at 0/0 keep which constraints: the task that is meant, and the reason that is told."""

from __future__ import annotations

import pytest

import axiometrics as ax
from axiometrics.core.errors import UnknownNameError


@pytest.mark.parametrize(
    ("metric", "constraint", "task"),
    [
        ("classification:mcc", "gold-is-best", "classification"),
        ("mcc", "all-wrong-is-worst", "classification"),
        ("mcc", "priority", "filtering"),
        ("classification:precision", "classification:*", "classification"),
        ("set-recall", "zero", "ranking"),
    ],
)
def test_the_task_is_that_of_the_constraints_or_the_one_named_with_the_metric(
    metric: str, constraint: str, task: str
) -> None:
    assert ax.conventions(metric, constraint, size=2).task == task


def test_a_constraint_of_no_task_of_the_metric_is_unknown() -> None:
    with pytest.raises(UnknownNameError, match="no constraint 'rag-bog'"):
        ax.conventions("mcc", "rag-bog", size=2)


def test_what_is_violated_where_the_metric_is_defined_is_told_first() -> None:
    """Recall is 1 for the gold and for a prediction of everything, whatever stands at 0/0."""
    (kept,) = ax.conventions("classification:recall", "gold-is-best", size=4).keeps
    assert kept.values == []
    assert kept.reason.startswith("it is violated where the metric is defined")


def test_mcc_cannot_be_right_and_by_chance_at_once() -> None:
    """Where a class is absent, a right prediction has the score 1 elsewhere, and every prediction by chance has 0."""
    conventions = ax.conventions("classification:mcc", ["equal-self-agreement", "constant-baseline"], size=4)
    assert [(kept.values[0].from_, kept.values[0].to) for kept in conventions.keeps] == [("1", "1"), ("0", "0")]
    assert conventions.all == []
    assert "No value keeps all" in str(conventions)


def test_where_no_constraint_is_kept_nothing_is_said_to_keep_all() -> None:
    conventions = ax.conventions("classification:mcc", "gold-is-best", size=3)
    assert "No value keeps any of these constraints." in str(conventions)
