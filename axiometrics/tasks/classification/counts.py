"""What formulas see of two classifications: of two classes the four counts, of more a table."""

from __future__ import annotations

import numpy as np

from axiometrics.core.aggregates import Confusion, Contingency
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.tasks.filtering.counts import confusion
from axiometrics.tasks.shape import demand_levels, demand_same_documents

NAME = "classification"


def classes(system: Organization, gold: Organization, exact: bool = True) -> Confusion | Contingency:
    """True and false positives and negatives of two classes; of more, the items by gold class and predicted class.

    Both sides have a level for each class, without a tail, over the same items. Raises `TaskError` where they have not.
    """
    number = len(gold.levels)
    if number <= 2:
        return confusion(system, gold, exact, task="classification of two classes")
    sides = []
    for name, organization in (("system", system), ("gold", gold)):
        cure = "list the items of each class, the classes in the order of the gold, without tail"
        demand_levels(organization, number, name, NAME, cure)
        if not organization.is_partition:
            raise TaskError(f"the {name} {organization} is not a classification: an item occurs twice")
        sides.append({item: k for k, _, item in organization.occurrences()})
    demand_same_documents(system, gold)
    table = np.zeros((1, number, number), dtype=np.int64)
    for item, k in sides[1].items():
        table[0, k, sides[0][item]] += 1
    return Contingency.of(table, exact)
