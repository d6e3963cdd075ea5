"""Metrics of classes over the table of gold and predicted classes; of two classes, the true and false positives and
negatives.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.arithmetic import Array, angle, like, log, over, raised, ratio, sqrt, times_log, whole
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.metrics.filtering.counts import (
    AVERAGES,
    OVER_GOLD,
    SEVERAL,
    Table,
    averaged,
    each_class,
    macro_accuracy,
    mcc,
    of_gold,
)


def informedness(t: Confusion) -> Array:
    """Youden's J: the share of the positive items that is predicted so, plus the share of the negative items that is
    predicted so, less 1.

    The range is [-1, 1]. It is undefined where the gold has one class only.

    >>> informedness(Confusion.of([[2, 1, 0, 1]], exact=True)).item()
    Fraction(1, 2)
    """
    return np.asarray(ratio(t.tp, t.relevant) + ratio(t.tn, t.irrelevant) - like(1, t.tp))


def jaccard(t: Table, average: str = "binary", over: str = "all") -> Array:
    """Of the items that gold or prediction calls positive, the share that both call so: tp / (tp + fp + fn).

    The range is [0, 1]. Where neither has a positive item, it would be 0/0, and it is 0 by convention, as in
    scikit-learn. `average` makes of the Jaccard of all classes one value (`averaged`).

    >>> jaccard(Confusion.of([[2, 1, 1, 0]], exact=True)).item()
    Fraction(1, 2)
    >>> jaccard(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True), "macro").item()
    Fraction(2, 3)
    """
    if isinstance(t, Confusion) and average == "binary":
        return ratio(t.tp, t.tp + t.fp + t.fn, 0, "Jaccard is 0 where nothing is positive in gold or prediction")
    each = each_class(t)
    either = each.tp + each.fp + each.fn
    return averaged(each, each.tp, either, average, over, "the Jaccard of a class is 0 at 0/0")


def mcc_angle(t: Confusion) -> Array:
    """Minus the angle of MCC, which is a loss: arccos(MCC) / pi, where MCC is the correlation of Matthews.

    The range is [-1, 0]. Where MCC would be 0/0, MCC is 0 by convention, so the value is -1/2.

    >>> mcc_angle(Confusion.of([[3, 1, 1, 3]], exact=True)).item()
    Fraction(-1, 3)
    """
    return np.asarray(-angle(mcc(t)))


def g_mean(t: Table, over: str = "all") -> Array:
    """The geometric mean of two shares: of the positive items, those predicted so, and of the negative items, those
    predicted so. Of several classes, the geometric mean over `all` classes, or over those that occur in the `gold`, of
    the share of the items of a class that is predicted so.

    The range is [0, 1]. It is undefined where the gold has one class only; of several classes, where one that counts
    does not occur in the gold.

    >>> g_mean(Confusion.of([[1, 3, 0, 1]], exact=True)).item()
    Fraction(1, 2)
    >>> g_mean(Contingency.of([[[1, 1, 0], [0, 1, 3], [0, 0, 1]]], exact=True)).item()
    Fraction(1, 2)
    """
    if isinstance(t, Confusion) and over == "all":
        return sqrt(ratio(t.tp * t.tn, t.relevant * t.irrelevant))
    shares, counts, number = of_gold(t, over)
    product = np.asarray(np.where(counts > 0, shares, like(1, shares)).prod(-1))
    one, mean = like(1, product), like(0, product)
    for k in range(1, counts.shape[-1] + 1):
        mean = mean + like((number == k) & (product > 0), product) * raised(
            product + like(product == 0, one), Fraction(1, k)
        )
    return ratio(mean, like(number > 0, product))


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


def scott_pi(t: Table) -> Array:
    """Scott's pi: how much more gold and prediction agree than two random ones of which both are drawn alike.

    It is (A - E) / (1 - E), where A is the accuracy, and E the sum, over the classes, of the square of the share of a
    class among the items of gold and prediction together. The range is [-1, 1]. It is undefined (0/0) where only one
    class occurs.

    >>> scott_pi(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)).item()
    Fraction(13, 21)
    """
    table = _table(t)
    both = table.classes + table.clusters
    square = 4 * table.documents * table.documents
    by_chance = (both * both).sum(-1)
    return ratio(4 * table.documents * table.right.sum(-1) - by_chance, square - by_chance)


def krippendorff_alpha(t: Table, level: str) -> Array:
    """Krippendorff's alpha of two raters without missing values, the gold and the prediction: 1 less the disagreement
    within items over the disagreement between any two of the values that are given.

    With N = 2n values it is 1 - (N - 1) D / E, where D is the sum, over the items, of twice the difference of their two
    values, and E the same sum over all ordered pairs of values. The difference of two classes is 1 (`nominal`), or the
    square of how far they are apart in the order of the classes (`interval`). The greatest value is 1. It is undefined
    (0/0) where only one class occurs.

    >>> table = Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)
    >>> krippendorff_alpha(table, "nominal").item(), krippendorff_alpha(table, "interval").item()
    (Fraction(2, 3), Fraction(32, 39))
    """
    table = _table(t)
    places = np.arange(table.table.shape[-1])
    apart = np.abs(places[:, None] - places)
    difference = whole(apart > 0 if level == "nominal" else apart**2, table.table)
    both = table.classes + table.clusters
    within = 2 * (difference * table.table).sum((-2, -1)) * (2 * table.documents - 1)
    between = (difference * (both[..., :, None] * both[..., None, :])).sum((-2, -1))
    return ratio(between - within, between)


def _table(t: Table) -> Contingency:
    """Items by gold class and predicted class."""
    return t.contingency if isinstance(t, Confusion) else t


_PAPER = "Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021"


METRICS = (
    Metric(
        "balanced-accuracy",
        "Balanced Accuracy",
        "classification",
        "classification",
        "Mitchell 1997",
        macro_accuracy,
        parameters=(OVER_GOLD,),
        traits=SEVERAL,
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
        parameters=AVERAGES,
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
    Metric(
        "g-mean",
        "G-mean",
        "classification",
        "classification",
        "Kubat & Matwin 1997",
        g_mean,
        parameters=(OVER_GOLD,),
        traits=SEVERAL,
    ),
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
    Metric("scott-pi", "Scott's Pi", "classification", "agreement", "Scott 1955", scott_pi, traits=SEVERAL),
    Metric(
        "krippendorff-alpha",
        "Krippendorff's Alpha",
        "classification",
        "agreement",
        "Krippendorff 2011, Computing Krippendorff's Alpha-Reliability",
        krippendorff_alpha,
        parameters=(
            Parameter(
                "level",
                "nominal",
                "difference of two classes: 1, or the square of how far they are apart in their order",
                choices=("nominal", "interval"),
                trait="ordered-classes",
            ),
        ),
        traits=SEVERAL,
    ),
)
