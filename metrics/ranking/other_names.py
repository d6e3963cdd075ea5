"""Names that libraries and people use for metrics of rankings (`registry/other_names.py` says how they are read)."""

OTHER_NAMES = {
    "ap": {
        "ir_measures": "AP MAP",
        "trec_eval": "map map_cut_{k}",
        "scikit-learn": "average_precision_score average_precision label_ranking_average_precision_score",
        "people": "average-precision mean-average-precision MAP_{k}",
    },
    "p": {
        "ir_measures": "P@{k} Precision@{k}",
        "trec_eval": "P_{k}",
        "ranx": "precision@{k}",
        "people": "precision_{k} precision-at-{k} precision-at-k",
    },
    "r": {
        "ir_measures": "R@{k} Recall@{k}",
        "trec_eval": "recall_{k}",
        "ranx": "recall@{k}",
        "people": "R_{k} recall-at-{k} recall-at-k",
    },
    "success": {
        "ir_measures": "Success@{k}",
        "trec_eval": "success_{k}",
        "ranx": "hit_rate@{k}",
        "people": "hit-rate_{k} hit@{k} hits@{k} hit_{k} HR@{k} HR_{k} success-at-{k}",
    },
    "judged": {"ir_measures": "Judged@{k}"},
    "rr": {
        "ir_measures": "RR MRR",
        "trec_eval": "recip_rank",
        "ranx": "mrr",
        "people": "reciprocal-rank mean-reciprocal-rank MRR_{k}",
    },
    "r-precision": {
        "ir_measures": "Rprec RPrec",
        "trec_eval": "Rprec",
        "ranx": "r_precision",
        "people": "R-prec",
    },
    "bpref": {"ir_measures": "Bpref BPref", "trec_eval": "bpref", "ranx": "bpref"},
    "auc": {
        "scikit-learn": "roc_auc_score roc_auc",
        "people": "ROC-AUC AUROC area-under-the-ROC-curve",
    },
    "kendall-tau": {"people": "Kendalls-tau Kendall's-tau"},
    "dcg": {"scikit-learn": "dcg_score dcg_score(k={k})", "ranx": "dcg dcg_burges->gain=exp"},
    "ndcg": {
        "ir_measures": "nDCG NDCG nDCG(dcg=log2) nDCG(dcg=exp-log2)->gain=exp",
        "trec_eval": "ndcg ndcg_cut_{k}",
        "scikit-learn": "ndcg_score",
        "ranx": "ndcg ndcg_burges->gain=exp",
        "people": "nDCG_{k} nDCG-at-{k} normalized-discounted-cumulative-gain",
    },
    "rbp": {
        "ir_measures": "RBP",
        "ranx": "rbp.50->p=0.5 rbp.80->p=0.8 rbp.90->p=0.9 rbp.95->p=0.95",
        "people": "rank-biased-precision",
    },
    "err": {"people": "expected-reciprocal-rank"},
    "q-measure": {"people": "Q"},
    "set-precision": {"ir_measures": "SetP", "trec_eval": "set_P", "ranx": "precision"},
    "set-recall": {"ir_measures": "SetR", "trec_eval": "set_recall", "ranx": "recall"},
    "set-f": {"ir_measures": "SetF", "trec_eval": "set_F", "ranx": "f1", "people": "F1-score"},
}

_COUNT = "it is a number of topics or documents and not a metric"
_INFERRED = "it infers what was not judged from a sample of judgements"
_BROWSING = "it is of the C/W/L model of users (cwl_eval)"
_GEOMETRIC = "it is a geometric mean over topics, and our means are arithmetic"
_CURVE = "it is a curve and not one value"

NOT_OURS = {
    _COUNT: {
        "ir_measures": "NumQ NumRel NumRelRet NumRet",
        "trec_eval": "num_q num_rel num_rel_ret num_ret num_nonrel_judged_ret",
    },
    "it is a label of the run and not a metric": {"trec_eval": "runid relstring"},
    _INFERRED: {"ir_measures": "infAP", "trec_eval": "infAP"},
    _GEOMETRIC: {"trec_eval": "gm_map gm_bpref", "people": "GMAP"},
    "it is interpolated precision at a level of recall": {
        "ir_measures": "IPrec",
        "trec_eval": "iprec_at_recall 11pt_avg",
    },
    "it is set-precision times set-recall": {"ir_measures": "SetAP", "trec_eval": "set_map"},
    "it divides precision by the highest one that is possible": {
        "ir_measures": "SetRelP SetP(relative=True)",
        "trec_eval": "relative_P set_relative_P",
    },
    "beta stands there for the square of ours; name set-f(beta=...)": {"ir_measures": "SetF(beta=*)"},
    "it is R-precision at multiples of the number of relevant documents": {"trec_eval": "Rprec_mult"},
    "it is a kind of gain that trec_eval defines": {"trec_eval": "G binG Rndcg ndcg_rel"},
    "it counts gains and losses of the retrieved set; utility is our metric of decisions": {"trec_eval": "utility"},
    "it compares preferences or several judgements of a document": {
        "trec_eval": "prefs_simp prefs_simp_ret prefs_simp_imp prefs_pair prefs_pair_ret prefs_pair_imp prefs_avgjg "
        "prefs_avgjg_ret prefs_avgjg_imp prefs_avgjg_Rnonrel prefs_avgjg_Rnonrel_ret prefs_num_prefs_poss "
        "prefs_num_prefs_ful prefs_num_prefs_ful_ret map_avgjg P_avgjg Rprec_mult_avgjg",
    },
    "it compares the retrieved and judged documents alone, and auc the whole collection": {"ir_measures": "Accuracy"},
    _BROWSING: {"ir_measures": "BPM INSQ INST NERR8 NERR9 NERR10 NERR11 SDCG"},
    "it is the overlap with an ideal ranking (compatibility)": {"ir_measures": "Compat"},
    "it leaves out documents that are not judged, and no parameter of ours does so": {
        "ir_measures": "AP(judged_only=True) MAP(judged_only=True) P(judged_only=True) Precision(judged_only=True) "
        "R(judged_only=True) Recall(judged_only=True) RR(judged_only=True) MRR(judged_only=True) "
        "nDCG(judged_only=True) NDCG(judged_only=True) Rprec(judged_only=True) Success(judged_only=True) "
        "SetP(judged_only=True) SetF(judged_only=True)",
    },
    "it is a number of ranks or a loss, and less is better": {"scikit-learn": "coverage_error label_ranking_loss"},
    _CURVE: {"scikit-learn": "det_curve roc_curve precision_recall_curve"},
    "it is a mean over pairs of classes": {
        "scikit-learn": "roc_auc_ovo roc_auc_ovo_weighted roc_auc_ovr roc_auc_ovr_weighted",
    },
    "its highest grade is 4 in every collection; name err(max=4)": {"ir_measures": "ERR"},
    "rank-biased overlap compares two rankings without a gold": {"people": "RBO rank-biased-overlap"},
}
