"""Functions that were written for something else: they are asked about or refused, and not judged as another metric.

Calls in some form give numbers for each of them, because numpy takes lists for numbers and Python compares anything.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics.core.errors import TargetError


def rank_biased_overlap(first: Any, second: Any, p: float = 0.9) -> float:
    """The overlap of the beginnings of two rankings. None of them is the gold."""
    overlaps = [len({*first[:d]} & {*second[:d]}) / d for d in range(1, max(len(first), len(second)) + 1)]
    return (1 - p) * sum(p**place * overlap for place, overlap in enumerate(overlaps))


def box_overlap(first: Any, second: Any) -> float:
    """The shared area of two boxes (left, top, right, bottom), divided by that of both."""
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    both = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (first, second))
    shared = max(0, across) * max(0, down)
    return shared / (both - shared) if both != shared else 0.0


def relative_error(actual: Any, forecast: Any) -> float:
    """The mean error of forecasts, relative to what came."""
    return float(np.mean(np.abs((np.asarray(actual) - np.asarray(forecast)) / np.asarray(actual))))


def shares_of_largest(contingency_matrix: Any) -> float:
    """The purity of a contingency matrix of clusters and classes."""
    matrix = np.asarray(contingency_matrix)
    return float(matrix.max(axis=0).sum() / matrix.sum())


def different_items(recommended_list: Any) -> float:
    """The share of a list that differs from what stands before it."""
    return len(set(recommended_list)) / len(recommended_list)


def agreeing_pairs(crossed: Any) -> float:
    """The Rand index of a contingency matrix."""
    matrix = np.asarray(crossed)
    pairs = [(counts * (counts - 1) / 2).sum() for counts in (matrix, matrix.sum(0), matrix.sum(1), matrix.sum())]
    return float((pairs[3] + 2 * pairs[0] - pairs[1] - pairs[2]) / pairs[3])


def share_decided(y_true: Any, y_pred: Any) -> float:
    """The share of class 1 in the output, which does not heed the gold."""
    return float(sum(y_pred) / len(y_pred))


@pytest.mark.parametrize(
    "function", [rank_biased_overlap, box_overlap, relative_error, shares_of_largest, different_items, share_decided]
)
def test_what_was_written_for_something_else_is_asked_about(function: Callable[..., float]) -> None:
    with pytest.raises(ax.AmbiguousForm) as caught:
        ax.check(function)
    (reading,) = caught.value.readings
    said = str(caught.value)
    assert "calls in this way give numbers, but neither" in said
    assert f"--form {reading.form}" in said
    assert f'@ax.metric(form="{reading.form}"' in said
    assert all(f"but {why}" in said for why in reading.trial.against.values())


def test_a_table_that_is_taken_for_a_matrix_is_asked_about() -> None:
    pytest.importorskip("pandas")
    with pytest.raises(ax.AmbiguousForm, match="--form frames"):
        ax.check(agreeing_pairs)


def test_a_form_that_is_said_is_not_asked_about() -> None:
    asked: Any = {"constraints": ["filtering:priority"], "max_size": 2, "max_examples": 0}
    matrix = ax.check(rank_biased_overlap, form="decisions", **asked)
    assert matrix.metrics[0]["form"] == "decisions"


def precision_of_links(gold_links: Any, system_links: Any) -> float:
    """The share of links that are right. A link is a pair of items, whatever their order."""
    gold, system = ({frozenset(link) for link in links} for links in (gold_links, system_links))
    return len(gold & system) / len(system) if system else 0.0


def recall_of_links(gold_links: Any, system_links: Any) -> float:
    """The share of links that are found, which is a metric of any two collections."""
    return len({*gold_links} & {*system_links}) / len(gold_links) if gold_links else 1.0


def test_links_are_pairs_or_are_asked_about() -> None:
    """Clusters are lists of items, too, and lists of documents are collections."""
    asked: Any = {"constraints": ["clustering:homogeneity"], "max_size": 2, "max_examples": 0}
    assert ax.check(precision_of_links, **asked).metrics[0]["form"] == "pairs"
    with pytest.raises(ax.AmbiguousForm) as caught:
        ax.check(recall_of_links)
    assert {reading.form for reading in caught.value.readings} == {"pairs", "id-lists"}


def log_loss(y_true: Any, y_pred: Any) -> float:
    """The mean surprise at the classes, of their probabilities."""
    p = np.clip(np.asarray(y_pred, dtype=float), 1e-15, 1 - 1e-15)
    return float(-np.mean(np.where(np.asarray(y_true) == 1, np.log(p), np.log(1 - p))))


def rmse(y_true: Any, y_pred: Any) -> float:
    return math.sqrt(np.mean((np.asarray(y_true) - np.asarray(y_pred)) ** 2))


def distance(y_true: Any, y_pred: Any) -> float:
    """The mean difference: the share of errors, where what is compared are classes."""
    return float(np.mean(np.abs(np.asarray(y_true) - np.asarray(y_pred))))


@pytest.mark.parametrize("function", [log_loss, rmse])
def test_a_function_whose_name_says_numbers_is_refused_with_its_cure(function: Callable[..., float]) -> None:
    with pytest.raises(TargetError, match=r"its name says .* numbers.*--form decisions if it takes classes"):
        ax.check(function)


def test_of_a_function_that_takes_numbers_it_is_said_that_classes_alone_are_judged() -> None:
    asked: Any = {"constraints": ["filtering:priority"], "max_size": 2, "max_examples": 0}
    assert "about the classes 0 and 1 alone" in ax.check(distance, **asked).metrics[0]["inferred"]
    errors = ax.check(lambda y_true, y_pred: float(np.mean(y_true != y_pred)), **asked)
    assert "alone" not in errors.metrics[0]["inferred"]


def weighted_accuracy(y_true: Any, y_pred: Any, sample_weight: Any) -> float:
    return float(np.average(np.asarray(y_true) == np.asarray(y_pred), weights=sample_weight))


def f1_of_three(tp: int, fp: int, fn: int) -> float:
    return 2 * tp / (2 * tp + fp + fn)


def configured(config: Any, ranking: Any, grades: Any) -> float:
    return float(sum(grades.get(document, 0) for document in ranking[: config.depth]))


@pytest.mark.parametrize(
    ("function", "cure"),
    [
        (weighted_accuracy, "weighted_accuracy(sample_weight=...)"),
        (f1_of_three, "lambda tp, fp, fn, tn: f1_of_three(tp, fp, fn)"),
        (configured, "configured(config=...)"),
    ],
)
def test_a_needed_parameter_is_named(function: Callable[..., float], cure: str) -> None:
    with pytest.raises(TargetError) as caught:
        ax.check(function)
    assert cure in str(caught.value)


@pytest.mark.parametrize("text", ['{"1": {"d1": NaN}}', '{"1": {"d1": 2, "d1": 1}}'])
def test_json_that_python_reads_is_not_called_no_json(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[..., Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.qrels").write_text("1 0 d1 1\n", encoding="utf-8")
    Path("run.json").write_text(text, encoding="utf-8")
    ran = command("score", "gold.qrels", "run.json", "-m", "ap")
    assert ran.code == 2
    assert "no JSON" not in ran.err
    assert "write each key once, and numbers as decimals" in ran.err
