"""BEPD and EPRUM: sums of closeness.

The mean of EPRUM precision over the recalls is a sum over ranks. The R-th of T best entry points is seen at rank i with
the chance that R - 1 are seen above and one at i. Over all R, R times that chance adds up to the closeness s_i at the
rank times 1 + s_1 + ... + s_(i-1), since the number seen above is on average the sum of the closeness there, and never
T where s_i is above 0. So EPRUM is the sum of s_i (1 + s_1 + ... + s_(i-1))/i over the ranks, divided by T.
"""

from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Larger, Proof, Theorem

_KNOWN = {"closer": "s - t > 0", "many": "T - 1 >= 0"}


def _ten_ranks_at_most(metric: Metric) -> bool:
    k = metric.values["k"]
    return isinstance(k, Fraction) and k <= 10


def closer(p: Proof) -> None:
    """The closeness at the rank rises, and with it the closeness that a user has seen at each rank below."""
    if p.metric.base == "bepd":
        p.about("s", "t", "T")
        p.excess = "(s - t)/T"
        p.quotient(p.goal, _KNOWN, "closer", "1 + many")
    else:
        p.about("i", "T", "s", "t", "m", "L")
        p.excess = "(s - t)*((m + 1)/i + L)/T"
        facts = {**_KNOWN, "rank": "i - 1 >= 0", "above": "m >= 0", "below": "L >= 0"}
        p.quotient(p.goal, facts, "closer*(above + 1 + (1 + rank)*below)", "(1 + rank)*(1 + many)")


def no_level_loses(p: Proof) -> None:
    """The score is linear in the closeness at the rank."""
    if p.metric.base == "eprum-level":
        p.about("s", "t", "D")
        p.excess = "(s - t)*D"
        p.quotient(p.goal, {"closer": "s - t > 0", "seen": "D >= 0"}, "closer*seen")
    elif p.metric.base == "eprum-rank":
        p.about("s", "t", "w")
        p.excess = f"(s - t)*w/{p.value('k')}"
        p.quotient(p.goal, {"closer": "s - t > 0", "looked": "w >= 0"}, "closer*looked", p.value("k"))
    else:
        closer(p)


def by_distance(p: Proof) -> None:
    """The score is a L/(a L + d)."""
    if p.demand.words.endswith("= 0"):
        p.about()
        p.excess = "0"
        p.evaluate(p.goal)
        return
    al = f"{p.value('a')}*L"
    if p.demand.words.startswith("score(better)"):
        p.about("L", "d", "e")
        p.excess = f"{al}/({al} + d) - {al}/({al} + e)"
        facts = {"long": "L > 0", "near": "d >= 0", "further": "e - d > 0"}
        a = p.value("a")
        p.quotient(p.goal, facts, f"{a}*long*further", f"({a}*long + near)*({a}*long + near + further)")
        return
    p.about("L", "d")
    near, a = {"long": "L > 0", "near": "d >= 0"}, p.value("a")
    if p.demand.words.endswith("> 0"):
        p.excess = f"{al}/({al} + d)"
        p.quotient(p.goal, near, f"{a}*long", f"{a}*long + near")
    elif p.demand.by == "=":
        p.excess = f"{al}/({al} + d) - 1"
        p.identity(p.goal, zero={"d = 0": f"-1/({al} + d)"})
    else:
        p.excess = f"1 - {al}/({al} + d)"
        p.quotient(p.goal, {"long": "L > 0", "off": "d > 0"}, "off", f"{a}*long + off")


def hits(p: Proof) -> None:
    """Every rank shows a best entry point."""
    if p.metric.base == "eprum-level":
        p.about("R", "M")
        p.excess = "M/R - 1"
        p.identity(p.goal, zero={"M - R = 0": "1/R"})
    else:
        p.about("b", "T")
        p.excess = "b/T - 1"
        p.identity(p.goal, zero={"b - T = 0": "1/T"})


def closer_first(p: Proof) -> None:
    """The closer entry point counts at the upper rank. Below the two ranks, a user has seen the same in both runs."""
    p.about("i", "T", "s", "t", "m")
    p.excess = "(s - t)*(m + 1)/(T*i*(i + 1))"
    facts = {**_KNOWN, "rank": "i - 1 >= 0", "above": "m >= 0"}
    p.quotient(p.goal, facts, "closer*(above + 1)", "(1 + many)*(1 + rank)*(2 + rank)")


_SUM = "EPRUM is the sum over ranks of the closeness there times one more than the closeness above, over the rank."
_ABOVE = "x1@0 > x2@0 > x3@0 > x4@0 > x5@0 > x6@0 > x7@0 > x8@0 > x9@0 > x10@0 > "

ENTRIES = (
    Theorem(
        ("bepd", "eprum", "eprum-level", "eprum-rank"),
        "best-in-context:closer-raises-eprum",
        ("level",),
        "The score is linear in the closeness at the rank, and no smaller where the best entry point is seen there.",
        no_level_loses,
        when=lambda metric: metric.values.get("k") != 0,
    ),
    Theorem(
        ("bepd", "eprum", "eprum-level"),
        "best-in-context:closer-entry-point",
        ("plain",),
        "The score of one ranked article is a L/(a L + d).",
        by_distance,
    ),
    Theorem(
        ("bepd", "eprum", "eprum-level"),
        "best-in-context:bep-only-precision-1",
        ("all-beps",),
        "Every rank shows a best entry point.",
        hits,
    ),
    Theorem(("bepd",), "best-in-context:closer-raises-eprum", ("mean",), "A sum of closeness rises.", closer),
    Theorem(("eprum",), "best-in-context:closer-raises-eprum", ("mean",), _SUM, closer),
    Theorem(("eprum",), "best-in-context:order-matters", ("plain",), _SUM, closer_first),
    Larger(
        ("eprum-rank",),
        "best-in-context:closer-raises-eprum",
        ("mean",),
        "a1: article(1+1)@0; L=100",
        (("better", f"{_ABOVE}a1@0 > ..."), ("worse", f"{_ABOVE}a1@1 > ...")),
        "The entry point that becomes closer is at rank 11, which is not looked at.",
        when=_ten_ranks_at_most,
    ),
)
