"""Sparse counts of classes and clusters give the scores of the table, and many classes are scored."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from sklearn import metrics as scikit

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.aggregates import Contingency, SparseContingency
from axiometrics.core.errors import ParameterError
from axiometrics.metrics.clustering import set_matching

if TYPE_CHECKING:
    from tests.conftest import Ran

LABELS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=25)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "name",
    [metric.id for metric in registry.match_metrics("*") if metric.task == "clustering" and metric.formula is not None],
)
@settings(max_examples=10, deadline=None)
@given(LABELS)
def test_sparse_counts_score_as_the_table(name: str, exact: bool, rows: list[tuple[int, int]]) -> None:
    metric = registry.metric(name, ("clustering",))
    (_, true), (_, pred) = (np.unique(side, return_inverse=True) for side in zip(*rows, strict=True))
    classes, clusters = int(true.max()) + 1, int(pred.max()) + 1
    table = np.zeros((1, classes, clusters), dtype=int)
    np.add.at(table[0], (true, pred), 1)
    sparse = SparseContingency.of_labels(true, pred, classes, clusters, exact)
    expected, actual = metric.evaluate(Contingency.of(table, exact)).item(), metric.evaluate(sparse).item()
    same = actual == expected if exact else math.isclose(actual, expected, abs_tol=1e-12)
    assert same or (actual != actual and expected != expected), "equal, or undefined in both"


def test_a_formula_that_needs_the_table_is_refused() -> None:
    sparse = SparseContingency.of_labels(np.array([0, 1]), np.array([1, 0]), 2, 2)
    with pytest.raises(ParameterError, match="too many for a metric that compares each class with each cluster"):
        _ = sparse.table


@pytest.mark.parametrize("largest", [0, 20, 10**6])
def test_components_and_tables_give_the_same_best_match(largest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `largest` 0 each component is solved sparsely, and with 20 the large ones are."""
    monkeypatch.setattr(set_matching, "LARGE_TABLE", largest)
    chance = np.random.default_rng(largest)
    for size in (1, 3, 8, 30, 60):
        true, pred = (np.unique(chance.integers(0, size, 2 * size), return_inverse=True)[1] for _ in range(2))
        classes, clusters = int(true.max()) + 1, int(pred.max()) + 1
        table = np.zeros((classes, clusters), dtype=int)
        np.add.at(table, (true, pred), 1)
        sparse = SparseContingency.of_labels(true, pred, classes, clusters, exact=True)
        best = int(table[linear_sum_assignment(table, maximize=True)].sum())
        assert registry.metric("matching-accuracy").evaluate(sparse).item() == Fraction(best, 2 * size)


def test_files_of_entity_resolution_are_scored(
    command: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chance = np.random.default_rng(5)
    true = np.arange(20_000) // 2
    pred = np.where(chance.random(len(true)) < 0.8, true, chance.integers(0, 10_000, len(true)))
    for path, labels in (("gold.csv", true), ("system.csv", pred)):
        Path(path).write_text("".join(f"r{i},e{label}\n" for i, label in enumerate(labels.tolist())), encoding="utf-8")
    values = ax.score(gold=true, system=pred, metrics=["v-measure", "adjusted-rand", "pair-precision"])
    assert values["v-measure"] == pytest.approx(scikit.v_measure_score(true, pred), abs=1e-12)
    assert values["adjusted-rand"] == pytest.approx(scikit.adjusted_rand_score(true, pred), abs=1e-12)
    by_default = command("score", "gold.csv", "system.csv")
    assert by_default.code == 0
    assert f"{values['v-measure']:.4f}" in by_default.out
    alone = np.where(np.arange(len(true)) % 2 == 0, true, 10_000 + np.arange(len(true)))
    matched = ax.score(gold=true, system=alone, metrics=["matching-accuracy"], exact=True)
    assert matched["matching-accuracy"] == Fraction(1, 2), "of each pair one is alone, and can keep no class"
