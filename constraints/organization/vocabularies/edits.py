"""Two outputs that differ in the clusters of one level, and what the gold says of these clusters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from axiometrics.constraints.organization.vocabularies.relations import Parameters, clusters, level_of, weight_of
from axiometrics.core.case import Case

Cluster = frozenset[str]


@dataclass(frozen=True)
class Rewritten:
    """A case whose outputs differ in clusters of one level.

    Attributes
    ----------
    case : the case
    old, new : the clusters that only the worse and only the better output has, the largest first
    """

    case: Case
    old: tuple[Cluster, ...]
    new: tuple[Cluster, ...]

    @classmethod
    def of(cls, case: Case) -> Rewritten:
        """The clusters in which the outputs of a case differ. The outputs list each document once, so a cluster occurs
        once.
        """
        better, worse = (clusters(case.outputs[role]) for role in ("better", "worse"))
        old, new = (c for c in worse if c not in better), (c for c in better if c not in worse)
        return cls(case, *(tuple(sorted(side, key=lambda c: (-len(c), sorted(c)))) for side in (old, new)))

    @cached_property
    def classes(self) -> list[Cluster]:
        """The clusters of the gold."""
        return clusters(self.case.gold)

    def squares(self, cluster: Cluster) -> int:
        """The sum over the gold's clusters of the squared number of documents that they share with a cluster."""
        return sum(len(cluster & gold_cluster) ** 2 for gold_cluster in self.classes)

    def listed(self, cluster: Cluster) -> int:
        """The number of documents of a cluster that the gold lists."""
        return sum(level_of(self.case.gold, d) is not None for d in cluster)

    def home(self, document: str) -> Cluster:
        """The cluster of the gold that holds a document; empty where it is not listed."""
        return next((gold_cluster for gold_cluster in self.classes if document in gold_cluster), frozenset())


def output_weight(case: Case, parameters: Parameters) -> Fraction:
    """The weight in the worse output of a document in the clusters on which the outputs differ."""
    seen = Rewritten.of(case)
    return weight_of(case.outputs["worse"], min(seen.old[0]), parameters)


def gold_weight(case: Case, parameters: Parameters) -> Fraction:
    """What a document of these clusters weighs in the gold."""
    seen = Rewritten.of(case)
    return weight_of(case.gold, min(seen.old[0]), parameters)
