"""Blocks: thousands of cases at once, as stacks of counts and the places where each case finds its outputs in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

import numpy as np

from axiometrics.core.arithmetic import Array, decimals, exactly
from axiometrics.core.case import Case, Demand
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.organization import Organization

CHUNK = 2048
"""Outputs scored at once: small enough to stay in the cache, large enough that numpy's overhead is spread."""

DIGITS, TRUSTED = 100, 75
"""The digits of the decimals that tell apart what floats cannot, and to how many of these they are trusted: the others
leave room as `FORMULA_ROUNDING` does.
"""


class Sized:
    """Families that are searched to a size: to `default` unless a cap is given, and to `greatest` at most."""

    default: int
    greatest: int

    def largest(self, cap: int | None) -> int:
        """The size searched under a cap."""
        return self.default if cap is None else min(cap, self.greatest)


class BySize(Sized):
    """Families that are searched to a size and list their cases by the number of documents."""

    unit = "documents"

    def complete(self, largest: int) -> int:
        """The documents up to which nothing is left out when the search goes to this size."""
        return largest


class Universe(Protocol):
    """Outputs with their golds, each to be scored once however many cases refer to it."""

    def key(self, closed: bool) -> Hashable:
        """The key under which the values are remembered; None for a universe of one block. `closed`: the metric looks
        at the collection's irrelevant documents.
        """
        ...

    def __len__(self) -> int: ...

    def chunks(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """The counts, as floats, of consecutive stretches of the universe, with the shape to which a stretch's values
        broadcast.
        """
        ...

    def outputs(self, k: int, closed: bool) -> tuple[Organization, Organization]:
        """The system output and the gold of element k; `closed` lists every document in the gold."""
        ...

    def signature(self, k: int, closed: bool) -> Hashable:
        """A key that is equal only for elements that differ in names alone, among universes of this type, so that a
        black box is called once for all of them.
        """
        ...


Values = Callable[[Universe, Any], Array]
"""The values of elements of a universe, `nan` where undefined; as decimals of `DIGITS` digits where those are asked
for. The elements are an array of their numbers, or what stands for one (`generators.runs.Alike`).
"""


@dataclass(frozen=True)
class FinerValues:
    """Values that tell apart what floats cannot.

    When called, they are the values as decimals (`Values`). `exact` gives those of a whole universe as exact numbers,
    with `nan` where undefined, so that equal ones are seen to be equal.
    """

    decimals: Values
    exact: Callable[[Universe], list[Any]]

    def __call__(self, universe: Universe, index: Any) -> Array:
        """The values as decimals."""
        return self.decimals(universe, index)


@dataclass(frozen=True)
class FilteredCases:
    """What the filter leaves of a block: how many cases it held, how many were undefined, and those it could not clear,
    smallest first.
    """

    cases: int
    undefined: int
    doubtful: Iterator[Case]


@dataclass(frozen=True)
class Block:
    """Cases that one signed sum of look-ups judges.

    Attributes
    ----------
    demand : what is asked of the scores; its roles are the keys of `places`
    places : role -> the universe that holds its outputs, and for each case the index in it: an array, or what stands
        for one
    least : the documents of the smallest case
    sizes : cases, closed -> their (documents, occurrences), shape (n, 2); a closed gold lists more occurrences
    case : builds case k of the block; `closed` lists every document in the gold, for metrics that need it
    """

    demand: Demand
    places: Mapping[str, tuple[Universe, Any]]
    least: int
    sizes: Callable[..., Array]
    case: Callable[[int, bool], Case]

    def __len__(self) -> int:
        return len(next(iter(self.places.values()))[1])

    def judge(
        self, values: Values, closed: bool, below: tuple[int, int] | None, finer: Values | None = None
    ) -> FilteredCases:
        """Filter the block by the floats, and what these leave by decimals (`finer`); doubtful cases come in the order
        of size, those smaller than `below`.
        """
        scores = {role: values(universe, index) for role, (universe, index) in self.places.items()}
        return self.filtered(scores, closed, below, finer)

    def filtered(
        self, scores: Mapping[str, Array], closed: bool, below: tuple[int, int] | None, finer: Values | None
    ) -> FilteredCases:
        """The cases that the filter leaves, given the scores of all cases by role. Only cases smaller than `below` are
        left.
        """
        undefined, doubtful = self.uncleared(scores)
        return FilteredCases(len(self), len(undefined), self._in_order(doubtful, closed, below, finer))

    def uncleared(self, scores: Mapping[str, Array]) -> tuple[Array, Array]:
        """The places of the scores by role where they are undefined, and the places where their difference is in
        doubt.
        """
        with np.errstate(invalid="ignore"):
            excess = self.demand.excess(scores)
        left = np.flatnonzero(~(excess > margin(*scores.values())))
        undefined = undefined_in(score[left] for score in scores.values())
        return left[undefined], left[~undefined]

    def _in_order(
        self, doubtful: Array, closed: bool, below: tuple[int, int] | None, finer: Values | None
    ) -> Iterator[Case]:
        if not len(doubtful):
            return
        sizes = self.sizes(doubtful, closed)
        order = np.lexsort((doubtful, sizes[:, 1], sizes[:, 0]))
        if below is not None:
            smaller = (sizes[:, 0] < below[0]) | ((sizes[:, 0] == below[0]) & (sizes[:, 1] < below[1]))
            order = order[smaller[order]]
        left = doubtful[order]
        if finer is not None:
            left = self._closer(left, finer)
        for k in left:
            yield self.case(int(k), closed)

    def _closer(self, doubtful: Array, finer: Values) -> Array:
        """Of these cases, those that decimals cannot clear."""
        with decimals(DIGITS):
            scores = {role: finer(universe, index[doubtful]) for role, (universe, index) in self.places.items()}
            cleared = self.demand.excess(scores) > closer_margin(*scores.values())
        return np.asarray(doubtful[~cleared.astype(bool)])


def undefined_in(scores: Iterable[Array]) -> Array:
    """Where a score is undefined. A difference of scores that are too great for floats is not: it is in doubt."""
    return np.asarray(np.logical_or.reduce([np.isnan(score) for score in scores]))


def margin(*scores: Array) -> Array:
    """The difference that floats may be trusted with, given the scores it is made of."""
    greatest = np.maximum.reduce([np.abs(score) for score in scores])
    return np.asarray(FORMULA_ROUNDING * np.maximum(1.0, greatest))


def closer_margin(*scores: Array) -> Array:
    """The difference that decimals may be trusted with, given the scores it is made of."""
    greatest = np.maximum.reduce([np.abs(score) for score in scores])
    return np.asarray(np.maximum(exactly(1), greatest) * Decimal(10) ** -TRUSTED)
