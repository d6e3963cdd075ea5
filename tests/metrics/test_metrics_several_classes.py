"""Metrics of several classes beside other libraries, on random inputs some of whose classes do not occur.

Where a library differs, the test says in which reading it agrees; `docs/several-classes.md` lists them.
"""

from __future__ import annotations

import importlib
import math
import random
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.comparison.label_counts import leaves_out
from axiometrics.core.aggregates import Contingency
from axiometrics.core.metric import Metric

CLASSES = 4
MANY = pytest.mark.parametrize("number", [pytest.param(20), pytest.param(10_000, marks=[pytest.mark.thorough])])

Labels = list[int]


def drawn(number: int) -> Iterator[tuple[Labels, Labels, Contingency]]:
    """Random golds and predictions of three or four classes, with their tables; a class is often rare or missing."""
    chance = random.Random(0)
    for _ in range(number):
        items, shares = chance.randint(1, 30), [[chance.random() ** 3 for _ in range(CLASSES)] for _ in range(2)]
        gold = chance.choices(range(CLASSES), shares[0], k=items)
        right = chance.random()
        predicted = [
            g if chance.random() < right else p
            for g, p in zip(gold, chance.choices(range(CLASSES), shares[1], k=items), strict=True)
        ]
        table = np.zeros((CLASSES, CLASSES), dtype=int)
        np.add.at(table, (gold, predicted), 1)
        yield gold, predicted, Contingency.of([table])


@cache
def metric(name: str) -> Metric:
    return registry.metric(name, ("classification",))


def value(name: str, counts: Contingency) -> float:
    return float(metric(name).evaluate(counts).item())


def same(left: float, right: float) -> bool:
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9) or (math.isnan(left) and math.isnan(right))


def scikit(function: str, **given: Any) -> Callable[[Labels, Labels], float]:
    return lambda gold, predicted: float(
        getattr(importlib.import_module("sklearn.metrics"), function)(gold, predicted, **given)
    )


SCIKIT: dict[str, Callable[[Labels, Labels], float]] = {
    "accuracy": scikit("accuracy_score"),
    "balanced-accuracy(over=gold)": scikit("balanced_accuracy_score"),
    "mcc": scikit("matthews_corrcoef"),
    "kappa": scikit("cohen_kappa_score", labels=range(CLASSES)),
    "kappa(weights=linear)": scikit("cohen_kappa_score", labels=range(CLASSES), weights="linear"),
    "kappa(weights=quadratic)": scikit("cohen_kappa_score", labels=range(CLASSES), weights="quadratic"),
    **{
        f"{name}(average={average})": scikit(function, average=average.partition(",")[0], zero_division=0, **labels)
        for name, function in (
            ("precision", "precision_score"),
            ("recall", "recall_score"),
            ("f", "f1_score"),
            ("jaccard", "jaccard_score"),
        )
        for average, labels in (
            ("macro", {"labels": range(CLASSES)}),
            ("macro,over=present", {}),
            ("micro", {}),
            ("weighted", {}),
        )
    },
    "f(beta=2,average=macro)": scikit("fbeta_score", beta=2, average="macro", zero_division=0, labels=range(CLASSES)),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("number", "names"),
    [
        pytest.param(20, tuple(SCIKIT), id="all"),
        *(pytest.param(10_000, (name,), marks=[pytest.mark.thorough], id=name) for name in SCIKIT),
    ],
)
def test_values_are_those_of_scikit_learn(number: int, names: tuple[str, ...]) -> None:
    for gold, predicted, counts in drawn(number):
        for name in names:
            assert same(value(name, counts), SCIKIT[name](gold, predicted)), (name, gold, predicted)


@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_numbers_the_classes_that_occur() -> None:
    """Without `labels`, the weights of kappa differ where a class is left out between two that occur."""
    differing = set()
    for gold, predicted, counts in drawn(200):
        theirs = scikit("cohen_kappa_score", weights="quadratic")(gold, predicted)
        if not same(value("kappa(weights=quadratic)", counts), theirs):
            differing.add(bool(leaves_out(counts).item()))
    assert differing == {True}


