"""Metrics of two classes over the table of true and false positives and negatives."""

from __future__ import annotations

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, angle, like, log, over, ratio, sqrt, times_log
from axiometrics.core.metric import Metric
from axiometrics.metrics.filtering.counts import macro_accuracy, mcc


def informedness(t: Confusion) -> Array:
    """Youden's J: the share of the positive items that is predicted so, plus the share of the negative items that is
    predicted so, less 1.

    The range is [-1, 1]. It is undefined where the gold has one class only.

    >>> informedness(Confusion.of([[2, 1, 0, 1]], exact=True)).item()
    Fraction(1, 2)
    """
    return np.asarray(ratio(t.tp, t.relevant) + ratio(t.tn, t.irrelevant) - like(1, t.tp))


def jaccard(t: Confusion) -> Array:
    """Of the items that gold or prediction calls positive, the share that both call so: tp / (tp + fp + fn).

    The range is [0, 1]. Where neither has a positive item, it would be 0/0, and it is 0 by convention, as in
    scikit-learn.

    >>> jaccard(Confusion.of([[2, 1, 1, 0]], exact=True)).item()
    Fraction(1, 2)
    """
    return ratio(t.tp, t.tp + t.fp + t.fn, 0, "Jaccard is 0 where nothing is positive in gold or prediction")


def mcc_angle(t: Confusion) -> Array:
    """Minus the angle of MCC, which is a loss: arccos(MCC) / pi, where MCC is the correlation of Matthews.

    The range is [-1, 0]. Where MCC would be 0/0, MCC is 0 by convention, so the value is -1/2.

    >>> mcc_angle(Confusion.of([[3, 1, 1, 3]], exact=True)).item()
    Fraction(-1, 3)
    """
    return np.asarray(-angle(mcc(t)))


def g_mean(t: Confusion) -> Array:
    """The geometric mean of two shares: of the positive items, those predicted so, and of the negative items, those
    predicted so.

    The range is [0, 1]. It is undefined where the gold has one class only.

    >>> g_mean(Confusion.of([[1, 3, 0, 1]], exact=True)).item()
    Fraction(1, 2)
    """
    return sqrt(ratio(t.tp * t.tn, t.relevant * t.irrelevant))


def confusion_entropy(t: Confusion) -> Array:
    """Minus the confusion entropy, which is a loss: how the errors are spread over the table.

    The loss is the sum over both errors e, fp and fn, and both classes c of (e/2n) log2(a(c)/e), where n is the number
    of items and a(c) is 2 tp + fp + fn for the positive class, 2 tn + fp + fn for the negative one. An error that does
    not occur adds 0. The greatest value is 0, where nothing is wrong; the loss may be above 1. It is undefined where
    there are no items.

    >>> confusion_entropy(Confusion.of([[0, 1, 1, 0]], exact=True)).item() == -1
    True
    """
    errors, two = t.fp + t.fn, like(2, t.tp)
    around = log(two * t.tp + errors) + log(two * t.tn + errors)
    spread = two * (times_log(t.fp) + times_log(t.fn)) - errors * around
    return ratio(spread, two * t.documents * log(two))


def symmetric_balanced_accuracy(t: Confusion) -> Array:
    """The mean of four shares: of the items that the gold calls positive, or negative, and of those that the
    prediction calls so, the share on which both agree.

    It is (tp/(tp + fn) + tn/(tn + fp) + tp/(tp + fp) + tn/(tn + fn))/4. The range is [0, 1]. It is undefined where a
    class occurs in the gold alone, in the prediction alone, or nowhere.

    >>> symmetric_balanced_accuracy(Confusion.of([[1, 1, 1, 1]], exact=True)).item()
    Fraction(1, 2)
    """
    of_gold = ratio(t.tp, t.relevant) + ratio(t.tn, t.irrelevant)
    of_predicted = ratio(t.tp, t.positive) + ratio(t.tn, t.negative)
    return np.asarray(over(of_gold + of_predicted, like(4, t.tp)))


def sebastiani_k(t: Confusion) -> Array:
    """Informedness where the gold has both classes, and twice the accuracy less 1 where it has one.

    The range is [-1, 1]. It is undefined where there are no items.

    >>> sebastiani_k(Confusion.of([[2, 1, 0, 1]], exact=True)).item()
    Fraction(1, 2)
    >>> sebastiani_k(Confusion.of([[3, 0, 1, 0]], exact=True)).item()
    Fraction(1, 2)
    """
    one, two = like(1, t.tp), like(2, t.tp)
    both = like((t.relevant > 0) & (t.irrelevant > 0), t.tp)
    shares = over(t.tp, t.relevant) + over(t.tn, t.irrelevant) - one
    right = two * ratio(t.tp + t.tn, t.documents) - one
    return np.asarray(both * shares + (one - both) * right)


_PAPER = "Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021"


METRICS = (
    Metric(
        "balanced-accuracy",
        "Balanced Accuracy",
        "classification",
        "classification",
        "Mitchell 1997",
        macro_accuracy,
        agrees={"filtering": "macro-accuracy"},
    ),
    Metric("informedness", "Informedness", "classification", "classification", "Youden 1950", informedness),
    Metric(
        "jaccard",
        "Jaccard",
        "classification",
        "classification",
        "Jaccard 1901",
        jaccard,
        convention="0 at 0/0",
    ),
    Metric(
        "mcc-angle",
        "MCC Angle",
        "classification",
        "classification",
        _PAPER,
        mcc_angle,
        convention="MCC is 0 at 0/0",
    ),
    Metric("g-mean", "G-mean", "classification", "classification", "Kubat & Matwin 1997", g_mean),
    Metric(
        "confusion-entropy",
        "Confusion Entropy",
        "classification",
        "classification",
        "Wei, Yuan, Hu & Wang 2010",
        confusion_entropy,
    ),
    Metric("sba", "SBA", "classification", "classification", _PAPER, symmetric_balanced_accuracy),
    Metric("sebastiani-k", "Sebastiani K", "classification", "classification", "Sebastiani 2015", sebastiani_k),
)
