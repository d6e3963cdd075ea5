"""Clustering constraints within larger organizations: the cases of a clustering, their classes and clusters put on
levels in every way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from axiometrics.core.case import Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.organizations import OrganizationCases, Outputs, Shape, levels, tidy
from axiometrics.generators.patterns import Rewrites

TAIL = -1
"""The place of what is not listed."""

Groups = Sequence[Sequence[int]]
"""Classes or clusters of numbered documents."""


@dataclass(frozen=True)
class Embedded(OrganizationCases):
    """Every case of a clustering constraint, its classes on any levels of the gold and its clusters on any levels of
    the output.

    The clusters that are rewritten stay together on one level, and the better output is the worse one but for them. A
    document without a class in the gold, or without a cluster in the output, is in the tail there. On one level,
    without tail, the cases are those of the clustering constraint.

    Attributes
    ----------
    clustering : the constraint on clusterings
    tail : whether gold and outputs have the tail; without it they list the same documents
    together : whether the classes of the clusters that are rewritten stand on one level of the gold
    default, greatest : documents searched unless told, and at most
    """

    clustering: Rewrites
    tail: bool = True
    together: bool = False
    default: int = 4
    greatest: int = 5

    @property
    def demand(self) -> Demand:
        """The demand of the clustering constraint on the scores."""
        return self.clustering.demand

    def made(self, number: int) -> Iterator[tuple[Shape, Outputs, str]]:
        """Every case of the constraint on clusterings with so many documents, put on levels."""
        for flat_case in self.clustering.cases(number):
            yield from embeddings(self, flat_case)

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        sides = {"gold": case.gold, "better": case.outputs["better"], "worse": case.outputs["worse"]}
        for name, organization in sides.items():
            if organization.tail != self.tail:
                return f"{name} is to {'have a' if self.tail else 'be without'} tail"
            if organization.size != len(organization.documents):
                return f"{name} repeats a document"
        better, worse = (levels(sides[role]) for role in ("better", "worse"))
        changed = [i for i, (left, right) in enumerate(zip(better, worse, strict=False)) if left != right]
        if len(better) != len(worse) or len(changed) != 1:
            return "the outputs are to differ on one level"
        if sides["better"].documents != sides["worse"].documents:
            return "the outputs do not list the same documents"
        if not self.tail and case.gold.documents != sides["worse"].documents:
            return "gold and outputs do not list the same documents"
        return self._admits_rewritten(case, {d for cluster in worse[changed[0]] - better[changed[0]] for d in cluster})

    def _admits_rewritten(self, case: Case, rewritten: set[str]) -> str | None:
        standing = [{d for cluster in level for d in cluster} & rewritten for level in case.gold.levels]
        if not any(standing):
            return "the gold lists no document of the clusters that differ"
        if self.together and rewritten not in standing:
            return "the gold has the documents of the clusters that differ on several levels"
        named = case.gold.documents.union(*(output.documents for output in case.outputs.values()))
        return self.clustering.admits(
            Case(flat(case.gold, named), {role: flat(output, named) for role, output in case.outputs.items()})
        )


def flat(organization: Organization, named: frozenset[str]) -> Organization:
    """The clusters of all levels as a clustering, each document named and not listed being alone.

    >>> flat(Organization.parse("{a b} > c > ..."), frozenset("abcd"))
    Organization.parse('{a b} c d')
    """
    clusters = [cluster for level in organization.levels for cluster in level]
    return Organization.clustering([*clusters, *([d] for d in sorted(named - organization.documents))])


def placements(groups: Groups, movable: Sequence[bool], top: int) -> Iterator[tuple[int, ...]]:
    """The level of each group, no level below `top` left out; a movable group may be in the tail.

    >>> list(placements([[0], [1]], [False, True], 2))
    [(0, -1), (0, 0), (0, 1), (1, 0)]
    """
    for places in product(*(range(TAIL if may else 0, top) for may in movable)):
        used = set(places) - {TAIL}
        if used == set(range(len(used))):
            yield places


def put(groups: Groups, places: Sequence[int]) -> Shape:
    """The organization of these groups on these levels."""
    return tidy(
        [
            [tuple(group) for group, at in zip(groups, places, strict=True) if at == level]
            for level in range(max(places, default=TAIL) + 1)
        ]
    )


def parted(case: Case) -> tuple[Groups, Groups, Groups, Groups]:
    """The parts of a case of clusterings, with documents numbered: the classes, the clusters that are rewritten, the
    clusters in their place, and the clusters around.
    """
    number = {d: i for i, d in enumerate(sorted(case.gold.documents))}
    gold, worse, better = (
        [frozenset(number[d] for d in c) for c in o.levels[0]]
        for o in (case.gold, case.outputs["worse"], case.outputs["better"])
    )
    before, after, around = (
        [c for c in worse if c not in better],
        [c for c in better if c not in worse],
        [c for c in worse if c in better],
    )
    classes, old, new, others = ([sorted(c) for c in side] for side in (gold, before, after, around))
    return classes, old, new, others


def embeddings(family: Embedded, case: Case) -> Iterator[tuple[Shape, Outputs, str]]:
    """The ways to put one case of clusterings on levels."""
    classes, old, new, around = parted(case)
    rewritten = {d for cluster in old for d in cluster}
    touched = [bool(rewritten & set(c)) for c in classes]
    alone = [family.tail and len(c) == 1 for c in classes]
    movable = [False, *(family.tail and len(c) == 1 for c in around)]
    systems = list(placements([[], *around], movable, len(around) + 1))
    for places in placements(classes, alone, len(classes)):
        at = {place for place, is_touched in zip(places, touched, strict=True) if is_touched}
        if at == {TAIL} or (family.together and (len(at) > 1 or TAIL in at)):
            continue
        gold = put(classes, places)
        hidden = {c[0] for c, place in zip(classes, places, strict=True) if place == TAIL}
        for level, *rest in systems:
            if not any(place == TAIL and set(c) & hidden for c, place in zip(around, rest, strict=True)):
                better, worse = (put([*side, *around], [level] * len(side) + rest) for side in (new, old))
                yield gold, {"better": better, "worse": worse}, f"{case.edit} on level {level + 1}"
