"""What renaming changes in sums over documents: nothing."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary

Points = tuple[tuple[Fraction, Fraction], ...]
"""The relevance and the score of each document."""


def _points(case: Case) -> tuple[Points, Points]:
    sides = (case.gold, case.outputs["one"]), (case.golds["other"], case.outputs["other"])
    one, other = (tuple((gold.numbers[d], output.numbers[d]) for d in sorted(gold.documents)) for gold, output in sides)
    return one, other


def _sum(points: Points) -> Fraction:
    return sum((abs(s - u) for u, s in points), Fraction(0))


def _high(points: Points) -> Fraction:
    return sum((max(s - u, Fraction(0)) for u, s in points), Fraction(0))


def _low(points: Points) -> Fraction:
    return sum((max(u - s, Fraction(0)) for u, s in points), Fraction(0))


_SAME = "the same numbers are added in another order"

VOCABULARY = Vocabulary(
    see=_points,
    quantities={
        "N": Quantity("documents", lambda c: len(c[0]), whole=True),
        "A": Quantity("sum of the distances of the scores from the relevance", lambda c: _sum(c[0])),
        "B": Quantity("the same under the other names", lambda c: _sum(c[1])),
        "O": Quantity("sum of what the scores are too high", lambda c: _high(c[0])),
        "P": Quantity("the same under the other names", lambda c: _high(c[1])),
        "U": Quantity("sum of what the scores are too low", lambda c: _low(c[0])),
        "V": Quantity("the same under the other names", lambda c: _low(c[1])),
    },
    facts=(
        Fact("N > 0", Mark.DEFINITION, "there is a document"),
        Fact("A - B = 0", Mark.ARITHMETIC, _SAME),
        Fact("O - P = 0", Mark.ARITHMETIC, _SAME),
        Fact("U - V = 0", Mark.ARITHMETIC, _SAME),
    ),
)
