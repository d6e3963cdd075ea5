"""Names that libraries and people use for metrics of ordered classes (`registry/other_names.py`)."""

from axiometrics.metrics.filtering.other_names import WEIGHTED_KAPPAS, averages

OTHER_NAMES = {
    "accuracy": {},
    "f": {"scikit-learn": averages("f1")},
    "kappa": {"people": f"Cohen-kappa {WEIGHTED_KAPPAS}"},
    "mae": {
        "scikit-learn": "neg_mean_absolute_error",
        "people": "mean-absolute-error",
    },
    "macro-mae": {"people": "macro-averaged-mean-absolute-error balanced-mae"},
    "cem-ord": {"people": "CEM closeness-evaluation-measure"},
    "kendall-tau": {"people": "tau-b kendalltau"},
    "spearman": {"people": "spearmanr Spearman-rho Spearman's-rho Spearman-correlation"},
    "pearson": {"people": "pearsonr Pearson-r Pearson-correlation"},
}

NOT_OURS: dict[str, dict[str, str]] = {
    "it is not a function of how far two classes are apart alone; name mae": {
        "scikit-learn": "neg_root_mean_squared_error neg_mean_squared_error",
    },
}
