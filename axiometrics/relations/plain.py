"""Relations one by one, for listings, and for scores of few documents, where this way is the shortest. It takes
O(n^2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from axiometrics.core.arithmetic import added
from axiometrics.core.organization import Organization
from axiometrics.relations.weights import Number, weigh_levels

Documents = tuple[str | None, str | None]

_NOWHERE: frozenset[tuple[int, int]] = frozenset()


class KeptRelation(NamedTuple):
    """A relation of an organization: its documents (None is the tail), weight and how much of it is kept in the other
    organization.

    `times` is how often the organization has the relation, and `found` how often the other one has it, as the reading
    counts.
    """

    documents: Documents
    weight: Any
    kept: Any
    times: int
    found: int


def relations(own: Organization, other: Organization, relation: str, c: Number, reading: str) -> Iterator[KeptRelation]:
    """The priority relations of `own` - ordered pairs of documents, the upper first, then each document above the tail
    - or its clustering relations: pairs that share a cluster, each document with itself, and the tail with the tail,
    which is taken as right.
    """
    return _priority(own, other, c, reading) if relation == "priority" else _clustering(own, other, c)


def score(own: Organization, other: Organization, relation: str, c: Number, reading: str) -> Any:
    """R of `own` judged by `other`, as `priority.judge` and `clustering.judge` have it."""
    kept = [pair.kept for pair in relations(own, other, relation, c, reading)]
    return added(kept) if isinstance(c, Fraction) else min(sum(kept, 0.0), 1.0)  # floats may round up


def _sizes(organization: Organization) -> tuple[int, ...]:
    return tuple([sum(map(len, level)) for level in organization.levels])


def _priority(own: Organization, other: Organization, c: Number, reading: str) -> Iterator[KeptRelation]:
    weights = weigh_levels(_sizes(own), own.tail, c)
    each, share = weights.each.tolist(), weights.share.tolist()
    own_levels, other_levels = _levels(own), _levels(other)
    lookup = reading == "tail-lookup" and other.tail
    for d, high in own_levels.items():
        above = other_levels.get(d, [])
        for e, low in own_levels.items():
            if low[-1] > high[0]:  # some occurrence of d is above one of e
                pairs = [(i, k) for i in high for k in low if i < k]
                times_there = (
                    len(above)
                    if lookup and e not in other_levels
                    else sum([i < k for i in above for k in other_levels.get(e, ())])
                )
                weight = sum([share[i] * each[k] + each[i] * share[k] for i, k in pairs])
                yield KeptRelation((d, e), weight, _kept(weight, len(pairs), times_there), len(pairs), times_there)
    for d, levels in own_levels.items() if own.tail else ():
        times, times_there = len(levels), len(other_levels.get(d, ()))
        first, second = sum([share[i] for i in levels]) * weights.tail, sum([each[i] for i in levels]) * weights.beyond
        kept = (
            first + _kept(second, times, times_there)
            if reading == "tail-certain"
            else _kept(first + second, times, times_there)
        )
        yield KeptRelation((d, None), first + second, kept, times, times_there)


def _clustering(own: Organization, other: Organization, c: Number) -> Iterator[KeptRelation]:
    weights = weigh_levels(_sizes(own), own.tail, c)
    homes = _homes(other)
    times: dict[tuple[str, str], int] = {}
    weight: dict[tuple[str, str], Any] = {}
    for each, level in zip(weights.each.tolist(), own.levels, strict=True):
        for cluster in level:
            share = each / len(cluster)
            both = share + share
            for pair in combinations_with_replacement(sorted(cluster), 2):
                times[pair] = times.get(pair, 0) + 1
                part = share if pair[0] == pair[1] else both
                weight[pair] = weight[pair] + part if pair in weight else part
    for (d, e), carried in weight.items():
        times_there = len(homes.get(d, _NOWHERE) & homes.get(e, _NOWHERE))
        yield KeptRelation((d, e), carried, _kept(carried, times[d, e], times_there), times[d, e], times_there)
    if own.tail:
        yield KeptRelation((None, None), weights.tail, weights.tail, 1, 1)


def _kept(weight: Any, times: int, times_there: int) -> Any:
    """min(times, found) / times of the weight."""
    if times_there >= times:
        return weight
    return weight * times_there / times if times_there else weight * 0


@lru_cache(maxsize=2**12)
def _levels(organization: Organization) -> Mapping[str, list[int]]:
    """The levels on which each document stands, from the best to the worst. A level is given once for each occurrence
    of the document.
    """
    levels: dict[str, list[int]] = {}
    for level, _, document in organization.occurrences():
        levels.setdefault(document, []).append(level)
    return levels


@lru_cache(maxsize=2**12)
def _homes(organization: Organization) -> Mapping[str, set[tuple[int, int]]]:
    """The clusters that hold each document, by level and number."""
    homes: dict[str, set[tuple[int, int]]] = {}
    for level, number, document in organization.occurrences():
        homes.setdefault(document, set()).add((level, number))
    return homes
