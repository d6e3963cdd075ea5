"""Names that libraries and people use for metrics of two classes (`registry/other_names.py` says how they are read)."""

OTHER_NAMES = {
    "informedness": {"people": "Youden-J Youden's-J bookmaker-informedness"},
    "positive-jaccard": {"scikit-learn": "jaccard_score jaccard", "people": "IoU"},
    "mcc-angle": {},
    "g-mean": {"people": "geometric-mean-score"},
    "confusion-entropy": {"people": "CEN"},
    "sba": {"people": "symmetric-balanced-accuracy"},
    "sebastiani-k": {},
}

NOT_OURS: dict[str, dict[str, str]] = {}
