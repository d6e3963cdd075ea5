"""genieclust: external measures of clusterings, on two vectors of labels, the gold first."""

from __future__ import annotations

from axiometrics.candidates.libraries import MetricLibrary, of_labels

LIBRARY = MetricLibrary(
    name="genieclust",
    distribution="genieclust",
    module="genieclust.compare_partitions",
    members=(
        of_labels("rand_score", "rand"),
        of_labels("adjusted_rand_score", "adjusted-rand"),
        of_labels("fm_score", "fowlkes-mallows"),
        of_labels("adjusted_fm_score"),
        of_labels("mi_score", "mutual-information"),
        of_labels("normalized_mi_score", "nmi"),
        of_labels("adjusted_mi_score", "ami"),
        of_labels("normalized_clustering_accuracy"),
        of_labels("normalized_pivoted_accuracy"),
        of_labels("pair_sets_index"),
    ),
)
