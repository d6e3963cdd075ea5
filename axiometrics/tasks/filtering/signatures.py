"""How a metric of filterings is called: with 1 or 0 for each document in the gold and in the system output. Where there
are more than two classes, each is called with a number, from 0 for the last.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
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
    last = max(1, len(gold.levels) - 1, len(system.levels) - 1)
    numbers = ({d: last - i for i, _, d in organization.occurrences()} for organization in (gold, system))
    return [[number.get(d, 0) for d in documents] for number in numbers]


def _decisions(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    sides = (
        product(product((0, 1), repeat=n), repeat=2)
        if chance is None
        else iter([tuple(tuple(chance.randint(0, 1) for _ in range(n)) for _ in range(2))])
    )
    for gold, system in sides:
        yield np.array(gold), np.array(system)


def _filterings(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[tuple[Any, ...]]:
    for arguments in _decisions(n, traits, chance):
        yield _values(arguments)


def _values(arguments: tuple[Any, ...]) -> tuple[Organization, Organization]:
    last = max(1, *(int(side.max(initial=0)) for side in arguments))
    gold, system = (
        Organization([[f"d{i}"] for i, y in enumerate(side) if y == of] for of in range(last, -1, -1))
        for side in arguments
    )
    return system, gold


CLASSIFICATION = Signature(
    "classification",
    "f(y_true, y_pred) with 0/1",
    (("y_true", "y_pred"),),
    _plain,
    arrays,
    inputs=SmallInputs(_decisions),
    values=_values,
    variations=(variations.ORDER,),
    listed=_documents,
    meaning=lambda plain, documents: tuple(dict(zip(documents, side, strict=True)) for side in plain),
    forms=(
        forms.LISTS,
        forms.TABLE,
        forms.TABLE_UPPER,
        forms.MATRIX,
        forms.MATRIX_LISTS,
        forms.MATRIX_POSITIVE_FIRST,
        *forms.DECISIONS_TABLES,
        forms.TENSORS,
        forms.PREDICTS,
    ),
    tried=True,
    public="decisions",
    meant={
        "the decisions of the output are all reversed": lambda call: [call[0], [1 - decision for decision in call[1]]],
        "the classes of the gold are exchanged": lambda call: [[1 - label for label in call[0]], call[1]],
    },
)
INPUTS = SmallInputs(_filterings)
