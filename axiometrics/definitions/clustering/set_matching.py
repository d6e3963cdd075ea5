"""Clusters matched with classes (Amigo et al. 2009, metrics based on set matching)."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.matching import heaviest_matching
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.partitions import Clusters, overlaps, partitions


def purity(system: Organization, gold: Organization) -> Fraction:
    """The documents of the most frequent class of their cluster, over all documents. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _majorities(clusters, classes)


def inverse_purity(system: Organization, gold: Organization) -> Fraction:
    """Purity with clusters and classes exchanged. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _majorities(classes, clusters)


def _majorities(clusters: Clusters, classes: Clusters) -> Fraction:
    return Fraction(
        sum(max(len(cluster & other) for other in classes) for cluster in clusters), sum(map(len, clusters))
    )


def f_purity(system: Organization, gold: Organization) -> Fraction:
    """The harmonic mean of purity and inverse purity. Range (0, 1]."""
    return harmonic_mean(purity(system, gold), inverse_purity(system, gold))


def f_max(system: Organization, gold: Organization) -> Fraction:
    """Each class by the F of its best cluster, classes by their size (van Rijsbergen). Range (0, 1]. van Rijsbergen
    1974.
    """
    clusters, classes = partitions(system, gold)
    return _best_f(classes, clusters)


def f_max_cluster(system: Organization, gold: Organization) -> Fraction:
    """Each cluster by the F of its best class, clusters by their size. Range (0, 1]."""
    clusters, classes = partitions(system, gold)
    return _best_f(clusters, classes)


def _best_f(these: Clusters, those: Clusters) -> Fraction:
    best = (len(one) * max(Fraction(2 * len(one & other), len(one) + len(other)) for other in those) for one in these)
    return sum(best, Fraction(0)) / sum(map(len, these))


def matching_accuracy(system: Organization, gold: Organization) -> Fraction:
    """The documents in the class their cluster is matched with, under the best one-to-one matching, over all documents.
    Range (0, 1]. Meila 2005, where 1 - it is the misclassification error.
    """
    clusters, classes = partitions(system, gold)
    return Fraction(heaviest_matching(overlaps(clusters, classes)), len(system.documents))


DEFINITIONS = (
    Definition("purity", purity),
    Definition("inverse-purity", inverse_purity),
    Definition("f-purity", f_purity),
    Definition("f-max", f_max),
    Definition("f-max-cluster", f_max_cluster),
    Definition("matching-accuracy", matching_accuracy),
)
