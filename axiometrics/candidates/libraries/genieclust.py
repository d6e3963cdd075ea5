"""genieclust: external measures of clusterings, on two vectors of labels, the gold first."""

from __future__ import annotations

from axiometrics.candidates.libraries import Member, MetricLibrary


def _labels(name: str, ours: str = "") -> Member:
    return Member(name, "clustering", "labels", ours)


LIBRARY = MetricLibrary(
    name="genieclust",
    distribution="genieclust",
    module="genieclust.compare_partitions",
    members=(
        _labels("rand_score", "rand"),
        _labels("adjusted_rand_score", "adjusted-rand"),
        _labels("fm_score", "fowlkes-mallows"),
        _labels("adjusted_fm_score"),
        _labels("mi_score", "mutual-information"),
        _labels("normalized_mi_score", "nmi"),
        _labels("adjusted_mi_score", "ami"),
        _labels("normalized_clustering_accuracy"),
        _labels("normalized_pivoted_accuracy"),
        _labels("pair_sets_index"),
    ),
)
