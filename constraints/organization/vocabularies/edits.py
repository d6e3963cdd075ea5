"""Two outputs of which one has clusters on a level that the other has not, and what the gold says of these clusters."""

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
        """A case as it is seen; the outputs list each document once, so a cluster occurs once."""
        better, worse = (clusters(case.outputs[role]) for role in ("better", "worse"))
        old, new = (c for c in worse if c not in better), (c for c in better if c not in worse)
        return cls(case, *(tuple(sorted(side, key=lambda c: (-len(c), sorted(c)))) for side in (old, new)))

    @cached_property
    def classes(self) -> list[Cluster]:
        """The clusters of the gold."""
        return clusters(self.case.gold)

    def squares(self, cluster: Cluster) -> int:
        """What a cluster holds of each cluster of the gold, squared and summed."""
        return sum(len(cluster & one) ** 2 for one in self.classes)

    def listed(self, cluster: Cluster) -> int:
        """The documents of a cluster that the gold lists."""
        return sum(level_of(self.case.gold, d) is not None for d in cluster)

    def home(self, document: str) -> Cluster:
        """The cluster of the gold that holds a document; empty where it is not listed."""
        return next((one for one in self.classes if document in one), frozenset())


def output_weight(case: Case, parameters: Parameters) -> Fraction:
    """What a document weighs in the output that stands in clusters on which the outputs differ."""
    seen = Rewritten.of(case)
    return weight_of(case.outputs["worse"], min(seen.old[0]), parameters)


def gold_weight(case: Case, parameters: Parameters) -> Fraction:
    """What a document of these clusters weighs in the gold."""
    seen = Rewritten.of(case)
    return weight_of(case.gold, min(seen.old[0]), parameters)
