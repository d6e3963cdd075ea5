"""R*S by n and Wn. In a closed collection R*S does not depend on its weights, so an argument of a theorem about R*S
holds for all values of n and Wn.
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
