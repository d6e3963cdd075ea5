"""Sakai et al. 2010: simple evaluation metrics for diversified search results.

The paper proposes Idiv-nDCG and Idiv-Q, and says which properties intent-aware metrics and alpha-nDCG lack. It does not
call these properties constraints; each of these sentences is made a constraint here. Metrics with a cut-off are listed
at 10, as in the paper, and at 2 and 3, which small topics exceed. The constraints of Amigó et al. 2013 on rankings
judge the metrics where a user asks for these constraints (`-c 'ranking:*'`), through the reduction to one intent.

`claims.json` holds the sentences and figures of the paper. `alignments` enumerates the ways in which the damaged tables
of section 4.3 may be read. docs/sakai2010.md describes the results.
"""

from importlib.resources import files

from axiometrics.core.study import Study

_CUT = (
    "i-rec",
    "precision-ia",
    "ndcg-ia",
    "err-ia",
    "1-call-ia",
    "alpha-ndcg",
    "div-ndcg",
    "div-q",
    "idiv-ndcg",
    "idiv-q",
)
"""The metrics with a cut-off."""

_UNSEEN = "the runs and assessments of the TREC 2009 Web Track are not at hand"
"""The reason why figures that were measured on these runs are not recomputed."""

STUDY = Study(
    name="sakai2010",
    title="Metrics of search result diversity under the properties that the paper gives or denies them",
    source="Sakai et al. 2010, Simple evaluation metrics for diversified search results, EVIA; continued by Sakai & "
    "Song 2011, https://doi.org/10.1145/2009916.2010055",
    metrics=(
        *(f"{base}@{cut}" for base in _CUT for cut in (10, 2, 3)),
        *("alpha-ndcg@10(ideal=exact)", "alpha-ndcg@2(ideal=exact)", "div-q", "nrbp", "nrbp(printed=yes)"),
        *("ap-ia", "rr-ia", "q-ia", "s-recall-lmin", "s-precision"),
    ),
    constraints=(
        "diversity:full-range",
        "diversity:minor-intents",
        "diversity:intent-probability",
        "diversity:graded",
        "diversity:bounded",
        "diversity:no-double-discount",
        "diversity:disambiguation-page",
        "diversity:novelty",
        "diversity:positive",
        "diversity:one-list",
        "diversity:tractable-ideal",
    ),
    claims=files(__name__) / "claims.json",
    lacking=(
        (
            "Q with classes of equivalent answers",
            "defined in Sakai 2004 for answers of questions, which is not at hand",
        ),
        (
            "NRBP over categories",
            "section 2.4 names it; defined in Clarke, Kolla & Vechtomova 2009, which is not at hand",
        ),
        ("WS-precision", "its costs are defined in Zhai, Cohen & Lafferty 2003, which is not at hand"),
        ("NCU with a rank-biased chance to stop", "defined in Sakai & Robertson 2008, which is not at hand"),
        ("the correlations of Tables 2 to 4 and tau_ap", _UNSEEN),
        ("the numbers of significant pairs of Table 5", _UNSEEN),
        ("Figures 1 to 3", _UNSEEN),
        ("div-Q and Idiv-Q on topics 21, 28 and 38", "the paper says only that the trend is similar"),
    ),
)
