"""gP and AgP: sums of F-scores over ranks."""

from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem


def _several_ranks(metric: Metric) -> bool:
    k = metric.values["k"]
    return isinstance(k, Fraction) and k >= 2


def below_1(p: Proof) -> None:
    """A run of one article, at a cut-off of several ranks k, has the value F/k, which is below 1."""
    p.about("F")
    p.excess = f"1 - F/{p.value('k')}"
    p.positive(p.goal, using=["1 - F >= 0"])


def nothing_added(p: Proof) -> None:
    """The F-score of the article is 0."""
    p.about()
    p.excess = "0"
    p.evaluate(p.goal)


def better_first(p: Proof) -> None:
    """gP rises at the upper rank, by the difference of the two F-scores over the rank."""
    p.about("i", "M", "h", "l")
    p.excess = "(h - l)/(i*M)"
    facts = {"more": "h - l > 0", "rank": "i - 1 >= 0", "many": "M - 1 >= 0"}
    p.quotient(p.goal, facts, "more", "(1 + rank)*(1 + many)")


def shares(p: Proof) -> None:
    """F is twice the highlighted text retrieved, over the text retrieved and the highlighted text together."""
    p.about("H", "U")
    if p.demand.words.endswith("= 0"):
        p.excess = "2*H/U"
        p.identity(p.goal, zero={"H = 0": "2/U"})
    elif p.demand.words.endswith("> 0"):
        p.excess = "2*H/U"
        p.quotient(p.goal, {"found": "H > 0", "all": "U > 0"}, "2*found", "all")
    elif p.demand.by == "=":
        p.excess = "2*H/U - 1"
        p.identity(p.goal, zero={"U - 2*H = 0": "-1/U"})
    else:
        p.excess = "1 - 2*H/U"
        p.quotient(p.goal, {"rest": "U - 2*H > 0", "all": "U > 0"}, "rest", "all")


ENTRIES = (
    Theorem(
        ("text-f", "agp"),
        "in-context:F-range",
        ("formula",),
        "F is twice the highlighted text retrieved, over the text retrieved and the highlighted text together.",
        shares,
    ),
    Theorem(
        ("gp",),
        "in-context:F-range",
        ("footnote-7",),
        "One article of k ranks adds 1/k at most.",
        below_1,
        when=_several_ranks,
    ),
    Theorem(
        ("gp",),
        "in-context:empty-article",
        ("plain",),
        "The F-score of the article is 0, and the sum is over k however long the run.",
        nothing_added,
        when=lambda metric: metric.values["k"] != 0,
    ),
    Theorem(
        ("agp",),
        "in-context:better-article-first",
        ("plain",),
        "gP rises at the upper rank, and is the same at all others.",
        better_first,
    ),
)
