"""scikit-learn: `sklearn.metrics`, on labels, on 0/1 decisions and on scores of judged documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from axiometrics.candidates.libraries import Member, MetricLibrary


def _clustering(name: str, ours: str, **options: Any) -> Member:
    shown = ",".join(f"{key}={value}" for key, value in options.items())
    return Member(name + (f"({shown})" if shown else ""), "clustering", "labels", ours, of=name, options=options)


def _filtering(name: str, ours: str = "", of: str = "", **options: Any) -> Member:
    shown = ",".join(f"{key}={value}" for key, value in options.items())
    of = of or name
    return Member(name + (f"({shown})" if shown else ""), "filtering", "classification", ours, of=of, options=options)


def _function(metrics: Any, member: Member) -> Callable[..., Any]:
    found = member.bound(metrics)
    if member.source in {"dcg_score", "ndcg_score"}:
        return lambda y_true, y_score: found(np.atleast_2d(y_true), np.atleast_2d(y_score))
    return found


def _scorer(metrics: Any, text: str) -> Member | None:
    """The metric of a scorer by its name, such as `neg_mean_absolute_error`."""
    if hasattr(metrics, text) or text not in metrics.get_scorer_names():
        return None
    function, options, negated = _unwrapped(metrics.get_scorer(text)) or (None, {}, False)
    known = LIBRARY.member(getattr(function, "__name__", ""), options)
    return None if known is None else replace(known, name=f"-{text}" if negated else text, of=known.source)


def _unwrapped(found: Any) -> tuple[Callable[..., Any], Mapping[str, Any], bool] | None:
    """The function in a scorer."""
    function = getattr(found, "_score_func", None)
    return (function, found._kwargs, found._sign < 0) if callable(function) else None


LIBRARY = MetricLibrary(
    name="sklearn",
    distribution="scikit-learn",
    module="sklearn.metrics",
    members=(
        _clustering("homogeneity_score", "homogeneity-score"),
        _clustering("completeness_score", "completeness-score"),
        _clustering("v_measure_score", "v-measure"),
        _clustering("mutual_info_score", "mutual-information"),
        _clustering("normalized_mutual_info_score", "nmi"),
        *(
            _clustering("normalized_mutual_info_score", f"nmi(average={by})", average_method=by)
            for by in ("geometric", "max", "min")
        ),
        _clustering("adjusted_mutual_info_score", "ami"),
        *(
            _clustering("adjusted_mutual_info_score", f"ami(average={by})", average_method=by)
            for by in ("geometric", "max", "min")
        ),
        _clustering("rand_score", "rand"),
        _clustering("adjusted_rand_score", "adjusted-rand"),
        _clustering("fowlkes_mallows_score", "fowlkes-mallows"),
        _filtering("accuracy_score", "accuracy"),
        _filtering("balanced_accuracy_score", "macro-accuracy"),
        _filtering("precision_score", "precision"),
        _filtering("recall_score", "recall"),
        _filtering("f1_score", "f"),
        _filtering("fbeta_score", beta=2),
        _filtering("jaccard_score"),
        _filtering("cohen_kappa_score", "kappa"),
        _filtering("matthews_corrcoef", "mcc"),
        _filtering("-hamming_loss", of="hamming_loss"),
        _filtering("-zero_one_loss", of="zero_one_loss"),
        Member("average_precision_score", "ranking", "scores", of="average_precision_score"),
        Member("roc_auc_score", "ranking", "scores", "auc", of="roc_auc_score"),
        Member("dcg_score", "ranking", "scores", graded=True, of="dcg_score", form="rows"),
        Member("ndcg_score", "ranking", "scores", graded=True, of="ndcg_score", form="rows"),
    ),
    function=_function,
    named=_scorer,
    unwrapped=_unwrapped,
)
