"""Della Mea, Di Gaspero & Mizzaro: the Average Distance Measure beside precision, recall and related measures.

The paper argues that ADM sees what threshold measures miss, and that it has Swets's four properties. Each of its claims
about a measure is a claim about a constraint here, or a figure of its Tables 1 and 2. The points that the paper plots
without printing them (Table 2) are ours: `claims.json` says which, and whether the figures can be reached. The parts
that cannot be recomputed are in `STUDY.lacking`, with the reasons.
"""

from importlib.resources import files

from axiometrics.core.study import Study

STUDY = Study(
    name="dellamea2004",
    title="The Average Distance Measure and threshold measures on scores by document",
    source="Della Mea, Di Gaspero & Mizzaro, Evaluating ADM on a Four-Level Relevance Scale Document Set from NTCIR",
    metrics=(
        *("adm", "adp", "adr", "adm(scores=rank)", "adm(scores=minmax-query)", "adm(n=4,m=4,values=midpoints)"),
        *("p-star", "r-star"),
        *("sector-precision", "sector-recall", "sector-e", "sector-specificity"),
    ),
    constraints=(
        "scoring:pointwise-dominance",
        "scoring:stability",
        "scoring:big-difference",
        "scoring:gamma-sector",
        "scoring:non-informative",
        "scoring:rank-invariance",
        "scoring:affine-invariance",
        "scoring:score-priority",
        "scoring:swets-1",
        "scoring:swets-2",
        "scoring:swets-3",
        "scoring:swets-4",
        "scoring:identity",
        "scoring:bounded",
        "scoring:full-range",
    ),
    claims=files(__name__) / "claims.json",
    lacking=(
        ("Table 3", "the runs and assessments of TREC-8 are not at hand"),
        ("ADM' and ADM'' of Table 3", "their definition is lost from the text that is at hand"),
        ("Tables 4, 5 and 6, and Figs. 7, 8 and 9", "the runs and assessments of NTCIR-3 are not at hand"),
        ("the deviations .16 and .07 of section 5.3", "the runs and assessments of NTCIR-3 are not at hand"),
        ("ADM under the logistic normalisation of section 6", "the paper names it as an example, without a formula"),
        ("the E of Swets", "the paper names it, and does not define it"),
        (
            "Ranked Half Life, ndpm, usefulness, the sliding ratio, expected search length, normalised P and R",
            "section 2.1 names them, and does not define them",
        ),
        ("relaxed and rigid relevance of section 5.2", "the paper does not say which categories count as relevant"),
    ),
)
