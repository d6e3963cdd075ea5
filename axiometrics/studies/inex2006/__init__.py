"""The measures of the INEX 2006 ad hoc track (Lalmas et al. 2007), under the statements of the paper about them.

The paper states no constraints. Its remarks about its measures are made constraints here: that a normalization ensures
something, that a score is in [0, 1] and is 1 only for a perfect answer, that a ranking of best entry points has
precision 1. The paper leaves some details open, and the metrics are listed in each reading of these: Eq. 8 as printed
and three others, two ways to drop overlap from the ideal recall base, whole or interpolated ranks.

`claims.json` holds the sentences themselves. docs/inex2006.md describes the results.
"""

from importlib.resources import files

from axiometrics.core.study import Study

STUDY = Study(
    name="inex2006",
    title="The measures of INEX 2006: element retrieval, generalized precision and best entry points",
    source="Lalmas, Kazai, Kamps, Pehcevski, Piwowarski & Robertson 2007, https://doi.org/10.1007/978-3-540-73888-6_3",
    metrics=(
        # thorough
        *("xcg@10", "gain-recall@1500", "ep-gr", "ep-gr(ranks=interpolated)", "maep", "maep(ranks=interpolated)"),
        # focused
        *("nxcg@10", "nxcg@10(gain=inner)", "nxcg@10(gain=clamped)", "nxcg@10(gain=credited)", "nxcg@2"),
        *("nxcg@10(base=best)", "nxcg@10(gain=credited,base=best)", "nxcg@10(ideal=full)"),
        "nxcg@10(gain=credited,ideal=full)",
        # relevant in context
        *("gp@10", "gr@10", "agp", "text-precision", "text-recall", "text-f"),
        # best in context
        *("bepd", "eprum", "eprum-level", "eprum-rank@10"),
    ),
    constraints=(
        *(f"thorough:{name}" for name in ("bounded", "ideal-scores-1", "ideal-order-only", "graded-priority")),
        *(f"thorough:{name}" for name in ("near-miss", "overlap-not-rewarded", "too-small")),
        *(f"focused:{name}" for name in ("bounded", "descendants", "non-negative-gain", "tiling", "ideal-scores-1")),
        *(f"focused:{name}" for name in ("near-miss", "overlap-not-rewarded", "too-small", "full-base-reachable")),
        *(f"in-context:{name}" for name in ("F-range", "better-article-first", "empty-article")),
        *(f"best-in-context:{name}" for name in ("closer-entry-point", "minimum-zero", "order-matters")),
        *(f"best-in-context:{name}" for name in ("bep-only-precision-1", "closer-raises-eprum")),
    ),
    claims=files(__name__) / "claims.json",
    lacking=(
        ("HiXEval", "the paper names it and refers to Pehcevski & Thom 2006, which is not at hand"),
        ("ep/gr averaged over topics", "the interpolation at recall points that no run reaches exactly is not given"),
        ("the correlations of Tables 1 and 2 themselves", "the runs and assessments of INEX 2006 are not at hand"),
        ("18 % of fully highlighted elements are links", "the assessments of INEX 2006 are not at hand"),
        ("EPRUM with more than one relevance level", "defined in Piwowarski & Dupret 2006, which is not at hand"),
    ),
)
