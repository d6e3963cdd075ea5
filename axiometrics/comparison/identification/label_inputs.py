"""The inputs of more than two labels on which a function of (y_true, y_pred) is tried.

Every input of a few items with the labels 0 to 3 is tried, up to the order of the items: a function that confuses two
labels, or leaves one out, differs from the definition there. Larger inputs are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from axiometrics.candidates.containment.call import CallForm
from axiometrics.comparison.inputs import Input, InputBlock, Searched
from axiometrics.comparison.label_counts import LABELS as LABELS
from axiometrics.comparison.label_counts import SEVERAL, label_counts
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs, World
from axiometrics.registry.tasks import signature
from axiometrics.tasks.filtering import DECIDED

SIGNATURE = "classification"
"""The signature of the functions that are called with labels."""

MANY = 100
"""The number of labels of the drawn inputs with many labels."""

BLOCK = 512
"""The number of inputs that are scored together."""


def _outputs(documents: int, closed: bool) -> Iterator[Outputs]:
    return iter(())


WORLD = World("labels", _outputs, LABELS, LABELS, LABELS, LABELS, "inputs with more than two labels", SEVERAL)
"""The world of these inputs, under whose name reports list them. `searched` makes the inputs, since no gold has a stack
of outputs here.
"""


def serves(task: str, how: CallForm) -> bool:
    """Whether a call takes lists of labels, of which there may be more than two. A table of counts has only two."""
    return task in DECIDED and how.signature == SIGNATURE and signature(SIGNATURE).named(how.form) != "table"


def searched(size: int | None) -> Searched:
    """Every input with more than two labels, up to the order of its items; inputs with the fewest items come first."""
    last = min(size or LABELS, LABELS)
    return Searched(WORLD, last, [block for items in range(1, last + 1) for block in _every(items)])


@lru_cache(maxsize=LABELS)
def _every(items: int) -> tuple[InputBlock, ...]:
    kinds = [(i, j) for i in range(LABELS) for j in range(LABELS)]
    pairs = [list(labelled) for labelled in combinations_with_replacement(kinds, items) if max(map(max, labelled)) > 1]
    return tuple(block("world", pairs[start : start + BLOCK]) for start in range(0, len(pairs), BLOCK))


def drawn(items: int, labels: int, chance: random.Random) -> InputBlock:
    """A drawn input of this number of items, about half of them labelled rightly."""
    gold = [chance.randrange(labels) for _ in range(items)]
    return block("drawn", [[(y, y if chance.random() < 0.5 else chance.randrange(labels)) for y in gold]])


def block(kind: str, inputs: Sequence[Sequence[tuple[int, int]]]) -> InputBlock:
    """A block of inputs, each given as the labels of its items in the gold and in the output."""
    made = list(map(_input, inputs))
    return InputBlock(kind, SEVERAL, made, counts=label_counts([example.call for example in made]))


def _input(pairs: Sequence[tuple[int, int]]) -> Input:
    """An input with its call. As organizations, its sides have a level for each label, the greatest label first."""
    sides = [list(side) for side in zip(*pairs, strict=True)]
    top = max(map(max, sides))
    gold, output = (
        Organization([[[f"d{i}"] for i, y in enumerate(side) if y == label] for label in range(top, -1, -1)])
        for side in sides
    )
    return Input(output, gold, len(pairs), sides)


def distinct(example: Input) -> int:
    """The number of labels that occur in an input."""
    return len({label for side in example.call for label in side})
