"""Plain functions on clusterings that put each document into one cluster, which statements use."""

from __future__ import annotations

from typing import Any

from axiometrics.core.organization import Organization

Clusters = set[frozenset[str]]


def partition(of: Organization) -> Clusters | None:
    """The clusters, or None where this is not one level without tail on which each document stands once."""
    if len(of.levels) != 1 or of.tail or len(of.listed) > len(set(of.listed)):
        return None
    return {frozenset(cluster) for cluster in of.levels[0]}


class Rewriting:
    """Two clusterings of the same documents, and the clusters in which they differ.

    Attributes
    ----------
    old, new : the clusters of the worse output that are not in the better one, and the reverse
    kept : the clusters of both
    classes : the classes of the gold, and by document its own in `class_of`
    """

    def __init__(self, classes: Clusters, worse: Clusters, better: Clusters) -> None:
        self.classes, self.old, self.new, self.kept = classes, worse - better, better - worse, worse & better
        self.class_of = {document: members for members in classes for document in members}

    @property
    def alone(self) -> bool:
        """Whether no other cluster stands around."""
        return not self.kept

    def classes_in(self, cluster: Any) -> Clusters:
        """The classes of the documents of a cluster."""
        return {self.class_of[document] for document in cluster}


def rewriting(gold: Organization, worse: Organization, better: Organization) -> Rewriting | None:
    """The difference of two outputs, or None where gold and outputs do not partition the same documents."""
    sides = [partition(side) for side in (gold, worse, better)]
    if None in sides or not gold.documents == worse.documents == better.documents:
        return None
    classes, before, after = (side or set() for side in sides)
    return Rewriting(classes, before, after)


def is_split(change: Rewriting) -> bool:
    """Whether one cluster is split into two parts that share no class. The other documents of their classes may stand
    anywhere.
    """
    if len(change.old) != 1 or len(change.new) != 2:
        return False
    first, second = change.new
    return not change.classes_in(first) & change.classes_in(second)


def is_merge(change: Rewriting) -> bool:
    """Two clusters all of whose documents are of one and the same class become one."""
    if len(change.old) != 2 or len(change.new) != 1:
        return False
    (merged,) = change.new
    return len(change.classes_in(merged)) == 1


def rag_bag_sizes(change: Rewriting, *, noisy_elsewhere: bool) -> tuple[int, int] | None:
    """The documents of the clean cluster and of the noisy one, 2 at least, which a new document joins in the worse
    output and in the better one; None where the outputs do not differ so.
    """
    for new in change.class_of:
        clean = [cluster - {new} for cluster in change.old if new in cluster]
        noisy = [cluster - {new} for cluster in change.new if new in cluster]
        if len(clean) != 1 or len(noisy) != 1 or change.class_of[new] != {new}:
            continue
        (neat,), (rag) = clean, noisy[0]
        if change.old != {neat | {new}, rag} or change.new != {neat, rag | {new}}:
            continue
        own = [change.class_of[document] for document in rag]
        strays = len(set(own)) == len(rag) and not change.classes_in(neat) & set(own)
        at_home = noisy_elsewhere or all(len(members) == 1 for members in own)
        if len(change.classes_in(neat)) == 1 and strays and at_home and min(len(neat), len(rag)) >= 2:
            return len(neat), len(rag)
    return None


def errors(change: Rewriting, *, elsewhere: bool) -> int | None:
    """n >= 2, where a cluster of n + 1 documents of a class loses one of them (better), or n clusters of two documents
    of other classes, all different, are broken up (worse); None where the outputs do not differ so.

    These clusters are whole classes, unless their classes may have documents elsewhere.
    """
    big = [cluster for cluster in change.old if len(cluster) > 1]
    pairs = [cluster for cluster in change.new if change.classes_in(cluster) - change.classes_in(big[0] if big else ())]
    n = len(pairs)
    if len(big) != 1 or n < 2 or len(big[0]) != n + 1 or any(len(pair) != 2 for pair in pairs):
        return None
    if change.old != {big[0]} | {frozenset([document]) for pair in pairs for document in pair}:
        return None
    out = [document for document in big[0] if {frozenset([document]), big[0] - {document}} <= change.new]
    if not out or change.new != {frozenset(out[:1]), big[0] - {out[0]}, *pairs}:
        return None
    rewritten = [big[0], *pairs]
    if any(len(change.classes_in(cluster)) != 1 for cluster in rewritten):
        return None
    own = [change.classes_in(cluster).pop() for cluster in rewritten]
    if len(set(own)) < len(own) or not (elsewhere or set(own) == set(rewritten)):
        return None
    return n
