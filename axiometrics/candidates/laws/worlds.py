"""Small worlds of inputs: for each signature every input up to a size, smallest first, then random ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from axiometrics.candidates import Declaration
from axiometrics.candidates.laws.calling import Arguments
from axiometrics.core.organization import Organization

RANDOM, LONGEST = 100, 16
"""Random inputs beyond the enumerated ones, and the documents they go to."""

LONG = (11, 101)
"""Documents of the directed rankings: one more than the cuts in use, beyond which a metric with a cut sees nothing."""

SIZES = {"labels": 4, "classification": 3, "gains": 3, "trec": 3, "scores": 3, "organization": 3}
"""Documents to which every input is tried, by signature."""


def partitions(n: int) -> Iterator[tuple[int, ...]]:
    """Every partition of n documents, as the number of the cluster of each; clusters are numbered as they first occur.

    >>> list(partitions(2))
    [(0, 0), (0, 1)]
    """
    if n == 0:
        yield ()
        return
    for rest in partitions(n - 1):
        for last in range(max(rest, default=-1) + 2):
            yield (*rest, last)


def weak_orders(n: int) -> Iterator[tuple[int, ...]]:
    """Every weak order of n documents, as scores 1..m with every score in use; the higher is the better."""
    for scores in product(range(1, n + 1), repeat=n):
        if set(scores) == set(range(1, max(scores, default=0) + 1)):
            yield scores


def inputs(declared: Declaration, task: str, seed: int = 0) -> Iterator[Arguments]:
    """The arguments of every small input of a signature, those with fewer documents first, then random ones, the same
    for the same seed.

    Last, where documents are ranked, come `LONG` ones, tied or one a rank: one alone is relevant, or irrelevant, and
    stands at either end. So whatever a metric makes of its first 10 or 100 ranks, a law under which documents change
    places is tried on one that crosses the cut.
    """
    assert declared.signature is not None
    make = _ORGANIZED[task] if declared.signature == "organization" else _MAKERS[declared.signature]
    grades = (0, 1, 2) if declared.graded else (0, 1)
    for n in range(1, SIZES[declared.signature] + 1):
        yield from make(n, grades, declared, None)
    chance = random.Random(seed)
    for n in sorted(chance.randint(4, LONGEST) for _ in range(RANDOM)):
        yield from make(n, grades, declared, chance)
    for n in LONG if make in _RANKED else ():
        yield from make(n, grades, declared, None)


_Make = Callable[[int, Sequence[int], Declaration, random.Random | None], Iterator[Arguments]]


def _labels(n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None) -> Iterator[Arguments]:
    if chance is not None:
        yield tuple(np.array([chance.randrange(1 + n // 2) for _ in range(n)]) for _ in range(2))
        return
    for gold, system in product(partitions(n), repeat=2):
        yield np.array(gold), np.array(system)


def _classification(
    n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None
) -> Iterator[Arguments]:
    sides = (
        product(product((0, 1), repeat=n), repeat=2)
        if chance is None
        else iter([tuple(tuple(chance.randint(0, 1) for _ in range(n)) for _ in range(2))])
    )
    for gold, system in sides:
        yield np.array(gold), np.array(system)


def _ranked(
    n: int, grades: Sequence[int], chance: random.Random | None
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Grades of n documents, which of them are retrieved, and the scores of these: all there are, a random one, or
    those of a `LONG` ranking.
    """
    if chance is not None:
        kept = tuple(sorted(chance.sample(range(n), chance.randint(1, n))))
        scores = (
            tuple(chance.randint(1, len(kept)) for _ in kept)
            if chance.random() < 0.5
            else tuple(chance.sample(range(1, len(kept) + 1), len(kept)))
        )
        yield tuple(chance.choice(grades) for _ in range(n)), kept, scores
        return
    if n in LONG:
        for alone, others in ((grades[-1], 0), (0, grades[-1])):
            for at in (0, n - 1):
                for scores in ((1,) * n, tuple(range(n, 0, -1))):
                    yield tuple(alone if i == at else others for i in range(n)), tuple(range(n)), scores
        return
    for judged in product(grades, repeat=n):
        for retrieved in range(1, n + 1):
            for kept in combinations(range(n), retrieved):
                for scores in weak_orders(retrieved):
                    yield judged, kept, scores


