"""Claims that a metric is another one on the data of another task, through the reduction of its own task to that."""

from __future__ import annotations

from axiometrics import registry
from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import UNDEFINED, KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import metric
from axiometrics.core.task import task


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Whether both give the same exact value on every case of the plain world, smallest first."""
    one, other = metric(claim, claim["left"]), metric(claim, claim["right"])
    by = registry.reduction(one.base, other.task)
    if by is None:
        raise claim.problem(f"left is {shown(claim['left'])}: {one.task} has no reduction to {other.task}")
    cases = 0
    for n in range(1, claim["documents"] + 1):
        for outputs in task(other.task).worlds[0].outputs(n, "closed" in by.traits):
            for k in (k for k in range(len(outputs)) if outputs.fresh[k]):
                system, gold = outputs.output(k), outputs.gold
                cases += 1
                first, second = one.exact(by.output(system), by.gold(gold)), other.exact(system, gold)
                if first != second and (first == first or second == second):
                    words = " and ".join(UNDEFINED if value != value else str(value) for value in (first, second))
                    return KindFindings(
                        (ReadingOutcome("", words, False),), f"case {cases}: output {system}, gold {gold}"
                    )
    evidence = f"all {cases} cases to {claim['documents']} documents, through the reduction {by.name!r}, exactly"
    return KindFindings((ReadingOutcome("", "equal", True, conclusive=False),), evidence)


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
