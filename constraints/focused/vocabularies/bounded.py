"""Bounded: the gains of a run, or what they lack to the ideal gains, where the demand is the greatest value."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.constraints.focused.vocabularies.credits import (
    WHOLE,
    WHOLE_FACT,
    Parameters,
    gained,
    never_below,
    whole,
)
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.element_runs import limit, run_elements


def _room(case: Case, p: Parameters) -> Fraction:
    own = gained(case, "output", p, **never_below(p))
    return whole(case, p) - own if case.bound == 1 else own


def _specific(case: Case, p: Parameters) -> Fraction:
    run = run_elements(case.outputs["output"], case.gold, p["ignore"])[: limit(p["k"])]
    own = sum((element.spec for element in run), Fraction(0))
    return whole(case, {**p, "ideal": "full"}) - own if case.bound == 1 else own


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        **WHOLE,
        "G": Quantity(
            "gains of the ranks looked at, none below 0, or T less that, where the demand is the greatest value",
            given=_room,
        ),
        "S": Quantity(
            "specificities of the ranks looked at, or what they lack to the greatest ones, where the demand is the "
            "greatest value",
            given=_specific,
        ),
    },
    facts=(
        WHOLE_FACT,
        Fact(
            "G >= 0",
            Mark.ARITHMETIC,
            "each gain is of one ideal element, and at most what the gains before it have left of that element; so k "
            "results gain at most the specificities of k ideal elements, of which the ideal run has the greatest",
        ),
        Fact(
            "S >= 0",
            Mark.ARITHMETIC,
            "k results have at most the specificities of k relevant elements, of which the ideal run has the greatest",
        ),
    ),
)
