"""Metrics of two classes: the definitions for any number of classes give them at two, and other libraries agree."""

from __future__ import annotations

import importlib
import math
import random
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.aggregates import Confusion
from axiometrics.core.exact import is_zero, sqrt
from axiometrics.generators.tables import compositions

Square = tuple[tuple[int, int], tuple[int, int]]
"""The items by gold class and predicted class, the positive class first."""


def agreement(table: Square) -> tuple[int, int, list[int], list[int]]:
    """Right items, all items, and the items of each class in the gold and in the prediction."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    return sum(table[k][k] for k in range(len(table))), sum(rows), rows, columns


def accuracy(table: Square) -> Fraction | None:
    right, items, _, _ = agreement(table)
    return Fraction(right, items) if items else None


def balanced_accuracy(table: Square) -> Fraction | None:
    _, _, rows, _ = agreement(table)
    shares = [Fraction(table[k][k], of) for k, of in enumerate(rows) if of]
    return sum(shares, Fraction(0)) / len(rows) if len(shares) == len(rows) else None


def kappa(table: Square) -> Fraction | None:
    right, items, rows, columns = agreement(table)
    by_chance = sum(a * b for a, b in zip(rows, columns, strict=True))
    return Fraction(right * items - by_chance, items**2 - by_chance) if items**2 != by_chance else None


def correlation(table: Square) -> Any:
    """Gorodkin's correlation of k classes."""
    right, items, rows, columns = agreement(table)
    by_chance = sum(a * b for a, b in zip(rows, columns, strict=True))
    left, above = (items**2 - sum(a * a for a in side) for side in (rows, columns))
    return Fraction(right * items - by_chance) / sqrt(Fraction(left * above)) if left and above else Fraction(0)


def of_first_class(share: Callable[[int, int, int], tuple[int, int]]) -> Callable[[Square], Fraction]:
    """A share by right items, predicted items and gold items of the first class; 0 at 0/0."""

    def value(table: Square) -> Fraction:
        _, _, rows, columns = agreement(table)
        above, below = share(table[0][0], columns[0], rows[0])
        return Fraction(above, below) if below else Fraction(0)

    return value


OF_K_CLASSES: dict[str, Callable[[Square], Any]] = {
    "accuracy": accuracy,
    "balanced-accuracy": balanced_accuracy,
    "kappa": kappa,
    "mcc": correlation,
    "precision": of_first_class(lambda right, predicted, gold: (right, predicted)),
    "recall": of_first_class(lambda right, predicted, gold: (right, gold)),
    "f": of_first_class(lambda right, predicted, gold: (2 * right, predicted + gold)),
    "jaccard": of_first_class(lambda right, predicted, gold: (right, predicted + gold - right)),
}


@pytest.mark.parametrize("name", OF_K_CLASSES)
def test_a_metric_of_filtering_is_that_of_k_classes_at_two(name: str) -> None:
    tables = [table for items in range(13) for table in compositions(items, 4)]
    metric = registry.metric(name, ("classification",)).reduced("classification")
    values = metric.evaluate(Confusion.of(tables, exact=True))
    for (tp, fp, fn, tn), value in zip(tables, values, strict=True):
        expected = OF_K_CLASSES[name](((tp, fn), (fp, tn)))
        if value != value:
            assert expected is None, (name, tp, fp, fn, tn)
        else:
            difference = expected - value
            assert difference == 0 if isinstance(difference, Fraction) else is_zero(difference), (name, tp, fp, fn, tn)


def drawn(number: int) -> Iterator[tuple[list[int], list[int], tuple[int, int, int, int]]]:
    """Random golds and predictions with their tables; a class is often rare, and sometimes missing."""
    chance = random.Random(0)
    for _ in range(number):
        items, often = chance.randint(1, 30), (chance.random(), chance.random())
        gold, predicted = ([int(chance.random() < share) for _ in range(items)] for share in often)
        pairs = list(zip(gold, predicted, strict=True))
        yield gold, predicted, tuple(pairs.count(pair) for pair in ((1, 1), (0, 1), (1, 0), (0, 0)))  # type: ignore[misc]


def lacks_a_class(table: tuple[int, int, int, int]) -> bool:
    tp, fp, fn, tn = table
    return not (tp + fn and fp + tn)


SCIKIT = {
    "accuracy": "accuracy_score",
    "balanced-accuracy": "balanced_accuracy_score",
    "precision": "precision_score",
    "recall": "recall_score",
    "f": "f1_score",
    "jaccard": "jaccard_score",
    "mcc": "matthews_corrcoef",
    "kappa": "cohen_kappa_score",
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", [pytest.param(60), pytest.param(10_000, marks=[pytest.mark.thorough])])
def test_values_are_those_of_scikit_learn(number: int) -> None:
    """Also at 0/0, but for balanced accuracy: scikit-learn takes the mean over the classes that the gold has."""
    peer = importlib.import_module("sklearn.metrics")
    for gold, predicted, table in drawn(number):
        for name, function in SCIKIT.items():
            ours, theirs = value(name, table), float(getattr(peer, function)(gold, predicted))
            if name == "balanced-accuracy" and lacks_a_class(table):
                assert math.isnan(ours)
                assert not math.isnan(theirs)
            else:
                assert same(ours, theirs), (name, table)


PYCM = {
    "accuracy": "ACC",
    "precision": "PPV",
    "recall": "TPR",
    "f": "F1",
    "jaccard": "J",
    "informedness": "BM",
    "g-mean": "GM",
    "mcc": "MCC",
    "kappa": "Kappa",
    "confusion-entropy": "Overall_CEN",
}
"""The statistics of the positive class, and two of the whole table."""

UNDEFINED_HERE = {"informedness", "g-mean", "kappa"}
"""What is 0/0 has no value here; the other metrics are 0 by convention."""


@pytest.mark.parametrize("number", [pytest.param(60), pytest.param(10_000, marks=[pytest.mark.thorough])])
def test_values_are_those_of_pycm(number: int) -> None:
    """Wherever pycm has a value. It has the text `None` for what is 0/0, which occurs only where a class is absent."""
    pycm = pytest.importorskip("pycm")
    absent = set()
    for table in {table for _, _, table in drawn(number)}:
        tp, fp, fn, tn = table
        peer = pycm.ConfusionMatrix(matrix={1: {1: tp, 0: fn}, 0: {1: fp, 0: tn}})
        for name, field in PYCM.items():
            statistic = getattr(peer, field)
            theirs = statistic[1] if isinstance(statistic, dict) else statistic
            if theirs == "None":
                assert lacks_a_class(table) or lacks_a_class((tp, fn, fp, tn)), (name, table)
                expected = math.nan if name in UNDEFINED_HERE else 0
                absent.add(name)
            else:
                expected = -float(theirs) if name == "confusion-entropy" else float(theirs)
            assert same(value(name, table), expected), (name, table)
    assert absent >= {"precision", "recall", "informedness", "g-mean", "mcc"}


def test_values_are_those_of_imbalanced_learn() -> None:
    peer = pytest.importorskip("imblearn.metrics")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for gold, predicted, table in drawn(100):
            if not lacks_a_class(table):
                theirs = peer.geometric_mean_score(gold, predicted, average="binary")
                assert same(value("g-mean", table), float(theirs)), table


def value(name: str, table: tuple[int, int, int, int]) -> float:
    return float(registry.metric(name, ("classification",)).evaluate(Confusion.of([table])).item())


def same(left: float, right: float) -> bool:
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9) or (math.isnan(left) and math.isnan(right))
