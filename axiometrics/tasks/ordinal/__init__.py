"""Ordered classes: each item has a gold class and a predicted class, as grades, stars or degrees of severity.

Gold and output are organizations of one level for each class, over the same items, as in the task classification. Here
the order of the levels is the order of the classes, the lowest first, and a prediction may be nearer to the gold class
or farther from it. A formula takes the table of gold classes by predicted classes in that order, in which a class
without items has its row and column: how far two classes are apart does not depend on the items.

A trait of the task classification was rejected: there, the values of most metrics do not change if classes are
renamed, and constraints ask for that; here no two classes may change places, so that the cases, the statements and the
questions of users differ.
"""

from collections.abc import Mapping

from axiometrics.core.organization import Organization
from axiometrics.core.task import Task, TaskSizes, World, on_demand
from axiometrics.tasks import organizations
from axiometrics.tasks.drawing import draw_classes
from axiometrics.tasks.orbits import organization_names
from axiometrics.tasks.ordinal.counts import ordered_classes, ordered_table, whole
from axiometrics.tasks.ordinal.signatures import CLASSES, INPUTS


def _drawn(gold: Organization, outputs: Mapping[str, Organization]) -> str:
    """The items of each class, which is named by its number in the order."""
    return draw_classes(gold, outputs, [str(number) for number in range(1, len(gold.levels) + 1)])


TASK = Task(
    name="ordinal",
    item="item",
    title="Ordinal Classification",
    gold=Organization,
    output=Organization,
    counts=ordered_classes,
    whole=whole,
    worlds=(World("ordinal", on_demand(f"{__name__}.world", "ordered"), default=4, greatest=5, cover=4, equal=3),),
    signatures=(CLASSES, organizations.ORGANIZATION),
    inputs=INPUTS,
    degenerate={
        "one item": ("{} > a > {}", "{} > a > {}"),
        "one class in the gold": ("a > b > {}", "a b > {} > {}"),
        "one class predicted": ("a b > {} > {}", "a > {} > b"),
        "one class in both": ("{} > a b > {}", "{} > a b > {}"),
        "one class each, not the same": ("a b > {} > {}", "{} > {} > a b"),
        "a class in neither": ("a > {} > b", "a > {} > b"),
        "all wrong": ("b > {} > a", "a > {} > b"),
    },
    files=(organizations.ORDERED, organizations.ORGANIZATIONS),
    draw=_drawn,
    orbit=organization_names,
    same_counts=ordered_table,
    decimals=True,
    sizes=TaskSizes(called=4, strength=3),
    examples=on_demand(f"{__name__}.examples", "examples"),
)
