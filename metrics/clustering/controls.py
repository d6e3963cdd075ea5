"""Controls: metrics that were built for tests. Each satisfies a reading that no published metric satisfies, and so
shows that it can be satisfied. They are not for use.
"""

from collections import Counter
from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, over
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.metrics.clustering.counting_pairs import PAIRS_ALONE, pair_counts


def whole_classes(t: Contingency) -> Array:
    """The share of the classes that are also a cluster. The range is [0, 1].

    >>> whole_classes(Contingency.of([[[2, 0], [0, 1]]], exact=True)).item()
    Fraction(1, 1)
    """
    whole = np.equal(t.cells, t.cell_classes) & np.equal(t.cells, t.cell_clusters) & (t.cells > 0)
    return over(like(np.count_nonzero(whole, axis=(-1, -2)), t.cells), t.n_classes)


def whole_classes_found(system: Organization, gold: Organization) -> Fraction:
    """The share of the classes that are also a cluster, where classes and clusters may overlap. A class that is listed
    twice counts as two. The range is [0, 1].

    >>> whole_classes_found(Organization.parse("{a b} {c}"), Organization.parse("{a b} {a b}"))
    Fraction(1, 2)
    """
    clusters, wanted = (
        Counter(frozenset(cluster) for cluster in organization.levels[0]) for organization in (system, gold)
    )
    return Fraction((clusters & wanted).total(), wanted.total())


def pair_balance(t: Contingency) -> Array:
    """The number of pairs on which clusters and classes agree, less the number on which they do not.

    >>> pair_balance(Contingency.of([[[2, 0], [0, 1]]], exact=True)).item()
    Fraction(3, 1)
    """
    both, clusters, classes, every = pair_counts(t)
    return np.asarray(every - 2 * (clusters + classes - 2 * both))


def pair_covariance(t: Contingency) -> Array:
    """The share of the pairs that are together in both, less the product of the shares that are together in the
    clusters and in the classes. It is 0 where there are no pairs.

    >>> pair_covariance(Contingency.of([[[1, 1], [1, 1]]], exact=True)).item()
    Fraction(-1, 9)
    """
    both, clusters, classes, every = pair_counts(t)
    return np.asarray(over(both, every) - over(clusters, every) * over(classes, every))


METRICS = (
    Metric(
        "control-pair-balance",
        "Right less wrong pairs",
        "clustering",
        "control",
        "built for strong-monotonicity (any)",
        pair_balance,
        traits=PAIRS_ALONE,
    ),
    Metric(
        "control-pair-covariance",
        "Covariance of pairs",
        "clustering",
        "control",
        "built for constant-baseline (any)",
        pair_covariance,
        traits=PAIRS_ALONE,
    ),
    Metric(
        "control-whole-classes",
        "Share of classes found whole",
        "clustering",
        "control",
        "built for size-vs-quantity-overlap (shared)",
        whole_classes,
        direct=whole_classes_found,
    ),
)
