"""The gains that nxCG gives for results: Eq. 8 in a reading, and the sum by which the gains are divided."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity
from axiometrics.definitions.element_runs import limit, relevant_elements
from axiometrics.definitions.focused.normalized_cumulated_gain import ideal_recall_base, nxcg

Parameters = Mapping[str, Any]


def whole(case: Case, p: Parameters) -> Fraction:
    """The sum of the ideal gains of the ranks looked at."""
    if p["ideal"] == "full":
        gains = sorted((element.spec for element in relevant_elements(case.gold, p["ignore"])), reverse=True)
    else:
        gains = [element.spec for element in ideal_recall_base(case.gold, p["base"], p["ignore"])]
    return sum(gains[: limit(p["k"])], Fraction(0))


def gained(case: Case, role: str, p: Parameters, **instead: Any) -> Fraction:
    """The sum of the gains of the ranks looked at; `instead` are other values of parameters."""
    values = {**p, **instead}
    score = nxcg(case.outputs[role], case.gold, **values)
    return Fraction(0) if score is None else score * whole(case, values)


def never_below(p: Parameters) -> dict[str, str]:
    """The reading of Eq. 8 in which no gain is below 0: that of the parameters, or else `credited`."""
    return {"gain": p["gain"] if p["gain"] == "clamped" else "credited"}


WHOLE = {"T": Quantity("sum of the ideal gains of the ranks looked at", given=whole)}
WHOLE_FACT = Fact("T > 0", Mark.DEFINITION, "an element is relevant, and a rank is looked at: else the value is 0/0")
