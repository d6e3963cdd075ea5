"""Small organizations of any levels and clusters, once up to names, and the cases that an edit makes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, groupby, permutations, product
from typing import ClassVar, Protocol

from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Block, BySize
from axiometrics.generators.draws import Draws
from axiometrics.generators.listed import listed_block
from axiometrics.generators.tables import partitions

Cluster = tuple[int, ...]
Shape = tuple[tuple[Cluster, ...], ...]
"""Levels, best first, of clusters of numbered documents; no level is empty, clusters and documents stand in order."""

Outputs = Mapping[str, Shape]
Edit = Callable[[Shape, Shape], Iterator[tuple[Outputs, str]]]
"""What a constraint does: a gold and an output -> the outputs by role, and the change in words. An edit serves large
organizations as well as small ones.
"""


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


def rewritten(shape: Shape, start: int, stop: int, levels: list[list[Cluster]]) -> Shape:
    """The shape with these levels in place of those from `start` to before `stop`."""
    return shape[:start] + tidy(levels) + shape[stop:]


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
    by_document: dict[int, list[list[tuple[int, int]]]] = {
        d: [[] for _ in shapes] for d in set().union(*map(documents, shapes))
    }
    for number, shape in enumerate(shapes):
        for i, level in enumerate(shape):
            for cluster in level:
                for d in cluster:
                    by_document[d][number].append((i, len(cluster)))
    for places in chain.from_iterable(by_document.values()):
        places.sort()
    return by_document


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
                    yield rewritten(shape, i, i + 1, [[*level[:j], (*cluster, d), *level[j + 1 :]]])
            yield rewritten(shape, i, i + 1, [[*level, (d,)]])
        for i in range(len(shape) + 1):
            yield rewritten(shape, i, i, [[(d,)]])


def added(shape: Shape, document: int) -> Iterator[Shape]:
    """The shape with one occurrence of that document added, at each place there is."""
    yield from dict.fromkeys(_with_one_more(shape, range(document, document + 1)))


def named(shape: Shape, tail: bool) -> Organization:
    """The organization of a shape: documents `d1`, `d2` and so on."""
    levels = tuple(tuple(tuple([f"d{d + 1}" for d in cluster]) for cluster in level) for level in shape)
    return Organization.of_levels(levels, tail) if levels else Organization((), tail)


def levels(organization: Organization) -> list[Counter[frozenset[str]]]:
    """The clusters of each level that has any, for comparing organizations in whatever order they were written."""
    counted = [Counter(map(frozenset, level)) for level in organization.levels]
    return [level for level in counted if level]


def shaped(*organizations: Organization) -> tuple[Shape, ...]:
    """The shapes of organizations, with documents numbered in the order of their first occurrence. Equal organizations
    have equal shapes, however they were written.

    >>> shaped(Organization.parse("b > {} > {a c}"), Organization.parse("{c a} b"))
    ((((0,),), ((1, 2),)), (((0,), (1, 2)),))
    """
    number: dict[str, int] = {}
    return tuple(
        [
            tidy([[tuple([number.setdefault(d, len(number)) for d in c]) for c in level] for level in side.levels])
            for side in organizations
        ]
    )


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
    organizations = {shape: named(shape, tail) for shape in {gold, *outputs.values()}}
    return Case(organizations[gold], {role: organizations[shape] for role, shape in outputs.items()}, words)


def once_named(shapes: Iterable[tuple[Shape, Outputs, str]], tail: bool) -> tuple[Case, ...]:
    """The cases of these golds and outputs, smallest first. Of cases that differ only in names the first is kept."""
    kept: dict[Hashable, Case] = {}
    for gold, outputs, words in shapes:
        key = least_name((gold, *outputs.values()))
        if key not in kept:
            kept[key] = organized(gold, outputs, words, tail)
    return tuple(sorted(kept.values(), key=lambda case: case.size))


class OrganizationCases(BySize):
    """What families of cases of organizations have in common: all that they make is listed, once up to names."""

    tail: bool

    @property
    def demand(self) -> Demand:
        """What is asked of the scores."""
        raise NotImplementedError

    def made(self, number: int) -> Iterator[tuple[Shape, Outputs, str]]:
        """The golds and outputs of that many documents, and in words what was done; some may come several times."""
        raise NotImplementedError

    def part(self, number: int, largest: int) -> OrganizationCases | None:
        """The family of which the cases of that many documents are searched, when cases go up to `largest`."""
        return self if number <= largest else None

    def cases(self, number: int) -> Iterator[Case]:
        """Every case of that many documents, once up to names."""
        yield from _cases(self, number)

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """All cases up to the cap, by the number of documents."""
        largest = self.largest(cap)
        for number in count(1):
            family = self.part(number, largest)
            if family is None:
                return
            listed = _cases(family, number)
            if listed:
                yield listed_block(self.demand, listed, number, (family, number))


@cache
def _cases(family: OrganizationCases, number: int) -> tuple[Case, ...]:
    """The cases of a family that name that many documents."""
    return once_named(family.made(number), family.tail)


class EditedPairs(Protocol):
    """Golds with outputs, in which an edit is made."""

    of_gold: ClassVar[bool]
    """Whether the output of each gold is the gold itself, so that no output of a system is edited."""

    def pairs(self, number: int, /) -> Iterator[tuple[Shape, Shape]]:
        """The golds and outputs whose cases name that many documents; each at least once up to names."""
        ...

    def drawn(self, draw: Draws, number: int, /) -> tuple[Shape, Shape]:
        """A gold and an output by chance, whose cases name about so many documents."""
        ...

    def why_not(self, gold: Shape, output: Shape, /) -> str | None:
        """Why a gold and an output, of any size, do not belong to the world; None where they do."""
        ...


@dataclass(frozen=True)
class Edits(OrganizationCases):
    """A world, and each way to edit an output of it. From the edit come the listed cases, the drawn ones, and what is
    admitted: the outputs of a case have to be what the edit makes of one of them.

    Attributes
    ----------
    edit : makes the outputs of a gold and an output
    world : the golds and outputs that are edited
    tail : whether gold and outputs have the tail
    default, greatest : documents searched unless told, and at most
    further : a part of this family that is searched beyond its default size, up to its own
    recognise : the gold and the outputs by role -> whether the edit makes them, where it has too many ways to try all
    """

    edit: Edit
    world: EditedPairs
    tail: bool = True
    default: int = 4
    greatest: int = 5
    demand: Demand = GAIN
    further: Edits | None = None
    recognise: Callable[[Shape, Outputs], bool] | None = None

    @property
    def of_gold(self) -> bool:
        """Whether what is edited is the gold, and not an output of a system."""
        return self.world.of_gold

    def made(self, number: int) -> Iterator[tuple[Shape, Outputs, str]]:
        """The edits of all golds and outputs of the world."""
        for gold, output in self.world.pairs(number):
            for outputs, words in self.edit(gold, output):
                yield gold, outputs, words

    def part(self, number: int, largest: int) -> Edits | None:
        """The family, or `further` beyond its size, unless the cap is below the default."""
        if number <= largest or self.further is None or largest < self.default:
            return self if number <= largest else None
        return self.further if number <= self.further.default else None

    def drawn(self, draw: Draws, number: int) -> Case:
        """A case by chance that names about so many documents. Raises `RefusedError` where nothing can be edited."""
        gold, output = self.world.drawn(draw, number)
        outputs, words = draw.choice(list(self.edit(gold, output)) if gold else [])
        return organized(gold, outputs, words, self.tail)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        if any(organization.tail != self.tail for organization in (case.gold, *case.outputs.values())):
            return f"gold and outputs are to {'have a' if self.tail else 'be without'} tail"
        if not case.gold.documents:
            return "the gold lists nothing"
        reasons = [self._not_made_of(case, output) for output in dict.fromkeys(case.outputs.values())]
        return None if None in reasons else reasons[0]

    def _not_made_of(self, case: Case, edited: Organization) -> str | None:
        """Why the outputs of the case are not what the edit makes of this one; None where they are."""
        gold, output, *shapes = shaped(case.gold, edited, *case.outputs.values())
        outputs = dict(zip(case.outputs, shapes, strict=True))
        reason = self.world.why_not(gold, output)
        if reason is not None:
            return reason
        if self.recognise is not None:
            is_made = self.recognise(gold, outputs)
        else:
            is_made = any(made == outputs for made, _ in self.edit(gold, output))
        return None if is_made else "the outputs are not what the constraint makes of one of them"
