"""Gold class and predicted class of each item, for the second form of the metrics of classes.

Gold and output are organizations with a level for each class, in one order, over the same items; or the counts of two
classes, the positive one first.
"""

from __future__ import annotations

from typing import Any

from axiometrics.core.counted import Quadrants
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization

Table = list[list[int]]
"""Items by gold class (rows) and predicted class (columns)."""


def _classes(organization: Organization, role: str) -> dict[str, int]:
    if len(organization.levels) < 2 or organization.tail or organization.size != len(organization.documents):
        raise TaskError(
            f"the {role} is not a classification: a level for each of two or more classes, no tail, and each item once "
            f"are wanted, found {organization}"
        )
    return {item: k for k, level in enumerate(organization.levels, 1) for cluster in level for item in cluster}


def class_pairs(system: Organization, gold: Organization) -> list[tuple[int, int]]:
    """For each item the number of its predicted class and that of its gold class. 1 is the first class, which is the
    lowest where classes have an order.

    >>> class_pairs(Organization.parse("a > b"), Organization.parse("{} > a b"))
    [(1, 2), (2, 2)]
    """
    predicted, true = _classes(system, "system"), _classes(gold, "gold")
    if system.documents != gold.documents or len(system.levels) != len(gold.levels):
        raise TaskError(
            f"system and gold are not classes of the same items: {len(system.levels)} and {len(gold.levels)} classes, "
            f"{', '.join(sorted(system.documents ^ gold.documents)) or 'no item'} on one side only"
        )
    return [(predicted[item], true[item]) for item in sorted(true)]


def matrix_of(system: Any, gold: Any) -> Table:
    """The confusion matrix, counted item by item.

    >>> matrix_of(Organization.parse("a > b c > {}"), Organization.parse("a b > {} > c"))
    [[1, 1, 0], [0, 0, 0], [0, 1, 0]]
    """
    if isinstance(system, Quadrants):
        return [[system.tp, system.fn], [system.fp, system.tn]]
    table = [[0] * len(gold.levels) for _ in gold.levels]
    for predicted, right in class_pairs(system, gold):
        table[right - 1][predicted - 1] += 1
    return table


def tables_of(system: Any, gold: Any) -> list[Quadrants]:
    """For each class, the counts of items by whether they are predicted to be of it, and whether they are.

    >>> tables_of(Organization.parse("a > b c"), Organization.parse("a b > c"))
    [Quadrants(tp=1, fp=0, fn=1, tn=1), Quadrants(tp=1, fp=1, fn=0, tn=1)]
    """
    table = matrix_of(system, gold)
    tables = []
    for k in range(len(table)):
        tp, fp, fn, tn = 0, 0, 0, 0
        for i, row in enumerate(table):
            for j, items in enumerate(row):
                if i == k and j == k:
                    tp += items
                elif j == k:
                    fp += items
                elif i == k:
                    fn += items
                else:
                    tn += items
        tables.append(Quadrants(tp, fp, fn, tn))
    return tables
