"""BCubed F, corrected for chance: the mean over all ways to hand the items out to clusters of the same sizes."""

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, lcm, prod

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, exactly, is_exact, like, ratio
from axiometrics.core.metric import Metric
from axiometrics.metrics.clustering.bcubed import bcubed_f

LARGEST = 12
"""Items of the largest clusterings that have a value. The mean has no closed form, and the ways to hand out
items grow very fast: 12 items take up to a second in the definition, which `verify` asks.
"""

Left = tuple[tuple[int, int], ...]
"""The classes in a fixed order: the size of each, and how many of its items are not handed out."""


def adjusted_bcubed_f(t: Contingency) -> Array:
    """BCubed F, corrected for chance: (F - E) / (1 - E), where E is the mean of F over all ways to rename the items
    of the clusters.

    The greatest value is 1. Where both partitions are a single part, or both part all items, it would be 0/0, and
    it is 1 by convention. The mean has no closed form and is computed exactly, for up to 12 items. The metric is
    undefined for more.

    >>> adjusted_bcubed_f(Contingency.of([[[1, 1], [1, 1]]], exact=True)).item()
    Fraction(-1, 2)
    """
    sides = (side.reshape(-1, side.shape[-1]) for side in (t.classes, t.clusters))
    means = [_mean(_sizes(classes), _sizes(clusters)) for classes, clusters in zip(*sides, strict=True)]
    expected = exactly(means) if is_exact(t.cells) else np.array(list(map(float, means)))
    expected = expected.reshape(t.documents.shape)
    score = bcubed_f(t)
    one = like(1, t.documents)
    return ratio(score - expected, one - expected, 1, "adjusted BCubed F is 1 at 0/0")


def _mean(classes: tuple[int, ...], clusters: tuple[int, ...]) -> Fraction | float:
    return expected_f(classes, clusters) if sum(classes) <= LARGEST else math.nan


def _sizes(side: Array) -> tuple[int, ...]:
    return tuple(sorted(int(size) for size in side.tolist() if size))


@lru_cache(maxsize=2**14)
def expected_f(classes: tuple[int, ...], clusters: tuple[int, ...]) -> Fraction:
    """The mean of BCubed F over all ways to hand the items of classes of these sizes out to clusters of these.

    Clusters are filled one by one. Two ways are alike so far if they leave equal numbers of classes of equal sizes, and
    have equal sums for precision and for recall, which are whole numbers over a common denominator.

    >>> expected_f((1, 2), (1, 2))
    Fraction(7, 9)
    """
    of_clusters, of_classes = lcm(*clusters), lcm(*classes)
    ways: dict[Left, Counter[tuple[int, int]]] = {tuple((a, a) for a in classes): Counter({(0, 0): 1})}
    for size in clusters:
        after: dict[Left, Counter[tuple[int, int]]] = {}
        for left, sums in ways.items():
            for taken, times in _fillings(left, size):
                precision = of_clusters // size * sum(k * k for k in taken)
                recall = sum(k * k * (of_classes // a) for k, (a, _) in zip(taken, left, strict=True))
                key = tuple(sorted((a, r - k) for k, (a, r) in zip(taken, left, strict=True)))
                into = after.setdefault(key, Counter())
                for (p, r), number in sums.items():
                    into[p + precision, r + recall] += number * times
        ways = after
    n = sum(classes)
    (sums,) = ways.values()
    total = factorial(n) // prod(map(factorial, clusters))
    scores = ((number, Fraction(2 * p * r, n * (p * of_classes + r * of_clusters))) for (p, r), number in sums.items())
    return sum((number * score for number, score in scores), Fraction(0)) / total


def _fillings(left: Left, size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many items of each class a cluster of that size may get, and in how many ways."""
    if not left:
        if not size:
            yield (), 1
        return
    (_, most), *rest = left
    for k in range(min(most, size) + 1):
        for taken, times in _fillings(tuple(rest), size - k):
            yield (k, *taken), times * comb(most, k)


METRICS = (
    Metric(
        "adjusted-bcubed-f",
        "Adjusted BCubed F",
        "clustering",
        "bcubed",
        "after Hubert & Arabie 1985, of Bagga & Baldwin 1998",
        adjusted_bcubed_f,
    ),
)
