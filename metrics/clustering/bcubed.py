"""BCubed: precision and recall of each document, averaged; the extended form counts how often two documents meet."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, over
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization


def bcubed_precision(t: Contingency) -> Array:
    """Mean over documents of the share of their cluster that is of their class: (1/n) sum t_ij^2 / b_j. Range (0, 1].

    >>> bcubed_precision(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(2, 3)
    """
    return over(over(t.squares[1], t.clusters).sum(-1), t.documents)


def bcubed_recall(t: Contingency) -> Array:
    """Mean over documents of the share of their class that is in their cluster: (1/n) sum t_ij^2 / a_i. Range (0,
    1].
    """
    return over(over(t.squares[0], t.classes).sum(-1), t.documents)


def bcubed_f(t: Contingency) -> Array:
    """Harmonic mean of BCubed precision and recall, both above 0. Range (0, 1]; 1 iff the partitions are equal.

    >>> bcubed_f(Contingency.of([[[2, 0], [0, 2]]], exact=True)).item()
    Fraction(1, 1)
    """
    p, r = bcubed_precision(t), bcubed_recall(t)
    return np.asarray(over(2 * p * r, p + r))


def extended_precision(system: Organization, gold: Organization) -> Fraction:
    """Extended BCubed precision: over documents that share a cluster, the mean of min(clusters shared, classes shared)
    / clusters shared.

    Range [0, 1]. A document always shares its clusters with itself, so no mean is empty. Amigo et al. 2009, section 6.

    >>> extended_precision(Organization.parse("{a b} {a b}"), Organization.parse("{a b}"))
    Fraction(1, 2)
    """
    together, wanted = _meetings(system), _meetings(gold)
    per_document: dict[str, list[Fraction]] = {}
    for (one, other), times in together.items():
        per_document.setdefault(one, []).append(Fraction(min(times, wanted[one, other]), times))
    means = [sum(shares, Fraction(0)) / len(shares) for shares in per_document.values()]
    return sum(means, Fraction(0)) / len(means)


def extended_recall(system: Organization, gold: Organization) -> Fraction:
    """Extended BCubed recall: the same with classes and clusters exchanged. Range [0, 1]."""
    return extended_precision(gold, system)


def extended_f(system: Organization, gold: Organization) -> Fraction:
    """Harmonic mean of extended BCubed precision and recall; 0 where both are 0. Range [0, 1]."""
    p, r = extended_precision(system, gold), extended_recall(system, gold)
    return 2 * p * r / (p + r) if p + r else Fraction(0)


def _in_floats(side: Callable[[Any, Any], Any]) -> Callable[[Organization, Organization], float]:
    """The same in floats, where pairs are counted by products of sparse matrices of documents by clusters."""

    def called(system: Organization, gold: Organization) -> float:
        documents = {document: i for i, document in enumerate(sorted(system.documents))}
        return float(side(_matrix(system, documents), _matrix(gold, documents)))

    return called


def _matrix(organization: Organization, documents: dict[str, int]) -> Any:
    """How many clusters hold both documents, for each ordered pair that meets."""
    from scipy.sparse import csr_array  # takes long to import, and few need it

    clusters = [cluster for level in organization.levels for cluster in level]
    rows = [documents[document] for cluster in clusters for document in cluster]
    columns = np.repeat(np.arange(len(clusters)), [len(cluster) for cluster in clusters])
    held = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(documents), len(clusters)))
    return held @ held.T


def _float_precision(together: Any, wanted: Any) -> float:
    both = together.minimum(wanted).multiply(together.power(-1.0))
    return float((both.sum(axis=1) / np.diff(together.indptr)).mean())


def _float_recall(together: Any, wanted: Any) -> float:
    return _float_precision(wanted, together)


def _float_f(together: Any, wanted: Any) -> float:
    p, r = _float_precision(together, wanted), _float_precision(wanted, together)
    return 2 * p * r / (p + r) if p + r else 0.0


def _meetings(organization: Organization) -> Counter[tuple[str, str]]:
    """How many clusters hold both documents, for each ordered pair that meets; a document meets itself."""
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
