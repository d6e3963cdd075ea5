"""Small organizations of any levels and clusters, once up to names, and cases made of a gold and what an edit makes of
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, groupby, permutations, product
from typing import ClassVar

from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Block, BySize
from axiometrics.generators.listed import listed_block
from axiometrics.generators.tables import partitions

Cluster = tuple[int, ...]
Shape = tuple[tuple[Cluster, ...], ...]
"""Levels, best first, of clusters of numbered documents; no level is empty, clusters and documents stand in order."""

Outputs = Mapping[str, Shape]
Edit = Callable[[Shape, int], Iterator[tuple[Outputs, str]]]
"""A gold and how many documents the case is to name -> the outputs by role, and in words what was done."""


def documents(shape: Shape) -> set[int]:
    """The documents of a shape."""
    return set(chain.from_iterable(chain.from_iterable(shape)))


def tidy(levels: Iterator[list[Cluster]] | list[list[Cluster]]) -> Shape:
    """Levels as a shape: in order, empty clusters and levels left out."""
    kept = [
        tuple(sorted([tuple(sorted(cluster)) if len(cluster) > 1 else tuple(cluster) for cluster in level if cluster]))
        for level in levels
    ]
    return tuple([level for level in kept if level])


def renamed(shape: Shape, name: Mapping[int, int]) -> Shape:
    """The shape with other numbers for its documents."""
    return tuple([tuple(sorted([tuple(sorted([name[d] for d in cluster])) for cluster in level])) for level in shape])


def least_name(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """One name for all tuples of shapes that differ only by renaming their documents, the same way in each.

    >>> least_name((((((1, 2),), ((2,),))),))
    ((((0, 1),), ((1,),)),)
    """
    different = [*dict.fromkeys(shapes)]
    kind = _places(different)
    in_order = sorted(kind, key=kind.__getitem__)
    groups = [list(group) for _, group in groupby(in_order, key=kind.__getitem__)]
    names = (dict(zip(chain.from_iterable(parts), count())) for parts in product(*map(permutations, groups)))
    least = min([[renamed(shape, name) for shape in different] for name in names])
    named = dict(zip(different, least, strict=True))
    return tuple([named[shape] for shape in shapes])


def _places(shapes: Sequence[Shape]) -> dict[int, list[list[tuple[int, int]]]]:
    """For each document and each shape, the levels of the document and the sizes of its clusters. New names for the
    documents change none of this.
    """
    found: dict[int, list[list[tuple[int, int]]]] = {
        d: [[] for _ in shapes] for d in set().union(*map(documents, shapes))
    }
    for number, shape in enumerate(shapes):
        for i, level in enumerate(shape):
            for cluster in level:
                for d in cluster:
                    found[d][number].append((i, len(cluster)))
    for places in chain.from_iterable(found.values()):
        places.sort()
    return found


@cache
def shapes(number: int, extra: int = 0) -> tuple[Shape, ...]:
    """Every organization of that many documents and `extra` occurrences more than documents, once up to names.

    Without repeated documents they are the sequences of partitions of whole numbers (OEIS A055887).

    >>> [len(shapes(n)) for n in (1, 2, 3, 4)], len(shapes(1, 1))
    ([1, 3, 8, 22], 2)
    """
    if not extra:
        return tuple(_once(number))
    grown = {
        least_name((more,))[0] for shape in shapes(number, extra - 1) for more in _with_one_more(shape, range(number))
    }
    return tuple(sorted(grown))


def up_to(number: int, extra: int) -> tuple[Shape, ...]:
    """Every organization of that many documents with at most `extra` occurrences more, once up to names."""
    return tuple(shape for more in range(extra + 1) for shape in shapes(number, more))


def _once(number: int, first: int = 0) -> Iterator[Shape]:
    if not number:
        yield ()
    for top in range(1, number + 1):
        for sizes in partitions(top):
            starts = [first + sum(sizes[:i]) for i in range(len(sizes))]
            level = [tuple(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]
            for below in _once(number - top, first + top):
                yield (*tidy([level]), *below)


def _with_one_more(shape: Shape, candidates: range) -> Iterator[Shape]:
    """The shape with one occurrence more of one of the documents: in a cluster, alone on a level, or on a level of its
    own.
    """
    for d in candidates:
        for i, level in enumerate(shape):
            for j, cluster in enumerate(level):
                if d not in cluster:
                    yield _at(shape, i, [*level[:j], (*cluster, d), *level[j + 1 :]])
            yield _at(shape, i, [*level, (d,)])
        for i in range(len(shape) + 1):
            yield tidy([*map(list, shape[:i]), [(d,)], *map(list, shape[i:])])


def _at(shape: Shape, i: int, level: list[Cluster]) -> Shape:
    return tidy([*map(list, shape[:i]), level, *map(list, shape[i + 1 :])])


def added(shape: Shape, document: int) -> Iterator[Shape]:
    """The shape with one occurrence of that document added, at each place there is."""
    yield from dict.fromkeys(_with_one_more(shape, range(document, document + 1)))


def named(shape: Shape, tail: bool) -> Organization:
    """The organization of a shape: documents `d1`, `d2` and so on."""
    levels = tuple(tuple(tuple([f"d{d + 1}" for d in cluster]) for cluster in level) for level in shape)
    return Organization.of_levels(levels, tail) if levels else Organization((), tail)


def levels(organization: Organization) -> list[Counter[frozenset[str]]]:
    """The clusters of each level that has any, to compare organizations by whatever order they were written in."""
    found = [Counter(map(frozenset, level)) for level in organization.levels]
    return [level for level in found if level]


def placed(organization: Organization) -> list[Counter[str]]:
    """How often each document stands on each level that has any, whatever the clusters."""
    return [Counter(d for cluster in level for d in cluster) for level in organization.levels if level]


@cache
def labelled(chosen: tuple[int, ...], extra: int = 0, most: int | None = None) -> tuple[Shape, ...]:
    """Every organization of exactly these documents, also those that differ in names only. With `most`, every one of
    at most so many levels.

    >>> [len(labelled(tuple(range(n)), most=1)) for n in (1, 2, 3, 4)]  # the partitions, OEIS A000110
    [1, 2, 5, 15]
    """
    alike = [shape for shape in up_to(len(chosen), extra) if most is None or len(shape) <= most]
    orders = [dict(enumerate(order)) for order in permutations(chosen)]
    return tuple(sorted({renamed(shape, order) for shape in alike for order in orders}))


def organized(gold: Shape, outputs: Outputs, words: str, tail: bool) -> Case:
    """The case of these shapes; equal shapes share one organization."""
    known = {shape: named(shape, tail) for shape in {gold, *outputs.values()}}
    return Case(known[gold], {role: known[shape] for role, shape in outputs.items()}, words)


def once_named(found: Iterable[tuple[Shape, Outputs, str]], tail: bool) -> tuple[Case, ...]:
    """The cases of these golds and outputs, the first of each that differ only in names, smallest first."""
    kept: dict[Hashable, Case] = {}
    for gold, outputs, words in found:
        key = least_name((gold, *outputs.values()))
        if key not in kept:
            kept[key] = organized(gold, outputs, words, tail)
    return tuple(sorted(kept.values(), key=lambda case: case.size))


@dataclass(frozen=True)
class Edits(BySize):
    """Every small gold, and each way to edit it.

    Attributes
    ----------
    edit : makes the outputs of a gold
    recognise : why the outputs of a case are none of the edit's, or None; looks at the organizations alone, whatever
        their size
    tail : whether gold and outputs have the tail
    extra : occurrences that the gold may have beyond one for each document
    fresh : documents that only an output names, at most
    free : whether worse is any organization, so that large ones are not to be listed but drawn
    default, greatest : documents searched unless told, and at most
    """

    of_gold: ClassVar[bool] = True
    """What an edit changes is the gold, and not an output of a system."""

    edit: Edit
    recognise: Callable[[Case], str | None]
    tail: bool = True
    extra: int = 0
    fresh: int = 0
    free: bool = False
    default: int = 3
    greatest: int = 4
    demand: Demand = GAIN

    def cases(self, number: int) -> Iterator[Case]:
        """Every case of that many documents, once up to names."""
        yield from _cases(self, number)

    def case(self, gold: Shape, outputs: Outputs, words: str) -> Case:
        """The organizations of one edit."""
        return organized(gold, outputs, words, self.tail)

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """All cases up to the cap, by the number of documents."""
        for number in range(1, self.largest(cap) + 1):
            found = _cases(self, number)
            if found:
                yield listed_block(self.demand, found, number, (self, number))

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        if any(organization.tail != self.tail for organization in (case.gold, *case.outputs.values())):
            return f"gold and outputs are to {'have a' if self.tail else 'be without'} tail"
        if not case.gold.documents:
            return "the gold lists nothing"
        if case.gold.size - len(case.gold.documents) > self.extra:
            return f"documents are repeated in the gold more often than {self.extra} times"
        return self.recognise(case)


@cache
def _cases(family: Edits, number: int) -> tuple[Case, ...]:
    """The cases of a family that name that many documents."""
    return once_named(_edited(family, number), family.tail)


def _edited(family: Edits, number: int) -> Iterator[tuple[Shape, Outputs, str]]:
    for own in range(max(1, number - family.fresh), number + 1):
        for gold in up_to(own, family.extra):
            for outputs, words in family.edit(gold, number):
                if len(documents(gold).union(*map(documents, outputs.values()))) == number:
                    yield gold, outputs, words
