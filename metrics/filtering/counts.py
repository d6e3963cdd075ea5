"""Metrics of filtering over the table of true and false positives and negatives."""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, like, over, parameter, ratio, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def precision(t: Confusion) -> Array:
    """Of the accepted documents, the share that is relevant: tp / (tp + fp), where tp accepted documents are relevant
    and fp are not.

    The range is [0, 1]. Where nothing is accepted, it is 0 by convention.

    >>> precision(Confusion.of([[2, 1, 1, 0]], exact=True)).item()
    Fraction(2, 3)
    """
    return ratio(t.tp, t.positive, 0, "precision is 0 where nothing is positive")


def recall(t: Confusion) -> Array:
    """Of the relevant documents, the share that is accepted: tp / (tp + fn), where tp relevant documents are accepted
    and fn are not.

    The range is [0, 1]. Where nothing is relevant, it is 0 by convention.

    >>> recall(Confusion.of([[2, 1, 2, 0]], exact=True)).item()
    Fraction(1, 2)
    """
    return ratio(t.tp, t.relevant, 0, "recall is 0 where nothing is relevant")


def f(t: Confusion, beta: Fraction) -> Array:
    """The weighted harmonic mean of precision and recall, in which recall counts beta^2 times as much as precision.

    It is (1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp), where tp documents are relevant and accepted, fn
    relevant and rejected, fp irrelevant and accepted. The range is [0, 1]. Where nothing is relevant and nothing is
    accepted, it would be 0/0, and it is 0 by convention.

    >>> f(Confusion.of([[2, 1, 1, 0]], exact=True), Fraction(1)).item()
    Fraction(2, 3)
    """
    square = parameter(beta * beta, t.tp)
    hits = (1 + square) * t.tp
    return ratio(hits, hits + square * t.fn + t.fp, 0, "F is 0 where nothing is positive or relevant")


def accuracy(t: Confusion) -> Array:
    """The share of the documents that were decided rightly: relevant and accepted, or irrelevant and rejected.

    The range is [0, 1]. It is undefined where there are no documents.

    >>> accuracy(Confusion.of([[1, 1, 1, 1]], exact=True)).item()
    Fraction(1, 2)
    """
    return ratio(t.tp + t.tn, t.documents)


def macro_accuracy(t: Confusion) -> Array:
    """The mean of two shares: of the relevant documents, those that were accepted, and of the irrelevant ones, those
    that were rejected.

    The range is [0, 1]. It is undefined where all documents are relevant, or none is.

    >>> macro_accuracy(Confusion.of([[2, 1, 0, 1]], exact=True)).item()
    Fraction(3, 4)
    """
    return np.asarray(over(ratio(t.tp, t.relevant) + ratio(t.tn, t.irrelevant), like(2, t.tp)))


def kappa(t: Confusion) -> Array:
    """Cohen's kappa: how much more the output agrees with the gold than by chance.

    It is (A - E) / (1 - E), where A is the accuracy, and E the accuracy that a random output with the same number of
    accepted documents has in the mean. The range is [-1, 1]. It is undefined (0/0) where E is 1: all documents are
    relevant and accepted, or all are irrelevant and rejected.

    >>> kappa(Confusion.of([[1, 1, 1, 1]], exact=True)).item()
    Fraction(0, 1)
    """
    by_chance = t.positive * t.relevant + t.negative * t.irrelevant
    square = t.documents * t.documents
    return ratio((t.tp + t.tn) * t.documents - by_chance, square - by_chance)


def mcc(t: Confusion) -> Array:
    """The correlation of Matthews: the correlation of the two variables "relevant" and "accepted" over the documents.

    It is (tp tn - fp fn) / sqrt((tp + fp)(tp + fn)(tn + fp)(tn + fn)), where tp documents are relevant and accepted, fp
    irrelevant and accepted, fn relevant and rejected, tn irrelevant and rejected. The range is [-1, 1]. Where a factor
    of the divisor is 0, it would be 0/0, and it is 0 by convention, as in scikit-learn.

    >>> mcc(Confusion.of([[1, 0, 0, 1]], exact=True)).item()
    Fraction(1, 1)
    """
    margins = t.positive * t.relevant * t.negative * t.irrelevant
    return ratio(t.tp * t.tn - t.fp * t.fn, sqrt(margins), 0, "MCC is 0 where a margin is empty")


def utility(t: Confusion, tp: Fraction, fp: Fraction, fn: Fraction, tn: Fraction) -> Array:
    """A sum of the four counts, each with its own weight: by default 2 tp - fp, as in the filtering track of TREC.

    tp documents are relevant and accepted, fp irrelevant and accepted, fn relevant and rejected, tn irrelevant and
    rejected. The parameters are the weights. The sum has no bound, and is always defined.

    >>> utility(Confusion.of([[2, 1, 1, 0]], exact=True), Fraction(2), Fraction(-1), Fraction(0), Fraction(0)).item()
    Fraction(3, 1)
    """
    weights = (parameter(weight, t.tp) for weight in (tp, fp, fn, tn))
    return np.asarray(sum(weight * count for weight, count in zip(weights, (t.tp, t.fp, t.fn, t.tn), strict=True)))


def lam(t: Confusion, smoothing: Fraction) -> Array:
    """One minus the logistic average misclassification (lam), which is a loss.

    Let hm = fn / (tp + fn) be the share of the relevant documents that is rejected, and sm = fp / (fp + tn) the share
    of the irrelevant documents that is accepted. Then lam is logit^-1((logit hm + logit sm) / 2). With o = sqrt(hm sm /
    ((1 - hm)(1 - sm))) the value is 1 / (1 + o). The parameter `smoothing` is added to each count first.

    The range is [0, 1]. The value is 1 where hm or sm is 0, and 0 where one of them is 1. It is undefined where one is
    0 and the other 1, and where all documents are relevant, or none is.

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
    return Parameter(
        name, Fraction(default), f"weight of the count {name}, positive or negative", usual=tuple(map(Fraction, usual))
    )


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
        parameters=(Parameter("smoothing", Fraction(0), "number added to each count", low=Fraction(0)),),
    ),
    Metric("precision", "Precision", *_FAMILY, "van Rijsbergen 1979", precision, convention="0 at 0/0"),
    Metric("recall", "Recall", *_FAMILY, "van Rijsbergen 1979", recall, convention="0 at 0/0"),
    Metric("accuracy", "Accuracy", *_FAMILY, "Amigo et al. 2013, section 2.2", accuracy),
    Metric("macro-accuracy", "Macro Accuracy", *_FAMILY, "Mitchell 1997", macro_accuracy),
    Metric("kappa", "Kappa", *_FAMILY, "Cohen 1960", kappa),
    Metric("mcc", "MCC", *_FAMILY, "Matthews 1975", mcc, convention="0 at 0/0"),
)
