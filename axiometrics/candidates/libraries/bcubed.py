"""bcubed: BCubed of overlapping clusters, extended as Amigo et al. 2009; it takes the clusters and the classes of each
document.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary
from axiometrics.core.organization import Organization


def clusters(organization: Organization) -> dict[str, set[int]]:
    """The numbers of the clusters in which each document stands."""
    numbers: dict[str, set[int]] = {}
    for _, j, document in organization.occurrences():
        numbers.setdefault(document, set()).add(j)
    return numbers


def _function(bcubed: Any, member: Member) -> Callable[..., Any]:
    if member.name != "fscore":
        side = getattr(bcubed, member.name)
        return lambda system, gold: side(clusters(system), clusters(gold))
    precision, recall, fscore = bcubed.precision, bcubed.recall, bcubed.fscore

    def both(system: Organization, gold: Organization) -> Any:
        sides = clusters(system), clusters(gold)
        return fscore(precision(*sides), recall(*sides))

    return both


_overlapping = partial(Member, task="clustering", signature="organization", overlapping=True)


LIBRARY = MetricLibrary(
    name="bcubed",
    distribution="bcubed",
    module="bcubed",
    members=(
        _overlapping("precision", "bcubed-extended-precision"),
        _overlapping("recall", "bcubed-extended-recall"),
        _overlapping("fscore", "bcubed-extended-f"),
    ),
    function=_function,
)
