"""What formulas see of two clusterings: the table of classes by clusters."""

from __future__ import annotations

import numpy as np

from axiometrics.core.aggregates import LARGE_TABLE, ClusterCounts, Contingency, SparseContingency
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


def contingency(system: Organization, gold: Organization, exact: bool = True) -> ClusterCounts:
    """The table of classes (rows) by clusters (columns) of two partitions of the same documents; sparse counts where
    the table would be large.
    """
    demand_clusterings(system, gold)
    for name, organization in (("system", system), ("gold", gold)):
        if not organization.is_partition:
            raise TaskError(
                f"the {name} {organization} is not a partition: a document occurs twice; use a metric of "
                f"overlapping clusterings"
            )
    row = {document: i for i, cluster in enumerate(gold.levels[0]) for document in cluster}
    if len(gold.levels[0]) * len(system.levels[0]) > LARGE_TABLE:
        pairs = [(row[document], j) for j, cluster in enumerate(system.levels[0]) for document in cluster]
        true, pred = np.array(pairs, dtype=np.int64).T
        return SparseContingency.of_labels(true, pred, len(gold.levels[0]), len(system.levels[0]), exact)
    table = [[0] * len(system.levels[0]) for _ in gold.levels[0]]
    for j, cluster in enumerate(system.levels[0]):
        for document in cluster:
            table[row[document]][j] += 1
    return Contingency.of([table], exact)
