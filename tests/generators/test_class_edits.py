"""Edits of real tables of classes: all that the statement admits and no others, with the counts of their outputs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.generators.class_edits import ClassEdits, ClassExchange, Corrections, Renamings


def organized(classes: Sequence[int], number: int) -> Organization:
    return Organization([[f"i{i}"] for i, k in enumerate(classes) if k == of] for of in range(number))


def classes_of(side: Organization) -> list[int]:
    class_of = {item: k for k, _, item in side.occurrences()}
    return [class_of[item] for item in sorted(class_of)]


def pairs(number: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All golds and outputs of three items, and some of five."""
    chance = random.Random(number)
    few = list(product(product(range(number), repeat=3), repeat=2))
    some = [tuple(tuple(chance.randrange(number) for _ in range(5)) for _ in range(2)) for _ in range(20)]
    return [*few, *some]  # type: ignore[list-item]


def changed(kind: type[ClassEdits], gold: Sequence[int], output: Sequence[int], number: int) -> set[Any]:
    """The other gold and output of each edit, by the statement, written plainly."""
    if kind is Corrections:
        wrong = [i for i in range(len(gold)) if gold[i] != output[i] and len(set(gold)) > 1]
        return {(tuple(gold), (*output[:i], gold[i], *output[i + 1 :])) for i in wrong}
    if kind is ClassExchange:
        return {(tuple(output), tuple(gold))} if gold != output else set()
    pairs = set()
    for i in range(number):
        for j in range(i):
            if {i, j} & {*gold, *output}:
                new = {i: j, j: i}
                pairs.add(tuple(tuple(new.get(k, k) for k in side) for side in (gold, output)))
    return pairs


@pytest.mark.parametrize("kind", [Corrections, Renamings, ClassExchange])
@pytest.mark.parametrize("number", [2, 3])
def test_the_edits_are_those_of_the_statement(kind: Any, number: int) -> None:
    for gold, output in pairs(number):
        places = kind(organized(gold, number), organized(output, number))
        cases: list[Case] = [places.case(k) for k in range(places.number)]
        role, fixed = ("better", "worse") if kind is Corrections else ("other", "one")
        assert all(case.outputs[fixed] == places.output for case in cases)
        listed = [
            (tuple(classes_of(case.golds.get(role, case.gold))), tuple(classes_of(case.outputs[role])))
            for case in cases
        ]
        expected = changed(kind, gold, output, number)
        if kind is Renamings:
            listed = [(pair[0], pair[1]) for pair in listed]
        assert set(listed) == expected, (gold, output)
        assert len(listed) == len(expected) or kind is Renamings
        if cases:
            demand_counts(places, cases)


def demand_counts(places: Any, cases: Sequence[Case]) -> None:
    """The counts are those that the task finds in the outputs."""
    counts = task("classification").counts
    assert counts is not None
    stacks = places.counts(list(range(len(cases))), True)
    for role, of in stacks.items():
        for k, case in enumerate(cases):
            expected = counts(case.outputs[role], case.golds.get(role, case.gold))
            assert type(of) is type(expected)
            for name in ("tp", "fp", "fn", "tn") if isinstance(of, Confusion) else ("table",):
                whole, alone = getattr(of, name), getattr(expected, name)
                assert np.all(whole[k if len(whole) > 1 else 0] == alone[0])


def test_the_counts_of_two_and_of_three_classes_have_their_own_types() -> None:
    two = Corrections(organized([0, 1], 2), organized([1, 1], 2)).counts([0], False)
    three = Corrections(organized([0, 2], 3), organized([1, 1], 3)).counts([0, 1], False)
    assert isinstance(two["better"], Confusion)
    assert isinstance(three["better"], Contingency)
    assert np.asarray(three["better"].table).shape == (2, 3, 3)


def test_what_is_not_a_classification_is_refused() -> None:
    with pytest.raises(TaskError, match="is not a classification"):
        Corrections(Organization.parse("a b"), Organization.parse("a b"))
    with pytest.raises(TaskError, match="different items or classes"):
        Renamings(organized([0, 1], 2), organized([0, 1], 3))


# --- in tables of people
GOLD, SYSTEM = ["low", "low", "mid", "high", "high"], ["low", "mid", "mid", "mid", "high"]


def test_a_table_of_classes_shows_which_metrics_heed_the_order_and_the_gold() -> None:
    impact = ax.impact(
        gold=GOLD,
        systems=SYSTEM,
        metrics=["accuracy", "recall(average=macro)", "kappa(weights=linear)"],
        class_order=["low", "mid", "high"],
    )
    violated = {(row.metric, row.constraint.id): row.violated for row in impact.rows}
    assert violated["accuracy", "monotonicity"] == violated["recall(average=macro)", "monotonicity"] == 0
    assert violated["recall(average=macro)", "symmetry"] == 1  # with both exchanged it is precision
    assert violated["accuracy", "symmetry"] == violated["kappa(weights=linear)", "symmetry"] == 0
    assert violated["kappa(weights=linear)", "class-symmetry"] > 0
    assert violated["accuracy", "class-symmetry"] == violated["recall(average=macro)", "class-symmetry"] == 0
    row = impact.row("kappa(weights=linear)", "class-symmetry")
    assert row.worst is not None
    assert row.worst.relation == "unequal"


def plain_accuracy(y_true: Any, y_pred: Any) -> float:
    return float(np.mean(y_true == y_pred)) if len(y_true) else float("nan")


def test_a_function_is_called_with_the_numbers_of_the_classes() -> None:
    impact = ax.impact(gold=GOLD, systems=SYSTEM, metrics=[plain_accuracy])
    rows = {row.constraint.id: (row.edits, row.violated) for row in impact.rows}
    assert rows == {"monotonicity": (2, 0), "symmetry": (1, 0), "class-symmetry": (3, 0)}
