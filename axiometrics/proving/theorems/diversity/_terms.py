"""Terms for the value of a run or a document by each metric, in the quantities of a vocabulary; and steps that several
theorems need.
"""

from __future__ import annotations

from axiometrics.proving.theorem import Proof
from axiometrics.proving.theorems.ranking._discounts import FALLS, logarithmic

I_REC = ("i-rec", "s-recall")
D_NDCG, D_Q = ("div-ndcg", "d-ndcg"), ("div-q", "d-q")
I_NDCG, I_Q = ("idiv-ndcg", "dsharp-ndcg"), ("idiv-q", "dsharp-q")
JOINED = (*I_NDCG, *I_Q)


def worth(p: Proof, rank: str) -> str:
    """The discount of a rank, from 1, by logarithm; both logarithms are shown to be above 0."""
    p.evaluate("log(2) > 0", name="two")
    p.log(f"{rank} + 1", name="discount")
    return f"log(2)/log({rank} + 1)"


def falls(p: Proof) -> str:
    """The amount that a gain of 1 loses from rank i to the next rank. The claim that it is above 0 has the id
    `FALLS`.
    """
    p.evaluate("log(2) > 0", name="two")
    return f"log(2)*({logarithmic().falls(p)})"


def loses(p: Proof, gain: str, over: str, facts: dict[str, str], numerator: str, denominator: str = "1") -> None:
    """The excess is a gain, over a number, times the fall of the discount from a rank to the next. The gain over the
    number, and the fall, are known to be above 0.
    """
    p.excess = f"({gain})/({over})*{falls(p)}"
    p.quotient(p.goal, {**facts, "fall": FALLS, "two": "two"}, f"two*fall*({numerator})", denominator)


def shared(p: Proof) -> tuple[str, str]:
    """gamma and 1 - gamma, each shown to be not below 0 under the names `share` and `rest`."""
    gamma = p.value("gamma")
    p.evaluate(f"{gamma} >= 0", name="share")
    p.evaluate(f"1 - {gamma} >= 0", name="rest")
    return gamma, f"(1 - {gamma})"


def weighted(p: Proof) -> str:
    """beta, shown to be not below 0 under the name `weight`."""
    beta = p.value("beta")
    p.evaluate(f"{beta} >= 0", name="weight")
    return beta


def is_known(p: Proof, fact: str) -> None:
    """Show that the excess is above 0, or not below 0, because a fact says so."""
    p.quotient(p.goal, {"known": fact}, "known", name="so")
