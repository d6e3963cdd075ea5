"""The comparison of an implementation with our metric of the same definition."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics import registry
from axiometrics.candidates.declaration import Declaration
from axiometrics.candidates.laws.calls import CallResult, apart, call, fresh, shown
from axiometrics.candidates.laws.inputs import inputs
from axiometrics.registry.tasks import signature


@dataclass(frozen=True)
class Likeness:
    """Whether an implementation equals our metric wherever both have numbers, and on how many inputs; where they
    differ, the smallest input on which they do.
    """

    ours: str
    equal: bool
    cases: int
    given: str = ""
    theirs: str = ""
    value: str = ""

    def __str__(self) -> str:
        if not self.cases:
            return f"has no value where {self.ours} has one"
        return (
            f"= {self.ours} on {self.cases} inputs"
            if self.equal
            else f"differs from {self.ours}: ({self.given}) gives {self.theirs}, ours {self.value}"
        )


def likeness(function: Callable[..., Any], declared: Declaration, task: str, ours: str, seed: int = 0) -> Likeness:
    """Compare a metric, called as `declared` says, with our metric, on the inputs of the laws whose scores are not
    tied. Differences within the error bound of a black box do not count.

    Inputs on which one of the two has no value are left out; the table of degenerate inputs shows these.
    """
    metric = registry.metric(ours, (task,))
    cases = 0
    assert declared.signature is not None
    for arguments in inputs(declared, task, seed):
        sides = signature(declared.signature).values(arguments)
        if sides is None:
            continue
        value = float(metric.exact(*sides))
        result = call(function, fresh(arguments))
        difference = apart(result, CallResult(value))
        if difference is None or math.isnan(value):
            continue
        cases += 1
        if difference:
            return Likeness(ours, False, cases, shown(arguments), str(result), f"{value:.6g}")
    return Likeness(ours, cases > 0, cases)
