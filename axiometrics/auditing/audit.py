"""The audit: it reads every claim, computes all cells that the claims need together, and judges each claim."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from axiometrics.auditing.cells import Cells, Want, computed
from axiometrics.auditing.claims import PublishedClaim, claims_of, read_claims
from axiometrics.auditing.findings import Finding, KindFindings
from axiometrics.auditing.kind import ClaimKind, kind_of
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.page import Presentable
from axiometrics.core.progress import Progress, silent
from axiometrics.running.backends import Spreading
from axiometrics.running.cache import Cache
from axiometrics.running.settings import Sizes

T = TypeVar("T")

LONGEST = 2000
"""The greatest length, in characters, of an error text about a claim. The middle of a longer text is left out."""


@dataclass(frozen=True, repr=False)
class Audit(Presentable):
    """The findings of an audit, one for each claim."""

    findings: tuple[Finding, ...]


def audits(
    names: Iterable[str],
    jobs: int = 1,
    progress: Progress = silent,
    cache: Cache | None = None,
    spreading: Spreading | None = None,
) -> Audit:
    """Audit the claims of studies, or of files. All claims are read before the first is judged, so that a mistake in
    any of them is reported before the search begins.
    """
    documents = {name: read_claims(name) for name in names}
    return Audit(
        tuple(
            finding
            for name, document in documents.items()
            for finding in audit(document, jobs, progress, cache, spreading, study=name)
        )
    )


def audit(
    document: Mapping[str, Any],
    jobs: int = 1,
    progress: Progress = silent,
    cache: Cache | None = None,
    spreading: Spreading | None = None,
    study: str = "",
) -> Iterator[Finding]:
    """A finding for each claim of a document, in their order. `study` names the study of the document. Cells in the
    cache are not computed again (`running.run`).

    Before any search, raises `FileError`, naming the claim, if a claim is of an unknown kind, lacks a field, or names
    an unknown metric or constraint.
    """
    claims = claims_of(document)
    kinds = {claim.id: kind_of(claim) for claim in claims}
    wants = {claim.id: _naming(claim, partial(_wants, kinds[claim.id], claim)) for claim in claims}
    light = {claim.id: _judged(claim, kinds[claim.id], Cells({})) for claim in claims if not wants[claim.id]}
    cells = computed(
        (want for some in wants.values() for want in some), jobs, progress, cache, spreading or Spreading()
    )
    for claim in claims:
        yield Finding(claim, light.get(claim.id) or _judged(claim, kinds[claim.id], cells), study)


def _wants(kind: ClaimKind, claim: PublishedClaim) -> tuple[Want, ...]:
    wants = tuple(kind.cells(claim))
    for want in wants:
        Sizes.read(want.size)
    return wants


def _judged(claim: PublishedClaim, kind: ClaimKind, cells: Cells) -> KindFindings:
    return _naming(claim, lambda: kind.find(claim, cells))


def _naming(claim: PublishedClaim, work: Callable[[], T]) -> T:
    """The result of the work. An error that the caller caused is raised again with the name of the claim."""
    try:
        return work()
    except FileError:
        raise
    except AxiometricsError as error:
        text = str(error)
        raise claim.problem(
            text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
        ) from None
