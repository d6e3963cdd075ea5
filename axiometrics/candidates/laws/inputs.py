"""Small inputs of a user's metric: every one up to a size, smallest first, then random ones, then a few long ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from axiometrics.candidates import Declaration
from axiometrics.candidates.laws.calling import Arguments
from axiometrics.core.signature import SmallInputs
from axiometrics.core.task import task as task_of
from axiometrics.registry.tasks import signature

RANDOM, LONGEST = 100, 16
"""Random inputs beyond the enumerated ones, and the documents they go to."""


def inputs(declared: Declaration, task: str, seed: int = 0) -> Iterator[Arguments]:
    """The arguments of every small input of a signature, those with fewer documents first, then random ones, the same
    for the same seed, then the long ones that the signature declares.

    A signature that passes the values of a task as they are takes the small inputs of the task.
    """
    assert declared.signature is not None
    small = signature(declared.signature).inputs or task_of(task).inputs or _of_world(task)
    for n in range(1, small.size + 1):
        yield from small.make(n, declared.traits, None)
    chance = random.Random(seed)
    for n in sorted(chance.randint(4, LONGEST) for _ in range(RANDOM)):
        yield from small.make(n, declared.traits, chance)
    for n in small.long:
        yield from small.make(n, declared.traits, None)


def _of_world(task: str) -> SmallInputs:
    """The golds and outputs of the plain world, of which none is drawn at random."""

    def make(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[Arguments]:
        worlds = task_of(task).worlds[:1] if chance is None else ()
        for outputs in (one for world in worlds for one in world.outputs(n, False)):
            yield from ((outputs.output(k), outputs.gold) for k in range(len(outputs)))

    return SmallInputs(make)
