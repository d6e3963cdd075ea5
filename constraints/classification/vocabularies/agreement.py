"""Greatest and least agreement: the gold itself, or its opposite, against any other prediction for the same gold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from axiometrics.constraints.classification.vocabularies.exchanged import ITEMS, TableCounts, by_chance, symbols
from axiometrics.core.counted import Quadrants
from axiometrics.core.vocabulary import Fact, Mark, Sketch, Vocabulary

Extreme = Callable[[Any, Any], Quadrants]
"""The table of the prediction that is best or worst, by the positive and the negative items of the gold."""


def agreement(
    extreme: Extreme, role: str, other_role: str, differ: tuple[str, str], counts: TableCounts = ITEMS
) -> Vocabulary:
    """The quantities of a constraint that compares one prediction with all others: the four counts of the other one,
    which has some item of the kinds `differ`.
    """

    def sketches(reading: str) -> Iterator[Sketch]:
        if not counts.speaks(reading):
            return
        t = symbols()
        best = extreme(t.tp + t.fn, t.fp + t.tn)
        some, margins = getattr(t, differ[0]) + getattr(t, differ[1]), counts.margins(t, reading)
        yield Sketch(
            {role: best, other_role: t},
            t._asdict(),
            not_negative=tuple(margin - 1 for margin in (*margins, some)),
            positive=(*margins, some, sum(t), *((by_chance(t), by_chance(best)) if margins else ())),
        )

    differs = Fact(
        f"{differ[0]} + {differ[1]} - 1 >= 0", Mark.DEFINITION, "the other prediction differs", counts.readings
    )
    return Vocabulary(
        see=partial(counts.table, role=other_role),
        quantities=counts.quantities("in the other prediction"),
        facts=(*counts.facts, differs),
        sketches=sketches,
    )
