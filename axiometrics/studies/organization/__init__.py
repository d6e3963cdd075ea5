"""Reliability and Sensitivity of outputs that rank, filter and cluster at once: section 5 of Amigó et al. 2013.

The paper offers R, S and their product for mixed organizations and shows, in Table 9, five outputs of one gold, but it
states no constraint on them. This study makes constraints of what Table 9 suggests, and puts the constraints of
section 2 back into larger organizations. The metrics are listed in every reading of how a document counts that the gold
does not list.

docs/organizations.md describes the results. The paper's own sentences about Table 9 are claims of the study
`amigo2013`, which holds all claims of that paper.
"""

from axiometrics.core.study import Study

_MEASURES = (
    *("reliability-priority", "sensitivity-priority", "rs-priority"),
    *("reliability-clustering", "sensitivity-clustering", "rs-relatedness"),
)

STUDY = Study(
    name="organization",
    title="Reliability, Sensitivity and R*S over both relations on mixed organizations",
    source="Amigo, Gonzalo & Verdejo 2013, section 5 and Table 9, https://doi.org/10.1145/2484028.2484081",
    metrics=tuple(
        f"{measure}(reading={reading})"
        for measure in _MEASURES
        for reading in ("listed", "tail-lookup", "tail-certain")
    ),
    constraints=(
        "organization:broken-cluster",
        "organization:broken-cluster-level",
        "organization:embedded-completeness",
        "organization:embedded-confidence",
        "organization:embedded-deepness",
        "organization:embedded-filtering-priority",
        "organization:embedded-homogeneity",
        "organization:embedded-rag-bag",
        "organization:embedded-ranking-priority",
        "organization:embedded-size-vs-quantity",
        "organization:gold-is-best",
        "organization:levels-keep-clusters",
        "organization:merged-clusters",
        "organization:noisy-document",
        "organization:removed-document",
        "organization:reversed-levels",
    ),
)
