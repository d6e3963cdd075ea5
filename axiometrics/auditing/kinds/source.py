"""Claims on a source: where a metric was defined."""

from __future__ import annotations

from axiometrics import registry
from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import variants


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The source the metric's own entry gives, and whose source the cited one is."""
    cited = claim.published
    outcomes = tuple(
        ReadingOutcome(reading, metric.source, cited in metric.source) for reading, metric in variants(claim).items()
    )
    others = [metric.display for metric in registry.metrics() if cited in metric.source]
    return KindFindings(outcomes, f"{cited} is the source of {', '.join(others) or 'no metric here'}")


KIND = ClaimKind(
    name="source",
    meaning="the source of a metric, by author and year as `list metrics` has it",
    published=r".+",
    fields={"metric": "text or object of texts", "params?": "object of texts"},
    find=find,
)
