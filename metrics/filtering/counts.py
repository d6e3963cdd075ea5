"""Metrics of filtering over the table of true and false positives and negatives.

Most of them are metrics of classes too, of which there may be more than two. Then each class in turn is the positive
one, or the whole table counts. One formula serves both, so that the two cannot come to differ.
"""

from fractions import Fraction
from typing import TypeAlias

import numpy as np

from axiometrics.core.aggregates import ABSENT_CLASS, Confusion, Contingency
from axiometrics.core.arithmetic import Array, like, parameter, ratio, rest_on, sqrt, whole
from axiometrics.core.arithmetic import over as part
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter

Table: TypeAlias = Confusion | Contingency
"""The counts of two classes, or of two or more."""

SEVERAL = frozenset({"several-classes"})
"""What a metric understands that has a value for more than two classes."""

AVERAGES = (
    Parameter(
        "average",
        "binary",
        "binary: of the positive class of two; else of all classes: their mean, the counts of all added up, or the "
        "mean weighted by the items of each in the gold",
        choices=("binary", "macro", "micro", "weighted"),
        narrows=True,
        trait="several-classes",
    ),
    Parameter(
        "over",
        "all",
        "classes whose mean it is: all, or those that occur in gold or output",
        choices=("all", "present"),
        when=("average", "macro"),
    ),
)
"""How a metric of one class becomes one of several."""

OF = Parameter(
    "of",
    "classes",
    "whose F it is: the mean of that of each class, or that of mean precision and mean recall",
    choices=("classes", "means"),
    when=("average", "macro"),
)

OVER_GOLD = Parameter(
    "over",
    "all",
    "classes whose mean it is: all, or those that occur in the gold",
    choices=("all", "gold"),
    narrows=True,
)


def precision(t: Table, average: str = "binary", over: str = "all") -> Array:
    """Of the accepted items, the share that is relevant: tp / (tp + fp), where tp accepted items are relevant
    and fp are not.

    The range is [0, 1]. Where nothing is accepted, it is 0 by convention. `average` makes of the precisions of all
    classes one value (`averaged`).

    >>> precision(Confusion.of([[2, 1, 1, 0]], exact=True)).item()
    Fraction(2, 3)
    >>> precision(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True), "macro").item()
    Fraction(5, 6)
    """
    if isinstance(t, Confusion) and average == "binary":
        return ratio(t.tp, t.positive, 0, "precision is 0 where nothing is positive")
    each = each_class(t)
    return averaged(each, each.tp, each.positive, average, over, "the precision of a class is 0 at 0/0")


def recall(t: Table, average: str = "binary", over: str = "all") -> Array:
    """Of the relevant items, the share that is accepted: tp / (tp + fn), where tp relevant items are accepted
    and fn are not.

    The range is [0, 1]. Where nothing is relevant, it is 0 by convention. `average` makes of the recalls of all
    classes one value (`averaged`).

    >>> recall(Confusion.of([[2, 1, 2, 0]], exact=True)).item()
    Fraction(1, 2)
    >>> recall(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 2]]], exact=True), "weighted").item()
    Fraction(4, 5)
    """
    if isinstance(t, Confusion) and average == "binary":
        return ratio(t.tp, t.relevant, 0, "recall is 0 where nothing is relevant")
    each = each_class(t)
    return averaged(each, each.tp, each.relevant, average, over, "the recall of a class is 0 at 0/0")


def f(t: Table, beta: Fraction, average: str = "binary", over: str = "all", of: str = "classes") -> Array:
    """The weighted harmonic mean of precision and recall, in which recall counts beta^2 times as much as precision.

    It is (1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp), where tp items are relevant and accepted, fn
    relevant and rejected, fp irrelevant and accepted. The range is [0, 1]. Where nothing is relevant and nothing is
    accepted, it would be 0/0, and it is 0 by convention. `average` makes of the F of all classes one value
    (`averaged`); of the `means`, it is the weighted harmonic mean of mean precision and mean recall, and 0 where both
    are 0.

    >>> f(Confusion.of([[2, 1, 1, 0]], exact=True), Fraction(1)).item()
    Fraction(2, 3)
    >>> table = Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)
    >>> [f(table, Fraction(1), "macro", "all", of).item() for of in ("classes", "means")]
    [Fraction(7, 9), Fraction(5, 6)]
    """
    square = parameter(beta * beta, t.documents)
    if isinstance(t, Confusion) and average == "binary":
        hits = (1 + square) * t.tp
        return ratio(hits, hits + square * t.fn + t.fp, 0, "F is 0 where nothing is positive or relevant")
    if of == "means":
        p, r = precision(t, average, over), recall(t, average, over)
        return ratio((1 + square) * p * r, square * p + r, 0, "F is 0 where nothing is right")
    each = each_class(t)
    hits = (1 + square) * each.tp
    whole = hits + square * each.fn + each.fp
    return averaged(each, hits, whole, average, over, "the F of a class is 0 at 0/0")


