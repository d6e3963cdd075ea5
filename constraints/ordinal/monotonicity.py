"""Ordinal monotonicity: a prediction that comes nearer to the gold scores higher."""

from collections.abc import Iterator

from axiometrics.core.case import GAIN, Case
from axiometrics.core.constraint import Constraint
from axiometrics.core.edits import ListedEdits, RealEdits
from axiometrics.core.implication import implies
from axiometrics.core.organization import Organization
from axiometrics.generators.classifications import Calls, all_in_gold, sides
from axiometrics.generators.ordered_classes import reading
from axiometrics.tasks.ordinal.counts import ordered_classes

STATEMENT = "if items are moved from their predicted class towards their gold class, and not beyond it, the score rises"


def steps(items: int, classes: int) -> Iterator[Calls]:
    """A prediction with one item moved by one class towards its gold class, and the same prediction before; of items
    that are alike, one.

    The statement moves any number of items by any number of classes. Each such move is a chain of these steps, so that
    a score that rises with every step rises with the whole move.
    """
    for gold, predicted in sides(items, 2, classes):
        wrong = {(gold[i], predicted[i]): i for i in range(items) if gold[i] != predicted[i]}
        for (right, given), i in wrong.items():
            nearer = (*predicted[:i], given + (1 if given < right else -1), *predicted[i + 1 :])
            yield {"better": (gold, nearer), "worse": (gold, predicted)}


def real_steps(gold: Organization, output: Organization) -> Iterator[Case]:
    """The steps in a real output: each item that is wrong is moved by one class towards its gold class."""
    ordered_classes(output, gold)
    right = {item: k for k, _, item in gold.occurrences()}
    for k, _, item in output.occurrences():
        if k != right[item]:
            into = k + (1 if k < right[item] else -1)
            levels = [[[one for one in cluster if one != item] for cluster in level] for level in output.levels]
            levels[into].append([item])
            better = Organization([[cluster for cluster in level if cluster] for level in levels])
            words = f"worse is the real output; better moves {item} from class {k + 1} to class {into + 1}"
            yield Case(gold, {"better": better, "worse": output}, f"{words}; its gold class is {right[item] + 1}")


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
    edits=RealEdits(STATEMENT, ListedEdits.of(real_steps)),
)
