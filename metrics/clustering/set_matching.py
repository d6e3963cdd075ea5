"""Set matching: each cluster (or class) is matched with the class (or cluster) it shares most with."""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, over
from axiometrics.core.metric import Metric


def purity(t: Contingency) -> Array:
    """Share of documents that are in the best-represented class of their cluster: (1/n) sum_j max_i t_ij.

    Range (0, 1]; 1 iff no cluster mixes classes. Never undefined (n >= 1). Zhao & Karypis 2001.

    >>> purity(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return over(t.table.max(-2).sum(-1), t.documents)


def inverse_purity(t: Contingency) -> Array:
    """Purity with classes and clusters exchanged: (1/n) sum_i max_j t_ij. Range (0, 1]; 1 iff no class is spread.

    >>> inverse_purity(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return over(t.table.max(-1).sum(-1), t.documents)


def f_purity(t: Contingency) -> Array:
    """Harmonic mean of purity and inverse purity; both are above 0. Range (0, 1]."""
    p, r = purity(t), inverse_purity(t)
    return over(2 * p * r, p + r)


def _overlap_f(t: Contingency) -> Array:
    """F of each class and cluster: 2 t_ij / (a_i + b_j)."""
    return over(2 * t.table, t.classes[..., :, None] + t.clusters[..., None, :])


def f_max(t: Contingency) -> Array:
    """Van Rijsbergen's F: each class with its best cluster, weighted by class size, sum_i (a_i/n) max_j F(i,j). Range
    (0, 1].

    >>> f_max(Contingency.of([[[2, 0], [0, 2]]], exact=True)).item()
    Fraction(1, 1)
    """
    return over((t.classes * _overlap_f(t).max(-1)).sum(-1), t.documents)


def f_max_cluster(t: Contingency) -> Array:
    """The same with classes and clusters exchanged: each cluster with its best class. Range (0, 1]."""
    return over((t.clusters * _overlap_f(t).max(-2)).sum(-1), t.documents)


def matching_accuracy(t: Contingency) -> Array:
    """Share of documents on the best one-to-one matching of classes and clusters (Hungarian method). Range (0, 1]; 1
    iff the partitions are equal.

    >>> matching_accuracy(Contingency.of([[[2, 1], [0, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return over(like(_best_matching(t.table), t.table), t.documents)


def _best_matching(table: Array) -> Array:
    """The greatest total of entries no two of which share a row or a column, for each table of a stack; whole
    numbers.
    """
    from scipy.optimize import linear_sum_assignment

    tables = table.astype(np.int64)
    stack = tables.reshape(-1, *tables.shape[-2:])
    known: dict[bytes, int] = {}
    for one in stack:
        key = one.tobytes()
        if key not in known:
            known[key] = int(one[linear_sum_assignment(one, maximize=True)].sum())
    return np.array([known[one.tobytes()] for one in stack]).reshape(tables.shape[:-2])


_SOURCE = "Amigo, Gonzalo, Artiles & Verdejo 2009, Inf. Retr. 12:461-486, metrics based on set matching"

METRICS = (
    Metric("purity", "Purity", "clustering", "set matching", _SOURCE, purity),
    Metric("inverse-purity", "Inverse Purity", "clustering", "set matching", _SOURCE, inverse_purity),
    Metric("f-purity", "F(Purity, Inverse Purity)", "clustering", "set matching", _SOURCE, f_purity),
    Metric("f-max", "F (class, best cluster)", "clustering", "set matching", "van Rijsbergen 1974; " + _SOURCE, f_max),
    Metric("f-max-cluster", "F (cluster, best class)", "clustering", "set matching", _SOURCE, f_max_cluster),
    Metric(
        "matching-accuracy",
        "Matching Accuracy",
        "clustering",
        "set matching",
        "Meila 2005, misclassification error",
        matching_accuracy,
    ),
)
