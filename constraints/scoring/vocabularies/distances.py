"""Sums of distances: how far the scores of two outputs are from the relevance, and from each other."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from axiometrics.constraints.scoring.vocabularies.sketches import Scored, sums
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import number

Sides = tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]]
"""The relevance, and the scores of the first and of the second output, by the names of the documents."""


def _sides(case: Case) -> Sides:
    documents = sorted(case.gold.documents)
    first, second = case.outputs.values()
    u, s, t = (tuple(side.numbers[d] for d in documents) for side in (case.gold, first, second))
    return u, s, t


def _sum(left: tuple[Fraction, ...], right: tuple[Fraction, ...]) -> Fraction:
    return sum((abs(x - y) for x, y in zip(left, right, strict=True)), Fraction(0))


def _high(left: tuple[Fraction, ...], right: tuple[Fraction, ...]) -> Fraction:
    return sum((max(x - y, Fraction(0)) for x, y in zip(left, right, strict=True)), Fraction(0))


def _greatest(c: Sides) -> Fraction:
    return max(abs(x - y) for x, y in zip(c[1], c[2], strict=True))


_NEARER, _SUP = ("strict", "weak", "quarter", "any"), ("sup",)
_STABLE = ("mean", *_SUP)


def _sketches(reading: str) -> Iterator[Sketch]:
    first, second = Scored.of("first"), Scored.of("second")
    difference, greatest = number("C"), number("M")
    roles = ("one", "other") if reading in _STABLE else ("better", "worse")
    yield Sketch(
        {role: output.compared for role, output in zip(roles, (first, second), strict=True)},
        {
            "N": first.documents,
            "C": difference,
            "M": greatest,
            **sums(first, "A", "O", "U"),
            **sums(second, "B", "P", "V"),
        },
        bound={"mean": difference / first.documents, "sup": greatest}.get(reading, 0),
    )


VOCABULARY = Vocabulary(
    see=_sides,
    quantities={
        "N": Quantity("documents", lambda c: len(c[0]), whole=True),
        "A": Quantity(
            "sum of the distances of the first output's scores from the relevance", lambda c: _sum(c[1], c[0])
        ),
        "B": Quantity("the same of the second output", lambda c: _sum(c[2], c[0])),
        "O": Quantity("sum of what the first output's scores are too high", lambda c: _high(c[1], c[0])),
        "P": Quantity("the same of the second output", lambda c: _high(c[2], c[0])),
        "U": Quantity("sum of what the first output's scores are too low", lambda c: _high(c[0], c[1])),
        "V": Quantity("the same of the second output", lambda c: _high(c[0], c[2])),
        "C": Quantity("sum of the differences of the two scores of each document", lambda c: _sum(c[1], c[2])),
        "M": Quantity("greatest difference of the two scores of a document", _greatest),
    },
    facts=(
        Fact("N - 1 >= 0"),
        Fact("N > 0"),
        Fact("A >= 0", Mark.ARITHMETIC, "a sum of distances"),
        Fact("B >= 0", Mark.ARITHMETIC, "a sum of distances"),
        Fact(
            "B - A > 0",
            Mark.ARITHMETIC,
            "no distance of the first output is greater than that of the second, and one is smaller",
            _NEARER,
        ),
        Fact("A - B + C >= 0", Mark.ARITHMETIC, "document by document, |t - u| is at most |s - u| + |s - t|"),
        Fact("B - A + C >= 0", Mark.ARITHMETIC, "document by document, |s - u| is at most |t - u| + |s - t|"),
        Fact("O - P + C >= 0", Mark.ARITHMETIC, "document by document, t is too high by at most |s - t| more than s"),
        Fact("U - V + C >= 0", Mark.ARITHMETIC, "document by document, t is too low by at most |s - t| more than s"),
        Fact("N*M - C >= 0", Mark.ARITHMETIC, "none of the N differences is above the greatest", _SUP),
    ),
    sketches=_sketches,
)
