"""Claims that a metric is another one on the data of another task, through the reduction of its own task to that."""

from __future__ import annotations

from axiometrics import registry
from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.differences import equal_on_all, plain_cases
from axiometrics.auditing.findings import KindFindings
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import metric


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Whether both give the same exact value on every case of the plain world, smallest first."""
    one, other = metric(claim, claim["left"]), metric(claim, claim["right"])
    by = registry.reduction(one.base, other.task)
    if by is None:
        raise claim.problem(f"left is {shown(claim['left'])}: {one.task} has no reduction to {other.task}")
    pairs = plain_cases(other.task, claim["documents"], "closed" in by.traits)
    return equal_on_all(
        (
            (one.exact(by.output(system), by.gold(gold)), other.exact(system, gold), system, gold)
            for system, gold in pairs
        ),
        f"cases to {claim['documents']} documents, through the reduction {by.name!r}",
    )


KIND = ClaimKind(
    name="reduces",
    meaning=(
        "whether `left` gives what `right` gives on every case of the task of `right` up to `documents` documents, "
        "through a reduction"
    ),
    published="equal",
    fields={"left": "text", "right": "text", "documents": "whole number"},
    least={"documents": 1},
    greatest={"documents": 6},
    find=find,
)
