"""More than two labels. The judges are scikit-learn, and functions of which it is known what they compute."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest
from sklearn import metrics as sklearn

import axiometrics as ax
from axiometrics import registry
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.identification import label_inputs
from axiometrics.comparison.label_counts import label_counts
from axiometrics.core.errors import UnknownNameError
from tests.begun import is_begun

Labels = Sequence[int]


def accuracy_without_class_2(y_true: Labels, y_pred: Labels) -> float:
    return sum(t == p and t < 2 for t, p in zip(y_true, y_pred, strict=True)) / len(y_true)


def precision_of_class_1(y_true: Labels, y_pred: Labels) -> float:
    """It has values on any labels, and speaks of one."""
    right = [t == 1 for t, p in zip(y_true, y_pred, strict=True) if p == 1]
    return sum(right) / len(right) if right else 0.0


def correlation_of_two(y_true: Labels, y_pred: Labels) -> float:
    if not {*y_true, *y_pred} <= {0, 1}:
        raise ValueError("two classes only")
    return float(sklearn.matthews_corrcoef(y_true, y_pred))


def unweighted_kappa_called_quadratic(y_true: Labels, y_pred: Labels) -> float:
    n, labels = len(y_true), range(max(*y_true, *y_pred) + 1)
    agreed = sum(t == p for t, p in zip(y_true, y_pred, strict=True)) / n
    chance = sum(list(y_true).count(label) * list(y_pred).count(label) for label in labels) / n**2
    return (agreed - chance) / (1 - chance) if chance < 1 else float("nan")


def shares(y_true: Labels, y_pred: Labels) -> list[tuple[float, float]]:
    """Precision and recall of each label, 0 at 0/0."""
    right = [[t == p == label for t, p in zip(y_true, y_pred, strict=True)] for label in sorted({*y_true, *y_pred})]
    sizes = [(list(y_pred).count(label), list(y_true).count(label)) for label in sorted({*y_true, *y_pred})]
    return [(sum(hits) / max(p, 1), sum(hits) / max(t, 1)) for hits, (p, t) in zip(right, sizes, strict=True)]


def harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def macro_f1_of_means(y_true: Labels, y_pred: Labels) -> float:
    """The second of the two macro F1 that Opitz & Burst 2019 tell apart: F of macro precision and macro recall."""
    precision, recall = (sum(side) / len(side) for side in zip(*shares(y_true, y_pred), strict=True))
    return harmonic(precision, recall)


def macro_f1(y_true: Labels, y_pred: Labels) -> float:
    every = [harmonic(*share) for share in shares(y_true, y_pred)]
    return sum(every) / len(every)


def macro_f1_of_scikit_learn_means(y_true: Labels, y_pred: Labels, of: str) -> float:
    given = {"average": "macro", "zero_division": 0}
    return harmonic(sklearn.precision_score(y_true, y_pred, **given), sklearn.recall_score(y_true, y_pred, **given))


def balanced_accuracy(y_true: Labels, y_pred: Labels) -> float:
    """That of scikit-learn, which warns where a class is in the output alone."""
    return float(sklearn.recall_score(y_true, y_pred, labels=sorted({*y_true}), average="macro"))


MACRO_F = "f(average=macro,over=present)"
MACRO_F_OF_MEANS = "f(average=macro,over=present,of=means)"
REFERENCE: dict[str, Callable[..., float]] = {
    "accuracy": sklearn.accuracy_score,
    "macro-accuracy(over=gold)": balanced_accuracy,
    "mcc": sklearn.matthews_corrcoef,
    "kappa": sklearn.cohen_kappa_score,
    "kappa(weights=linear)": partial(sklearn.cohen_kappa_score, weights="linear"),
    "kappa(weights=quadratic)": partial(sklearn.cohen_kappa_score, weights="quadratic"),
    MACRO_F: partial(sklearn.f1_score, average="macro", zero_division=0),
    MACRO_F_OF_MEANS: partial(macro_f1_of_scikit_learn_means, of="means"),
    "f(average=macro)": partial(sklearn.f1_score, average="macro", zero_division=0, labels=[0, 1, 2, 3]),
    "f(average=weighted)": partial(sklearn.f1_score, average="weighted", zero_division=0),
}


@pytest.mark.parametrize("name", REFERENCE)
def test_definitions_of_several_labels_have_the_values_of_scikit_learn(name: str) -> None:
    metric, function = registry.metric(name, ["filtering"]), REFERENCE[name]
    compared = 0
    for block in label_inputs.searched(4).blocks if name == MACRO_F_OF_MEANS else label_inputs.searched(3).blocks:
        numbers = ComparedFormula(metric).values(block)
        for k, entry in list(enumerate(block.inputs))[::7]:
            if not numbers.by_convention[k] and not np.isnan(numbers.numbers[k]):
                assert function(*entry.call) == pytest.approx(numbers.numbers[k])
                assert float(metric.evaluate(label_counts([entry.call], exact=True)).item()) == pytest.approx(
                    numbers.numbers[k]
                )
                compared += 1
    assert compared > 20


def test_every_input_is_tried_once_up_to_the_order_of_its_items() -> None:
    for items, number in ((1, 16 - 4), (2, 136 - 10), (3, 816 - 20)):  # multisets of pairs, without those of 0 and 1
        inputs = [
            entry for block in label_inputs.searched(3).blocks for entry in block.inputs if entry.documents == items
        ]
        assert len({tuple(sorted(zip(*entry.call, strict=True))) for entry in inputs}) == len(inputs) == number


def test_weights_of_kappa_show_with_three_labels() -> None:
    """The example: y = 0 1 2 2 1 0 2 0, p = 0 2 2 1 1 2 2 0."""
    gold, output = [0, 1, 2, 2, 1, 0, 2, 0], [0, 2, 2, 1, 1, 2, 2, 0]
    counts = label_counts([[gold, output]], exact=True)
    plain = registry.metric("kappa")
    values = [float(plain.with_values(weights=w).evaluate(counts).item()) for w in ("none", "quadratic")]
    assert values == pytest.approx([0.4286, 0.5], abs=1e-4)

    def quadratic_kappa(y_true: Any, y_pred: Any) -> float:
        expected = float(np.mean((np.asarray(y_true)[:, None] - np.asarray(y_pred)) ** 2))
        return 1 - float(np.mean((np.asarray(y_true) - np.asarray(y_pred)) ** 2)) / expected if expected else math.nan

    comparison = ax.compare(unweighted_kappa_called_quadratic, quadratic_kappa, task="filtering", max_size=2)
    assert not comparison.equal
    difference = comparison.agreement.difference
    assert difference is not None
    assert len({*difference.arguments[0], *difference.arguments[1]}) == 3  # type: ignore[index]


def test_what_leaves_a_label_out_is_no_accuracy() -> None:
    identification = ax.identify(accuracy_without_class_2, task="filtering", max_size=2)
    if any(metric.id == identification.definition and is_begun(metric) for metric in registry.metrics()):
        pytest.skip("a metric that was just begun is accuracy of two classes, too")
    assert (identification.equal, identification.definition) == (False, "accuracy")
    difference = identification.agreement.difference
    assert difference is not None
    assert difference.arguments == [[2], [2]]
    assert difference.values == (0.0, 1.0)


@pytest.mark.parametrize(
    ("function", "definition"),
    [
        (macro_f1, "f(beta=1,average=macro,over=present)"),
        (macro_f1_of_means, "f(beta=1,average=macro,over=present,of=means)"),
    ],
)
def test_the_two_macro_f1_are_told_apart(function: Callable[..., float], definition: str) -> None:
    identification = ax.identify(function, form="decisions", max_size=3)
    assert (identification.equal, identification.definition, identification.also) == (True, definition, ())
    assert identification.searched == {"filtering": 3, "labels": 3}


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        ("kappa(weights=quadratic)", True),
        ("kappa(weights=linear)", False),
    ],
)
def test_a_definition_that_identify_names_can_be_compared(other: str, equal: bool) -> None:
    target = "sklearn.metrics:cohen_kappa_score(weights=quadratic)"
    comparison = ax.compare(target, other, max_size=3)
    assert (comparison.equal, comparison.names) == (equal, (target, other))
    assert "labels" in comparison.searched


def test_definitions_that_differ_on_three_labels_are_not_equal_to_each_other() -> None:
    assert not ax.compare("kappa(weights=linear)", "kappa(weights=quadratic)", max_size=3).equal
    assert not ax.compare(MACRO_F, MACRO_F_OF_MEANS, task="filtering", max_size=2).equal
    assert ax.identify("kappa(weights=linear)", max_size=3).definition == "kappa(weights=linear)"
    with pytest.raises(UnknownNameError, match="weight"):
        ax.compare("kappa(weight=linear)", "kappa")


def test_the_same_definition_is_found_on_several_labels() -> None:
    identification = ax.identify(unweighted_kappa_called_quadratic, task="filtering", max_size=3)
    assert (identification.equal, identification.definition, identification.also) == (True, "kappa", ())
    assert identification.searched == {"filtering": 3, "labels": 3}


@pytest.mark.parametrize("function", [correlation_of_two, precision_of_class_1])
def test_two_labels_remain_two(function: Callable[..., float]) -> None:
    """A function that raises on a third label, or a definition that does not speak of it, is one for two labels."""
    identification = ax.identify(function, task="filtering", max_size=2)
    assert identification.equal
    assert identification.searched == {"filtering": 2}
    assert identification.definition == ("precision" if function is precision_of_class_1 else "mcc")
