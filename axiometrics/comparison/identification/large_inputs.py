"""Drawn inputs that grow tenfold. They are needed because a metric that counts in 32 bits differs from its definition
only on large inputs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np

from axiometrics.comparison.identification import label_inputs
from axiometrics.comparison.inputs import InputBlock, drawn_block, drawn_pair
from axiometrics.core.signature import Signature
from axiometrics.core.task import Task

STEPS = (100, 1000, 10_000, 100_000)
"""The numbers of items of these inputs."""

MANY = 100
"""The number of clusters of the inputs with many clusters."""

SECONDS = 1.0
"""The seconds that one call may take. Inputs stop growing where the next call is expected to take longer."""


def large_blocks(
    task: Task, signatures: Sequence[Signature], closed: bool, labelled: bool, items: int, chance: random.Random
) -> Iterator[InputBlock]:
    """A few inputs of this number of items, with few clusters or labels, and with many where a call names clusters or
    labels.
    """
    pair = drawn_pair(task, "", items, 0, chance) if task.inputs is not None else None
    if pair is not None:
        yield drawn_block(task, pair, "", closed, signatures)
    if signatures and all(_names_clusters(signature) for signature in signatures):
        labels = tuple(np.array([chance.randrange(MANY) for _ in range(items)]) for _ in range(2))
        many = signatures[0].values(labels)
        if many is not None:
            yield drawn_block(task, many, "", closed, signatures)
    if labelled:
        yield from (label_inputs.drawn(items, labels, chance) for labels in (label_inputs.LABELS, label_inputs.MANY))


def _names_clusters(signature: Signature) -> bool:
    return signature.inputs is not None and any(variation.name == "label-names" for variation in signature.variations)


def next_takes(seconds: float, before: float) -> float:
    """The seconds that a call is expected to take with ten times as many items, estimated from its time with these
    items and with a tenth of them.

    >>> next_takes(0.02, 0.002), next_takes(0.2, 0.002)
    (0.2, 20.0)
    """
    growth = round(seconds / before, 6) if before > 0.001 else 10.0
    return seconds * max(10.0, growth)
