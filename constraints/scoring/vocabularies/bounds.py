"""How far a value is from the bound that a case demands: sums of distances, or what they lack to the greatest sum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


@dataclass(frozen=True)
class Bounded:
    """The score less the relevance of each document, and whether the greatest value is spoken of, or the least."""

    differences: tuple[Fraction, ...]
    above: bool


def _bounded(case: Case) -> Bounded:
    output = case.outputs["output"].numbers
    return Bounded(tuple(output[d] - u for d, u in case.gold.pairs), case.bound == 1)


def _room(counted: Callable[[Fraction], Fraction]) -> Callable[[Bounded], Fraction]:
    def room(c: Bounded) -> Fraction:
        total = sum(map(counted, c.differences), Fraction(0))
        return total if c.above else len(c.differences) - total

    return room


_OF_LEAST = "or N less that, where the demand is the least value"
_WHY = "a sum of N numbers, each from 0 to 1"

VOCABULARY = Vocabulary(
    see=_bounded,
    quantities={
        "N": Quantity("documents", lambda c: len(c.differences), whole=True),
        "A": Quantity(f"sum of the distances of the scores from the relevance, {_OF_LEAST}", _room(abs)),
        "O": Quantity(f"the same of scores that are too high, {_OF_LEAST}", _room(lambda x: max(x, Fraction(0)))),
        "U": Quantity(f"the same of scores that are too low, {_OF_LEAST}", _room(lambda x: max(-x, Fraction(0)))),
    },
    facts=(
        Fact("N > 0", Mark.DEFINITION, "there is a document"),
        Fact("A >= 0", Mark.ARITHMETIC, _WHY),
        Fact("O >= 0", Mark.ARITHMETIC, _WHY),
        Fact("U >= 0", Mark.ARITHMETIC, _WHY),
    ),
)
