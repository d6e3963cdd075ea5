"""The predicted class and the gold class of each item, as numbers in the order of the classes."""

from __future__ import annotations

from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization


def class_pairs(system: Organization, gold: Organization) -> list[tuple[int, int]]:
    """For each item the number of its predicted class and that of its gold class, 1 being the lowest.

    >>> class_pairs(Organization.parse("a > b"), Organization.parse("{} > a b"))
    [(1, 2), (2, 2)]
    """
    number: list[dict[str, int]] = []
    for role, side in (("system", system), ("gold", gold)):
        if len(side.levels) < 2 or side.tail or side.size != len(side.documents):
            raise TaskError(
                f"the {role} is not of ordered classes: one level for each of two classes or more is wanted, no tail, "
                f"and each item once; found {side}"
            )
        number.append({item: k for k, level in enumerate(side.levels, 1) for cluster in level for item in cluster})
    if len(system.levels) != len(gold.levels) or system.documents != gold.documents:
        raise TaskError("system and gold do not put the same items into the same classes")
    return [(number[0][item], number[1][item]) for item in sorted(gold.documents)]
