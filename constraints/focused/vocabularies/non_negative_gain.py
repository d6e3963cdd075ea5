"""One more element at the end of a run: what it gains."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.constraints.focused.vocabularies.credits import WHOLE, WHOLE_FACT, Parameters, gained, never_below
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.element_runs import run_elements


def _last(case: Case, p: Parameters) -> Fraction:
    instead = never_below(p)
    return gained(case, "better", p, **instead) - gained(case, "worse", p, **instead)


def _specificity(case: Case, p: Parameters) -> Fraction:
    return run_elements(case.outputs["better"], case.gold, "none")[-1].spec


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        **WHOLE,
        "g": Quantity("gain of the last element, where no gain is below 0", given=_last),
        "s": Quantity("specificity of the last element", given=_specificity),
    },
    facts=(
        WHOLE_FACT,
        Fact("g >= 0", Mark.DEFINITION, "the gains above stay as they are, and no gain is below 0"),
        Fact("s >= 0", Mark.DEFINITION, "a share of characters"),
    ),
)
