"""BCubed: precision and recall of each item, averaged; the extended form counts how often two items meet."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, added, over, total
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization


def bcubed_precision(t: Contingency) -> Array:
    """For each item, the share of its cluster that is of its class; the mean of these shares over all items.

    It is (1/n) sum_ij t_ij^2 / b_j, where t_ij items of class i are in cluster j, b_j items in cluster j, and n
    in all. The range is (0, 1]. It is defined for every clustering.

    >>> bcubed_precision(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(2, 3)
    """
    return over(total(over(t.squares[1], t.clusters)), t.documents)


def bcubed_recall(t: Contingency) -> Array:
    """For each item, the share of its class that is in its cluster; the mean of these shares over all items.

    It is (1/n) sum_ij t_ij^2 / a_i, where t_ij items of class i are in cluster j, a_i items in class i, and n
    in all. The range is (0, 1]. It is defined for every clustering.

    >>> bcubed_recall(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return over(total(over(t.squares[0], t.classes)), t.documents)


def bcubed_f(t: Contingency) -> Array:
    """The harmonic mean of BCubed precision and BCubed recall.

    The range is (0, 1], and the value is 1 if and only if the clusters are the classes. It is defined for every
    clustering, because precision and recall are both above 0.

    >>> bcubed_f(Contingency.of([[[2, 0], [0, 2]]], exact=True)).item()
    Fraction(1, 1)
    """
    p, r = bcubed_precision(t), bcubed_recall(t)
    return np.asarray(over(2 * p * r, p + r))


def extended_precision(system: Organization, gold: Organization) -> Fraction:
    """BCubed precision where an item may be in several clusters and classes.

    Let the items d and e share k clusters and c classes. Then the pair counts min(k, c)/k. The value is the mean
    over d of the mean over all e that share a cluster with d. The range is [0, 1]. It is defined for every clustering,
    because each item shares its clusters with itself. Where neither clusters nor classes overlap, it is BCubed
    precision.

    >>> extended_precision(Organization.parse("{a b} {a b}"), Organization.parse("{a b}"))
    Fraction(1, 2)
    """
    together, wanted = _meetings(system), _meetings(gold)
    met = Counter(first for first, _ in together)
    # each pair adds a fraction to the mean of its item; fractions with the same denominator are added up first
    shares: dict[int, int] = {}
    for (first, second), times in together.items():
        below = times * met[first]
        shares[below] = shares.get(below, 0) + min(times, wanted.get((first, second), 0))
    return added(Fraction(above, below) for below, above in shares.items()) / len(met)


def extended_recall(system: Organization, gold: Organization) -> Fraction:
    """BCubed recall where an item may be in several clusters and classes.

    Let the items d and e share k clusters and c classes. Then the pair counts min(k, c)/c. The value is the mean
    over d of the mean over all e that share a class with d. The range is [0, 1]. It is defined for every clustering.
    Where neither clusters nor classes overlap, it is BCubed recall.

    >>> extended_recall(Organization.parse("{a b}"), Organization.parse("{a b} {a b}"))
    Fraction(1, 2)
    """
    return extended_precision(gold, system)


def extended_f(system: Organization, gold: Organization) -> Fraction:
    """The harmonic mean of extended BCubed precision and extended BCubed recall.

    The range is [0, 1]. Where precision and recall are both 0, it would be 0/0, and it is 0 by convention.

    >>> extended_f(Organization.parse("{a b} {a b}"), Organization.parse("{a b}"))
    Fraction(2, 3)
    """
    p, r = extended_precision(system, gold), extended_recall(system, gold)
    return 2 * p * r / (p + r) if p + r else Fraction(0)


def _in_floats(side: Callable[[Any, Any], Any]) -> Callable[[Organization, Organization], float]:
    """A metric of extended BCubed in floats. Pairs are counted by products of matrices of items by clusters."""

    def called(system: Organization, gold: Organization) -> float:
        documents = {document: i for i, document in enumerate(sorted(system.documents))}
        return float(side(_matrix(system, documents), _matrix(gold, documents)))

    return called


def _matrix(organization: Organization, documents: dict[str, int]) -> Any:
    """For each ordered pair of items, how many clusters hold both. The array is sparse if there are many
    items.
    """
    clusters = [cluster for level in organization.levels for cluster in level]
    rows = [documents[document] for cluster in clusters for document in cluster]
    columns = np.repeat(np.arange(len(clusters)), [len(cluster) for cluster in clusters])
    if len(documents) <= MANY:
        held = np.zeros((len(documents), len(clusters)))
        held[rows, columns] = 1
    else:
        from scipy.sparse import csr_array  # takes long to import, and few need it

        held = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(documents), len(clusters)))
    return held @ held.T


MANY = 200
"""The greatest number of items for which arrays are not sparse. With more items most pairs share no cluster,
and sparse arrays are faster.
"""


def _float_precision(together: Any, wanted: Any) -> float:
    if isinstance(together, np.ndarray):
        meet = together > 0
        shares, times = np.minimum(together, wanted) / np.where(meet, together, 1), meet.sum(axis=1)
    else:
        shares, times = together.minimum(wanted).multiply(together.power(-1.0)), np.diff(together.indptr)
    return float((shares.sum(axis=1) / times).mean())


def _float_recall(together: Any, wanted: Any) -> float:
    return _float_precision(wanted, together)


def _float_f(together: Any, wanted: Any) -> float:
    p, r = _float_precision(together, wanted), _float_precision(wanted, together)
    return 2 * p * r / (p + r) if p + r else 0.0


@lru_cache(maxsize=2)
def _meetings(organization: Organization) -> Counter[tuple[str, str]]:
    """How many clusters hold both items, for each ordered pair that meets; an item meets itself. The counts of
    two organizations are kept, an output and its gold, because the next output mostly has the same gold.
    """
    return Counter(pair for level in organization.levels for cluster in level for pair in product(cluster, cluster))


_SOURCE = "Bagga & Baldwin 1998; Amigo et al. 2009"
_EXTENDED = "Amigo et al. 2009, section 6, extended BCubed"
_FAMILY = ("clustering", "bcubed")

METRICS = (
    Metric("bcubed-precision", "BCubed Precision", *_FAMILY, _SOURCE, bcubed_precision),
    Metric("bcubed-recall", "BCubed Recall", *_FAMILY, _SOURCE, bcubed_recall),
    Metric("bcubed-f", "BCubed F", *_FAMILY, _SOURCE, bcubed_f),
    *(
        Metric(base, title, *_FAMILY, _EXTENDED, formula, direct=direct, fast=_in_floats(fast))
        for base, title, formula, direct, fast in (
            (
                "bcubed-extended-precision",
                "Extended BCubed Precision",
                bcubed_precision,
                extended_precision,
                _float_precision,
            ),
            ("bcubed-extended-recall", "Extended BCubed Recall", bcubed_recall, extended_recall, _float_recall),
            ("bcubed-extended-f", "Extended BCubed F", bcubed_f, extended_f, _float_f),
        )
    ),
)
