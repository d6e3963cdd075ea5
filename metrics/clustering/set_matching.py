"""Set matching: each cluster (or class) is matched with the class (or cluster) it shares most with."""

from collections.abc import Iterator

import numpy as np

from axiometrics.core.aggregates import LARGE_TABLE, Contingency, SparseContingency
from axiometrics.core.arithmetic import Array, like, over
from axiometrics.core.metric import Metric


def purity(t: Contingency) -> Array:
    """The share of items that belong to the most frequent class of their cluster.

    It is (1/n) sum_j max_i t_ij, where t_ij items of class i are in cluster j, and n items in all. The range is
    (0, 1], and the value is 1 if and only if no cluster mixes classes. It is defined for every clustering.

    >>> purity(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return over(t.best_of_clusters(t.cells).sum(-1), t.documents)


def inverse_purity(t: Contingency) -> Array:
    """The share of items that are in the cluster that holds most of their class: purity with classes and clusters
    exchanged.

    It is (1/n) sum_i max_j t_ij, where t_ij items of class i are in cluster j, and n items in all. The range is
    (0, 1], and the value is 1 if and only if no class is spread over several clusters. It is defined for every
    clustering.

    >>> inverse_purity(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return over(t.best_of_classes(t.cells).sum(-1), t.documents)


def f_purity(t: Contingency) -> Array:
    """The harmonic mean of purity and inverse purity.

    The range is (0, 1]. It is defined for every clustering, because purity and inverse purity are both above 0.

    >>> f_purity(Contingency.of([[[2, 0], [1, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    p, r = purity(t), inverse_purity(t)
    return over(2 * p * r, p + r)


def _overlap_f(t: Contingency) -> Array:
    """F of each class and cluster: 2 t_ij / (a_i + b_j)."""
    return over(2 * t.cells, t.cell_classes + t.cell_clusters)


def f_max(t: Contingency) -> Array:
    """Each class is compared with the cluster that fits it best, and the results are averaged with the sizes of the
    classes as weights.

    It is sum_i (a_i/n) max_j F(i, j) with F(i, j) = 2 t_ij / (a_i + b_j), where t_ij items of class i are in
    cluster j, a_i items in class i, b_j in cluster j, and n in all. The range is (0, 1]. It is defined for every
    clustering.

    >>> f_max(Contingency.of([[[2, 0], [0, 2]]], exact=True)).item()
    Fraction(1, 1)
    """
    return over((t.classes * t.best_of_classes(_overlap_f(t))).sum(-1), t.documents)


def f_max_cluster(t: Contingency) -> Array:
    """Each cluster is compared with the class that fits it best, and the results are averaged with the sizes of the
    clusters as weights.

    It is sum_j (b_j/n) max_i F(i, j) with F(i, j) = 2 t_ij / (a_i + b_j), where t_ij items of class i are in
    cluster j, a_i items in class i, b_j in cluster j, and n in all. The range is (0, 1]. It is defined for every
    clustering.

    >>> f_max_cluster(Contingency.of([[[2, 0], [0, 2]]], exact=True)).item()
    Fraction(1, 1)
    """
    return over((t.clusters * t.best_of_clusters(_overlap_f(t))).sum(-1), t.documents)


def matching_accuracy(t: Contingency) -> Array:
    """The greatest share of items that can be right if each cluster is given one class, and no class to two
    clusters.

    The best assignment is found with the Hungarian method. The range is (0, 1], and the value is 1 if and only if the
    clusters are the classes. It is defined for every clustering.

    >>> matching_accuracy(Contingency.of([[[2, 1], [0, 1]]], exact=True)).item()
    Fraction(3, 4)
    """
    return over(like(_greatest_match(t), t.cells), t.documents)


def _greatest_match(t: Contingency | SparseContingency) -> Array:
    """How many items are right in the best assignment of each case."""
    if not isinstance(t, SparseContingency):
        return _best_matching(t.table)
    return np.array([sum(_best_of_component(*cells) for cells in _components(t))])


def _components(t: SparseContingency) -> Iterator[tuple[Array, Array, Array]]:
    """The class, the cluster and the items of each cell, for each set of classes and clusters that share items,
    directly or over others. An assignment is the best one if it is in each of these sets.
    """
    from scipy.sparse import csr_array  # takes long to import, and only many classes and clusters need it
    from scipy.sparse.csgraph import connected_components

    classes, size = t.classes.shape[-1], t.classes.shape[-1] + t.clusters.shape[-1]
    graph = csr_array((np.ones(len(t.rows)), (t.rows, classes + t.columns)), shape=(size, size))
    component = connected_components(graph, directed=False)[1][t.rows]
    order = np.argsort(component, kind="stable")
    ends = np.flatnonzero(np.diff(component[order])) + 1
    cells = t.cells.reshape(-1).astype(np.int64)
    for part in np.split(order, ends):
        yield t.rows[part], t.columns[part], cells[part]


def _best_of_component(rows: Array, columns: Array, cells: Array) -> int:
    """The greatest sum of cells of which no two are in the same row or column."""
    if len(cells) < 3 and (len(cells) == 1 or rows[0] == rows[1] or columns[0] == columns[1]):
        return int(cells.max())
    rows, columns = (np.unique(side, return_inverse=True)[1].reshape(-1) for side in (rows, columns))
    shape = int(rows.max()) + 1, int(columns.max()) + 1
    if shape[0] * shape[1] > LARGE_TABLE:
        return _best_of_sparse(rows, columns, cells, shape)
    table = np.zeros((1, *shape), dtype=np.int64)
    table[0, rows, columns] = cells
    return int(_best_matching(table).item())


def _best_of_sparse(rows: Array, columns: Array, cells: Array, shape: tuple[int, int]) -> int:
    """The greatest sum of cells for a component whose table would be too large. scipy seeks a matching of all rows with
    the least sum. So each row gets a column of its own, which stands for no match, and a cell costs the less, the more
    it holds.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    count, unmatched = shape[0], int(cells.max()) + 1
    alone = np.arange(count)
    costs = np.concatenate([unmatched - cells, np.full(count, unmatched)]).astype(np.float64)  # whole, below 2^53
    places = np.concatenate([rows, alone]), np.concatenate([columns, shape[1] + alone])
    graph = csr_array((costs, places), shape=(count, shape[1] + count))
    return count * unmatched - int(graph[min_weight_full_bipartite_matching(graph)].sum())


def _best_matching(table: Array) -> Array:
    """For each table of a stack, the greatest sum of entries of which no two are in the same row or column. Entries are
    whole numbers.
    """
    tables = table.astype(np.int64)
    total = np.zeros(tables.shape[:-2], dtype=np.int64)
    for _ in range(2):  # first rows, then columns
        # if no other row has entries in the columns of a row, the greatest entry of this row is part of the sum
        shared = (tables > 0).sum(-2, keepdims=True) > 1
        alone = ~((tables > 0) & shared).any(-1)
        total += np.where(alone, tables.max(-1), 0).sum(-1)
        tables = np.swapaxes(np.where(alone[..., None], 0, tables), -1, -2)
    stack = tables.reshape(-1, *tables.shape[-2:])
    stack = stack[:, stack.any((0, 2))][:, :, stack.any((0, 1))]
    best = _best_of_few if min(stack.shape[1:]) <= FEW else _best_of_many
    return total + best(stack).reshape(total.shape)


FEW = 6
"""The greatest number of columns, or of rows, for which `_best_of_few` is used. With more of them it is slower than the
Hungarian method, for which scipy has to be imported.
"""


def _best_of_few(stack: Array) -> Array:
    """The greatest sum of each table, for tables with few columns or few rows. It takes one row after the other, and
    keeps the greatest sum for each subset of the columns.
    """
    if stack.shape[2] > stack.shape[1]:
        stack = stack.swapaxes(1, 2)
    columns = stack.shape[2]
    # the greatest sum of the rows so far; an axis for each column, at 1 where the column may be used
    best = np.zeros((len(stack), *[2] * columns), dtype=np.int64)
    for row in stack.swapaxes(0, 1):
        before = best.copy()
        for column in range(columns):
            with_it, without = np.moveaxis(best, column + 1, 0)[1], np.moveaxis(before, column + 1, 0)[0]
            gained = row[:, column].reshape(-1, *[1] * (columns - 1))
            np.maximum(with_it, without + gained, out=with_it)
    return best.reshape(len(stack), -1)[:, -1]


def _best_of_many(stack: Array) -> Array:
    """The greatest sum of each table, by the Hungarian method. Equal tables are solved once."""
    from scipy.optimize import linear_sum_assignment  # takes long to import, and small searches do not need it

    best: dict[bytes, int] = {}
    for table in stack:
        key = table.tobytes()
        if key not in best:
            best[key] = int(table[linear_sum_assignment(table, maximize=True)].sum())
    return np.array([best[table.tobytes()] for table in stack])


_SOURCE = "Amigo, Gonzalo, Artiles & Verdejo 2009, Inf. Retr. 12:461-486, metrics based on set matching"

METRICS = (
    Metric("purity", "Purity", "clustering", "set matching", _SOURCE, purity),
    Metric("inverse-purity", "Inverse Purity", "clustering", "set matching", _SOURCE, inverse_purity),
    Metric("f-purity", "F(Purity, Inverse Purity)", "clustering", "set matching", _SOURCE, f_purity),
    Metric("f-max", "F (class, best cluster)", "clustering", "set matching", "van Rijsbergen 1974; " + _SOURCE, f_max),
    Metric("f-max-cluster", "F (cluster, best class)", "clustering", "set matching", _SOURCE, f_max_cluster),
    Metric(
        "matching-accuracy",
        "Matching Accuracy",
        "clustering",
        "set matching",
        "Meila 2005, misclassification error",
        matching_accuracy,
    ),
)
