"""Claims that two metrics are the same, or that one is the sum of several: the same exact value on every case of a
task, up to a size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.differences import equal_on_all, plain_cases
from axiometrics.auditing.findings import KindFindings
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import metric
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.core.task import World, task
from axiometrics.registry.tasks import tasks


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Compare the metrics on every case, smallest first."""
    left, written = metric(claim, claim["left"]), claim["right"]
    right = [metric(claim, text) for text in ([written] if isinstance(written, str) else written)]
    greatest = _world(claim).greatest
    if not 1 <= claim["documents"] <= greatest:
        raise claim.problem(
            f"documents is {shown(claim['documents'])}: expected a whole number from 1 to {greatest} of {claim['task']}"
        )
    less = claim.get("less", 0)
    pairs = plain_cases(claim["task"], claim["documents"])
    return equal_on_all(
        ((left.exact(system, gold), _sum(right, system, gold, less), system, gold) for system, gold in pairs),
        f"cases to {claim['documents']} documents",
    )


def _world(claim: PublishedClaim) -> World:
    """The plain world of the task that a claim names."""
    try:
        return task(claim["task"]).worlds[0]
    except (UnknownNameError, IndexError) as error:
        raise claim.problem(f"task is {shown(claim['task'])}: {error}") from None


def _sum(metrics: Sequence[Metric], system: Any, gold: Any, less: int) -> Any:
    """The sum of the scores of these metrics, minus a number."""
    total = sum((each.exact(system, gold) for each in metrics[1:]), metrics[0].exact(system, gold))
    return total - less if less and total == total else total


def _rules() -> dict[str, Any]:
    reaches = {of.name: of.worlds[0].greatest for of in tasks() if of.worlds}
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
