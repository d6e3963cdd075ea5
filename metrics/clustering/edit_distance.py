"""Edit distance: how many merges and moves turn the system's clusters into the gold's classes."""

import numpy as np

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array, like, over, ratio
from axiometrics.core.metric import Metric


def edit_distance(t: Contingency) -> Array:
    """1 - operations / (documents - classes), with the least number of merges of two clusters and moves of a document
    (which may open a cluster).

    A cluster keeps its majority and the rest moves; clusters of one class are merged; a class that is nobody's majority
    is opened by a move. So operations = n - sum_j max_i t_ij + clusters - (greatest matching of clusters with a
    majority class of theirs).

    Range (-inf, 1]; 1 iff the partitions are equal. Undefined where every document is a class of its own (documents =
    classes).

    >>> edit_distance(Contingency.of([[[2, 1]]], exact=True)).item()
    Fraction(1, 2)
    """
    misplaced = t.documents - t.table.max(-2).sum(-1)
    operations = misplaced + t.n_clusters - like(_majorities(t.table), t.table)
    return 1 - ratio(operations, t.documents - t.n_classes)


def _majorities(table: Array) -> Array:
    """For each table of a stack, how many clusters can be matched one to one with a majority class of theirs."""
    tables = table.astype(np.int64)
    majority = (tables == tables.max(-2, keepdims=True)) & (tables > 0)
    stack = majority.reshape(-1, *majority.shape[-2:])
    known: dict[bytes, int] = {}
    for one in stack:
        key = one.tobytes()
        if key not in known:
            known[key] = _matching([np.flatnonzero(column).tolist() for column in one.T])
    return np.array([known[one.tobytes()] for one in stack]).reshape(majority.shape[:-2])


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
    """Pantel & Lin's: each cluster becomes its majority class, the rest moves, clusters of a class are merged: purity -
    clusters/documents.

    Range [-(1 - 1/n), 1 - 1/n].

    >>> edit_distance_greedy(Contingency.of([[[2, 1]]], exact=True)).item()
    Fraction(1, 3)
    """
    return over(t.table.max(-2).sum(-1) - t.n_clusters, t.documents)


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
