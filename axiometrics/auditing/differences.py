"""Compare two values on every case, as the kind `equal` and the functions of studies need it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from axiometrics import registry
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import UNDEFINED, WHY_UNDEFINED, KindFindings, ReadingOutcome
from axiometrics.auditing.names import metric
from axiometrics.core.task import task


def plain_cases(of: str, documents: int, closed: bool = False) -> Iterator[tuple[Any, Any]]:
    """Every output with its gold in the plain world of a task, smaller ones first. With `closed`, the gold lists every
    document.
    """
    for n in range(1, documents + 1):
        for outputs in task(of).worlds[0].outputs(n, closed):
            yield from ((outputs.output(k), outputs.gold) for k in range(len(outputs)) if outputs.fresh[k])


def equal_on_all(values: Iterable[tuple[Any, Any, Any, Any]], cases: str) -> KindFindings:
    """The finding for a claim that two values are equal in every case. `values` gives both values, the output and the
    gold of each case; `cases` describes the cases in words. Two undefined values are equal.
    """
    count, undefined = 0, 0
    for left, right, output, gold in values:
        count += 1
        if left != left and right != right:
            undefined += 1
        elif left != right:
            first, second = (UNDEFINED if value != value else str(value) for value in (left, right))
            why = f"; {WHY_UNDEFINED}" if UNDEFINED in (first, second) else ""
            outcome = ReadingOutcome("", f"{first} and {second}", False)
            return KindFindings((outcome,), f"case {count}: output {output}, gold {gold}{why}")
    said, agrees = ("equal", True) if undefined < count else (UNDEFINED, None)
    alike = f", both undefined on {undefined} of them" if undefined else ""
    return KindFindings((ReadingOutcome("", said, agrees, conclusive=False),), f"all {count} {cases}, exactly{alike}")


def reduces(claim: PublishedClaim) -> KindFindings:
    """Judge, as a function of several studies, whether `left` equals `right` on every case of the task of `right` up to
    `documents` documents, where the case is written as data of the task of `left` through the reduction.
    """
    left, right = metric(claim, claim["left"]), metric(claim, claim["right"])
    by = registry.reduction(left.base, right.task)
    if by is None:
        raise claim.problem(f"left is {shown(claim['left'])}: {left.task} has no reduction to {right.task}")
    pairs = plain_cases(right.task, claim["documents"], "closed" in by.traits)
    return equal_on_all(
        ((left.exact(by.output(o), by.gold(gold)), right.exact(o, gold), o, gold) for o, gold in pairs),
        f"cases to {claim['documents']} documents, through the reduction {by.name!r}",
    )
