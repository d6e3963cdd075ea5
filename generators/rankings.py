"""Rankings: every run of a length over a scale of grades, against every gold, and the edits that ranking constraints
speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import combinations, product
from typing import Any, ClassVar

import numpy as np

from axiometrics.core.arithmetic import Array, decimals
from axiometrics.core.case import GAIN, LARGER_LOSS, Case, Demand
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import DIGITS, TRUSTED, Block, FilteredCases, Sized, Values, margin
from axiometrics.generators.runs import (
    Alike,
    Grades,
    OneRelevant,
    RunBlock,
    Runs,
    golds,
    name_run,
    organized,
    retrieved,
)


def swapped(run: Sequence[Any], i: int) -> list[Any]:
    """The run with ranks i and i + 1 (from 0) exchanged."""
    run = list(run)
    run[i], run[i + 1] = run[i + 1], run[i]
    return run


SwappedRun = tuple[Sequence[int], int | None]
"""The grades of a run, and the rank (from 0) at which it is swapped with the next, if any."""


def named_case(family: RankingFamily, runs: Mapping[str, SwappedRun], counts: Grades, closed: bool = False) -> Case:
    """A case from runs by role."""
    named = {role: name_run(run) if i is None else swapped(name_run(run), i) for role, (run, i) in runs.items()}
    outputs, gold = organized(named, counts, closed)
    return Case(gold, outputs, family.edit)


def two_swaps(shallow: Sequence[int], i: int, deep: Sequence[int], j: int) -> Mapping[str, SwappedRun]:
    """A swap at i of one run, and at j of another, or of the same."""
    runs = (shallow, None), (shallow, i), (deep, None), (deep, j)
    return dict(zip(LARGER_LOSS.roles, runs, strict=True))


def run_of(output: Organization, gold: Organization) -> Grades | None:
    """The grades of a ranking in rank order; None where the output is not a ranking."""
    if any(len(level) != 1 or len(level[0]) != 1 for level in output.levels) or output.size != len(output.documents):
        return None
    grades = gold.grades()
    return tuple(grades.get(document, 0) for _, _, document in output.occurrences())


def _ranked(output: Organization) -> list[str]:
    return [document for _, _, document in output.occurrences()]


def gold_problem(case: Case, grades: int, relevant: int | None) -> str | None:
    """Why gold and outputs are not rankings with that top grade and number of relevant documents, or None."""
    counts = list(case.gold.grades().values())
    if case.gold.top_grade != grades:
        return f"the gold has {case.gold.top_grade} grades above irrelevant, the reading speaks of {grades}"
    if case.gold.size != len(case.gold.documents):
        return "the gold grades a document twice"
    listed = sum(1 for grade in counts if grade > 0)
    if relevant is not None and listed != relevant:
        return f"the gold has {listed} relevant documents, the reading speaks of {relevant}"
    for role, output in case.outputs.items():
        if run_of(output, case.gold) is None:
            return f"{role} is not a ranking of single documents"
        if not output.tail:
            return f"{role} does not go on below the documents that it lists: it is to have a tail"
        if not case.gold.tail and not output.documents <= case.gold.documents:
            return f"the closed gold does not list every document of {role}"
    return None


Order = tuple[int, Sequence[int]]
"""An output: the number of a run that is edited, and its ranks (from 0) in the order of the output."""


def falls(run: Grades) -> list[int]:
    """The ranks, from 0, at which a higher grade stands directly above a lower one."""
    return [i for i in range(len(run) - 1) if run[i] > run[i + 1]]


def exchange(run: Grades, number: int, i: int) -> tuple[Order, Order]:
    """The run with that number as it is, and with ranks i and i + 1 exchanged."""
    ranks = range(len(run))
    return (number, ranks), (number, swapped(ranks, i))


TOGETHER = 2**25
"""Bytes of values of runs that are kept together."""


@dataclass(frozen=True)
class RankingFamily(Sized):
    """What the families of ranking cases share: the scale, the number of relevant documents, and the sizes.

    Attributes
    ----------
    grades : the top grade; 1 is binary
    relevant : how many relevant documents the collection holds, or None for any number
    default, greatest : longest run searched unless told, and at most
    """

    grades: int = 1
    relevant: int | None = None
    default: int = 16
    greatest: int = 24
    unit = "ranks"
    edited: ClassVar[tuple[str, ...]] = ("better",)
    """The roles whose outputs are the runs that are edited."""

    def complete(self, largest: int) -> int:
        """The documents up to which nothing is left out when the search goes to this size."""
        return largest  # no run and no gold is larger than the case

    def edits(self, *runs: Grades) -> Iterator[Mapping[str, Order]]:
        """What the constraint does to the runs that are edited: the outputs by role."""
        raise NotImplementedError

    def worlds(self, length: int) -> Iterator[tuple[Grades, ...]]:
        """All runs of a length that are edited: each alone, or several together."""
        return ((run,) for run in product(range(self.grades + 1), repeat=length))

    def cases(self, cap: int) -> Iterator[Case]:
        """All cases up to a cap one by one: each edit of each run, against each gold that holds the run."""
        listed = self.golds(cap)
        for length in range(2, self.largest(cap) + 1):
            for runs in self.worlds(length):
                held = [counts for counts in listed if all(_holds(counts, run) for run in runs)]
                names = [name_run(run) for run in runs]
                for made in self.edits(*runs) if held else ():
                    outputs = {role: [names[k][rank] for rank in ranks] for role, (k, ranks) in made.items()}
                    for counts in held:
                        named, gold = organized(outputs, counts, False)
                        yield Case(gold, named, self.edit)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None: its outputs have to be what an edit makes of some of them."""
        problem = gold_problem(case, self.grades, self.relevant)
        if problem is not None:
            return problem
        edited = [case.outputs[role] for role in self.edited]
        documents = [_ranked(output) for output in edited]
        shown = {role: _ranked(output) for role, output in case.outputs.items()}
        for made in self.edits(*[run_of(output, case.gold) or () for output in edited]):
            if all(shown[role] == [documents[k][rank] for rank in ranks] for role, (k, ranks) in made.items()):
                return None
        return f"the outputs are not what the constraint makes of a run: {self.edit}"

    def golds(self, cap: int | None) -> list[Grades]:
        """The golds that are searched: every number of relevant documents up to the longest run."""
        return [(self.relevant,)] if self.relevant is not None else golds(self.grades, self.largest(cap))

    def runs(self, length: int, cap: int | None) -> Iterator[Runs]:
        """The universes of all runs of that length: one, or several with some of the golds each, where the values of
        one would take more than `TOGETHER` bytes.
        """
        listed = self.golds(cap)
        if self.relevant == 1:
            yield OneRelevant(length, listed)
            return
        number = max(1, TOGETHER // (8 * (self.grades + 1) ** length))
        for start in range(0, len(listed), number):
            yield Runs(length, listed[start : start + number])

    def memory(self, cap: int | None) -> int:
        """The bytes of the values of all runs that one metric has."""
        ranks = self.largest(cap)
        return 0 if self.relevant == 1 else 8 * (self.grades + 1) ** (ranks + 1) * len(self.golds(cap))

    def _block(
        self,
        demand: Demand,
        places: Mapping[str, tuple[Runs, Any]],
        outputs: Callable[[Grades], dict[str, list[str]]],
        documents: int,
    ) -> Block:
        """A block of outputs of runs of the first role's universe; `documents` beyond the unretrieved relevant ones."""
        universe, index = next(iter(places.values()))
        number = len(universe.golds)

        def sizes(ks: Array, closed: bool = False) -> Array:
            elements = index[ks]
            listed = universe.counts[elements % number].sum(-1)
            ranks = sum(u.length for u, _ in places.values())
            total = documents + listed - universe.retrieved(elements // number).sum(-1)
            return np.stack([total, (total if closed else listed) + ranks], axis=-1)

        def case(k: int, closed: bool) -> Case:
            run, gold = divmod(int(index[k]), number)
            made, listed = organized(outputs(universe.run(run)), universe.golds[gold], closed)
            return Case(listed, made, self.edit)

        return RunBlock(demand, dict(places), documents, sizes, case)

    edit = ""


@dataclass(frozen=True)
class AdjacentSwaps(RankingFamily):
    """A higher grade directly above a lower one, against the same run with the two exchanged."""

    demand: Demand = GAIN
    edit = "two neighbours exchanged: the higher grade goes below the lower one"

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """For each length, rank and pair of grades, every run with that pair at that rank, against every gold."""
        for length in range(2, self.largest(cap) + 1):
            for runs in self.runs(length, cap):
                for i in range(length - 1):
                    for high, low in _falling(self.grades):
                        yield self._at(runs, i, high, low)

    def _at(self, runs: Runs, i: int, high: int, low: int) -> Block:
        places: dict[str, tuple[Runs, Any]]
        if isinstance(runs, OneRelevant):
            places = {role: (runs, np.array([rank])) for role, rank in (("better", i), ("worse", i + 1))}
        else:
            grades = {"better": {i: high, i + 1: low}, "worse": {i: low, i + 1: high}}
            places = {role: (runs, Alike(runs, held)) for role, held in grades.items()}

        def outputs(grades: Grades) -> dict[str, list[str]]:
            run = name_run(grades)
            return {"better": run, "worse": swapped(run, i)}

        return self._block(self.demand, places, outputs, runs.length)

    def edits(self, *runs: Grades) -> Iterator[Mapping[str, Order]]:
        """The run, and itself with a higher grade exchanged for the lower one directly below it."""
        (run,) = runs
        for i in falls(run):
            yield dict(zip(self.demand.roles, exchange(run, 0, i), strict=True))


def _falling(grades: int) -> Iterator[tuple[int, int]]:
    return ((high, low) for high in range(1, grades + 1) for low in range(high))


def _holds(counts: Grades, run: Sequence[int]) -> bool:
    return all(list(run).count(g) <= count for g, count in enumerate(counts, 1))


@dataclass(frozen=True)
class TwoSwaps(RankingFamily):
    """In one run, 1,0 at ranks i,i+1 and at j,j+1 with i + 1 < j: the swap at i against the swap at j.

    With `relevant=1` the one relevant document moves down from i in one run and from j in another of the same length, i
    < j.
    """

    demand: Demand = LARGER_LOSS
    edited = "shallow_better", "deep_better"
    edit = (
        "a relevant document goes below its irrelevant neighbour, once near the top (shallow), once further down (deep)"
    )

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """For each length and each two ranks, every run that has both pairs."""
        between = 1 if self.relevant == 1 else 2
        for length in range(2 + between, self.largest(cap) + 1):
            for runs in self.runs(length, cap):
                for i in range(length - 1):
                    for j in range(i + between, length - 1):
                        yield self._one_document(runs, i, j) if self.relevant == 1 else self._at(runs, i, j)

    def _at(self, runs: Runs, i: int, j: int) -> Block:
        whole = Alike(runs, {i: 1, i + 1: 0, j: 1, j + 1: 0})
        shallow, deep = (Alike(runs, {**whole.grades, rank: 0, rank + 1: 1}) for rank in (i, j))
        places = {
            role: (runs, part) for role, part in zip(self.demand.roles, (whole, shallow, whole, deep), strict=True)
        }

        def outputs(grades: Grades) -> dict[str, list[str]]:
            run = name_run(grades)
            return dict(zip(self.demand.roles, (run, swapped(run, i), run, swapped(run, j)), strict=True))

        return self._block(self.demand, places, outputs, runs.length)

    def _one_document(self, runs: Runs, i: int, j: int) -> Block:
        ranks = dict(zip(self.demand.roles, (i, i + 1, j, j + 1), strict=True))
        places = {role: (runs, np.array([rank])) for role, rank in ranks.items()}

        def outputs(grades: Grades) -> dict[str, list[str]]:
            return {role: name_run(runs.run(rank)) for role, rank in ranks.items()}

        return self._block(self.demand, places, outputs, runs.length)

    def worlds(self, length: int) -> Iterator[tuple[Grades, ...]]:
        """Each run twice, or each two runs that have the relevant document at two ranks."""
        if self.relevant == 1:
            return combinations([tuple(int(r == at) for r in range(length)) for at in range(length - 1)], 2)
        return ((run, run) for run in product((0, 1), repeat=length))

    def edits(self, *runs: Grades) -> Iterator[Mapping[str, Order]]:
        """The swap at i of the first run, and the one at j of the same run, or of another one of that length."""
        shallow, deep = runs
        second_run = int(self.relevant == 1)
        for i, j in product(falls(shallow), falls(deep)) if len(shallow) == len(deep) else ():
            if i + 1 - second_run < j:
                yield dict(
                    zip(self.demand.roles, (*exchange(shallow, 0, i), *exchange(deep, second_run, j)), strict=True)
                )


@dataclass(frozen=True)
class SwapsAnywhere(RankingFamily):
    """A swap of 1,0 at i in one run and at j > i in any other run of the same gold; the runs share as many documents as
    they can.
    """

    demand: Demand = LARGER_LOSS
    edited = TwoSwaps.edited
    edit = TwoSwaps.edit

    def blocks(self, cap: int | None = None) -> Iterator[Product]:
        """For each gold, all swaps in all runs, every one of them against every deeper one."""
        extremes: dict[Hashable, LossExtremes] = {}
        for gold in self.golds(cap):
            yield Product(self, gold, cap, extremes)

    def cases(self, cap: int) -> Iterator[Case]:
        """The same cases one by one, from the definition."""
        for counts in self.golds(cap):
            swaps = [
                (grades, i)
                for length in range(2, self.largest(cap) + 1)
                for grades in product((0, 1), repeat=length)
                if _holds(counts, grades)
                for i in falls(grades)
            ]
            for (shallow, i), (deep, j) in product(swaps, swaps):
                if i < j:
                    yield self.case(shallow, i, deep, j, counts, False)

    def case(self, shallow: Grades, i: int, deep: Grades, j: int, counts: Grades, closed: bool) -> Case:
        """The case of a swap at i of one run and at j of another."""
        return named_case(self, two_swaps(shallow, i, deep, j), counts, closed)

    def edits(self, *runs: Grades) -> Iterator[Mapping[str, Order]]:
        """The swap at i of the first run, and one further down of the second."""
        for i, j in product(*map(falls, runs)):
            if i < j:
                yield dict(zip(self.demand.roles, (*exchange(runs[0], 0, i), *exchange(runs[1], 1, j)), strict=True))


ROOM = 2**20
"""Pairs of losses that are compared at once."""


def _not_above(left: Array, right: Array, trusted: Any) -> Iterator[Array]:
    """The places (a, b), in order, where left[a] - right[b] is not above what is trusted, or is undefined; some of them
    at a time.
    """
    undefined = bool((left != left).any() or (right != right).any())
    with decimals(DIGITS):
        rows = np.arange(len(left)) if undefined else np.flatnonzero(~(left - right.max() > trusted))
        columns = np.arange(len(right)) if undefined else np.flatnonzero(~(left.min() - right > trusted))
    step = max(1, ROOM // max(1, len(columns)))
    for start in range(0, len(rows), step):
        some = rows[start : start + step]
        with decimals(DIGITS):
            a, b = np.nonzero(~(left[some, None] - right[None, columns] > trusted))
        yield np.stack([some[a], columns[b]], axis=-1)


@lru_cache(maxsize=32)
def _by_irrelevant(length: int) -> tuple[Array, Array, Array]:
    """The runs with 1,0 at some rank by how many irrelevant documents they hold: these numbers, where the runs with
    each of them start, and the places of the runs in that order in the view of all runs with 1,0 there.
    """
    held = length - 1 - retrieved(2, length - 2)[:, 0]
    order = np.argsort(held, kind="stable").astype(np.int32)
    irrelevant, starts = np.unique(held[order], return_index=True)
    return irrelevant, starts, order


@dataclass(frozen=True)
class LossExtremes:
    """What swaps cost the runs of one length that a gold holds, undefined losses left out.

    Attributes
    ----------
    least, greatest : by gold, rank and number of irrelevant documents; infinite where there is no loss
    numbers : by gold, how many losses there are at each rank
    defined : by gold and rank, how many of them are defined
    """

    least: Array
    greatest: Array
    numbers: Array
    defined: Array

    @classmethod
    def of(cls, values: Values, runs: Runs, gold: int | None) -> LossExtremes:
        """The extremes for one gold of the universe, or for all its golds."""
        irrelevant, starts, order = _by_irrelevant(runs.length)
        relevant = runs.counts[:, 0] if gold is None else runs.counts[gold : gold + 1, 0]
        held = runs.length - irrelevant <= relevant[:, None]
        runs_of = np.diff(starts, append=len(order))
        numbers = held @ runs_of
        least = np.full((len(relevant), runs.length - 1, runs.length), np.inf)
        greatest, defined = -least, np.tile(numbers[:, None], (1, runs.length - 1))
        for i in range(runs.length - 1):
            loss, beyond = (part.take(order, axis=1) for part in _losses(values, runs, i, gold))
            least[:, i, irrelevant] = np.where(held, np.fmin.reduceat(loss, starts, axis=1), np.inf)
            greatest[:, i, irrelevant] = np.where(held, np.fmax.reduceat(loss, starts, axis=1), -np.inf)
            if beyond.any():  # too great for floats: every pair with such a loss is in doubt
                doubt = np.logical_or.reduceat(beyond, starts, axis=1) & held
                least[:, i, irrelevant] = np.where(doubt, -np.inf, least[:, i, irrelevant])
                greatest[:, i, irrelevant] = np.where(doubt, np.inf, greatest[:, i, irrelevant])
            if (undefined := np.isnan(loss) & ~beyond).any():
                defined[:, i] -= (undefined & held.repeat(runs_of, 1)).sum(1)  # type: ignore[misc]
        return cls(np.fmin(least, np.inf), np.fmax(greatest, -np.inf), numbers, defined)


def _losses(values: Values, runs: Runs, i: int, gold: int | None) -> tuple[Array, Array]:
    """What the swap at rank i costs each run with 1,0 there (a column) against one gold or all (the rows), and whether
    a score is too great for floats; any number where the gold does not hold what the run retrieves.
    """
    better, worse = (Alike(runs, {i: grade, i + 1: 1 - grade}, gold) for grade in (1, 0))
    scores = values(runs, better), values(runs, worse)

    def laid(listed: Array, filled: Any) -> Array:
        table = listed
        if listed.ndim == 1:
            table = np.full(better.there.shape, filled)
            table.ravel()[better.places] = listed
        return np.ascontiguousarray(table.reshape(-1, table.shape[-1]).T)  # extremes are found in numbers side by side

    with np.errstate(invalid="ignore"):
        loss = scores[0] - scores[1]
    return laid(loss, np.nan), laid(np.isinf(scores[0]) | np.isinf(scores[1]), False)


def _pairs(swaps: Array) -> int:
    """The pairs of a swap and a deeper one, given how many there are at each rank."""
    return int((swaps * (swaps.sum() - np.cumsum(swaps))).sum())


@dataclass(frozen=True)
class Product:
    """All pairs of swaps of one gold, judged by the least and greatest loss of each rank and number of irrelevant
    documents.
    """

    family: SwapsAnywhere
    gold: Grades
    cap: int | None
    extremes: dict[Hashable, LossExtremes] = field(default_factory=dict, compare=False)
    """What was found for all golds of a universe at once; the blocks of one search share it."""

    @property
    def largest(self) -> int:
        """The ranks of the longest runs."""
        return self.family.largest(self.cap)

    @property
    def relevant(self) -> int:
        """The relevant documents of the gold."""
        return self.gold[0]

    @property
    def least(self) -> int:
        return max(3, self.relevant)

    def __len__(self) -> int:
        swaps = np.zeros(self.largest, dtype=np.int64)
        for length in range(2, self.largest + 1):
            irrelevant, starts, order = _by_irrelevant(length)
            swaps[: length - 1] += np.diff(starts, append=len(order))[length - irrelevant <= self.relevant].sum()
        return _pairs(swaps)

    def _universe(self, length: int) -> Runs:
        """The universe of runs of that length, whose golds include this gold."""
        return next(some for some in self.family.runs(length, self.cap) if self.gold in some.golds)

    def _extremes(self, values: Values, runs: Runs) -> tuple[LossExtremes, int]:
        """The losses of the runs of a length, and the place of the gold in them. The first gold is looked at alone,
        because most metrics that fail do so there. The other golds are looked at together where the values of a whole
        universe are at hand, because these values lie beside each other.
        """
        gold = runs.golds.index(self.gold)
        if gold == 0 or values(runs, Alike(runs, {0: 1, 1: 0}, gold)).ndim == 1:
            return LossExtremes.of(values, runs, gold), 0
        key = values, runs.length, runs.golds[0]
        if key not in self.extremes:
            self.extremes[key] = LossExtremes.of(values, runs, None)
        return self.extremes[key], gold

    def judge(
        self, values: Values, closed: bool, below: tuple[int, int] | None, finer: Values | None = None
    ) -> FilteredCases:
        """Filter all pairs by extremes. In a closed collection a score depends on both runs' documents: there, pairs
        are taken one by one.
        """
        low = np.full((self.largest, self.largest + 1), np.inf)
        high, count = -low, np.zeros((2, self.largest), dtype=np.int64)
        for length in range(2, self.largest + 1):
            extremes, gold = self._extremes(values, self._universe(length))
            part = slice(length - 1), slice(length)
            low[part] = np.fmin(low[part], extremes.least[gold])
            high[part] = np.fmax(high[part], extremes.greatest[gold])
            count[:, : length - 1] += np.array([np.full(length - 1, extremes.numbers[gold]), extremes.defined[gold]])
        scale = max(1.0, float(-low.min()), float(high.max()))
        pairs, defined = map(_pairs, count)
        doubtful = self._in_order(
            values, low, high, float(margin(np.array(2 * scale))), closed, below, None if closed else finer
        )
        return FilteredCases(pairs, pairs - defined, doubtful)

    def _in_order(
        self,
        values: Values,
        least: Array,
        greatest: Array,
        trusted: float,
        closed: bool,
        below: tuple[int, int] | None,
        finer: Values | None,
    ) -> Iterator[Case]:
        for irrelevant in range(1, self.largest + 1):
            if below is not None and self.relevant + irrelevant > below[0]:
                return
            low, high = least[:, : irrelevant + 1].min(1), greatest[:, : irrelevant + 1].max(1)
            deeper = np.append(np.maximum.accumulate(high[::-1])[::-1][1:], -np.inf)
            with np.errstate(invalid="ignore"):
                unclear = ~(low > deeper + trusted)
            if closed or unclear.any():
                yield from self._at(values, irrelevant, trusted, closed, below, finer)

    def _at(
        self,
        values: Values,
        irrelevant: int,
        trusted: float,
        closed: bool,
        below: tuple[int, int] | None,
        finer: Values | None,
    ) -> Iterator[Case]:
        """The doubtful pairs whose runs hold at most, and one of them just, that many irrelevant documents; shorter
        runs first.
        """
        swaps: dict[tuple[int, int], tuple[Array, Array, Array]] = {}
        for length in range(2, min(self.largest, self.relevant + irrelevant) + 1):
            runs = self._universe(length)
            for i in range(length - 1):
                better = Alike(runs, {i: 1, i + 1: 0}, runs.golds.index(self.gold)).numbers // len(runs.golds)
                held = length - runs.retrieved(better)[:, 0].astype(np.int64)
                keep = held <= irrelevant
                if keep.any():
                    better, held = better[keep], held[keep]
                    swaps[length, i] = (
                        better,
                        held,
                        self._closed_loss(values, runs, i, better, irrelevant - held)
                        if closed
                        else self._loss(values, runs, i, better),
                    )
        finer_losses: dict[tuple[int, int], Array] = {}

        def closer(swap: tuple[int, int]) -> Array:
            if swap not in finer_losses:
                with decimals(DIGITS):
                    finer_losses[swap] = self._loss(
                        finer or values, Runs(swap[0], [self.gold]), swap[1], swaps[swap][0]
                    )
            return finer_losses[swap]

        pairs = sorted(product(swaps, swaps), key=lambda pair: (pair[0][0] + pair[1][0], pair))
        for (shallow_length, i), (deep_length, j) in pairs:
            listed = self.relevant + irrelevant * closed
            size = (self.relevant + irrelevant, listed + 2 * shallow_length + 2 * deep_length)
            if i >= j or (below is not None and size >= below):
                continue
            (shallow, held, loss), (deep, held_deep, loss_deep) = swaps[shallow_length, i], swaps[deep_length, j]
            if finer is None:
                doubtful = _not_above(loss, loss_deep, trusted)
            elif not loss.min() - loss_deep.max() > trusted:
                doubtful = _not_above(
                    closer((shallow_length, i)),
                    closer((deep_length, j)),
                    Decimal(trusted / FORMULA_ROUNDING).scaleb(-TRUSTED),
                )
            else:
                continue
            for places in doubtful:
                for a, b in places[np.maximum(held[places[:, 0]], held_deep[places[:, 1]]) == irrelevant]:
                    first, second = (
                        Runs(length, [self.gold]).run(int(run))
                        for length, run in ((shallow_length, shallow[a]), (deep_length, deep[b]))
                    )
                    yield self.family.case(first, i, second, j, self.gold, closed)

    def _loss(self, values: Values, runs: Runs, i: int, better: Array) -> Array:
        """What the swap at rank i costs each of these runs."""
        worse = better - 2 ** (runs.length - i - 2)
        golds, gold = len(runs.golds), runs.golds.index(self.gold)
        before, after = values(runs, better * golds + gold), values(runs, worse * golds + gold)
        with np.errstate(invalid="ignore"):
            return np.asarray(before - after)

    def _closed_loss(self, values: Values, runs: Runs, i: int, better: Array, further: Array) -> Array:
        """The losses where the collection holds that many irrelevant documents beyond those of each run."""
        loss = np.empty(len(better))
        for extra in np.unique(further):
            loss[further == extra] = self._loss(
                values, Runs(runs.length, runs.golds, int(extra)), i, better[further == extra]
            )
        return loss


@dataclass(frozen=True)
class Appended(RankingFamily):
    """A run with at least one relevant document, against the same run with an irrelevant document more at its end."""

    demand: Demand = GAIN
    edited = ("worse",)
    edit = "an irrelevant document is appended"

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """For each length, every run; the longer of the two outputs is at most the longest run."""
        for length in range(1, self.largest(cap)):
            for longer in self.runs(length + 1, cap):
                runs = Runs(length, longer.golds, further=1)
                parts = Alike(runs, {}, but=0), Alike(longer, {length: 0}, but=0)
                places = {role: (part.runs, part) for role, part in zip(self.demand.roles, parts, strict=True)}

                def outputs(grades: Grades) -> dict[str, list[str]]:
                    return {"better": name_run(grades), "worse": name_run((*grades, 0))}

                yield self._block(self.demand, places, outputs, length + 1)

    def worlds(self, length: int) -> Iterator[tuple[Grades, ...]]:
        """Each run that ends with an irrelevant document."""
        return (((*run, 0),) for run in product((0, 1), repeat=length - 1))

    def edits(self, *runs: Grades) -> Iterator[Mapping[str, Order]]:
        """The run without its last document, which is irrelevant, and the run."""
        (run,) = runs
        if any(run[:-1]) and not run[-1]:
            yield {"better": (0, range(len(run) - 1)), "worse": (0, range(len(run)))}
