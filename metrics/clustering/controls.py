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
    found, wanted = (
        Counter(frozenset(cluster) for cluster in organization.levels[0]) for organization in (system, gold)
    )
    return Fraction((found & wanted).total(), wanted.total())


METRICS = (
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
