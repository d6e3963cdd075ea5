"""A case of scorings as columns of numbers, one row a document: what the constraints look at."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from axiometrics.core.case import Case

HALF = Fraction(1, 2)
REFUSED = "gold and outputs have numbers for different documents"


class Columns(NamedTuple):
    """The relevance and the scores of some roles, in the order of the documents' names."""

    u: tuple[Fraction, ...]
    s: tuple[Fraction, ...]
    t: tuple[Fraction, ...]

    def distances(self, column: tuple[Fraction, ...]) -> list[Fraction]:
        """How far each score is from the relevance."""
        return [abs(x - u) for x, u in zip(column, self.u, strict=True)]


def columns(case: Case, first: str, second: str = "") -> Columns | None:
    """The numbers of a case whose outputs score the documents of the gold; None for another case."""
    documents = sorted(case.gold.documents)
    given = [case.outputs[role] for role in (first, second or first)]
    sides = [side[0] if isinstance(side, tuple) else side for side in given]
    if not documents or case.golds or any(side.documents != case.gold.documents for side in sides):
        return None
    return Columns(*(tuple(side.numbers[d] for d in documents) for side in (case.gold, *sides)))


def mean(numbers: list[Fraction]) -> Fraction:
    """Their mean."""
    return sum(numbers, Fraction(0)) / len(numbers)