def _trec(n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None) -> Iterator[Arguments]:
    names = [f"d{i:0{len(str(n - 1))}}" for i in range(n)]
    for judged, kept, scores in _ranked(n, grades, chance):
        yield (
            dict(zip(names, judged, strict=True)),
            {names[i]: float(score) for i, score in zip(kept, scores, strict=True)},
        )


def _scores(n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None) -> Iterator[Arguments]:
    for judged, kept, scores in _ranked(n, grades, chance):
        if len(kept) == n:
            yield np.array(judged), np.array(scores, dtype=float)


def _gains(n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None) -> Iterator[Arguments]:
    for judged, kept, scores in _ranked(n, grades, chance):
        if len(set(scores)) == len(scores):
            ranked = sorted(zip(scores, kept, strict=True), reverse=True)
            yield [judged[i] for _, i in ranked], sorted((grade for grade in judged if grade), reverse=True)


def _clusterings(
    n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None
) -> Iterator[Arguments]:
    documents = [f"d{i}" for i in range(n)]

    def organized(side: Sequence[Sequence[int]]) -> Organization:
        numbers = sorted({j for clusters in side for j in clusters})
        return Organization.clustering(
            [[d for d, clusters in zip(documents, side, strict=True) if j in clusters] for j in numbers]
        )

    if chance is not None:
        drawn = [
            [chance.sample(range(3), chance.randint(1, 2 if declared.overlapping else 1)) for _ in documents]
            for _ in range(2)
        ]
        yield organized(drawn[0]), organized(drawn[1])
        return
    sides = [organized([[j] for j in side]) for side in partitions(n)]
    if declared.overlapping:
        choices = [c for size in (1, 2) for c in combinations(range(2), size)]
        sides += [organized(side) for side in product(choices, repeat=n) if any(len(clusters) > 1 for clusters in side)]
    yield from product(dict.fromkeys(sides), repeat=2)


def _filterings(
    n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None
) -> Iterator[Arguments]:
    documents = [f"d{i}" for i in range(n)]
    for gold, system in _classification(n, grades, declared, chance):
        yield tuple(
            Organization.filtering(
                [d for d, y in zip(documents, side, strict=True) if y],
                [d for d, y in zip(documents, side, strict=True) if not y],
            )
            for side in (system, gold)
        )


def _rankings(
    n: int, grades: Sequence[int], declared: Declaration, chance: random.Random | None
) -> Iterator[Arguments]:
    for qrel, run in _trec(n, grades, declared, chance):
        if len(set(run.values())) == len(run) and any(qrel.values()):
            yield Organization.ranking(sorted(run, key=run.__getitem__, reverse=True)), Organization.graded(qrel)


_MAKERS: dict[str, _Make] = {
    "labels": _labels,
    "classification": _classification,
    "gains": _gains,
    "trec": _trec,
    "scores": _scores,
}
_ORGANIZED: dict[str, _Make] = {"clustering": _clusterings, "filtering": _filterings, "ranking": _rankings}
_RANKED = (_trec, _scores, _gains, _rankings)


def organizations(signature: str, arguments: Arguments) -> tuple[Organization, Organization] | None:
    """The system output and the gold that such arguments stand for; None where no organization does, such as for tied
    scores.
    """
    if signature == "organization":
        system, gold = arguments
        return system, gold
    if signature == "labels":
        gold, system = (_grouped(side.tolist()) for side in arguments)
        return system, gold
    if signature == "classification":
        gold, system = (
            Organization.filtering(*([f"d{i}" for i, y in enumerate(side) if y == of] for of in (1, 0)))
            for side in arguments
        )
        return system, gold
    if signature == "gains":
        return None
    judged, scores = arguments
    if signature == "scores":
        judged, scores = ({f"d{i}": value for i, value in enumerate(side.tolist())} for side in arguments)
    if len(set(scores.values())) < len(scores):
        return None
    top = max(1, *judged.values())
    gold = Organization([[[d] for d, grade in judged.items() if grade == g] for g in range(top, -1, -1)])
    return Organization.ranking(sorted(scores, key=scores.__getitem__, reverse=True), tail=False), gold


def _grouped(labels: Sequence[Any]) -> Organization:
    return Organization.clustering(
        [[f"d{i}" for i, other in enumerate(labels) if other == label] for label in dict.fromkeys(labels)]
    )
