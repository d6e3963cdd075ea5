"""Functions of one confusion matrix: of any number of classes, as an array or as lists, in either order."""

from types import FunctionType
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

import axiometrics as ax
from axiometrics.candidates import candidate
from axiometrics.core.errors import TargetError
from axiometrics.registry.tasks import signature

DECISIONS = signature("classification")


def given(form: str, gold: list[int], output: list[int]) -> Any:
    """What a function is given in a form."""
    return DECISIONS.called(lambda matrix: matrix, form, (np.array(gold), np.array(output)))


def declared(function: Any, **said: Any) -> Any:
    """A copy of a function with what its author says of it."""
    return ax.metric(**said)(FunctionType(function.__code__, function.__globals__, function.__name__))


GOLD, OUTPUT = [0, 2, 1, 2, 0, 1, 3], [0, 1, 1, 2, 2, 1, 0]


def test_the_matrix_is_that_of_scikit_learn() -> None:
    expected = confusion_matrix(GOLD, OUTPUT, labels=range(4))
    assert (given("matrix", GOLD, OUTPUT) == expected).all()
    assert (given("matrix output-first", GOLD, OUTPUT) == expected.T).all()
    assert given("matrix-lists", GOLD, OUTPUT) == expected.tolist()
    assert (given("matrix-positive-first", GOLD, OUTPUT) == expected[::-1, ::-1]).all()


def test_two_classes_have_two_rows_where_one_occurs() -> None:
    assert given("matrix-lists", [0, 0], [0, 0]) == [[2, 0], [0, 0]]
    assert given("matrix-lists", [1, 0, 1], [1, 1, 1]) == [[0, 1], [0, 2]]


def precision(cm: Any) -> float:
    """Precision of the class 1, with rows of the gold."""
    return float(cm[1][1] / (cm[0][1] + cm[1][1] or 1))


def of_lists(cm: Any) -> float:
    """Recall of the class 1 of a list of lists; lists are added as lists."""
    return float(cm[1][1] / (sum(cm[1] + [0]) or 1)) if isinstance(cm, list) else cm.none


def test_the_order_is_that_of_the_rows_and_can_be_exchanged() -> None:
    about = candidate(precision).about
    assert (about["form"], about["order"]) == ("confusion-matrix", "gold-first")
    assert about["called"] == "precision(cm=[[1, 1], [0, 2]])"
    exchanged = candidate(declared(precision, form="confusion-matrix", order="output-first")).about
    assert exchanged["order"] == "output-first"
    assert exchanged["called"] == "precision(cm=[[1, 0], [1, 2]])"


def test_lists_are_passed_to_a_function_of_lists() -> None:
    assert candidate(of_lists).about["called"] == "of_lists(cm=[[1, 1], [0, 2]])"


def test_the_older_name_of_the_form_is_known() -> None:
    assert candidate(declared(of_lists, form="table")).about["form"] == "confusion-matrix"


def precision_of_positive_first(cm: Any) -> float:
    """Precision of the positive class, with the positive class first."""
    return float(cm[0][0] / (cm[0][0] + cm[1][0] or 1))


def test_a_known_metric_of_matrices_with_the_positive_class_first_is_asked_about() -> None:
    with pytest.raises(ax.AmbiguousForm) as caught:
        candidate(precision_of_positive_first)
    assert {reading.form for reading in caught.value.readings} == {
        "confusion-matrix",
        "confusion-matrix-positive-first",
    }
    positive_first = declared(precision_of_positive_first, form="confusion-matrix-positive-first")
    assert candidate(positive_first).about["called"] == "precision_of_positive_first(cm=[[2, 0], [1, 1]])"


# --- functions of probabilities are not judged on classes
def brier(y_true: Any, y_proba: Any) -> float:
    """The mean of the squares of the errors of probabilities."""
    return float(np.mean([(y - p) ** 2 for y, p in zip(y_true, y_proba, strict=True)]))


def brier_of_scores(y_true: Any, y_score: Any) -> float:
    """The same, under the names of scores."""
    return brier(y_true, y_score)


def of_classes(y_true: Any, y_pred: Any) -> float:
    """The line that the refusal of `brier` writes."""
    return brier(y_true, y_pred >= 0.5)


@pytest.mark.parametrize("function", [brier, brier_of_scores], ids=["y_proba", "y_score"])
def test_a_function_of_probabilities_is_refused_with_its_cure(function: Any) -> None:
    with pytest.raises(TargetError) as caught:
        candidate(function)
    assert "it takes probabilities" in str(caught.value)
    assert f"lambda y_true, y_pred: {function.__name__}(y_true, y_pred >= 0.5)" in str(caught.value)


def test_the_cure_of_probabilities_is_judged() -> None:
    assert candidate(of_classes).about["form"] == "decisions"
    assert candidate(declared(brier, form="decisions")).about["form"] == "decisions"


def area(y_true: Any, y_proba: Any) -> float:
    """The area under the ROC curve, in which only the order of the probabilities counts."""
    pairs = [(p > n) + (p == n) / 2 for y, p in zip(y_true, y_proba, strict=True) if y for n in y_proba[y_true == 0]]
    return float(np.mean(pairs)) if pairs else float("nan")


def test_the_order_of_probabilities_is_judged_where_it_is_said_to_count_alone() -> None:
    with pytest.raises(TargetError, match="--form scores if only the order"):
        candidate(area)
    about = candidate(declared(area, form="scores")).about
    assert (about["form"], about["task"]) == ("scores", "ranking")
