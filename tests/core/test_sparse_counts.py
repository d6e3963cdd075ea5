"""Sparse counts of classes and clusters give the scores of the table, and many classes are scored."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as scikit

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.aggregates import Contingency, SparseContingency
from axiometrics.core.errors import ParameterError

if TYPE_CHECKING:
    from tests.conftest import Ran

TABLE_ALONE = {"matching-accuracy", "edit-distance"}
"""Metrics that compare each class with each cluster."""

LABELS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=25)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "name", [one.id for one in registry.match_metrics("*") if one.task == "clustering" and one.formula is not None]
)
@settings(max_examples=10, deadline=None)
@given(LABELS)
def test_sparse_counts_score_as_the_table(name: str, exact: bool, rows: list[tuple[int, int]]) -> None:
    metric = registry.metric(name)
    (_, true), (_, pred) = (np.unique(side, return_inverse=True) for side in zip(*rows, strict=True))
    classes, clusters = int(true.max()) + 1, int(pred.max()) + 1
    table = np.zeros((1, classes, clusters), dtype=int)
    np.add.at(table[0], (true, pred), 1)
    sparse = SparseContingency.of_labels(true, pred, classes, clusters, exact)
    if metric.base in TABLE_ALONE:
        with pytest.raises(ParameterError, match="too many for a metric that compares each class with each cluster"):
            metric.evaluate(sparse)
        return
    expected, found = metric.evaluate(Contingency.of(table, exact)).item(), metric.evaluate(sparse).item()
    assert found == expected if exact else math.isclose(found, expected, abs_tol=1e-12) or found != found != expected


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
    several = command("score", "gold.csv", "system.csv", "-m", "purity*", "-m", "matching*")
    assert "left out, as they are not defined on these files: matching-accuracy" in several.err
    named = command("score", "gold.csv", "system.csv", "-m", "matching-accuracy")
    assert named.code == 2
    assert "system.csv: matching-accuracy: 10000 classes by" in named.err
