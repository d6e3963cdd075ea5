"""Metrics of filtering over the table of true and false positives and negatives."""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, like, over, parameter, ratio, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def precision(t: Confusion) -> Array:
    """tp / (tp + fp); 0 where nothing is positive. Range [0, 1]."""
    return ratio(t.tp, t.positive, 0, "precision is 0 where nothing is positive")


def recall(t: Confusion) -> Array:
    """tp / (tp + fn); 0 where nothing is relevant. Range [0, 1]."""
    return ratio(t.tp, t.relevant, 0, "recall is 0 where nothing is relevant")


def f(t: Confusion, beta: Fraction) -> Array:
    """(1 + b^2) tp / ((1 + b^2) tp + b^2 fn + fp); 0 where tp = 0, also at 0/0. Range [0, 1]. van Rijsbergen 1979.

    >>> f(Confusion.of([[2, 1, 1, 0]], exact=True), Fraction(1)).item()
    Fraction(2, 3)
    """
    square = parameter(beta * beta, t.tp)
    hits = (1 + square) * t.tp
    return ratio(hits, hits + square * t.fn + t.fp, 0, "F is 0 where nothing is positive or relevant")


def accuracy(t: Confusion) -> Array:
    """(tp + tn) / n. Range [0, 1]; undefined without documents."""
    return ratio(t.tp + t.tn, t.documents)


def macro_accuracy(t: Confusion) -> Array:
    """Mean of the accuracy on relevant and on irrelevant documents. Range [0, 1]; undefined where the gold has only one
    of them. Mitchell 1997.
    """
    return np.asarray(over(ratio(t.tp, t.relevant) + ratio(t.tn, t.irrelevant), like(2, t.tp)))


def kappa(t: Confusion) -> Array:
    """(observed - expected agreement) / (1 - expected). Range [-1, 1]; undefined at 0/0 (one class, all of it on one
    side). Cohen 1960.

    >>> kappa(Confusion.of([[1, 1, 1, 1]], exact=True)).item()
    Fraction(0, 1)
    """
    by_chance = t.positive * t.relevant + t.negative * t.irrelevant
    square = t.documents * t.documents
    return ratio((t.tp + t.tn) * t.documents - by_chance, square - by_chance)


def mcc(t: Confusion) -> Array:
    """Matthews correlation, (tp tn - fp fn) / sqrt of the product of the margins; 0 at 0/0 (scikit-learn's convention).
    Range [-1, 1].
    """
    margins = t.positive * t.relevant * t.negative * t.irrelevant
    return ratio(t.tp * t.tn - t.fp * t.fn, sqrt(margins), 0, "MCC is 0 where a margin is empty")


def utility(t: Confusion, tp: Fraction, fp: Fraction, fn: Fraction, tn: Fraction) -> Array:
    """Signed sum of the four counts, by default 2 tp - fp (TREC filtering track). Unbounded; always defined."""
    weights = (parameter(weight, t.tp) for weight in (tp, fp, fn, tn))
    return np.asarray(sum(weight * count for weight, count in zip(weights, (t.tp, t.fp, t.fn, t.tn), strict=True)))


def lam(t: Confusion, smoothing: Fraction) -> Array:
    """1 - logistic average misclassification: 1 - logit^-1((logit hm + logit sm)/2), hm = fn/(tp+fn), sm = fp/(fp+tn).
    Range [0, 1].

    With odds o = sqrt(hm sm / ((1 - hm)(1 - sm))) it is 1/(1 + o): 1 where hm or sm is 0, 0 where one is 1, undefined
    where one is 0 and the other 1, and where a class is absent. `smoothing` is added to each count before the rates.
    Cormack & Lynam 2005.

    >>> lam(Confusion.of([[1, 1, 1, 1]], exact=True), Fraction(0)).item()
    Fraction(1, 2)
    """
    s = parameter(smoothing, t.tp)
    wrong, right = (t.fn + s) * (t.fp + s), (t.tp + s) * (t.tn + s)
    present = like((t.relevant + s > 0) & (t.irrelevant + s > 0), t.tp)
    # 1/(1 + sqrt(wrong/right)), written so that right = 0 gives 0 and wrong = right = 0 is undefined
    return ratio(sqrt(right) * present, (sqrt(right) + sqrt(wrong)) * present)


_FAMILY = ("filtering", "filtering")
_TREC = "TREC filtering track, linear utility"


def _weight(name: str, default: int, *usual: int) -> Parameter:
    return Parameter(name, Fraction(default), f"weight of each {name}, signed", usual=tuple(map(Fraction, usual)))


METRICS = (
    Metric(
        "utility",
        "Utility",
        *_FAMILY,
        _TREC,
        utility,
        parameters=(_weight("tp", 2, 1, 3), _weight("fp", -1, 0, -2), _weight("fn", 0, -1), _weight("tn", 0, 1)),
    ),
    Metric(
        "f",
        "F",
        *_FAMILY,
        "van Rijsbergen 1979",
        f,
        parameters=(Parameter("beta", Fraction(1), "weight of recall", low=Fraction(0)),),
        convention="0 at 0/0",
    ),
    Metric(
        "lam",
        "Lam%",
        *_FAMILY,
        "Cormack & Lynam 2005",
        lam,
        parameters=(Parameter("smoothing", Fraction(0), "added to each count", low=Fraction(0)),),
    ),
    Metric("precision", "Precision", *_FAMILY, "van Rijsbergen 1979", precision, convention="0 at 0/0"),
    Metric("recall", "Recall", *_FAMILY, "van Rijsbergen 1979", recall, convention="0 at 0/0"),
    Metric("accuracy", "Accuracy", *_FAMILY, "Amigo et al. 2013, section 2.2", accuracy),
    Metric("macro-accuracy", "Macro Accuracy", *_FAMILY, "Mitchell 1997", macro_accuracy),
    Metric("kappa", "Kappa", *_FAMILY, "Cohen 1960", kappa),
    Metric("mcc", "MCC", *_FAMILY, "Matthews 1975", mcc, convention="0 at 0/0"),
)
