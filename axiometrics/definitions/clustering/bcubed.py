"""BCubed (Bagga & Baldwin 1998), and its extension to clusters that overlap (Amigo et al. 2009, section 6)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.partitions import Clusters, cover, homes, partitions


def bcubed_precision(system: Organization, gold: Organization) -> Fraction:
    """The mean over documents of the share of their cluster that is of their class. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _bcubed(clusters, classes)


def bcubed_recall(system: Organization, gold: Organization) -> Fraction:
    """The mean over documents of the share of their class that is in their cluster. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _bcubed(classes, clusters)


def _bcubed(these: Clusters, those: Clusters) -> Fraction:
    one, other = homes(these), homes(those)
    return _mean(Fraction(len(these[one[d]] & those[other[d]]), len(these[one[d]])) for d in one)


def bcubed_f(system: Organization, gold: Organization) -> Fraction:
    """The harmonic mean of BCubed precision and recall. Range (0, 1]."""
    return harmonic_mean(bcubed_precision(system, gold), bcubed_recall(system, gold))


def bcubed_extended_precision(system: Organization, gold: Organization) -> Fraction:
    """BCubed for overlap: the mean over documents d, then over the documents e that share a cluster with d, of
    min(clusters, classes) / clusters.

    Clusters (classes) are those that hold both d and e; d is among its own e. Range [0, 1].
    """
    return _extended(cover(system, "system"), cover(gold, "gold"))


def bcubed_extended_recall(system: Organization, gold: Organization) -> Fraction:
    """The same with clusters and classes exchanged. Range [0, 1]."""
    return _extended(cover(gold, "gold"), cover(system, "system"))


def _extended(these: Clusters, those: Clusters) -> Fraction:
    documents = sorted(frozenset().union(*these))
    one, other = (
        {d: {j for j, cluster in enumerate(side) if d in cluster} for d in documents} for side in (these, those)
    )

    def correct(d: str) -> Fraction:
        related = [(e, shared) for e in documents if (shared := len(one[d] & one[e]))]
        return _mean(Fraction(min(shared, len(other[d] & other[e])), shared) for e, shared in related)

    return _mean(map(correct, documents))


def bcubed_extended_f(system: Organization, gold: Organization) -> Fraction:
    """The harmonic mean of extended BCubed precision and recall. Range [0, 1]; 0 where both are 0."""
    return harmonic_mean(bcubed_extended_precision(system, gold), bcubed_extended_recall(system, gold))


def _mean(values: Iterable[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


DEFINITIONS = (
    Definition("bcubed-precision", bcubed_precision),
    Definition("bcubed-recall", bcubed_recall),
    Definition("bcubed-f", bcubed_f),
    Definition("bcubed-extended-precision", bcubed_extended_precision),
    Definition("bcubed-extended-recall", bcubed_extended_recall),
    Definition("bcubed-extended-f", bcubed_extended_f),
)
