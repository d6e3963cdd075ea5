"""Metrics of rankings under properties of runs, after Moffat 2013 and Ferrante, Ferro & Maistrello 2015.

Both papers ask what a metric does with one more document, with another place, and with a larger collection. Their
statements are taken here from memory, so the constraints are ours after these papers, and the study audits no claim of
them. docs/possible.md says which of these properties exclude each other.
"""

from axiometrics.core.study import Study

STUDY = Study(
    name="rank-properties",
    title="Metrics of rankings: extension, replacement, normalisation and additivity",
    source="after Moffat 2013, https://doi.org/10.1007/978-3-642-45068-6_1; and after Ferrante, Ferro & Maistrello "
    "2015, https://doi.org/10.1145/2808194.2809452",
    metrics=(
        *("ap", "p@10", "r@10", "success@10", "rr", "r-precision", "q-measure", "bpref", "dcg", "ndcg", "rbp", "err"),
        *("tbg", "set-precision", "set-recall", "set-f", "rs-ranking"),
    ),
    constraints=tuple(
        f"ranking:{name}"
        for name in (
            *("replacement", "append-relevant", "extension", "tail-neutral", "localization"),
            *("realizable", "realizable-full", "zero", "additive"),
        )
    ),
)
