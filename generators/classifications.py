"""Small classifications, up to renaming of items: what the constraints on them are made of.

A side says the class of each item, and a case has one side or several: a gold, predictions, and further golds. Two
items are alike where every side puts them into the same class, so a case of m sides of k classes is a composition of n
into k^m numbers. The sides of a case are then read in every role that a constraint gives them. Of two classes the first
one is positive.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Reading
from axiometrics.core.implication import implies
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.tables import compositions

Side = tuple[int, ...]
"""For each item, the number of its class, from 0 on."""

Allowed = Callable[[Side, bool, int], bool]
"""Whether a side may be in a case of a reading: the side, whether it is a gold, and how many classes there are."""

Sizes = tuple[tuple[int, int], ...]
"""Numbers of classes, each with the items of the largest cases that are listed of it."""

SIZES: Sizes = ((2, 8), (3, 6), (4, 4))
"""The worlds of most constraints. Two sides of 6 items and 3 classes are 3003 tables, of 5 items and 4 classes
15504.
"""


FEW = 4
"""Items of several classes to which a user's metric and mutants are searched: of 6 there are ten times as many."""


def anything(side: Side, is_gold: bool, classes: int) -> bool:
    """The readings `any` and `several`: a class may be missing."""
    return True


def all_in_gold(side: Side, is_gold: bool, classes: int) -> bool:
    """The readings `both-in-gold` and `all-classes`: every class occurs in each gold."""
    return len(set(side)) == classes or not is_gold


def all_in_both(side: Side, is_gold: bool, classes: int) -> bool:
    """The reading `both`: every class occurs in each gold and each prediction."""
    return len(set(side)) == classes


def sides(items: int, number: int, classes: int = 2) -> Iterator[tuple[Side, ...]]:
    """Every choice of that many sides, once up to renaming of items.

    >>> len(list(sides(2, 2))), len(list(sides(2, 2, 3)))
    (10, 45)
    """
    kinds = list(product(range(classes), repeat=number))
    for counts in compositions(items, len(kinds)):
        rows = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
        yield tuple(zip(*rows, strict=True))


