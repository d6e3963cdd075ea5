"""What a formula sees of a case: counts, in stacks, so that one call scores one case or thousands.

Every class holds arrays whose leading axes are the cases; dtype float64 for the fast filter, object (`Fraction`) for
the exact decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array, exactly, like


@dataclass(frozen=True)
class Contingency:
    """Clustering: `table[..., i, j]` documents of class i in cluster j; rows or columns of zeros are padding."""

    table: Array

    @classmethod
    def of(cls, table: Any, exact: bool = False) -> Contingency:
        """From whole numbers; `exact` for the decision."""
        return cls(exactly(table) if exact else np.asarray(table, dtype=np.float64))

    @cached_property
    def classes(self) -> Array:
        """Sizes of the classes, shape (..., rows)."""
        return np.asarray(self.table.sum(-1))

    @cached_property
    def clusters(self) -> Array:
        """Sizes of the clusters, shape (..., columns)."""
        return np.asarray(self.table.sum(-2))

    @cached_property
    def documents(self) -> Array:
        """Number of documents, shape (...)."""
        return np.asarray(self.classes.sum(-1))

    @cached_property
    def n_classes(self) -> Array:
        """Number of classes, shape (...)."""
        return like(np.count_nonzero(self.classes, axis=-1), self.table)

    @cached_property
    def n_clusters(self) -> Array:
        """Number of clusters, shape (...)."""
        return like(np.count_nonzero(self.clusters, axis=-1), self.table)


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


@dataclass(frozen=True)
class Gains:
    """Ranking: the grades of a run in rank order, and how many documents of each grade the gold lists.

    Attributes
    ----------
    gains : shape (..., L), the grade at each rank, 0 beyond `length`
    length : shape (...), number of documents the run retrieves, at most L
    counts : shape (..., G), documents of grade 1..G in the collection; G is the gold's top grade
    irrelevant : shape (...), irrelevant documents of a closed collection (the retrieved ones included); what metrics
        with an unlimited collection do not look at
    unlimited : whether irrelevant documents are without number (a gold with a tail)

    Leading axes broadcast against each other: runs of shape (B, 1) against golds of shape (K,) score B * K cases.
    """

    gains: Array
    length: Array
    counts: Array
    irrelevant: Array
    unlimited: bool = True

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
    ) -> Gains:
        """From whole numbers; `length` is the number of ranks unless given."""
        number = exactly if exact else lambda values: np.asarray(values, dtype=np.float64)
        ranks = np.shape(gains)[-1]
        return cls(
            number(gains), number(ranks if length is None else length), number(counts), number(irrelevant), unlimited
        )

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
