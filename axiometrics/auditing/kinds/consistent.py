"""Claims that a paper prints twice: the figure of one place against that of another."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import Claim
from axiometrics.auditing.findings import Found, Outcome
from axiometrics.auditing.kind import Kind


def find(claim: Claim, cells: Cells) -> Found:
    """The figure of each other place."""
    try:
        outcomes = tuple(Outcome(place, figure, Fraction(figure) == Fraction(claim.published)) for place, figure in claim["elsewhere"].items())
    except (ValueError, ZeroDivisionError):
        raise claim.problem(f"elsewhere holds {', '.join(claim['elsewhere'].values())}: write figures") from None
    return Found(outcomes, "both figures as printed; nothing is computed")


KIND = Kind(
    name="consistent",
    meaning="whether the figure printed at `source` is the one printed `elsewhere`, by place",
    published=r"-?\d+(\.\d+)?",
    fields={"elsewhere": "object of texts"},
    find=find,
)
