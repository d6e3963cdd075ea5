"""Two clusterings of the same documents that differ in a few clusters, as clustering constraints compare them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from axiometrics.core.case import Case
from axiometrics.core.exact import Exact
from axiometrics.kernel.logarithms import log_sum

Cluster = frozenset[str]


@dataclass(frozen=True)
class Change:
    """The classes of the gold, and the clusters of the worse and of the better output."""

    classes: tuple[Cluster, ...]
    worse: tuple[Cluster, ...]
    better: tuple[Cluster, ...]

    @classmethod
    def of(cls, case: Case) -> Change:
        """The change that a case makes."""
        return cls(
            *(
                tuple(frozenset(c) for c in o.levels[0])
                for o in (case.gold, case.outputs["worse"], case.outputs["better"])
            )
        )

    @cached_property
    def n(self) -> int:
        """Documents."""
        return sum(map(len, self.classes))

    @cached_property
    def removed(self) -> list[Cluster]:
        """The clusters of the worse output that the better one has not, largest first."""
        return sorted(set(self.worse) - set(self.better), key=lambda c: (-len(c), sorted(c)))

    @cached_property
    def added(self) -> list[Cluster]:
        """The clusters of the better output that the worse one has not, largest first."""
        return sorted(set(self.better) - set(self.worse), key=lambda c: (-len(c), sorted(c)))

    @cached_property
    def kept(self) -> list[Cluster]:
        """The clusters of both."""
        return [c for c in self.worse if c in set(self.better)]

    @cached_property
    def class_of(self) -> dict[str, Cluster]:
        """The class of each document."""
        return {document: c for c in self.classes for document in c}

    def counts(self, cluster: Iterable[str]) -> list[int]:
        """How many documents of each class a cluster holds, the greatest first; classes that it has none of left
        out.
        """
        return sorted(Counter(self.class_of[document] for document in cluster).values(), reverse=True)

    def precision(self, clusters: Iterable[Cluster]) -> Fraction:
        """BCubed precision summed over the documents of these clusters."""
        return sum((Fraction(k * k, len(c)) for c in clusters for k in self.counts(c)), Fraction(0))

    def recall(self, clusters: Iterable[Cluster]) -> Fraction:
        """BCubed recall summed over the documents of these clusters."""
        return sum((Fraction(len(c & one) ** 2, len(one)) for c in clusters for one in self.classes), Fraction(0))

    def purity(self, clusters: Iterable[Cluster]) -> int:
        """The documents of the most frequent class of their cluster, over these clusters."""
        return sum(self.counts(c)[0] for c in clusters)

    def inverse_purity(self, classes: Iterable[Cluster], clusters: Sequence[Cluster]) -> int:
        """The documents in the most frequent cluster of their class, over these classes and clusters."""
        return sum(max(len(c & one) for c in clusters) for one in classes)

    def agreed(self, clusters: Iterable[Cluster]) -> int:
        """Pairs of documents within one of these clusters and within one class."""
        return sum(pairs(self.counts(c)) for c in clusters)


def pairs(sizes: Iterable[int]) -> int:
    """Pairs of documents within parts of these sizes."""
    return sum(k * (k - 1) // 2 for k in sizes)


def spread(sizes: Iterable[int]) -> Exact:
    """The sum of k log k over these sizes."""
    return log_sum((k, k) for k in sizes)
