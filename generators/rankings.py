"""Rankings: every run of a length over a scale of grades, against every gold, and the edits that ranking constraints
speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from itertools import product
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, decimals
from axiometrics.core.case import GAIN, LARGER_LOSS, Case, Demand
from axiometrics.core.organization import Level, Organization
from axiometrics.generators.blocks import CHUNK, DIGITS, MARGIN, TRUSTED, Block, FilteredCases, Sized, Values, margin

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

    @property
    def digits(self) -> Array:
        """The grades of every run, shape (runs, length)."""
        return _every_run(self.base, self.length)

    def retrieved(self, runs: Array) -> Array:
        """How many documents of each grade from 1 these runs retrieve."""
        return np.asarray(_retrieved(self.base, self.length)[runs])

    def chunks(self) -> Iterator[tuple[Gains, tuple[int, ...]]]:
        for start in range(0, self.base**self.length, CHUNK):
            digits = self.digits[start : start + CHUNK]
            irrelevant = (digits == 0).sum(-1)[:, None] + self.further
            yield Gains.of(digits[:, None, :], self.counts, irrelevant), (len(digits), len(self.golds))

    def outputs(self, k: int, closed: bool) -> tuple[Organization, Organization]:
        run, gold = divmod(k, len(self.golds))
        outputs, listed = organized({"run": name_run(self.run(run))}, self.golds[gold], closed, self.further)
        return outputs["run"], listed

    def gold(self, k: int, closed: bool) -> Organization:
        return self.outputs(k, closed)[1]

    def run(self, number: int) -> Grades:
        """The grades of the run with this number."""
        return tuple(int(g) for g in self.digits[number])

    def signature(self, k: int, closed: bool) -> Hashable:
        run, gold = divmod(k, len(self.golds))
        return self.length, run, self.golds[gold], self.further if closed else 0

    def elements(self, runs: Array) -> tuple[Array, Array, Array]:
        """Every (run, gold) whose gold holds what the run retrieves: element numbers, which of `runs`, which gold."""
        valid = (self.counts[None, :, :] >= self.retrieved(runs)[:, None, :]).all(-1)
        which, gold = np.nonzero(valid)
        return runs[which] * len(self.golds) + gold, which, gold


@cache
def _every_run(base: int, length: int) -> Array:
    """The digits to this base of all numbers of that length, most significant first."""
    powers = base ** np.arange(length - 1, -1, -1)
    return np.asarray(np.arange(base**length)[:, None] // powers % base, dtype=np.int8)


@cache
def _retrieved(base: int, length: int) -> Array:
    """For every run, how many documents of each grade from 1 it holds."""
    digits = _every_run(base, length)
    return np.stack([(digits == g).sum(-1) for g in range(1, base)], axis=-1)


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
    known = _alone.get(grade, ())
    if len(known) < number:
        known += tuple((f"{_LETTERS[grade]}{i}",) for i in range(len(known) + 1, 2 * number + 1))
        _alone[grade] = known
    return known[:number]


def organized(
    runs: dict[str, list[str]], counts: Grades, closed: bool, further: int = 0
) -> tuple[dict[str, Organization], Organization]:
    """The outputs by role, and the gold: `counts` documents a grade above the tail, or above every irrelevant one if
    closed.
    """
    levels = [alone(g, counts[g - 1]) for g in range(len(counts), 0, -1)]
    if closed:
        irrelevant = {d for run in runs.values() for d in run if d.startswith(_LETTERS[0])}
        levels.append(alone(0, len(irrelevant) + further))
    outputs = {role: Organization.of_levels(tuple(((d,),) for d in run), True) for role, run in runs.items()}
    return outputs, Organization.of_levels(tuple(levels), not closed)


def swapped(run: Sequence[Any], i: int) -> list[Any]:
    """The run with ranks i and i + 1 (from 0) exchanged."""
    run = list(run)
    run[i], run[i + 1] = run[i + 1], run[i]
    return run


def named_case(family: RankingFamily, runs: Mapping[str, tuple[Sequence[int], int | None]], counts: Grades) -> Case:
    """A case from runs by role, each with the rank (from 0) at which it is swapped, if any."""
    named = {role: name_run(run) if i is None else swapped(name_run(run), i) for role, (run, i) in runs.items()}
    outputs, gold = organized(named, counts, closed=False)
    return Case(gold, outputs, family.edit)


def run_of(output: Organization, gold: Organization) -> Grades | None:
    """The grades of a ranking in rank order, or None where the output is none."""
    if any(len(level) != 1 or len(level[0]) != 1 for level in output.levels) or output.size != len(output.documents):
        return None
    grades = gold.grades()
    return tuple(grades.get(document, 0) for _, _, document in output.occurrences())


def _ranked(output: Organization) -> list[str]:
    return [document for _, _, document in output.occurrences()]


def _gold_problem(case: Case, grades: int, relevant: int | None) -> str | None:
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
        if not case.gold.tail and not output.documents <= case.gold.documents:
            return f"the closed gold does not list every document of {role}"
    return None


def _swap_rank(better: Organization, worse: Organization, gold: Organization) -> int | None:
    """The rank from 0 at which worse has two neighbours of better exchanged, the higher grade having been above; None
    if it is not so.
    """
    above, below = _ranked(better), _ranked(worse)
    places = [i for i, (a, b) in enumerate(zip(above, below, strict=False)) if a != b]
    if len(above) != len(below) or len(places) != 2 or places[1] != places[0] + 1 or swapped(above, places[0]) != below:
        return None
    grades = run_of(better, gold)
    assert grades is not None
    return places[0] if grades[places[0]] > grades[places[0] + 1] else None


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
    greatest: int = 20
    unit = "ranks"

    def complete(self, largest: int) -> int:
        """The documents up to which nothing is left out when the search goes to this size."""
        return largest  # no run and no gold is larger than the case

    def golds(self, cap: int | None) -> list[Grades]:
        """The golds that are searched: every number of relevant documents up to the longest run."""
        return [(self.relevant,)] if self.relevant is not None else golds(self.grades, self.largest(cap))

    def _block(
        self,
        demand: Demand,
        places: dict[str, tuple[Runs, Array]],
        elements: tuple[Array, Array],
        run: Callable[[int], dict[str, list[str]]],
        documents: int,
    ) -> Block:
        """A block whose case k has the outputs `run(which[k])` and the gold number `gold[k]`; `documents` beyond the
        unretrieved relevant ones.
        """
        which, gold = elements
        universe, index = next(iter(places.values()))

        def sizes(ks: Array, closed: bool = False) -> Array:
            listed = universe.counts[gold[ks]].sum(-1)
            retrieved = universe.retrieved(index[ks] // len(universe.golds)).sum(-1)
            ranks = sum(u.length for u, _ in places.values())
            total = documents + listed - retrieved
            return np.stack([total, (total if closed else listed) + ranks], axis=-1)

        def case(k: int, closed: bool) -> Case:
            outputs, listed = organized(run(int(which[k])), universe.golds[gold[k]], closed)
            return Case(listed, outputs, self.edit)

        return Block(demand, dict(places), documents, sizes, case)

    edit = ""


@dataclass(frozen=True)
class AdjacentSwaps(RankingFamily):
    """A higher grade directly above a lower one, against the same run with the two exchanged."""

    demand: Demand = GAIN
    edit = "two neighbours exchanged: the higher grade goes below the lower one"

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """For each length, rank and pair of grades, every run with that pair at that rank, against every gold."""
        listed = self.golds(cap)
        for length in range(2, self.largest(cap) + 1):
            runs = Runs(length, listed)
            for i in range(length - 1):
                for high, low in _falling(self.grades):
                    yield self._at(runs, i, high, low)

    def _at(self, runs: Runs, i: int, high: int, low: int) -> Block:
        better, worse = _with_pair(runs, i, high, low)
        elements, which, gold = runs.elements(better)
        places = {"better": (runs, elements), "worse": (runs, worse[which] * len(runs.golds) + gold)}

        def outputs(k: int) -> dict[str, list[str]]:
            run = name_run(runs.run(int(better[k])))
            return {"better": run, "worse": swapped(run, i)}

        return self._block(self.demand, places, (which, gold), outputs, runs.length)

    def cases(self, cap: int) -> Iterator[Case]:
        """The same cases one by one, from the definition."""
        listed = self.golds(cap)
        for length in range(2, self.largest(cap) + 1):
            for grades in product(range(self.grades + 1), repeat=length):
                for i in range(length - 1):
                    for counts in listed:
                        if grades[i] > grades[i + 1] and _holds(counts, grades):
                            run = name_run(grades)
                            outputs, gold = organized({"better": run, "worse": swapped(run, i)}, counts, False)
                            yield Case(gold, outputs, self.edit)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        problem = _gold_problem(case, self.grades, self.relevant)
        if problem is None and _swap_rank(case.outputs["better"], case.outputs["worse"], case.gold) is None:
            return "worse is not better with a higher grade exchanged for the lower one directly below it"
        return problem


def _falling(grades: int) -> Iterator[tuple[int, int]]:
    return ((high, low) for high in range(1, grades + 1) for low in range(high))


def _holds(counts: Grades, run: Sequence[int]) -> bool:
    return all(list(run).count(g) <= count for g, count in enumerate(counts, 1))


def _with_pair(runs: Runs, i: int, high: int, low: int) -> tuple[Array, Array]:
    """The numbers of all runs with grades high, low at ranks i, i + 1 (from 0), and of the same runs with the two
    exchanged.
    """
    base, after = runs.base, runs.length - i - 2
    heads = np.arange(base**i)[:, None] * base ** (after + 2)
    tails = np.arange(base**after)[None, :]
    better = (heads + (high * base + low) * base**after + tails).ravel()
    return better, better + (low - high) * (base - 1) * base**after


@dataclass(frozen=True)
class TwoSwaps(RankingFamily):
    """In one run, 1,0 at ranks i,i+1 and at j,j+1 with i + 1 < j: the swap at i against the swap at j.

    With `relevant=1` the one relevant document moves down from i in one run and from j in another of the same length, i
    < j.
    """

    demand: Demand = LARGER_LOSS
    edit = (
        "a relevant document goes below its irrelevant neighbour, once near the top (shallow), once further down (deep)"
    )

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """For each length and each two ranks, every run that has both pairs."""
        listed = self.golds(cap)
        for length in range(3 if self.relevant == 1 else 4, self.largest(cap) + 1):
            runs = Runs(length, listed)
            for i in range(length - 1):
                for j in range(i + (1 if self.relevant == 1 else 2), length - 1):
                    yield self._one_document(runs, i, j) if self.relevant == 1 else self._at(runs, i, j)

    def _at(self, runs: Runs, i: int, j: int) -> Block:
        whole, shallow = _with_pair(runs, i, 1, 0)
        keep = runs.digits[whole, j] > runs.digits[whole, j + 1]
        whole, shallow = whole[keep], shallow[keep]
        deep = whole - 2 ** (runs.length - j - 2)
        elements, which, gold = runs.elements(whole)
        moved = {
            role: (runs, numbers[which] * len(runs.golds) + gold)
            for role, numbers in (("shallow_worse", shallow), ("deep_worse", deep))
        }
        places = {"shallow_better": (runs, elements), "deep_better": (runs, elements), **moved}

        def outputs(k: int) -> dict[str, list[str]]:
            run = name_run(runs.run(int(whole[k])))
            return {
                "shallow_better": run,
                "shallow_worse": swapped(run, i),
                "deep_better": run,
                "deep_worse": swapped(run, j),
            }

        return self._block(self.demand, places, (which, gold), outputs, runs.length)

    def _one_document(self, runs: Runs, i: int, j: int) -> Block:
        ranks = dict(zip(self.demand.roles, (i, i + 1, j, j + 1), strict=True))
        places = {role: (runs, np.array([2 ** (runs.length - 1 - rank)])) for role, rank in ranks.items()}
        only = np.zeros(1, dtype=np.int64)

        def outputs(_k: int) -> dict[str, list[str]]:
            return {role: name_run([int(r == rank) for r in range(runs.length)]) for role, rank in ranks.items()}

        return self._block(self.demand, places, (only, only), outputs, runs.length)

    def cases(self, cap: int) -> Iterator[Case]:
        """The same cases one by one, from the definition."""
        listed = self.golds(cap)
        for length in range(2, self.largest(cap) + 1):
            if self.relevant == 1:
                for i in range(length - 1):
                    for j in range(i + 1, length - 1):
                        names = [name_run([int(r == rank) for r in range(length)]) for rank in (i, i + 1, j, j + 1)]
                        outputs, gold = organized(dict(zip(self.demand.roles, names, strict=True)), (1,), False)
                        yield Case(gold, outputs, self.edit)
                continue
            for grades in product((0, 1), repeat=length):
                falls = [i for i in range(length - 1) if grades[i] > grades[i + 1]]
                for i, j in product(falls, falls):
                    for counts in listed:
                        if i + 1 < j and _holds(counts, grades):
                            run = name_run(grades)
                            named = dict(
                                zip(self.demand.roles, (run, swapped(run, i), run, swapped(run, j)), strict=True)
                            )
                            outputs, gold = organized(named, counts, False)
                            yield Case(gold, outputs, self.edit)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        ranks = _two_ranks(self, case)
        if isinstance(ranks, str):
            return ranks
        i, j = ranks
        if self.relevant == 1:
            lengths = {output.size for output in case.outputs.values()}
            return (
                None
                if i < j and len(lengths) == 1
                else "the shallow swap is not above the deep one, in runs of the same length"
            )
        if _ranked(case.outputs["shallow_better"]) != _ranked(case.outputs["deep_better"]):
            return "the two swaps are not in the same run"
        return None if i + 1 < j else "the shallow swap is not above the deep one"


def _two_ranks(family: RankingFamily, case: Case) -> tuple[int, int] | str:
    """The ranks of the shallow and of the deep swap, or why there are none."""
    problem = _gold_problem(case, family.grades, family.relevant)
    if problem:
        return problem
    shallow, deep = (
        _swap_rank(case.outputs[f"{depth}_better"], case.outputs[f"{depth}_worse"], case.gold)
        for depth in ("shallow", "deep")
    )
    if shallow is None or deep is None:
        return (
            "a worse output is not its better one with a relevant document exchanged for the "
            "irrelevant one directly below it"
        )
    return shallow, deep


@dataclass(frozen=True)
class SwapsAnywhere(RankingFamily):
    """A swap of 1,0 at i in one run and at j > i in any other run of the same gold; the runs share as many documents as
    they can.
    """

    demand: Demand = LARGER_LOSS
    edit = TwoSwaps.edit

    def blocks(self, cap: int | None = None) -> Iterator[Product]:
        """For each gold, all swaps in all runs, every one of them against every deeper one."""
        listed = self.golds(cap)
        for gold in range(len(listed)):
            yield Product(self, tuple(listed), gold, self.largest(cap))

    def cases(self, cap: int) -> Iterator[Case]:
        """The same cases one by one, from the definition."""
        for counts in self.golds(cap):
            swaps = [
                (grades, i)
                for length in range(2, self.largest(cap) + 1)
                for grades in product((0, 1), repeat=length)
                for i in range(length - 1)
                if grades[i] > grades[i + 1] and _holds(counts, grades)
            ]
            for (shallow, i), (deep, j) in product(swaps, swaps):
                if i < j:
                    yield self.case(shallow, i, deep, j, counts, False)

    def case(self, shallow: Grades, i: int, deep: Grades, j: int, counts: Grades, closed: bool) -> Case:
        """The case of a swap at i of one run and at j of another."""
        runs = [name_run(shallow), name_run(deep)]
        named = dict(zip(self.demand.roles, (runs[0], swapped(runs[0], i), runs[1], swapped(runs[1], j)), strict=True))
        outputs, gold = organized(named, counts, closed)
        return Case(gold, outputs, self.edit)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        ranks = _two_ranks(self, case)
        if isinstance(ranks, str):
            return ranks
        i, j = ranks
        return None if i < j else "the shallow swap is not above the deep one"


ROOM = 2**20
"""Pairs of losses that are compared at once."""


def _not_above(one: Array, other: Array, trusted: Any) -> Iterator[Array]:
    """The places (a, b), in order, where one[a] - other[b] is not above what is trusted, or is undefined; some of them
    at a time.
    """
    undefined = bool((one != one).any() or (other != other).any())
    with decimals(DIGITS):
        rows = np.arange(len(one)) if undefined else np.flatnonzero(~(one - other.max() > trusted))
        columns = np.arange(len(other)) if undefined else np.flatnonzero(~(one.min() - other > trusted))
    step = max(1, ROOM // max(1, len(columns)))
    for start in range(0, len(rows), step):
        some = rows[start : start + step]
        with decimals(DIGITS):
            a, b = np.nonzero(~(one[some, None] - other[None, columns] > trusted))
        yield np.stack([some[a], columns[b]], axis=-1)


@dataclass(frozen=True)
class Product:
    """All pairs of swaps of one gold, judged by the least and greatest loss of each rank and number of irrelevant
    documents.
    """

    family: SwapsAnywhere
    golds: tuple[Grades, ...]
    gold: int
    largest: int

    @property
    def relevant(self) -> int:
        """The relevant documents of the gold."""
        return self.golds[self.gold][0]

    @property
    def least(self) -> int:
        return max(3, self.relevant)

    def _loss(self, values: Values, runs: Runs, i: int, better: Array) -> Array:
        """What the swap at rank i costs each of these runs."""
        worse = better - 2 ** (runs.length - i - 2)
        known, gold = len(runs.golds), runs.golds.index(self.golds[self.gold])
        return np.asarray(values(runs, better * known + gold) - values(runs, worse * known + gold))

    def _losses(self, values: Values, longest: int) -> Iterator[tuple[Runs, int, Array, Array, Array]]:
        """For each length and rank: the runs with 1,0 there, how many irrelevant documents they hold, and what the swap
        costs.
        """
        for length in range(2, longest + 1):
            runs = Runs(length, self.golds)
            found = runs.retrieved(np.arange(2**length))[:, 0]
            for i in range(length - 1):
                better, _ = _with_pair(runs, i, 1, 0)
                better = better[found[better] <= self.relevant]
                yield runs, i, better, length - found[better], self._loss(values, runs, i, better)

    def judge(
        self, values: Values, closed: bool, below: tuple[int, int] | None, finer: Values | None = None
    ) -> FilteredCases:
        """Filter all pairs by extremes. In a closed collection a score depends on both runs' documents: there, pairs
        are taken one by one.
        """
        low = np.full((self.largest, self.largest + 1), np.inf)
        high, count, scale = -low, np.zeros((2, self.largest), dtype=np.int64), 1.0
        for _, i, _, irrelevant, loss in self._losses(values, self.largest):
            np.fmin.at(low[i], irrelevant, loss)
            np.fmax.at(high[i], irrelevant, loss)
            count[:, i] += np.array([len(loss), np.count_nonzero(~np.isnan(loss))])
            scale = max(scale, float(np.nanmax(np.abs(loss), initial=0.0)))
        pairs, defined = ((of * (of.sum() - np.cumsum(of))).sum() for of in count)
        doubtful = self._in_order(
            values, low, high, float(margin(np.array(2 * scale))), closed, below, None if closed else finer
        )
        return FilteredCases(int(pairs), int(pairs - defined), doubtful)

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
            if closed or (low <= deeper + trusted).any():
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
        for runs, i, better, held, loss in self._losses(values, min(self.largest, self.relevant + irrelevant)):
            keep = held <= irrelevant
            if keep.any():
                better, held, loss = better[keep], held[keep], loss[keep]
                swaps[runs.length, i] = (
                    better,
                    held,
                    self._closed_loss(values, runs, i, better, irrelevant - held) if closed else loss,
                )
        known: dict[tuple[int, int], Array] = {}

        def closer(swap: tuple[int, int]) -> Array:
            if swap not in known:
                with decimals(DIGITS):
                    known[swap] = self._loss(
                        finer or values, Runs(swap[0], [self.golds[self.gold]]), swap[1], swaps[swap][0]
                    )
            return known[swap]

        pairs = sorted(product(swaps, swaps), key=lambda pair: (pair[0][0] + pair[1][0], pair))
        for (one, i), (other, j) in pairs:
            listed = self.relevant + irrelevant * closed
            size = (self.relevant + irrelevant, listed + 2 * one + 2 * other)
            if i >= j or (below is not None and size >= below):
                continue
            (shallow, held, loss), (deep, held_deep, loss_deep) = swaps[one, i], swaps[other, j]
            if finer is None:
                doubtful = _not_above(loss, loss_deep, trusted)
            elif not loss.min() - loss_deep.max() > trusted:
                doubtful = _not_above(closer((one, i)), closer((other, j)), Decimal(trusted / MARGIN).scaleb(-TRUSTED))
            else:
                continue
            for places in doubtful:
                for a, b in places[np.maximum(held[places[:, 0]], held_deep[places[:, 1]]) == irrelevant]:
                    first, second = (
                        Runs(one, self.golds).run(int(shallow[a])),
                        Runs(other, self.golds).run(int(deep[b])),
                    )
                    yield self.family.case(first, i, second, j, self.golds[self.gold], closed)

    def _closed_loss(self, values: Values, runs: Runs, i: int, better: Array, further: Array) -> Array:
        """The losses where the collection holds that many irrelevant documents beyond those of each run."""
        loss = np.empty(len(better))
        for extra in np.unique(further):
            loss[further == extra] = self._loss(
                values, Runs(runs.length, self.golds, int(extra)), i, better[further == extra]
            )
        return loss


@dataclass(frozen=True)
class Appended(RankingFamily):
    """A run with at least one relevant document, against the same run with an irrelevant document more at its end."""

    demand: Demand = GAIN
    edit = "an irrelevant document is appended"

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """For each length, every run; the longer of the two outputs is at most the longest run."""
        listed = self.golds(cap)
        for length in range(1, self.largest(cap)):
            runs, longer = Runs(length, listed, further=1), Runs(length + 1, listed)
            elements, which, gold = runs.elements(np.arange(1, 2**length))
            places = {"better": (runs, elements), "worse": (longer, (which + 1) * 2 * len(listed) + gold)}

            def outputs(k: int, runs: Runs = runs) -> dict[str, list[str]]:
                run = runs.run(k + 1)
                return {"better": name_run(run), "worse": name_run((*run, 0))}

            yield self._block(self.demand, places, (which, gold), outputs, length + 1)

    def cases(self, cap: int) -> Iterator[Case]:
        """The same cases one by one, from the definition."""
        listed = self.golds(cap)
        for length in range(1, self.largest(cap)):
            for grades in product((0, 1), repeat=length):
                for counts in listed:
                    if any(grades) and _holds(counts, grades):
                        outputs, gold = organized(
                            {"better": name_run(grades), "worse": name_run((*grades, 0))}, counts, False
                        )
                        yield Case(gold, outputs, self.edit)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        problem = _gold_problem(case, self.grades, self.relevant)
        if problem:
            return problem
        shorter, longer = run_of(case.outputs["better"], case.gold), run_of(case.outputs["worse"], case.gold)
        if _ranked(case.outputs["worse"])[:-1] != _ranked(case.outputs["better"]) or longer is None or longer[-1] > 0:
            return "worse is not better with an irrelevant document appended"
        return None if shorter and any(shorter) else "the run has no relevant document"
