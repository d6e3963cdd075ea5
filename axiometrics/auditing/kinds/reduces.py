"""Claims that a metric is another one on the data of another task, written as data of its own: a reduction."""

from __future__ import annotations

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import Claim, shown
from axiometrics.auditing.findings import UNDEFINED, Found, Outcome
from axiometrics.auditing.kind import Kind
from axiometrics.auditing.names import metric
from axiometrics.core.reduction import compared, reduction


def find(claim: Claim, cells: Cells) -> Found:
    """Whether both give the same exact value on every case, smallest first."""
    one, other = metric(claim, claim["left"]), metric(claim, claim["right"])
    found = reduction(one.task, other.task)
    if found is None:
        raise claim.problem(f"left is {shown(claim['left'])}: {one.task} has no reduction from {other.task}")
    result = compared(one, other, found, claim["documents"])
    if result.differs is not None:
        system, gold, first, second = result.differs
        words = " and ".join(UNDEFINED if value != value else str(value) for value in (first, second))
        return Found((Outcome("", words, False),), f"case {result.cases}: output {system}, gold {gold}")
    evidence = f"all {result.cases} cases to {claim['documents']} documents, {found.words}"
    return Found((Outcome("", "equal", True, conclusive=False),), evidence)


KIND = Kind(
    name="reduces",
    meaning=(
        "whether `left` gives what `right` gives on every case of the task of `right` up to `documents` documents, "
        "written as data of its own task"
    ),
    published="equal",
    fields={"left": "text", "right": "text", "documents": "whole number"},
    least={"documents": 1},
    greatest={"documents": 6},
    find=find,
)
