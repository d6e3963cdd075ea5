"""Golds with outputs in which constraints on organizations make their edits: listed up to a size, and drawn beyond."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from axiometrics.generators.draws import Draws
from axiometrics.generators.organizations import Shape, documents, labelled, shapes, tidy, up_to

KINDS = ("plain", "levels", "clustered")
"""What golds and outputs are: without clusters, one document a level in the output; without clusters; any."""


@dataclass(frozen=True)
class GoldItself:
    """Every gold, as its own output.

    Attributes
    ----------
    extra : occurrences that the gold may have beyond one for each document
    fresh : documents that the edit adds
    """

    of_gold: ClassVar[bool] = True

    extra: int = 0
    fresh: int = 0

    def pairs(self, number: int) -> Iterator[tuple[Shape, Shape]]:
        """Every gold, once up to names."""
        for gold in up_to(number - self.fresh, self.extra) if number > self.fresh else ():
            yield gold, gold

    def drawn(self, draw: Draws, number: int) -> tuple[Shape, Shape]:
        """A gold of so many documents."""
        gold = _any_shape(draw, range(number), self.extra)
        return gold, gold

    def why_not(self, gold: Shape, output: Shape) -> str | None:
        """Why a gold and an output are not a gold and itself; None where they are."""
        return _repeated(self.extra, gold) if gold == output else "no output is the gold"


@dataclass(frozen=True)
class AnyOutput:
    """Every gold with every output.

    Attributes
    ----------
    extra : occurrences that each of the two may have beyond one for each document
    unlisted : documents that the output names and the gold does not, at most
    """

    of_gold: ClassVar[bool] = True

    extra: int = 0
    unlisted: int = 0

    def pairs(self, number: int) -> Iterator[tuple[Shape, Shape]]:
        """Every gold, once up to names, with every output; the two name so many documents together."""
        for own in range(max(1, number - self.unlisted), number + 1):
            for gold in up_to(own, self.extra):
                for size in range(own + 1):
                    for kept in combinations(range(own), size):
                        for output in labelled((*kept, *range(own, number)), self.extra):
                            yield gold, output

    def drawn(self, draw: Draws, number: int) -> tuple[Shape, Shape]:
        """A gold of so many documents, and an output of some of them and others."""
        gold = _any_shape(draw, range(number), self.extra)
        listed = draw.distinct(range(number + 2), 0, number + 1)
        return gold, _any_shape(draw, listed, self.extra if listed else 0)

    def why_not(self, gold: Shape, output: Shape) -> str | None:
        """Why a gold and an output do not belong to this world; None where they do."""
        return _repeated(self.extra, gold, output)


@dataclass(frozen=True)
class EachOnce:
    """Every gold with every output, each listing a document once.

    Attributes
    ----------
    kind : one of `KINDS`
    same : whether gold and output list the same documents
    grades : the most levels of a gold, None for any number
    sets : levels of the gold, and the most of an output that is drawn, where they are bounded
    seats : documents of an output that is drawn which stand two by two on neighbouring levels, so that they may be
        exchanged
    fresh : documents that the edit adds
    """

    of_gold: ClassVar[bool] = False

    kind: str = "clustered"
    same: bool = False
    grades: int | None = None
    sets: int | None = None
    seats: int = 0
    fresh: int = 0

    def pairs(self, number: int) -> Iterator[tuple[Shape, Shape]]:
        """Every output, once up to names, with every gold."""
        named = number - self.fresh
        for own in range(named if self.same else 1, named + 1):
            for output in filter(self._fits_output, shapes(own)):
                for kept in (own,) if self.same else range(own + 1):
                    for retrieved in combinations(range(own), kept):
                        chosen = (*retrieved, *range(own, named))
                        for gold in _golds(chosen, self.kind == "clustered"):
                            if gold and self._fits_gold(gold):
                                yield gold, output

    def _fits_output(self, output: Shape) -> bool:
        """Whether the documents of an output stand as the kind says."""
        return self.kind == "clustered" or all(
            len(cluster) == 1 and (self.kind == "levels" or len(level) == 1) for level in output for cluster in level
        )

    def _fits_gold(self, gold: Shape) -> bool:
        return (self.grades is None or len(gold) <= self.grades) and self.sets in (None, len(gold))

    def why_not(self, gold: Shape, output: Shape) -> str | None:
        """Why a gold and an output do not belong to this world; None where they do."""
        if self.same and documents(gold) != documents(output):
            return "gold and outputs do not list the same documents"
        if self.kind != "clustered" and any(len(cluster) > 1 for level in gold for cluster in level):
            return "a cluster of the gold holds several documents"
        if not self._fits_output(output):
            return f"a cluster{' or a level' * (self.kind == 'plain')} of an output holds several documents"
        if not self._fits_gold(gold):
            return f"the gold is not to have {len(gold)} levels"
        return _repeated(0, gold, output)

    def drawn(self, draw: Draws, number: int) -> tuple[Shape, Shape]:
        """A gold and an output with so many documents, in which the first ones of the output may be exchanged."""
        seated = max(number - self.fresh, self.seats)
        output = _grouped(self._seated(draw, seated))
        tail = self.sets or self.grades or 4
        high = draw.integer(0, tail - 1 - self.same)
        low = draw.integer(high + 1, tail - self.same)
        stands = [(high, low)[d % 2] if d < self.seats else draw.integer(0, tail - self.same) for d in range(seated)]
        stands += [] if self.same else draw.integers(0, tail - 1, 0, 2)
        gold = _grouped((d, (level, self._cluster(draw, d))) for d, level in enumerate(stands) if level < tail)
        return gold, output

    def _cluster(self, draw: Draws, d: int) -> int:
        return draw.integer(0, 2) if self.kind == "clustered" and draw.integer(0, 1) else 3 + d

    def _seated(self, draw: Draws, number: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Level and cluster of each document of the output; the first ones stand, alone in their clusters, two by two
        on neighbouring levels.
        """
        top = number if self.kind == "plain" else max(self.sets or 4, self.seats + 1)
        spare = top - self.seats
        taken: list[int] = []
        for _ in range(self.seats // 2):
            gap = draw.integer(0, spare)
            spare -= gap
            start = (taken[-1] + 1 if taken else 0) + gap
            taken += [start, start + 1]
        yield from ((d, (level, 3 + d)) for d, level in enumerate(taken))
        free = [level for level in range(top) if self.kind != "plain" or level not in taken]
        for i, d in enumerate(range(len(taken), number)):
            yield d, (free[i] if self.kind == "plain" else draw.choice(free), self._cluster(draw, d))


def _golds(chosen: tuple[int, ...], clustered: bool) -> tuple[Shape, ...]:
    return labelled(chosen) if clustered else ordered(chosen)


@cache
def ordered(chosen: tuple[int, ...]) -> tuple[Shape, ...]:
    """Every organization of exactly these documents without clusters: as many as there are weak orders (OEIS A000670).

    >>> [len(ordered(tuple(range(n)))) for n in range(5)]
    [1, 1, 3, 13, 75]
    """
    if not chosen:
        return ((),)
    tops = (top for size in range(1, len(chosen) + 1) for top in combinations(chosen, size))
    return tuple(
        (tuple((d,) for d in top), *below)
        for top in tops
        for below in ordered(tuple(d for d in chosen if d not in top))
    )


def _repeated(extra: int, *sides: Shape) -> str | None:
    """Why documents are repeated more often than they may."""
    for shape in sides:
        occurrences = sum(len(cluster) for level in shape for cluster in level)
        if occurrences - len(documents(shape)) > extra:
            return f"documents are repeated more often than {extra} times" if extra else "a document is repeated"
    return None


def _any_shape(draw: Draws, listed: Sequence[int], extra: int) -> Shape:
    """An organization of these documents, with some occurrences more: up to four levels of four clusters."""
    more = draw.several(lambda: draw.choice(listed), 0, extra) if extra else []
    return _grouped([(d, (draw.integer(0, 3), draw.integer(0, 3))) for d in [*listed, *more]])


def _grouped(placed: Iterable[tuple[int, tuple[int, int]]]) -> Shape:
    """The organization of documents that are told their level and a number for their cluster on it."""
    clusters: dict[int, dict[int, set[int]]] = {}
    for d, (level, cluster) in placed:
        clusters.setdefault(level, {}).setdefault(cluster, set()).add(d)
    return tidy([[tuple(cluster) for cluster in clusters[level].values()] for level in sorted(clusters)])
