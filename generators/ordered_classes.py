"""Small classifications into ordered classes, up to renaming of items: what the constraints on them are made of.

Their sides are those of `generators.classifications`; the number of a class is its place in the order, from 0 on. A
case has 2 to 4 classes, some of which may have no items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Reading
from axiometrics.generators.classifications import AllowedCases, Calls, anything
from axiometrics.generators.listed import PlainCases

CLASSES = (2, 3, 4)
"""How many classes a case has."""

OrderedCalls = Callable[[int, int], Iterator[Calls]]
"""Items and classes -> the calls of each case."""


@dataclass(frozen=True)
class OfClasses:
    """The calls of that many classes, by items alone; where all classes are to occur, those whose gold has them all."""

    listed: OrderedCalls
    classes: int
    all_classes: bool

    def __call__(self, items: int) -> Iterator[Calls]:
        """The calls of that many items."""
        for calls in self.listed(items, self.classes):
            if not self.all_classes or all(len(set(gold)) == self.classes for gold, _ in calls.values()):
                yield calls


def reading(
    name: str,
    statement: str,
    listed: OrderedCalls,
    demand: Demand,
    sizes: tuple[int, int],
    controls: tuple[str, str],
    whom: str,
    all_classes: bool = False,
    needs: str = "",
) -> Reading:
    """A reading on ordered classes, by the metrics that satisfy and violate it; `sizes` are the items searched unless
    told, and at most.
    """
    (default, greatest), (keeps, breaks) = sizes, controls
    cases = AllowedCases(tuple((k, OfClasses(listed, k, all_classes)) for k in CLASSES), anything, greatest)
    return Reading(
        name,
        f"{statement}; of 2 to 4 classes",
        PlainCases(cases, default, greatest, demand, cases.recognise),
        keeps=keeps,
        breaks=breaks,
        needs=needs,
        whom=whom,
    )
