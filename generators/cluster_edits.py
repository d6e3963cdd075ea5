"""The edits of clustering constraints in real clusterings: clusters are split, merged, broken, or joined by a stray.

The surroundings of an edit are whatever the output has: any other clusters, and more items of the same classes in
them. An edit changes a few clusters, so its counts are the real table with some columns written anew, and a stack of
edits is scored by one call of a formula.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import ClassVar

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.generators.running_totals import RunningTotals


@dataclass(frozen=True)
class ClusterChange:
    """One output of an edit: the clusters that go, by number, and the clusters that come, as counts by class."""

    gone: tuple[int, ...]
    come: tuple[Mapping[int, int], ...]


Change = Mapping[str, ClusterChange]
"""An edit: by role, how the output differs from the real one."""


@dataclass(frozen=True, eq=False)
class ClusterPlaces:
    """A real clustering with its gold, and the places of one kind of edit in it; the kinds say which there are."""

    gold: Organization
    output: Organization

    def __post_init__(self) -> None:
        for name, side in (("gold", self.gold), ("system output", self.output)):
            if len(side.levels) != 1 or side.tail or not side.is_partition:
                raise TaskError(
                    f"the {name} is not a partition into clusters: edits of clusterings are made where each item "
                    f"stands in one cluster of one level"
                )
        if self.gold.documents != self.output.documents:
            raise TaskError("gold and system output hold different items: both must cluster the same ones")

    fresh: ClassVar[bool] = False
    """Whether the edit adds an item, the only one of its class."""

    @cached_property
    def classes(self) -> dict[str, int]:
        """The class of each item, by number."""
        return {document: i for i, cluster in enumerate(self.gold.levels[0]) for document in cluster}

    @cached_property
    def clusters(self) -> list[Counter[int]]:
        """How many items of each class each cluster holds."""
        return [Counter(map(self.classes.__getitem__, cluster)) for cluster in self.output.levels[0]]

    @cached_property
    def sizes(self) -> list[int]:
        """The items of each cluster."""
        return [len(cluster) for cluster in self.output.levels[0]]

    @cached_property
    def table(self) -> Array:
        """Classes by clusters, with a row for the class of an item that the edit adds."""
        table = np.zeros((len(self.gold.levels[0]) + self.fresh, len(self.clusters)), dtype=np.int64)
        for j, cluster in enumerate(self.clusters):
            for i, count in cluster.items():
                table[i, j] = count
        return table

    @property
    def number(self) -> int:
        """How many edits there are."""
        raise NotImplementedError

    def change(self, number: int) -> Change:
        """The edit of that number, in counts."""
        raise NotImplementedError

    def words(self, change: Change) -> str:
        """The edit in words."""
        raise NotImplementedError

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Contingency]:
        """The tables of both outputs of these edits."""
        changes = [self.change(number) for number in numbers]
        return {role: self._stacked([change[role] for change in changes], exact) for role in ("better", "worse")}

    def _stacked(self, changes: Sequence[ClusterChange], exact: bool) -> Contingency:
        if not any(change.gone or change.come for change in changes):
            return Contingency.of(self.table[None], exact)
        rows, columns = self.table.shape
        more = max(len(change.come) for change in changes)
        stack = np.zeros((len(changes), rows, columns + more), dtype=np.int64)
        stack[:, :, :columns] = self.table
        for k, change in enumerate(changes):
            stack[k][:, list(change.gone)] = 0
            for j, cluster in enumerate(change.come, columns):
                for i, count in cluster.items():
                    stack[k, i, j] = count
        return Contingency.of(stack, exact)

    def case(self, number: int) -> Case:
        """The edit as a case. Of the items of one class in one cluster the first by their order are taken."""
        change = self.change(number)
        gold, added = self.gold, None
        if self.fresh:
            added = unused(self.gold)
            gold = Organization.clustering([*self.gold.levels[0], (added,)])
        outputs = {role: self._edited(change[role], added) for role in ("better", "worse")}
        return Case(gold, outputs, self.words(change))

    def _edited(self, change: ClusterChange, added: str | None) -> Organization:
        left: dict[int, list[str]] = {} if added is None else {len(self.gold.levels[0]): [added]}
        for j in change.gone:
            for document in self.output.levels[0][j]:
                left.setdefault(self.classes[document], []).append(document)
        kept = [cluster for j, cluster in enumerate(self.output.levels[0]) if j not in change.gone]
        places = {i: iter(documents) for i, documents in left.items()}
        come = [[next(places[i]) for i, count in cluster.items() for _ in range(count)] for cluster in change.come]
        return Organization.clustering([*kept, *come])

    @cached_property
    def pure(self) -> dict[int, list[int]]:
        """By class, the clusters all of whose items are of it."""
        clusters: dict[int, list[int]] = {}
        for j, cluster in enumerate(self.clusters):
            if len(cluster) == 1:
                clusters.setdefault(next(iter(cluster)), []).append(j)
        return clusters


def unused(*organizations: Organization) -> str:
    """A name that no item of these has.

    >>> unused(Organization.parse("new a"))
    'new2'
    """
    taken = frozenset().union(*(organization.documents for organization in organizations))
    names: Iterator[str] = (f"new{i}" if i else "new" for i in (0, *range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _documents(number: int) -> str:
    return f"{number} item{'s' * (number != 1)}"


def _sizes(cluster: Mapping[int, int]) -> str:
    """The size of a cluster, with those of its classes.

    >>> _sizes({0: 5, 3: 2}), _sizes({7: 2})
    ('7 items (by class 5, 2)', '2 items of one class')
    """
    counts = sorted(cluster.values(), reverse=True)
    if len(counts) == 1:
        return f"{_documents(counts[0])}{' of one class' * (counts[0] > 1)}"
    shown = [*map(str, counts[:SHOWN]), *(["..."] if len(counts) > SHOWN else [])]
    return f"{_documents(sum(counts))} (by class {', '.join(shown)})"


SHOWN = 6
"""Classes of a cluster whose sizes are shown."""


class ClusterSplits(ClusterPlaces):
    """A cluster that holds several classes is split into two parts that share no class.

    A cluster of k classes has 2^(k-1) - 1 such splits.
    """

    @cached_property
    def _mixed(self) -> list[int]:
        return [j for j, cluster in enumerate(self.clusters) if len(cluster) > 1]

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(2 ** (len(self.clusters[j]) - 1) - 1 for j in self._mixed)

    @property
    def number(self) -> int:
        """How many splits there are."""
        return self._upto.total

    def change(self, number: int) -> Change:
        """The split of that number."""
        at, rest = self._upto.find(number)
        j = self._mixed[at]
        chosen = rest + 1
        first, *others = self.clusters[j].items()
        parts: tuple[dict[int, int], dict[int, int]] = (dict([first]), {})
        for k, (i, count) in enumerate(others):
            parts[chosen >> k & 1][i] = count
        return {"worse": ClusterChange((), ()), "better": ClusterChange((j,), parts)}

    def words(self, change: Change) -> str:
        """The cluster and its parts."""
        (j,) = change["better"].gone
        first, second = map(_sizes, change["better"].come)
        return (
            f"worse is the real output; in better its cluster of {_sizes(self.clusters[j])} is split into {first} and "
            f"{second}, which share no class"
        )


class PureMerges(ClusterPlaces):
    """Two clusters all of whose items are of one and the same class are merged.

    A class with p such clusters has p (p - 1) / 2 mergers.
    """

    @cached_property
    def _several(self) -> list[list[int]]:
        return [clusters for clusters in self.pure.values() if len(clusters) > 1]

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(len(clusters) * (len(clusters) - 1) // 2 for clusters in self._several)

    @property
    def number(self) -> int:
        """How many mergers there are."""
        return self._upto.total

    def change(self, number: int) -> Change:
        """The merger of that number."""
        at, rest = self._upto.find(number)
        first, second = pair(rest)
        gone = self._several[at][first], self._several[at][second]
        merged = self.clusters[gone[0]] + self.clusters[gone[1]]
        return {"worse": ClusterChange((), ()), "better": ClusterChange(gone, (merged,))}

    def words(self, change: Change) -> str:
        """The sizes of the two clusters."""
        first, second = (self.sizes[j] for j in change["better"].gone)
        return (
            f"worse is the real output; in better its clusters of {first} and {_documents(second)}, all of one class, "
            f"are merged"
        )


def pair(number: int) -> tuple[int, int]:
    """The pair of that number: (0, 1), (0, 2), (1, 2), (0, 3) and so on.

    >>> [pair(number) for number in range(4)]
    [(0, 1), (0, 2), (1, 2), (0, 3)]
    """
    second = (isqrt(8 * number + 1) + 1) // 2
    return number - second * (second - 1) // 2, second


class StrayAdditions(ClusterPlaces):
    """An item that is alone in its class joins a cluster of at least two items of one class (worse), or one in
    which no class has more than half of the items (better).

    Each clean cluster makes an edit with each noisy one.
    """

    fresh = True

    @cached_property
    def _clean(self) -> list[int]:
        return [j for clusters in self.pure.values() for j in clusters if self.sizes[j] > 1]

    @cached_property
    def _noisy(self) -> list[int]:
        return [j for j, cluster in enumerate(self.clusters) if 2 * max(cluster.values()) <= self.sizes[j]]

    @property
    def number(self) -> int:
        """How many pairs of a clean and a noisy cluster there are."""
        return len(self._clean) * len(self._noisy)

    def change(self, number: int) -> Change:
        """The edit of that number."""
        clean, noisy = divmod(number, len(self._noisy))
        stray = len(self.gold.levels[0])
        joined = {"worse": self._clean[clean], "better": self._noisy[noisy]}
        return {role: ClusterChange((j,), ({**self.clusters[j], stray: 1},)) for role, j in joined.items()}

    def words(self, change: Change) -> str:
        """The two clusters."""
        clean, noisy = (self.clusters[change[role].gone[0]] for role in ("worse", "better"))
        return (
            f"an item alone in its class is added to the collection; in worse it joins a cluster of {_sizes(clean)}"
            f", in better a cluster of {_sizes(noisy)}"
        )


class LargeOrSmallErrors(ClusterPlaces):
    """A cluster of n + 1 items of one class loses one of them (better), or n clusters of two items of one class
    are broken up (worse), n >= 2; no two of these clusters are of one class.

    With p_c clusters of two items in class c, a cluster of n + 1 items of class a makes as many edits as there
    are choices of n classes other than a and of one such cluster of each: the elementary symmetric polynomial of degree
    n in the p_c.
    """

    @cached_property
    def _pairs(self) -> dict[int, list[int]]:
        pairs = {i: [j for j in clusters if self.sizes[j] == 2] for i, clusters in self.pure.items()}
        return {i: clusters for i, clusters in pairs.items() if clusters}

    @cached_property
    def _large(self) -> list[tuple[int, int]]:
        """Class and cluster of those that may lose an item, and have enough pairs beside them."""
        return [
            (i, j)
            for i, clusters in self.pure.items()
            for j in clusters
            if 3 <= self.sizes[j] <= len(self._pairs.keys() - {i}) + 1
        ]

    @cached_property
    def _ways(self) -> dict[int, tuple[list[int], list[list[int]]]]:
        """By class that is left out: the others that have pairs, and in how many ways m of the first k of these give a
        pair each, in row k and column m.
        """
        most = max((self.sizes[j] - 1 for _, j in self._large), default=0)
        ways = {}
        for left_out in {i if i in self._pairs else -1 for i, _ in self._large}:
            others = [i for i in self._pairs if i != left_out]
            rows = [[1] + [0] * most]
            for i in others:
                before, p = rows[-1], len(self._pairs[i])
                rows.append([1, *(before[m] + p * before[m - 1] for m in range(1, most + 1))])
            ways[left_out] = others, rows
        return ways

    def _beside(self, i: int) -> tuple[list[int], list[list[int]]]:
        return self._ways[i if i in self._pairs else -1]

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(self._beside(i)[1][-1][self.sizes[j] - 1] for i, j in self._large)

    @property
    def number(self) -> int:
        """How many edits there are."""
        return self._upto.total

    def change(self, number: int) -> Change:
        """The edit of that number."""
        at, rest = self._upto.find(number)
        i, j = self._large[at]
        rest, left = rest, self.sizes[j] - 1
        others, rows = self._beside(i)
        broken: list[int] = []
        for k in range(len(others), 0, -1):
            if rest < rows[k - 1][left]:
                continue
            rest -= rows[k - 1][left]
            which, rest = divmod(rest, rows[k - 1][left - 1])
            broken.append(self._pairs[others[k - 1]][which])
            left -= 1
            if not left:
                break
        singles = tuple({c: 1} for cluster in broken for c in (next(iter(self.clusters[cluster])),) * 2)
        return {
            "worse": ClusterChange(tuple(broken), singles),
            "better": ClusterChange((j,), ({i: self.sizes[j] - 1}, {i: 1})),
        }

    def words(self, change: Change) -> str:
        """The cluster, and how many pairs."""
        (j,), n = change["better"].gone, len(change["worse"].gone)
        return (
            f"in better a cluster of {self.sizes[j]} items of one class loses one of them, in worse {n} clusters "
            f"of two items of one class each are broken up"
        )


def parted(output: Organization, gold: Organization) -> Organization:
    """The clustering with each of its clusters parted by class.

    >>> str(parted(Organization.parse("{a b c}"), Organization.parse("{a b} c")))
    '{a b} c'
    """
    class_of = {document: i for i, cluster in enumerate(gold.levels[0]) for document in cluster}
    parts: dict[tuple[int, int], list[str]] = {}
    for _, j, document in output.occurrences():
        parts.setdefault((j, class_of[document]), []).append(document)
    return Organization.clustering(parts.values())
