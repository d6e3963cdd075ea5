"""An audit as a document: each claim with the results in every reading."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from axiometrics.auditing.claims import BASES
from axiometrics.core.cell import Counterexample, Relation
from axiometrics.core.documents import Count, Document, Name
from axiometrics.core.saved_document import SavedDocument

CONTRADICTED, ITSELF, DEPENDS = "contradicted", "the paper contradicts itself", "depends on the reading"
HERE_ONLY, UNDECIDED, AGREES = "agrees in this reading only", "undecided", "agrees"

VERDICTS = (CONTRADICTED, ITSELF, DEPENDS, HERE_ONLY, UNDECIDED, AGREES)
"""The verdicts of an audit, in the order in which it shows them: verdicts against the paper come first."""


class EvidenceBrief(Document, frozen=True):
    """The evidence of a cell, without the steps of a proof."""

    kind: Name
    cases: Count
    size: Count | None
    minimal: bool | None
    detail: dict[str, Any]


class AuditedCell(Document, frozen=True):
    """A cell in the form of the matrix, without the fields that only a matrix has."""

    task: Name
    metric: Name
    constraint: Name
    reading: Name
    holds: bool | None
    relation: Relation | None
    counterexample: Counterexample | None
    message: str
    evidence: EvidenceBrief


class AuditedClaim(Document, frozen=True):
    """A claim with its result.

    Attributes
    ----------
    source, basis : the place in the paper, and whether it is prose, a mark or an inference
    completed : the words of the claim that are not those of the paper; empty where there are none
    computed, readings : the outcome of the default reading, and of each reading, the default one first
    verdict : the verdicts as `findings.Finding.verdict` defines them
    conclusive : whether the verdict rests only on proofs, counterexamples and exact computations
    agreeing, unjudged, searched : the readings that agree, could not be judged, or rest on a search that ended at some
        size
    cells, table : the cells of the claim, and rows of a small table, the headings first
    study : the study, or the file, of the claim; ids are unique within it
    """

    id: str
    kind: str
    source: str
    basis: Annotated[str, Meta(extra_json_schema={"enum": list(BASES)})]
    claim: str
    published: str
    computed: str
    verdict: Annotated[str, Meta(extra_json_schema={"enum": list(VERDICTS)})]
    conclusive: bool
    readings: Annotated[dict[str, str], Meta(min_length=1)]
    agreeing: list[str]
    unjudged: list[str]
    searched: list[str]
    evidence: Name
    cells: list[AuditedCell]
    table: list[list[str]]
    completed: str = ""
    study: Name | UnsetType = UNSET


RENAMED = {
    "itself": ITSELF,
    "depends": DEPENDS,
    "here_only": HERE_ONLY,
}
"""The verdicts that are not names in Python, by the field that counts them."""


class ClaimCounts(Document, frozen=True, rename=RENAMED, kw_only=True):
    """The number of claims by verdict."""

    contradicted: Count
    itself: Count
    depends: Count
    here_only: Count
    undecided: Count
    agrees: Count


class AuditDocument(SavedDocument, frozen=True):
    """The document that `axiometrics audit --format json` writes."""

    schema: Literal["axiometrics/audit/1"]
    claims: Annotated[list[AuditedClaim], Meta(min_length=1)]
    counts: ClaimCounts


def worded(claim: str, completed: str) -> str:
    """A claim, with our own words marked as such.

    >>> worded("three metrics agree on 38 topics", "without ties")
    'three metrics agree on 38 topics (our words: without ties)'
    """
    return f"{claim} (our words: {completed})" if completed else claim


DOCUMENT = AuditDocument
