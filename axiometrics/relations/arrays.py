"""An organization as integer arrays: one row for each occurrence, so that a million documents never become Python
objects.
"""

from __future__ import annotations

import weakref
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axiometrics.core.errors import OrganizationError
from axiometrics.core.numbering import LARGE
from axiometrics.core.organization import Organization
from axiometrics.relations.ordering import ordering, unplaced

Ints: TypeAlias = npt.NDArray[np.int64]

_ROOM = 4
"""A table indexed by codes may have this many cells for each row given; sparser codes are numbered afresh."""


@dataclass(frozen=True, eq=False)
class Arrays:
    """Occurrences, best level first. Made by the constructors below, which check and sort; both sides of a judgement
    share their document codes.

    Attributes
    ----------
    document : the code (from 0) of the document of each occurrence
    level : its level, from 0, never decreasing
    cluster : the number of its cluster in the whole organization; numbers may be missing
    sizes : the occurrences on each level, 0 where a level is empty
    tail : whether an unlimited, unjudged set of documents lies below

    >>> system = Arrays.ranking([7, 1])
    >>> system.document.tolist(), system.level.tolist(), system.sizes.tolist(), system.tail
    ([7, 1], [0, 1], [1, 1], True)
    """

    document: Ints
    level: Ints
    cluster: Ints
    sizes: Ints
    tail: bool

    @classmethod
    def of(
        cls,
        document: npt.ArrayLike,
        level: npt.ArrayLike,
        cluster: npt.ArrayLike | None = None,
        *,
        levels: int | None = None,
        tail: bool = False,
    ) -> Arrays:
        """Occurrences in any order: codes of documents, levels from 0 and the number of each one's cluster *in its
        level* (default: alone).

        `levels` counts the levels where the last ones are empty.

        Raises
        ------
        OrganizationError
            Rows that do not match, a negative or fractional number, a document twice in one cluster, or neither level
            nor tail.
        """
        codes, places = _integers(document, "document"), _integers(level, "level")
        occupied = int(places.max()) + 1 if places.size else 0
        count = occupied if levels is None else levels
        if len(codes) != len(places) or count < occupied:
            raise OrganizationError(
                f"{len(codes)} documents, {len(places)} levels up to {occupied - 1} of {count}: give one "
                f"level, from 0, for each document"
            )
        groups = np.arange(len(codes)) if cluster is None else _integers(cluster, "cluster")
        if len(groups) != len(codes):
            raise OrganizationError(
                f"{len(codes)} documents, {len(groups)} clusters: give one cluster for each document"
            )
        if cluster is not None and count > 1:
            groups = places * (int(groups.max(initial=0)) + 1) + groups
        if len(places) and (places[1:] < places[:-1]).any():
            order = ordering(places)
            codes, places, groups = codes[order], places[order], groups[order]
        return cls(codes, places, _dense(groups), np.bincount(places, minlength=count), tail)._checked()

    @classmethod
    def ranking(cls, documents: npt.ArrayLike, tail: bool = True) -> Arrays:
        """The arrays of one document a level, best first, above the tail."""
        codes = _integers(documents, "document")
        rank = np.arange(len(codes))
        return cls(codes, rank, rank, np.ones(len(codes), dtype=np.int64), tail)._checked()

    @classmethod
    def graded(cls, grades: npt.ArrayLike, tail: bool = True) -> Arrays:
        """The gold of a ranking: document i has grade `grades[i]`, a level per grade; grade 0 is unlisted with the
        tail, the last level without.

        >>> Arrays.graded([0, 2, 1, 2]).document.tolist()
        [1, 3, 2]
        """
        numbers = _integers(grades, "grade")
        top = int(numbers.max(initial=0))
        level = top - numbers
        sizes = np.bincount(level, minlength=top + 1)
        order = ordering(level, sizes)
        if tail:
            order, sizes = order[: len(order) - sizes[-1]], sizes[:-1]
        arrays = cls(order, np.repeat(np.arange(len(sizes)), sizes), order, sizes, tail)
        arrays.__dict__["repeats"] = False  # known, so never counted
        return arrays._checked()

    @classmethod
    def clustering(cls, labels: npt.ArrayLike) -> Arrays:
        """The arrays of one level of clusters, without tail: document i lies in the cluster `labels[i]` (integers, or
        anything that sorts).
        """
        numbers = np.asarray(labels)
        if numbers.dtype.kind not in "iu" or (numbers.size and numbers.min() < 0):
            numbers = np.unique(numbers, return_inverse=True)[1]
        size = numbers.size
        arrays = cls(
            np.arange(size),
            np.zeros(size, dtype=np.int64),
            _dense(_integers(numbers, "label")),
            np.array([size]),
            False,
        )
        arrays.__dict__["repeats"] = False
        return arrays

    @property
    def size(self) -> int:
        """The number of occurrences."""
        return len(self.document)

    @cached_property
    def used(self) -> int:
        """The number of levels that are not empty."""
        return int(np.count_nonzero(self.sizes))

    @cached_property
    def universe(self) -> int:
        """The number of codes that are in use or below the greatest one. Codes begin at 0."""
        return int(self.document.max(initial=-1)) + 1

    @cached_property
    def clusters(self) -> int:
        """The number of clusters, if each number up to the greatest one is a cluster. Clusters are numbered from 0."""
        return int(self.cluster.max(initial=-1)) + 1

    @cached_property
    def bounds(self) -> Ints:
        """The row where each level starts, and the number of rows last."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    @cached_property
    def repeats(self) -> bool:
        """Whether a document occurs more than once."""
        if self.size > self.universe or (self.document[1:] > self.document[:-1]).all():
            return self.size > self.universe
        seen = np.zeros(self.universe, dtype=np.bool_)
        seen[self.document] = True
        return int(np.count_nonzero(seen)) < self.size

    def counts(self, universe: int) -> Ints:
        """How often each document occurs."""
        return np.bincount(self.document, minlength=universe)

    def _checked(self) -> Arrays:
        if not self.tail and not len(self.sizes):
            raise OrganizationError(
                "an organization without level and without tail: give a level (it may be empty), or tail=True"
            )
        if self.universe > _ROOM * self.size + (1 << 20):
            raise OrganizationError(
                f"document code {self.universe - 1} among {self.size} rows: number the documents from 0 "
                f"(axiometrics.relations.coded)"
            )
        if self.repeats and self.clusters < self.size:
            pairs = np.sort(self.cluster * self.universe + self.document)
            if (twice := np.flatnonzero(pairs[1:] == pairs[:-1])).size:
                raise OrganizationError(
                    f"document {int(pairs[twice[0]]) % self.universe} occurs twice in a cluster: list it once"
                )
        return self


def coded(*organizations: Organization) -> tuple[tuple[Arrays, ...], tuple[str, ...]]:
    """Organizations as arrays over common codes, and the documents in the order of their codes.

    The last large ones are remembered while they live, since R and S of a pair are asked for one after the other.

    >>> (system, gold), names = coded(Organization.parse("a > b"), Organization.parse("{b c} > ..."))
    >>> system.document.tolist(), gold.document.tolist(), names
    ([0, 1], [1, 2], ('a', 'b', 'c'))
    """
    arrays, order = _common(organizations)
    return arrays, tuple(
        dict.fromkeys(chain.from_iterable(organization.listed for organization in organizations[::order]))
    )


def coded_alike(*organizations: Organization) -> tuple[Arrays, ...]:
    """Organizations as arrays over common codes, without the names of the documents.

    >>> coded_alike(Organization.parse("a > b"), Organization.parse("b > a"))[1].document.tolist()
    [1, 0]
    """
    return _common(organizations)[0]


_last: list[Any] = []
"""Weak references to the organizations that were coded last, and then their arrays."""


def _forget(gone: object) -> None:
    _last.clear()


def _common(organizations: tuple[Organization, ...]) -> tuple[tuple[Arrays, ...], int]:
    """The arrays, and 1; or -1 where the codes are in the order in which the documents occur from the last organization
    to the first, since the organizations were coded so before.
    """
    if sum(organization.size for organization in organizations) < LARGE:
        return _coded(organizations), 1
    for order in (1, -1):
        if len(_last) == len(organizations) + 1 and all(
            ref() is organization for ref, organization in zip(_last[:-1], organizations[::order], strict=True)
        ):
            arrays: tuple[Arrays, ...] = _last[-1]
            return arrays[::order], order
    fresh = _coded(organizations)
    _last[:] = [*(weakref.ref(organization, _forget) for organization in organizations), fresh]
    return fresh, 1


def _coded(organizations: tuple[Organization, ...]) -> tuple[Arrays, ...]:
    """The arrays, whose codes are in the order in which the documents occur first."""
    tables = [organization.numbers[0] for organization in organizations if organization.numbers]
    if tables and all(table is tables[0] for table in tables):
        more: defaultdict[str, int] = defaultdict(count(len(tables[0])).__next__)
        columns = [
            np.frombuffer(organization.numbers[1], np.int64)
            if organization.numbers
            else _numbers(organization, tables[0], more)
            for organization in organizations
        ]
        columns = _first_come(columns, len(tables[0]) + len(more))
    else:
        names: defaultdict[str, int] = defaultdict(count().__next__)  # a name that is new takes the next number
        columns = [_numbers(organization, {}, names) for organization in organizations]
    return tuple(map(_with_codes, organizations, columns))


def _numbers(organization: Organization, table: Mapping[str, int], others: Mapping[str, int]) -> Ints:
    """The number of each occurrence, by the names that are known, or else in the table of others."""
    names = organization.listed
    numbers = (
        (table[name] if name in table else others[name] for name in names) if table else map(others.__getitem__, names)
    )
    return np.fromiter(numbers, np.int64, len(names))


def _first_come(columns: Sequence[Ints], numbers: int) -> list[Ints]:
    """The same documents under numbers in the order in which they occur first, so that no number depends on what else
    is in the table of numbers. Little memory is touched, since new pages are what the first call of a program pays for.
    """
    codes = unplaced(numbers)
    recoded, used = [], 0
    for column in columns:
        new = column[codes[column] < 0] if used else column
        places = np.arange(used, used + len(new), dtype=codes.dtype)
        codes[new[::-1]] = places[::-1]  # of several rows the one that is assigned last remains
        first = codes[new] == places
        if not first.all():
            new = new[first]
            codes[new] = places[: len(new)]
        used += len(new)
        recoded.append(codes[column].astype(np.int64))
    return recoded


def _with_codes(organization: Organization, document: Ints) -> Arrays:
    levels = organization.levels
    held = np.fromiter(map(len, levels), np.int64, len(levels))  # clusters on each level
    level, cluster = np.repeat(np.arange(len(levels)), held), np.arange(held.sum())
    if len(cluster) < len(document):
        lengths = np.fromiter(map(len, chain.from_iterable(levels)), np.int64, len(cluster))
        level, cluster = np.repeat(level, lengths), np.repeat(cluster, lengths)
        held = np.bincount(level, minlength=len(levels))
    return Arrays(document, level, cluster, held, organization.tail)


def codes(*columns: Iterable[object] | npt.ArrayLike) -> tuple[tuple[Ints, ...], npt.NDArray[np.generic]]:
    """Common codes from 0 for the documents of several columns (of any ids that sort), and the id of each code.

    >>> (system, gold), ids = codes(["d7", "d1"], ["d1", "d2"])
    >>> system.tolist(), gold.tolist(), ids.tolist()
    ([2, 0], [0, 1], ['d1', 'd2', 'd7'])
    """
    arrays = [np.asarray(column) for column in columns]
    ids, inverse = np.unique(np.concatenate(arrays), return_inverse=True)
    return tuple(np.split(inverse, np.cumsum([len(column) for column in arrays])[:-1])), ids


def _integers(values: npt.ArrayLike, noun: str) -> Ints:
    integers = np.asarray(values)
    if (
        integers.ndim != 1
        or (integers.size and integers.dtype.kind not in "iu")
        or (integers.size and integers.min() < 0)
    ):
        raise OrganizationError(
            f"{noun}s: expected a list of integers from 0, found {integers.dtype} of shape {integers.shape}"
        )
    return integers.astype(np.int64, copy=False)


def _dense(groups: Ints) -> Ints:
    """The same groups under numbers that index a table of bounded size."""
    if int(groups.max(initial=0)) > _ROOM * len(groups):
        return np.unique(groups, return_inverse=True)[1]
    return groups
