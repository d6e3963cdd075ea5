"""The ideal run, up to a rank: what it gains, and what is ideal."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.constraints.focused.vocabularies.credits import Parameters, gained, whole
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Construction, Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.focused.normalized_cumulated_gain import ideal_recall_base

_IDEAL = {"ideal": "ideal", "ignore": "none"}


def _asked(case: Case, p: Parameters) -> Parameters:
    """The parameters of the metric with the rank of the case."""
    return {**p, **case.parameters["output"], **_IDEAL}


def _gained(case: Case, p: Parameters) -> Fraction:
    return gained(case, "output", _asked(case, p))


def _whole(case: Case, p: Parameters) -> Fraction:
    return whole(case, _asked(case, p))


def _ideal_run(case: Case, p: Parameters) -> Organization:
    elements = ideal_recall_base(case.gold, p["base"], "none")
    return Organization.ranking(["/".join(element.steps) for element in elements])


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "G": Quantity("sum of the gains of the ranks up to that of the case, by the ideal recall base", given=_gained),
        "T": Quantity("sum of the ideal gains of these ranks", given=_whole),
    },
    facts=(
        Fact("T > 0", Mark.DEFINITION, "an element is relevant, and a rank is looked at"),
        Fact(
            "G - T = 0",
            Mark.ARITHMETIC,
            "ideal elements do not overlap, so that nothing is subtracted, and each gains its specificity",
        ),
    ),
    outputs={"ideal run": Construction("the ideal elements in decreasing order of gain", _ideal_run)},
)
