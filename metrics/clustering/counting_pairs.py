"""Counting pairs: of all pairs of items, which are together in the clusters, in the classes, in both."""

from collections.abc import Callable

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, over, ratio, sqrt
from axiometrics.core.metric import Metric


def _pairs(sizes: Array) -> Array:
    """Pairs inside parts of these sizes."""
    return over(sizes * (sizes - 1), like(2, sizes))


def pair_counts(t: Contingency) -> tuple[Array, Array, Array, Array]:
    """Pairs together in both, in clusters, in classes, and all pairs."""
    both = over(t.squares[0].sum(-1) - t.documents, like(2, t.cells))
    return (
        both,
        np.asarray(_pairs(t.clusters).sum(-1)),
        np.asarray(_pairs(t.classes).sum(-1)),
        _pairs(t.documents),
    )


def rand(t: Contingency) -> Array:
    """The share of the pairs of items on which clusters and classes agree: together in both, or apart in both.

    The range is [0, 1]. A single item has no pairs; the value is 1 there by convention.

    >>> rand(Contingency.of([[[2, 0], [0, 1]]], exact=True)).item()
    Fraction(1, 1)
    """
    both, clusters, classes, every = pair_counts(t)
    return ratio(every + 2 * both - clusters - classes, every, 1, "Rand is 1 where there are no pairs")


def adjusted_rand(t: Contingency) -> Array:
    """The Rand index, corrected for chance.

    It is (t - E) / ((k + c)/2 - E) with E = kc/p, where t pairs of items are together in a cluster and in a class,
    k pairs are together in a cluster, c in a class, and p pairs exist. The range is (-1, 1]. Where both partitions put
    all items together, or both keep all apart, it would be 0/0, and it is 1 by convention.

    >>> adjusted_rand(Contingency.of([[[1, 1], [1, 1]]], exact=True)).item()
    Fraction(-1, 2)
    """
    both, clusters, classes, every = pair_counts(t)
    expected = over(clusters * classes, every)
    return ratio(both - expected, over(clusters + classes, like(2, both)) - expected, 1, "ARI is 1 at 0/0")


def jaccard(t: Contingency) -> Array:
    """Of the pairs of items that are together in a cluster or in a class, the share that is together in both.

    The range is [0, 1]. Where no pair is together in either, it is 1 by convention.

    >>> jaccard(Contingency.of([[[1, 1], [0, 1]]], exact=True)).item()
    Fraction(0, 1)
    """
    both, clusters, classes, _ = pair_counts(t)
    return ratio(both, clusters + classes - both, 1, "Jaccard is 1 where no pair is together in either")


def fowlkes_mallows(t: Contingency) -> Array:
    """The geometric mean of pair precision and pair recall.

    It is t / sqrt(k c), where t pairs of items are together in a cluster and in a class, k pairs are together in a
    cluster, and c in a class. The range is [0, 1]. Where it would be 0/0, it is 0 by convention.

    >>> fowlkes_mallows(Contingency.of([[[2, 0], [0, 1]]], exact=True)).item()
    Fraction(1, 1)
    """
    both, clusters, classes, _ = pair_counts(t)
    return ratio(both, sqrt(clusters * classes), 0, "Fowlkes-Mallows is 0 at 0/0")


def pair_precision(t: Contingency) -> Array:
    """Of the pairs of items that are together in a cluster, the share that is together in a class.

    The range is [0, 1]. Where every item is alone in its cluster, it is 1 by convention.

    >>> pair_precision(Contingency.of([[[2], [1]]], exact=True)).item()
    Fraction(1, 3)
    """
    both, clusters, _, _ = pair_counts(t)
    return ratio(both, clusters, 1, "pair precision is 1 where the clusters join no pair")


def pair_recall(t: Contingency) -> Array:
    """Of the pairs of items that are together in a class, the share that is together in a cluster.

    The range is [0, 1]. Where every item is alone in its class, it is 1 by convention.

    >>> pair_recall(Contingency.of([[[2, 1]]], exact=True)).item()
    Fraction(1, 3)
    """
    both, _, classes, _ = pair_counts(t)
    return ratio(both, classes, 1, "pair recall is 1 where the classes join no pair")


def pair_f(t: Contingency) -> Array:
    """The F measure of pair precision and pair recall.

    It is 2t / (k + c), where t pairs of items are together in a cluster and in a class, k pairs are together in a
    cluster, and c in a class. The range is [0, 1]. Where no pair is together in either, it is 1 by convention.

    >>> pair_f(Contingency.of([[[2, 1]]], exact=True)).item()
    Fraction(1, 2)
    """
    both, clusters, classes, _ = pair_counts(t)
    return ratio(2 * both, clusters + classes, 1, "pair F is 1 where neither joins a pair")


PAIRS_ALONE = frozenset({"pair-counts"})
"""The trait of metrics whose value depends on the four numbers of pairs alone, whatever the number of items."""

_FAMILY = ("clustering", "counting pairs")
_AMIGO = "Amigo et al. 2009, metrics based on counting pairs"


def _counted(base: str, title: str, source: str, formula: Callable[[Contingency], Array]) -> Metric:
    return Metric(base, title, *_FAMILY, source, formula, traits=PAIRS_ALONE)


METRICS = (
    _counted("rand", "Rand", "Rand 1971", rand),
    _counted("adjusted-rand", "Adjusted Rand", "Hubert & Arabie 1985", adjusted_rand),
    _counted("jaccard", "Jaccard", "Halkidi, Batistakis & Vazirgiannis 2001", jaccard),
    _counted("fowlkes-mallows", "Fowlkes-Mallows", "Fowlkes & Mallows 1983", fowlkes_mallows),
    _counted("pair-precision", "Pair Precision", _AMIGO, pair_precision),
    _counted("pair-recall", "Pair Recall", _AMIGO, pair_recall),
    _counted("pair-f", "Pair F", _AMIGO, pair_f),
)
