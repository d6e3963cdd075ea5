"""Cases that are written out one by one, and scored one by one: slow, simple, and enough for a full constraint.

This is the plain door for constraints. A generator of cases in ten lines, wrapped in `PlainCases`, is searched, decided
exactly, explained and re-verified like any other family. Write a batched family only where the search must go further:
`generators/blocks.py` documents that protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.errors import DeclarationError
from axiometrics.generators.blocks import Block, BySize

Pair = tuple[Any, Any]
"""A system output and its gold."""


@dataclass(frozen=True, eq=False)
class ListedOutputs:
    """A universe of system outputs with their golds, for metrics that score them directly.

    Attributes
    ----------
    items : outputs with their golds
    name : what their values are remembered by from one role, and one reading, to the next; None where they are not
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


def listed_block(demand: Demand, cases: tuple[Case, ...], number: int, name: Hashable, closable: bool = False) -> Block:
    """Cases of that many documents as a block; what several of them have in common is scored once.

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


Listing = Callable[[int], Iterable[Case | tuple[Any, ...]]]
"""A number of documents -> the cases that name that many: `Case`, or the gold and the outputs in the order of roles."""


@dataclass(frozen=True)
class PlainCases(BySize):
    """Cases that a plain generator lists by the number of documents.

    Attributes
    ----------
    listing : documents -> every case of that many documents, as `(gold, better, worse)`
    default, greatest : documents searched unless told, and at most
    demand : what is asked of the scores; its roles name the outputs in their order
    recognise : why a case is not one of the constraint, or None; without it a case counts that the generator lists
    closable : whether golds can list every document (`gold.closed(documents)`), for metrics that need it

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
    recognise: Callable[[Case], str | None] | None = None
    closable: bool = False

    def cases(self, number: int) -> Iterator[Case]:
        """The cases of that many documents, each once, smallest first.

        Raises `DeclarationError` where the generator lists a case of another number of documents, or something that is
        not a case.
        """
        yield from _read(self, number)

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """All cases up to the cap, by the number of documents."""
        for number in range(1, self.largest(cap) + 1):
            found = _read(self, number)
            if found:
                yield listed_block(self.demand, found, number, (self, number), self.closable)

    def admits(self, case: Case) -> str | None:
        """Why the case is not one of the constraint, or None."""
        if self.recognise is not None:
            return self.recognise(case)
        if case.documents > self.greatest:
            return f"the case names {case.documents} documents, and cases are listed up to {self.greatest}"
        asked = case.gold, dict(case.outputs)
        for known in _read(self, case.documents):
            if asked == (known.gold, dict(known.outputs)):
                return None
            if self.closable and asked == (known.closed().gold, dict(known.outputs)):
                return None
        return "the generator of the constraint does not list this case"


@cache
def _read(family: PlainCases, number: int) -> tuple[Case, ...]:
    """What the generator lists, checked."""
    found: dict[Hashable, Case] = {}
    for one in family.listing(number):
        case = one if isinstance(one, Case) else _case(family, one)
        if case.documents != number:
            raise DeclarationError(
                f"the generator {family.listing.__name__} lists a case of {case.documents} documents when it is asked "
                f"for {number}: yield the cases that name exactly as many documents as asked for"
            )
        found.setdefault((case.gold, tuple(case.outputs[role] for role in family.demand.roles)), case)
    return tuple(sorted(found.values(), key=lambda case: case.size))


def _case(family: PlainCases, given: Any) -> Case:
    roles = family.demand.roles
    if not isinstance(given, tuple) or len(given) != 1 + len(roles):
        raise DeclarationError(
            f"the generator {family.listing.__name__} lists {given!r}: expected (gold, {', '.join(roles)}) or a Case"
        )
    return Case(given[0], dict(zip(roles, given[1:], strict=True)))
