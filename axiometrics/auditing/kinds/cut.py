"""Claims on a cut point: the n up to which n relevant documents below n irrelevant ones beat one on top, in every
setting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.duels import MANY, Duel, winners
from axiometrics.auditing.findings import UNDEFINED, KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import label, variants
from axiometrics.core.metric import Metric
from axiometrics.reports.parts.tables import ranges

FURTHEST = 100
"""The n up to which a cut point is sought, where a setting allows it."""

RELEVANT = ("N = n", "N = n+1", "N = 2n", "N = 30", "N = 100")
"""Relevant documents in the collection; the run with n of them below needs N >= n, so N = 1 is not a setting."""

LENGTHS = ("2n", "1 and 2n", "30", "100", "1000")
"""Documents that each run retrieves; `1 and 2n`: the one on top alone, and no more than is needed below."""


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The cut point in every reading, for several numbers of relevant documents and lengths of the runs."""
    outcomes, rows = [], [("reading", "relevant", *(f"lists {length}" for length in LENGTHS))]
    for reading, metric in variants(claim).items():
        for relevant in RELEVANT:
            found = [cut_point(metric, relevant, length) for length in LENGTHS]
            rows.append((reading, relevant, *found))
            outcomes += [
                ReadingOutcome(
                    label(reading, relevant, f"lists {length}"),
                    cut,
                    None if cut.startswith(UNDEFINED) else cut == claim.published,
                    cut != claim.published or _ends(relevant, length),
                )
                for length, cut in zip(LENGTHS, found, strict=True)
            ]
    before = str(int(claim.published) - 1) if claim.published.isdigit() else ""
    return KindFindings(
        tuple(outcomes),
        (
            f"of {len(outcomes)} settings, the last n for which many below win is {claim.published} "
            f"in: {_settings(outcomes, claim.published)}; "
            f"the first n for which they do not is {claim.published} in: "
            f"{_settings(outcomes, before)}; every n from 2 to {FURTHEST} that a setting allows, "
            "decided exactly; a..b: from a to b only, >=n: to the last n allowed, no cut; N = 1 is "
            "no setting, as the run below holds n relevant documents"
        ),
        table=tuple(rows),
    )


def _settings(outcomes: Sequence[ReadingOutcome], cut: str) -> str:
    return "; ".join(outcome.reading for outcome in outcomes if outcome.computed == cut) or "none"


def cut_point(metric: Metric, relevant: str, length: str) -> str:
    """The n to which many below win and from which on they do not; `none` where they never do, `>=n` where they still
    do at the last n.

    Where they do not win from the first n on, or not without a gap, the n for which they do; where a score is
    undefined, at which n.
    """
    duels = list(_duels(relevant, length))
    found = winners(metric, duels)
    if UNDEFINED in found:
        return (
            f"{UNDEFINED} at n = "
            f"{ranges([duel[0] for duel, winner in zip(duels, found, strict=True) if winner == UNDEFINED])}"
        )
    won = [duel[0] for duel, winner in zip(duels, found, strict=True) if winner == MANY]
    if not won:
        return "none"
    if won[-1] == duels[-1][0]:
        return f">={won[-1]}" if len(won) == len(duels) else f"{ranges(won)}, no cut"
    return str(won[-1]) if won == [duel[0] for duel in duels[: len(won)]] else ranges(won)


def _ends(relevant: str, length: str) -> bool:
    """Whether a setting allows no n beyond those that were looked at."""
    return max(n for n, *_ in _duels(relevant, length)) < FURTHEST


def _duels(relevant: str, length: str) -> Iterator[Duel]:
    for n in range(2, FURTHEST + 1):
        total = {"N = n": n, "N = n+1": n + 1, "N = 2n": 2 * n}.get(relevant) or int(relevant.removeprefix("N = "))
        one, many = {"2n": (2 * n, 2 * n), "1 and 2n": (1, 2 * n)}.get(length) or (int(length), int(length))
        if total >= n and many >= 2 * n:
            yield n, total, one, many


KIND = ClaimKind(
    name="cut",
    meaning=(
        "the n up to which n relevant documents below n irrelevant ones beat one on top; by N, "
        "length of the lists and reading"
    ),
    published=r"[0-9]+|none",
    fields={"metric": "text or object of texts", "params?": "object of texts"},
    find=find,
)
