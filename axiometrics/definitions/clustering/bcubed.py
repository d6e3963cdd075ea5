"""BCubed (Bagga & Baldwin 1998), and its extension to clusters that overlap (Amigo et al. 2009, section 6)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from axiometrics.core.counted import GREATEST, Columns
from axiometrics.core.definition import Definition
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.partitions import Clusters, PartitionPart, PartitionTable, Shared, cover, table
from axiometrics.definitions.sums import total


def bcubed_precision(system: Any, gold: Any) -> Any:
    """The mean over documents of the share of their cluster that is of their class. Range (0, 1]."""
    of = table(system, gold)
    return _bcubed(of.clusters, of)


def bcubed_recall(system: Any, gold: Any) -> Any:
    """The mean over documents of the share of their class that is in their cluster. Range (0, 1]."""
    of = table(system, gold)
    return _bcubed(of.classes, of)


def _bcubed(parts: Any, of: PartitionTable) -> Any:
    """Each of the documents that a part shares with one of the other side has that number over the part's size."""
    return total(parts, lambda k: total(k.shares, lambda x: x.documents * x.documents) / k.size) / of.documents


def bcubed_f(system: Any, gold: Any) -> Any:
    """The harmonic mean of BCubed precision and recall. Range (0, 1]."""
    return harmonic_mean(bcubed_precision(system, gold), bcubed_recall(system, gold))


def bcubed_extended_precision(system: Any, gold: Any) -> Any:
    """BCubed for overlap: the mean over documents d, then over the documents e that share a cluster with d, of
    min(clusters, classes) / clusters.

    Clusters (classes) are those that hold both d and e; d is among its own e. Range [0, 1].
    """
    if isinstance(system, Columns | PartitionTable):
        return _of_partition(table(system, gold), "clusters")
    return _extended(cover(system, "system"), cover(gold, "gold"))


def bcubed_extended_recall(system: Any, gold: Any) -> Any:
    """The same with clusters and classes exchanged. Range [0, 1]."""
    if isinstance(system, Columns | PartitionTable):
        return _of_partition(table(system, gold), "classes")
    return _extended(cover(gold, "gold"), cover(system, "system"))


def _of_partition(of: PartitionTable, side: str) -> Any:
    """The same of a partition that is given by counts: of the documents that share a part with d, those of the class
    (cluster) of d are together with it once in either, the others once and never.
    """
    return total(getattr(of, side), lambda k: total(k.shares, lambda x: x.documents * _agreed(x, k))) / of.documents


def _agreed(x: Shared, part: PartitionPart) -> Any:
    """The mean of min(1, 1) over x.documents and of min(1, 0) over the rest of the part."""
    return (x.documents * min(1, 1) + (part.size - x.documents) * min(1, 0)) / part.size


def _extended(these: Clusters, those: Clusters) -> Fraction:
    documents = sorted(frozenset().union(*these))
    in_these, in_those = (
        {d: {j for j, cluster in enumerate(side) if d in cluster} for d in documents} for side in (these, those)
    )

    def correct(d: str) -> Fraction:
        related = [(e, shared) for e in documents if (shared := len(in_these[d] & in_these[e]))]
        return _mean(Fraction(min(shared, len(in_those[d] & in_those[e])), shared) for e, shared in related)

    return _mean(map(correct, documents))


def bcubed_extended_f(system: Any, gold: Any) -> Any:
    """The harmonic mean of extended BCubed precision and recall. Range [0, 1]; 0 where both are 0."""
    return harmonic_mean(bcubed_extended_precision(system, gold), bcubed_extended_recall(system, gold))


def _mean(values: Iterable[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


DEFINITIONS = (
    Definition("bcubed-precision", bcubed_precision, counted=GREATEST),
    Definition("bcubed-recall", bcubed_recall, counted=GREATEST),
    Definition("bcubed-f", bcubed_f, counted=GREATEST),
    Definition("bcubed-extended-precision", bcubed_extended_precision, counted=GREATEST, second_form=True),
    Definition("bcubed-extended-recall", bcubed_extended_recall, counted=GREATEST, second_form=True),
    Definition("bcubed-extended-f", bcubed_extended_f, counted=GREATEST, second_form=True),
)
