"""The counts of a case that a formula takes, in stacks, so that one call scores one case or thousands.

Every class holds arrays whose leading axes are the cases; dtype float64 for the fast filter, object (`Fraction`) for
the exact decision.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array, exactly, is_exact, like, parameter, remainder, times_log
from axiometrics.core.errors import ParameterError
from axiometrics.core.topic import Topic

LARGE_TABLE = 1 << 21
"""Pairs of a class and a cluster beyond which counts are sparse."""

ABSENT_CLASS = "a class that occurs neither in gold nor in output counts 0"
"""The convention of a mean over all classes where one of them is 0/0 because it does not occur."""


class ClusterCounts:
    """Clustering: how many documents each class shares with each cluster, and the sizes that follow.

    A formula that uses these properties, and no `table`, serves a table of all classes and clusters as well as the
    sparse counts of many of them.
    """

    cells: Array
    """How many documents a class shares with a cluster, for each pair of them. The last two axes are the pairs."""

    @property
    def cell_classes(self) -> Array:
        """The size of the class of each cell, as `cells`."""
        return self.classes[..., :, None]

    @property
    def cell_clusters(self) -> Array:
        """The size of the cluster of each cell, as `cells`."""
        return self.clusters[..., None, :]

    @cached_property
    def classes(self) -> Array:
        """Sizes of the classes, shape (..., rows)."""
        return self.by_class(self.cells)

    @cached_property
    def clusters(self) -> Array:
        """Sizes of the clusters, shape (..., columns)."""
        return self.by_cluster(self.cells)

    @cached_property
    def documents(self) -> Array:
        """Number of documents, shape (...)."""
        return np.asarray(self.classes.sum(-1))

    @cached_property
    def squares(self) -> tuple[Array, Array]:
        """The sum of t_ij^2 of each class, and of each cluster."""
        squares = self.cells * self.cells
        return self.by_class(squares), self.by_cluster(squares)

    @cached_property
    def class_remainder(self) -> Array:
        """The sum of a log a over the classes, less that of t_ij log t_ij over the cells."""
        return remainder(times_log(self.classes), self.logarithms, -1)

    @cached_property
    def cluster_remainder(self) -> Array:
        """The sum of b log b over the clusters, less that of t_ij log t_ij over the cells."""
        return remainder(times_log(self.clusters), self.logarithms, -2)

    @cached_property
    def logarithms(self) -> Array:
        """t_ij log t_ij."""
        return times_log(self.cells)

    def by_class(self, values: Array) -> Array:
        """The sum over the cells of each class."""
        return np.asarray(values.sum(-1))

    def by_cluster(self, values: Array) -> Array:
        """The sum over the cells of each cluster."""
        return np.asarray(values.sum(-2))

    def best_of_classes(self, values: Array) -> Array:
        """The greatest value of the cells of each class; values are at least 0."""
        return np.asarray(values.max(-1))

    def best_of_clusters(self, values: Array) -> Array:
        """The greatest value of the cells of each cluster; values are at least 0."""
        return np.asarray(values.max(-2))

    @cached_property
    def n_cells(self) -> Array:
        """Number of pairs of a class and a cluster that share documents, shape (...)."""
        return np.asarray(np.count_nonzero(self.cells, axis=(-1, -2)))

    @cached_property
    def n_classes(self) -> Array:
        """Number of classes, shape (...)."""
        return like(np.count_nonzero(self.classes, axis=-1), self.cells)

    @cached_property
    def n_clusters(self) -> Array:
        """Number of clusters, shape (...)."""
        return like(np.count_nonzero(self.clusters, axis=-1), self.cells)


@dataclass(frozen=True)
class Contingency(ClusterCounts):
    """The table of classes and clusters: `table[..., i, j]` documents of class i in cluster j; rows or columns of zeros
    are padding.
    """

    table: Array

    @classmethod
    def of(cls, table: Any, exact: bool = False) -> Contingency:
        """From whole numbers; `exact` for the decision."""
        return cls(exactly(table) if exact else np.asarray(table, dtype=np.float64))

    @property
    def cells(self) -> Array:  # type: ignore[override]
        """The table."""
        return self.table

    @property
    def right(self) -> Array:
        """The items of each class that the output puts into this class, shape (..., classes). Gold and output must list
        the classes in the same order.
        """
        return np.asarray(np.diagonal(self.table, axis1=-2, axis2=-1))

    @property
    def one_against_rest(self) -> Confusion:
        """The four counts with each class in turn as the positive one, shape (..., classes). Gold and output must list
        the classes in the same order.

        >>> Contingency.of([[2, 1], [0, 3]]).one_against_rest.fp.tolist()
        [0.0, 1.0]
        """
        right, others = self.right, self.documents[..., None] - self.classes - self.clusters
        return Confusion(right, self.clusters - right, self.classes - right, others + right)


@dataclass(frozen=True)
class SparseContingency(ClusterCounts):
    """One pair of clusterings with many classes and clusters: only the cells that hold documents are kept, because a
    table of 100,000 classes by 100,000 clusters would not fit into memory.

    Attributes
    ----------
    cells : the cells that hold documents, shape (1, cells, 1)
    rows, columns : the class and the cluster of each of them, from 0 on

    >>> sparse = SparseContingency.of_labels(np.array([0, 0, 1]), np.array([0, 1, 1]), 2, 2)
    >>> sparse.clusters.tolist(), sparse.best_of_classes(sparse.cells).tolist()
    ([[1.0, 2.0]], [[1.0, 1.0]])
    """

    cells: Array
    rows: Array
    columns: Array

    @property
    def table(self) -> Array:
        """Raise `ParameterError`: the formula needs the table of all classes and clusters, which is not kept."""
        raise ParameterError(
            f"{self.classes.shape[-1]} classes by {self.clusters.shape[-1]} clusters are too many for a metric that "
            f"compares each class with each cluster: leave it out, or score a sample of the items"
        )

    @classmethod
    def of_labels(cls, true: Array, pred: Array, classes: int, clusters: int, exact: bool = False) -> SparseContingency:
        """From the class and the cluster of each document, as numbers from 0 on."""
        codes, counts = np.unique(true.astype(np.int64) * clusters + pred, return_counts=True)
        rows, columns = np.divmod(codes, clusters)
        values = counts.reshape(1, -1, 1)
        return cls(exactly(values) if exact else values.astype(np.float64), rows, columns)

    @cached_property
    def cell_classes(self) -> Array:
        """The size of the class of each cell."""
        return np.asarray(self.classes[0][self.rows].reshape(1, -1, 1))

    @cached_property
    def cell_clusters(self) -> Array:
        """The size of the cluster of each cell."""
        return np.asarray(self.clusters[0][self.columns].reshape(1, -1, 1))

    @cached_property
    def class_remainder(self) -> Array:
        """The sum of a log a over the classes, less that of t_ij log t_ij over the cells."""
        return self._left(self.classes, self.by_class)

    @cached_property
    def cluster_remainder(self) -> Array:
        """The sum of b log b over the clusters, less that of t_ij log t_ij over the cells."""
        return self._left(self.clusters, self.by_cluster)

    def _left(self, sizes: Array, by: Callable[[Array], Array]) -> Array:
        if is_exact(self.cells):
            return remainder(times_log(sizes), self.logarithms, -2)
        return np.asarray((times_log(sizes) - by(self.logarithms)).sum(-1))

    def by_class(self, values: Array) -> Array:
        """The sum over the cells of each class."""
        return _summed(values, self.rows)

    def by_cluster(self, values: Array) -> Array:
        """The sum over the cells of each cluster."""
        return _summed(values, self.columns)

    def best_of_classes(self, values: Array) -> Array:
        """The greatest value of the cells of each class."""
        return _greatest(values, self.rows)

    def best_of_clusters(self, values: Array) -> Array:
        """The greatest value of the cells of each cluster."""
        return _greatest(values, self.columns)


def _summed(values: Array, places: Array) -> Array:
    """The sum of the values of each place, as one row."""
    flat, size = values.reshape(-1), int(places.max(initial=-1)) + 1
    if flat.dtype != object:
        return np.bincount(places, flat, size).reshape(1, -1)
    sums = np.broadcast_to(like(0, values), size).copy()
    np.add.at(sums, places, flat)
    return np.asarray(sums.reshape(1, -1))


def _greatest(values: Array, places: Array) -> Array:
    """The greatest of the values of each place, as one row; values are at least 0."""
    flat = values.reshape(-1)
    greatest = np.broadcast_to(like(0, values), int(places.max(initial=-1)) + 1).copy()
    np.maximum.at(greatest, places, flat)
    return np.asarray(greatest.reshape(1, -1))


@dataclass(frozen=True)
class Confusion:
    """Filtering: true and false positives, false and true negatives, each of shape (...). Expected tables are not whole
    numbers.
    """

    tp: Array
    fp: Array
    fn: Array
    tn: Array

    @classmethod
    def of(cls, table: Any, exact: bool = False) -> Confusion:
        """From an array whose last axis is tp, fp, fn, tn."""
        values = exactly(table) if exact else np.asarray(table, dtype=np.float64)
        return cls(*(np.asarray(values[..., k]) for k in range(4)))

    @property
    def relevant(self) -> Array:
        """Relevant documents, tp + fn."""
        return np.asarray(self.tp + self.fn)

    @property
    def irrelevant(self) -> Array:
        """Irrelevant documents, fp + tn."""
        return np.asarray(self.fp + self.tn)

    @property
    def positive(self) -> Array:
        """Documents the system keeps, tp + fp."""
        return np.asarray(self.tp + self.fp)

    @property
    def negative(self) -> Array:
        """Documents the system drops, fn + tn."""
        return np.asarray(self.fn + self.tn)

    @property
    def documents(self) -> Array:
        """All documents."""
        return np.asarray(self.relevant + self.irrelevant)

    @property
    def contingency(self) -> Contingency:
        """The same counts as a table of two classes, the positive one first; rows are the classes of the gold.

        >>> Confusion.of([2, 1, 0, 3]).contingency.table.tolist()
        [[2.0, 0.0], [1.0, 3.0]]
        """
        cells = np.broadcast_arrays(self.tp, self.fn, self.fp, self.tn)
        return Contingency(np.stack(cells, axis=-1).reshape(*cells[0].shape, 2, 2))


@dataclass(frozen=True)
class Gains:
    """Ranking: the grades of a run in rank order, and how many documents of each grade the gold lists.

    Attributes
    ----------
    gains : shape (..., L), the grade at each rank, 0 beyond `length`
    length : shape (...), number of documents the run retrieves, at most L
    counts : shape (..., G), documents of grade 1..G in the collection; G is the gold's top grade
    irrelevant : shape (...), irrelevant documents of a closed collection (the retrieved ones included); metrics of
        unlimited collections do not use it
    unlimited : whether the number of irrelevant documents has no limit (a gold with a tail)
    listed : shape (..., L), 0/1 at each rank: whether the document is judged; None if it follows from the rest: a gold
        with a tail lists the relevant documents, a closed gold lists every document
    unit : what a grade of 1 stands for, where the grades of the gold are not whole numbers: half stars are whole
        numbers of the unit 1/2. Only `grades` and `grade` are in the numbers of the gold.

    Leading axes broadcast against each other: runs of shape (B, 1) against golds of shape (K,) score B * K cases.
    """

    gains: Array
    length: Array
    counts: Array
    irrelevant: Array
    unlimited: bool = True
    listed: Array | None = None
    unit: Fraction = Fraction(1)

    @classmethod
    def of(
        cls,
        gains: Any,
        counts: Any,
        irrelevant: Any = 0,
        length: Any = None,
        *,
        unlimited: bool = True,
        exact: bool = False,
        listed: Any = None,
        unit: Fraction = Fraction(1),
    ) -> Gains:
        """From whole numbers; `length` is the number of ranks unless given."""
        number = exactly if exact else lambda values: np.asarray(values, dtype=np.float64)
        ranks = np.shape(gains)[-1]
        return cls(
            number(gains),
            number(ranks if length is None else length),
            number(counts),
            number(irrelevant),
            unlimited,
            None if listed is None else number(listed),
            unit,
        )

    def cut(self, k: Any) -> Gains:
        """The first k ranks of the run against the same gold; all of them without k."""
        if k is None:
            return self
        first = int(k)
        return replace(
            self,
            gains=self.gains[..., :first],
            length=np.asarray(np.minimum(self.length, like(first, self.length)), dtype=self.length.dtype),
            listed=None if self.listed is None else self.listed[..., :first],
        )

    def at_least(self, grade: Any, alike: bool = True) -> Gains:
        """The same run where documents below `grade` are irrelevant; without `grade`, the same run. All others have
        the grade 1, or, unless they are to be `alike`, the grade they had.

        >>> graded = Gains.of([[1, 3, 2]], [[4, 5, 6]], 7)
        >>> graded.at_least(2).counts.tolist(), graded.at_least(2, alike=False).counts.tolist()
        ([[11.0]], [[0.0, 5.0, 6.0]])
        """
        if grade is None:
            return self
        least = min(math.ceil(Fraction(grade) / self.unit), self.top + 1)
        below, reached = least - 1, like(self.gains >= least, self.gains)
        kept = like(np.arange(self.top) >= below, self.counts)
        return replace(
            self,
            gains=reached if alike else reached * self.gains,
            counts=self.counts[..., below:].sum(-1)[..., None] if alike else self.counts * kept,
            irrelevant=self.irrelevant + self.counts[..., :below].sum(-1),
            listed=self.judged,
            unit=Fraction(1) if alike else self.unit,
        )

    @cached_property
    def grades(self) -> Array:
        """The grade at each rank as the gold has it, shape (..., L)."""
        return self.gains if self.unit == 1 else np.asarray(self.gains * parameter(self.unit, self.gains))

    def grade(self, level: int) -> Any:
        """The grade that the gold writes for this whole number of units."""
        return level if self.unit == 1 else parameter(level * self.unit, self.gains)

    @cached_property
    def levels(self) -> Sequence[int]:
        """1, 2, ... G, the grades in units. Of fractions of a grade there may be thousands: only those that occur."""
        if self.unit == 1:
            return range(1, self.top + 1)
        listed = np.flatnonzero((self.counts > 0).reshape(-1, self.top).any(axis=0)) + 1
        return sorted({*listed.tolist(), *map(int, np.unique(self.gains.astype(np.int64)))} - {0})

    @property
    def judged(self) -> Array:
        """0/1 at each rank: whether the gold lists the document."""
        if self.listed is not None:
            return self.listed
        return self.relevant if self.unlimited else self.retrieved

    @cached_property
    def ranks(self) -> Array:
        """1, 2, ... L as numbers of this kind."""
        return like(np.arange(1, self.gains.shape[-1] + 1), self.gains)

    @cached_property
    def relevant(self) -> Array:
        """0/1 at each rank."""
        return like(self.gains > 0, self.gains)

    @cached_property
    def retrieved(self) -> Array:
        """0/1 at each rank: whether the run reaches it, shape (..., L)."""
        return like(self.ranks <= self.length[..., None], self.gains)

    @cached_property
    def total(self) -> Array:
        """N, the relevant documents in the collection, shape (...)."""
        return np.asarray(self.counts.sum(-1))

    @property
    def top(self) -> int:
        """gmax, the gold's top grade."""
        return int(self.counts.shape[-1])


