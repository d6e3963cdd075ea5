"""The edits of overlapping clusterings: a large cluster loses an item, or pairs that may overlap break up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.generators.running_totals import RunningTotals


@dataclass(frozen=True, eq=False)
class OverlapErrors:
    """A cluster of n + 1 items loses one of them (better), or n clusters of two items, none of which is in that
    cluster, are broken up (worse), n >= 2. All these clusters are whole classes of the gold; the clusters of two may
    share items, or be the same two.

    With p clusters of two items outside it, a cluster of n + 1 makes (n + 1) C(p, n) edits. Clusterings in which no
    item stands twice have none: there these edits are those of Size vs Quantity.
    """

    gold: Organization
    output: Organization

    def __post_init__(self) -> None:
        for name, side in (("gold", self.gold), ("system output", self.output)):
            if len(side.levels) != 1 or side.tail:
                raise TaskError(f"the {name} is not a clustering: these edits are made in clusters of one level")
        if self.gold.documents != self.output.documents:
            raise TaskError("gold and system output hold different items: both must cluster the same ones")

    @cached_property
    def _whole(self) -> list[frozenset[str]]:
        """The clusters of the output; a cluster that is not a class of the gold is empty here."""
        classes = {frozenset(cluster) for cluster in self.gold.levels[0]}
        return [cluster if cluster in classes else frozenset() for cluster in map(frozenset, self.output.levels[0])]

    @cached_property
    def _large(self) -> list[tuple[int, list[int]]]:
        """The clusters that may lose an item, with the clusters of two items outside them, enough of these."""
        if self.gold.is_partition and self.output.is_partition:
            return []
        pairs = [j for j, cluster in enumerate(self._whole) if len(cluster) == 2]
        large = [j for j, cluster in enumerate(self._whole) if len(cluster) > 2]
        disjoint = [(j, [k for k in pairs if not self._whole[j] & self._whole[k]]) for j in large]
        return [(j, beside) for j, beside in disjoint if len(beside) >= len(self._whole[j]) - 1]

    @cached_property
    def _upto(self) -> RunningTotals:
        sizes = [(len(self._whole[j]), len(beside)) for j, beside in self._large]
        return RunningTotals(size * comb(beside, size - 1) for size, beside in sizes)

    @property
    def number(self) -> int:
        """How many edits there are."""
        return self._upto.total

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Any] | None:
        """None: no counts describe clusterings that overlap."""
        return None

    def case(self, number: int) -> Case:
        """The edit of that number, as a case."""
        at, rest = self._upto.find(number)
        j, beside = self._large[at]
        n = len(self._whole[j]) - 1
        which, out = divmod(rest, n + 1)
        broken = {beside[k] for k in combination(which, n)}
        clusters = self.output.levels[0]
        lost = clusters[j][out]
        parts = [cluster for i, cluster in enumerate(clusters) if i not in broken]
        singles = [(document,) for i in sorted(broken) for document in clusters[i]]
        left = [tuple(d for d in cluster if i != j or d != lost) for i, cluster in enumerate(clusters)]
        outputs = {
            "better": Organization.clustering([*left, (lost,)]),
            "worse": Organization.clustering([*parts, *singles]),
        }
        words = (
            f"in better a cluster of {n + 1} items, a whole class, loses one of them, in worse {n} clusters of two "
            f"items, whole classes too, are broken up"
        )
        return Case(self.gold, outputs, words)


def combination(number: int, size: int) -> tuple[int, ...]:
    """The set of that many whole numbers from 0 that has this number, the greatest element first.

    >>> [combination(number, 2) for number in range(4)]
    [(1, 0), (2, 0), (2, 1), (3, 0)]
    """
    members = []
    for left in range(size, 0, -1):
        element = left - 1
        while comb(element + 1, left) <= number:
            element += 1
        members.append(element)
        number -= comb(element, left)
    return tuple(members)
