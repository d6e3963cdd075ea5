"""How a metric of ordered classes is called: with the number of the class of each item, from 1 for the lowest."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature, SmallInputs
from axiometrics.tasks import forms, variations
from axiometrics.tasks.ordinal.counts import LEAST
from axiometrics.tasks.organizations import arrays

SMALL = (2, 3)
"""How many classes the small inputs have."""


def _items(gold: Organization) -> list[str]:
    return [item for _, _, item in gold.occurrences()]


def _plain(system: Organization, gold: Organization) -> list[Any]:
    numbers = ({item: i + 1 for i, _, item in side.occurrences()} for side in (gold, system))
    return [[side[item] for item in _items(gold)] for side in numbers]


def _numbered(n: int, chance: random.Random | None) -> Iterator[tuple[int, Sequence[int], Sequence[int]]]:
    """How many classes there are, and the classes of the gold and of the output."""
    if chance is not None:
        classes = chance.choice((*SMALL, 5))
        gold, output = ([chance.randint(1, classes) for _ in range(n)] for _ in range(2))
        yield classes, gold, output
        return
    for classes in SMALL:
        sides = list(product(range(1, classes + 1), repeat=n))
        for gold_side, output_side in product(sides, repeat=2):
            yield classes, gold_side, output_side


def _labels(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    seen = set()
    for _, gold, output in _numbered(n, chance):
        if (gold, output) not in seen if chance is None else True:
            seen.add((tuple(gold), tuple(output)))
            yield np.array(gold), np.array(output)


def _classifications(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    for classes, gold, output in _numbered(n, chance):
        yield _ordered(output, classes), _ordered(gold, classes)


def _ordered(numbers: Sequence[int], classes: int) -> Organization:
    return Organization([[f"d{i}"] for i, number in enumerate(numbers) if number == of] for of in range(1, classes + 1))


def _values(arguments: tuple[Any, ...]) -> tuple[Organization, Organization]:
    gold, output = (side.tolist() for side in arguments)
    classes = max(LEAST, *gold, *output)
    return _ordered(output, classes), _ordered(gold, classes)


def _reversed(call: list[Any]) -> list[Any]:
    gold, output = call
    both = [*gold, *output]
    return [gold, [max(both) + min(both) - number for number in output]]


CLASSES = Signature(
    "ordered-labels",
    "f(y_true, y_pred) with 1, 2, 3 and so on",
    (("y_true", "y_pred"),),
    _plain,
    arrays,
    inputs=SmallInputs(_labels),
    values=_values,
    variations=(variations.ORDER,),
    listed=_items,
    meaning=lambda plain, items: tuple(dict(zip(items, side, strict=True)) for side in plain),
    forms=(
        forms.LISTS,
        forms.ORDERED_MATRIX,
        forms.ORDERED_MATRIX_LISTS,
        *forms.DECISIONS_TABLES,
        forms.TENSORS,
        forms.PREDICTS,
    ),
    tried=True,
    on_request=True,
    meant={"the classes of the output are turned upside down": _reversed},
)
INPUTS = SmallInputs(_classifications)
"""All small golds of ordered classes with all their outputs."""
