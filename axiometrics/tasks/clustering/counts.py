"""What formulas see of two clusterings: the table of classes by clusters."""

from __future__ import annotations

from axiometrics.core.aggregates import Contingency
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.tasks.shape import demand_levels, demand_same_documents


def demand_clusterings(system: Organization, gold: Organization) -> None:
    """Refuse what is not two clusterings, overlapping or not, of the same documents."""
    for name, organization in (("system", system), ("gold", gold)):
        demand_levels(organization, 1, name, "clustering", "put every cluster on one level, without tail")
    demand_same_documents(system, gold)
    if not gold.documents:
        raise TaskError("a clustering of no documents: put at least one into the gold")


def contingency(system: Organization, gold: Organization, exact: bool = True) -> Contingency:
    """The table of classes (rows) by clusters (columns) of two partitions of the same documents."""
    demand_clusterings(system, gold)
    for name, organization in (("system", system), ("gold", gold)):
        if not organization.is_partition:
            raise TaskError(
                f"the {name} {organization} is not a partition: a document occurs twice; use a metric of "
                f"overlapping clusterings"
            )
    row = {document: i for i, cluster in enumerate(gold.levels[0]) for document in cluster}
    table = [[0] * len(system.levels[0]) for _ in gold.levels[0]]
    for j, cluster in enumerate(system.levels[0]):
        for document in cluster:
            table[row[document]][j] += 1
    return Contingency.of([table], exact)
