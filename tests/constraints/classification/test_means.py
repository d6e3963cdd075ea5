"""A baseline that is missed: the outputs with their scores and the two means, in JSON, drawn, re-verified, and for a
function of two 0/1 lists.
"""

from __future__ import annotations

from typing import Any

import pytest

import axiometrics

CHOSEN: dict[str, Any] = {"constraints": ["classification:constant-baseline"], "reading": "both", "max_size": 3}


@pytest.fixture(scope="module")
def missed() -> dict[str, Any]:
    return axiometrics.matrix(metrics=["accuracy"], cache=False, **CHOSEN).to_json()


def test_json_has_the_score_of_each_output(missed: dict[str, Any]) -> None:
    (cell,) = missed["cells"]
    assert cell["counterexample"]["each"] == {"one": ["1", "1/3", "1/3"], "other": ["2/3", "2/3", "0"]}
    assert cell["counterexample"]["scores"] == {"one": "5/9", "other": "4/9"}
    assert "reduction" not in cell["evidence"]["detail"]


def test_outputs_are_drawn_with_their_scores_and_the_means(missed: dict[str, Any]) -> None:
    drawn = str(axiometrics.Matrix.from_json(missed).cells[0].counterexample)
    assert "one: 3 outputs, gold d1 > d2 d3\n  1                  d1 > d2 d3\n  1/3 = 0.333333...  d2 > d1 d3" in drawn
    assert "mean of score(one)   = 5/9 = 0.555555...\nmean of score(other) = 4/9" in drawn


def test_verify_computes_the_score_of_each_output_again(missed: dict[str, Any]) -> None:
    assert [item.status for item in axiometrics.verify(missed).items] == ["verified"]
    (cell,) = missed["cells"]
    counterexample = cell["counterexample"] | {"each": {"one": ["1", "2/3", "0"], "other": ["2/3", "2/3", "0"]}}
    changed = missed | {"cells": [cell | {"counterexample": counterexample}]}
    (item,) = axiometrics.verify(changed).items
    assert item.status == "failed"
    assert "the scores of the outputs of one" in item.reason


def balanced(y_true: list[int], y_pred: list[int]) -> float:
    """The share of right decisions, which a stranger calls balanced."""
    return sum(a == b for a, b in zip(y_true, y_pred, strict=True)) / len(y_true)


def test_a_function_of_two_lists_is_checked_where_no_task_is_named() -> None:
    (cell,) = axiometrics.check(balanced, cache=False, **CHOSEN).cells
    assert (cell.task, cell.holds, cell.relation) == ("classification", False, "unequal")
    assert cell.counterexample is not None
    assert sorted(cell.counterexample.data["each"]["other"]) == pytest.approx([0, 2 / 3, 2 / 3])
