"""Names that libraries and people use for metrics of clusterings (`registry/other_names.py` says how they are read)."""

OTHER_NAMES = {
    "purity": {"permetrics": "purity_score PuS", "people": "cluster-purity"},
    "matching-accuracy": {"people": "ACC clustering-accuracy unsupervised-clustering-accuracy Hungarian-accuracy"},
    "mutual-information": {"scikit-learn": "mutual_info_score", "people": "MI mutual-info"},
    "homogeneity-score": {"scikit-learn": "homogeneity_score", "people": "homogeneity"},
    "completeness-score": {"scikit-learn": "completeness_score", "people": "completeness"},
    "v-measure": {"scikit-learn": "v_measure_score", "people": "VM v-score"},
    "nmi": {
        "scikit-learn": "normalized_mutual_info_score normalized_mutual_info_score(average_method=arithmetic) "
        "normalized_mutual_info_score(average_method=geometric)->average=geometric "
        "normalized_mutual_info_score(average_method=max)->average=max "
        "normalized_mutual_info_score(average_method=min)->average=min",
        "people": "normalized-mutual-information normalized-mutual-info",
    },
    "ami": {
        "scikit-learn": "adjusted_mutual_info_score adjusted_mutual_info_score(average_method=arithmetic) "
        "adjusted_mutual_info_score(average_method=geometric)->average=geometric "
        "adjusted_mutual_info_score(average_method=max)->average=max "
        "adjusted_mutual_info_score(average_method=min)->average=min",
        "people": "adjusted-mutual-information adjusted-mutual-info",
    },
    "variation-of-information": {"people": "VI variation-information"},
    "rand": {"scikit-learn": "rand_score", "people": "RI rand-index"},
    "adjusted-rand": {"scikit-learn": "adjusted_rand_score", "people": "ARI adjusted-rand-index adjrand"},
    "jaccard": {"people": "jaccard-index pair-jaccard pairwise-jaccard"},
    "cc": {"people": "correlation-coefficient pair-correlation Huberts-gamma"},
    "cd": {"people": "correlation-distance"},
    "sokal-sneath-1": {"people": "Sokal-Sneath S&S1"},
    "adjusted-bcubed-f": {"people": "adjusted-BCubed"},
    "fowlkes-mallows": {"scikit-learn": "fowlkes_mallows_score", "people": "FMI FM fowlkes-mallows-index"},
    "pair-precision": {"people": "pairwise-precision"},
    "pair-recall": {"people": "pairwise-recall"},
    "pair-f": {"people": "pairwise-f pairwise-f1 pair-f1 pairwise-f-measure pairwise-f-score"},
    "bcubed-precision": {"people": "B3-precision B3-P BCubed-P"},
    "bcubed-recall": {"people": "B3-recall B3-R BCubed-R"},
    "bcubed-f": {
        "people": "B3 BCubed B3-F B3-F1 B3-F-score BCubed-F1 BCubed-F-measure BCubed-F-score F1 F1-score F-score "
        "F-measure",
    },
    "bcubed-extended-precision": {"people": "extended-B3-precision"},
    "bcubed-extended-recall": {"people": "extended-B3-recall"},
    "bcubed-extended-f": {"people": "extended-B3 extended-BCubed extended-B3-F extended-BCubed-F1 extended-B3-F1"},
}

_FEATURES = "it needs the features of the items, and our metrics compare labels"

NOT_OURS = {
    _FEATURES: {
        "scikit-learn": "silhouette_score silhouette_samples calinski_harabasz_score davies_bouldin_score",
        "people": "silhouette Calinski-Harabasz Davies-Bouldin Dunn-index",
    },
    "it compares biclusters": {"scikit-learn": "consensus_score"},
    "it gives several numbers; name homogeneity-score, completeness-score and v-measure": {
        "scikit-learn": "homogeneity_completeness_v_measure",
    },
    "it is a table of counts and not a metric": {"scikit-learn": "pair_confusion_matrix contingency_matrix"},
    "it is a part of ami and not a metric": {"scikit-learn": "expected_mutual_information"},
    "we have no metrics of coreference but BCubed": {"people": "MUC CEAF CEAF-e CEAF-m CoNLL-F1 BLANC LEA"},
}
