"""Symmetries: gold and prediction are exchanged, or the two classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.kernel.symbols import number

READINGS, BOTH_IN_GOLD = ("both",), ("both-in-gold", "both")

Turn = Callable[[Quadrants], Quadrants]
"""The table of role `other`, by that of role `one`."""


def _positive(side: Organization) -> frozenset[str]:
    return frozenset(item for cluster in side.levels[0] for item in cluster)


def table(case: Case, role: str = "one") -> Quadrants:
    """The table of a role."""
    output = case.outputs[role]
    if isinstance(output, Quadrants):
        return output
    gold, predicted = _positive(case.golds.get(role, case.gold)), _positive(output)
    items = len(case.gold.documents)
    both = len(gold & predicted)
    return Quadrants(both, len(predicted) - both, len(gold) - both, items - len(gold | predicted))


def by_chance(t: Quadrants) -> Any:
    """The pairs of an item called positive and one that is negative, and the other way round: the divisor of kappa."""
    return (t.tp + t.fp) * (t.fp + t.tn) + (t.fn + t.tn) * (t.tp + t.fn)


def exchanged(turn: Turn, words: str) -> Vocabulary:
    """The quantities of a constraint that exchanges something: the four counts of the role `one`."""

    def sketches(reading: str) -> Iterator[Sketch]:
        tp, fp, fn, tn = (number(name) for name in Quadrants._fields)
        one = Quadrants(tp, fp, fn, tn)  # type: ignore[arg-type]
        in_gold, predicted = (tp + fn, fp + tn), (tp + fp, fn + tn)
        margins = (*(in_gold if reading in BOTH_IN_GOLD else ()), *(predicted if reading in READINGS else ()))
        items = tp + fp + fn + tn
        yield Sketch(
            {"one": one, "other": turn(one)},
            one._asdict(),
            not_negative=tuple(margin - 1 for margin in (*margins, items)),
            positive=(*margins, items, *((by_chance(one),) if margins else ())),
        )

    names = {"tp": "rightly positive", "fp": "wrongly positive", "fn": "wrongly negative", "tn": "rightly negative"}
    return Vocabulary(
        see=table,
        quantities={
            name: Quantity(f"items that are {what}, before {words}", attrgetter(name), whole=True)
            for name, what in names.items()
        },
        facts=(
            *(Fact(f"{name} >= 0", Mark.ARITHMETIC, "a number of items") for name in names),
            *(
                Fact(f"{a} + {b} - 1 >= 0", Mark.DEFINITION, f"both classes occur in the {side}", readings)
                for a, b, side, readings in (
                    ("tp", "fp", "prediction", READINGS),
                    ("fn", "tn", "prediction", READINGS),
                    ("tp", "fn", "gold", BOTH_IN_GOLD),
                    ("fp", "tn", "gold", BOTH_IN_GOLD),
                )
            ),
        ),
        sketches=sketches,
    )
