"""Organizations in symbols, as R and S see them (`axiometrics.definitions.sides`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.core.vocabulary import Sketch
from axiometrics.definitions.sides import (
    BothSides,
    Gathered,
    JudgedSide,
    LevelPlace,
    OccurrenceRelations,
    Related,
    steepness,
)
from axiometrics.symbolic.symbols import Cut, Group, Things, number, positive


def against_itself(tail: bool) -> BothSides:
    """Any organization that lists a document, and that has two levels where it has no tail, against itself: each
    relation is found.

    Its documents may occur several times. Whatever the levels are, they cut all occurrences into stretches.
    """
    listed = number("N", 1 if tail else 2)

    def others(name: str, low: Any, high: Any) -> Cut:
        def on_level(above: Any, size: Any) -> Things:
            related = Related(LevelPlace(above, size), 1, 1)
            return Things((), (Group(f"{name}.others", related, number=size),))

        return Cut(name, low, high, on_level, (listed,))

    def placed(above: Any, size: Any) -> Things:
        elsewhere = Things((), (), (others("upper", 0, above), others("lower", above + size, listed)))
        occurrence = OccurrenceRelations(LevelPlace(above, size), elsewhere, 1 if tail else 0)
        return Things((), (Group("level.documents", occurrence, number=size),))

    def gathered(above: Any, size: Any) -> Things:
        z = positive("level.clusters.z")
        cluster = gathering(LevelPlace(above, size), z, z * z)
        return Things((), (Group("level.clusters", cluster, sums=((str(z.term), size),)),))

    side = JudgedSide(
        listed,
        tail,
        Things((), (), (Cut("level", 0, listed, placed, (listed,)),)),
        Things((), (), (Cut("level", 0, listed, gathered, (listed,)),)),
    )
    return BothSides(side, side)


def gold_against_any(tail: bool = True) -> Sketch:
    """The gold as the better output; of the worse one nothing is known but its scores, which are quantities."""
    return Sketch({"better": against_itself(tail)}, {})


def gathering(place: LevelPlace, size: Any, related: Any) -> Gathered:
    """A cluster with this many pairs that are related on the other side, too."""
    return Gathered(place, size, Things((), (Group("pairs", 1, number=related),)))


def elsewhere(name: str) -> Group:
    """Clusters that the constraint does not name, on any levels."""
    place = LevelPlace(number(f"{name}.above"), number(f"{name}.level", 1))
    return Group(name, gathering(place, number(f"{name}.size", 1), number(f"{name}.related")))


def edited(
    reading: str,
    clusters: Mapping[str, tuple[Things, Things]],
    values: Mapping[str, Any],
    weights: Mapping[str, tuple[str, LevelPlace]],
) -> Sketch:
    """Outputs and gold that list each document once, by their clusters, of which an edit changes some.

    `clusters` has those of the system and those of the gold by role; `weights` says of quantities that they are the
    weight of an occurrence on a level of the system or of the gold. The reading `closed` is without tail, and its gold
    has the same documents.
    """
    tail = reading != "closed"
    listed = number("N", 1)
    listed_by_gold = number("G", 1) if tail else listed
    outputs = {
        role: BothSides(JudgedSide(listed, tail, clusters=system), JudgedSide(listed_by_gold, tail, clusters=gold))
        for role, (system, gold) in clusters.items()
    }
    worse = outputs["worse"]

    def weight(side: str, place: LevelPlace) -> Callable[[Mapping[str, Any]], Any]:
        return lambda parameters: getattr(worse, side).weight(place, steepness(parameters["n"], parameters["wn"]))

    def share(side: JudgedSide) -> Callable[[Mapping[str, Any]], Any]:
        return lambda parameters: side.relatedness(parameters["n"], parameters["wn"])

    weighed = {name: weight(side, place) for name, (side, place) in weights.items()}
    return Sketch(outputs, {**values, **weighed, "Rc": share(worse.system), "Sc": share(worse.gold)})


EDITED = LevelPlace(number("above"), number("level", 1))
"""The level of the clusters that an edit changes; in the gold, the level of the clusters that the edit is about."""
