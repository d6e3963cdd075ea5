"""Small inputs for a user's metric: all inputs up to a size, smallest first, then random ones, then a few long ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from axiometrics.candidates.declaration import Declaration
from axiometrics.candidates.laws.calls import Arguments
from axiometrics.candidates.small_values import LONGEST, of_world
from axiometrics.core.task import task as task_of
from axiometrics.registry.tasks import signature

RANDOM = 100
"""The number of random inputs beyond the enumerated ones."""


def inputs(declared: Declaration, task: str, seed: int = 0) -> Iterator[Arguments]:
    """Yield the arguments of every small input of a signature, those with fewer documents first, then random ones,
    which are the same for the same seed, and then the long ones that the signature declares.

    For a signature that passes the values of a task unchanged, these are the small inputs of the task.
    """
    assert declared.signature is not None
    small = signature(declared.signature).inputs or task_of(task).inputs or of_world(task)
    for n in range(1, small.size + 1):
        yield from small.make(n, declared.traits, None)
    chance = random.Random(seed)
    for n in sorted(chance.randint(4, LONGEST) for _ in range(RANDOM)):
        yield from small.make(n, declared.traits, chance)
    for n in small.long:
        yield from small.make(n, declared.traits, None)
