"""Claims that a paper prints twice: the figure of one place against that of another."""

from __future__ import annotations

import re
from fractions import Fraction

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import Claim, shown
from axiometrics.auditing.findings import Found, Outcome
from axiometrics.auditing.kind import DIGITS, Kind

FIGURE = r"-?[0-9]+(\.[0-9]+)?"


def find(claim: Claim, cells: Cells) -> Found:
    """The figure of each other place."""
    for figure in claim["elsewhere"].values():
        if not re.fullmatch(FIGURE, figure) or re.search(f"[0-9]{{{DIGITS + 1}}}", figure):
            raise claim.problem(f"elsewhere holds {shown(figure)}: write figures, of up to {DIGITS} digits")
    outcomes = tuple(
        Outcome(place, figure, Fraction(figure) == Fraction(claim.published))
        for place, figure in claim["elsewhere"].items()
    )
    return Found(outcomes, "both figures as printed; nothing is computed", printed=True)


KIND = Kind(
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
