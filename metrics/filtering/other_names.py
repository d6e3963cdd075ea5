"""Names that libraries and people use for metrics of decisions (`registry/other_names.py` says how they are read)."""


def averages(name: str) -> str:
    """Return the names that the scorers of scikit-learn have for a metric of one class, averaged over all classes:
    `precision_macro`, `precision_micro` and `precision_weighted`. In scikit-learn, the macro mean is over the classes
    that occur in gold or output.
    """
    macro, *others = "macro", "micro", "weighted"
    return " ".join(
        [f"{name}_{macro}->average={macro},over=present", *(f"{name}_{mean}->average={mean}" for mean in others)]
    )


WEIGHTED_KAPPAS = (
    "QWK->weights=quadratic quadratic-weighted-kappa->weights=quadratic quadratic-kappa->weights=quadratic "
    "linear-weighted-kappa->weights=linear linear-kappa->weights=linear"
)
"""The names of kappa with weights."""

OTHER_NAMES = {
    "precision": {
        "scikit-learn": f"precision_score {averages('precision')}",
        "people": "PPV positive-predictive-value macro-precision->average=macro micro-precision->average=micro "
        "weighted-precision->average=weighted",
    },
    "recall": {
        "scikit-learn": f"recall_score {averages('recall')}",
        "people": "TPR true-positive-rate sensitivity macro-recall->average=macro micro-recall->average=micro "
        "weighted-recall->average=weighted",
    },
    "f": {
        "scikit-learn": "f1_score f1 fbeta_score(beta=0.5)->beta=0.5 fbeta_score(beta=2)->beta=2 fbeta_score "
        f"{averages('f1')}",
        "people": "F1 F1-score F-score F-measure F-beta Fbeta F2->beta=2 F0.5->beta=0.5 macro-F1->average=macro "
        "micro-F1->average=micro weighted-F1->average=weighted macro-F->average=macro "
        "F1-of-means->average=macro,of=means",
    },
    "accuracy": {"scikit-learn": "accuracy_score", "people": "ACC"},
    "macro-accuracy": {"scikit-learn": "balanced_accuracy_score balanced_accuracy", "people": "BA bacc"},
    "kappa": {
        "scikit-learn": "cohen_kappa_score",
        "people": f"Cohen-kappa Cohens-kappa Cohen's-kappa {WEIGHTED_KAPPAS}",
    },
    "mcc": {"scikit-learn": "matthews_corrcoef", "people": "phi-coefficient Matthews-correlation-coefficient"},
}

NOT_OURS = {
    "it is 1 - accuracy; name accuracy": {"scikit-learn": "hamming_loss zero_one_loss"},
    "it needs probabilities, and our metrics of decisions take labels": {
        "scikit-learn": "log_loss brier_score_loss hinge_loss d2_brier_score d2_log_loss_score neg_brier_score "
        "neg_log_loss top_k_accuracy_score top_k_accuracy",
    },
    "it is a ratio of rates that has no upper bound": {
        "scikit-learn": "class_likelihood_ratios positive_likelihood_ratio neg_negative_likelihood_ratio",
    },
    "it gives several numbers or a table and not one value": {
        "scikit-learn": "classification_report confusion_matrix confusion_matrix_at_thresholds "
        "multilabel_confusion_matrix precision_recall_fscore_support metric_at_thresholds",
    },
    "it is of items with several labels each, and our metrics take one class of each item": {
        "scikit-learn": "f1_samples precision_samples recall_samples jaccard_samples",
    },
    "it leaves open how the two classes count; name kappa(weights=linear) or kappa(weights=quadratic)": {
        "people": "weighted-kappa",
    },
    "it is an error rate or about the class no; lam combines both error rates, and FNR is 1 - recall": {
        "people": "specificity TNR FPR FNR fallout"
    },
}
