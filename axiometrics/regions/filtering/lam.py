"""Lam% by its smoothing."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.core.metric import Metric
from axiometrics.proving.theorems.filtering import counts
from axiometrics.regions.filtering._common import BOTH, RELEVANT
from axiometrics.regions.region import ArguedPart, Region, tied


def lam_regions(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Without smoothing, Lam% is 1 as soon as one of the two rates of errors is 0, whatever the second rate is."""
    return (
        ArguedPart(True, ("x > 0",), "what is right grows as a product, what is wrong shrinks", counts.lam),
        ArguedPart(False, ("-x >= 0",), "Lam% is 1 as soon as nothing irrelevant is positive", tied(RELEVANT)),
    )


ENTRIES = (Region(("lam",), "filtering:priority", BOTH, "smoothing", lam_regions),)
