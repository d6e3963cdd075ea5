"""Counting pairs: of all pairs of documents, which are together in the clusters, in the classes, in both."""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, over, ratio, sqrt
from axiometrics.core.metric import Metric


def _pairs(sizes: Array) -> Array:
    """Pairs inside parts of these sizes."""
    return over(sizes * (sizes - 1), like(2, sizes))


def _counts(t: Contingency) -> tuple[Array, Array, Array, Array]:
    """Pairs together in both, in clusters, in classes, and all pairs."""
    both = over(t.squares[0].sum(-1) - t.documents, like(2, t.table))
    return (
        both,
        np.asarray(_pairs(t.clusters).sum(-1)),
        np.asarray(_pairs(t.classes).sum(-1)),
        _pairs(t.documents),
    )


def rand(t: Contingency) -> Array:
    """Share of pairs on which clusters and classes agree; 1 for a single document (no pairs). Range [0, 1]. Rand 1971.

    >>> rand(Contingency.of([[[2, 0], [0, 1]]], exact=True)).item()
    Fraction(1, 1)
    """
    both, clusters, classes, every = _counts(t)
    return ratio(every + 2 * both - clusters - classes, every, 1, "Rand is 1 where there are no pairs")


def adjusted_rand(t: Contingency) -> Array:
    """Rand corrected for chance (Hubert & Arabie 1985); 1 at 0/0 (both partitions trivial alike). Range (-1, 1].

    >>> adjusted_rand(Contingency.of([[[1, 1], [1, 1]]], exact=True)).item()
    Fraction(-1, 2)
    """
    both, clusters, classes, every = _counts(t)
    expected = over(clusters * classes, every)
    return ratio(both - expected, over(clusters + classes, like(2, both)) - expected, 1, "ARI is 1 at 0/0")


def jaccard(t: Contingency) -> Array:
    """Pairs together in both over pairs together in either; 1 where there are none. Range [0, 1]."""
    both, clusters, classes, _ = _counts(t)
    return ratio(both, clusters + classes - both, 1, "Jaccard is 1 where no pair is together in either")


def fowlkes_mallows(t: Contingency) -> Array:
    """Geometric mean of pair precision and pair recall; 0 where no pair is together in both, also at 0/0. Range [0, 1].
    Fowlkes & Mallows 1983.
    """
    both, clusters, classes, _ = _counts(t)
    return ratio(both, sqrt(clusters * classes), 0, "Fowlkes-Mallows is 0 at 0/0")


def pair_precision(t: Contingency) -> Array:
    """Share of the pairs together in clusters that are together in classes; 1 where clusters join none. Range [0,
    1].
    """
    both, clusters, _, _ = _counts(t)
    return ratio(both, clusters, 1, "pair precision is 1 where the clusters join no pair")


def pair_recall(t: Contingency) -> Array:
    """Share of the pairs together in classes that are together in clusters; 1 where classes join none. Range [0, 1]."""
    both, _, classes, _ = _counts(t)
    return ratio(both, classes, 1, "pair recall is 1 where the classes join no pair")


def pair_f(t: Contingency) -> Array:
    """2 tp / (2 tp + fp + fn) over pairs; 1 where neither joins a pair. Range [0, 1]."""
    both, clusters, classes, _ = _counts(t)
    return ratio(2 * both, clusters + classes, 1, "pair F is 1 where neither joins a pair")


_FAMILY = ("clustering", "counting pairs")

METRICS = (
    Metric("rand", "Rand", *_FAMILY, "Rand 1971", rand),
    Metric("adjusted-rand", "Adjusted Rand", *_FAMILY, "Hubert & Arabie 1985", adjusted_rand),
    Metric("jaccard", "Jaccard", *_FAMILY, "Halkidi, Batistakis & Vazirgiannis 2001", jaccard),
    Metric("fowlkes-mallows", "Fowlkes-Mallows", *_FAMILY, "Fowlkes & Mallows 1983", fowlkes_mallows),
    Metric(
        "pair-precision",
        "Pair Precision",
        *_FAMILY,
        "Amigo et al. 2009, metrics based on counting pairs",
        pair_precision,
    ),
    Metric("pair-recall", "Pair Recall", *_FAMILY, "Amigo et al. 2009, metrics based on counting pairs", pair_recall),
    Metric("pair-f", "Pair F", *_FAMILY, "Amigo et al. 2009, metrics based on counting pairs", pair_f),
)
