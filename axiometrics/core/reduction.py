"""A reduction: how the data of one task are data of another, so that a metric of the second is one of the first.

Diversity with one intent is ordinary retrieval. So a metric of diversity can be asked whether it satisfies the
constraints on rankings: gold and output of a case are turned into a topic and a run, and scored. That a metric is then
some well-known one (S-recall is 1-call, ERR-IA is ERR) is an identity, which tests check. A reduced metric was chosen
over a second declaration of each metric, which could come to differ from the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


def as_it_is(value: Any) -> Any:
    """The value itself: the data of both tasks are the same."""
    return value


@dataclass(frozen=True)
class Reduction:
    """How cases of another task are scored by the metrics of the task that declares the reduction.

    Attributes
    ----------
    name : as reports have it, e.g. `one intent`
    task : the task whose constraints then judge
    gold, output : a gold and a system output of that task -> those of the declaring task
    counts : the counts of that task -> those of the declaring task; None where values are turned one by one
    traits : traits of that task that the reduced metrics are taken to have
    """

    name: str
    task: str
    gold: Callable[[Any], Any]
    output: Callable[[Any], Any] = as_it_is
    counts: Callable[[Any], Any] | None = None
    traits: frozenset[str] = frozenset()

    @property
    def is_identity(self) -> bool:
        """Whether the data of the two tasks are the same, so that a metric of one is a metric of the other."""
        return self.gold is as_it_is and self.output is as_it_is
