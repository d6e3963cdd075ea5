"""The values of an implementation on degenerate inputs, beside the values of our metric."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics import registry
from axiometrics.candidates.declaration import Declaration
from axiometrics.candidates.laws.calls import CallResult, call, same
from axiometrics.core.errors import TaskError
from axiometrics.core.task import task as task_of
from axiometrics.registry.tasks import signature


@dataclass(frozen=True)
class Convention:
    """A degenerate input with the value of the implementation, and the value of our metric of the same definition;
    empty without one.
    """

    name: str
    system: str
    gold: str
    theirs: str
    ours: str
    alike: bool | None


def conventions(function: Callable[..., Any], declared: Declaration, task: str, ours: str = "") -> Iterator[Convention]:
    """The values of an implementation, and of our metric named `ours`, on the degenerate inputs of a task.

    Values are written with six digits. Values that are written the same are `alike`, and so are numbers that differ
    within the error bound. An undefined value of our metric is `alike` to nan, an infinity or an exception.
    """
    assert declared.signature is not None
    of = task_of(task)
    for name, (system, gold) in of.degenerate.items():
        sides = of.output.parse(system), of.gold.parse(gold)
        result = call(function, signature(declared.signature).arguments(*sides, int))
        written, value = _ours(ours, *sides, task) if ours else ("", None)
        alike = None
        if value is not None:
            alike = (
                same(result, CallResult(value)) or str(result) == str(CallResult(value))
                if math.isfinite(value)
                else isinstance(result.value, str) or not math.isfinite(result.value)
            )
        yield Convention(name, system, gold, str(result), written, alike)


def _ours(name: str, system: Any, gold: Any, task: str) -> tuple[str, float | None]:
    try:
        value = registry.metric(name, (task,)).exact(system, gold)
    except TaskError:
        return "", None
    if isinstance(value, float):
        return "undefined", math.nan
    return str(value) if isinstance(value, Fraction) else f"{float(value):.6g}", float(value)
