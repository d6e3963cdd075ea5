"""Which kinds of cases metrics are compared on, and how far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from axiometrics.comparison.separation.outputs import SIZES


class Compared(Protocol):
    """What has to be known of a metric to choose the cases."""

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        ...

    @property
    def graded(self) -> bool:
        """Whether gains beyond 0/1 mean anything to it."""
        ...

    @property
    def overlapping(self) -> bool:
        """Whether it is defined where documents stand in several clusters."""
        ...


@dataclass(frozen=True)
class Kind:
    """Golds and outputs of one kind: its name (the task, `graded` or `overlapping`), the greatest size, and what
    `every` is told.
    """

    name: str
    last: int
    options: Mapping[str, bool] = field(default_factory=dict)

    def speaks(self, metric: Compared) -> bool:
        """Whether the metric has a say on such cases."""
        return {"graded": metric.graded, "overlapping": metric.overlapping}.get(self.name, True)


def kinds(
    task: str, metrics: Sequence[Compared], size: int | None, default: Mapping[str, int] | None = None
) -> list[Kind]:
    """The kinds of cases for these metrics: the plain ones of the task, and those that two metrics at least have a say
    on.

    `size` documents each, as far as a kind goes; where it is None, the `default`.
    """

    def last(name: str) -> int:
        usual, greatest = SIZES[name]
        return min(size, greatest) if size is not None else (default or {}).get(name, usual)

    closed = {"closed": True} if task == "ranking" and any(metric.closed for metric in metrics) else {}
    found = [Kind(task, last(task), closed)]
    for of, name, having in (
        ("ranking", "graded", [m.graded for m in metrics]),
        ("clustering", "overlapping", [m.overlapping for m in metrics]),
    ):
        if task == of and sum(having) > 1:
            found.append(Kind(name, last(name), {**closed, name: True}))
    return found


def capped(task: str, metrics: Sequence[Compared], size: int | None) -> list[Kind]:
    """The kinds of cases that are searched less far than asked for, being as many as can be."""
    return [kind for kind in kinds(task, metrics, size) if size is not None and kind.last < size]
