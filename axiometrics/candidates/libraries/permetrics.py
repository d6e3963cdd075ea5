"""permetrics: external measures of clusterings, as methods of an object that is made of the two vectors of labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_labels


def _function(permetrics: Any, member: Member) -> Callable[..., Any]:
    made, options = permetrics.ClusteringMetric, dict(member.options)
    getattr(made, member.source)  # the installed version may not have it

    def of_sides(labels_true: Any, labels_pred: Any) -> Any:
        return getattr(made(y_true=labels_true, y_pred=labels_pred), member.source)(**options)

    return of_sides


LIBRARY = MetricLibrary(
    name="permetrics",
    distribution="permetrics",
    module="permetrics",
    members=(
        of_labels("mutual_info_score", "mutual-information"),
        of_labels("normalized_mutual_info_score", "nmi"),
        of_labels("rand_score", "rand"),
        of_labels("adjusted_rand_score", "adjusted-rand"),
        of_labels("fowlkes_mallows_score", "fowlkes-mallows"),
        of_labels("homogeneity_score", "homogeneity-score"),
        of_labels("completeness_score", "completeness-score"),
        of_labels("v_measure_score", "v-measure"),
        of_labels("precision_score", "pair-precision"),
        of_labels("recall_score", "pair-recall"),
        of_labels("f_measure_score", "pair-f"),
        of_labels("czekanowski_dice_score", "pair-f"),
        of_labels("hubert_gamma_score"),
        of_labels("jaccard_score", "jaccard"),
        of_labels("kulczynski_score"),
        of_labels("mc_nemar_score"),
        of_labels("phi_score"),
        of_labels("rogers_tanimoto_score"),
        of_labels("russel_rao_score"),
        of_labels("sokal_sneath1_score"),
        of_labels("sokal_sneath2_score"),
        of_labels("purity_score", "purity"),
        of_labels("-entropy_score"),
        of_labels("tau_score"),
        of_labels("gamma_score"),
        of_labels("gplus_score"),
    ),
    function=_function,
)
