"""Packs: which metrics a study looks at, by name. A metric need not be in any."""

from __future__ import annotations

from dataclasses import dataclass

from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import DeclarationError


@dataclass(frozen=True)
class Pack:
    """What another package adds under the name of an entry point of the group `axiometrics.packs`.

    Attributes
    ----------
    metrics : names of the metrics that `--pack` means, ours or another package's; may be empty
    constraints : constraints of its own, which then apply to every metric of their task

    Raises
    ------
    DeclarationError
        For anything else than tuples of names and of `Constraint`.
    """

    metrics: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        for what, kind, given in (("metrics", str, self.metrics), ("constraints", Constraint, self.constraints)):
            if not isinstance(given, tuple) or not all(isinstance(one, kind) for one in given):
                raise DeclarationError(f"a pack has {what}={given!r}: expected a tuple of {kind.__name__}")


AMIGO2013 = (
    # set matching
    *("purity", "inverse-purity", "f-purity", "f-max", "f-max-cluster", "matching-accuracy"),
    # entropy
    *("entropy", "class-entropy", "mutual-information", "homogeneity-score", "completeness-score", "v-measure"),
    *("nmi", "nmi(average=geometric)", "nmi(average=max)", "nmi(average=min)", "ami", "variation-of-information"),
    # edit distance
    *("edit-distance", "edit-distance-greedy"),
    # counting pairs
    *("rand", "adjusted-rand", "jaccard", "fowlkes-mallows", "pair-precision", "pair-recall", "pair-f"),
    # BCubed, and its extension to overlapping clusters
    *("bcubed-precision", "bcubed-recall", "bcubed-f"),
    *("bcubed-extended-precision", "bcubed-extended-recall", "bcubed-extended-f"),
    "rs-clustering",
    # filtering
    *("utility", "f", "lam", "rs-filtering"),
    # ranking
    *("ap", "dcg", "ndcg", "q-measure", "p@10", "rr", "err", "rbp", "tbg", "rs-ranking"),
)
"""Table 6 of Amigo, Gonzalo & Verdejo 2013, its families by their members."""

ORGANIZATION = tuple(
    f"{side}-{relation}(reading={reading})"
    for side, relation in (
        *(("reliability", "priority"), ("sensitivity", "priority"), ("rs", "priority")),
        *(("reliability", "clustering"), ("sensitivity", "clustering"), ("rs", "relatedness")),
    )
    for reading in ("listed", "tail-lookup", "tail-certain")
)
"""Reliability, Sensitivity and their R*S over both relations, in every reading: what section 5 of the paper looks at in
its Table 9.
"""

PACKS = {"amigo2013": AMIGO2013, "organization": ORGANIZATION}
"""The packs by name; the first is what `axiometrics matrix` shows unless told."""