def averaged(each: Confusion, above: Array, below: Array, average: str, among: str, convention: str) -> Array:
    """One value of the quotients of all classes, each of which is 0 at 0/0.

    `macro` is their mean, over all classes, of which those that do not occur count 0, or over those that are `present`
    in gold or output; `weighted` is their mean
    in which each counts by its items in the gold; `micro` is the quotient of their sums. It is undefined where there
    are no items.
    """
    if average == "micro":
        return ratio(above.sum(-1), below.sum(-1))
    if average == "weighted":
        weights = each.relevant
    else:
        weights = like((each.relevant + each.positive > 0) | (among == "all"), above)
    missing, occurs = (below == 0) & (weights > 0), each.relevant + each.positive > 0
    rest_on(convention, np.asarray((missing & occurs).any(-1), dtype=bool))
    rest_on(ABSENT_CLASS, np.asarray((missing & ~occurs).any(-1), dtype=bool))
    items = like(each.documents[..., 0] > 0, above)
    return ratio((weights * part(above, below)).sum(-1), weights.sum(-1) * items)


def each_class(t: Table) -> Confusion:
    """Each class in turn as the positive one."""
    return (t.contingency if isinstance(t, Confusion) else t).one_against_rest


def accuracy(t: Table) -> Array:
    """The share of the items that were decided rightly: relevant and accepted, or irrelevant and rejected. Of
    several classes, the share of the items whose class is right.

    The range is [0, 1]. It is undefined where there are no items.

    >>> accuracy(Confusion.of([[1, 1, 1, 1]], exact=True)).item()
    Fraction(1, 2)
    >>> accuracy(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return ratio(t.tp + t.tn if isinstance(t, Confusion) else t.right.sum(-1), t.documents)


def macro_accuracy(t: Table, over: str = "all") -> Array:
    """The mean of two shares: of the relevant items, those that were accepted, and of the irrelevant ones, those
    that were rejected. Of several classes, the mean over `all` classes, or over those that occur in the `gold`, of the
    share of the items of a class whose class is right.

    The range is [0, 1]. It is undefined where all items are relevant, or none is; of several classes, where one
    that counts does not occur in the gold.

    >>> macro_accuracy(Confusion.of([[2, 1, 0, 1]], exact=True)).item()
    Fraction(3, 4)
    >>> table = Contingency.of([[[1, 1, 0], [0, 1, 1], [0, 0, 0]]], exact=True)
    >>> macro_accuracy(table, "gold").item(), macro_accuracy(table).item()
    (Fraction(1, 2), nan)
    """
    if isinstance(t, Confusion) and over == "all":
        return np.asarray(part(ratio(t.tp, t.relevant) + ratio(t.tn, t.irrelevant), like(2, t.tp)))
    shares, classes, number = of_gold(t, over)
    return ratio((shares * classes).sum(-1), number)


def of_gold(t: Table, over: str) -> tuple[Array, Array, Array]:
    """For each class the share of its items whose class is right, 1 for a class that counts, and the number of those
    that count; this is 0 where a class that counts does not occur in the gold.
    """
    each = each_class(t)
    occurs = each.relevant > 0
    counts = like(occurs | (over == "all"), each.tp)
    whole = like((occurs | (over == "gold")).all(-1), each.tp)
    return part(each.tp, each.relevant), counts, counts.sum(-1) * whole


def kappa(t: Table, weights: str = "none") -> Array:
    """Cohen's kappa: how much more the output agrees with the gold than by chance.

    It is (A - E) / (1 - E), where A is the accuracy, and E the accuracy that a random output with the same number of
    accepted items has in the mean. The range is [-1, 1]. It is undefined (0/0) where E is 1: all items are
    relevant and accepted, or all are irrelevant and rejected.

    Of several classes it is 1 - D / E, where D is the mean weight of the items, and E the mean weight of all pairs of
    an item of the gold and one of the output. The weight of two classes is 0 where they are equal, else 1, how far they
    are apart in the order of the classes (`linear`), or its square (`quadratic`). For two classes the weights mean
    nothing. It is undefined where E is 0.

    >>> kappa(Confusion.of([[1, 1, 1, 1]], exact=True)).item()
    Fraction(0, 1)
    >>> table = Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)
    >>> kappa(table).item(), kappa(table, "quadratic").item()
    (Fraction(7, 11), Fraction(4, 5))
    """
    if isinstance(t, Confusion):
        by_chance = t.positive * t.relevant + t.negative * t.irrelevant
        square = t.documents * t.documents
        return ratio((t.tp + t.tn) * t.documents - by_chance, square - by_chance)
    places = np.arange(t.table.shape[-1])
    distance = np.abs(places[:, None] - places)
    weight = whole({"none": distance > 0, "linear": distance, "quadratic": distance**2}[weights], t.table)
    expected = (weight * (t.cell_classes * t.cell_clusters)).sum((-2, -1))
    observed = (weight * t.table).sum((-2, -1)) * t.documents
    return ratio(expected - observed, expected)


def mcc(t: Table) -> Array:
    """The correlation of Matthews: the correlation of the two variables "relevant" and "accepted" over the items.

    It is (tp tn - fp fn) / sqrt((tp + fp)(tp + fn)(tn + fp)(tn + fn)), where tp items are relevant and accepted, fp
    irrelevant and accepted, fn relevant and rejected, tn irrelevant and rejected. The range is [-1, 1]. Where a factor
    of the divisor is 0, it would be 0/0, and it is 0 by convention, as in scikit-learn.

    Of several classes it is the correlation of Gorodkin 2004, (s n - sum p g) / sqrt((n^2 - sum p^2)(n^2 - sum g^2)),
    where s of n items are right and, of each class, g items are in the gold and p in the output.

    >>> mcc(Confusion.of([[1, 0, 0, 1]], exact=True)).item()
    Fraction(1, 1)
    >>> mcc(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)).item() ** 2
    Fraction(49, 100)
    """
    if isinstance(t, Confusion):
        margins = t.positive * t.relevant * t.negative * t.irrelevant
        return ratio(t.tp * t.tn - t.fp * t.fn, sqrt(margins), 0, "MCC is 0 where a margin is empty")
    square = t.documents * t.documents
    spread = (square - (t.classes * t.classes).sum(-1)) * (square - (t.clusters * t.clusters).sum(-1))
    covariance = t.documents * t.right.sum(-1) - (t.classes * t.clusters).sum(-1)
    return ratio(covariance, sqrt(spread), 0, "MCC is 0 where gold or output has one class")


def utility(t: Confusion, tp: Fraction, fp: Fraction, fn: Fraction, tn: Fraction) -> Array:
    """A sum of the four counts, each with its own weight: by default 2 tp - fp, as in the filtering track of TREC.

    tp items are relevant and accepted, fp irrelevant and accepted, fn relevant and rejected, tn irrelevant and
    rejected. The parameters are the weights. The sum has no bound, and is always defined.

    >>> utility(Confusion.of([[2, 1, 1, 0]], exact=True), Fraction(2), Fraction(-1), Fraction(0), Fraction(0)).item()
    Fraction(3, 1)
    """
    weights = (parameter(weight, t.tp) for weight in (tp, fp, fn, tn))
    return np.asarray(sum(weight * count for weight, count in zip(weights, (t.tp, t.fp, t.fn, t.tn), strict=True)))


def lam(t: Confusion, smoothing: Fraction) -> Array:
    """One minus the logistic average misclassification (lam), which is a loss.

    Let hm = fn / (tp + fn) be the share of the relevant items that is rejected, and sm = fp / (fp + tn) the share
    of the irrelevant items that is accepted. Then lam is logit^-1((logit hm + logit sm) / 2). With o = sqrt(hm sm /
    ((1 - hm)(1 - sm))) the value is 1 / (1 + o). The parameter `smoothing` is added to each count first.

    The range is [0, 1]. The value is 1 where hm or sm is 0, and 0 where one of them is 1. It is undefined where one is
    0 and the other 1, and where all items are relevant, or none is.

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
        parameters=(Parameter("beta", Fraction(1), "weight of recall", low=Fraction(0)), *AVERAGES, OF),
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
    Metric(
        "precision",
        "Precision",
        *_FAMILY,
        "van Rijsbergen 1979",
        precision,
        parameters=AVERAGES,
        convention="0 at 0/0",
    ),
    Metric("recall", "Recall", *_FAMILY, "van Rijsbergen 1979", recall, parameters=AVERAGES, convention="0 at 0/0"),
    Metric("accuracy", "Accuracy", *_FAMILY, "Amigo et al. 2013, section 2.2", accuracy, traits=SEVERAL),
    Metric(
        "macro-accuracy",
        "Macro Accuracy",
        *_FAMILY,
        "Mitchell 1997",
        macro_accuracy,
        parameters=(OVER_GOLD,),
        traits=SEVERAL,
    ),
    Metric(
        "kappa",
        "Kappa",
        *_FAMILY,
        "Cohen 1960",
        kappa,
        parameters=(
            Parameter(
                "weights",
                "none",
                "weight of an error: 1, or how far the two classes are apart in their order, or its square",
                choices=("none", "linear", "quadratic"),
                narrows=True,
                trait="ordered-classes",
            ),
        ),
        traits=SEVERAL,
    ),
    Metric("mcc", "MCC", *_FAMILY, "Matthews 1975", mcc, traits=SEVERAL, convention="0 at 0/0"),
)
