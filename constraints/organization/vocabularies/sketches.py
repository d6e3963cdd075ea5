"""Organizations in symbols, as R and S see them (`axiometrics.definitions.sides`)."""

from __future__ import annotations

from typing import Any

from axiometrics.core.vocabulary import Sketch
from axiometrics.definitions.sides import Gathered, Judged, Place, Placed, Related, Sides
from axiometrics.kernel.symbols import Cut, Group, Things, number, positive


def against_itself(tail: bool) -> Sides:
    """Any organization that lists a document, and without tail has two levels, against itself: each relation is
    found.

    Its documents may occur several times. Whatever the levels are, they cut all occurrences into stretches.
    """
    listed = number("N", 1 if tail else 2)

    def others(name: str, low: Any, high: Any) -> Cut:
        def on_level(above: Any, size: Any) -> Things:
            related = Related(Place(above, size), 1, 1)
            return Things((), (Group(f"{name}.others", related, number=size),))

        return Cut(name, low, high, on_level, (listed,))

    def placed(above: Any, size: Any) -> Things:
        elsewhere = Things((), (), (others("upper", 0, above), others("lower", above + size, listed)))
        one = Placed(Place(above, size), elsewhere, 1 if tail else 0)
        return Things((), (Group("level.documents", one, number=size),))

    def gathered(above: Any, size: Any) -> Things:
        z = positive("level.clusters.z")
        pairs = Things((), (Group("level.clusters.pairs", 1, number=z * z),))
        cluster = Gathered(Place(above, size), z, pairs)
        return Things((), (Group("level.clusters", cluster, sums=((str(z.term), size),)),))

    side = Judged(
        listed,
        tail,
        Things((), (), (Cut("level", 0, listed, placed, (listed,)),)),
        Things((), (), (Cut("level", 0, listed, gathered, (listed,)),)),
    )
    return Sides(side, side)


def gold_against_any(tail: bool = True) -> Sketch:
    """The gold as the better output; of the worse one nothing is known but its scores, which are quantities."""
    return Sketch({"better": against_itself(tail)}, {})
