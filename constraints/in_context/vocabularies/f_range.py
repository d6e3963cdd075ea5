"""The F-score of one article."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.in_context.generalized_precision import text_f


def _f(case: Case) -> Fraction:
    return text_f(case.outputs["output"], case.gold) or Fraction(0)


VOCABULARY = Vocabulary(
    see=_f,
    quantities={"F": Quantity("the F-score of the article", lambda c: c)},
    facts=(
        Fact("F >= 0", Mark.DEFINITION, "a share of characters"),
        Fact(
            "1 - F >= 0",
            Mark.ARITHMETIC,
            "without overlap the highlighted text retrieved is part of the text retrieved and of the highlighted text",
        ),
    ),
)
