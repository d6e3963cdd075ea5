"""Agreement of two partitions over pairs of items that counts what is apart as it counts what is together: the
correlation of the pairs, its angle, and the first index of Sokal and Sneath.

Each of the four numbers of pairs, together or apart in the classes and in the clusters, may be 0. Where one partition
is a single part or parts all items, the correlation is 0/0. It is then valued as Chicco & Jurman (2020) value the
correlation of two classes: 1 if no pair is wrong, -1 if every pair is, and 0 otherwise.
"""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, angle, like, over, ratio, sqrt
from axiometrics.core.metric import Metric
from axiometrics.metrics.clustering.counting_pairs import PAIRS_ALONE, pair_counts


def _where(mask: Array, model: Array) -> Array:
    return like(np.asarray(mask, dtype=bool), model)


def pair_correlation(t: Contingency) -> Array:
    """The correlation coefficient of two variables over all pairs of items: 1 where the pair is together in a
    class, and 1 where it is together in a cluster.

    It is (p t - k c) / sqrt(k (p - k) c (p - c)), where t pairs of items are together in a cluster and in a class,
    k pairs are together in a cluster, c in a class, and p pairs exist. The range is [-1, 1]. Where one partition is a
    single part or parts all items, it would be 0/0, and by convention it is 1 if no pair is wrong, -1 if every pair
    is wrong, and 0 otherwise.

    >>> pair_correlation(Contingency.of([[[1, 1], [1, 1]]], exact=True)).item()
    Fraction(-1, 2)
    """
    both, clusters, classes, every = pair_counts(t)
    wrong = clusters + classes - 2 * both
    spread = clusters * (every - clusters) * classes * (every - classes)
    flat = np.equal(spread, 0)
    at_zero = _where(flat & np.equal(wrong, 0), both) - _where(flat & np.equal(wrong, every) & (every > 0), both)
    convention = "the correlation at 0/0 is 1 where no pair is wrong, -1 where every pair is, else 0"
    return np.asarray(ratio(every * both - clusters * classes, sqrt(spread), 0, convention) + at_zero)


def correlation_distance(t: Contingency) -> Array:
    """The angle between two partitions: arccos(r)/pi, where r is the correlation coefficient of their pairs. It is a
    loss, so it is negated here.

    The range is [-1, 0]. Where the correlation is 0/0, its conventions apply: the distance is 0 if no pair is wrong, 1
    if every pair is wrong, and 1/2 otherwise.

    >>> correlation_distance(Contingency.of([[[1, 1], [1, 1]]], exact=True)).item()
    Fraction(-2, 3)
    """
    # -arccos(r)/pi = arccos(-r)/pi - 1, of which exact numbers make a shorter expression where r is below 0
    return np.asarray(angle(-pair_correlation(t)) - like(1, t.documents))


def sokal_sneath_1(t: Contingency) -> Array:
    """The mean of four shares: of the pairs that are together in a class, those together in a cluster, and the other
    way round; of the pairs that are apart in the classes, those apart in the clusters, and the other way round.

    The range is [0, 1]. A share of no pairs would be 0/0, and is 0 by convention. Equal partitions that are a single
    part, or that part all items, have the value 1 by convention.

    >>> sokal_sneath_1(Contingency.of([[[1, 1], [0, 1]]], exact=True)).item()
    Fraction(1, 4)
    """
    both, clusters, classes, every = pair_counts(t)
    apart = every - clusters - classes + both
    none = "the first index of Sokal and Sneath counts a share of no pairs as 0, and is 1 where no pair is wrong"
    shares = (ratio(both, classes, 0, none) + ratio(both, clusters, 0, none)) + (
        ratio(apart, every - classes, 0, none) + ratio(apart, every - clusters, 0, none)
    )
    right = _where(np.equal(clusters + classes - 2 * both, 0), both)
    return np.asarray(right + (like(1, both) - right) * over(shares, like(4, both)))


_FAMILY = ("clustering", "counting pairs")
_PAPER = "Gösgens, Tikhonov & Prokhorenkova 2021"

METRICS = (
    Metric("cc", "CC", *_FAMILY, f"Pearson 1896, of pairs; {_PAPER}", pair_correlation, traits=PAIRS_ALONE),
    Metric("cd", "-CD", *_FAMILY, _PAPER, correlation_distance, traits=PAIRS_ALONE),
    Metric(
        "sokal-sneath-1",
        "Sokal-Sneath 1",
        *_FAMILY,
        f"Sokal & Sneath 1963; {_PAPER}",
        sokal_sneath_1,
        traits=PAIRS_ALONE,
    ),
)
