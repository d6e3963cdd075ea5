"""One relevant element: its specificity beside those of the full recall base."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.element_runs import relevant_elements, run_elements

Gains = tuple[Fraction, list[Fraction]]
"""The specificity of the element, and those of all relevant elements."""


def _gains(case: Case) -> Gains:
    (element,) = run_elements(case.outputs["output"], case.gold, "none")
    return element.spec, [relevant.spec for relevant in relevant_elements(case.gold, "none")]


VOCABULARY = Vocabulary(
    see=_gains,
    quantities={
        "g": Quantity("specificity of the element", lambda c: c[0]),
        "h": Quantity("greatest specificity of a relevant element", lambda c: max(c[1])),
        "T": Quantity("sum of the specificities of all relevant elements", lambda c: sum(c[1], Fraction(0))),
        "n": Quantity("relevant elements", lambda c: len(c[1]), whole=True),
    },
    facts=(
        Fact("g > 0", Mark.DEFINITION, "the element has highlighted text"),
        Fact("h > 0", Mark.ARITHMETIC, "the element is one of the relevant ones"),
        Fact("T > 0", Mark.ARITHMETIC, "the element is one of the relevant ones, and no specificity is below 0"),
        Fact("n - 1 >= 0", Mark.ARITHMETIC, "the element is one of the relevant ones"),
    ),
)
