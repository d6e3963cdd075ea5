"""Names that libraries use for metrics of diversity (`registry/other_names.py` says how they are read)."""

OTHER_NAMES = {
    "s-recall": {"ir_measures": "StRecall@{k}", "ndeval": "strec@{k}", "people": "subtopic-recall@{k}"},
    "precision-ia": {"ir_measures": "P_IA@{k}", "ndeval": "P-IA@{k}"},
    "ap-ia": {"ir_measures": "AP_IA MAP_IA", "ndeval": "MAP-IA"},
    "alpha-ndcg": {"ir_measures": "alpha_nDCG α_nDCG", "ndeval": "alpha-nDCG@{k}"},
    "nrbp": {"ir_measures": "NRBP", "ndeval": "NRBP"},
}

NOT_OURS = {
    "ndeval normalizes it; err-ia is that of Sakai et al. 2010": {"ir_measures": "ERR_IA", "ndeval": "ERR-IA"},
    "it is not normalized; name alpha-ndcg": {"ir_measures": "alpha_DCG α_DCG", "ndeval": "alpha-DCG"},
    "it is divided by the value of an ideal ranking; we have the plain one alone": {
        "ir_measures": "nERR_IA nNRBP",
        "ndeval": "nERR-IA nNRBP",
    },
}
