"""Claims on the shape of an organization: what a text says of an example that it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.core.organization import Organization

FACTS: Mapping[str, Callable[[Organization], object]] = {
    "documents": lambda found: len(found.documents),
    "levels": lambda found: len(found.levels),
    "levels with the tail": lambda found: len(found.levels) + found.tail,
    "clusters by level": lambda found: _list(len(level) for level in found.levels),
    "topics by level": lambda found: _list(sum(len(cluster) > 1 for cluster in level) for level in found.levels),
    "documents in several clusters": lambda found: _list(
        d for d in sorted(found.documents) if len(_places(found, d)) > 1
    ),
    "documents on several levels": lambda found: _list(
        d for d in sorted(found.documents) if len(set(_places(found, d))) > 1
    ),
}
"""What may be said of an organization; besides, `levels of d`, the levels of a document, the first being 1. A topic is
a cluster of two or more.
"""

LEVELS_OF = "levels of "


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The fact as the organization has it."""
    found, fact = Organization.parse(claim["organization"]), claim["fact"]
    if fact.startswith(LEVELS_OF):
        said = _list(_places(found, fact.removeprefix(LEVELS_OF)))
    elif fact in FACTS:
        said = str(FACTS[fact](found))
    else:
        raise claim.problem(f"fact {shown(fact)} is none of {', '.join(FACTS)}, {LEVELS_OF}DOCUMENT")
    return KindFindings((ReadingOutcome("", said, said == claim.published),), f"{fact} of {found}")


def _places(found: Organization, document: str) -> list[int]:
    """The levels of the clusters that hold the document."""
    return [i for i, level in enumerate(found.levels, 1) for cluster in level if document in cluster]


def _list(values: Iterable[object]) -> str:
    return ", ".join(map(str, values)) or "none"


KIND = ClaimKind(
    name="shape",
    meaning=f"a `fact` of an `organization`: {', '.join(FACTS)}, or `levels of` a document",
    published=r".+",
    fields={"organization": "text", "fact": "text"},
    find=find,
    rules=lambda: {
        "allOf": [{"properties": {"fact": {"anyOf": [{"enum": list(FACTS)}, {"pattern": f"^{LEVELS_OF}"}]}}}]
    },
)
