"""Clustering constraints as patterns: `aab -> aa|b`, a few clusters rewritten, anything else around them.

A pattern is the statement of a constraint for one choice of its sizes, in the letters of the paper: a letter is a
document and names its class, `|` parts clusters, worse -> better. `Rewrites` puts surroundings around patterns, and is
at once the batched search, the list of single cases, the recogniser that `verify` asks, and what the Hypothesis
strategy draws from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from random import Random
from string import ascii_lowercase

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import CHUNK, Block, BySize
from axiometrics.generators.tables import Columns, Symmetries, clusters_of, tables

Counts = Mapping[int, int]
"""A cluster: how many documents of each class (by number) it holds."""


@dataclass(frozen=True)
class Pattern:
    """A local rewriting: the clusters of the worse output and those of the better one, over the same documents.

    `elsewhere` holds the classes that may have documents in the surroundings; the others are whole inside the pattern.

    >>> pattern = Pattern.parse("aab|cd -> aa|bcd", elsewhere="a")
    >>> pattern.documents, sorted(pattern.elsewhere), str(pattern)
    (5, [0], 'aab|cd -> aa|bcd')
    """

    worse: tuple[Counts, ...]
    better: tuple[Counts, ...]
    elsewhere: frozenset[int] = frozenset()

    @classmethod
    def of(
        cls,
        worse: Iterable[Iterable[Hashable]],
        better: Iterable[Iterable[Hashable]],
        elsewhere: Iterable[Hashable] = (),
    ) -> Pattern:
        """From clusters that list the class of each of their documents; classes may be any names."""
        sides = [[list(cluster) for cluster in side] for side in (worse, better)]
        number: dict[Hashable, int] = {}
        for cluster in sides[0]:
            for name in cluster:
                number.setdefault(name, len(number))
        counted = [tuple(Counter(number[name] for name in cluster) for cluster in side) for side in sides]
        return cls(counted[0], counted[1], frozenset(number[name] for name in elsewhere))

    @classmethod
    def parse(cls, text: str, elsewhere: str = "") -> Pattern:
        """From the notation `worse -> better`."""
        worse, better = (side.strip().split("|") for side in text.split("->"))
        return cls.of(worse, better, elsewhere)

    @cached_property
    def totals(self) -> Counter[int]:
        """Documents of each class."""
        return sum((Counter(cluster) for cluster in self.worse), Counter[int]())

    @property
    def documents(self) -> int:
        return self.totals.total()

    @cached_property
    def letters(self) -> list[int]:
        """The classes, those that may have documents elsewhere first."""
        return sorted(self.totals, key=lambda c: (c not in self.elsewhere, c))

    @cached_property
    def numbered(self) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
        """The clusters of the worse output, and those of the better one. A cluster says how many documents of each
        class it holds. A class is given by its position in `letters`.
        """
        row = {letter: i for i, letter in enumerate(self.letters)}
        worse, better = (
            [{row[c]: k for c, k in cluster.items()} for cluster in side] for side in (self.worse, self.better)
        )
        return worse, better

    @cached_property
    def symmetries(self) -> Symmetries:
        """The renamings of the classes that may have documents elsewhere which leave the pattern as it is, as row
        orders.
        """
        outside = [c for c in self.letters if c in self.elsewhere]
        inside = self.letters[len(outside) :]
        row = {c: i for i, c in enumerate(outside)}
        heads = _renamings(self, self, {}, outside, self.letters)
        whole = (head for head in heads if next(_renamings(self, self, head, inside, self.letters), None) is not None)
        return tuple(tuple(row[head[c]] for c in outside) for head in whole)

    @cached_property
    def _bonds(self) -> dict[int, dict[int, list[tuple[int, int, int, int]]]]:
        """For each two classes (or one), the clusters they share: side, size, and how many documents of each. Renaming
        preserves it.
        """
        bonds: dict[int, dict[int, list[tuple[int, int, int, int]]]] = {c: {} for c in self.totals}
        for i, side in enumerate((self.worse, self.better)):
            for cluster in side:
                size = sum(cluster.values())
                for c, k in cluster.items():
                    for d, m in cluster.items():
                        bonds[c].setdefault(d, []).append((i, size, k, m))
        for row in bonds.values():
            for shared in row.values():
                shared.sort()
        return bonds

    def _shape(self, renaming: Mapping[int, int]) -> list[Counter[frozenset[tuple[int, int]]]]:
        return [
            Counter(frozenset((renaming[c], k) for c, k in cluster.items()) for cluster in side)
            for side in (self.worse, self.better)
        ]

    @cached_property
    def shape(self) -> tuple[tuple[int, ...], ...]:
        """The sizes of the classes, and of the clusters of both outputs. Renaming preserves them, so patterns of two
        shapes do not match.
        """
        sides = (tuple(sorted(sum(cluster.values()) for cluster in side)) for side in (self.worse, self.better))
        return (tuple(sorted(self.totals.values())), *sides)

    def matches(self, instance: Pattern) -> bool:
        """Whether renaming classes turns this pattern into `instance`, whose `elsewhere` says which classes do have
        documents elsewhere.

        >>> Pattern.parse("ab -> a|b", "ab").matches(Pattern.parse("xy -> y|x", "y"))
        True
        >>> Pattern.parse("ab -> a|b").matches(Pattern.parse("ab -> a|b", "a"))
        False
        """
        return (
            len(self.totals) == len(instance.totals)
            and next(_renamings(self, instance, {}, self.letters, instance.letters), None) is not None
        )

    def __str__(self) -> str:
        def side(clusters: Sequence[Counts]) -> str:
            return "|".join("".join(class_name(c) * k for c, k in sorted(cluster.items())) for cluster in clusters)

        return f"{side(self.worse)} -> {side(self.better)}"


def amount(chance: Random, most: int, least: int = 1) -> int:
    """A whole number from `least` to `most`, evenly on the scale of logarithms."""
    return min(most, int(least * ((most + 1) / least) ** chance.random()))


def class_name(number: int) -> str:
    """a, b, ... z, a', b', ...: the letter of a class."""
    return ascii_lowercase[number % 26] + "'" * (number // 26)


def _renamings(
    pattern: Pattern, instance: Pattern, start: dict[int, int], letters: Sequence[int], images: Sequence[int]
) -> Iterator[dict[int, int]]:
    """Extensions of `start` to `letters` that keep every bond; a class with documents elsewhere must be the image of
    one that may have them.
    """
    if not letters:
        if set(start) != set(pattern.totals) or pattern._shape(start) == instance._shape(
            {c: c for c in instance.totals}
        ):
            yield start
        return
    letter, *rest = letters
    for image in images:
        if image in start.values() or (image in instance.elsewhere and letter not in pattern.elsewhere):
            continue
        renaming = {**start, letter: image}
        if all(pattern._bonds[letter].get(c) == instance._bonds[image].get(d) for c, d in renaming.items()):
            yield from _renamings(pattern, instance, renaming, rest, images)


@dataclass(frozen=True)
class Placed:
    """A pattern in its surroundings: columns whose first rows are the classes that may have documents elsewhere."""

    pattern: Pattern
    around: Columns = ()

    @cached_property
    def clusters(self) -> tuple[list[dict[int, int]], list[dict[int, int]], list[dict[int, int]]]:
        """The clusters of the worse output, of the better one, and of the surroundings, over numbered classes."""
        worse, better = self.pattern.numbered
        return worse, better, clusters_of(self.around, len(self.pattern.elsewhere), len(self.pattern.letters))

    def case(self) -> Case:
        """The organizations: documents `a1 a2 ...` of class a; a document has the same name in both outputs."""
        return case_of(*self.clusters, str(self.pattern))


def case_of(worse: Iterable[Counts], better: Iterable[Counts], around: Sequence[Counts], edit: str) -> Case:
    """The organizations of clusters that are rewritten, with those around them."""
    sides = {"better": _named([*better, *around]), "worse": _named([*worse, *around])}
    outputs = {role: Organization.clustering(clusters) for role, clusters in sides.items()}
    return Case(_gold(sides["worse"]), outputs, edit)


def _named(clusters: Iterable[Counts]) -> list[list[str]]:
    seen: Counter[int] = Counter()
    named = []
    for cluster in clusters:
        documents = []
        for c, k in cluster.items():
            documents += [f"{class_name(c)}{seen[c] + i}" for i in range(1, k + 1)]
            seen[c] += k
        named.append(documents)
    return named


def _gold(clusters: Iterable[Iterable[str]]) -> Organization:
    """The classes of named documents, each in the order in which its documents come: that of their numbers."""
    classes: dict[str, list[str]] = {}
    for cluster in clusters:
        for document in cluster:
            classes.setdefault(document.rstrip("0123456789"), []).append(document)
    return Organization.clustering(classes.values())


@dataclass(frozen=True, eq=False)
class Tables:
    """A universe of contingency tables, each a list of clusters over numbered classes."""

    clusterings: Sequence[Sequence[Counts]]

    def key(self, closed: bool) -> Hashable:
        return None

    def __len__(self) -> int:
        return len(self.clusterings)

    def chunks(self) -> Iterator[tuple[Contingency, tuple[int, ...]]]:
        return iter(self._stacked)

    @cached_property
    def _stacked(self) -> list[tuple[Contingency, tuple[int, ...]]]:
        parts = (self.clusterings[start : start + CHUNK] for start in range(0, len(self), CHUNK))
        return [(Contingency.of(_stack(part)), (len(part),)) for part in parts]

    def outputs(self, k: int, closed: bool) -> tuple[Organization, Organization]:
        clusters = _named(self.clusterings[k])
        return Organization.clustering(clusters), _gold(clusters)

    def signature(self, k: int, closed: bool) -> Hashable:
        """Rows and columns brought near a normal form: equal only for isomorphic tables."""
        clusters = self.clusterings[k]
        profile: dict[int, list[tuple[int, int]]] = {}
        for cluster in clusters:
            size = sum(cluster.values())
            for c, count in cluster.items():
                profile.setdefault(c, []).append((size, count))
        order = sorted(profile, key=lambda c: sorted(profile[c]), reverse=True)
        row = {c: i for i, c in enumerate(order)}
        return tuple(sorted(tuple(sorted((row[c], count) for c, count in cluster.items())) for cluster in clusters))


def _stack(clusterings: Sequence[Sequence[Counts]]) -> Array:
    """Tables as one array, padded with zeros."""
    columns = max(map(len, clusterings))
    places = [
        (i, c, j, k)
        for i, clusters in enumerate(clusterings)
        for j, cluster in enumerate(clusters)
        for c, k in cluster.items()
    ]
    case, row, column, count = np.array(places).T
    table = np.zeros((len(clusterings), int(row.max()) + 1, columns), dtype=np.int64)
    table[case, row, column] = count
    return table


KEPT = 20
"""Documents up to which the patterns of a family are kept by their shapes to recognise cases: a climb recognises tens
of thousands of them. A family has at most some ten thousand patterns of that size. Of more documents, all patterns are
made anew for each case until one matches.
"""


@lru_cache(maxsize=64)
def _patterns(of: Callable[[int], Iterable[Pattern]], documents: int) -> tuple[Pattern, ...]:
    """The patterns of that many documents: each stands in surroundings of several sizes, and knows its symmetries."""
    return tuple(of(documents))


@lru_cache(maxsize=64)
def _by_shape(of: Callable[[int], Iterable[Pattern]], documents: int) -> dict[Hashable, list[Pattern]]:
    """The patterns of that many documents by their shapes."""
    by_shape: dict[Hashable, list[Pattern]] = {}
    for pattern in _patterns(of, documents):
        by_shape.setdefault(pattern.shape, []).append(pattern)
    return by_shape


@dataclass(frozen=True)
class Rewrites(BySize):
    """Every placement of a family of patterns, once up to isomorphism, by the number of documents.

    Attributes
    ----------
    patterns : documents -> the patterns of exactly that many, no two isomorphic
    surroundings : whether other clusters may stand around the pattern
    default, greatest : documents that are searched unless told, and at most
    alone : documents up to which patterns are tried without surroundings beyond that
    larger : draws a pattern with amounts up to a number, for cases larger than any that is enumerated
    """

    patterns: Callable[[int], Iterable[Pattern]]
    default: int
    greatest: int
    surroundings: bool = True
    alone: int = 0
    demand: Demand = GAIN
    larger: Callable[[Random, int], Pattern] | None = None

    def placements(self, documents: int) -> Iterator[Placed]:
        """Every case with that many documents: a pattern, and a table of the other documents around it."""
        for pattern in self.patterns(documents):
            yield Placed(pattern)
        if self.surroundings:
            for inside in range(1, documents):
                for pattern in _patterns(self.patterns, inside):
                    for around in tables(
                        documents - inside, len(pattern.elsewhere), pattern.symmetries if pattern.elsewhere else ()
                    ):
                        yield Placed(pattern, around)

    def cases(self, documents: int) -> Iterator[Case]:
        """Every placement with that many documents, as a case."""
        return (placed.case() for placed in self.placements(documents))

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """All cases up to the cap, smallest first, in stacks."""
        largest = self.largest(cap)
        for documents in range(1, largest + 1):
            yield from self._stacked(self.placements(documents), documents)
        if cap is None or cap >= self.default:
            for documents in range(largest + 1, self.alone + 1):
                yield from self._stacked(map(Placed, self.patterns(documents)), documents)

    def _stacked(self, placements: Iterator[Placed], documents: int) -> Iterator[Block]:
        while chunk := list(islice(placements, CHUNK)):
            index = np.arange(len(chunk))
            sides = {
                "better": [[*p.clusters[1], *p.clusters[2]] for p in chunk],
                "worse": [[*p.clusters[0], *p.clusters[2]] for p in chunk],
            }

            def case(k: int, closed: bool = False, chunk: list[Placed] = chunk) -> Case:
                return chunk[k].case()

            def sizes(ks: Array, closed: bool = False) -> Array:
                return np.full((len(ks), 2), (documents, 3 * documents))

            places = {role: (Tables(clusterings), index) for role, clusterings in sides.items()}
            yield Block(self.demand, places, documents, sizes, case)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance of the constraint, or None if it is one; looks at the organizations alone."""
        worse, better = case.outputs["worse"], case.outputs["better"]
        problem = _same_partitioned_documents({"gold": case.gold, "worse": worse, "better": better})
        if problem:
            return problem
        changed = [_difference(worse, better), _difference(better, worse)]
        class_of = {d: i for i, cluster in enumerate(case.gold.levels[0]) for d in cluster}
        if set().union(*changed[0]) != set().union(*changed[1]):
            return "the clusters that differ do not hold the same documents"
        if not self.surroundings and len(set().union(*changed[0])) != len(class_of):
            return "other clusters stand around the pattern, which is to stand alone"
        sizes, inside = Counter(class_of.values()), Counter(class_of[d] for cluster in changed[0] for d in cluster)
        outside = [c for c in inside if sizes[c] > inside[c]]
        worse_classes, better_classes = ([[class_of[d] for d in cluster] for cluster in side] for side in changed)
        instance = Pattern.of(worse_classes, better_classes, elsewhere=outside)
        patterns: Iterable[Pattern]
        if instance.documents <= KEPT:
            patterns = _by_shape(self.patterns, instance.documents).get(instance.shape, ())
        else:
            patterns = self.patterns(instance.documents)
        if any(pattern.matches(instance) for pattern in patterns):
            return None
        return f"the constraint does not speak of {instance}" + (
            " with more documents of its classes elsewhere" if outside else ""
        )


def _same_partitioned_documents(organizations: Mapping[str, Organization]) -> str | None:
    gold = organizations["gold"]
    for name, organization in organizations.items():
        if len(organization.levels) != 1 or organization.tail:
            return f"{name} is not a clustering"
        if organization.size != len(organization.documents):
            return f"{name} is not a partition"
        if organization.documents != gold.documents:
            return f"{name} and gold do not hold the same documents"
    return None


def _difference(these: Organization, those: Organization) -> list[tuple[str, ...]]:
    """The clusters of the first organization that are not clusters of the second."""
    kept = {frozenset(cluster) for cluster in those.levels[0]}
    return [cluster for cluster in these.levels[0] if frozenset(cluster) not in kept]
