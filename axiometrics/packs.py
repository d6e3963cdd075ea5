"""Packs: which metrics a study looks at, by name. A metric need not be in any."""

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

PACKS = {"amigo2013": AMIGO2013}
"""The packs by name; the first is what `axiometrics matrix` shows unless told."""