def with_sizes(sizes: Sequence[int]) -> list[Side]:
    """Every side with so many items of each class.

    >>> with_sizes((1, 2))
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    if not any(sizes):
        return [()]
    return [
        (first, *rest)
        for first, number in enumerate(sizes)
        if number
        for rest in with_sizes([left - (k == first) for k, left in enumerate(sizes)])
    ]


def golds(items: int, classes: int) -> list[Side]:
    """Every gold, once up to renaming of items.

    >>> golds(2, 2)
    [(1, 1), (0, 1), (0, 0)]
    """
    return [tuple(k for k, number in enumerate(sizes) for _ in range(number)) for sizes in compositions(items, classes)]


def exchanged(side: Side, first: int = 0) -> Side:
    """The side with a class and the next one exchanged.

    >>> exchanged((0, 1)), exchanged((0, 1, 2), 1)
    ((1, 0), (0, 2, 1))
    """
    turned = {first: first + 1, first + 1: first}
    return tuple(turned.get(number, number) for number in side)


@cache
def classified(side: Side, classes: int = 2) -> Organization:
    """The items d1, d2 and so on in their classes.

    >>> classified((0, 1, 0)), classified((0, 2), 3)
    (Organization.parse('d1 d3 > d2'), Organization.parse('d1 > {} > d2'))
    """
    names = [f"d{i}" for i in range(1, len(side) + 1)]
    return Organization(
        [[name] for name, number in zip(names, side, strict=True) if number == of] for of in range(classes)
    )


Calls = Mapping[str, tuple[Side, Side | Sequence[Side]]]
"""By role, the gold and the prediction, or several predictions, of which a constraint compares the scores."""

ListedCalls = Callable[[int, int], Iterator[Calls]]
"""Items and classes -> the calls of each case."""

TWO: Mapping[str, tuple[Allowed, str, str]] = {
    "any": (anything, "gold and prediction may lack a class", "those whose data may lack a class"),
    "both-in-gold": (
        all_in_gold,
        "every gold has both classes",
        "those whose gold has both classes, whatever is predicted",
    ),
    "both": (
        all_in_both,
        "every gold and every prediction has both classes",
        "those whose gold and predictions have both classes",
    ),
}
"""By the name of a reading of two classes, the sides it allows, the same in words, and who reads so."""

MORE: Mapping[str, tuple[Allowed, str, str]] = {
    "several": (
        anything,
        "gold and prediction may lack a class",
        "those who have more than two classes, and data that may lack one",
    ),
    "all-classes": (
        all_in_gold,
        "every gold has all classes",
        "those who have more than two classes, all of which occur in the gold",
    ),
}
"""The same of the readings of more than two classes. Metrics of two classes are not judged in them."""

THREE = tuple(TWO)
SEVERAL = tuple(MORE)
FEWER = (*implies("any", "both-in-gold"), *implies("both-in-gold", "both"))
"""Each reading of two classes has all cases of the next one."""
FEWER_OF_SEVERAL = implies(*SEVERAL)
"""So has that of several classes that may be missing."""
SAME = implies("both", "both-in-gold")
"""Where each prediction is also a gold of the case, the two readings have the same cases."""


@dataclass(frozen=True)
class AllowedCases:
    """The cases of a constraint in one reading: those of its calls all of whose sides the reading allows."""

    calls: ListedCalls
    allowed: Allowed
    sizes: Sizes
    joint: bool = True
    """Whether the sides of several roles have something to do with each other; otherwise a role is renamed alone."""

    def __call__(self, items: int) -> Iterator[Case]:
        """The cases of that many items, few classes first. The gold of the first role is the gold of the case."""
        for classes, most in self.sizes:
            for calls in self.calls(items, classes) if items <= most else ():
                if self._all_allowed(calls, classes):
                    yield _case(calls, classes)

    @property
    def largest(self) -> int:
        """Items of the largest cases that are listed."""
        return max(most for _, most in self.sizes)

    def recognise(self, case: Case) -> str | None:
        """Why a saved case is not one of these up to renaming of items, or None."""
        table = table_of(case, self.joint)
        if table is None:
            return "golds and predictions are not classes of the same items"
        if not 0 < case.documents <= self.largest:
            return f"the case has {case.documents} items, and cases with 1 to {self.largest} are listed"
        return None if table in _tables(self, case.documents) else "the constraint has no such case"

    def _all_allowed(self, calls: Calls, classes: int) -> bool:
        return all(
            self.allowed(gold, True, classes) and all(self.allowed(side, False, classes) for side in _each(predicted))
            for gold, predicted in calls.values()
        )


def _each(predicted: Side | Sequence[Side]) -> tuple[Side, ...]:
    several = tuple(side for side in predicted if isinstance(side, tuple))
    return several or (tuple(side for side in predicted if isinstance(side, int)),)


def _case(calls: Calls, classes: int) -> Case:
    first = next(gold for gold, _ in calls.values())
    outputs = {role: _outputs(predicted, classes) for role, (_, predicted) in calls.items()}
    golds = {role: classified(gold, classes) for role, (gold, _) in calls.items() if gold != first}
    return Case(classified(first, classes), outputs, golds=golds)


def _outputs(predicted: Side | Sequence[Side], classes: int) -> Organization | tuple[Organization, ...]:
    made = tuple(classified(side, classes) for side in _each(predicted))
    return made if isinstance(predicted[0], tuple) else made[0]


@cache
def _tables(of: AllowedCases, items: int) -> frozenset[Hashable]:
    return frozenset(table_of(case, of.joint) for case in of(items))


def table_of(case: Case, joint: bool) -> Hashable:
    """What a case is up to renaming of items: how many items are in which classes. None where it is not of classes of
    the same items.

    Where a role has several predictions, these have to be all that put given numbers of items into the classes. Two
    roles that have to score the same may be exchanged.
    """
    items, classes = sorted(case.gold.documents), len(case.gold.levels)
    values = [value for value in case.values if not _is_classified(value, case.gold.documents, classes)]
    if values or case.parameters or any(type(gold) is tuple for gold in case.golds.values()):
        return None
    columns: dict[str, tuple[Side, list[Side]]] = {}
    for role, output in case.outputs.items():
        predicted = [_side(prediction, items) for prediction in (output if type(output) is tuple else (output,))]
        numbers = {tuple(side.count(of) for of in range(classes)) for side in predicted}
        if type(output) is tuple and (
            len(numbers) > 1 or not len(predicted) == len(set(predicted)) == _arrangements(max(numbers))
        ):
            return None
        gold = _side(case.golds.get(role, case.gold), items)
        shown = [gold] if type(output) is tuple else [gold, *predicted]
        columns[role] = max(numbers) if type(output) is tuple else (), list(zip(*shown, strict=True))
    orders = permutations(columns) if set(columns) == {"one", "other"} else [tuple(sorted(columns))]
    return classes, min(_counted([columns[role] for role in order], joint) for order in orders)


def _counted(columns: Sequence[tuple[Side, list[Side]]], joint: bool) -> tuple[Any, ...]:
    numbers, rows = tuple(number for number, _ in columns), [rows for _, rows in columns]
    together = tuple(sorted(zip(*rows, strict=True))) if joint else tuple(tuple(sorted(of)) for of in rows)
    return numbers, together


def _arrangements(numbers: Sequence[int]) -> int:
    """How many ways there are to put that many items into each class."""
    return factorial(sum(numbers)) // prod(map(factorial, numbers))


def _is_classified(value: Organization, items: frozenset[str], classes: int) -> bool:
    return len(value.levels) == classes and not value.tail and value.size == len(items) and value.documents == items


def _side(of: Organization, items: Sequence[str]) -> Side:
    number = {item: i for i, _, item in of.occurrences()}
    return tuple(number[item] for item in items)


def readings(
    calls: ListedCalls,
    demand: Demand,
    statement: str,
    sizes: Sizes,
    controls: Mapping[str, tuple[str, str]],
    suffix: str = "",
    joint: bool = True,
    of_several: str = "",
) -> tuple[Reading, ...]:
    """The readings of a constraint by the metrics that satisfy and violate each of them. Those of two classes have the
    cases of the sizes with two classes, those of several classes the other ones, and the statement `of_several`, where
    it is another.
    """
    result = []
    for name, (keeps, breaks) in controls.items():
        several = name in MORE
        allowed, words, whom = (MORE if several else TWO)[name]
        worlds = tuple((classes, items) for classes, items in sizes if (classes > 2) == several)
        listed = AllowedCases(calls, allowed, worlds, joint)
        result.append(
            Reading(
                name + suffix,
                f"{of_several or statement}; {words}; {_worlds(worlds)}" if several else f"{statement}; {words}",
                PlainCases(listed, listed.largest, listed.largest, demand, listed.recognise),
                keeps=keeps,
                breaks=breaks,
                needs="several-classes" if several else "",
                called=FEW if several else None,
                whom=whom,
            )
        )
    return tuple(result)


def _worlds(sizes: Sizes) -> str:
    """The classes and items that are searched, in words."""
    return ", and ".join(f"{classes} classes of up to {items} items" for classes, items in sizes)
