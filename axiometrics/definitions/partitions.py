"""The form that a clustering must have to be scored: one level of clusters over the documents of the gold; and the
table of two partitions, in which most definitions are written.

A definition adds up something over the clusters, over the classes, or over what each cluster shares with each class, by
`axiometrics.definitions.sums`. So it can be run on documents, on counts without documents, and on symbols, of which a
part of the table that is not touched is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.core.counted import Columns
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.definitions.sums import greatest

Clusters = list[frozenset[str]]


def cover(organization: Organization, role: str) -> Clusters:
    """The clusters of a clustering, overlapping or not. Raises `TaskError` for anything but one level of them without
    tail.
    """
    if len(organization.levels) != 1 or organization.tail or not organization.size:
        raise TaskError(
            f"the {role} is not a clustering: one level with clusters and no tail is wanted, found {organization}"
        )
    return [frozenset(cluster) for cluster in organization.levels[0]]


def partitions(system: Organization, gold: Organization) -> tuple[Clusters, Clusters]:
    """The clusters of the system and the classes of the gold. Raises `TaskError` where a document repeats, or is on one
    side only.
    """
    sides = cover(system, "system"), cover(gold, "gold")
    for role, organization in (("system", system), ("gold", gold)):
        if organization.size != len(organization.documents):
            raise TaskError(f"the {role} is not a partition: a document is in several clusters of {organization}")
    if system.documents != gold.documents:
        only = sorted(system.documents ^ gold.documents)
        raise TaskError(f"system and gold hold different documents: {', '.join(only)} on one side only")
    return sides


def homes(clusters: Clusters) -> dict[str, int]:
    """The number of the cluster of each document."""
    return {document: j for j, cluster in enumerate(clusters) for document in cluster}


def overlaps(clusters: Clusters, classes: Clusters) -> Counter[tuple[int, int]]:
    """How many documents each cluster shares with each class, counted document by document."""
    class_of = homes(classes)
    return Counter((j, class_of[document]) for document, j in homes(clusters).items())


def sizes(clusters: Sequence[frozenset[str]]) -> list[int]:
    """The number of documents in each cluster."""
    return [len(cluster) for cluster in clusters]


@dataclass(frozen=True)
class Shared:
    """The documents that a cluster and a class share: their number, and the size of the part on the other side."""

    documents: Any
    of: Any


@dataclass(frozen=True)
class PartitionPart:
    """A cluster or a class: its size, and the documents that it shares with each part of the other side with which it
    shares some.
    """

    size: Any
    shares: Any

    @property
    def most(self) -> Any:
        """The greatest number of documents that the part shares with one part of the other side."""
        return greatest(self.shares, lambda x: x.documents)

    @property
    def is_within_one(self) -> bool:
        """Whether the part surely lies within one part of the other side; asked of symbols."""
        written = self._written
        return len(written) == 1 and self._is_all_written and bool(written[0].documents == self.size)

    @property
    def wholes(self) -> list[Shared]:
        """The shares of this part that surely are a whole part of the other side; asked of symbols."""
        return list(self.shares.of_those(lambda x: x.documents == x.of).single) if self._written else []

    @property
    def has_wholes_alone(self) -> bool:
        """Whether the part surely consists of whole parts of the other side; asked of symbols."""
        return self._is_all_written and len(self.wholes) == len(self._written)

    @property
    def _written(self) -> Sequence[Shared]:
        """The shares of this part that are written one by one, without groups of shares."""
        return getattr(self.shares, "single", ())

    @property
    def _is_all_written(self) -> bool:
        return hasattr(self.shares, "single") and not self.shares.groups


@dataclass(frozen=True)
class PartitionTable:
    """Two partitions of the same documents, and the number of these documents.

    `expected`, of symbols, is their number times the information that clusters have of classes of these sizes on
    average, if they are paired at random: a number that no part of the table that is symbols adds up to.
    """

    documents: Any
    clusters: Any
    classes: Any
    expected: Any = None


@dataclass(frozen=True)
class Counts:
    """Two partitions by numbers: the number of documents that cluster j shares with class i, where it is not 0, and the
    sizes of both.
    """

    shared: Counter[tuple[int, int]]
    clusters: dict[int, int]
    classes: dict[int, int]

    @property
    def documents(self) -> int:
        """All documents."""
        return sum(self.classes.values())


def counts(system: Any, gold: Any) -> Counts:
    """The counts of a system and a gold. Raises the errors of `partitions`."""
    if isinstance(system, Columns):
        shared = Counter({(j, c): k for j, cluster in enumerate(system.clusters) for c, k in cluster.items() if k})
        return Counts(shared, {j: sum(k.values()) for j, k in enumerate(system.clusters)}, system.classes)
    clusters, classes = partitions(system, gold)
    return Counts(overlaps(clusters, classes), dict(enumerate(sizes(clusters))), dict(enumerate(sizes(classes))))


def table(system: Any, gold: Any) -> PartitionTable:
    """The table of a system and a gold, of counts, or a table that is given in their place. Raises the errors of
    `partitions`.
    """
    if isinstance(system, PartitionTable):
        return system
    of = counts(system, gold)
    by_cluster: dict[int, list[Shared]] = {j: [] for j in of.clusters}
    by_class: dict[int, list[Shared]] = {i: [] for i in of.classes}
    for (j, i), k in of.shared.items():
        by_cluster[j].append(Shared(Fraction(k), Fraction(of.classes[i])))
        by_class[i].append(Shared(Fraction(k), Fraction(of.clusters[j])))
    return PartitionTable(
        Fraction(of.documents),
        [PartitionPart(Fraction(size), by_cluster[j]) for j, size in of.clusters.items()],
        [PartitionPart(Fraction(size), by_class[i]) for i, size in of.classes.items()],
    )
