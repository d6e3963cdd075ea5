"""Small classifications of two classes, up to renaming of items: what the constraints on them are made of.

A side is the set of its positive items, and a case has one side or several: a gold, predictions, and further golds. Two
items are alike where every side puts them into the same class, so a case of m sides is a composition of n into 2^m
numbers. The sides of a case are then read in every role that a constraint gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Reading
from axiometrics.core.implication import implies
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.tables import compositions

Side = tuple[bool, ...]
"""For each item, whether it is in the positive class."""

Allowed = Callable[[Side, bool], bool]
"""Whether a side may be in a case of a reading: the side, and whether it is a gold."""


def anything(side: Side, is_gold: bool) -> bool:
    """The reading `any`: a class may be missing."""
    return True


def both_in_gold(side: Side, is_gold: bool) -> bool:
    """The reading `both-in-gold`: both classes occur in each gold."""
    return len(set(side)) == 2 or not is_gold


def both(side: Side, is_gold: bool) -> bool:
    """The reading `both`: both classes occur in each gold and each prediction."""
    return len(set(side)) == 2


def sides(items: int, number: int) -> Iterator[tuple[Side, ...]]:
    """Every choice of that many sides, once up to renaming of items.

    >>> len(list(sides(2, 2)))
    10
    """
    kinds = list(product((True, False), repeat=number))
    for counts in compositions(items, len(kinds)):
        rows = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
        yield tuple(zip(*rows, strict=True))


def with_positives(items: int, positives: int) -> list[Side]:
    """Every side with that many positive items."""
    return [tuple(i in chosen for i in range(items)) for chosen in combinations(range(items), positives)]


def exchanged(side: Side) -> Side:
    """The side with its two classes exchanged.

    >>> exchanged((True, False))
    (False, True)
    """
    return tuple(not positive for positive in side)


@cache
def classified(side: Side) -> Organization:
    """The items d1, d2 and so on in their classes.

    >>> classified((True, False, True))
    Organization.parse('d1 d3 > d2')
    """
    names = [f"d{i}" for i in range(1, len(side) + 1)]
    inside = [name for name, positive in zip(names, side, strict=True) if positive]
    outside = [name for name, positive in zip(names, side, strict=True) if not positive]
    return Organization.filtering(inside, outside)


Calls = Mapping[str, tuple[Side, Side | Sequence[Side]]]
"""By role, the gold and the prediction, or several predictions, of which a constraint compares the scores."""

READINGS: Mapping[str, tuple[Allowed, str, str]] = {
    "any": (anything, "gold and prediction may lack a class", "those whose data may lack a class"),
    "both-in-gold": (
        both_in_gold,
        "every gold has both classes",
        "those whose gold has both classes, whatever is predicted",
    ),
    "both": (
        both,
        "every gold and every prediction has both classes",
        "those whose gold and predictions have both classes",
    ),
}
"""By the name of a reading, the sides it allows, the same in words, and who reads so."""

THREE = tuple(READINGS)
FEWER = (*implies("any", "both-in-gold"), *implies("both-in-gold", "both"))
"""Each reading has all cases of the next one."""
SAME = implies("both", "both-in-gold")
"""Where each prediction is also a gold of the case, the two readings have the same cases."""


@dataclass(frozen=True)
class AllowedCases:
    """The cases of a constraint in one reading: those of its calls all of whose sides the reading allows."""

    calls: Callable[[int], Iterator[Calls]]
    allowed: Allowed
    largest: int
    """Items of the largest cases that are listed."""
    joint: bool = True
    """Whether the sides of several roles have something to do with each other; otherwise a role is renamed alone."""

    def __call__(self, items: int) -> Iterator[Case]:
        """The cases of that many items. The gold of the first role is the gold of the case."""
        for calls in self.calls(items):
            if all(self.allowed(gold, True) and self._all(predicted) for gold, predicted in calls.values()):
                yield _case(calls)

    def recognise(self, case: Case) -> str | None:
        """Why a saved case is not one of these up to renaming of items, or None."""
        found = table_of(case, self.joint)
        if found is None:
            return "golds and predictions are not two classes of the same items"
        if not 0 < case.documents <= self.largest:
            return f"the case has {case.documents} items, and cases with 1 to {self.largest} are listed"
        return None if found in _tables(self, case.documents) else "the constraint has no such case"

    def _all(self, predicted: Side | Sequence[Side]) -> bool:
        return all(self.allowed(side, False) for side in _each(predicted))


def _each(predicted: Side | Sequence[Side]) -> tuple[Side, ...]:
    several = tuple(side for side in predicted if isinstance(side, tuple))
    return several or (tuple(side for side in predicted if isinstance(side, bool)),)


def _case(calls: Calls) -> Case:
    first = next(gold for gold, _ in calls.values())
    outputs = {role: _outputs(predicted) for role, (_, predicted) in calls.items()}
    golds = {role: classified(gold) for role, (gold, _) in calls.items() if gold != first}
    return Case(classified(first), outputs, golds=golds)


def _outputs(predicted: Side | Sequence[Side]) -> Organization | tuple[Organization, ...]:
    made = tuple(map(classified, _each(predicted)))
    return made if isinstance(predicted[0], tuple) else made[0]


@cache
def _tables(of: AllowedCases, items: int) -> frozenset[Hashable]:
    return frozenset(table_of(case, of.joint) for case in of(items))


def table_of(case: Case, joint: bool) -> Hashable:
    """What a case is up to renaming of items: how many items are in which classes. None where it is not of two classes.

    Where a role has several predictions, these have to be all that have some number of positive items. Two roles that
    have to score the same may be exchanged.
    """
    values = [value for value in case.values if not _is_classified(value, case.gold.documents)]
    if values or case.parameters or any(type(gold) is tuple for gold in case.golds.values()):
        return None
    columns: dict[str, tuple[int, list[tuple[bool, ...]]]] = {}
    for role, output in case.outputs.items():
        predicted = [_positive(one) for one in (output if type(output) is tuple else (output,))]
        gold, numbers = _positive(case.golds.get(role, case.gold)), {len(one) for one in predicted}
        if type(output) is tuple and (
            len(numbers) > 1 or not len(predicted) == len(set(predicted)) == comb(case.documents, max(numbers))
        ):
            return None
        shown = [gold] if type(output) is tuple else [gold, *predicted]
        rows = [tuple(item in side for side in shown) for item in sorted(case.gold.documents)]
        columns[role] = (max(numbers) if type(output) is tuple else -1), rows
    orders = permutations(columns) if set(columns) == {"one", "other"} else [tuple(sorted(columns))]
    return min(_counted([columns[role] for role in order], joint) for order in orders)


def _counted(columns: Sequence[tuple[int, list[tuple[bool, ...]]]], joint: bool) -> tuple[Any, ...]:
    numbers, rows = tuple(number for number, _ in columns), [rows for _, rows in columns]
    together = tuple(sorted(zip(*rows, strict=True))) if joint else tuple(tuple(sorted(of)) for of in rows)
    return numbers, together


def _is_classified(value: Organization, items: frozenset[str]) -> bool:
    return len(value.levels) == 2 and not value.tail and value.size == len(items) and value.documents == items


def _positive(of: Organization) -> frozenset[str]:
    return frozenset(item for cluster in of.levels[0] for item in cluster)


def readings(
    calls: Callable[[int], Iterator[Calls]],
    demand: Demand,
    statement: str,
    greatest: int,
    controls: Mapping[str, tuple[str, str]],
    suffix: str = "",
    joint: bool = True,
) -> tuple[Reading, ...]:
    """The readings of a constraint, by the metrics that satisfy and violate each of them."""
    return tuple(
        Reading(
            name + suffix,
            f"{statement}; {words}",
            PlainCases(listed, greatest, greatest, demand, listed.recognise),
            keeps=keeps,
            breaks=breaks,
            whom=whom,
        )
        for name, (keeps, breaks) in controls.items()
        for allowed, words, whom in (READINGS[name],)
        for listed in (AllowedCases(calls, allowed, greatest, joint),)
    )
