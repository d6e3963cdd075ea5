"""F by beta."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.core.metric import Metric
from axiometrics.proving.theorems.filtering import counts
from axiometrics.regions.filtering._common import ALL_MISSED, BOTH, RELEVANT
from axiometrics.regions.region import ArguedPart, Parametrized, Region, tied


def f_of_precision(p: Parametrized) -> None:
    """With beta = 0, F is precision. In this case precision is 1 before and after the edit."""
    p.case = RELEVANT
    p.excess = "1 - (1 + x**2)/(1 + 2*x**2)"
    p.quotient(p.goal, {"b": "x >= 0", "none": "-x >= 0"}, "b*none", "1 + 2*b**2")


def f_regions(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """F satisfies the reading `interior` if recall counts (beta > 0). It violates `universal`, because it is 0 for
    every output with tp = 0.
    """
    if reading == "universal":
        return (ArguedPart(False, (), "F is 0 as long as nothing relevant is positive", tied(ALL_MISSED)),)
    return (
        ArguedPart(True, ("x > 0",), "as tp >= 1, F falls with fn and fp", counts.f),
        ArguedPart(
            False, ("-x >= 0",), "F is precision, which a relevant document more does not raise from 1", f_of_precision
        ),
    )


ENTRIES = (Region(("f",), "filtering:priority", BOTH, "beta", f_regions),)
