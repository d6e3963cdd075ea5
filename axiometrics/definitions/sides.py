"""Two organizations by their relations instead of their documents: which relations of one organization are relations of
the other, too.

R and S add up over the occurrences, or the clusters, of one organization. So they can be executed on symbols, of which
an edit changes a few (`axiometrics.definitions.sums`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.definitions.sums import part, total


def steepness(n: Fraction, wn: Fraction) -> Fraction:
    """c = (1 - Wn) n/Wn, by which weights fall from level to level."""
    return (1 - wn) * n / wn


@dataclass(frozen=True)
class LevelPlace:
    """A level, by the number of occurrences above it and the number of occurrences on it; or by the weight of one of
    its occurrences and the weight of everything that is not on it.
    """

    above: Any = None
    size: Any = None
    weight: Any = None
    beyond: Any = None


@dataclass(frozen=True)
class Related:
    """An occurrence on another level: the share of the relation to it that the other side has, as `listed` and
    `tail-certain` read that, and as `tail-lookup` does.
    """

    place: LevelPlace
    share: Any
    looked_up: Any


@dataclass(frozen=True)
class OccurrenceRelations:
    """An occurrence: its level, those on other levels, and the share of its being above the tail that the other side
    has.
    """

    place: LevelPlace
    others: Any
    above_tail: Any


@dataclass(frozen=True)
class Gathered:
    """A cluster: its level, its documents, and of each pair of these, in both orders and of one with itself, the share
    of the relation that the other side has.
    """

    place: LevelPlace
    size: Any
    pairs: Any


@dataclass(frozen=True)
class JudgedSide:
    """One of two organizations, as the other organization judges it: the number of its listed occurrences, whether it
    has a tail, its occurrences and its clusters.
    """

    listed: Any
    tail: bool
    occurrences: Any = ()
    clusters: Any = ()

    def weight(self, place: LevelPlace, c: Fraction) -> Any:
        """The weight of an occurrence on a level."""
        if place.weight is not None:
            return place.weight
        if not self.tail:
            return Fraction(1) / self.listed
        return c / ((c + place.above) * (c + place.above + place.size))

    def beyond(self, place: LevelPlace, c: Fraction) -> Any:
        """The weight of all that is not on a level."""
        return 1 - self.weight(place, c) * place.size if place.beyond is None else place.beyond

    def tail_weight(self, c: Fraction) -> Any:
        """The weight of the tail."""
        return c / (c + self.listed) if self.tail else Fraction(0)

    def priority(self, n: Fraction, wn: Fraction, reading: str) -> Any:
        """R> of an organization that has a tail, or two levels with occurrences."""
        c = steepness(n, wn)
        tail = self.tail_weight(c)

        def shared(e: Related) -> Any:
            return self.weight(e.place, c) * (e.looked_up if reading == "tail-lookup" else e.share)

        def value(d: OccurrenceRelations) -> Any:
            mine = self.weight(d.place, c)
            right = total(d.others, shared) + tail * (1 if reading == "tail-certain" else d.above_tail)
            return right * mine / self.beyond(d.place, c) + d.above_tail * mine * tail / (1 - tail)

        return part(total(self.occurrences, value))

    def relatedness(self, n: Fraction, wn: Fraction) -> Any:
        """R~."""
        c = steepness(n, wn)

        def value(k: Gathered) -> Any:
            return self.weight(k.place, c) * total(k.pairs, lambda share: share) / k.size

        return part(self.tail_weight(c) + total(self.clusters, value))


@dataclass(frozen=True)
class BothSides:
    """The system as the gold judges it, and the gold as the system does."""

    system: JudgedSide
    gold: JudgedSide


def judged(a: Any, b: Any) -> JudgedSide | None:
    """The first of the two sides as it is judged, where they are given by their relations; else None. A score is called
    with system and gold in one order or the other, and both stand in the place of the system then.
    """
    return a.system if isinstance(a, BothSides) else b.gold if isinstance(b, BothSides) else None
