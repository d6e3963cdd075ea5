"""Claims on how a metric scores non-informative outputs: a word for the change of the score with the size of the
positive set.
"""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.auditing.cells import Cells, Want, alike
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, label, variants
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import Descriptive


def wants(claim: PublishedClaim) -> Iterator[Want]:
    """The descriptive cells of every reading of the metric."""
    for metric in variants(claim).values():
        yield Want(metric.id, constraint(claim, metric, "non-informative").name, claim.get("max_size", ""))


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The word for the metric in every reading."""
    labelled = {
        label(name, cell.reading): cell
        for name, want in zip(variants(claim), wants(claim), strict=True)
        for cell in cells.of(want)
    }
    outcomes = (_outcome(reading, word(cell), claim.published) for reading, cell in labelled.items())
    return KindFindings(
        tuple(outcomes), alike((reading, _series(cell)) for reading, cell in labelled.items()), tuple(labelled.values())
    )


def _outcome(reading: str, computed: str | None, published: str) -> ReadingOutcome:
    """The outcome for a word that was found on a grid of outputs. Outputs of the grid can refute the published word,
    but never prove it.
    """
    return ReadingOutcome(
        reading,
        computed or "undetermined",
        None if computed is None else computed == published,
        conclusive=computed not in (None, published),
    )


def word(cell: Cell) -> str | None:
    """The profile of a cell; None where it has none."""
    return cell.evidence.profile if isinstance(cell.evidence, Descriptive) else None


def _series(cell: Cell) -> str:
    series = cell.evidence.series if isinstance(cell.evidence, Descriptive) else {}
    return (
        f"{cell.evidence.cases} scores in series that are "
        f"{', '.join(f'{name} ({count})' for name, count in series.items()) or 'undefined'}"
    )


KIND = ClaimKind(
    name="profile",
    meaning=(
        "how the score of a random output moves as its positive set grows: a word of the constraint non-informative"
    ),
    published="constant|grows|weighted|hump|other",
    fields={"metric": "text or object of texts", "params?": "object of texts", "max_size?": "text"},
    find=find,
    cells=wants,
)
