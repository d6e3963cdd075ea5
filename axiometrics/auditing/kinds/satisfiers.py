"""Claims on the members of a family that satisfy all of some constraints.

A claim on several constraints has no reading of its own, since each constraint names its readings differently. So a
claim may say which readings belong together: for each reading of the claim, names of readings in order of preference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axiometrics import registry
from axiometrics.auditing.cells import Cells, Want, answer, conclusive
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, members, metric
from axiometrics.core.cell import Cell

NONE = "none"
"""The published value that says that no member satisfies all constraints."""

DEFAULT = "default readings"
"""The name of the reading of a claim in which each constraint has its default reading."""


def wants(claim: PublishedClaim) -> Iterator[Want]:
    """The cells of every member under every constraint."""
    if claim.published != NONE:
        for text in claim.published.split("; "):
            metric(claim, text)
    for text in members(claim)[0]:
        member = metric(claim, text)
        for name in claim["constraints"]:
            yield Want(member.id, constraint(claim, member, name).name, claim.get("max_size", ""))


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The members that satisfy all constraints in the default readings, and in each other reading where a constraint
    has it.
    """
    published = set() if claim.published == NONE else {metric(claim, text).id for text in claim.published.split("; ")}
    by_member: dict[str, list[Want]] = {}
    for want in wants(claim):
        by_member.setdefault(want.metric, []).append(want)
    preferences = _preferences(claim, [cells.of(want) for some in by_member.values() for want in some])
    outcomes = []
    for name, preferred in preferences.items():
        rows = {member: [_preferred(cells.of(want), preferred) for want in some] for member, some in by_member.items()}
        satisfying = [member for member, row in rows.items() if all(cell.holds for cell in row)]
        open_ = [
            member
            for member, row in rows.items()
            if member not in satisfying and False not in [cell.holds for cell in row]
        ]
        settled = all(
            conclusive(cell)
            for row in rows.values()
            for cell in (row if all(cell.holds for cell in row) else _failed(row))
        )
        agrees = None if open_ else set(satisfying) == published
        outcomes.append(ReadingOutcome(name, "; ".join(satisfying) or NONE, agrees, settled))
    first = next(iter(preferences.values()))
    default = [[_preferred(cells.of(want), first) for want in some] for some in by_member.values()]
    displays = [registry.judged_metric(row[0].metric, row[0].task).display for row in default]
    words = "; ".join(f"{display} {_failures(row)}" for display, row in zip(displays, default, strict=True))
    return KindFindings(tuple(outcomes), words, tuple(cell for row in default for cell in row))


def _preferences(claim: PublishedClaim, rows: Sequence[Sequence[Cell]]) -> dict[str, Sequence[str]]:
    """For each reading of the claim, names of readings of the constraints. The first of them that a constraint has is
    the one that counts.
    """
    if "readings" in claim.data:
        return dict(claim["readings"])
    first = {row[0].reading for row in rows}
    others = dict.fromkeys(cell.reading for row in rows for cell in row[1:] if cell.evidence.kind != "not-applicable")
    named = {f"{reading}, where there is one": [reading] for reading in others if reading not in first}
    return {DEFAULT: (), **named}


def _preferred(row: Sequence[Cell], names: Sequence[str]) -> Cell:
    """The cell of the first of these readings that the constraint has, or else of its default reading."""
    by_reading = {cell.reading: cell for cell in row}
    return next((by_reading[name] for name in names if name in by_reading), row[0])


def _failed(row: list[Cell]) -> list[Cell]:
    """The cell that excludes a member: a settled cell, if there is any."""
    return sorted((cell for cell in row if not cell.holds), key=conclusive)[-1:]


def _failures(row: list[Cell]) -> str:
    failed = [cell.constraint for cell in row if cell.holds is False]
    open_ = [f"{cell.constraint} {answer(cell)}" for cell in row if cell.holds is None]
    return ", ".join([*([f"fails {', '.join(failed)}"] if failed else []), *open_]) or "satisfies all"


KIND = ClaimKind(
    name="satisfiers",
    meaning="which members of `family` satisfy all `constraints`: their ids parted by `; `, or `none`",
    published=r".+",
    fields={
        "family": "text",
        "constraints": "list of texts",
        "readings?": "object of lists",
        "max_size?": "text",
    },
    find=find,
    cells=wants,
)
