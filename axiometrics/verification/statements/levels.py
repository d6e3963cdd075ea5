"""Plain functions on organizations of levels and clusters, which statements use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from axiometrics.core.organization import Organization

Level = Counter[frozenset[str]]
"""The clusters of a level; with repeats, a cluster may be there twice."""


def levels(of: Organization) -> list[Level]:
    """The levels, best first. A level without cluster is none: levels have no numbers here."""
    return [Counter(map(frozenset, level)) for level in of.levels if level]


def documents(level: Level) -> Counter[str]:
    """How often each document stands on a level."""
    return Counter(document for cluster in level.elements() for document in cluster)


def repeats(of: Organization) -> int:
    """The occurrences beyond one for each document."""
    return len(of.listed) - len(set(of.listed))


def heights(of: Organization) -> dict[str, int]:
    """The height at which each document stands, where each is listed once. A document that is not listed stands at 0,
    in the tail.
    """
    high = levels(of)[::-1]
    return {document: height for height, level in enumerate(high, 1) for document in documents(level)}


def without(
    of: list[Level], document: str, level: int | None = None, cluster: frozenset[str] | None = None
) -> list[Level]:
    """The levels without any occurrence of a document; or without the one in that cluster of that level."""
    left: list[Level] = []
    for i, clusters in enumerate(of):
        kept: Level = Counter()
        for members in clusters.elements():
            kept[members - {document} if level is None else members] += 1
        if i == level and cluster is not None:
            kept = kept - Counter([cluster]) + Counter([cluster - {document}])
        del kept[frozenset()]
        if kept:
            left.append(kept)
    return left


def places(of: list[Level], document: str) -> Iterator[tuple[int, frozenset[str]]]:
    """The levels and clusters in which a document stands."""
    for i, level in enumerate(of):
        for cluster in level:
            if document in cluster:
                yield i, cluster


def broken(whole: list[Level], parted: list[Level]) -> tuple[int, list[int]] | None:
    """The level and the sizes of the parts, where one cluster is split in two, and nothing else differs; else None."""
    if len(whole) != len(parted):
        return None
    changed = [i for i in range(len(whole)) if whole[i] != parted[i]]
    if len(changed) != 1:
        return None
    gone = list((whole[changed[0]] - parted[changed[0]]).elements())
    come = list((parted[changed[0]] - whole[changed[0]]).elements())
    if len(gone) != 1 or len(come) != 2 or come[0] & come[1] or come[0] | come[1] != gone[0]:
        return None
    return changed[0], sorted(map(len, come))
