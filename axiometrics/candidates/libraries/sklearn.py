"""scikit-learn: `sklearn.metrics`, on labels, on 0/1 decisions and on scores of judged documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from axiometrics.candidates.libraries import Member, MetricLibrary, of_decisions, of_labels, of_scores


def _function(metrics: Any, member: Member) -> Callable[..., Any]:
    function = member.bound(metrics)
    if member.source in {"dcg_score", "ndcg_score"}:
        return lambda y_true, y_score: function(np.atleast_2d(y_true), np.atleast_2d(y_score))
    return function


def _scorer(metrics: Any, text: str) -> Member | None:
    """The metric of a scorer by its name, such as `neg_mean_absolute_error`; None where there is no such scorer or no
    adapter for it.
    """
    if hasattr(metrics, text) or text not in metrics.get_scorer_names():
        return None
    function, options, negated = _unwrapped(metrics.get_scorer(text)) or (None, {}, False)
    member = LIBRARY.member(getattr(function, "__name__", ""), options)
    return None if member is None else replace(member, name=f"-{text}" if negated else text, of=member.source)


def _unwrapped(scorer: Any) -> tuple[Callable[..., Any], Mapping[str, Any], bool] | None:
    """The function in a scorer, its options, and whether its negative is meant; None for other objects."""
    function = getattr(scorer, "_score_func", None)
    return (function, scorer._kwargs, scorer._sign < 0) if callable(function) else None


LIBRARY = MetricLibrary(
    name="sklearn",
    distribution="scikit-learn",
    module="sklearn.metrics",
    members=(
        of_labels("homogeneity_score", "homogeneity-score"),
        of_labels("completeness_score", "completeness-score"),
        of_labels("v_measure_score", "v-measure"),
        of_labels("mutual_info_score", "mutual-information"),
        of_labels("normalized_mutual_info_score", "nmi"),
        *(
            of_labels(
                f"normalized_mutual_info_score(average_method={by})",
                f"nmi(average={by})",
                options={"average_method": by},
            )
            for by in ("geometric", "max", "min")
        ),
        of_labels("adjusted_mutual_info_score", "ami"),
        *(
            of_labels(
                f"adjusted_mutual_info_score(average_method={by})", f"ami(average={by})", options={"average_method": by}
            )
            for by in ("geometric", "max", "min")
        ),
        of_labels("rand_score", "rand"),
        of_labels("adjusted_rand_score", "adjusted-rand"),
        of_labels("fowlkes_mallows_score", "fowlkes-mallows"),
        of_decisions("accuracy_score", "accuracy"),
        of_decisions("balanced_accuracy_score", "macro-accuracy"),
        of_decisions("precision_score", "precision"),
        of_decisions("recall_score", "recall"),
        of_decisions("f1_score", "f"),
        of_decisions("fbeta_score(beta=2)", options={"beta": 2}),
        of_decisions("jaccard_score"),
        of_decisions("cohen_kappa_score", "kappa"),
        of_decisions("matthews_corrcoef", "mcc"),
        of_decisions("-hamming_loss"),
        of_decisions("-zero_one_loss"),
        of_scores("average_precision_score"),
        of_scores("roc_auc_score", "auc"),
        of_scores("dcg_score", graded=True, form="rows"),
        of_scores("ndcg_score", graded=True, form="rows"),
    ),
    function=_function,
    named=_scorer,
    unwrapped=_unwrapped,
)
