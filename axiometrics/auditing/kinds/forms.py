"""Claims that two forms of one constraint are equivalent: the formula as printed is compared with its prose."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics import registry
from axiometrics.auditing.cells import Cells, Want, answer, conclusive
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import constraint, members, metric
from axiometrics.core.cell import Cell
from axiometrics.reports.parts.tables import threshold


def wants(claim: PublishedClaim) -> Iterator[Want]:
    """The cells of the members."""
    for text in members(claim)[0]:
        member = metric(claim, text)
        meant = constraint(claim, member)
        for name in (claim["form"], claim["against"]):
            meant.reading(name)
        yield Want(member.id, meant.name, claim.get("max_size", ""))


def _won(cell: Cell) -> list[int] | None:
    return cell.scan.n if cell.scan else None


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The members whose verdicts differ, and the members whose n differ."""
    pairs = [(cells.reading(want, claim["form"]), cells.reading(want, claim["against"])) for want in wants(claim)]
    verdicts = [pair for pair in pairs if pair[0].verdict != pair[1].verdict]
    numbers = [pair for pair in pairs if _won(pair[0]) != _won(pair[1])]

    def outcome(compared: str, differing: list[tuple[Cell, Cell]]) -> ReadingOutcome:
        names = ", ".join(registry.judged_metric(pair[0].metric, pair[0].task).display for pair in differing)
        settled = bool(differing) and (compared == "n" or all(conclusive(cell) for pair in differing for cell in pair))
        return ReadingOutcome(compared, f"not for {names}" if differing else "the same", not differing, settled)

    differences = "; ".join(
        f"{registry.judged_metric(form.metric, form.task).display}: {_said(form)} against {_said(against)}"
        for form, against in pairs
    )
    evidence = f"{claim['form']} against {claim['against']}: {differences}"
    return KindFindings(
        (outcome("verdicts", verdicts), outcome("n", numbers)), evidence, tuple(cell for pair in pairs for cell in pair)
    )


def _said(cell: Cell) -> str:
    return f"{answer(cell)}{threshold(cell)}"


KIND = ClaimKind(
    name="forms",
    meaning=(
        "whether the reading `form` of `constraint` gives the same as the reading `against` for "
        "every member of `family`: verdicts, and n"
    ),
    published="the same",
    fields={"family": "text", "constraint": "text", "form": "text", "against": "text", "max_size?": "text"},
    find=find,
    cells=wants,
)
