"""The edits of constraints on organizations in real outputs, which may have any levels and clusters: clusters of one
level are split, merged, broken or joined by a stray, and lone documents are exchanged, moved a step, or appended.

What an edit is, the families of small cases say (`organization_embedded`, `organization_moves`); here its places in one
large output are numbered, and a case is made only when it is asked for. No counts describe such outputs, so metrics
score those of each case.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, chain
from typing import Any, TypeAlias

from axiometrics.core.case import Case
from axiometrics.core.edits import EditPlaces
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.generators.cluster_edits import ClusterPlaces, unused
from axiometrics.generators.running_totals import RunningTotals

Level: TypeAlias = Sequence[Sequence[str]]


@dataclass(frozen=True, eq=False)
class OrganizationPlaces:
    """A real output with its gold. Both have a tail, or both list the same documents without one."""

    gold: Organization
    output: Organization

    def __post_init__(self) -> None:
        for name, side in (("gold", self.gold), ("system output", self.output)):
            if not side.is_partition:
                raise TaskError(f"the {name} lists a document twice: these edits are made where each stands once")
        if self.gold.tail != self.output.tail:
            raise TaskError("one of gold and system output has a tail: end both with '> ...', or neither")
        if not self.gold.tail and self.gold.documents != self.output.documents:
            raise TaskError("gold and system output list different documents: list the same, or end both with '> ...'")

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Any] | None:
        """None: no counts describe organizations."""
        return None

    @cached_property
    def standing(self) -> dict[str, int]:
        """The level of each document of the gold, of those that have any; what it does not list stands below."""
        used = [level for level in self.gold.levels if level]
        return {document: i for i, level in enumerate(used) for document in chain.from_iterable(level)}

    @cached_property
    def below(self) -> int:
        """The place of what the gold does not list."""
        return sum(map(bool, self.gold.levels))

    def grade(self, document: str) -> int:
        """Where the gold has a document: 0 for its first level."""
        return self.standing.get(document, self.below)

    @cached_property
    def levels(self) -> list[Level]:
        """The levels of the output that have clusters."""
        return [level for level in self.output.levels if level]

    def organized(self, levels: Sequence[Level]) -> Organization:
        """An output with these levels, in which each document is still listed once."""
        kept = tuple(tuple(map(tuple, level)) for level in levels if level)
        return Organization.of_levels(kept, self.output.tail) if kept else Organization((), self.output.tail)


# --- clusters of a level


@dataclass(frozen=True, eq=False)
class LevelPlaces(OrganizationPlaces):
    """The edits of a constraint on clusterings, in the clusters of one level of the output all of whose documents stand
    on one level of the gold. These clusters are a clustering, with the clusters of the gold as classes.
    """

    kind: Callable[[Organization, Organization], ClusterPlaces]

    @cached_property
    def _parts(self) -> list[tuple[int, int, ClusterPlaces]]:
        """For each level of the output and of the gold, by number, the places in the clusters that are on both."""
        group = {d: j for j, cluster in enumerate(chain.from_iterable(self.gold.levels)) for d in cluster}
        level = {d: i for i, level in enumerate(self.gold.levels) for d in chain.from_iterable(level)}
        parts = []
        for i, clusters in enumerate(self.output.levels):
            alike: dict[int, list[Sequence[str]]] = {}
            for cluster in clusters:
                at = {level.get(document, -1) for document in cluster}
                if len(at) == 1 and -1 not in at:
                    alike.setdefault(at.pop(), []).append(cluster)
            for at_gold, some in sorted(alike.items()):
                classes: dict[int, list[str]] = {}
                for document in chain.from_iterable(some):
                    classes.setdefault(group[document], []).append(document)
                flat = Organization.clustering(classes.values()), Organization.clustering(some)
                parts.append((i, at_gold, self.kind(*flat)))
        return parts

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(places.number for _, _, places in self._parts)

    @property
    def number(self) -> int:
        """How many edits there are."""
        return self._upto.total

    def case(self, number: int) -> Case:
        """The edit as a case. A document that it adds stands alone on that level of the gold."""
        at, rest = self._upto.find(number)
        i, at_gold, places = self._parts[at]
        flat = places.case(rest)
        edited = places.output.documents
        new = {d: unused(self.gold, self.output) for d in flat.gold.documents - edited}
        gold = self.gold
        if new:
            levels = list(gold.levels)
            levels[at_gold] = (*levels[at_gold], tuple(new.values()))
            gold = Organization.of_levels(tuple(levels), gold.tail)
        outputs = {}
        for role, output in flat.outputs.items():
            clusters = [[new.get(d, d) for d in cluster] for cluster in output.levels[0]]
            kept = [cluster for cluster in self.output.levels[i] if cluster[0] not in edited]
            outputs[role] = self.organized([*self.output.levels[:i], [*kept, *clusters], *self.output.levels[i + 1 :]])
        return Case(gold, outputs, f"on level {i + 1}: {flat.edit}")


def on_levels(kind: Callable[[Organization, Organization], ClusterPlaces]) -> Callable[[Any, Any], EditPlaces]:
    """The edits of a constraint on clusterings, within organizations."""
    return partial(LevelPlaces, kind=kind)


# --- two documents exchanged


class Exchanges(OrganizationPlaces):
    """Two documents of neighbouring levels, each alone in its cluster, of which the upper one stands higher in the gold
    too, are exchanged, which makes the output worse.
    """

    @cached_property
    def lone(self) -> list[dict[int, list[str]]]:
        """For each level of the output, by grade, the documents that are alone in their clusters."""
        by_grade: list[dict[int, list[str]]] = []
        for level in self.levels:
            by_grade.append({})
            for cluster in level:
                if len(cluster) == 1:
                    by_grade[-1].setdefault(self.grade(cluster[0]), []).append(cluster[0])
        return by_grade

    @cached_property
    def kinds(self) -> list[tuple[int, int, int]]:
        """The level of the upper document and the two grades, for which there are exchanges."""
        return [
            (i, high, low)
            for i, (above, below) in enumerate(zip(self.lone, self.lone[1:], strict=False))
            for high in sorted(above)
            for low in sorted(below)
            if high < low
        ]

    def times(self, kind: tuple[int, int, int]) -> int:
        """How many exchanges of a kind there are."""
        i, high, low = kind
        return len(self.lone[i][high]) * len(self.lone[i + 1][low])

    def exchanged(self, kind: tuple[int, int, int], number: int) -> Organization:
        """The output after one exchange of a kind; the exchanges of each kind are numbered from 0."""
        i, high, low = kind
        upper, lower = divmod(number, len(self.lone[i + 1][low]))
        d, e = self.lone[i][high][upper], self.lone[i + 1][low][lower]
        name: dict[tuple[str, ...], tuple[str, ...]] = {(d,): (e,), (e,): (d,)}
        changed = [[name.get(tuple(c), c) for c in level] for level in self.levels[i : i + 2]]
        return self.organized([*self.levels[:i], *changed, *self.levels[i + 2 :]])

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(map(self.times, self.kinds))

    @property
    def number(self) -> int:
        """How many exchanges there are."""
        return self._upto.total

    def case(self, number: int) -> Case:
        """The edit as a case."""
        at, rest = self._upto.find(number)
        kind = self.kinds[at]
        worse = self.exchanged(kind, rest)
        words = f"better is the real output; in worse two documents of its levels {kind[0] + 1} and {kind[0] + 2}"
        return Case(self.gold, {"better": self.output, "worse": worse}, f"{words} are exchanged")


class ExchangePairs(Exchanges):
    """The same exchange, of documents of the same levels of the gold, further up in the output (shallow) and further
    down (deep), where no level is concerned by both.
    """

    @cached_property
    def _deep(self) -> list[tuple[tuple[int, int, int], int, list[tuple[int, int, int]], list[int]]]:
        """For each kind of deep exchange: how often it is there, the kinds of shallow ones, and how many there are up
        to each of these.
        """
        alike: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        for kind in self.kinds:
            alike.setdefault(kind[1:], []).append(kind)
        entries = []
        for kinds in alike.values():
            upto = list(accumulate(map(self.times, kinds)))
            levels = [kind[0] for kind in kinds]
            for kind in kinds:
                shallow = bisect_right(levels, kind[0] - 2)
                if shallow:
                    entries.append((kind, shallow, kinds, upto))
        return entries

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(self.times(kind) * upto[shallow - 1] for kind, shallow, _, upto in self._deep)

    def case(self, number: int) -> Case:
        """The edit as a case."""
        at, rest = self._upto.find(number)
        kind, shallow, kinds, upto = self._deep[at]
        deep, rest = divmod(rest, upto[shallow - 1])
        k = bisect_right(upto, rest)
        i, j = kinds[k][0], kind[0]
        outputs = {
            "shallow_better": self.output,
            "shallow_worse": self.exchanged(kinds[k], rest - (upto[k - 1] if k else 0)),
            "deep_better": self.output,
            "deep_worse": self.exchanged(kind, deep),
        }
        words = (
            f"two documents are exchanged in the real output, once of its levels {i + 1} and {i + 2} (shallow), once "
            f"of its levels {j + 1} and {j + 2} (deep)"
        )
        return Case(self.gold, outputs, words)


# --- one document moved a step, or appended


class Steps(OrganizationPlaces):
    """A document that is alone in its cluster moves to the next level of the output, or to a new level between the two:
    past at least one document that the gold has on the side that it comes to, and none that it has on the other.
    """

    @cached_property
    def _moves(self) -> list[tuple[int, str, bool, bool]]:
        """Level and document, whether it goes up, and whether it joins the next level."""
        return list(self._listed())

    def _listed(self) -> Iterator[tuple[int, str, bool, bool]]:
        grades = [Counter(self.grade(d) for d in chain.from_iterable(level)) for level in self.levels]
        for i, level in enumerate(self.levels):
            for cluster in level:
                if len(cluster) > 1:
                    continue
                (d,) = cluster
                own = self.grade(d)
                for up in (True, False):
                    j = i - 1 if up else i + 1
                    for joins in (True, False):
                        if (joins and not 0 <= j < len(self.levels)) or (not joins and grades[i].total() == 1):
                            continue
                        sizes = (grades[i].total(), grades[j].total()) if joins else (grades[i].total(), len(level))
                        if not up and sizes == ((1, 1) if joins else (2, 2)):
                            continue  # the same as if the other of the two documents went up
                        passed = grades[i].keys() | (grades[j].keys() if joins else set())
                        apart = [(grade - own) * (1 if up else -1) for grade in passed]
                        if min(apart) >= 0 and max(apart) > 0:
                            yield i, d, up, joins

    @property
    def number(self) -> int:
        """How many moves there are."""
        return len(self._moves)

    def case(self, number: int) -> Case:
        """The edit as a case."""
        i, d, up, joins = self._moves[number]
        levels = [list(level) for level in self.levels]
        levels[i] = [cluster for cluster in levels[i] if tuple(cluster) != (d,)]
        if joins:
            levels[i - 1 if up else i + 1].append((d,))
        else:
            levels.insert(i if up else i + 1, [(d,)])
        where = "to the next level" if joins else "to a new level between two"
        words = f"worse is the real output; in better a document of its level {i + 1} is moved {'up' if up else 'down'}"
        return Case(self.gold, {"better": self.organized(levels), "worse": self.output}, f"{words} {where}")


class Appendings(OrganizationPlaces):
    """A document that the gold does not list is put on a new lowest level of an output that lists a document of the
    gold: one edit for each such output. Without a tail there is none, since the gold lists all documents.
    """

    @property
    def number(self) -> int:
        """1 where the output has a document of the gold, and more can be retrieved."""
        return int(self.gold.tail and not self.gold.documents.isdisjoint(self.output.documents))

    def case(self, number: int) -> Case:
        """The edit as a case."""
        worse = self.organized([*self.levels, [(unused(self.gold, self.output),)]])
        words = "better is the real output; in worse a document that the gold does not list is put below all others"
        return Case(self.gold, {"better": self.output, "worse": worse}, words)
