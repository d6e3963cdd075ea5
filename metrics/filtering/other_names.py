"""Names that libraries and people use for metrics of decisions (`registry/other_names.py` says how they are read)."""

OTHER_NAMES = {
    "precision": {"scikit-learn": "precision_score", "people": "PPV positive-predictive-value"},
    "recall": {"scikit-learn": "recall_score", "people": "TPR true-positive-rate sensitivity"},
    "f": {
        "scikit-learn": "f1_score f1 fbeta_score(beta=0.5)->beta=0.5 fbeta_score(beta=2)->beta=2 fbeta_score",
        "people": "F1 F1-score F-score F-measure F-beta Fbeta F2->beta=2 F0.5->beta=0.5",
    },
    "accuracy": {"scikit-learn": "accuracy_score", "people": "ACC"},
    "macro-accuracy": {"scikit-learn": "balanced_accuracy_score balanced_accuracy", "people": "BA bacc"},
    "kappa": {"scikit-learn": "cohen_kappa_score", "people": "Cohen-kappa Cohens-kappa Cohen's-kappa"},
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
    "it is a mean over classes, and our metrics of decisions are about the class yes": {
        "scikit-learn": "f1_macro f1_micro f1_samples f1_weighted precision_macro precision_micro precision_samples "
        "precision_weighted recall_macro recall_micro recall_samples recall_weighted jaccard_macro jaccard_micro "
        "jaccard_samples jaccard_weighted",
        "people": "macro-F1 micro-F1",
    },
    "it is an error rate or about the class no; lam combines both error rates, and FNR is 1 - recall": {
        "people": "specificity TNR FPR FNR fallout"
    },
}
