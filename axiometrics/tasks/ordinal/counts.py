"""The values that formulas take from two sides of ordered classes: the table of gold classes by predicted classes, both
in order.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import as_ints
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.tasks.classification.counts import Pair, Table, table_of

LEAST = 2
"""The least number of classes of a gold. With one class, no output could be wrong."""


def ordered_table(system: Organization, gold: Organization) -> Table:
    """How many items of each gold class (row) are in each predicted class (column). The first class is the lowest, and
    classes without items have their row and their column.

    >>> ordered_table(Organization.parse("a > b > c"), Organization.parse("a b > {} > c"))
    ((1, 1, 0), (0, 0, 0), (0, 0, 1))
    """
    if len(gold.levels) < LEAST:
        raise TaskError(
            f"the gold {gold} has {len(gold.levels)} class, and ordered classes are {LEAST} at least: list them all, "
            "the lowest first, as {} where no item has it"
        )
    return table_of(system, gold)


def ordered_classes(system: Organization, gold: Organization, exact: bool = True) -> Contingency:
    """The table of `ordered_table` as counts. Both sides have a level for each class, without a tail, over the same
    items. Raises `TaskError` where they have not.
    """
    return Contingency.of([ordered_table(system, gold)], exact)


def whole(pairs: Sequence[Pair]) -> list[tuple[list[int], Contingency]]:
    """The counts of all pairs in stacks of whole numbers, one for each number of classes, with the places of the pairs.

    >>> sides = Organization.parse("a > b"), Organization.parse("a b > {}")
    >>> [(places, stack.table.tolist()) for places, stack in whole([sides])]
    [([0], [[[1, 1], [0, 0]]])]
    """
    tables = [ordered_table(*pair) for pair in pairs]
    stacks = []
    for number in sorted(set(map(len, tables))):
        places = [k for k, table in enumerate(tables) if len(table) == number]
        stacks.append((places, Contingency(as_ints(np.array([tables[k] for k in places])))))
    return stacks
