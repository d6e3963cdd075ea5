"""Claims on the n of a threshold: for which n one on top wins (deepness threshold), or many below do (closeness threshold)."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.auditing.cells import Cells, Want
from axiometrics.auditing.claims import Claim, shown
from axiometrics.auditing.findings import Found, Outcome
from axiometrics.auditing.kind import Kind
from axiometrics.auditing.naming import constraint, label, variants
from axiometrics.tables import ranges

FIRST_N = 2
"""The least n of the threshold constraints."""

THESE, ALONE = "", "these n alone"
"""What a set of n may mean: that all of it is won, or that nothing else is."""


def wants(claim: Claim) -> Iterator[Want]:
    """The cells of the threshold. Raises `FileError` where it is none, or the published n are."""
    first, _, last = claim.published.partition("..")
    if last and int(last) < int(first):
        raise claim.problem(f"published {shown(claim.published)}: expected the lesser n first")
    for metric in variants(claim).values():
        found = constraint(claim, metric)
        if not found.id.endswith("-threshold"):
            raise claim.problem(f"constraint {found.id!r} is no threshold: name deepness-threshold or closeness-threshold")
        yield Want(metric.id, found.name, claim.get("max_size", ""))


def find(claim: Claim, cells: Cells) -> Found:
    """The n that are won in every reading, against the published ones."""
    first, _, last = claim.published.partition("..")
    outcomes, kept = [], []
    for alone in (THESE, ALONE):
        for name, want in zip(variants(claim), wants(claim), strict=True):
            for cell in cells.of(want):
                kept += [cell] if alone == THESE else []
                scanned = cell.evidence.detail.get("scanned")
                if scanned is None or "n" not in cell.evidence.detail:
                    outcomes.append(Outcome(label(name, cell.reading, alone), "undetermined", None))
                    continue
                won = set(cell.evidence.detail["n"])
                said = range(int(first), (int(last) if last else scanned if ".." in claim.published else int(first)) + 1)
                short = not said or said[-1] > scanned or said[0] < FIRST_N
                agrees = None if short else won.issuperset(said) if alone == THESE else won == set(said)
                outcomes.append(
                    Outcome(
                        label(name, cell.reading, alone),
                        f"n = {ranges(sorted(won))}" if won else "no n",
                        agrees,
                        not agrees or not claim.published.endswith(".."),
                    )
                )
    scanned_all = {cell.evidence.detail.get("scanned") for cell in kept}
    return Found(tuple(outcomes), f"both runs scored for every n from {FIRST_N} to {', '.join(map(str, scanned_all))}, decided exactly", tuple(kept))


KIND = Kind(
    name="threshold",
    meaning="the n for which one on top wins (deepness-threshold) or many below do (closeness-threshold): `9`, `2..8`, or `5..` for all from 5 on",
    published=r"\d+(\.\.\d*)?",
    fields={"metric": "text or object of texts", "params?": "object of texts", "constraint": "text", "max_size?": "text"},
    find=find,
    cells=wants,
)
