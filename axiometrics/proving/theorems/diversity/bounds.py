"""Scores from 0 to 1, and documents that add no less below more documents of their intent."""

from __future__ import annotations

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.diversity._terms import (
    D_NDCG,
    D_Q,
    I_NDCG,
    I_Q,
    I_REC,
    JOINED,
    is_known,
    shared,
    weighted,
)

_ALONE = {
    "1-call-ia": "w",
    "ndcg-ia": "D",
    "err-ia": "E",
    "rr-ia": "F",
    "ap-ia": "B",
    "q-ia": "B",
    "s-recall-lmin": "R",
    "s-precision": "P",
}
"""The quantity that is as far from the bound as the score, by metric."""

_PARTS = {
    **dict.fromkeys(I_REC, ("m", "n", "n - 1 >= 0", "1 + below")),
    **dict.fromkeys((*D_NDCG, *I_NDCG), ("G", "J", "J > 0", "below")),
    **dict.fromkeys((*D_Q, *I_Q), ("T", "M", "M - 1 >= 0", "1 + below")),
    "alpha-ndcg": ("V", "I", "I > 0", "below"),
    "nrbp": ("U", "n", "n - 1 >= 0", "1 + below"),
}
"""By metric: a sum, its divisor, a fact about the divisor, and the divisor in terms of this fact."""


def bounded(p: Proof) -> None:
    """The difference between the score and the bound is not negative."""
    base = p.metric.base
    if base in _ALONE:
        p.about(_ALONE[base])
        p.excess = f"-{_ALONE[base]}"
        is_known(p, f"{_ALONE[base]} >= 0")
    elif base == "precision-ia":
        p.about("C")
        p.excess = f"-C/{p.value('k')}"
        p.positive(p.goal)
    elif base in JOINED:
        (room, over, fact, below), (share, rest) = _PARTS[base], shared(p)
        p.about("m", "n", room, over)
        p.excess = f"-({share}*m/n + {rest}*{room}/{over})"
        facts = {"share": "share", "rest": "rest", "served": "m >= 0", "many": "n - 1 >= 0"}
        facts |= {"room": f"{room} >= 0", "below": fact}
        p.quotient(p.goal, facts, f"share*served*({below}) + rest*room*(1 + many)", f"(1 + many)*({below})")
    else:
        room, over, fact, below = _PARTS[base]
        p.about(room, over)
        p.excess = f"-{room}/{over}"
        p.quotient(p.goal, {"room": f"{room} >= 0", "below": fact}, "room", below)


def adds_alike(p: Proof) -> None:
    """The document d adds as much to the first run as to the second."""
    p.about()
    p.excess = "0"
    p.evaluate(p.goal)


def adds_more(p: Proof) -> None:
    """At the rank of d, the document above counts once more."""
    base = p.metric.base
    if base == "ap-ia":
        p.about("r", "p", "c")
        p.excess = "p/(c*r)"
        p.positive(p.goal)
    elif base == "q-ia":
        p.about("r", "p", "c", "g", "C")
        beta = weighted(p)
        p.excess = f"p*(1 + {beta}*g)/(c*(r + {beta}*C))"
        facts = {"chance": "p > 0", "grade": "g - 1 >= 0", "many": "c - 1 >= 0", "best": "C > 0"}
        facts |= {"rank": "r - 1 >= 0", "weight": "weight"}
        below = "(1 + many)*(1 + rank + weight*best)"
        p.quotient(p.goal, facts, "chance*(1 + weight*(1 + grade))", below)
    else:
        p.about("r", "G", "H", "M")
        beta, factor, rest = weighted(p), "", ""
        facts = {"gain": "G > 0", "most": "M - 1 >= 0", "best": "H > 0", "rank": "r - 1 >= 0", "weight": "weight"}
        if base in I_Q:
            _, rest = shared(p)
            facts, rest, factor = {**facts, "rest": "rest"}, f"{rest}*", "rest*"
        p.excess = f"{rest}(1 + {beta}*G)/(M*(r + {beta}*H))"
        p.quotient(p.goal, facts, f"{factor}(1 + weight*gain)", "(1 + most)*(1 + rank + weight*best)")


def _exact(metric: Metric) -> bool:
    return metric.values["ideal"] == "exact"


_ROOM = "What the score has, and what it lacks to 1, is a sum of which no part is below 0."
_ALIKE = "What d adds does not hang on what stands above it."
_REDUNDANT = "The intent is served above already, so d adds nothing to either run."
_MORE = "At the rank of d, the document above counts once more."

_BOUNDED, _DISCOUNT = ("diversity:bounded", ("plain",)), "diversity:no-double-discount"
_BOTH = ("covered", "any")

ENTRIES = (
    Theorem((*_ALONE, "precision-ia", *I_REC, *D_NDCG, *D_Q, *JOINED, "nrbp"), *_BOUNDED, _ROOM, bounded),
    Theorem(("alpha-ndcg",), *_BOUNDED, _ROOM, bounded, when=_exact),
    Theorem(("precision-ia", "ndcg-ia", *D_NDCG), _DISCOUNT, _BOTH, _ALIKE, adds_alike),
    Theorem(
        (*I_REC, "1-call-ia", "rr-ia", "s-recall-lmin", "s-precision"), _DISCOUNT, ("covered",), _REDUNDANT, adds_alike
    ),
    Theorem(I_NDCG, _DISCOUNT, ("covered",), f"{_ALIKE} {_REDUNDANT}", adds_alike),
    Theorem(("ap-ia", "q-ia", *D_Q), _DISCOUNT, _BOTH, _MORE, adds_more),
    Theorem(I_Q, _DISCOUNT, ("covered",), _MORE, adds_more),
)
