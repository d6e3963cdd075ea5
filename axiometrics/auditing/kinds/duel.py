"""Claims on one n of the threshold constraints: which of two runs wins."""

from __future__ import annotations

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.duels import winners
from axiometrics.auditing.findings import UNDEFINED, WHY_UNDEFINED, KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import variants


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The winner at that n in each reading."""
    n = claim["n"]
    found = {reading: winners(metric, [(n, n, 2 * n, 2 * n)])[0] for reading, metric in variants(claim).items()}
    outcomes = tuple(
        ReadingOutcome(reading, won, None if won == UNDEFINED else won == claim.published)
        for reading, won in found.items()
    )
    why = f"; {WHY_UNDEFINED}" if UNDEFINED in found.values() else ""
    return KindFindings(outcomes, f"both runs of {2 * n} documents scored exactly, {n} relevant in the collection{why}")


KIND = ClaimKind(
    name="duel",
    meaning=(
        "which run wins at `n`: one relevant document on top of 2n - 1 irrelevant ones, or n "
        "relevant below n irrelevant, N = n"
    ),
    published="one on top|many below|tied",
    fields={"metric": "text or object of texts", "params?": "object of texts", "n": "whole number"},
    find=find,
    least={"n": 1},
    greatest={"n": 10_000},
)
