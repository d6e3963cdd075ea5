"""Reductions: how the data of one task are written as data of another, so that a metric of the second is one of the
first.

Many metrics of a newer task are an old metric on the inputs that the old task knows: average generalized precision is
average precision where each article scores 0 or 1. A reduction says how the old inputs are written. That a metric
becomes another one by it is an identity, which `compared` checks exactly on every small case; what is known of the old
metric, such as the constraints it satisfies, then holds of the new one on those inputs. A reduction changes data and
never a metric: the metric that is compared is the one that is run everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from axiometrics.core.task import Reduction, task

if TYPE_CHECKING:
    from axiometrics.core.metric import Metric

__all__ = ["Compared", "Reduction", "compared", "reduction"]


@dataclass(frozen=True)
class Compared:
    """How many cases were compared, and the first that differs: output, gold and the two values."""

    cases: int
    differs: tuple[Any, Any, Any, Any] | None = None


def reduction(to: str, of: str) -> Reduction | None:
    """How the data of the task `of` are written as data of the task `to`; None where nobody says."""
    return next((one for one in task(to).reductions if one.of == of), None)


def compared(one: Metric, other: Metric, by: Reduction, documents: int) -> Compared:
    """Whether a metric gives, on the reduced data, what another one gives on every case of its plain world."""
    cases = 0
    score: Callable[..., Any] = one.exact
    for n in range(1, documents + 1):
        for outputs in task(by.of).worlds[0].outputs(n, False):
            for k in (k for k in range(len(outputs)) if outputs.fresh[k]):
                system, gold = outputs.output(k), outputs.gold
                cases += 1
                first, second = score(*by.write(system, gold)), other.exact(system, gold)
                if first != second and (first == first or second == second):
                    return Compared(cases, (system, gold, first, second))
    return Compared(cases)
