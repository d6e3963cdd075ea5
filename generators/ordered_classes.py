"""Small classifications into ordered classes, up to renaming of items: what the constraints on them are made of.

Their sides are those of `generators.classifications`; the number of a class is its place in the order, from 0 on. A
case has 2 to 4 classes, some of which may have no items.
"""

from __future__ import annotations

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Reading
from axiometrics.generators.classifications import Allowed, AllowedCases, ListedCalls, anything
from axiometrics.generators.listed import PlainCases

CLASSES = (2, 3, 4)
"""How many classes a case has."""


def reading(
    name: str,
    statement: str,
    listed: ListedCalls,
    demand: Demand,
    greatest: int,
    controls: tuple[str, str],
    whom: str,
    allowed: Allowed = anything,
) -> Reading:
    """A reading on ordered classes to that many items, by the metrics that satisfy and violate it."""
    keeps, breaks = controls
    cases = AllowedCases(listed, allowed, tuple((classes, greatest) for classes in CLASSES))
    return Reading(
        name,
        f"{statement}; of 2 to 4 classes",
        PlainCases(cases, greatest, greatest, demand, cases.recognise),
        keeps=keeps,
        breaks=breaks,
        whom=whom,
    )
