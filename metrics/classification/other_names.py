"""Names that libraries and people use for metrics of two classes (`registry/other_names.py` says how they are read)."""

OTHER_NAMES = {
    "balanced-accuracy": {"scikit-learn": "balanced_accuracy_score", "people": "BA bacc macro-accuracy"},
    "informedness": {"people": "Youden-J Youden's-J bookmaker-informedness"},
    "jaccard": {"scikit-learn": "jaccard_score", "people": "IoU positive-jaccard"},
    "mcc-angle": {},
    "g-mean": {"people": "geometric-mean-score"},
    "confusion-entropy": {"people": "CEN"},
    "sba": {"people": "symmetric-balanced-accuracy"},
    "sebastiani-k": {},
    "scott-pi": {"people": "Scott's-pi Scotts-pi"},
    "krippendorff-alpha": {"people": "Krippendorff's-alpha Krippendorffs-alpha"},
}

NOT_OURS: dict[str, dict[str, str]] = {}
