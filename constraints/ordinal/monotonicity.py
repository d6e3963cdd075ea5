"""Ordinal monotonicity: a prediction that comes nearer to the gold scores higher."""

from collections.abc import Iterator

from axiometrics.core.case import GAIN
from axiometrics.core.constraint import Constraint
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.generators.classifications import Calls, all_in_gold, sides
from axiometrics.generators.ordered_classes import StepsToGold, reading

STATEMENT = "if items are moved from their predicted class towards their gold class, and not beyond it, the score rises"


def steps(items: int, classes: int) -> Iterator[Calls]:
    """A prediction with one item moved by one class towards its gold class, and the same prediction before; of items
    that are alike, one.

    The statement moves any number of items by any number of classes. Each such move is a chain of these steps, so that
    a score that rises with every step rises with the whole move.
    """
    for gold, predicted in sides(items, 2, classes):
        wrong = {(gold[i], predicted[i]): i for i in range(items) if gold[i] != predicted[i]}
        for (right, called), i in wrong.items():
            nearer = (*predicted[:i], called + (1 if called < right else -1), *predicted[i + 1 :])
            yield {"better": (gold, nearer), "worse": (gold, predicted)}


CONSTRAINT = Constraint(
    id="ordinal-monotonicity",
    task="ordinal",
    title="Ordinal Monotonicity",
    statement=STATEMENT,
    source="after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020",
    readings=(
        reading(
            "any",
            "one item is moved by one class; a class may lack items",
            steps,
            GAIN,
            5,
            ("mae", "accuracy"),
            "those whose data may lack a class",
        ),
        reading(
            "all-classes",
            "one item is moved by one class; every class occurs in the gold",
            steps,
            GAIN,
            5,
            ("mae", "accuracy"),
            "those whose gold has every class",
            allowed=all_in_gold,
        ),
    ),
    implications=implies("any", "all-classes"),
    edits=RealEdits(STATEMENT, StepsToGold),
)
