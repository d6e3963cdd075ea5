"""Outputs given by counts: documents that stand alike in every output of a case are counted, not named.

A case of a million documents, named one by one, takes seconds to make and minutes to score; its counts are a few
numbers. Proofs are compared with their metrics on such cases. Each value holds the gold as well, with which it is
compared. `named` spells it out for those who need documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

GREATEST = 10**6
"""The greatest amount that proofs are compared on."""


@dataclass(frozen=True)
class Columns:
    """A partition by the counts of its clusters: how many documents of each class (by number) each of them holds.

    >>> Columns(({0: 2}, {0: 1, 1: 1})).classes
    {0: 3, 1: 1}
    """

    clusters: tuple[Mapping[int, int], ...]

    @cached_property
    def classes(self) -> dict[int, int]:
        """The documents of each class."""
        sizes: dict[int, int] = {}
        for cluster in self.clusters:
            for c, k in cluster.items():
                sizes[c] = sizes.get(c, 0) + k
        return sizes

    def __str__(self) -> str:
        return " | ".join(" ".join(f"{k}*c{c}" for c, k in cluster.items()) for cluster in self.clusters)


class Quadrants(NamedTuple):
    """A filtering by the numbers of its documents that are positive and relevant, positive only, relevant only, and
    neither.
    """

    tp: int
    fp: int
    fn: int
    tn: int


@dataclass(frozen=True)
class GradedRun:
    """A run by the grades of its documents in rank order, and the documents of each grade from 1 in the collection.

    Collections have no end: what is not retrieved and not counted is irrelevant.
    """

    grades: tuple[int, ...]
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"grades {' '.join(map(str, self.grades))} of {' '.join(map(str, self.counts))}"


Counted = Columns | Quadrants | GradedRun
