"""Claims on an order: one output scores above another, or one loss is greater than another."""

from __future__ import annotations

from typing import Any

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.findings import UNDEFINED, KindFindings, ReadingOutcome, why_undefined
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import variants
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.core.task import Task, task

SIGNS = {1: ">", -1: "<", 0: "="}


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """Decide the order exactly in each reading."""
    of = task(next(iter(variants(claim).values())).task)
    gold = of.gold.parse(claim["gold"])
    sides = [_parsed(claim, name, of) for name in ("left", "right")]
    outcomes = []
    for reading, metric in variants(claim).items():
        left, right = (_value(metric, side, gold) for side in sides)
        if left != left or right != right:
            outcomes.append(ReadingOutcome(reading, UNDEFINED, None))
        else:
            order = SIGNS[sign(left - right)]
            outcomes.append(
                ReadingOutcome(reading, f"{float(left):.4f} {order} {float(right):.4f}", order == claim.published)
            )
    left_text, right_text = (" minus ".join(map(str, side)) for side in sides)
    compared = f"left {left_text}; right {right_text}; gold {gold}; decided exactly"
    return KindFindings(tuple(outcomes), compared + why_undefined(outcomes))


def _parsed(claim: PublishedClaim, name: str, of: Task) -> list[Any]:
    written = claim[name]
    if not isinstance(written, str) and len(written) != 2:
        raise claim.problem(f"{name} has {len(written)} outputs: give one, or two whose difference is meant")
    return [of.output.parse(text) for text in ([written] if isinstance(written, str) else written)]


def _value(metric: Metric, side: list[Any], gold: Any) -> Any:
    values: list[Any] = [metric.exact(output, gold) for output in side]
    return values[0] if len(values) == 1 else values[0] - values[1]


KIND = ClaimKind(
    name="order",
    meaning="whether `left` scores above, below or as `right`; of two outputs their difference is meant, a loss",
    published="[<>=]",
    fields={
        "metric": "text or object of texts",
        "params?": "object of texts",
        "gold": "text",
        "left": "text or list of texts",
        "right": "text or list of texts",
    },
    find=find,
    rules=lambda: {
        "allOf": [
            {"properties": {side: {"if": {"type": "array"}, "then": {"minItems": 2, "maxItems": 2}}}}
            for side in ("left", "right")
        ]
    },
)
