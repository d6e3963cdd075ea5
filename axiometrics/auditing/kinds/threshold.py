"""Claims on the n of a threshold: the n for which one on top wins (deepness threshold), or many below win (closeness
threshold).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from axiometrics.auditing.cells import Cells, Want, alike
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, label, variants
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import Proven, Regional, Scan
from axiometrics.kernel.check_proof import ProofError, declare, prove, run
from axiometrics.proving.argument import Argument, NotProvedError
from axiometrics.reports.parts.tables import ranges

FIRST_N = 2
"""The least n of the threshold constraints."""

THESE, ALONE = "", "these n alone"
"""The two meanings of a published set of n: every n in it is won, or in addition no other n is won."""

CLOSENESS, DEEPNESS = "ranking:closeness-threshold", "ranking:deepness-threshold"
"""The two constraints that claims of this kind are about."""

NOTHING = "nothing is proved"


@dataclass(frozen=True)
class Won:
    """The n that are won: of the scored n, and of those beyond as far as proofs decide them.

    Attributes
    ----------
    n, scanned : the n that are won, up to the last that was scored
    beyond : whether every greater n is won (True), or none is (False); None where no proof decides it
    """

    n: frozenset[int]
    scanned: int
    beyond: bool | None

    def all_of(self, first: int, last: int | None) -> bool | None:
        """Whether every n from `first` to `last` (None: without end) is won; None where that is open."""
        if first < FIRST_N:
            return None
        if any(n not in self.n for n in range(first, min(last or self.scanned, self.scanned) + 1)):
            return False
        return True if last is not None and last <= self.scanned else self.beyond

    def only(self, first: int, last: int | None) -> bool | None:
        """Whether no other n is won; None where that is open."""
        if any(n < first or (last is not None and n > last) for n in self.n):
            return False
        return True if last is None else None if self.beyond is None else not self.beyond


def wants(claim: PublishedClaim) -> Iterator[Want]:
    """The cells of the threshold, then the cells whose proofs decide larger n. Raises `FileError` where the constraint
    is not a threshold, or the greater n is published first.
    """
    first, _, last = claim.published.partition("..")
    if last and int(last) < int(first):
        raise claim.problem(f"published {shown(claim.published)}: expected the lesser n first")
    pairs = []
    for metric in variants(claim).values():
        threshold = constraint(claim, metric)
        if threshold.name not in (CLOSENESS, DEEPNESS):
            raise claim.problem(
                f"constraint {threshold.id!r} is not a threshold: name deepness-threshold or closeness-threshold"
            )
        pairs.append((metric.id, threshold.name))
    for name in dict.fromkeys([pairs[0][1], DEEPNESS]):
        yield from (Want(metric, name, claim.get("max_size", "")) for metric, _ in pairs)


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Compare the n that are won in every reading with the published n."""
    first, dots, last = claim.published.partition("..")
    least, greatest = int(first), int(last) if last else None if dots else int(first)
    labels, wanted = list(variants(claim)), list(wants(claim))
    kept: dict[str, tuple[Cell, Cell]] = {}
    for name, want, proof_want in zip(labels, wanted, wanted[-len(labels) :], strict=False):
        kept.update(
            {label(name, cell.reading): (cell, cells.reading(proof_want, cell.reading)) for cell in cells.of(want)}
        )
    outcomes = []
    for alone in (THESE, ALONE):
        for name, (cell, deepness) in kept.items():
            if cell.scan is None:
                outcomes.append(ReadingOutcome(label(name, alone), "undetermined", None, conclusive=False))
                continue
            won = Won(frozenset(cell.scan.n), cell.scan.scanned, _beyond(cell.scan, cell, deepness)[0])
            outcomes.append(_outcome(label(name, alone), won, least, greatest, alone == ALONE))
    scans = {name: pair[0].scan for name, pair in kept.items()}
    scanned = ", ".join(sorted({str(scan.scanned if scan else None) for scan in scans.values()}))
    beyond = alike((name, _beyond(scan, *kept[name])[1]) for name, scan in scans.items() if scan)
    words = (
        f"both runs scored for every n from {FIRST_N} to {scanned}, decided exactly; beyond that {beyond or NOTHING}"
    )
    return KindFindings(
        tuple(outcomes),
        words,
        tuple({id(cell): cell for place in (0, 1) for cell in (pair[place] for pair in kept.values())}.values()),
    )


def _outcome(name: str, won: Won, first: int, last: int | None, alone: bool) -> ReadingOutcome:
    """The outcome for one reading. Without a proof, a range without end is judged by the scored n; n that were not
    scored are not judged.
    """
    said = f"n = {ranges(sorted(won.n))}" if won.n else "no n"
    parts = [won.all_of(first, last), *([won.only(first, last)] if alone else [])]
    if False in parts:
        return ReadingOutcome(name, said, False)
    if None not in parts:
        return ReadingOutcome(name, said, True)
    scored = FIRST_N <= first <= won.scanned and (last is None or last <= won.scanned)
    return ReadingOutcome(name, said, True if scored else None, conclusive=False)


def _beyond(scan: Scan, cell: Cell, deepness: Cell) -> tuple[bool | None, str]:
    """Whether every n beyond the scored ones is won (True) or none is (False), by the proofs for the two thresholds,
    None where that is open; and the same in words.
    """
    next_n, about_deepness = scan.scanned + 1, cell.constraint == deepness.constraint
    evidence, n0 = deepness.evidence, deepness.scan.n0 if deepness.scan else None
    if deepness.holds and isinstance(evidence, Proven | Regional) and (n0 or next_n + 1) <= next_n:
        return about_deepness, "one on top wins, proved"
    argument = evidence.proof if isinstance(evidence, Proven) else None
    if deepness.holds is False and argument and argument["start"] <= next_n:
        if about_deepness:
            return False, "one on top does not win, proved"
        if _strictly(argument, next_n):
            return True, "many below win, proved"
        return None, "one on top does not win, proved, but a tie is not excluded"
    if not about_deepness and cell.holds is False and isinstance(cell.evidence, Proven | Regional):
        return False, "many below do not win, proved"
    return None, NOTHING


def _strictly(proof: Mapping[str, Any], first: int) -> bool:
    """Whether the argument that the document on top does not win also shows, with one more step, that this document
    loses from n = `first` on.
    """
    goal = f"-({proof['excess']}) > 0"
    about = {**proof, "facts": [*proof["facts"], f"n - {first} >= 0"]}
    argument = Argument({}, [])
    try:
        argument.scope = declare(about).inner()
        run(about["steps"], argument.scope)
        argument.positive(goal)
        reached, scope = prove({**about, "steps": [*about["steps"], *argument.steps]})
        return reached.implies(scope.claim(goal))
    except (NotProvedError, ProofError):
        return False


KIND = ClaimKind(
    name="threshold",
    meaning=(
        "the n for which one on top wins (deepness-threshold) or many below do "
        "(closeness-threshold): `9`, `2..8`, or `5..` for all from 5 on"
    ),
    published=r"[0-9]+(\.\.[0-9]*)?",
    fields={
        "metric": "text or object of texts",
        "params?": "object of texts",
        "constraint": "text",
        "max_size?": "text",
    },
    find=find,
    cells=wants,
)
