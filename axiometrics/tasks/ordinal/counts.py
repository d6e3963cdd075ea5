"""What formulas see of two sides of ordered classes: the table of gold classes by predicted classes, both in order."""

from __future__ import annotations

from axiometrics.core.aggregates import Contingency
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.tasks.shape import demand_levels, demand_same_documents

LEAST = 2
"""Classes of a gold at least: of one class, no output can be wrong."""


def ordered_classes(system: Organization, gold: Organization, exact: bool = True) -> Contingency:
    """How many items of each gold class (row) are in each predicted class (column). The first class is the lowest, and
    classes without items have their row and their column.

    >>> ordered_classes(Organization.parse("a > b > c"), Organization.parse("a b > {} > c")).table.tolist()
    [[[Fraction(1, 1), Fraction(1, 1), Fraction(0, 1)], [Fraction(0, 1), Fraction(0, 1), Fraction(0, 1)],\
 [Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)]]]
    """
    classes = len(gold.levels)
    if classes < LEAST:
        raise TaskError(f"the gold {gold} has {classes} class, and ordered classes are {LEAST} at least: list them all")
    for name, side in (("gold", gold), ("system", system)):
        demand_levels(
            side,
            classes,
            name,
            "classification into the classes of the gold",
            "list every class in order, the lowest first, as {} where no item has it",
        )
        if not side.is_partition:
            raise TaskError(f"the {name} {side} puts an item into two classes: list each item once")
    demand_same_documents(system, gold)
    row = {item: i for i, _, item in gold.occurrences()}
    table = [[0] * classes for _ in gold.levels]
    for j, _, item in system.occurrences():
        table[row[item]][j] += 1
    return Contingency.of([table], exact)
