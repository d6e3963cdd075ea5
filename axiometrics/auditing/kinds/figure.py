"""Claims on a figure that follows by arithmetic alone from other numbers in the paper."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.kinds.score import prints_as
from axiometrics.kernel.check_proof import ProofError, read_term


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The value of each expression. A decimal figure is compared after rounding, a fraction exactly."""
    written, printed = claim["expression"], claim.published
    outcomes = []
    for name, text in ({"": written} if isinstance(written, str) else written).items():
        value = _value(claim, text)
        agrees = value == Fraction(printed) if "/" in printed else prints_as(value, printed)
        outcomes.append(ReadingOutcome(name, str(value), agrees))
    expressions = "; ".join([written] if isinstance(written, str) else written.values())
    return KindFindings(tuple(outcomes), f"exact arithmetic: {expressions}")


def _value(claim: PublishedClaim, text: str) -> Fraction:
    try:
        value = read_term(text).value
    except ProofError as error:
        raise claim.problem(f"expression {shown(text)}: {error}") from None
    if value is None:
        raise claim.problem(f"expression {shown(text)} is not a number: write numbers, + - * / ** and parentheses")
    return value


KIND = ClaimKind(
    name="figure",
    meaning="whether a figure, or a fraction, is what an `expression` of numbers comes to, by reading",
    published=r"[0-9]*\.?[0-9]+(/[0-9]+)?",
    fields={"expression": "text or object of texts"},
    find=find,
)
