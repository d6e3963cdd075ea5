"""The values that formulas take from two classifications: the four counts where there are two classes, and a table
where there are more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.arithmetic import as_ints
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.tasks.filtering.counts import confusion
from axiometrics.tasks.shape import demand_levels, demand_same_documents

NAME = "classification"

Table = tuple[tuple[int, ...], ...]
"""Items by gold class (rows) and predicted class (columns)."""

Pair = tuple[Organization, Organization]
"""A prediction and its gold."""


def classes(system: Organization, gold: Organization, exact: bool = True) -> Confusion | Contingency:
    """True and false positives and negatives of two classes; of more, the items by gold class and predicted class.

    Both sides have a level for each class, without a tail, over the same items. Raises `TaskError` where they have not.
    """
    if len(gold.levels) <= 2:
        return confusion(system, gold, exact, task="classification of two classes")
    return Contingency.of([table_of(system, gold)], exact)


@lru_cache(maxsize=2**16)
def table_of(system: Organization, gold: Organization) -> Table:
    """Items by gold class and predicted class. Pairs with one table have one score by any formula.

    >>> table_of(Organization.parse("a > b c > {}"), Organization.parse("a b > {} > c"))
    ((1, 1, 0), (0, 0, 0), (0, 1, 0))
    """
    number, sides = len(gold.levels), []
    for name, organization in (("system", system), ("gold", gold)):
        cure = "list the items of each class, the classes in the order of the gold, without tail"
        demand_levels(organization, number, name, NAME, cure)
        if not organization.is_partition:
            raise TaskError(f"the {name} {organization} is not a {NAME}: an item occurs twice")
        sides.append({item: k for k, _, item in organization.occurrences()})
    demand_same_documents(system, gold)
    predicted, true = sides
    table = [[0] * number for _ in range(number)]
    for item, k in true.items():
        table[k][predicted[item]] += 1
    return tuple(map(tuple, table))


def whole(pairs: Sequence[Pair]) -> list[tuple[list[int], Confusion | Contingency]]:
    """The counts of all pairs in stacks of whole numbers, one for each number of classes, with the places of the pairs.

    >>> sides = Organization.parse("a > b"), Organization.parse("a b > {}")
    >>> [(places, stack.fn.tolist()) for places, stack in whole([sides, sides[::-1]])]
    [([0, 1], [1, 0])]
    """
    stacks = []
    tables = [table_of(*pair) for pair in pairs]
    for number in sorted(set(map(len, tables))):
        places = [k for k, table in enumerate(tables) if len(table) == number]
        counts = as_ints(np.array([tables[k] for k in places]))
        two = (counts[:, i, j] for i, j in ((0, 0), (1, 0), (0, 1), (1, 1)))
        stacks.append((places, Confusion(*two) if number == 2 else Contingency(counts)))
    return stacks
