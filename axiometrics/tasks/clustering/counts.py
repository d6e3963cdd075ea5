"""The values that formulas take from two clusterings: the table of classes by clusters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache

import numpy as np

from axiometrics.core.aggregates import LARGE_TABLE, ClusterCounts, Contingency, SparseContingency
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.tasks.shape import demand_levels, demand_same_documents


def demand_clusterings(system: Organization, gold: Organization) -> None:
    """Raise `TaskError` unless the two sides are clusterings, overlapping or not, of the same items."""
    for name, organization in (("system", system), ("gold", gold)):
        demand_levels(organization, 1, name, "clustering", "put every cluster on one level, without tail")
    demand_same_documents(system, gold)
    if not gold.documents:
        raise TaskError("a clustering of no items: put at least one into the gold")


def contingency(system: Organization, gold: Organization, exact: bool = True) -> ClusterCounts:
    """The table of classes (rows) by clusters (columns) of two partitions of the same items; sparse counts where
    the table would be large.
    """
    demand_clusterings(system, gold)
    for name, organization in (("system", system), ("gold", gold)):
        if not organization.is_partition:
            raise TaskError(
                f"the {name} {organization} is not a partition: an item occurs twice; use a metric of "
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


@lru_cache(maxsize=2**16)
def same_counts(system: Organization, gold: Organization) -> Hashable:
    """The cells of the table by cluster, classes being numbered in the order of their sizes and of the clusters that
    they meet. Tables with one key are the same up to the order of rows and columns.

    >>> parse = Organization.parse
    >>> same_counts(parse("{a b} c"), parse("a {b c}")) == same_counts(parse("{b c} a"), parse("{b a} c"))
    True
    """
    row = {document: i for i, cluster in enumerate(gold.levels[0]) for document in cluster}
    cells = [Counter(row[document] for document in cluster) for cluster in system.levels[0]]
    met: list[list[tuple[int, int]]] = [[] for _ in gold.levels[0]]
    for cluster in cells:
        for i, k in cluster.items():
            met[i].append((cluster.total(), k))
    order = sorted(range(len(met)), key=lambda i: sorted(met[i]))
    number = {i: place for place, i in enumerate(order)}
    return tuple(sorted(tuple(sorted((number[i], k) for i, k in cluster.items())) for cluster in cells))
