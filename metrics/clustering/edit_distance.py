"""Edit distance: how many merges and moves turn the system's clusters into the gold's classes."""

import numpy as np

from axiometrics.core.aggregates import Contingency, SparseContingency
from axiometrics.core.arithmetic import Array, like, over, ratio
from axiometrics.core.metric import Metric


def edit_distance(t: Contingency) -> Array:
    """How few edits turn the clusters into the classes. An edit merges two clusters, or moves one item, also into a
    new cluster.

    It is 1 - operations / (n - classes), where `operations` is the least number of edits, n the number of items,
    and `classes` the number of classes. To find the least number, each cluster keeps its most frequent class and the
    items of its remaining classes move; clusters that keep the same class are merged; a class that no cluster keeps
    is opened by the first item that moves there. So `operations` is n - sum_j max_i t_ij + clusters - m, where t_ij
    items of class i are in cluster j, and m clusters at most can be given different classes, each a most frequent
    one of its cluster.

    The range is (-inf, 1], and the value is 1 if and only if the clusters are the classes. It is undefined where every
    item is alone in its class, because the divisor is 0 there.

    >>> edit_distance(Contingency.of([[[2, 1]]], exact=True)).item()
    Fraction(1, 2)
    """
    misplaced = t.documents - t.best_of_clusters(t.cells).sum(-1)
    operations = misplaced + t.n_clusters - like(_kept_classes(t), t.cells)
    return 1 - ratio(operations, t.documents - t.n_classes)


def _kept_classes(t: Contingency | SparseContingency) -> Array:
    """For each case, how many clusters can keep different classes."""
    if not isinstance(t, SparseContingency):
        return _majorities(t.table)
    from scipy.sparse import csr_array  # takes long to import, and only many classes and clusters need it
    from scipy.sparse.csgraph import maximum_bipartite_matching

    best = t.cells.reshape(-1) == t.best_of_clusters(t.cells)[0][t.columns]
    shape = t.clusters.shape[-1], t.classes.shape[-1]
    graph = csr_array((np.ones(int(best.sum())), (t.columns[best], t.rows[best])), shape=shape)
    return np.array([np.count_nonzero(maximum_bipartite_matching(graph) >= 0)])


def _majorities(table: Array) -> Array:
    """For each table of a stack, how many clusters can be matched one to one with a majority class of theirs."""
    tables = table.astype(np.int64)
    majority = (tables == tables.max(-2, keepdims=True)) & (tables > 0)
    stack = majority.reshape(-1, *majority.shape[-2:])
    matched: dict[bytes, int] = {}
    for marks in stack:
        key = marks.tobytes()
        if key not in matched:
            matched[key] = _matching([np.flatnonzero(column).tolist() for column in marks.T])
    return np.array([matched[marks.tobytes()] for marks in stack]).reshape(majority.shape[:-2])


def _matching(choices: list[list[int]]) -> int:
    """The size of a greatest matching, by augmenting paths; `choices[j]` are the classes cluster j may take."""
    taken: dict[int, int] = {}

    def place(j: int, tried: set[int]) -> bool:
        for i in choices[j]:
            if i not in tried:
                tried.add(i)
                if i not in taken or place(taken[i], tried):
                    taken[i] = j
                    return True
        return False

    return sum(place(j, set()) for j in range(len(choices)))


def edit_distance_greedy(t: Contingency) -> Array:
    """Edit distance as Pantel & Lin count it: each cluster becomes its most frequent class, the items of its
    remaining classes move, and clusters of the same class are merged.

    It is purity - clusters/n, where n is the number of items. The range is [-(1 - 1/n), 1 - 1/n]. It is defined for
    every clustering.

    >>> edit_distance_greedy(Contingency.of([[[2, 1]]], exact=True)).item()
    Fraction(1, 3)
    """
    return over(t.best_of_clusters(t.cells).sum(-1) - t.n_clusters, t.documents)


METRICS = (
    Metric(
        "edit-distance",
        "Edit Distance",
        "clustering",
        "edit distance",
        "Amigo et al. 2009, metrics based on edit distance",
        edit_distance,
    ),
    Metric(
        "edit-distance-greedy",
        "Edit Distance (greedy)",
        "clustering",
        "edit distance",
        "Pantel & Lin 2002",
        edit_distance_greedy,
    ),
)
