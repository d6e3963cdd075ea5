"""Relevant descendants of an ideal element: what they gain together, and what the element gains alone."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.constraints.focused.vocabularies.credits import WHOLE, WHOLE_FACT, Parameters, gained
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _more(case: Case, p: Parameters) -> Fraction:
    return gained(case, "better", p, ideal="ideal") - gained(case, "worse", p, ideal="ideal")


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        **WHOLE,
        "W": Quantity(
            "gain of the ideal element alone less that of its descendants, by the ideal recall base", given=_more
        ),
    },
    facts=(
        WHOLE_FACT,
        Fact(
            "W >= 0",
            Mark.ARITHMETIC,
            "the element gains its specificity I, and is the only ideal element on the path of each descendant. As "
            "printed, m descendants gain the lesser of I and g_m, and for each one above the last the lesser of I and "
            "g_j less (m - j) g_j, which is not above 0. With min inside they gain at most I until the sum of their "
            "specificities exceeds I, and nothing above 0 after that; with no gain below 0, each gains what is "
            "left of I at most",
        ),
    ),
)
