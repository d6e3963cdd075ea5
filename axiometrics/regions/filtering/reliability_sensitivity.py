"""R*S by n and Wn. With two levels all documents have the same weight."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.core.metric import Metric
from axiometrics.proving.theorems.filtering import counts
from axiometrics.regions.filtering._common import ALL_MISSED, BOTH
from axiometrics.regions.region import ArguedPart, Region, tied


def rs_regions(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """R*S does not depend on the weights here."""
    if reading == "universal":
        return (ArguedPart(False, (), "R*S is 0 as long as nothing relevant is positive", tied(ALL_MISSED)),)
    return (
        ArguedPart(
            True, (), "R*S = 2 tp tn/(positive negative + relevant irrelevant), whatever the weights", counts.rs
        ),
    )


ENTRIES = tuple(Region(("rs-filtering",), "filtering:priority", BOTH, name, rs_regions) for name in ("n", "wn"))
