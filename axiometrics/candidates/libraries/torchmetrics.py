"""torchmetrics: its functional metrics, which take tensors, the prediction first."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from axiometrics.candidates.libraries import Member, MetricLibrary, of_decisions, of_labels, of_scores

HOMES = {"labels": "clustering", "classification": "classification", "scores": "retrieval"}
"""The part of `torchmetrics.functional` that has the metrics of a signature."""


def _function(functional: Any, member: Member) -> Callable[..., Any]:
    home = import_module(f"{functional.__name__}.{HOMES[member.signature]}")
    function = member.bound(home)
    tensor: Any = import_module("torch").as_tensor

    def numbers(labels: Any) -> Any:
        """Labels as a tensor of numbers, because a tensor cannot hold texts."""
        return tensor(np.unique(labels, return_inverse=True)[1] if labels.dtype.kind == "U" else labels)

    return lambda gold, output: function(numbers(output), numbers(gold))


LIBRARY = MetricLibrary(
    name="torchmetrics",
    distribution="torchmetrics",
    module="torchmetrics.functional",
    members=(
        of_labels("homogeneity_score", "homogeneity-score"),
        of_labels("completeness_score", "completeness-score"),
        of_labels("v_measure_score", "v-measure"),
        of_labels("mutual_info_score", "mutual-information"),
        of_labels("normalized_mutual_info_score", "nmi"),
        of_labels("adjusted_mutual_info_score", "ami"),
        of_labels("rand_score", "rand"),
        of_labels("adjusted_rand_score", "adjusted-rand"),
        of_labels("fowlkes_mallows_index", "fowlkes-mallows"),
        of_decisions("binary_accuracy", "accuracy"),
        of_decisions("binary_precision", "precision"),
        of_decisions("binary_recall", "recall"),
        of_decisions("binary_specificity"),
        of_decisions("binary_f1_score", "f"),
        of_decisions("binary_fbeta_score(beta=2)", options={"beta": 2.0}),
        of_decisions("binary_jaccard_index"),
        of_decisions("binary_matthews_corrcoef", "mcc"),
        of_decisions("binary_cohen_kappa", "kappa"),
        of_decisions("-binary_hamming_distance"),
        of_scores("retrieval_average_precision"),
        of_scores("retrieval_precision"),
        of_scores("retrieval_recall"),
        of_scores("retrieval_r_precision"),
        of_scores("retrieval_reciprocal_rank"),
        of_scores("retrieval_hit_rate"),
        of_scores("-retrieval_fall_out"),
        of_scores("retrieval_auroc", "auc"),
        of_scores("retrieval_normalized_dcg", graded=True),
    ),
    function=_function,
    apart="it needs torch, which is large: install both, and it is audited too",
)
