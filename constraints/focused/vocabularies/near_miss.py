"""One relevant element: what the ideal element on its path gives for it."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.constraints.focused.vocabularies.credits import WHOLE, WHOLE_FACT, Parameters, gained
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _gain(case: Case, p: Parameters) -> Fraction:
    return gained(case, "output", p, base="shortest")


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        **WHOLE,
        "g": Quantity(
            "gain of the element: the lesser of its specificity and that of an ideal element on its path, the shortest "
            "of overlapping ones being ideal",
            given=_gain,
        ),
    },
    facts=(
        WHOLE_FACT,
        Fact(
            "g > 0",
            Mark.ARITHMETIC,
            "on each relevant path an element is picked, and if it is dropped, for one above it on the same path; so "
            "an ideal element is on the path, and both have highlighted text",
        ),
    ),
)