@dataclass(frozen=True)
class Coverage:
    """Diversity: the grades of a run for each intent in rank order, and the relevant documents of the topic.

    Attributes
    ----------
    gains : shape (..., L, n), the grade at each rank for each intent, 0 beyond the end of the run
    documents : shape (..., D, n), the grades of each relevant document, the last by name first; rows of zeros are
        padding
    probabilities : shape (..., n), P(i|q)

    Leading axes broadcast against each other, as those of `Gains` do.
    """

    gains: Array
    documents: Array
    probabilities: Array

    @classmethod
    def of(cls, gains: Any, documents: Any, probabilities: Any = None, exact: bool = False) -> Coverage:
        """From whole numbers and fractions; intents are equally likely unless their probabilities are given."""
        number = exactly if exact else lambda values: np.asarray(values, dtype=np.float64)
        intents = np.shape(documents)[-1]
        chances = [Fraction(1, intents)] * intents if probabilities is None else probabilities
        return cls(number(gains), number(documents), number(np.array(chances, dtype=object)))

    @classmethod
    def judged(cls, topic: Topic, runs: Sequence[Sequence[str]], exact: bool = False) -> Coverage:
        """The counts of runs, each a list of documents, on one topic."""
        length = max(1, *map(len, runs)) if runs else 1
        nothing = [0] * len(topic.intents)
        rows = {d: [of.get(intent, 0) for intent in topic.intents] for d, of in topic.grades.items()}
        gains = [[*(rows.get(d, nothing) for d in run), *[nothing] * (length - len(run))] for run in runs]
        documents = [rows[document] for document in sorted(rows, reverse=True)]
        return cls.of(gains, documents, list(topic.probabilities.values()), exact)

    def cut(self, k: Any) -> Coverage:
        """The first k ranks, all of them without k."""
        return self if k is None else Coverage(self.gains[..., : int(k), :], self.documents, self.probabilities)

    @property
    def intents(self) -> int:
        """n, the number of intents."""
        return int(self.documents.shape[-1])

    @cached_property
    def ranks(self) -> Array:
        """1, 2, ... L as numbers of this kind."""
        return like(np.arange(1, self.gains.shape[-2] + 1), self.gains)

    @cached_property
    def relevant(self) -> Array:
        """J_i(r): 0/1 at each rank for each intent."""
        return like(self.gains > 0, self.gains)

    @cached_property
    def seen(self) -> Array:
        """C_i(r): documents relevant to each intent among the first r."""
        return np.asarray(np.cumsum(self.relevant, axis=-2))

    @cached_property
    def useful(self) -> Array:
        """J(r): 0/1 at each rank, whether the document is relevant to some intent."""
        return like((self.gains > 0).any(axis=-1), self.gains)

    @cached_property
    def global_gains(self) -> Array:
        """GG(r): the grades at each rank, weighted by the probabilities of the intents (Sakai et al. 2010, Eq. 6)."""
        return np.asarray((self.gains * self.probabilities[..., None, :]).sum(-1))

    @cached_property
    def ideal_global_gains(self) -> Array:
        """GG*(r): the global gains of the relevant documents in decreasing order, shape (..., D)."""
        return -np.sort(-(self.documents * self.probabilities[..., None, :]).sum(-1), axis=-1)

    @cached_property
    def ideal_gains(self) -> Array:
        """The grades of each intent's documents in decreasing order, shape (..., D, n)."""
        return -np.sort(-self.documents, axis=-2)

    @cached_property
    def totals(self) -> Array:
        """R_i: relevant documents of each intent, shape (..., n)."""
        return np.asarray(like(self.documents > 0, self.documents).sum(-2))

    @cached_property
    def total(self) -> Array:
        """R: documents relevant to some intent, shape (...)."""
        return np.asarray(like((self.documents > 0).any(axis=-1), self.documents).sum(-1))


def shape_of(counts: Any) -> Hashable:
    """A key that is the same for counts that can be stacked. It holds their class, the shapes of their arrays, and the
    values of their other fields.
    """
    parts = (getattr(counts, part.name) for part in fields(counts))
    return type(counts), tuple(part.shape if isinstance(part, np.ndarray) else (part,) for part in parts)


def stacked(several: Sequence[Any]) -> Any:
    """The counts of several cases in one object, in which the cases are a new first axis. `shape_of` must give the same
    key for all of them.

    >>> stacked([Contingency.of([[2, 0]]), Contingency.of([[1, 1]])]).clusters.tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    first = several[0]
    arrays = {part.name for part in fields(first) if isinstance(getattr(first, part.name), np.ndarray)}
    return replace(first, **{name: np.stack([getattr(counts, name) for counts in several]) for name in arrays})
