"""How a metric of clusterings is called: with the label of each item in the gold and in the system output."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature, SmallInputs
from axiometrics.tasks import forms, variations
from axiometrics.tasks.organizations import arrays


def _documents(gold: Organization) -> list[str]:
    return [d for _, _, d in gold.occurrences()]


def _plain(system: Organization, gold: Organization) -> list[Any]:
    documents = _documents(gold)
    sides = ({d: j for _, j, d in organization.occurrences()} for organization in (gold, system))
    return [[side[d] for d in documents] for side in sides]


def partitions(n: int) -> Iterator[tuple[int, ...]]:
    """Every partition of n items, as the number of the cluster of each; clusters are numbered as they first occur.

    >>> list(partitions(2))
    [(0, 0), (0, 1)]
    """
    if n == 0:
        yield ()
        return
    for rest in partitions(n - 1):
        for last in range(max(rest, default=-1) + 2):
            yield (*rest, last)


def _labels(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    if chance is not None:
        yield tuple(np.array([chance.randrange(1 + n // 2) for _ in range(n)]) for _ in range(2))
        return
    for gold, system in product(partitions(n), repeat=2):
        yield np.array(gold), np.array(system)


def _clusterings(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    documents = [f"d{i}" for i in range(n)]
    overlapping = "overlapping" in traits

    def organized(side: Sequence[Sequence[int]]) -> Organization:
        numbers = sorted({j for clusters in side for j in clusters})
        return Organization.clustering(
            [[d for d, clusters in zip(documents, side, strict=True) if j in clusters] for j in numbers]
        )

    if chance is not None:
        drawn = [
            [chance.sample(range(3), chance.randint(1, 2 if overlapping else 1)) for _ in documents] for _ in range(2)
        ]
        yield organized(drawn[0]), organized(drawn[1])
        return
    sides = [organized([[j] for j in side]) for side in partitions(n)]
    if overlapping:
        choices = [c for size in (1, 2) for c in combinations(range(2), size)]
        sides += [organized(side) for side in product(choices, repeat=n) if any(len(clusters) > 1 for clusters in side)]
    yield from product(dict.fromkeys(sides), repeat=2)


def _values(arguments: tuple[Any, ...]) -> tuple[Organization, Organization]:
    gold, system = (_grouped(side.tolist()) for side in arguments)
    return system, gold


def _grouped(labels: Sequence[Any]) -> Organization:
    clusters: dict[Any, list[str]] = {}
    for i, label in enumerate(labels):
        clusters.setdefault(label, []).append(f"d{i}")
    return Organization.clustering(clusters.values())


LABELS = Signature(
    "labels",
    "f(labels_true, labels_pred)",
    (("labels_true", "labels_pred"),),
    _plain,
    arrays,
    inputs=SmallInputs(_labels, size=4),
    values=_values,
    variations=(variations.ORDER, *variations.LABELS),
    listed=_documents,
    meaning=lambda plain, documents: tuple(variations.grouped(documents, side) for side in plain),
    forms=(
        forms.LISTS,
        forms.CLUSTER_LISTS,
        forms.SETS,
        forms.SET_OF_SETS,
        forms.ITEM_LABELS,
        forms.LABEL_ITEMS,
        forms.PAIRS,
        *forms.ITEM_TABLES,
        forms.TENSORS,
        forms.PREDICTS,
    ),
    tried=True,
    public="labels",
)
INPUTS = SmallInputs(_clusterings)
