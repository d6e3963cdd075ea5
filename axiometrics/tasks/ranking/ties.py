"""Runs in which documents have equal scores: the orders that they may stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate, product

from axiometrics.core.organization import Organization
from axiometrics.core.signature import TiedOutput
from axiometrics.definitions.runs import Hit, Hits, by_rank
from axiometrics.tasks.variations import arrangements


def judged_gold(judged: Mapping[str, int]) -> Organization:
    """The gold of judgements: a level for each grade, every judged document listed."""
    top = max(1, *judged.values())
    return Organization([[[d] for d, grade in judged.items() if grade == g] for g in range(top, -1, -1)])


def tied_run(judged: Mapping[str, int], scores: Mapping[str, float]) -> TiedOutput:
    """The run of these scores; documents that share one are in the order in which the scores list them."""
    alike: dict[float, list[str]] = {}
    for document, score in scores.items():
        alike.setdefault(score, []).append(document)
    groups = tuple(tuple(alike[score]) for score in sorted(alike, reverse=True))

    def orders() -> Iterator[Organization]:
        for parts in product(*(arrangements(group, judged.__getitem__) for group in groups)):
            yield Organization.ranking([d for part in parts for d in part], tail=False)

    return TiedOutput(
        lambda: judged_gold(judged),
        groups,
        lambda documents: Organization.ranking(documents, tail=False),
        orders,
        lambda: _together(judged, groups),
    )


def _together(judged: Mapping[str, int], groups: tuple[tuple[str, ...], ...]) -> Hits:
    """The relevant documents, each at the last rank of its group, where all documents of the group count as
    retrieved.
    """
    best = list(accumulate(sorted((grade for grade in judged.values() if grade), reverse=True)))
    hits, rank, count, gain = [], 0, 0, 0
    for group in groups:
        grades = [judged[d] for d in group if judged[d]]
        rank, count, gain = rank + len(group), count + len(grades), gain + sum(grades)
        numbers = (rank, count, gain, best[min(rank, len(best)) - 1] if best else 0)
        at, seen, gained, most = map(Fraction, numbers)
        hits += [Hit(at, Fraction(grade), seen, gained, most) for grade in grades]
    ideal = by_rank(sorted((grade for grade in judged.values() if grade), reverse=True))
    return Hits(hits, len(best), ideal, Fraction(max(1, *judged.values())), range(1, rank + 1))
