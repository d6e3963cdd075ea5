"""Claims on a family: it stands or falls by its members, so what is claimed is compared with `every member` and with `some named member`.

A claim that is made `of` each member, by its own words, is compared with every member only: all satisfy it, or none does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axiometrics import registry
from axiometrics.auditing.cells import ANSWERS, Cells, Want, answer, conclusive, told
from axiometrics.auditing.claims import Claim, shown
from axiometrics.auditing.findings import Found, Outcome
from axiometrics.auditing.kind import Kind
from axiometrics.auditing.naming import constraint, label, members, metric, readings
from axiometrics.core.metric import Metric
from axiometrics.core.verdict import Cell

EVERY, SOME, ANY = "every member", "some named member", "any member"
EACH = "each"


def family(claim: Claim) -> tuple[list[dict[str, Metric]], list[bool]]:
    """The members by their readings, and whether each is named by the source."""
    texts, named = members(claim)
    return readings([metric(claim, text) for text in texts], *texts), [text in named for text in texts]


def wants(claim: Claim) -> Iterator[Want]:
    """The cells of every member in every reading of it."""
    for member in family(claim)[0]:
        for one in member.values():
            yield Want(one.id, constraint(claim, one).name, claim.get("max_size", ""))


def find(claim: Claim, cells: Cells) -> Found:
    """What every member and what some named member does, in every reading; the stricter of the two comes first for what is claimed."""
    found, named = family(claim)
    size, of = claim.get("max_size", ""), constraint(claim, next(iter(found[0].values())))
    outcomes, kept = [], {}
    order: tuple[str, ...] = (EVERY, SOME) if claim.published == ANSWERS[True] else (SOME, EVERY)
    if claim.get("of", EACH) != EACH:
        raise claim.problem(f"of {shown(claim['of'])} is not {EACH!r}: say that, or leave it out")
    if claim.get("of"):
        order = (EVERY,) if claim.published == ANSWERS[True] else (ANY,)
    for quantifier in order:
        for name in found[0]:
            for reading in (reading.name for reading in of.readings):
                row = [cells.reading(Want(member[name].id, of.name, size), reading) for member in found]
                kept.update({(cell.metric, cell.reading): cell for cell in row})
                asked = [cell for cell, is_named in zip(row, named, strict=True) if is_named or quantifier != SOME]
                holds = every(asked) if quantifier == EVERY else some(asked)
                if any(cell.evidence.kind != "not-applicable" for cell in row):
                    agrees = None if holds is None else ANSWERS[holds] == claim.published
                    outcomes.append(Outcome(label(quantifier, name, reading), WORDS[quantifier][holds], agrees, settled(asked, holds, quantifier == EVERY)))
    if not outcomes:
        outcomes.append(Outcome(label(order[0], of.readings[0].name), "not applicable", None))
    return Found(tuple(outcomes), _evidence([cell for cell in kept.values() if cell.reading == of.readings[0].name], claim.published), tuple(kept.values()))


def every(row: Sequence[Cell]) -> bool | None:
    """Whether all satisfy it to whom it applies; None where that is open."""
    asked = [cell.holds for cell in row if cell.evidence.kind != "not-applicable"]
    return False if False in asked else None if None in asked or not asked else True


def some(row: Sequence[Cell]) -> bool | None:
    """Whether one satisfies it to whom it applies; None where that is open."""
    asked = [cell.holds for cell in row if cell.evidence.kind != "not-applicable"]
    return True if True in asked else None if None in asked or not asked else False


def settled(row: Sequence[Cell], holds: bool | None, of_every: bool) -> bool:
    """Whether that every one holds, or some one does, is settled: by all members, or by the one that decides it."""
    judged = [cell for cell in row if cell.evidence.kind != "not-applicable"]
    if holds is None:
        return False
    deciding = [cell for cell in judged if cell.holds == holds]
    return any(map(conclusive, deciding)) if holds != of_every else all(map(conclusive, deciding))


WORDS = {
    EVERY: {True: "satisfied by every member", False: "not by every member", None: "undetermined"},
    SOME: {True: "satisfied by some named member", False: "by no named member", None: "undetermined"},
    ANY: {True: "satisfied by some member", False: "by no member", None: "undetermined"},
}


def _evidence(row: Sequence[Cell], published: str) -> str:
    """The members by their answer in the default reading of the constraint, those first that speak against what is published."""
    said: dict[str, list[str]] = {}
    for cell in row:
        said.setdefault(answer(cell), []).append(f"{registry.metric(cell.metric).display}: {told(cell, whole=False)}")
    return "; ".join(f"{word}: {', '.join(members)}" for word, members in sorted(said.items(), key=lambda item: item[0] == published))


KIND = Kind(
    name="family",
    meaning="whether the metrics of `family` satisfy `constraint`: every member, and some member named by the source",
    published="satisfied|fails",
    fields={"family": "text", "constraint": "text", "of?": "text", "params?": "object of texts", "max_size?": "text"},
    find=find,
    cells=wants,
)
