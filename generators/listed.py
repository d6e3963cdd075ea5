"""Cases that are written out one by one, and scored one by one: slow, simple, and enough for a full constraint.

This is the plain door for constraints. A generator of cases in ten lines, wrapped in `PlainCases`, is searched, decided
exactly, explained and re-verified like any other family. Write a batched family only where the search must go further:
`generators/blocks.py` documents that protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Any

import numpy as np

from axiometrics.core import exact
from axiometrics.core.arithmetic import Array, added
from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.errors import DeclarationError, UndecidedError
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.generators.blocks import Block, BySize, FilteredCases, FinerValues, Values, undefined_in

Pair = tuple[Any, Any]
"""A system output and its gold."""


@dataclass(frozen=True, eq=False)
class ListedOutputs:
    """A universe of system outputs with their golds, for metrics that score them directly.

    Attributes
    ----------
    items : outputs with their golds
    name : the key under which their values are remembered for further roles and readings; None where they are not
    closed_items : the same with golds that list every document; None where golds stay as they are
    """

    items: tuple[Pair, ...]
    name: Hashable = None
    closed_items: tuple[Pair, ...] | None = None

    def key(self, closed: bool) -> Hashable:
        return self.name if self.name is None or self.closed_items is None else (self.name, closed)

    def __len__(self) -> int:
        return len(self.items)

    def chunks(self) -> Iterator[tuple[Any, tuple[int, ...]]]:
        raise NotImplementedError("outputs that are listed have no counts")

    def outputs(self, k: int, closed: bool) -> Pair:
        return self.closed_items[k] if closed and self.closed_items is not None else self.items[k]

    def signature(self, k: int, closed: bool) -> Hashable:
        return self.outputs(k, closed)


@dataclass(frozen=True, eq=False)
class DemandedBlock:
    """Cases of which each may have a demand, a bound, golds, parameters and several outputs in a role.

    Floats clear what they can, case by case; what is equal or depends on parameters is left to the exact decision.

    Attributes
    ----------
    demand : what is demanded of the cases that have no demand of their own
    cases, closed_cases : the cases, and the same with golds that list every document
    universe : what they ask to be scored
    places : for each case and each role, where its scores stand in the universe; None where a case has parameters
    least : the documents of the smallest case
    """

    demand: Demand
    cases: Sequence[Case]
    closed_cases: Sequence[Case]
    universe: ListedOutputs
    places: Sequence[Mapping[str, Sequence[int]] | None]
    least: int

    def __len__(self) -> int:
        return len(self.cases)

    @cached_property
    def _simple(self) -> list[_Simple]:
        """The cases that are a signed sum compared with a number, by their demands."""
        groups: dict[Demand, list[int]] = {}
        for k, (case, places) in enumerate(zip(self.cases, self.places, strict=True)):
            demand = case.asked(self.demand)
            plain = places is not None and not case.falling and all(len(at) == 1 for at in places.values())
            if plain and not demand.some and demand.by in {">", ">=", "<="}:
                groups.setdefault(demand, []).append(k)
        return [
            _Simple(
                demand,
                np.array(ks),
                {role: np.array([(self.places[k] or {})[role][0] for k in ks]) for role in demand.roles},
                np.array([float(self.cases[k].bound) for k in ks]),
            )
            for demand, ks in groups.items()
        ]

    @cached_property
    def _others(self) -> list[int]:
        """The numbers of the cases that are not `_simple`."""
        simple = {int(k) for group in self._simple for k in group.cases}
        return [k for k in range(len(self.cases)) if k not in simple]

    def judge(self, values: Values, closed: bool, below: tuple[int, int] | None, finer: Any = None) -> FilteredCases:
        """How many cases are undefined, and those that floats do not clear, in the order of size."""
        scores = np.asarray(values(self.universe, np.arange(len(self.universe))), dtype=np.float64)
        numbers = scores.tolist()
        cases = self.closed_cases if closed else self.cases
        undefined, doubtful = 0, list[Case]()
        equal = _Equalities(finer.exact(self.universe)) if isinstance(finer, FinerValues) else None
        for group in self._simple:
            missing, unclear = group.judge(scores)
            undefined += missing
            doubtful += (cases[k] for k in unclear)
        for k in self._others:
            case, places = cases[k], self.places[k]
            demand = case.asked(self.demand)
            cleared = None if places is None else _cleared(demand, case, places, numbers)
            if cleared is None and places is not None and equal is not None:
                cleared = equal.cleared(demand, case, places)
            if cleared is None:
                doubtful.append(case if places is None else _nearest_first(case, demand, places, numbers))
            else:
                undefined += not cleared
        smaller = (case for case in doubtful if below is None or case.size < below)
        return FilteredCases(len(self), undefined, iter(sorted(smaller, key=lambda case: case.size)))


class _Equalities:
    """Cases whose scores, or means of scores, have to be equal, looked at by the exact scores of their outputs.

    To decide a case takes a hundred times as long as to compare two fractions, and most cases have equal ones where a
    metric satisfies such a constraint. Two irrational numbers are seen to be equal where they are written alike.
    """

    def __init__(self, scores: Sequence[Any]) -> None:
        self._scores = scores
        self._means: dict[tuple[int, ...], Fraction | str | None] = {}

    def cleared(self, demand: Demand, case: Case, places: Mapping[str, Sequence[int]]) -> bool | None:
        """True where two numbers are seen to be equal, else None."""
        if demand.by != "=" or demand.some or demand.greatest or case.bound or case.falling or len(demand.roles) != 2:
            return None
        first, second = (self._mean(tuple(places[role])) for role in demand.roles)
        return True if first is not None and first == second and sum(demand.signs) == 0 else None

    def _mean(self, at: tuple[int, ...]) -> Fraction | str | None:
        if at not in self._means:
            self._means[at] = self._written([self._scores[k] for k in at])
        return self._means[at]

    def _written(self, scores: Sequence[Any]) -> Fraction | str | None:
        if all(type(score) is Fraction for score in scores):
            return scores[0] if len(scores) == 1 else added(scores) / len(scores)
        if any(isinstance(score, float) for score in scores):
            return None
        if len(scores) == 1:
            return str(scores[0])
        total = exact.summed(scores)
        try:
            return Fraction(0) if exact.sign(total) == 0 else str(total / len(scores))
        except UndecidedError:
            return None


@dataclass(frozen=True, eq=False)
class _Simple:
    """Cases of one demand each role of which has one output: `places` by role, and the bounds."""

    demand: Demand
    cases: Array
    places: Mapping[str, Array]
    bounds: Array

    def judge(self, values: Array) -> tuple[int, list[int]]:
        """How many cases are undefined, and which floats do not clear."""
        scores = {role: values[at] for role, at in self.places.items()}
        with np.errstate(invalid="ignore"):
            excess = self.demand.excess(scores) - self.bounds
        near = FORMULA_ROUNDING * np.maximum.reduce(
            [np.ones(len(self.cases)), np.abs(self.bounds), *map(np.abs, scores.values())]
        )
        undefined = undefined_in(scores.values())
        cleared = (-excess if self.demand.by == "<=" else excess) > near
        return int(undefined.sum()), [int(k) for k in self.cases[~cleared & ~undefined]]


def _nearest_first(case: Case, demand: Demand, places: Mapping[str, Sequence[int]], numbers: Sequence[float]) -> Case:
    """The case with its outputs in the order of their distance from the demanded value, where some output has to attain
    a value; any other case as it is.
    """
    if not demand.some or demand.by != "=" or case.golds:
        return case
    (role,) = demand.roles
    far = [abs(numbers[k] - float(case.bound)) for k in places[role]]
    order = sorted(range(len(far)), key=lambda k: (far[k] != far[k], far[k]))
    return replace(case, outputs={role: tuple(case.outputs[role][k] for k in order)})


def _cleared(demand: Demand, case: Case, places: Mapping[str, Sequence[int]], numbers: Sequence[float]) -> bool | None:
    """Whether floats show that the demand is met: True if they do, False where a score is undefined, None where floats
    cannot tell.
    """
    scores = {role: [numbers[k] for k in at] for role, at in places.items()}
    missing = [score != score for of_role in scores.values() for score in of_role]
    if demand.by == "defined":
        return None if any(missing) else True
    if demand.some:
        return False if all(missing) else None
    if any(missing):
        return False
    if demand.by == "=":
        return None
    if demand.greatest:
        counted = {
            role: _surely(case, role, scores) if (sign > 0) != (demand.by == "<=") else of_role
            for (role, of_role), sign in zip(scores.items(), demand.signs, strict=True)
        }
        if not all(counted.values()):
            return None
        joined = {role: max(of_role) for role, of_role in counted.items()}
    else:
        joined = {role: sum(of_role) / len(of_role) for role, of_role in scores.items()}
    excess = float(demand.excess(joined, case.bound))
    greatest = max(1.0, abs(float(case.bound)), *(abs(score) for of_role in scores.values() for score in of_role))
    return True if (-excess if demand.by == "<=" else excess) > FORMULA_ROUNDING * greatest else None


def _surely(case: Case, role: str, scores: Mapping[str, Sequence[float]]) -> list[float]:
    """The scores of the outputs of a role that certainly count (`Case.falling`). The greatest score of all outputs that
    count is not less than the greatest of these.
    """
    orders = case.falling.get(role, ((),) * len(scores[role]))
    return [
        score
        for score, order in zip(scores[role], orders, strict=True)
        if all(scores[a][0] > scores[b][0] + FORMULA_ROUNDING for a, b in pairwise(order))
    ]


def listed_block(demand: Demand, cases: tuple[Case, ...], number: int, name: Hashable, closable: bool = False) -> Block:
    """Plain cases of that many documents as a block; what several of them have in common is scored once.

    `name` tells them from all others. `closable` says that golds can list every document, for metrics that need it.
    """
    closed_cases = tuple(case.closed() for case in cases) if closable else cases
    once: dict[tuple[Any, Any, Any], tuple[int, Pair]] = {}
    places: dict[str, list[int]] = {role: [] for role in demand.roles}
    for case, closed in zip(cases, closed_cases, strict=True):
        for role in demand.roles:
            key = case.outputs[role], case.gold, closed.gold
            places[role].append(once.setdefault(key, (len(once), (closed.outputs[role], closed.gold)))[0])
    items = tuple((output, gold) for output, gold, *_ in once)
    universe = ListedOutputs(items, name, tuple(pair for _, pair in once.values()) if closable else None)

    def sizes(ks: Array, closed: bool = False) -> Array:
        return np.array([(closed_cases if closed else cases)[k].size for k in ks])

    return Block(
        demand,
        {role: (universe, np.array(index)) for role, index in places.items()},
        number,
        sizes,
        lambda k, closed: (closed_cases if closed else cases)[k],
    )


def demanded_block(
    demand: Demand, cases: tuple[Case, ...], number: int, name: Hashable, closable: bool = False
) -> Block | DemandedBlock:
    """Cases of that many documents as a block, whatever is demanded of each; plain ones as `listed_block` has them."""
    if demand.by in {">", ">="} and not demand.some and all(case.is_plain for case in cases):
        return listed_block(demand, cases, number, name, closable)
    closed_cases = tuple(case.closed() for case in cases) if closable else cases
    once: dict[tuple[Any, Any, Any], tuple[int, Pair]] = {}

    def places(case: Case, closed: Case) -> dict[str, list[int]] | None:
        at_role: dict[str, list[int]] = {}
        for role in case.asked(demand).roles:
            if case.parameters.get(role):
                return None
            at = at_role.setdefault(role, [])
            for call, listed in zip(case.calls(role), closed.calls(role), strict=True):
                key = call.output, call.gold, listed.gold
                at.append(once.setdefault(key, (len(once), (listed.output, listed.gold)))[0])
        return at_role

    where = [places(case, closed) for case, closed in zip(cases, closed_cases, strict=True)]
    items = tuple((output, gold) for output, gold, _ in once)
    universe = ListedOutputs(items, name, tuple(pair for _, pair in once.values()) if closable else None)
    return DemandedBlock(demand, cases, closed_cases, universe, where, number)


Listing = Callable[[int], Iterable[Case | tuple[Any, ...]]]
"""A size -> the cases of that size: `Case`, or the gold and the outputs in the order of roles."""

Recognised = str | Case | Sequence[Case] | None
"""The answer about a saved case. A text says why it is not a case of the constraint. None says that it is one as it
stands. A case, or several, is what the constraint has with this gold and these outputs, each with its demand.
"""


def documents_of(case: Case) -> int:
    """The documents that a case names."""
    return case.documents


@dataclass(frozen=True)
class PlainCases(BySize):
    """Cases that a plain generator lists by their size.

    Attributes
    ----------
    listing : size -> every case of that size, as `(gold, better, worse)`, or as a `Case` where it has more
    default, greatest : sizes searched unless told, and at most
    demand : what is asked of the scores; its roles name the outputs in their order. A case may have its own
    recognise : what a saved case is, by its gold and outputs alone; without it, a case is one that the generator lists
    closable : whether golds can list every document (`gold.closed(documents)`), for metrics that need it
    unit : what sizes count, in words
    measure : case -> its size
    reaches : largest size searched -> the documents up to which no case is left out, where sizes do not count documents
    parameters : the parameters of a metric whose values distinguish roles (`Case.parameters`)
    demands : all demands that cases make, where they make several and proofs are to speak of each
    grid : the numbers and shapes of the listed cases in words, where cases of one size may have any of infinitely many
        numbers and only some are listed; empty where the generator lists every case
    least : where there is such a grid, the documents that every case has at least

    >>> from axiometrics.core.organization import Organization
    >>> def on_top(documents):
    ...     run = [f"d{i}" for i in range(1, documents + 1)]
    ...     better, worse = Organization.ranking(run), Organization.ranking(run[::-1])
    ...     yield Organization.parse("d1 > ..."), better, worse
    >>> [case.documents for case in PlainCases(on_top).cases(2)]
    [2]
    """

    listing: Listing
    default: int = 4
    greatest: int = 6
    demand: Demand = GAIN
    recognise: Callable[[Case], Recognised] | None = None
    closable: bool = False
    unit: str = "documents"
    measure: Callable[[Case], int] = documents_of
    reaches: Callable[[int], int] = int
    parameters: tuple[str, ...] = ()
    demands: tuple[Demand, ...] = ()
    grid: str = ""
    least: int = 1

    def complete(self, largest: int) -> int:
        """The documents up to which no case is left out when the search goes to this size. Where only a grid of numbers
        is searched, no size is searched whole; then a case is the smallest only if no case can have fewer documents
        (`least`).
        """
        return min(self.reaches(largest), self.least) if self.grid else self.reaches(largest)

    def cases(self, number: int) -> Iterator[Case]:
        """The cases of that size, each once, smallest first.

        Raises `DeclarationError` where the generator lists a case of another size, or something that is not a case.
        """
        yield from _read(self, number)

    def listed(self, number: int) -> Iterator[Case]:
        """The cases of that size as the generator lists them, of which none is kept; one may come several times.

        Raises `DeclarationError` as `cases` does.
        """
        for item in self.listing(number):
            case = item if isinstance(item, Case) else _case(self, item)
            if (size := self.measure(case)) != number:
                raise DeclarationError(
                    f"the generator {self.listing.__name__} lists a case of {size} {self.unit} when it is asked "
                    f"for {number}: yield the cases that have exactly the size asked for"
                )
            if self.demands and (demand := case.asked(self.demand)) not in self.demands:
                raise DeclarationError(
                    f"the generator {self.listing.__name__} lists a case that demands {demand.words!r}: name it among "
                    f"the `demands` of the family"
                )
            yield case

    def blocks(self, cap: int | None = None) -> Iterator[Block | DemandedBlock]:
        """All cases up to the cap, in blocks whose least number of documents never falls."""
        sizes = range(1, self.largest(cap) + 1)
        if self.measure is documents_of:
            for number in sizes:
                if _read(self, number):
                    yield _block_of(self, number)
            return
        every = sorted((case for size in sizes for case in _read(self, size)), key=lambda case: case.size)
        for number, group in groupby(every, documents_of):
            yield demanded_block(self.demand, tuple(group), number, (self, number, sizes[-1]), self.closable)

    def stated(self, case: Case, words: str = "", parameters: Mapping[str, Any] = MappingProxyType({})) -> Case | str:
        """A saved case as the constraint has it, with what is demanded, or why it is not one; `words` are those of the
        demand that is meant, and `parameters` the texts of values by role, where the constraint demands several things
        of the same outputs, or the same for several parameters.
        """
        answer = self._listed(case) if self.recognise is None else self.recognise(case)
        if isinstance(answer, str):
            return answer
        cases = (case,) if answer is None else (answer,) if isinstance(answer, Case) else tuple(answer)
        meant = [candidate for candidate in cases if not words or candidate.asked(self.demand).words == words]
        if not meant:
            return f"the constraint does not demand {words!r} of this case"
        return next(
            (candidate for candidate in meant if candidate.to_json().get("parameters", {}) == parameters), meant[0]
        )

    def admits(self, case: Case) -> str | None:
        """Why the case is not one of the constraint, or None."""
        answer = self.stated(case)
        return answer if isinstance(answer, str) else None

    def _listed(self, case: Case) -> str | Sequence[Case]:
        size = self.measure(case)
        if size > self.greatest:
            return f"the case has size {size} ({self.unit}), and cases are listed up to {self.greatest}"
        index = _index(self, size)
        alike = (index.get((case.gold, role, output), ()) for role, output in case.outputs.items())
        cases = [listed for listed in min(alike, key=len, default=()) if is_shown(case, listed)]
        return cases or "the generator of the constraint does not list this case"


def is_shown(case: Case, listed: Case) -> bool:
    """Whether a saved case is this listed case. Of several outputs of a role it may show one."""
    if case.gold != listed.gold or case.outputs.keys() != listed.outputs.keys():
        return False
    if dict(case.outputs) == dict(listed.outputs):
        return dict(case.golds) == dict(listed.golds)
    return all(
        any(
            case.outputs[role] == call.output and case.golds.get(role, case.gold) == call.gold
            for call in listed.calls(role)
        )
        for role in listed.outputs
    )


@cache
def _index(family: PlainCases, number: int) -> Mapping[Hashable, Sequence[Case]]:
    """The listed cases of a size by gold, role and output, in their order; where golds can list every document, each
    case is followed by the one whose gold does.

    A climb asks of thousands of cases whether they are listed. Without an index, each question would go through the
    whole list.
    """
    index: dict[Hashable, list[Case]] = {}
    for listed in _read(family, number):
        for case in (listed, *((listed.closed(),) if family.closable else ())):
            for role, output in case.outputs.items():
                for shown in {output, *(call.output for call in case.calls(role))}:
                    index.setdefault((case.gold, role, shown), []).append(case)
    return index


@cache
def _block_of(family: PlainCases, number: int) -> Block | DemandedBlock:
    """The cases of so many documents as a block, the same for every metric: to make it takes as long as to judge it."""
    return demanded_block(family.demand, _read(family, number), number, (family, number), family.closable)


@cache
def _read(family: PlainCases, number: int) -> tuple[Case, ...]:
    """The cases that the generator lists, checked, each once, the smallest first."""
    cases: dict[Hashable, Case] = {}
    for case in family.listed(number):
        cases.setdefault(_identity(family, case), case)
    return tuple(sorted(cases.values(), key=lambda case: case.size))


def _identity(family: PlainCases, case: Case) -> Hashable:
    demand = case.asked(family.demand)
    own = tuple(
        (call.output, call.gold, *call.parameters.items()) for role in demand.roles for call in case.calls(role)
    )
    return case.gold, own, demand, case.bound


def _case(family: PlainCases, item: Any) -> Case:
    roles = family.demand.roles
    if not isinstance(item, tuple) or len(item) != 1 + len(roles):
        raise DeclarationError(
            f"the generator {family.listing.__name__} lists {item!r}: expected (gold, {', '.join(roles)}) or a Case"
        )
    return Case(item[0], dict(zip(roles, item[1:], strict=True)))
