"""Claims on who satisfies everything: the members of a family that satisfy all of some constraints."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics import registry
from axiometrics.auditing.cells import Cells, Want, answer, conclusive
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, members, metric
from axiometrics.core.cell import Cell

NONE = "none"
DEFAULT = "default readings"


def wants(claim: PublishedClaim) -> Iterator[Want]:
    """The cells of every member under every constraint."""
    if claim.published != NONE:
        for text in claim.published.split("; "):
            metric(claim, text)
    for text in members(claim)[0]:
        one = metric(claim, text)
        for name in claim["constraints"]:
            yield Want(one.id, constraint(claim, one, name).name, claim.get("max_size", ""))


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Who satisfies all in the default readings, and in each other reading where a constraint has it."""
    published = set() if claim.published == NONE else {metric(claim, text).id for text in claim.published.split("; ")}
    asked: dict[str, list[Want]] = {}
    for want in wants(claim):
        asked.setdefault(want.metric, []).append(want)
    first = {want: cells.of(want)[0].reading for some in asked.values() for want in some}
    others = dict.fromkeys(
        cell.reading for want in first for cell in cells.of(want)[1:] if cell.evidence.kind != "not-applicable"
    )
    outcomes = []
    for name in (DEFAULT, *(reading for reading in others if reading not in first.values())):
        rows = {one: [cells.reading(want, name) for want in some] for one, some in asked.items()}
        found = [one for one, row in rows.items() if all(cell.holds for cell in row)]
        open_ = [one for one, row in rows.items() if one not in found and False not in [cell.holds for cell in row]]
        settled = all(
            conclusive(cell)
            for row in rows.values()
            for cell in (row if all(cell.holds for cell in row) else _failed(row))
        )
        agrees = None if open_ else set(found) == published
        outcomes.append(
            ReadingOutcome(
                name if name == DEFAULT else f"{name}, where there is one", "; ".join(found) or NONE, agrees, settled
            )
        )
    default = [[cells.reading(want, DEFAULT) for want in some] for some in asked.values()]
    told = "; ".join(f"{registry.metric(row[0].metric).display} {_failures(row)}" for row in default)
    return KindFindings(tuple(outcomes), told, tuple(cell for row in default for cell in row))


def _failed(row: list[Cell]) -> list[Cell]:
    """The cell that shuts a member out: one that is settled, if there is any."""
    return sorted((cell for cell in row if not cell.holds), key=conclusive)[-1:]


def _failures(row: list[Cell]) -> str:
    failed = [cell.constraint for cell in row if cell.holds is False]
    open_ = [f"{cell.constraint} {answer(cell)}" for cell in row if cell.holds is None]
    return ", ".join([*([f"fails {', '.join(failed)}"] if failed else []), *open_]) or "satisfies all"


KIND = ClaimKind(
    name="satisfiers",
    meaning="which members of `family` satisfy all `constraints`: their ids parted by `; `, or `none`",
    published=r".+",
    fields={"family": "text", "constraints": "list of texts", "max_size?": "text"},
    find=find,
    cells=wants,
)
