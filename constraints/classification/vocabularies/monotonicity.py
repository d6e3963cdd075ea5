"""Monotonicity: an error is corrected. Where the gold has both classes, these are the moves of priority in filtering,
so the quantities, their facts and the sketches are the same. Of cases whose gold lacks a class nothing is said.
"""

from collections.abc import Iterator
from dataclasses import replace

from axiometrics.constraints.filtering.vocabularies.priority import VOCABULARY as PRIORITY
from axiometrics.core.vocabulary import Fact, Mark, Sketch

READINGS = ("both-in-gold", "both")

BOTH = ("both",)
CALLED = {"tp + fp + f": "P_worse", "fn + tn + e": "N_worse", "tp + fp + e": "P_better", "fn + tn + f": "N_better"}
"""The items that each prediction calls positive, and negative: the sum, and the quantity."""


def _sketches(reading: str) -> Iterator[Sketch]:
    for sketch in PRIORITY.sketches("universal") if reading in READINGS else ():
        called = tuple(sketch.values[name] for name in CALLED.values()) if reading in BOTH else ()
        yield replace(sketch, positive=(*sketch.positive, *called))


VOCABULARY = replace(
    PRIORITY,
    facts=(
        *(
            replace(fact, readings=READINGS)
            for fact in PRIORITY.facts
            if not fact.readings or "universal" in fact.readings
        ),
        *(Fact(f"{text} - 1 >= 0", Mark.DEFINITION, "both classes occur in the predictions", BOTH) for text in CALLED),
    ),
    sketches=_sketches,
)
