"""The losses of Reliability and Sensitivity: the share of each document and each relation in the whole weight, and how
much of it is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from axiometrics.core.organization import Organization
from axiometrics.relations import plain
from axiometrics.relations.arrays import coded
from axiometrics.relations.judgement import Judgement
from axiometrics.relations.parameters import WN, N, curve
from axiometrics.relations.scores import judge
from axiometrics.relations.weights import Number


@dataclass(frozen=True)
class DocumentCost:
    """A document of the organization judged; `document` is None for the tail.

    `weight` is the weight of its relations (by occurrence: the weight of the occurrence), `lost` the part of this
    weight that the other side lacks, `listed` whether the other side lists the document at all.
    """

    document: str | None
    weight: Number
    lost: Number
    listed: bool


@dataclass(frozen=True)
class RelationCost:
    """A relation of the organization judged: the first document above the second, or both in a cluster; None is the
    tail.

    `times` is how often the organization judged has the relation, and `found` how often the other one has it, as the
    reading counts.
    """

    documents: tuple[str | None, str | None]
    weight: Number
    lost: Number
    times: int
    found: int


Cost = TypeVar("Cost", DocumentCost, RelationCost)


@dataclass(frozen=True)
class Costs:
    """R (or S) taken apart.

    `weight` is the whole weight of the relations: 1, or 0 where there are none, and then `lacking` says why. The
    weights of `documents` sum to it, their losses to `weight` - `value`; so do those of `relations` where they were
    asked for. The costliest come first. `occurrences` are the losses in the order of `Organization.occurrences`; with
    that of the tail they sum to the same.
    """

    value: Number
    weight: Number
    lacking: str
    documents: tuple[DocumentCost, ...]
    relations: tuple[RelationCost, ...]
    occurrences: tuple[Number, ...]


@dataclass(frozen=True)
class Breakdown:
    """Both sides of a comparison over one kind of relation."""

    relation: str
    reliability: Costs
    sensitivity: Costs


def breakdown(
    system: Organization,
    gold: Organization,
    relation: str = "priority",
    n: Any = N.default,
    wn: Any = WN.default,
    reading: str = "listed",
    exact: bool = True,
    relations: bool = False,
    c: Any = None,
) -> Breakdown:
    """How much each document costs; with `relations` also each relation, which takes O(n^2). The parameters are those
    of `reliability`.

    >>> costs = breakdown(Organization.parse("a > b > ..."), Organization.parse("b > ..."), n=1, wn="0.5").reliability
    >>> [(cost.document, str(cost.weight), str(cost.lost)) for cost in costs.documents]
    [('a', '1/2', '1/2'), (None, '1/3', '1/4'), ('b', '1/6', '1/10')]
    >>> costs.value
    Fraction(3, 20)
    """
    arrays, names = coded(system, gold)
    steep = curve(n, wn, c)
    number: Number = steep if exact else float(steep)
    sides = []
    for (own, other), (judged, judging) in (((system, gold), arrays), ((gold, system), arrays[::-1])):
        judgement = judge(judged, judging, relation, number, reading)
        listed = relation_costs(own, other, relation, number, reading) if relations else ()
        sides.append(_costs(judgement, names, other, listed))
    return Breakdown(relation, *sides)


def relation_costs(
    own: Organization, other: Organization, relation: str, c: Number, reading: str
) -> tuple[RelationCost, ...]:
    """The relations of `own`, the costliest first, where they are judged by `other`: one side of what `breakdown` finds
    with `relations`.

    >>> own, other = Organization.parse("{a b}"), Organization.parse("a b")
    >>> [(cost.documents, str(cost.lost)) for cost in relation_costs(own, other, "clustering", curve(), "listed")]
    [(('a', 'b'), '1/2'), (('a', 'a'), '0'), (('b', 'b'), '0')]
    """
    relations = plain.relations(own, other, relation, c, reading)
    return _costliest_first(
        RelationCost(pair.documents, pair.weight, pair.weight - pair.kept, pair.times, pair.found) for pair in relations
    )


def _costs(
    judgement: Judgement, names: tuple[str, ...], judging: Organization, relations: tuple[RelationCost, ...]
) -> Costs:
    documents = list(_documents(judgement, names, judging))
    whole = judgement.tail_carried * 0 + (not judgement.lacking)
    pairs = zip(judgement.carried.tolist(), judgement.kept.tolist(), strict=True)
    occurrences = tuple(max(carried - held, carried * 0) for carried, held in pairs)
    return Costs(judgement.value, whole, judgement.lacking, _costliest_first(documents), relations, occurrences)


def _costliest_first(costs: Iterable[Cost]) -> tuple[Cost, ...]:
    return tuple(sorted(costs, key=lambda cost: -cost.lost))


def _documents(judgement: Judgement, names: tuple[str, ...], judging: Organization) -> Iterator[DocumentCost]:
    own = judgement.own
    weight, kept = dict[int, Any](), dict[int, Any]()
    for code, carried, held in zip(
        own.document.tolist(), judgement.carried.tolist(), judgement.kept.tolist(), strict=True
    ):
        weight[code] = weight.get(code, 0) + carried
        kept[code] = kept.get(code, 0) + held
    for code, carried in weight.items():
        yield DocumentCost(
            names[code], carried, max(carried - kept[code], carried * 0), names[code] in judging.documents
        )
    if own.tail:
        yield DocumentCost(None, judgement.tail_carried, judgement.tail_carried - judgement.tail_kept, judging.tail)
