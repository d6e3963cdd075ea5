"""What was just begun stands as `scaffold` writes it, and is not asked yet for what is written about it elsewhere."""

from __future__ import annotations

from axiometrics import registry
from axiometrics.core.constraint import Constraint
from axiometrics.core.metric import Metric

UNTOLD = "where it is from"
"""The source that `scaffold` writes, to be changed into that of the paper."""


def is_begun(declared: Metric | Constraint) -> bool:
    """Whether a metric or a constraint says nothing of its source yet."""
    return declared.source == UNTOLD


def begun_tasks() -> set[str]:
    """The tasks of which no metric says anything of its source yet."""
    finished = {metric.task for metric in registry.metrics() if not is_begun(metric)}
    return set(registry.tasks.names()) - finished
