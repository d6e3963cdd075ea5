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
    """The closeness at the rank rises, and what is seen above the ranks below it."""
    if p.metric.base == "bepd":
        p.about("s", "t", "T")
        p.excess = "(s - t)/T"
        p.quotient(p.goal, _KNOWN, "closer", "1 + many")
    else:
        p.about("i", "T", "s", "t", "m", "L")
        p.excess = "(s - t)*((m + 1)/i + L)/T"
        known = {**_KNOWN, "rank": "i - 1 >= 0", "above": "m >= 0", "below": "L >= 0"}
        p.quotient(p.goal, known, "closer*(above + 1 + (1 + rank)*below)", "(1 + rank)*(1 + many)")


def closer_first(p: Proof) -> None:
    """The closer entry point counts at the upper rank; what both have seen is the same below them."""
    p.about("i", "T", "s", "t", "m")
    p.excess = "(s - t)*(m + 1)/(T*i*(i + 1))"
    known = {**_KNOWN, "rank": "i - 1 >= 0", "above": "m >= 0"}
    p.quotient(p.goal, known, "closer*(above + 1)", "(1 + many)*(1 + rank)*(2 + rank)")


_SUM = "EPRUM is the sum over ranks of the closeness there times one more than the closeness above, over the rank."
_ABOVE = "x1@0 > x2@0 > x3@0 > x4@0 > x5@0 > x6@0 > x7@0 > x8@0 > x9@0 > x10@0 > "

ENTRIES = (
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
