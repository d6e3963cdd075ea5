"""The rows of a constraint at one size, kept as numbers.

Triangles between clusterings of seven documents make 184,440 rows. As objects, with their cases, these would take a
gigabyte, while an answer shows a handful of them. So a list of rows keeps arrays, makes a row when it is asked for one,
and lists the cases of the constraint again where one of them is to be shown.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import overload

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.margins import FORMULA_ROUNDING, SOLVED_ZERO
from axiometrics.core.task import task as task_of
from axiometrics.generators.listed import PlainCases
from axiometrics.possibility.orbits import Orbits
from axiometrics.possibility.rows import UNITS, Row, demand_linear, row_of
from axiometrics.registry.implications import Place

KEPT = 20_000
"""The greatest number of cases of a constraint that are kept. Where there are more, the cases are listed again when
some are shown.
"""

SIGNS = (">", ">=", "=")
"""The comparisons; arrays of rows hold their positions here."""


def cases_at(place: Place, size: int) -> Iterator[Case]:
    """The cases of a constraint at a size. Where sizes are nested, the cases of all smaller sizes are included, which
    some families list again. No case is kept in memory.
    """
    return (case for _, case in _ordered_cases(place, size))


def has_case(place: Place, size: int) -> bool:
    """Whether a constraint has a case of exactly this size. No more cases are listed than the first one: all cases of
    seven documents take minutes.
    """
    family = place.reading.judged
    cases = family.listed(size) if isinstance(family, PlainCases) else family.cases(size)
    return next(iter(cases), None) is not None


def _ordered_cases(place: Place, size: int) -> Iterator[tuple[tuple[int, ...], Case]]:
    """The same cases, each with its place in the order of sizes. The cases need not come in this order."""
    family = place.reading.judged
    nested = task_of(place.constraint.task).nested
    for at in range(1 if nested else size, size + 1):
        if isinstance(family, PlainCases):
            yield from (((at, *case.size), case) for case in family.listed(at))
        else:
            yield from (((at,), case) for case in family.cases(at))


@dataclass(eq=False)
class CaseList:
    """The cases of a constraint at one size. Only the cases that were asked for are in memory."""

    place: Place
    size: int
    at_hand: dict[int, Case] = field(default_factory=dict)
    wanted: set[int] = field(default_factory=set)

    def case(self, position: int) -> Case:
        """The case at this position of the list. All wanted cases are found in the same pass."""
        if position not in self.at_hand:
            self.wanted.add(position)
            listed = enumerate(islice(cases_at(self.place, self.size), max(self.wanted) + 1))
            self.at_hand.update((at, case) for at, case in listed if at in self.wanted)
            self.wanted.clear()
        return self.at_hand[position]


@dataclass(frozen=True)
class ListedCase:
    """A case, given by its position in a list."""

    cases: CaseList
    position: int

    @property
    def case(self) -> Case:
        """The case."""
        return self.cases.case(self.position)


@dataclass(frozen=True, eq=False)
class RowList(Sequence[Row]):
    """The different rows of a constraint.

    Attributes
    ----------
    starts : the index at which the numbers of each row begin, and finally the index at which all end
    numbers, shares : the orbits of all rows one after the other, and their coefficients in units of one over the
        `units` of the row
    bounds, by : for each row its bound, if that is not 0, and its comparison
    positions : for each row, the position of its case among those of the constraint
    """

    cases: CaseList
    starts: Array
    numbers: Array
    shares: Array
    units: Array
    by: Array
    positions: Array
    bounds: Mapping[int, Fraction]

    def __len__(self) -> int:
        return len(self.by)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(len(self)))]
        k = range(len(self))[at]
        own = slice(self.starts[k], self.starts[k + 1])
        unit = int(self.units[k])
        numbers, shares = self.numbers[own].tolist(), self.shares[own].tolist()
        fractions = [_share(share, unit) for share in shares]
        position = int(self.positions[k])
        of = self.cases.at_hand.get(position) or ListedCase(self.cases, position)
        bound = self.bounds.get(k, UNITS[0])
        return Row(self.cases.place, of, dict(zip(numbers, fractions, strict=True)), SIGNS[self.by[k]], bound)

    def unmet(self, values: Mapping[int, Fraction]) -> list[int]:
        """The rows that do not hold with these values (0 where a value is missing), the rows that miss by most first.
        Floats pass rows that hold with a margin; all others are checked in fractions.
        """
        floats = np.zeros(1 + max(int(self.numbers.max(initial=0)), max(values, default=0)))
        for number, value in values.items():
            floats[number] = float(value)
        excess, size = self._excess(floats)
        doubtful = np.flatnonzero((excess <= FORMULA_ROUNDING * size) | (self.by == SIGNS.index("=")))
        return _most_first(excess, (int(k) for k in doubtful if not _holds(self[int(k)], values)))

    def unmet_by_floats(self, values: Array) -> list[int]:
        """The rows that do not hold with these values as far as floats can decide, those that lack most first."""
        excess, size = self._excess(values)
        near = SOLVED_ZERO * (1 + size)
        equal, strict = (self.by == SIGNS.index(sign) for sign in ("=", ">"))
        lacking = np.where(equal, -np.abs(excess), excess)
        return _most_first(lacking, map(int, np.flatnonzero(np.where(strict, lacking <= near, lacking < -near))))

    def _excess(self, values: Array) -> tuple[Array, Array]:
        """The sum of each row minus its bound, and the size of the numbers in it, by which its rounding is judged."""
        terms = np.append(values[self.numbers] * self.shares, 0.0)
        bounds = np.zeros(len(self))
        for k, bound in self.bounds.items():
            bounds[k] = float(bound)
        empty = self.starts[:-1] == self.starts[1:]  # such a row has the sum 0, which `reduceat` does not give
        sums, reach = (
            np.where(empty, 0.0, np.add.reduceat(part, self.starts[:-1])) / self.units
            for part in (terms, np.abs(terms))
        )
        return sums - bounds, reach + np.abs(bounds)


def _most_first(lacking: Array, rows: Iterable[int]) -> list[int]:
    return sorted(rows, key=lambda k: -abs(lacking[k]))


def _share(share: int, unit: int) -> Fraction:
    return UNITS[share] if unit == 1 and share in UNITS else Fraction(share, unit)


def _holds(row: Row, values: Mapping[int, Fraction]) -> bool:
    return row.met(row.excess(lambda number: values.get(number, UNITS[0])))


@dataclass(frozen=True, eq=False)
class JoinedRows(Sequence[Row]):
    """The rows of several lists, one after the other."""

    parts: Sequence[Sequence[Row]]

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __iter__(self) -> Iterator[Row]:
        return (row for part in self.parts for row in part)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        if isinstance(at, slice):
            return list(self)[at]
        k = range(len(self))[at]
        for part in self.parts:
            if k < len(part):
                return part[k]
            k -= len(part)
        raise IndexError(at)

    def with_rows(self, more: Sequence[Row]) -> JoinedRows:
        """These rows and some further rows."""
        return JoinedRows([*self.parts, more])


def unmet(rows: Sequence[Row], values: Mapping[int, Fraction]) -> list[int]:
    """The positions of the rows that do not hold with these values."""
    if isinstance(rows, RowList):
        return rows.unmet(values)
    return [k for k, row in enumerate(rows) if not _holds(row, values)]


def rows(place: Place, size: int, orbits: Orbits) -> RowList:
    """The comparisons of all cases of this size, each once.

    Raises `NotLinearError` for a reading whose demands are not linear comparisons.
    """
    demand_linear(place)
    cases = CaseList(place, size)
    listed: dict[bytes, int] = {}
    orders, positions = list[tuple[int, ...]](), array("i")
    lengths, numbers, shares, units, by = array("i"), array("i"), array("q"), array("q"), array("b")
    bounds: dict[int, Fraction] = {}
    for position, (order, case) in enumerate(_ordered_cases(place, size)):
        row = row_of(place, case, orbits)
        unit = lcm(*(share.denominator for share in row.coefficients.values()))
        own = array("i", row.coefficients), array("q", (int(share * unit) for share in row.coefficients.values()))
        key = b"".join((*(part.tobytes() for part in own), f"{unit} {row.by} {row.bound}".encode()))
        at = listed.setdefault(key, len(listed))
        if at == len(orders):
            lengths.append(len(own[0]))
            numbers += own[0]
            shares += own[1]
            units.append(unit)
            by.append(SIGNS.index(row.by))
            orders.append(order)
            positions.append(position)
            if row.bound:
                bounds[at] = row.bound
        elif order < orders[at]:
            orders[at], positions[at] = order, position
        else:
            continue
        if len(listed) <= KEPT:
            cases.at_hand[position] = case
    if len(listed) > KEPT:
        cases.at_hand.clear()
    in_order = np.array(sorted(range(len(orders)), key=lambda k: (orders[k], positions[k])), dtype=np.int64)
    ends = np.cumsum(lengths, dtype=np.int64)
    parts = [np.arange(ends[k] - lengths[k], ends[k]) for k in in_order]
    entries = np.concatenate(parts) if parts else in_order
    place_of = {int(k): at for at, k in enumerate(in_order)}
    return RowList(
        cases,
        np.concatenate([[0], np.cumsum(np.array(lengths, dtype=np.int64)[in_order])]),
        np.array(numbers, dtype=np.int32)[entries],
        np.array(shares, dtype=np.int64)[entries],
        np.array(units, dtype=np.int64)[in_order],
        np.array(by, dtype=np.int8)[in_order],
        np.array(positions, dtype=np.int32)[in_order],
        {place_of[k]: bound for k, bound in bounds.items()},
    )
