"""The result for a claim: the outcome in every reading, whether it agrees with the paper, and the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.document import (
    AGREES,
    CONTRADICTED,
    DEPENDS,
    HERE_ONLY,
    ITSELF,
    UNDECIDED,
    AuditedCell,
    AuditedClaim,
    EvidenceBrief,
)
from axiometrics.core.cell import Cell
from axiometrics.core.documents import written

SCHEMA = "axiometrics/audit/1"

UNDEFINED = "undefined"
"""The word for a score that is 0/0 without a convention."""

WHY_UNDEFINED = "a score that is 0/0, for which its metric has no convention, is undefined (docs/conventions.md)"
"""The explanation that the evidence has where a score is undefined."""

AGAINST = (CONTRADICTED, ITSELF)
"""The verdicts with which `audit --strict` fails."""


@dataclass(frozen=True)
class ReadingOutcome:
    """A reading, its outcome, and whether the outcome agrees with the published value (None: it could not be judged).

    `conclusive` says whether the outcome is final: by a proof, a counterexample or an exact computation, and not by a
    search up to some size. If exact computation gives an undefined value, that is final, too.
    """

    reading: str
    computed: str
    agrees: bool | None
    conclusive: bool = True


def why_undefined(outcomes: Iterable[ReadingOutcome]) -> str:
    """The text that is added to the evidence where a score is undefined, so that an outcome could not be judged."""
    return f"; {WHY_UNDEFINED}" if any(outcome.agrees is None for outcome in outcomes) else ""


@dataclass(frozen=True)
class KindFindings:
    """The result of a kind of claim, or of a function: the outcomes, that of the default reading first, and the
    evidence.

    Attributes
    ----------
    outcomes : one for each reading, at least one
    evidence : the kind of the evidence, the size of a search, counterexamples and witnesses, in words
    cells : the cells that the outcomes rest on
    table : rows of a small table, the headings first
    printed : whether the outcomes are figures that the paper itself prints at different places, so that nothing was
        computed
    """

    outcomes: tuple[ReadingOutcome, ...]
    evidence: str
    cells: tuple[Cell, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    printed: bool = False


@dataclass(frozen=True)
class Finding:
    """A claim with its result. `study` names the study or the file that the claim comes from."""

    claim: PublishedClaim
    result: KindFindings
    study: str = ""

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.claim.id

    @property
    def source(self) -> str:
        """The place of the claim in the paper."""
        return self.claim.source

    @property
    def readings(self) -> Mapping[str, str]:
        """The outcome of each reading."""
        return {outcome.reading: outcome.computed for outcome in self.result.outcomes}

    @property
    def agreeing(self) -> tuple[str, ...]:
        """The readings whose outcome agrees with the published value."""
        return tuple(outcome.reading for outcome in self.result.outcomes if outcome.agrees)

    @property
    def computed(self) -> str:
        """The outcome of the default reading."""
        return self.result.outcomes[0].computed

    @property
    def evidence(self) -> str:
        """The evidence of the verdict."""
        return self.result.evidence

    @property
    def verdict(self) -> str:
        """`agrees` if the claim is true in every reading that was judged, and the default reading was judged; `agrees
        in this reading only` if it is true in the default reading and false in a different one; `depends on the
        reading` if it is false in the default reading and true in a different one; `contradicted` if it is false in
        every reading; otherwise `undecided`. A figure that the paper prints twice `agrees`, or the verdict is `the
        paper contradicts itself`. A claim that is partly ours is never a verdict against the paper: where it is false,
        the verdict is `depends on the reading`, since the paper may mean something else.
        """
        return DEPENDS if self.claim.is_partly_ours and self._as_judged in AGAINST else self._as_judged

    @property
    def _as_judged(self) -> str:
        """The verdict on the claim in the words in which it was judged, even if these are partly ours."""
        judged = [outcome.agrees for outcome in self.result.outcomes]
        if self.result.printed:
            return AGREES if all(judged) else ITSELF
        if judged[0]:
            return HERE_ONLY if False in judged else AGREES
        if any(judged):
            return DEPENDS
        return CONTRADICTED if judged[0] is False and None not in judged else UNDECIDED

    @property
    def conclusive(self) -> bool:
        """Whether the verdict rests only on proofs, counterexamples and exact computations, and not on a search that
        ended at some size.
        """
        first, *others = self.result.outcomes
        against = sorted((o for o in others if o.agrees is False), key=lambda o: not o.conclusive)
        decisive = {
            AGREES: [first],
            HERE_ONLY: [first, *against[:1]],
            DEPENDS: [first, *(outcome for outcome in others if outcome.agrees)],
        }
        return all(outcome.conclusive for outcome in decisive.get(self._as_judged, self.result.outcomes))

    @property
    def searched(self) -> tuple[str, ...]:
        """The readings whose outcome rests on a search that ended at some size."""
        return tuple(outcome.reading for outcome in self.result.outcomes if not outcome.conclusive)

    def to_json(self) -> dict[str, Any]:
        """The finding in the form of `audit --format json`."""
        claim, result = self.claim, self.result
        return written(
            AuditedClaim(
                id=claim.id,
                kind=claim.kind,
                source=claim.source,
                basis=claim.basis,
                completed=claim.completed,
                claim=claim.text,
                published=claim.published,
                computed=self.computed,
                verdict=self.verdict,
                conclusive=self.conclusive,
                readings=dict(self.readings),
                agreeing=list(self.agreeing),
                unjudged=[outcome.reading for outcome in result.outcomes if outcome.agrees is None],
                searched=list(self.searched),
                evidence=self.evidence,
                cells=[_short(cell) for cell in result.cells],
                table=[list(row) for row in result.table],
                study=self.study or UNSET,
            )
        )


def _short(cell: Cell) -> AuditedCell:
    """A cell without the fields that only a matrix has and without the steps of a proof."""
    evidence = cell.evidence.to_json()
    detail = {name: value for name, value in evidence["detail"].items() if name not in {"proof", "implied_by"}}
    brief = EvidenceBrief(evidence["kind"], evidence["cases"], evidence["size"], evidence["minimal"], detail)
    return AuditedCell(
        cell.task,
        cell.metric,
        cell.constraint,
        cell.reading,
        cell.holds,
        cell.relation,
        cell.counterexample,
        cell.message,
        brief,
    )
