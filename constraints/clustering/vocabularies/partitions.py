"""Two clusterings of the same items that differ in a few clusters, as clustering constraints compare them.

Items of one class that share a cluster are interchangeable. So a cluster is described by the number of items of
each class that it holds, and two clusters with the same numbers are the same for every quantity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from axiometrics.core.case import Case
from axiometrics.core.counted import Columns
from axiometrics.core.organization import Organization
from axiometrics.core.reals import Exact
from axiometrics.symbolic.logarithms import log_sum

Cluster = tuple[tuple[int, int], ...]
"""The classes of which a cluster holds items, by number, each with how many."""


@dataclass(frozen=True)
class Change:
    """The items of each class of the gold, and the clusters of the worse and of the better output."""

    classes: tuple[int, ...]
    worse: tuple[Cluster, ...]
    better: tuple[Cluster, ...]

    @classmethod
    def of(cls, case: Case) -> Change:
        """The change that a case makes."""
        outputs = [case.outputs["worse"], case.outputs["better"]]
        if isinstance(outputs[0], Columns):
            sizes = outputs[0].classes
            number = {c: i for i, c in enumerate(sizes)}
            columns = [
                [{number[c]: k for c, k in cluster.items()} for cluster in output.clusters] for output in outputs
            ]
            return cls(
                tuple(sizes.values()), *(tuple(tuple(sorted(cluster.items())) for cluster in side) for side in columns)
            )
        gold: Organization = case.gold
        class_of = {document: i for i, part in enumerate(gold.levels[0]) for document in part}
        worse, better = (
            tuple(tuple(sorted(Counter(class_of[d] for d in cluster).items())) for cluster in output.levels[0])
            for output in outputs
        )
        return cls(tuple(map(len, gold.levels[0])), worse, better)

    @cached_property
    def n(self) -> int:
        """The number of items."""
        return sum(self.classes)

    @cached_property
    def removed(self) -> list[Cluster]:
        """The clusters of the worse output that the better one has not, largest first."""
        return _largest_first(Counter(self.worse) - Counter(self.better))

    @cached_property
    def added(self) -> list[Cluster]:
        """The clusters of the better output that the worse one has not, largest first."""
        return _largest_first(Counter(self.better) - Counter(self.worse))

    @cached_property
    def kept(self) -> list[Cluster]:
        """The clusters that both outputs have."""
        return list((Counter(self.worse) & Counter(self.better)).elements())

    def class_size(self, cluster: Cluster) -> int:
        """The number of items of the first class that a cluster holds items of."""
        return self.classes[cluster[0][0]]

    def counts(self, cluster: Cluster) -> list[int]:
        """How many items of each class a cluster holds, the greatest number first. Classes without an item in
        the cluster are left out.
        """
        return sorted((k for _, k in cluster), reverse=True)

    def precision(self, clusters: Iterable[Cluster]) -> Fraction:
        """BCubed precision summed over the items of these clusters."""
        return sum((Fraction(k * k, size(c)) for c in clusters for _, k in c), Fraction(0))

    def recall(self, clusters: Iterable[Cluster]) -> Fraction:
        """BCubed recall summed over the items of these clusters."""
        return sum((Fraction(k * k, self.classes[i]) for c in clusters for i, k in c), Fraction(0))

    def purity(self, clusters: Iterable[Cluster]) -> int:
        """The number of items that are of the most frequent class of their cluster, over these clusters."""
        return sum(max(k for _, k in c) for c in clusters)

    def inverse_purity(self, classes: Iterable[int], clusters: Sequence[Cluster]) -> int:
        """The number of items that are in the most frequent cluster of their class, over these classes (by number)
        and these clusters.
        """
        most = [0] * len(self.classes)
        for i, k in (share for c in clusters for share in c):
            most[i] = max(most[i], k)
        return sum(most[i] for i in classes)

    def agreed(self, clusters: Iterable[Cluster]) -> int:
        """Pairs of items within one of these clusters and within one class."""
        return sum(pairs(k for _, k in c) for c in clusters)


def _largest_first(clusters: Counter[Cluster]) -> list[Cluster]:
    return sorted(clusters.elements(), key=lambda c: (-size(c), c))


def size(cluster: Cluster) -> int:
    """The items of a cluster."""
    return sum(k for _, k in cluster)


def pairs(sizes: Iterable[int]) -> int:
    """Pairs of items within parts of these sizes."""
    return sum(k * (k - 1) // 2 for k in sizes)


def spread(sizes: Iterable[int]) -> Exact:
    """The sum of k log k over these sizes."""
    return log_sum((k, k) for k in sizes)
