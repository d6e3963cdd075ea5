"""Symmetries: gold and prediction are exchanged, or the two classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Fact, Kind, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import number

Turn = Callable[[Quadrants], Quadrants]
"""The table of role `other`, by that of role `one`."""


def _positive(side: Organization) -> frozenset[str]:
    return frozenset(item for cluster in side.levels[0] for item in cluster)


def table(case: Case, role: str = "one") -> Quadrants:
    """The table of the four counts of a role."""
    output = case.outputs[role]
    if isinstance(output, Quadrants):
        return output
    gold, predicted = _positive(case.golds.get(role, case.gold)), _positive(output)
    items = len(case.gold.documents)
    both = len(gold & predicted)
    return Quadrants(both, len(predicted) - both, len(gold) - both, items - len(gold | predicted))


@dataclass(frozen=True)
class TableCounts:
    """What the four counts of a table are, of a constraint in its readings.

    Attributes
    ----------
    table : the table of a role of a case
    in_gold, both : the readings in which the gold has items of both classes, and gold and prediction have
    noun, counted : the noun for what is counted, and for each of the four counts which of them
    readings : the readings that have these counts; empty for all of the constraint
    """

    table: Callable[..., Quadrants]
    in_gold: tuple[str, ...]
    both: tuple[str, ...]
    noun: str
    counted: Mapping[str, str]
    readings: tuple[str, ...] = ()

    def margins(self, t: Quadrants, reading: str) -> tuple[Any, ...]:
        """The sums of two counts that are at least 1."""
        in_gold, predicted = (t.tp + t.fn, t.fp + t.tn), (t.tp + t.fp, t.fn + t.tn)
        return (*(in_gold if reading in self.in_gold else ()), *(predicted if reading in self.both else ()))

    def quantities(self, of: str) -> dict[str, Quantity]:
        """The four counts of a table."""
        return {
            name: Quantity(f"{self.noun} that are {which}, {of}", attrgetter(name), whole=True)
            for name, which in self.counted.items()
        }

    def speaks(self, reading: str) -> bool:
        """Whether the cases of a reading have these counts."""
        return not self.readings or reading in self.readings

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What holds of the four counts."""
        sides = (
            *((pair, "prediction", self.both) for pair in (("tp", "fp"), ("fn", "tn"))),
            *((pair, "gold", self.in_gold) for pair in (("tp", "fn"), ("fp", "tn"))),
        )
        return (
            *(Fact(f"{name} >= 0", readings=self.readings) for name in self.counted),
            *(
                Fact(f"{a} + {b} - 1 >= 0", Mark.DEFINITION, f"{self.noun} of both kinds are in the {side}", readings)
                for (a, b), side, readings in sides
            ),
        )


ITEMS = TableCounts(
    table,
    ("both-in-gold", "both"),
    ("both",),
    "items",
    {"tp": "rightly positive", "fp": "wrongly positive", "fn": "wrongly negative", "tn": "rightly negative"},
    ("any", "both-in-gold", "both"),
)


def by_chance(t: Quadrants) -> Any:
    """The pairs of an item called positive and one that is negative, and the other way round: the divisor of kappa."""
    return (t.tp + t.fp) * (t.fp + t.tn) + (t.fn + t.tn) * (t.tp + t.fn)


def exchanged(turn: Turn, words: str, counts: TableCounts = ITEMS) -> Vocabulary:
    """The quantities of a constraint that exchanges something: the four counts of the role `one`."""

    def sketches(reading: str) -> Iterator[Sketch]:
        if not counts.speaks(reading):
            return
        t = symbols()
        margins = counts.margins(t, reading)
        yield Sketch(
            {"one": t, "other": turn(t)},
            t._asdict(),
            not_negative=tuple(margin - 1 for margin in (*margins, sum(t))),
            positive=(*margins, sum(t), *((by_chance(t),) if margins else ())),
            forks=((Kind(zero=(t.fp, t.fn)), Kind(positive=(t.fp + t.fn,))), right_or_not(t)),
        )

    return Vocabulary(
        see=counts.table, quantities=counts.quantities(f"before {words}"), facts=counts.facts, sketches=sketches
    )


def right_or_not(t: Quadrants) -> tuple[Kind, ...]:
    """Three kinds of cases: nothing is right; something is right but tp is 0; and all others."""
    return Kind(zero=(t.tp, t.tn)), Kind(zero=(t.tp,), positive=(t.tn,)), Kind(positive=(t.tp, t.tp + t.tn))


def symbols() -> Quadrants:
    """The four counts as symbols."""
    return Quadrants(*map(number, Quadrants._fields))  # type: ignore[arg-type]
