"""Ordinal invariance: only the order of the classes counts, and not which of the classes they are."""

from collections.abc import Iterator

from axiometrics.core.case import EQUAL
from axiometrics.core.constraint import Constraint
from axiometrics.core.implication import implies
from axiometrics.generators.classifications import Calls, Side, sides
from axiometrics.generators.ordered_classes import reading


def shifts(items: int, classes: int) -> Iterator[Calls]:
    """A gold and a prediction, and both with one class renamed to the next higher one, which neither of them uses.

    Every strictly increasing map of the classes that are used is a chain of such steps, forth or back, so that a score
    that no step changes is not changed by any of them.
    """
    for gold, predicted in sides(items, 2, classes):
        used = {*gold, *predicted}
        for of in sorted(used):
            if of + 1 < classes and of + 1 not in used:
                yield {"one": (gold, predicted), "other": (_raised(gold, of), _raised(predicted, of))}


def shifts_of_gold_classes(items: int, classes: int) -> Iterator[Calls]:
    """The cases of `shifts` in which every class that the prediction uses occurs in the gold."""
    for calls in shifts(items, classes):
        gold, predicted = calls["one"]
        if {*predicted} <= {*gold}:
            yield calls


def _raised(side: Side, of: int) -> Side:
    return tuple(number + (number == of) for number in side)


CONSTRAINT = Constraint(
    id="ordinal-invariance",
    task="ordinal",
    title="Ordinal Invariance",
    statement="the score does not change if a strictly increasing map renames the classes in gold and prediction",
    source="after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020",
    readings=(
        reading(
            "used-in-gold",
            "the map acts on the classes of the gold, and the prediction uses no other class",
            shifts_of_gold_classes,
            EQUAL,
            5,
            ("cem-ord", "mae"),
            "those whose predictions stay among the classes of the gold",
        ),
        reading(
            "used",
            "the map acts on the classes that gold or prediction use",
            shifts,
            EQUAL,
            5,
            ("accuracy", "mae"),
            "those whose predictions may use a class that the gold lacks",
        ),
    ),
    implications=implies("used", "used-in-gold"),
    unedited="the two scores are of different golds, and real data have one gold",
)
