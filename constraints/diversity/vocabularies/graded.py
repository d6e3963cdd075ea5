"""Graded: two documents of the same intents stand at ranks r and r + 1, the better graded one first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _pair(case: Case) -> tuple[of.Of, of.Of]:
    rank = of.rank(case)
    first, second = of.ranked(case, "better")[rank - 1 : rank + 1]
    return first, second


def _more(case: Case) -> Fraction:
    high, low = _pair(case)
    return of.gain(case.gold, high) - of.gain(case.gold, low)


def _by_ideal(case: Case, p: of.Parameters) -> Any:
    high, low = _pair(case)
    return of.mean(
        case.gold, lambda i: (high[i] - low[i]) / of.ideal(case.gold, i, p) if high.get(i) != low.get(i) else of.ZERO
    )


def _stops(case: Case, p: of.Parameters) -> Fraction:
    (high, low), above = _pair(case), of.ranked(case, "better")[: of.rank(case) - 1]

    def of_intent(i: str) -> Fraction:
        looking = of.ONE
        for document in above:
            looking *= 1 - of.stop(case.gold, i, document[i], p) if i in document else 1
        stops = (of.stop(case.gold, i, grades[i], p) if i in grades else of.ZERO for grades in (high, low))
        first, second = stops
        return looking * (first - second)

    return Fraction(of.mean(case.gold, of_intent))


def _blended(case: Case, p: of.Parameters) -> Fraction:
    (high, low), rank, beta = _pair(case), of.rank(case), p["beta"]

    def ratio(i: str) -> Fraction:
        below = rank + beta * of.greatest_grades(case.gold, i, rank)
        return Fraction((high.get(i, 0) - low.get(i, 0)) / below / of.relevant(case.gold, i))

    return Fraction(of.mean(case.gold, ratio))


_SUM = "for one intent the upper grade is higher, and for none lower"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "r": Quantity("the rank of the upper document", of.rank, whole=True),
        "i": Quantity("the same, as proofs about discounts have it", of.rank, whole=True),
        "G": Quantity("how much greater the global gain of the upper document is", _more),
        "H": Quantity("the sum of the r greatest global gains", lambda c: of.greatest_gain(c.gold, of.rank(c))),
        "J": Quantity("the discounted sum of the ideal list by global gain", given=of.ideal_global),
        "M": Quantity("relevant documents, or the cut-off where it is smaller", given=of.most),
        "D": Quantity(
            "how much higher the upper grades are, by the ideal DCG of the intent, weighted by probability",
            given=_by_ideal,
        ),
        "E": Quantity(
            "how much greater the chance of ERR to stop at the upper document is, if none above stops, weighted by "
            "probability",
            given=_stops,
        ),
        "B": Quantity(
            "how much higher the upper grades are, over r plus beta times the r greatest grades of the intent and "
            "over its documents, weighted by probability",
            given=_blended,
        ),
    },
    facts=(
        Fact("r - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("i - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("r - i = 0", Mark.DEFINITION, "as i is meant"),
        Fact("G > 0", Mark.ARITHMETIC, _SUM, each=of.TERM),
        Fact("H > 0", Mark.ARITHMETIC, "the greatest global gain is above 0"),
        Fact("J > 0", Mark.ARITHMETIC, "its first gain is above 0, and no discount is below 0"),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "there is a relevant document, and a cut-off is 1 at least"),
        Fact("D > 0", Mark.ARITHMETIC, f"{_SUM}; ideal DCGs are above 0", each=of.TERM),
        Fact("E > 0", Mark.ARITHMETIC, f"{_SUM}; no chance to stop is 1", each=of.TERM),
        Fact("B > 0", Mark.ARITHMETIC, _SUM, each=of.TERM),
    ),
)
