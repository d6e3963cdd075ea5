"""Greatest and least agreement: the gold itself, or its opposite, against any other prediction for the same gold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from axiometrics.constraints.classification.vocabularies.exchanged import by_chance, table
from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.kernel.symbols import number

BOTH_IN_GOLD, BOTH = ("both-in-gold", "both"), ("both",)
NAMES = {"tp": "rightly positive", "fp": "wrongly positive", "fn": "wrongly negative", "tn": "rightly negative"}

Extreme = Callable[[Any, Any], Quadrants]
"""The table of the prediction that is best or worst, by the positive and the negative items of the gold."""


def agreement(extreme: Extreme, role: str, other: str, differ: tuple[str, str]) -> Vocabulary:
    """The quantities of a constraint that compares one prediction with all others: the four counts of the other one,
    which has some item of the kinds `differ`.
    """

    def see(case: Case) -> Quadrants:
        return table(case, other)

    def sketches(reading: str) -> Iterator[Sketch]:
        tp, fp, fn, tn = (number(name) for name in Quadrants._fields)
        t = Quadrants(tp, fp, fn, tn)  # type: ignore[arg-type]
        best = extreme(tp + fn, fp + tn)
        some = getattr(t, differ[0]) + getattr(t, differ[1])
        gold = (tp + fn, fp + tn) if reading in BOTH_IN_GOLD else ()
        margins = (*gold, *((tp + fp, fn + tn) if reading in BOTH else ()))
        yield Sketch(
            {role: best, other: t},
            t._asdict(),
            not_negative=tuple(margin - 1 for margin in (*margins, some)),
            positive=(*margins, some, tp + fp + fn + tn, *((by_chance(t), by_chance(best)) if gold else ())),
        )

    def margin(a: str, b: str, readings: tuple[str, ...], why: str) -> Fact:
        return Fact(f"{a} + {b} - 1 >= 0", Mark.DEFINITION, why, readings)

    return Vocabulary(
        see=see,
        quantities={
            name: Quantity(f"items that are {what} in the other prediction", attrgetter(name), whole=True)
            for name, what in NAMES.items()
        },
        facts=(
            *(Fact(f"{name} >= 0", Mark.ARITHMETIC, "a number of items") for name in NAMES),
            margin(*differ, (), "the other prediction differs"),
            *(margin(*pair, BOTH_IN_GOLD, "both classes are in the gold") for pair in (("tp", "fn"), ("fp", "tn"))),
            *(margin(*pair, BOTH, "both classes are in the prediction") for pair in (("tp", "fp"), ("fn", "tn"))),
        ),
        sketches=sketches,
    )
