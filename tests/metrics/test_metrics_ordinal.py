"""Metrics of ordered classes, their formulas and their definitions, against scipy, scikit-learn and imbalanced-learn on
random classes, of which some do not occur.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk

from axiometrics import registry
from axiometrics.core.aggregates import Contingency
from axiometrics.core.organization import Organization

Side = list[int]
FEW, MANY = 300, 10_000


def drawn(number: int) -> Iterator[tuple[Side, Side, int]]:
    """The classes of a gold and of an output, from 0 on, and how many classes there are."""
    chance = Random("ordered classes")
    for _ in range(number):
        classes, items = chance.randint(2, 6), chance.randint(1, 12)
        gold, output = (
            [chance.choice(chance.sample(range(classes), chance.randint(1, classes))) for _ in range(items)]
            for _ in range(2)
        )
        yield gold, output, classes


def ours(name: str, gold: Side, output: Side, classes: int) -> float:
    table = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(table, (gold, output), 1)
    with np.errstate(all="ignore"):
        return float(registry.metric(name, ["ordinal"]).evaluate(Contingency.of([table])).item())


def defined(name: str, gold: Side, output: Side, classes: int) -> float:
    """The value of the definition, and nan where there is none."""
    sides = [
        Organization([[f"d{i}"] for i, number in enumerate(side) if number == of] for of in range(classes))
        for side in (output, gold)
    ]
    definition = registry.definition(name, "ordinal")
    assert definition is not None
    value = definition(*sides)
    return math.nan if value is None else float(value)


def f1(average: str, present: bool = False) -> Callable[[Side, Side, int], float]:
    def peer(gold: Side, output: Side, classes: int) -> float:
        labels = sorted({*gold, *output}) if present else list(range(classes))
        return float(sk.f1_score(gold, output, labels=labels, average=average, zero_division=0))

    return peer


def f_of_means(gold: Side, output: Side, classes: int) -> float:
    p, r, *_ = sk.precision_recall_fscore_support(
        gold, output, labels=list(range(classes)), average="macro", zero_division=0
    )
    return float(2 * p * r / (p + r)) if p + r else 0.0


def kappa(weights: str | None) -> Callable[[Side, Side, int], float]:
    return lambda gold, output, classes: float(
        sk.cohen_kappa_score(gold, output, labels=list(range(classes)), weights=weights)
    )


def macro_mae(gold: Side, output: Side, classes: int) -> float:
    """scikit-learn's error, in the gold classes one by one."""
    errors = [
        sk.mean_absolute_error([of] * gold.count(of), [p for g, p in zip(gold, output, strict=True) if g == of])
        for of in sorted({*gold})
    ]
    return -float(sum(errors)) / len(errors)


PEERS: dict[str, Callable[[Side, Side, int], float]] = {
    "accuracy": lambda gold, output, classes: float(sk.accuracy_score(gold, output)),
    "f(average=macro)": f1("macro"),
    "f(average=macro,over=present)": f1("macro", present=True),
    "f(average=micro)": f1("micro"),
    "f(average=weighted)": f1("weighted"),
    "f(average=macro,of=means)": f_of_means,
    "kappa": kappa(None),
    "kappa(weights=linear)": kappa("linear"),
    "kappa(weights=quadratic)": kappa("quadratic"),
    "mae": lambda gold, output, classes: -float(sk.mean_absolute_error(gold, output)),
    "macro-mae": macro_mae,
    "kendall-tau": lambda gold, output, classes: float(stats.kendalltau(gold, output).statistic),
    "spearman": lambda gold, output, classes: float(stats.spearmanr(gold, output).statistic),
    "pearson": lambda gold, output, classes: float(stats.pearsonr(gold, output).statistic),
}


def close(left: float, right: float) -> bool:
    return (math.isnan(left) and math.isnan(right)) or math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9)


def peer_value(name: str, gold: Side, output: Side, classes: int) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a correlation of constant classes has no value
        return PEERS[name](gold, output, classes)


def compare(name: str, number: int, value: Callable[..., float]) -> None:
    for gold, output, classes in drawn(number):
        if len(gold) == 1 and name in ("spearman", "pearson", "kendall-tau"):
            continue  # scipy refuses one item
        theirs = peer_value(name, gold, output, classes)
        assert close(value(name, gold, output, classes), theirs), (name, gold, output, classes, theirs)


@pytest.mark.parametrize("name", PEERS)
def test_formulas_give_what_peers_give(name: str) -> None:
    compare(name, FEW, ours)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PEERS)
def test_formulas_give_what_peers_give_on_many_inputs(name: str) -> None:
    compare(name, MANY, ours)


@pytest.mark.parametrize("name", PEERS)
def test_definitions_give_what_peers_give(name: str) -> None:
    compare(name, FEW // 3, defined)


def test_macro_mae_is_that_of_imbalanced_learn() -> None:
    peer: Any = pytest.importorskip("imblearn.metrics").macro_averaged_mean_absolute_error
    for gold, output, classes in drawn(FEW):
        if {*output} <= {*gold}:  # it divides by the items of each class that occurs anywhere
            assert close(ours("macro-mae", gold, output, classes), -float(peer(gold, output)))


def test_each_metric_is_compared_with_a_peer_or_stands_alone() -> None:
    compared = {registry.metric(name, ["ordinal"]).base for name in PEERS}
    assert {metric.base for metric in registry.metrics() if metric.task == "ordinal"} - compared == {"cem-ord"}
