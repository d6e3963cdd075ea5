"""Amigó, Gonzalo & Verdejo 2013, Table 6: clustering, filtering and ranking metrics under the constraints of section 2.

The paper names families of metrics in its table, e.g. "entropy". A family stands here with its members, one by one,
because members of a family differ in what they satisfy. All readings of each constraint are looked at: the drawings of
the paper show less than its sentences say, and the verdict often depends on which of the two is meant.

`claims.json` holds what the paper says, table by table, including what its tables misprint.
"""

from importlib.resources import files

from axiometrics.core.study import ConstraintChoice, Study

STUDY = Study(
    name="amigo2013",
    title="Clustering, filtering and ranking metrics under the constraints of section 2",
    source="Amigo, Gonzalo & Verdejo 2013, Table 6, https://doi.org/10.1145/2484028.2484081",
    metrics=(
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
    ),
    constraints=(
        ConstraintChoice("clustering:homogeneity", ("universal", "picture")),
        ConstraintChoice("clustering:completeness", ("universal", "picture")),
        "clustering:rag-bag",
        "clustering:size-vs-quantity",
        "clustering:size-vs-quantity-overlap",
        "filtering:priority",
        "filtering:non-informative",
        "ranking:priority",
        "ranking:deepness",
        "ranking:deepness-threshold",
        "ranking:closeness-threshold",
        "ranking:confidence",
    ),
    claims=files(__name__) / "claims.json",
)
