"""Small classifications into ordered classes, up to renaming of items: what the constraints on them are made of.

Their sides are those of `generators.classifications`; the number of a class is its place in the order, from 0 on. A
case has 2 to 4 classes, some of which may have no items.
"""

from __future__ import annotations

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Reading
from axiometrics.generators.classifications import AllowedCases, ListedCalls, all_in_gold, anything
from axiometrics.generators.listed import PlainCases

CLASSES = (2, 3, 4)
"""How many classes a case has."""


def reading(
    name: str,
    statement: str,
    listed: ListedCalls,
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
    cases = AllowedCases(listed, all_in_gold if all_classes else anything, tuple((k, greatest) for k in CLASSES))
    return Reading(
        name,
        f"{statement}; of 2 to 4 classes",
        PlainCases(cases, default, greatest, demand, cases.recognise),
        keeps=keeps,
        breaks=breaks,
        needs=needs,
        whom=whom,
    )
