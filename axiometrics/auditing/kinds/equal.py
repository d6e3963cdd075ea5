"""Claims that two metrics are one: the same exact value on every case of a task, up to a size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import Claim, shown
from axiometrics.auditing.findings import UNDEFINED, WHY_UNDEFINED, Found, Outcome
from axiometrics.auditing.kind import Kind
from axiometrics.auditing.naming import metric
from axiometrics.core.organization import Organization


def find(claim: Claim, cells: Cells) -> Found:
    """Whether the metrics agree on every case, smallest first."""
    left, right = metric(claim, claim["left"]), metric(claim, claim["right"])
    world, least, greatest = WORLDS[claim["task"]]
    if not least <= claim["documents"] <= greatest:
        raise claim.problem(
            f"documents is {shown(claim['documents'])}: expected a whole number from {least} to "
            f"{greatest} of {claim['task']}"
        )
    count, undefined = 0, 0
    for system, gold in world(claim["documents"]):
        one, other = left.exact(system, gold), right.exact(system, gold)
        count += 1
        if one != one and other != other:
            undefined += 1
        elif one != other:
            first, second = (UNDEFINED if value != value else str(value) for value in (one, other))
            why = f"; {WHY_UNDEFINED}" if UNDEFINED in (first, second) else ""
            return Found(
                (Outcome("", f"{first} and {second}", False),), f"case {count}: output {system}, gold {gold}{why}"
            )
    alike = f", both undefined on {undefined} of them" if undefined else ""
    evidence = f"all {count} cases to {claim['documents']} documents, exactly{alike}"
    return Found(
        (
            Outcome(
                "", "equal" if undefined < count else UNDEFINED, True if undefined < count else None, conclusive=False
            ),
        ),
        evidence,
    )


def _partitions(documents: int) -> Iterator[tuple[Organization, Organization]]:
    from axiometrics.generators.patterns import Tables
    from axiometrics.generators.tables import clusters_of, tables

    for n in range(1, documents + 1):
        for columns in tables(n):
            yield Tables([clusters_of(columns)]).outputs(0, closed=False)


def _filterings(documents: int) -> Iterator[tuple[Organization, Organization]]:
    from axiometrics.generators.filterings import ConfusionTables

    for n in range(2, documents + 1):
        world = ConfusionTables(n)
        yield from (world.outputs(k, closed=False) for k in range(len(world)))


WORLDS: dict[str, tuple[Callable[[int], Iterator[tuple[Organization, Organization]]], int, int]] = {
    "clustering": (_partitions, 1, 10),
    "filtering": (_filterings, 2, 24),
}
"""The cases of a task up to a number of documents, and the least and the greatest such number."""


KIND = Kind(
    name="equal",
    meaning=(
        "whether `left` and `right` give the same exact value on every case of the `task` up to `documents` documents"
    ),
    published="equal",
    fields={"left": "text", "right": "text", "params?": "object of texts", "task": "text", "documents": "whole number"},
    find=find,
    choices={"task": tuple(WORLDS)},
    rules={
        "oneOf": [
            {"properties": {"task": {"const": task}, "documents": {"minimum": least, "maximum": greatest}}}
            for task, (_, least, greatest) in WORLDS.items()
        ]
    },
)
