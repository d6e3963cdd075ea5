"""Names that libraries and people use for metrics of classes (`registry/other_names.py` says how they are read)."""

from axiometrics.metrics.filtering.other_names import averages

OTHER_NAMES = {
    "balanced-accuracy": {"scikit-learn": "balanced_accuracy_score", "people": "BA bacc macro-accuracy"},
    "informedness": {"people": "Youden-J Youden's-J bookmaker-informedness"},
    "jaccard": {
        "scikit-learn": f"jaccard_score {averages('jaccard')}",
        "people": "IoU positive-jaccard macro-jaccard->average=macro mIoU->average=macro,over=present",
    },
    "mcc-angle": {},
    "g-mean": {"people": "geometric-mean-score"},
    "confusion-entropy": {"people": "CEN"},
    "sba": {"people": "symmetric-balanced-accuracy"},
    "sebastiani-k": {},
    "scott-pi": {"people": "Scotts-pi Scott's-pi"},
    "krippendorff-alpha": {
        "people": "Krippendorffs-alpha Krippendorff's-alpha interval-alpha->level=interval "
        "nominal-alpha->level=nominal",
    },
}

NOT_OURS: dict[str, dict[str, str]] = {}
