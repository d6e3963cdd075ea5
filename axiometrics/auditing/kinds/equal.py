"""Claims that two metrics are one, or that one is the sum of several: the same exact value on every case of a task, up
to a size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import UNDEFINED, WHY_UNDEFINED, KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import metric
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.task import World, task
from axiometrics.registry.tasks import tasks


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Whether the metrics agree on every case, smallest first."""
    left, written = metric(claim, claim["left"]), claim["right"]
    right = [metric(claim, text) for text in ([written] if isinstance(written, str) else written)]
    greatest = _world(claim).greatest
    if not 1 <= claim["documents"] <= greatest:
        raise claim.problem(
            f"documents is {shown(claim['documents'])}: expected a whole number from 1 to {greatest} of {claim['task']}"
        )
    count, undefined = 0, 0
    for system, gold in _cases(claim["task"], claim["documents"]):
        one = left.exact(system, gold)
        other = sum((each.exact(system, gold) for each in right[1:]), right[0].exact(system, gold))
        if other == other and claim.get("less"):
            other -= claim["less"]
        count += 1
        if one != one and other != other:
            undefined += 1
        elif one != other:
            first, second = (UNDEFINED if value != value else str(value) for value in (one, other))
            why = f"; {WHY_UNDEFINED}" if UNDEFINED in (first, second) else ""
            return KindFindings(
                (ReadingOutcome("", f"{first} and {second}", False),),
                f"case {count}: output {system}, gold {gold}{why}",
            )
    alike = f", both undefined on {undefined} of them" if undefined else ""
    evidence = f"all {count} cases to {claim['documents']} documents, exactly{alike}"
    return KindFindings(
        (
            ReadingOutcome(
                "", "equal" if undefined < count else UNDEFINED, True if undefined < count else None, conclusive=False
            ),
        ),
        evidence,
    )


def _world(claim: PublishedClaim) -> World:
    """The plain world of the task that a claim names."""
    try:
        return task(claim["task"]).worlds[0]
    except (UnknownNameError, IndexError) as error:
        raise claim.problem(f"task is {shown(claim['task'])}: {error}") from None


def _cases(of: str, documents: int) -> Iterator[tuple[Any, Any]]:
    """Every output with its gold in the plain world of a task, smaller ones first."""
    for n in range(1, documents + 1):
        for outputs in task(of).worlds[0].outputs(n, False):
            yield from ((outputs.output(k), outputs.gold) for k in range(len(outputs)) if outputs.fresh[k])


def _rules() -> dict[str, Any]:
    reaches = {one.name: one.worlds[0].greatest for one in tasks() if one.worlds}
    return {
        "oneOf": [
            {"properties": {"task": {"const": name}, "documents": {"minimum": 1, "maximum": greatest}}}
            for name, greatest in reaches.items()
        ]
    }


KIND = ClaimKind(
    name="equal",
    meaning=(
        "whether `left` and `right` (or the sum of several, less the number `less`) give the same exact value on every "
        "case of the `task` up to `documents` documents"
    ),
    published="equal",
    fields={
        "left": "text",
        "right": "text or list of texts",
        "less?": "whole number",
        "params?": "object of texts",
        "task": "text",
        "documents": "whole number",
    },
    find=find,
    rules=_rules,
)
