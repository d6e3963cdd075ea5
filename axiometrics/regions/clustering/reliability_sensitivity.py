"""R*S by n and Wn: a closed collection leaves no weight in it, so each argument of a theorem about it is one for all
values.
"""

from __future__ import annotations

from axiometrics.proving.theorem import Theorem
from axiometrics.proving.theorems.clustering import bcubed
from axiometrics.regions.region import Region, everywhere

_BASE = "rs-clustering"

ENTRIES = tuple(
    Region(
        (_BASE,),
        theorem.constraint,
        theorem.readings,
        name,
        everywhere(True, theorem.words, theorem.show),
        theorem.when,
    )
    for theorem in bcubed.ENTRIES
    if isinstance(theorem, Theorem) and _BASE in theorem.metrics
    for name in ("n", "wn")
)
