"""Claims on a cell: whether a metric satisfies a constraint."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.auditing.cells import Cells, Want, alike, answer, conclusive, evidence_words
from axiometrics.auditing.claims import ANSWERS, PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, label, variants


def wants(claim: PublishedClaim) -> Iterator[Want]:
    """The cells of every reading of the metric."""
    for metric in variants(claim).values():
        meant = constraint(claim, metric)
        if "reading" in claim.data:
            meant.reading(claim["reading"])  # raises an error where the constraint does not have this reading
        yield Want(metric.id, meant.name, claim.get("max_size", ""))


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The answer in every reading of the metric and the constraint."""
    labelled = {
        label(name, cell.reading): cell
        for name, want in zip(variants(claim), wants(claim), strict=True)
        for cell in cells.of(want)
        if claim.get("reading", cell.reading) == cell.reading
    }
    outcomes = (
        ReadingOutcome(
            reading,
            answer(cell),
            None if cell.holds is None else ANSWERS[cell.holds] == claim.published,
            conclusive(cell),
        )
        for i, (reading, cell) in enumerate(labelled.items())
        if cell.evidence.kind != "not-applicable" or not i
    )
    return KindFindings(
        tuple(outcomes),
        alike((reading, evidence_words(cell)) for reading, cell in labelled.items()),
        tuple(labelled.values()),
    )


KIND = ClaimKind(
    name="cell",
    meaning="whether `metric` satisfies `constraint`, in every reading of both, or in the `reading` that is meant",
    published="satisfied|fails",
    fields={
        "metric": "text or object of texts",
        "params?": "object of texts",
        "constraint": "text",
        "reading?": "text",
        "max_size?": "text",
    },
    find=find,
    cells=wants,
)
