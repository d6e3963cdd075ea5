"""torchmetrics: its functional metrics, which take tensors, the prediction first."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from axiometrics.candidates.libraries import Member, MetricLibrary


def _clustering(name: str, ours: str = "") -> Member:
    return Member(name, "clustering", "labels", ours)


def _filtering(name: str, ours: str = "", of: str = "", **options: Any) -> Member:
    return Member(name, "filtering", "classification", ours, of=of or name, options=options)


def _ranking(name: str, ours: str = "", graded: bool = False, of: str = "") -> Member:
    return Member(name, "ranking", "scores", ours, graded, of=of)


HOMES = {"labels": "clustering", "classification": "classification", "scores": "retrieval"}
"""The part of `torchmetrics.functional` that has the metrics of a signature."""


def _function(functional: Any, member: Member) -> Callable[..., Any]:
    home = import_module(f"{functional.__name__}.{HOMES[member.signature]}")
    found = member.bound(home)
    tensor: Any = import_module("torch").as_tensor

    def numbers(labels: Any) -> Any:
        """A tensor holds no texts."""
        return tensor(np.unique(labels, return_inverse=True)[1] if labels.dtype.kind == "U" else labels)

    return lambda gold, output: found(numbers(output), numbers(gold))


LIBRARY = MetricLibrary(
    name="torchmetrics",
    distribution="torchmetrics",
    module="torchmetrics.functional",
    members=(
        _clustering("homogeneity_score", "homogeneity-score"),
        _clustering("completeness_score", "completeness-score"),
        _clustering("v_measure_score", "v-measure"),
        _clustering("mutual_info_score", "mutual-information"),
        _clustering("normalized_mutual_info_score", "nmi"),
        _clustering("adjusted_mutual_info_score", "ami"),
        _clustering("rand_score", "rand"),
        _clustering("adjusted_rand_score", "adjusted-rand"),
        _clustering("fowlkes_mallows_index", "fowlkes-mallows"),
        _filtering("binary_accuracy", "accuracy"),
        _filtering("binary_precision", "precision"),
        _filtering("binary_recall", "recall"),
        _filtering("binary_specificity"),
        _filtering("binary_f1_score", "f"),
        _filtering("binary_fbeta_score(beta=2)", of="binary_fbeta_score", beta=2.0),
        _filtering("binary_jaccard_index"),
        _filtering("binary_matthews_corrcoef", "mcc"),
        _filtering("binary_cohen_kappa", "kappa"),
        _filtering("-binary_hamming_distance", of="binary_hamming_distance"),
        _ranking("retrieval_average_precision"),
        _ranking("retrieval_precision"),
        _ranking("retrieval_recall"),
        _ranking("retrieval_r_precision"),
        _ranking("retrieval_reciprocal_rank"),
        _ranking("retrieval_hit_rate"),
        _ranking("-retrieval_fall_out", of="retrieval_fall_out"),
        _ranking("retrieval_auroc", "auc"),
        _ranking("retrieval_normalized_dcg", graded=True),
    ),
    function=_function,
    apart="it needs torch, which is large: install both, and it is audited too",
)
