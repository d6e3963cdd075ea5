"""Claims on the values of a parameter for which a constraint is satisfied: `more` of it is better, or any value
does.
"""

from __future__ import annotations

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, variants
from axiometrics.regions.page import holds_text
from axiometrics.regions.region import EstablishedRegion, established

EVERY, NONE, FROM, TO = "every value", "no value", "from some value on", "up to some value"
"""The values that may be published. Papers say in which direction a parameter must lie, and rarely name the bound."""


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The proved region in each reading of the metric."""
    outcomes, proved = [], []
    for name, metric in variants(claim).items():
        about = constraint(claim, metric)
        reading = claim.get("reading", about.readings[0].name)
        region = established(metric.id, about.name, reading, claim["parameter"])
        outcomes.append(ReadingOutcome(name, kind_of(region), kind_of(region) == claim.published))
        proved.append(f"{metric.display} ({reading}) for {holds_text(region.holds, region.scale.parameter)}")
    return KindFindings(tuple(outcomes), f"proved: it holds for {'; '.join(proved)}")


def kind_of(region: EstablishedRegion) -> str:
    """The part of the parameter's range that the region covers, in the words of a claim."""
    within = region.scale.range
    if not region.holds or list(region.holds) == [within]:
        return EVERY if region.holds else NONE
    first, last = region.holds[0], region.holds[-1]
    if first is last and (last.high, last.high_closed) == (within.high, within.high_closed):
        return FROM
    return TO if first is last and (first.low, first.low_closed) == (within.low, within.low_closed) else "other values"


KIND = ClaimKind(
    name="region",
    meaning=f"for which values of a `parameter` a constraint holds: {EVERY}, {NONE}, {FROM}, or {TO}",
    published="|".join((EVERY, NONE, FROM, TO)),
    fields={
        "metric": "text or object of texts",
        "params?": "object of texts",
        "constraint": "text",
        "reading?": "text",
        "parameter": "text",
    },
    find=find,
)
