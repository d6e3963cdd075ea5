"""Clusters matched with classes (Amigo et al. 2009, metrics based on set matching)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.definitions.matching import heaviest_matching
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.partitions import PartitionTable, counts, table
from axiometrics.definitions.sums import greatest, total


def purity(system: Any, gold: Any) -> Any:
    """The documents of the most frequent class of their cluster, over all documents. Range (0, 1]."""
    of = table(system, gold)
    return _majorities(of.clusters, of)


def inverse_purity(system: Any, gold: Any) -> Any:
    """Purity with clusters and classes exchanged. Range (0, 1]."""
    of = table(system, gold)
    return _majorities(of.classes, of)


def _majorities(parts: Any, of: PartitionTable) -> Any:
    return total(parts, lambda k: k.most) / of.documents


def f_purity(system: Any, gold: Any) -> Any:
    """The harmonic mean of purity and inverse purity. Range (0, 1]."""
    return harmonic_mean(purity(system, gold), inverse_purity(system, gold))


def f_max(system: Any, gold: Any) -> Any:
    """Each class by the F of its best cluster, classes by their size (van Rijsbergen). Range (0, 1]. van Rijsbergen
    1974.
    """
    of = table(system, gold)
    return _best_f(of.classes, of)


def f_max_cluster(system: Any, gold: Any) -> Any:
    """Each cluster by the F of its best class, clusters by their size. Range (0, 1]."""
    of = table(system, gold)
    return _best_f(of.clusters, of)


def _best_f(parts: Any, of: PartitionTable) -> Any:
    """F is 2 shared documents over the sizes of both; it is 0 for a part that shares nothing, hence not the best."""
    return (
        total(parts, lambda k: k.size * greatest(k.shares, lambda x: 2 * x.documents / (k.size + x.of))) / of.documents
    )


def matching_accuracy(system: Any, gold: Any) -> Any:
    """The documents in the class their cluster is matched with, under the best one-to-one matching, over all documents.
    Range (0, 1]. Meila 2005, where 1 - it is the misclassification error.
    """
    if isinstance(system, PartitionTable):
        return _matching_of_symbols(system)
    of = counts(system, gold)
    return Fraction(heaviest_matching(of.shared), of.documents)


def _matching_of_symbols(of: PartitionTable) -> Any:
    """The accuracy for a table of symbols. A cluster whose documents are all of one class can be matched with that
    class only. If a class has only such clusters, the largest of them is matched with it. All other clusters share
    nothing with these classes.
    """
    alone = of.clusters.of_those(lambda k: k.is_within_one)
    matched = of.classes.of_those(lambda c: c.has_wholes_alone)
    if total(alone, lambda k: k.size) != total(matched, lambda c: sum(x.documents for x in c.wholes)):
        raise TaskError("a cluster of one class alone is of a class that has other clusters too")
    others = of.clusters.unknown(lambda k: k.is_within_one, "matched")
    return (total(matched, lambda c: c.most) + others) / of.documents


DEFINITIONS = (
    Definition("purity", purity, counted=GREATEST),
    Definition("inverse-purity", inverse_purity, counted=GREATEST),
    Definition("f-purity", f_purity, counted=GREATEST),
    Definition("f-max", f_max, counted=GREATEST),
    Definition("f-max-cluster", f_max_cluster, counted=GREATEST),
    Definition("matching-accuracy", matching_accuracy, counted=100, second_form=True),
)
