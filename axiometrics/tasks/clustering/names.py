"""Names for the items of a case that make its two outputs look as alike as they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import comb, factorial, prod

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization

TRIED = 50_000
"""The most renamings that are tried. Where there are more, the names stay as they are."""


def alike(case: Case) -> Case:
    """The case with its second output renamed within the classes of the gold, so that the two outputs share as much as
    possible. A case that does not consist of partitions, or that has more renamings than `TRIED`, is returned as it is.

    >>> parse = Organization.parse
    >>> print(alike(Case(parse("{a b} c"), {"x": parse("a {b c}"), "y": parse("{a c} b")})).outputs["y"])
    {b c} a
    """
    if any(len(o.levels) != 1 or o.tail or o.size != len(o.documents) for o in (case.gold, *case.outputs.values())):
        return case
    if prod(factorial(len(cluster)) for cluster in case.gold.levels[0]) > TRIED:
        return case
    (first, first_output), (second, second_output) = case.outputs.items()
    return Case(
        case.gold,
        {
            first: first_output,
            second: max(_renamings(case.gold, second_output), key=lambda output: _shared(first_output, output)),
        },
        case.edit,
    )


def _renamings(gold: Organization, output: Organization) -> Iterator[Organization]:
    for images in product(*map(permutations, gold.levels[0])):
        name = {
            d: image
            for cluster, some in zip(gold.levels[0], images, strict=True)
            for d, image in zip(cluster, some, strict=True)
        }
        yield Organization.clustering([[name[d] for d in cluster] for cluster in output.levels[0]])


def _shared(first: Organization, second: Organization) -> tuple[int, int]:
    """The number of items in clusters that both outputs have, and the number of pairs that are together in both."""
    clusters = [set(map(frozenset, output.levels[0])) for output in (first, second)]
    return sum(map(len, clusters[0] & clusters[1])), sum(comb(len(a & b), 2) for a in clusters[0] for b in clusters[1])