@MANY
def test_values_are_those_of_krippendorff(number: int) -> None:
    peer = pytest.importorskip("krippendorff")
    for gold, predicted, counts in drawn(number):
        for name, level in (("krippendorff-alpha", "nominal"), ("krippendorff-alpha(level=interval)", "interval")):
            ours = value(name, counts)
            if len({*gold, *predicted}) == 1:  # the library refuses a domain of one value
                assert math.isnan(ours)
            else:
                theirs = peer.alpha(reliability_data=[gold, predicted], level_of_measurement=level)
                assert same(ours, float(theirs)), (name, gold, predicted)


@MANY
def test_values_are_those_of_imbalanced_learn(number: int) -> None:
    """A class that is in the prediction alone has the share 0 there, so that the mean is 0."""
    peer = pytest.importorskip("imblearn.metrics")
    differing = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for gold, predicted, counts in drawn(number):
            ours, theirs = value("g-mean(over=gold)", counts), float(peer.geometric_mean_score(gold, predicted))
            if {*predicted} <= {*gold}:
                assert same(ours, theirs), (gold, predicted)
            else:
                assert theirs == 0
                differing += ours > 0
    assert differing > 0


PYCM = {
    "accuracy": "Overall ACC",
    "kappa": "Kappa",
    "scott-pi": "Scott PI",
    "krippendorff-alpha": "Krippendorff Alpha",
    "f(average=macro)": "F1 Macro",
    "f(average=micro)": "F1 Micro",
    "precision(average=macro)": "PPV Macro",
    "recall(average=macro)": "TPR Macro",
    "mcc": "Overall MCC",
}


@pytest.mark.parametrize("number", [pytest.param(60), pytest.param(10_000, marks=[pytest.mark.thorough])])
def test_values_are_those_of_pycm(number: int) -> None:
    """Where every class occurs in gold and prediction; elsewhere pycm gives the text `None` for most of what is 0/0."""
    pycm = pytest.importorskip("pycm")
    compared = 0
    for gold, predicted, counts in drawn(number):
        if len({*gold}) == len({*predicted}) == CLASSES:
            peer = pycm.ConfusionMatrix(actual_vector=gold, predict_vector=predicted)
            for name, field in PYCM.items():
                assert same(value(name, counts), float(peer.overall_stat[field])), (name, gold, predicted)
            compared += 1
    assert compared > 0


TORCH = {
    "accuracy": ("multiclass_accuracy", {"average": "micro"}),
    "f(average=micro)": ("multiclass_f1_score", {"average": "micro"}),
    "f(average=weighted)": ("multiclass_f1_score", {"average": "weighted"}),
    "f(average=macro,over=present)": ("multiclass_f1_score", {"average": "macro"}),
    "precision(average=macro,over=present)": ("multiclass_precision", {"average": "macro"}),
    "recall(average=macro,over=present)": ("multiclass_recall", {"average": "macro"}),
    "jaccard(average=macro,over=present)": ("multiclass_jaccard_index", {"average": "macro"}),
    "jaccard(average=weighted)": ("multiclass_jaccard_index", {"average": "weighted"}),
    "kappa": ("multiclass_cohen_kappa", {}),
    "kappa(weights=quadratic)": ("multiclass_cohen_kappa", {"weights": "quadratic"}),
    "mcc": ("multiclass_matthews_corrcoef", {}),
}


@MANY
def test_values_are_those_of_torchmetrics(number: int) -> None:
    """It counts in single precision. Means over classes are over those that occur; where a side has one class, its MCC
    is another one.
    """
    torch, peer = pytest.importorskip("torch"), pytest.importorskip("torchmetrics.functional.classification")
    for gold, predicted, counts in drawn(number):
        sides = torch.tensor(predicted), torch.tensor(gold)
        for name, (function, given) in TORCH.items():
            if name != "mcc" or min(len({*gold}), len({*predicted})) > 1:
                theirs = getattr(peer, function)(*sides, num_classes=CLASSES, **given).item()
                ours = value(name, counts)
                assert math.isclose(ours, theirs, abs_tol=1e-5) or math.isnan(ours), (name, gold, predicted, theirs)
