"""No double discount: d is added at rank r to a run, and to the same run with one more document, e, of its
intent above r.
"""

from __future__ import annotations

from fractions import Fraction

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case, first_difference
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _place(case: Case, first: str, second: str) -> int:
    return first_difference(of.ranked(case, first), of.ranked(case, second))


def _rank(case: Case) -> int:
    return _place(case, "A_with_d", "A")


def _other(case: Case) -> of.Of:
    return of.ranked(case, "B")[_place(case, "B", "A") - 1]


def _intent(case: Case) -> str:
    """The intent of d; e may serve others, too."""
    return next(iter(of.ranked(case, "A_with_d")[_rank(case) - 1]))


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "r": Quantity("the rank at which d is added", _rank, whole=True),
        "p": Quantity("the probability of its intent", lambda c: c.gold.probabilities[_intent(c)]),
        "g": Quantity("the grade of e", lambda c: _other(c)[_intent(c)], whole=True),
        "G": Quantity("the global gain of e", lambda c: of.gain(c.gold, _other(c))),
        "c": Quantity("documents of the intent", lambda c: of.relevant(c.gold, _intent(c)), whole=True),
        "C": Quantity(
            "the sum of its r greatest grades",
            lambda c: Fraction(of.greatest_grades(c.gold, _intent(c), _rank(c))),
        ),
        "H": Quantity("the sum of the r greatest global gains", lambda c: of.greatest_gain(c.gold, _rank(c))),
        "M": Quantity("relevant documents, or the cut-off where it is smaller", given=of.most),
    },
    facts=(
        Fact("r - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("p > 0", Mark.DEFINITION, "probabilities are above 0"),
        Fact("g - 1 >= 0", Mark.DEFINITION, "grades begin at 1"),
        Fact("G > 0", Mark.ARITHMETIC, "the probability of an intent times a grade"),
        Fact("c - 1 >= 0", Mark.DEFINITION, "e is one"),
        Fact("C > 0", Mark.ARITHMETIC, "grades begin at 1"),
        Fact("H > 0", Mark.ARITHMETIC, "the greatest global gain is above 0"),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "there is a relevant document, and a cut-off is 1 at least"),
    ),
)
