"""Claims on which of two runs a metric prefers, where a table lost its alignment: in every alignment, or in some."""

from __future__ import annotations

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.studies.sakai2010.alignments import DIFFERENCES, TABLES, preference

RUNS = ("MSDiv2", "MSRAACSF")


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Whether the preference holds in every alignment, and whether in some."""
    if claim["topic"] not in map(str, TABLES):
        raise claim.problem(f"topic {claim['topic']!r} is none of {', '.join(map(str, TABLES))}")
    if claim["measure"] not in DIFFERENCES:
        raise claim.problem(f"measure {claim['measure']!r} is none of {', '.join(DIFFERENCES)}")
    found = preference(TABLES[int(claim["topic"])], claim["measure"], claim.published == RUNS[1])
    outcomes = (
        ReadingOutcome("every alignment", found.word, found.word == "holds always"),
        ReadingOutcome("some alignment", found.word, found.word != "impossible"),
    )
    counted = (
        f"{found.alignments} alignments: preferred in {found.always} whatever else is relevant, in {found.never} never"
    )
    return KindFindings(outcomes, counted)


KIND = ClaimKind(
    name="alignment",
    meaning="which run `measure` prefers on a `topic` of Sakai et al. 2010, over every alignment of its table",
    published="MSDiv2|MSRAACSF",
    fields={"topic": "text", "measure": "text"},
    find=find,
)
