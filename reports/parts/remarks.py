"""Remarks on a user's metric besides its verdicts: that it is a loss, which invariances it breaks, and where it has no
value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import AnyEvidence, Judged, Labelled
from axiometrics.core.margins import TIED_MEANS
from axiometrics.core.task import task

LOWER_IS_BETTER = {"inferred": "this looks like a loss", "told": "lower is better, as told"}
"""The words for each way in which it is known that a metric is a loss."""

LOSSES = {how: f"{words}: judged as -f" for how, words in LOWER_IS_BETTER.items()}
"""The remark on a metric that is a loss, for each way in which this is known."""

SHOWN = 60
"""The greatest number of characters of the arguments of a call that is shown beside a table."""


def loss(evidence: AnyEvidence) -> str:
    """Return a remark that the negative of the metric is judged. Empty if the metric itself is judged."""
    return LOSSES.get(evidence.loss or "", "")


def broken(evidence: AnyEvidence, shown: int | None = None) -> Iterator[str]:
    """Yield each invariance that the metric breaks, with the two calls that show it. The arguments of each call are cut
    to `shown` characters, if this is given.
    """
    for breach in evidence.breaks:
        calls = ", ".join(f"f({_arguments(call['arguments'], shown)}) = {_value(call)}" for call in breach["calls"])
        yield f"breaks {breach['invariance']}: {calls}"


def _value(call: Any) -> str:
    return "undefined" if call["value"] is None else str(call["value"])


def _arguments(arguments: Any, shown: int | None = None) -> str:
    text = ", ".join(json.dumps(argument, ensure_ascii=False) for argument in arguments)
    return text if shown is None or len(text) <= shown else f"{text[: shown - 3]}..."


def call(arguments: Any) -> str:
    """Return a call as it was written."""
    return f"f({_arguments(arguments)})"


def is_symbolic(cell: Cell) -> bool:
    """Whether the definition of the metric has a second form for symbols, from which proofs about the metric follow."""
    definition = registry.definition(cell.metric.partition("(")[0].partition("@")[0], cell.task)
    return definition is not None and definition.second_form


def labelled(cell: Cell) -> str:
    """Return how far the other ways to write the cases were searched, for a metric that breaks an invariance. Empty for
    other metrics.
    """
    said = cell.evidence.labelled if isinstance(cell.evidence, Judged) else None
    return "" if said is None else _searched(said)


def _searched(said: Labelled) -> str:
    whole = f"all {said.cases:,} labelled cases to size {said.whole}" if said.cases else "labelled cases"
    drawn = f"{said.drawn:,} drawn at random" if said.drawn else ""
    unlabelled = f"one way to write each case to size {said.unlabelled}"
    only = f"{said.one_way:,} cases in one way only" if said.one_way else ""
    return f"searched: {', '.join(filter(None, [whole if said.cases or not drawn else '', drawn, unlabelled, only]))}"


def is_partial(cell: Cell) -> bool:
    """Whether the metric of a user satisfies the constraint wherever it is defined, and is not defined on all cases."""
    return bool(cell.holds and cell.evidence.undefined and cell.evidence.undefined_at is not None)


def undefined(cell: Cell) -> str:
    """Return on how many cases the metric of a user has no value. Empty if it has a value on all cases."""
    evidence = cell.evidence
    if not evidence.undefined or evidence.undefined_at is None:
        return ""
    return f"undefined on {evidence.undefined:,} of {evidence.undefined + evidence.cases:,} cases"


def tied_means(evidence: AnyEvidence) -> str:
    """Return how many cases the metric of a user satisfies only within a margin. Empty if there is no such case."""
    if not evidence.tied_means:
        return ""
    cases = f"the means of {evidence.tied_means:,} cases"
    return f"{cases} are taken as equal, within the margin of rounding ({TIED_MEANS:.0e})"


def smallest(cell: Cell) -> str:
    """Return the smallest input on which the metric of a user was found to be undefined. Empty if there is none."""
    at, of = cell.evidence.undefined_at, task(cell.task)
    if at is None:
        return ""
    return f"gold {of.gold.from_json(at['gold'])}, output {of.output.from_json(at['output'])}"
