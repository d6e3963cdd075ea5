"""Correlations of the gold classes with the predicted classes over the items."""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, ratio, sqrt
from axiometrics.core.metric import Metric


def kendall_tau(t: Contingency) -> Array:
    """Kendall's tau-b: of the pairs of items, those that gold and output order alike, less those that they order the
    opposite way, over sqrt(p q), where p pairs are of two classes in the gold, and q in the output.

    The range is [-1, 1]. It is undefined where the gold or the output has one class only.

    >>> kendall_tau(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)).item()
    Fraction(4, 5)
    """
    places = np.arange(t.table.shape[-1])
    above = like(np.sign(places[None, :] - places[:, None]), t.table)
    # above the diagonal of `above` 1, below it -1: each pair of items is counted in both orders
    agreeing = (np.matmul(np.matmul(above, t.table), above.T) * t.table).sum((-2, -1))
    square = t.documents * t.documents
    untied = (square - (t.classes * t.classes).sum(-1)) * (square - (t.clusters * t.clusters).sum(-1))
    return ratio(agreeing, sqrt(np.asarray(untied)))


def spearman(t: Contingency) -> Array:
    """Spearman's rho: the correlation of Pearson of the ranks of the items by their gold class and by their predicted
    class. Items of one class share the mean of their ranks.

    The range is [-1, 1]. It is undefined where the gold or the output has one class only.

    >>> spearman(Contingency.of([[[1, 1, 0], [0, 1, 0], [0, 0, 1]]], exact=True)).item()
    Fraction(5, 6)
    """
    return _correlation(t, _ranks(t.classes), _ranks(t.clusters))


def pearson(t: Contingency) -> Array:
    """The correlation of Pearson of the numbers of the gold classes with those of the predicted classes, which are 1,
    2, 3 and so on in their order.

    The range is [-1, 1]. It is undefined where the gold or the output has one class only.

    >>> pearson(Contingency.of([[[1, 0, 0], [0, 0, 1], [0, 1, 0]]], exact=True)).item()
    Fraction(1, 2)
    """
    numbers = like(np.arange(t.table.shape[-1]), t.table)
    n = t.documents[..., None]
    return _correlation(
        t,
        n * numbers - (t.classes * numbers).sum(-1)[..., None],
        n * numbers - (t.clusters * numbers).sum(-1)[..., None],
    )


def _ranks(sizes: Array) -> Array:
    """Twice the mean rank of the items of each class, less twice the mean of all ranks."""
    return np.asarray(2 * np.cumsum(sizes, axis=-1) - sizes - sizes.sum(-1)[..., None])


def _correlation(t: Contingency, gold: Array, output: Array) -> Array:
    """The correlation of Pearson of these numbers of the classes, whose means over the items are 0."""
    together = (t.table * gold[..., :, None] * output[..., None, :]).sum((-2, -1))
    spread = (t.classes * gold * gold).sum(-1) * (t.clusters * output * output).sum(-1)
    return ratio(together, sqrt(np.asarray(spread)))


_FAMILY = ("ordinal", "ordinal correlation")

METRICS = (
    Metric("kendall-tau", "Kendall tau", *_FAMILY, "Kendall 1945", kendall_tau),
    Metric("spearman", "Spearman", *_FAMILY, "Spearman 1904", spearman),
    Metric("pearson", "Pearson", *_FAMILY, "Pearson 1895", pearson),
)
