"""Claims on a figure that a paper prints twice: the figure at one place is compared with that at another."""

from __future__ import annotations

import re
from fractions import Fraction

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import DIGITS, ClaimKind

FIGURE = r"-?[0-9]+(\.[0-9]+)?"
"""The form of a figure. Figures are compared as exact decimals, so other forms (exponents, fractions) are refused."""


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Compare the published figure with the figure at each other place."""
    for figure in claim["elsewhere"].values():
        if not re.fullmatch(FIGURE, figure) or re.search(f"[0-9]{{{DIGITS + 1}}}", figure):
            raise claim.problem(f"elsewhere holds {shown(figure)}: write figures, of up to {DIGITS} digits")
    outcomes = tuple(
        ReadingOutcome(place, figure, Fraction(figure) == Fraction(claim.published))
        for place, figure in claim["elsewhere"].items()
    )
    return KindFindings(outcomes, "both figures as printed; nothing is computed", printed=True)


KIND = ClaimKind(
    name="consistent",
    meaning="whether the figure printed at `source` is the one printed `elsewhere`, by place",
    published=FIGURE,
    fields={"elsewhere": "object of texts"},
    find=find,
    rules=lambda: {
        "allOf": [
            {
                "properties": {
                    "elsewhere": {
                        "additionalProperties": {
                            "pattern": f"^({FIGURE})$",
                            "not": {"pattern": f"[0-9]{{{DIGITS + 1}}}"},
                        }
                    }
                }
            }
        ]
    },
)
