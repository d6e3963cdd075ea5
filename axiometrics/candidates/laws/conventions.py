"""What an implementation gives on degenerate inputs, beside what ours gives."""

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
    """A degenerate input, what the implementation gives, and what our metric of the same definition gives: empty
    without one.
    """

    name: str
    system: str
    gold: str
    theirs: str
    ours: str
    alike: bool | None


def conventions(function: Callable[..., Any], declared: Declaration, task: str, ours: str = "") -> Iterator[Convention]:
    """The degenerate inputs of a task, asked of an implementation and of our metric named `ours`.

    Values are rounded to six digits in writing, and those that are written alike are `alike`. Other numbers are
    compared to the error bound, an undefined value of ours with nan or an exception.
    """
    assert declared.signature is not None
    of = task_of(task)
    for name, (system, gold) in of.degenerate.items():
        sides = of.output.parse(system), of.gold.parse(gold)
        found = call(function, signature(declared.signature).arguments(*sides, int))
        written, value = _ours(ours, *sides, task) if ours else ("", None)
        alike = None
        if value is not None:
            alike = (
                same(found, CallResult(value)) or str(found) == str(CallResult(value))
                if math.isfinite(value)
                else isinstance(found.value, str) or not math.isfinite(found.value)
            )
        yield Convention(name, system, gold, str(found), written, alike)


def _ours(name: str, system: Any, gold: Any, task: str) -> tuple[str, float | None]:
    try:
        value = registry.metric(name, (task,)).exact(system, gold)
    except TaskError:
        return "", None
    if isinstance(value, float):
        return "undefined", math.nan
    return str(value) if isinstance(value, Fraction) else f"{float(value):.6g}", float(value)
