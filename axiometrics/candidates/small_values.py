"""Small golds and system outputs of a task, on which a user's metric is tried before it is judged."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from axiometrics.core.signature import SmallInputs
from axiometrics.core.task import task as task_of

LONGEST = 16
"""The greatest number of documents of the random inputs, where no greater number is asked for."""

Pair = tuple[Any, ...]
"""A system output and its gold."""


def values(task: str, traits: frozenset[str], drawn: int, longest: Sequence[int], seed: int) -> Iterator[Pair]:
    """Yield system outputs with their golds: first all small ones, by their number of documents, then `drawn` random
    ones, and then a random one of each of the `longest` numbers of documents.
    """
    small = task_of(task).inputs or of_world(task)
    for n in range(1, small.size + 1):
        yield from small.make(n, traits, None)
    chance = random.Random(seed)
    for n in [*sorted(chance.randint(4, LONGEST) for _ in range(drawn)), *longest]:
        yield from small.make(n, traits, chance)


def of_world(task: str) -> SmallInputs:
    """The golds and outputs of the plain world. None of them is drawn at random."""

    def make(n: int, traits: frozenset[str], chance: random.Random | None) -> Iterator[Pair]:
        worlds = task_of(task).worlds[:1] if chance is None else ()
        for world in worlds:
            for outputs in world.outputs(n, False):
                yield from ((outputs.output(k), outputs.gold) for k in range(len(outputs)))

    return SmallInputs(make)
