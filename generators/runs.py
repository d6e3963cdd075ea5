"""The universe of all rankings of a length, and the parts of it that an exchange of neighbours takes to each other.

Every run of a length over a scale of grades stands there against every gold, in the order of its number. So the runs
with given grades at given ranks are a view of the values of all runs, with the same run at the same place however the
grades at these ranks are exchanged. Constraints that exchange neighbours are judged on such views, a few operations of
numpy on numbers that lie beside each other; arrays of the numbers of runs take ten times as long, and more memory.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import Any
from weakref import ref

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array
from axiometrics.core.organization import Level, Organization
from axiometrics.generators.blocks import CHUNK, Block, FilteredCases, Values, margin

Grades = tuple[int, ...]
"""A run: the grade of the document at each rank, 0 for an irrelevant one."""

_LETTERS = "nrh"
"""Names of documents by grade: not relevant, relevant, highly relevant."""


def golds(grades: int, size: int) -> list[Grades]:
    """The golds with 1 to `size` relevant documents: how many of each grade 1..`grades`.

    >>> golds(1, 3)
    [(1,), (2,), (3,)]
    """
    return [counts for counts in product(range(size + 1), repeat=grades) if 1 <= sum(counts) <= size]


@dataclass(frozen=True, eq=False)
class Runs:
    """The universe of all runs of one length against each of `golds`; element = run * len(golds) + gold.

    A run's number has its grades as digits, the first rank the most significant. `further` irrelevant documents belong
    to the collection beyond those retrieved. Elements whose run retrieves more than the gold holds are there, but no
    case refers to them.
    """

    length: int
    golds: Sequence[Grades]
    further: int = 0

    @property
    def base(self) -> int:
        return len(self.golds[0]) + 1

    def key(self, closed: bool) -> Hashable:
        return (self.length, tuple(self.golds), self.further if closed else 0)

    def __len__(self) -> int:
        return int(self.base**self.length) * len(self.golds)

    @cached_property
    def counts(self) -> Array:
        """Documents of each grade from 1, per gold."""
        return np.array(self.golds)

    def retrieved(self, runs: Array) -> Array:
        """How many documents of each grade from 1 these runs retrieve."""
        return np.asarray(retrieved(self.base, self.length)[runs])

    @cached_property
    def held(self) -> Array:
        """For each element, whether the gold holds what the run retrieves."""
        grades = retrieved(self.base, self.length)
        return np.asarray((grades[:, None, :] <= self.counts.astype(grades.dtype)).all(-1).ravel())

    @cached_property
    def _greatest(self) -> dict[int, tuple[Any, float]]:
        return {}

    def greatest(self, view: Array) -> float:
        """The greatest absolute value in the array that has this view, of the elements that cases refer to."""
        values = view if view.base is None else view.base
        source, number = self._greatest.get(id(values), (None, 0.0))
        if source is None or source() is not values:
            number = float(np.fmax.reduce(np.abs(values.ravel()[self.held]), initial=0.0))
            self._greatest[id(values)] = ref(values), number
        return number

    def chunks(self) -> Iterator[tuple[Gains, tuple[int, ...]]]:
        last = min(self.length, len(np.base_repr(2 * CHUNK - 1, self.base)) - 1)
        tails = every_run(self.base, last)
        digits = np.empty((len(tails), self.length), dtype=np.int8)
        digits[:, self.length - last :] = tails
        for head in product(range(self.base), repeat=self.length - last):
            digits[:, : self.length - last] = head
            irrelevant = (digits == 0).sum(-1)[:, None] + self.further
            yield Gains.of(digits[:, None, :], self.counts, irrelevant), (len(digits), len(self.golds))

    def outputs(self, k: int, closed: bool) -> tuple[Organization, Organization]:
        number, gold = divmod(k, len(self.golds))
        run = self.run(number)
        return _output(run), _gold(tuple(self.golds[gold]), run.count(0) + self.further if closed else None)

    def gold(self, k: int, closed: bool) -> Organization:
        return self.outputs(k, closed)[1]

    def run(self, number: int) -> Grades:
        """The grades of the run with this number."""
        base, digits = self.base, []
        for _ in range(self.length):
            number, digit = divmod(number, base)
            digits.append(digit)
        return tuple(digits[::-1])

    def signature(self, k: int, closed: bool) -> Hashable:
        run, gold = divmod(k, len(self.golds))
        return self.length, run, self.golds[gold], self.further if closed else 0


@cache
def every_run(base: int, length: int) -> Array:
    """The digits to this base of all numbers of that length, most significant first."""
    powers = base ** np.arange(length - 1, -1, -1)
    return np.asarray(np.arange(base**length)[:, None] // powers % base, dtype=np.int8)


@lru_cache(maxsize=32)
def retrieved(base: int, length: int) -> Array:
    """For every run, how many documents of each grade from 1 it holds."""
    counts = np.zeros((1, base - 1), dtype=np.int8)
    for _ in range(length):  # one rank more, below those there are
        counts = np.repeat(counts, base, axis=0)
        for grade in range(1, base):
            counts[grade::base, grade - 1] += 1
    return counts


def name_run(grades: Sequence[int]) -> list[str]:
    """Names for the documents of a run: `r1` the first relevant one, `n1` the first irrelevant one, `h1` of grade 2.

    >>> name_run((0, 1, 0))
    ['n1', 'r1', 'n2']
    """
    names = [iter(alone(grade, len(grades))) for grade in range(len(_LETTERS))]
    return [next(names[grade])[0] for grade in grades]


_alone: dict[int, Level] = {}


def alone(grade: int, number: int) -> Level:
    """The first documents of a grade, each a cluster of its own. They are made once, since every case names them.

    >>> alone(1, 2)
    (('r1',), ('r2',))
    """
    clusters = _alone.get(grade, ())
    if len(clusters) < number:
        clusters += tuple((f"{_LETTERS[grade]}{i}",) for i in range(len(clusters) + 1, 2 * number + 1))
        _alone[grade] = clusters
    return clusters[:number]


def organized(
    runs: dict[str, list[str]], counts: Grades, closed: bool, further: int = 0
) -> tuple[dict[str, Organization], Organization]:
    """The outputs by role, and the gold: `counts` documents a grade above the tail, or above every irrelevant one if
    closed.
    """
    irrelevant = None
    if closed:
        irrelevant = len({d for run in runs.values() for d in run if d.startswith(_LETTERS[0])}) + further
    outputs = {role: Organization.of_levels(tuple(zip(zip(run))), True) for role, run in runs.items()}
    return outputs, _gold(tuple(counts), irrelevant)


@lru_cache(maxsize=4096)
def _output(run: Grades) -> Organization:
    """A run as an output. It stands against every gold of its universe, and each metric of a user is given it."""
    return Organization.of_levels(tuple(zip(zip(name_run(run)))), True)


@lru_cache(maxsize=1024)
def _gold(counts: Grades, irrelevant: int | None) -> Organization:
    """The gold with so many documents of each grade from 1, above its tail; in a closed collection above so many
    irrelevant ones. Thousands of runs have the same.
    """
    levels = [alone(g, counts[g - 1]) for g in range(len(counts), 0, -1)]
    if irrelevant is not None:
        levels.append(alone(0, irrelevant))
    return Organization.of_levels(tuple(levels), irrelevant is None)


class OneRelevant(Runs):
    """The universe of the runs of one length with one relevant document, against a gold with just that one; element =
    the rank from 0 at which it is.
    """

    def __len__(self) -> int:
        return self.length

    def retrieved(self, runs: Array) -> Array:
        return np.ones((len(runs), 1), dtype=np.int8)

    def chunks(self) -> Iterator[tuple[Gains, tuple[int, ...]]]:
        irrelevant = np.full(self.length, self.length - 1 + self.further)
        yield Gains.of(np.eye(self.length), self.counts, irrelevant), (self.length,)

    def run(self, number: int) -> Grades:
        return tuple(int(rank == number) for rank in range(self.length))

    def signature(self, k: int, closed: bool) -> Hashable:
        return super().signature(2 ** (self.length - 1 - k), closed)


@dataclass(frozen=True, eq=False)
class Alike:
    """Elements of a universe of runs as an index: those whose runs have these grades at these ranks (from 0), and whose
    golds hold what they retrieve; of all golds, or of the one with the number `gold`. `but` leaves out the run of that
    number.

    Of values of the whole universe it is a view with the same order, with elements between that no case refers to
    (`there` tells). It becomes an array of numbers only where it is asked for one.
    """

    runs: Runs
    grades: Mapping[int, int]
    gold: int | None = None
    but: int | None = None

    @cached_property
    def _axes(self) -> tuple[tuple[int, ...], tuple[Any, ...]]:
        shape = [1]  # a view has more than one axis, by which it is told from an array of the values of single elements
        chosen: list[Any] = [slice(None)]
        base, done = self.runs.base, 0
        for rank, grade in [*sorted(self.grades.items()), (self.runs.length, None)]:
            if rank > done:
                shape.append(base ** (rank - done))
                chosen.append(slice(None))
            if grade is not None:
                shape.append(base)
                chosen.append(grade)
            done = rank + 1
        some = slice(None) if self.gold is None else slice(self.gold, self.gold + 1)
        return (*shape, len(self.runs.golds)), (*chosen, some)

    def of(self, values: Array) -> Array:
        """The values of these elements: a part of an array that has a value for each element of the universe."""
        shape, chosen = self._axes
        return np.asarray(values.reshape(shape)[chosen])

    @cached_property
    def there(self) -> Array:
        """Where in the view the elements are."""
        held = self.runs.held
        if self.but is not None:
            held = held.reshape(-1, len(self.runs.golds)).copy()
            held[self.but] = False
        return self.of(held)

    @cached_property
    def places(self) -> Array:
        """The places of the elements in the view, flattened."""
        return np.flatnonzero(self.there)

    @cached_property
    def numbers(self) -> Array:
        """The elements by their numbers in the universe."""
        shape, chosen = self._axes
        free = iter(np.unravel_index(self.places, self.there.shape))
        number: Any = 0
        for size, choice in zip(shape, chosen, strict=True):
            number = number * size + (choice if isinstance(choice, int) else next(free))
        return np.asarray(number + (self.gold or 0))

    @cached_property
    def _number(self) -> int:
        return int(np.count_nonzero(self.there))

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, which: Any) -> Any:
        return self.numbers[which]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.asarray(self.numbers, dtype=dtype)

    def tolist(self) -> list[int]:
        """The numbers of the elements."""
        numbers: list[int] = self.numbers.tolist()
        return numbers


@dataclass(frozen=True)
class RunBlock(Block):
    """A block whose outputs are parts of universes of runs, all of one shape, so that case k has in each of them the
    same place. Where the values of whole universes are at hand, they are filtered as they lie there.
    """

    def judge(
        self, values: Values, closed: bool, below: tuple[int, int] | None, finer: Values | None = None
    ) -> FilteredCases:
        scores = {role: values(universe, index) for role, (universe, index) in self.places.items()}
        parts = [index for _, index in self.places.values()]
        if any(score.ndim == 1 for score in scores.values()):
            return self.filtered(scores, closed, below, finer)
        # what the margin of the greatest score clears, that of the case itself clears as well
        greatest = max(part.runs.greatest(score) for (part, score) in zip(parts, scores.values(), strict=True))
        with np.errstate(invalid="ignore"):
            excess = self.demand.excess(scores)
        unclear = ~(excess > margin(np.array(greatest))) & parts[0].there
        left = np.flatnonzero(unclear)
        if not len(left):
            return FilteredCases(len(self), 0, iter(()))
        if greatest > 1:
            undefined, doubtful = self.uncleared({role: score[unclear] for role, score in scores.items()})
        else:  # then the margin is that of the case itself
            unknown = np.isnan(excess.ravel()[left])
            undefined, doubtful = np.flatnonzero(unknown), np.flatnonzero(~unknown)
        cases = np.searchsorted(parts[0].places, left[doubtful]) if len(doubtful) else doubtful
        return FilteredCases(len(self), len(undefined), self._in_order(cases, closed, below, finer))
