"""Variants of a case: what comes of it when a document gets twins or goes, in the gold and in all outputs at once.

A climb towards a violation (`axiometrics.search.climb`) needs steps from one case to another that keep what a
constraint did to the outputs. Twins do: a document that stands beside another one in every output changes nothing of
how the outputs differ. They lead to few kinds of documents in long runs and large levels, which no enumeration reaches.
Whether a variant is still a case of the constraint, only its family can say (`CaseFamily.admits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch
from itertools import count, islice, product
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization

MANY = 3
"""Twins that a document gets at once, besides one: so that long runs are few steps away."""

SIDES = ("nowhere", "cluster", "level", "above", "below")
"""Where a twin stands: it is not listed, or it is in the cluster of the document, alone on its level, or alone on a
level of its own directly above or below."""


@singledispatch
def variants(gold: Any, case: Case) -> Iterator[Case]:
    """The variants of a case, whose gold is given first because its type says how it is edited.

    A task whose golds are of another type registers its own edits. Without any a case has no variants.
    """
    yield from ()


def has_variants(gold: type) -> bool:
    """Whether cases with golds of this type have variants."""
    return variants.dispatch(gold) is not variants.dispatch(object)


@variants.register
def _of_organizations(gold: Organization, case: Case) -> Iterator[Case]:
    sides = (*case.outputs.values(), gold)
    named = {d for side in sides for d in side.documents}
    fresh = list(islice((f"d{i}" for i in count(1) if f"d{i}" not in named), MANY))
    for d in _one_of_each_kind(gold, sides):
        in_gold, in_output = d in gold.documents, any(d in output.documents for output in case.outputs.values())
        for twins in (fresh[:1], fresh):
            # each side is made once for all places of the other side: what is asked of it is kept with the object
            golds = {side: beside(gold, d, twins, side) for side in (SIDES if in_gold else SIDES[:1])}
            outputs = {side: _outputs(case, _beside(d, twins, side)) for side in (SIDES if in_output else SIDES[:1])}
            for (wanted, new_gold), (listed, new_outputs) in product(golds.items(), outputs.items()):
                if wanted != "nowhere" or listed != "nowhere":
                    yield Case(new_gold, new_outputs, case.edit)
        yield edited(case, _without(d), _without(d), case.edit)


def _one_of_each_kind(gold: Organization, sides: Sequence[Organization]) -> list[str]:
    """A document of each kind: two are alike where the gold has them on one level, in clusters of one size, and every
    side in one stretch of levels that hold documents of the same kinds.
    """
    wanted = {d: (i, len(gold.levels[i][j])) for i, j, d in gold.occurrences()}
    kinds: dict[str, list[int]] = {}
    for number, side in enumerate(sides):
        stretch, before = 0, None
        for level in side.levels:
            places = sorted((wanted.get(d, (-1, 0)), len(cluster)) for cluster in level for d in cluster)
            stretch += places != before
            before = places
            for cluster in level:
                for d in cluster:
                    kinds.setdefault(d, []).extend((number, stretch, len(cluster)))
    alike: dict[tuple[int, ...], str] = {}
    for d, kind in kinds.items():
        alike.setdefault((*wanted.get(d, (-1, 0)), *kind), d)
    return list(alike.values())


Edit = Callable[[Organization], Organization]


def edited(case: Case, gold: Edit, output: Edit, words: str) -> Case:
    """The case with the gold and all outputs edited; outputs that were one object are one again."""
    return Case(gold(case.gold), _outputs(case, output), words)


def _outputs(case: Case, edit: Edit) -> dict[str, Organization]:
    edited: dict[int, Organization] = {}
    for output in case.outputs.values():
        if id(output) not in edited:
            edited[id(output)] = edit(output)
    return {role: edited[id(output)] for role, output in case.outputs.items()}


def renumbered(case: Case) -> Case:
    """The case of organizations with its documents named d1, d2 and so on, as the first output lists them."""
    sides = (*case.outputs.values(), case.gold)
    names = {d: f"d{n}" for n, d in enumerate(dict.fromkeys(d for side in sides for *_, d in side.occurrences()), 1)}

    def named(organization: Organization) -> Organization:
        return organization.renamed(names)

    return edited(case, named, named, case.edit)


def _beside(document: str, twins: Sequence[str], side: str) -> Edit:
    return lambda organization: beside(organization, document, twins, side)


def _without(document: str) -> Edit:
    return lambda organization: without(organization, document)


def beside(organization: Organization, document: str, twins: Sequence[str], side: str) -> Organization:
    """The organization with twins beside the first occurrence of a document; itself where it does not list it.

    >>> beside(Organization.parse("a > b > ..."), "b", ["c", "d"], "below")
    Organization.parse('a > b > c > d > ...')
    """
    place = next(((i, j) for i, j, d in organization.occurrences() if d == document), None)
    if place is None or side == "nowhere":
        return organization
    (i, j), levels = place, list(organization.levels)
    alone = tuple((twin,) for twin in twins)
    if side == "cluster":
        levels[i] = (*levels[i][:j], (*levels[i][j], *twins), *levels[i][j + 1 :])
    elif side == "level":
        levels[i] += alone
    else:
        at = i + (side == "below")
        levels[at:at] = [(cluster,) for cluster in alone]
    return Organization.of_levels(tuple(levels), organization.tail)


def without(organization: Organization, document: str) -> Organization:
    """The organization without a document, and without the clusters and levels that it leaves empty.

    >>> without(Organization.parse("a > {b c} > ..."), "a")
    Organization.parse('{b c} > ...')
    """
    levels = (
        tuple(kept for cluster in level if (kept := tuple(d for d in cluster if d != document)))
        for level in organization.levels
    )
    left = tuple(level for level in levels if level)
    return Organization.of_levels(left if left or organization.tail else ((),), organization.tail)
