"""Values of a built-in metric on all outputs of a gold: as floats, and some of them exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from axiometrics.core.aggregates import Contingency, Coverage, Gains
from axiometrics.core.arithmetic import Array, as_ints, exactly
from axiometrics.core.metric import Metric
from axiometrics.core.task import Outputs
from axiometrics.judging import stacks

CHUNK = 256
"""How many outputs are scored exactly at once."""


def is_stacked(metric: Metric, outputs: Outputs) -> bool:
    """Return whether a formula scores the outputs from stacks of counts. If not, the metric scores them one by one."""
    return metric.formula is not None and outputs.counts is not None


def floats(metric: Metric, outputs: Outputs) -> Array:
    """The values of a metric of ours on the outputs of a gold, rounded; `nan` where undefined."""
    if metric.formula is None or outputs.counts is None:
        return np.array(metric.all_rounded([(outputs.output(k), outputs.gold) for k in range(len(outputs))]))
    return np.concatenate([stacks.floats(metric, counts, height(counts)) for counts in outputs.counts])


def exact(metric: Metric, outputs: Outputs, some: Sequence[int]) -> list[Any]:
    """The exact values of a metric of ours on these outputs of a gold, in their order; scored in stacks where it is a
    formula on counts.
    """
    if metric.formula is None or outputs.counts is None:
        return [metric.exact(outputs.output(k), outputs.gold) for k in some]
    values: dict[int, Any] = {}
    start = 0
    for counts in outputs.counts:
        of_stack = sorted(k - start for k in some if start <= k < start + height(counts))
        for at in range(0, len(of_stack), CHUNK):
            rows = of_stack[at : at + CHUNK]
            scored = stacks.exact(metric, _exact_counts(counts, rows, outputs.gold), len(rows))
            values.update(zip((start + row for row in rows), scored, strict=True))
        start += height(counts)
    return [values[k] for k in some]


def height(counts: Any) -> int:
    """How many outputs a stack holds."""
    return len(counts.gains if isinstance(counts, Gains) else next(iter(vars(counts).values())))


def _exact_counts(counts: Any, rows: Sequence[int], gold: Any) -> Any:
    """Return some rows of a stack of whole numbers as exact numbers, without padding that they do not need.

    The probabilities of intents are not whole, and the stack holds them rounded: they are taken from the gold.
    """
    if isinstance(counts, Gains):
        length = counts.length[rows]
        return Gains(
            as_ints(counts.gains[rows, : int(length.max())]),
            as_ints(length),
            exactly(counts.counts),
            exactly(counts.irrelevant),
            unlimited=counts.unlimited,
        )
    if isinstance(counts, Coverage):
        chances = exactly(list(gold.probabilities.values()))
        return Coverage(as_ints(counts.gains[rows]), exactly(counts.documents), chances)
    if isinstance(counts, Contingency):
        table = counts.table[rows]
        classes, columns = table.shape[-2:]
        if classes == columns:  # the columns may be the classes, of which none is padding
            return Contingency(as_ints(table))
        return Contingency(as_ints(table[..., : int(np.flatnonzero(table.any((0, 1)))[-1]) + 1]))
    return type(counts)(*(as_ints(getattr(counts, part.name)[rows]) for part in fields(counts)))
