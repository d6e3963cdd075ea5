"""Positive: one relevant document in a run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _rank(case: Case) -> int:
    return next(r for r, document in enumerate(of.ranked(case, "run"), 1) if document)


def _document(case: Case) -> of.Of:
    return of.ranked(case, "run")[_rank(case) - 1]


def _by_ideal(case: Case, p: of.Parameters) -> Any:
    grades = _document(case)
    return of.mean(case.gold, lambda i: grades.get(i, 0) / of.ideal(case.gold, i, p) if i in grades else of.ZERO)


def _stops(case: Case, p: of.Parameters) -> Fraction:
    grades = _document(case)
    return Fraction(of.mean(case.gold, lambda i: of.stop(case.gold, i, grades[i], p) if i in grades else of.ZERO))


def _shares(case: Case) -> Fraction:
    grades = _document(case)
    share = of.mean(case.gold, lambda i: Fraction(i in grades, of.relevant(case.gold, i)))
    return Fraction(share)


def _blended(case: Case, p: of.Parameters) -> Fraction:
    grades, rank, beta = _document(case), _rank(case), p["beta"]

    def ratio(i: str) -> Fraction:
        below = rank + beta * of.greatest_grades(case.gold, i, rank)
        share = (1 + beta * grades[i]) / below / of.relevant(case.gold, i) if i in grades else of.ZERO
        return Fraction(share)

    return Fraction(of.mean(case.gold, ratio))


_SUM = "it serves an intent, which adds a number above 0, and no intent adds one below 0"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "r": Quantity("the rank of the relevant document", _rank, whole=True),
        "n": Quantity("intents of the topic", lambda c: len(c.gold.intents), whole=True),
        "m": Quantity("intents that the document serves", lambda c: len(_document(c)), whole=True),
        "w": Quantity("the probability of the intents that it serves", lambda c: of.chance(c.gold, _document(c))),
        "G": Quantity("its global gain", lambda c: of.gain(c.gold, _document(c))),
        "H": Quantity("the sum of the r greatest global gains", lambda c: of.greatest_gain(c.gold, _rank(c))),
        "J": Quantity("the discounted sum of the ideal list by global gain", given=of.ideal_global),
        "I": Quantity("the discounted sum of the ideal list of alpha-nDCG", given=of.ideal_novelty),
        "M": Quantity("relevant documents, or the cut-off where it is smaller", given=of.most),
        "D": Quantity(
            "the grades of the document by the ideal DCG of their intents, weighted by probability", given=_by_ideal
        ),
        "E": Quantity("the chances of ERR to stop at it, weighted by probability", given=_stops),
        "A": Quantity(
            "one over the documents of each intent that it serves, weighted by probability", lambda c: _shares(c)
        ),
        "B": Quantity(
            "the blended ratio at its rank over the documents of each intent that it serves, weighted by probability",
            given=_blended,
        ),
    },
    facts=(
        Fact("r - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("m - 1 >= 0", Mark.DEFINITION, "it is relevant to some intent"),
        Fact("n - m >= 0", Mark.ARITHMETIC, "what it serves are intents of the topic"),
        Fact("w > 0", Mark.ARITHMETIC, _SUM, each=of.ABOVE_TERM),
        Fact("G > 0", Mark.ARITHMETIC, _SUM, each=of.ABOVE_TERM),
        Fact("H > 0", Mark.ARITHMETIC, "the greatest global gain is above 0"),
        Fact("J > 0", Mark.ARITHMETIC, "its first gain is above 0, and no discount is below 0"),
        Fact("I > 0", Mark.ARITHMETIC, "its first gain is 1 at least, and no discount is below 0"),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "there is a relevant document, and a cut-off is 1 at least"),
        Fact("D > 0", Mark.ARITHMETIC, _SUM, each=of.ABOVE_TERM),
        Fact("E > 0", Mark.ARITHMETIC, _SUM, each=of.ABOVE_TERM),
        Fact("A > 0", Mark.ARITHMETIC, _SUM, each=of.ABOVE_TERM),
        Fact("B > 0", Mark.ARITHMETIC, _SUM, each=of.ABOVE_TERM),
    ),
)
