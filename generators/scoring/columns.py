"""A case of scorings as columns of numbers, one row a document: what the constraints look at."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from axiometrics.core.case import Case
from axiometrics.core.scores import Relevance, Scores

HALF = Fraction(1, 2)
REFUSED = "gold and outputs have numbers for different documents"


class NumberColumns(NamedTuple):
    """The relevance and the scores of some roles, in the order of the documents' names."""

    u: tuple[Fraction, ...]
    s: tuple[Fraction, ...]
    t: tuple[Fraction, ...]

    def distances(self, column: tuple[Fraction, ...]) -> list[Fraction]:
        """How far each score is from the relevance."""
        return [abs(x - u) for x, u in zip(column, self.u, strict=True)]


def is_scoring(case: Case) -> bool:
    """Whether the golds are relevances, and the outputs scores."""
    golds, outputs = (case.gold, *case.golds.values()), case.outputs.values()
    firsts = [side[0] if isinstance(side, tuple) and side else side for side in (*golds, *outputs)]
    kinds = [Relevance] * len(golds) + [Scores] * len(outputs)
    return all(map(isinstance, firsts, kinds))


def columns(case: Case, first: str, second: str = "") -> NumberColumns | None:
    """The numbers of a case whose outputs score the documents of the gold; None for another case."""
    if not is_scoring(case):
        return None
    documents = sorted(case.gold.documents)
    if not {first, second or first} <= case.outputs.keys():
        return None
    outputs = [case.outputs[role] for role in (first, second or first)]
    sides = [side[0] if isinstance(side, tuple) else side for side in outputs]
    if not documents or case.golds or any(side.documents != case.gold.documents for side in sides):
        return None
    return NumberColumns(*(tuple(side.numbers[d] for d in documents) for side in (case.gold, *sides)))


def mean(numbers: list[Fraction]) -> Fraction:
    """The mean of the numbers."""
    return sum(numbers, Fraction(0)) / len(numbers)
