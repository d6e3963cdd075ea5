"""Inputs that grow tenfold, what is left of one on which two metrics differ, and how it is shown."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics.comparison.identification import large_inputs
from axiometrics.comparison.identification.label_inputs import block
from axiometrics.comparison.identification.shown_input import sides
from axiometrics.comparison.identification.smaller_input import smaller
from axiometrics.comparison.inputs import Input, InputBlock
from axiometrics.core.task import task
from axiometrics.tasks.clustering.signatures import LABELS

Labels = Sequence[int]


def fowlkes_mallows(labels_true: Labels, labels_pred: Labels, number: Any = int) -> float:
    n = len(labels_true)

    def pairs(labels: Any) -> Any:
        return number(sum(size**2 for size in Counter(labels).values()) - n)

    both = pairs(zip(labels_true, labels_pred, strict=True))
    with np.errstate(all="ignore"):
        return float(both / np.sqrt(float(pairs(labels_true) * pairs(labels_pred)))) if both else 0.0


def fowlkes_mallows_of_32_bits(labels_true: Labels, labels_pred: Labels) -> float:
    return fowlkes_mallows(np.asarray(labels_true).tolist(), np.asarray(labels_pred).tolist(), np.int32)


def fowlkes_mallows_of_any_size(labels_true: Labels, labels_pred: Labels) -> float:
    return fowlkes_mallows(np.asarray(labels_true).tolist(), np.asarray(labels_pred).tolist())


def test_numbers_that_overflow_differ_on_a_large_input_which_is_made_smaller() -> None:
    """216 documents in one cluster have 46,440 pairs, whose square is the first beyond 2^31."""
    comparison = ax.compare(fowlkes_mallows_of_32_bits, "fowlkes-mallows", task="clustering", max_size=2)
    difference = comparison.agreement.difference
    assert not comparison.equal
    assert difference is not None
    assert 216 <= difference.input.documents < difference.drawn
    text = " ".join(str(comparison).split())
    assert f"reduced to size {difference.input.documents:,}) on which the two differ" in text
    assert f"{difference.input.documents:,} items in" in text
    assert "called with" not in text
    assert len(text) < 2500


@pytest.mark.slow
def test_inputs_grow_to_100_000_items_where_calls_are_fast() -> None:
    identification = ax.identify(fowlkes_mallows_of_any_size, task="clustering")
    assert (identification.equal, identification.definition) == (True, "fowlkes-mallows")
    assert identification.agreement.largest == 100_000


def test_large_inputs_have_few_and_many_clusters() -> None:
    blocks = list(large_inputs.large_blocks(task("clustering"), [LABELS], True, False, 1000, random.Random(0)))
    numbers = [len(block.inputs[0].gold.levels[0]) for block in blocks]
    assert [block.inputs[0].documents for block in blocks] == [1000, 1000]
    assert numbers[0] <= 5 < 50 < numbers[1]


def test_items_that_do_not_matter_are_left_out() -> None:
    """Two metrics that differ where an item of class 3 is called 1 need this item alone."""
    made = block("drawn", [[(0, 0), (2, 1), (3, 1), (1, 2), (0, 1), (3, 3)] * 20])

    def differs(block: InputBlock) -> bool:
        return (3, 1) in zip(*block.inputs[0].call, strict=True)

    left, k = smaller(task("filtering"), made, 0, differs)
    assert left.inputs[k].call == [[3], [1]]


def test_a_ranking_is_made_smaller_as_a_ranking() -> None:
    gold = ax.Organization.graded({f"d{i}": int(i in (3, 40)) for i in range(50)})
    made = InputBlock.alone(
        "drawn", task("ranking"), Input(ax.Organization.ranking([f"d{i}" for i in range(50)]), gold, 50)
    )
    left, k = smaller(task("ranking"), made, 0, lambda block: {"d40", "d7"} <= block.inputs[0].output.documents)
    assert str(left.inputs[k].output) == "d7 > d40 > ..."


def test_large_inputs_are_shown_by_their_counts() -> None:
    gold = ax.Organization.graded({f"d{i}": 2 if i < 3 else i % 2 for i in range(60)})
    run = ax.Organization.ranking([f"d{i}" for i in range(59, -1, -1)])
    assert sides(Input(run, gold, 60)) == (
        "32 documents: 3 of grade 2, 29 of grade 1",
        "60 documents; relevant ones at the ranks 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, and 22 more",
    )
    labels = Input(run, gold, 60, [[0, 1, 1, 2] * 15, [0] * 60])
    assert sides(labels) == ("60 items; of the labels 0, 1, 2: 15, 30, 15", "60 items; of the labels 0: 60")
    clusters = ax.Organization.clustering([["a"], [f"b{i}" for i in range(40)]])
    assert sides(Input(clusters, clusters, 41))[0] == "41 items in 2 clusters of 40, 1"
    assert sides(Input(run, gold, 30)) == (str(gold), str(run))
