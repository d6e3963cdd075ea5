"""Free golds and outputs of scoring: numbers on the grids and off them, for any documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import TypeVar

from axiometrics.core.scores import Numbers, Relevance, Scores
from tests.verification.statements.harness import CHANGES, UNLISTED, WORLDS, World

NUMBERS = [Fraction(text) for text in ("0", "1/4", "1/3", ".49", "1/2", ".51", "3/4", "1", "1/125", ".2549")]
"""Some on the grid of quarters, some on the fine one, some on neither."""

N = TypeVar("N", bound=Numbers)


def scoring_worlds() -> Iterator[World]:
    """Golds and outputs of up to two documents, and outputs of others."""
    for names in (("a",), ("a", "b")):
        columns = [tuple(zip(names, row, strict=True)) for row in product(NUMBERS, repeat=len(names))]
        fixed = [Scores(()), Scores.parse("a:1 c:1/2"), Scores.parse("c:1/2")]
        for column in columns:
            yield Relevance(column), [*map(Scores, columns), *fixed]


def changed_numbers(of: N, documents: Sequence[str], chance: Random) -> N:
    """Numbers of which one is another, or all are, or two documents' are exchanged, or a document more or less."""
    numbers, names = dict(of.numbers), sorted(of.documents)
    what = chance.randrange(5)
    if what == 0 or not names:
        numbers[chance.choice([*documents, "new"])] = chance.choice(NUMBERS)
    elif what == 1:
        numbers.pop(chance.choice(names))
    elif what == 2:
        first, second = chance.choice(names), chance.choice(names)
        numbers[first], numbers[second] = numbers[second], numbers[first]
    elif what == 3:
        constant = chance.choice(NUMBERS)
        numbers = dict.fromkeys(names, constant)
    else:
        numbers[chance.choice(names)] = Fraction(chance.randint(0, 24), 24)
    return type(of)(tuple(numbers.items()))


CHANGES |= {Scores: changed_numbers, Relevance: changed_numbers}
WORLDS["scoring"] = scoring_worlds
UNLISTED.add("scoring")
