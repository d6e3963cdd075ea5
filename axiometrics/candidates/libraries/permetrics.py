"""permetrics: external measures of clusterings, as methods of an object that is made of the two vectors of labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary


def _labels(name: str, ours: str = "") -> Member:
    return Member(name, "clustering", "labels", ours)


def _function(permetrics: Any, member: Member) -> Callable[..., Any]:
    made, options = permetrics.ClusteringMetric, dict(member.options)
    getattr(made, member.source)  # the version installed may not have it

    def of_labels(labels_true: Any, labels_pred: Any) -> Any:
        return getattr(made(y_true=labels_true, y_pred=labels_pred), member.source)(**options)

    return of_labels


LIBRARY = MetricLibrary(
    name="permetrics",
    distribution="permetrics",
    module="permetrics",
    members=(
        _labels("mutual_info_score", "mutual-information"),
        _labels("normalized_mutual_info_score", "nmi"),
        _labels("rand_score", "rand"),
        _labels("adjusted_rand_score", "adjusted-rand"),
        _labels("fowlkes_mallows_score", "fowlkes-mallows"),
        _labels("homogeneity_score", "homogeneity-score"),
        _labels("completeness_score", "completeness-score"),
        _labels("v_measure_score", "v-measure"),
        _labels("precision_score", "pair-precision"),
        _labels("recall_score", "pair-recall"),
        _labels("f_measure_score", "pair-f"),
        _labels("czekanowski_dice_score", "pair-f"),
        _labels("hubert_gamma_score"),
        _labels("jaccard_score", "jaccard"),
        _labels("kulczynski_score"),
        _labels("mc_nemar_score"),
        _labels("phi_score"),
        _labels("rogers_tanimoto_score"),
        _labels("russel_rao_score"),
        _labels("sokal_sneath1_score"),
        _labels("sokal_sneath2_score"),
        _labels("purity_score", "purity"),
        Member("-entropy_score", "clustering", "labels", of="entropy_score"),
        _labels("tau_score"),
        _labels("gamma_score"),
        _labels("gplus_score"),
    ),
    function=_function,
)
