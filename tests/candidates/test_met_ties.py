"""Ties that meet a demand, of a user's function in floats: they are seen, and the evidence says how."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import pytest

import axiometrics as ax
from axiometrics.candidates.met_ties import in_fractions, in_means
from axiometrics.core.case import AT_MOST_1, EQUAL, EQUAL_MEANS, GAIN, NO_LOSS, Case
from axiometrics.core.cell import Cell
from axiometrics.core.organization import Organization

GOLD = Organization.parse("a > b")
MEANS = Case(GOLD, {"one": (GOLD,) * 3, "other": GOLD})


def counts(gold: list[int], predicted: list[int]) -> tuple[int, int, int, int]:
    pairs = list(zip(gold, predicted, strict=True))
    return tuple(pairs.count(kind) for kind in ((1, 1), (0, 1), (1, 0), (0, 0)))  # type: ignore[return-value]


def balanced(y_true: list[int], y_pred: list[int]) -> float:
    tp, fp, fn, tn = counts(y_true, y_pred)
    return (tp / (tp + fn) + tn / (tn + fp)) / 2 if tp + fn and tn + fp else math.nan


def correlation(y_true: list[int], y_pred: list[int]) -> float:
    tp, fp, fn, tn = counts(y_true, y_pred)
    below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return (tp * tn - fp * fn) / math.sqrt(below) if below else 0.0


def leaning(y_true: list[int], y_pred: list[int]) -> float:
    return correlation(y_true, y_pred) + 1e-9 * sum(y_pred)


def leaning_within_the_bound(y_true: list[int], y_pred: list[int]) -> float:
    return correlation(y_true, y_pred) + 1e-13 * sum(y_pred)


def baseline(metric: Callable[..., float], size: int = 4) -> Cell:
    matrix = ax.check(metric, task="classification", constraints=["constant-baseline"], max_size=size, max_examples=0)
    (cell,) = (cell for cell in matrix.cells if cell.reading == "any")
    return cell


@pytest.mark.parametrize(
    ("metric", "holds", "way"),
    [
        (balanced, True, "read_as_fractions"),
        (correlation, True, "tied_means"),
        (leaning, False, ""),
        (leaning_within_the_bound, None, "within_bound"),
    ],
)
def test_the_baseline_of_a_function_in_floats(metric: Callable[..., float], holds: bool | None, way: str) -> None:
    cell = baseline(metric)
    assert cell.holds is holds
    detail = cell.to_json()["evidence"]["detail"]
    ways = {name for name in ("read_as_fractions", "tied_means", "within_bound") if detail.get(name)}
    assert way in ways if way else "within_bound" not in ways
    assert cell.evidence.exact is False


def test_the_means_of_balanced_accuracy_are_equal_as_fractions() -> None:
    """The verdict by hand, in fractions: the source that the search in floats is judged by."""
    means = set()
    for gold in itertools.product((0, 1), repeat=4):
        for positives in range(5):
            predictions = [p for p in itertools.product((0, 1), repeat=4) if sum(p) == positives]
            if 0 < sum(gold) < 4:
                tables = [counts(list(gold), list(p)) for p in predictions]
                values = [(Fraction(tp, tp + fn) + Fraction(tn, tn + fp)) / 2 for tp, fp, fn, tn in tables]
                means.add(sum(values) / len(values))
    assert means == {Fraction(1, 2)}


def test_only_ties_that_meet_the_demand_are_seen() -> None:
    tied = {"one": [0.1, 0.2, 0.3], "other": [0.2]}
    assert in_fractions(MEANS, EQUAL_MEANS, tied)
    assert not in_fractions(MEANS, EQUAL_MEANS, {**tied, "other": [0.2 + 1e-12]})
    assert not in_fractions(MEANS, EQUAL_MEANS, {**tied, "other": [math.inf]})
    assert not in_fractions(Case(GOLD, {"one": GOLD, "other": GOLD}), EQUAL, {"one": [2**0.5], "other": [2**0.5]})
    assert in_fractions(Case(GOLD, {"output": GOLD}, bound=Fraction(1)), AT_MOST_1, {"output": [1 + 2**-52]})
    two = Case(GOLD, {"better": GOLD, "worse": GOLD})
    for demand in (GAIN, NO_LOSS):
        assert not in_fractions(two, demand, {"better": [0.2], "worse": [0.2]})
    roots = {"one": [math.sqrt(n) for n in (2, 3, 5)], "other": [(math.sqrt(2) + math.sqrt(3) + math.sqrt(5)) / 3]}
    excess = sum(roots["one"]) / 3 - roots["other"][0]
    assert in_means(EQUAL_MEANS, excess, roots)
    assert not in_means(EQUAL_MEANS, excess + 1e-13, roots)
    assert not in_means(EQUAL, 0.0, {"one": [0.5], "other": [0.5]})
