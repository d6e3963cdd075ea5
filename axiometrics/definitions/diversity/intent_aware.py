"""Intent-aware metrics: sum over intents of P(i|q) times an ordinary metric for that intent (Agrawal et al. 2009, as
Sakai et al. 2010 have it). An intent of a topic has at least one relevant document, so none is ever 0/0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Any

from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import Exact, summed
from axiometrics.core.topic import Topic
from axiometrics.definitions.topics import by_intent, discounted, ideal_of

ONE = Fraction(1)


def _mean(gold: Topic, of_intent: Callable[[str], Any]) -> Exact:
    return summed(chance * of_intent(intent) for intent, chance in gold.probabilities.items())


def precision_ia(system: Organization, gold: Topic, k: Fraction) -> Score:
    """P_i@k: relevant documents among the first k over k, however few there are. Binary. Range [0, 1]. Section 2.2."""
    return _mean(gold, lambda i: Fraction(sum(g > 0 for g in by_intent(system, gold, i, k))) / k)


def ndcg_ia(system: Organization, gold: Topic, k: Fraction | None) -> Score:
    """nDCG_i@k: DCG of the first k ranks over that of the ideal list of the intent. Graded. Range [0, 1]. Eq. 1."""

    def ndcg(intent: str) -> Any:
        ideal = ideal_of(gold, intent)[: None if k is None else int(k)]
        return discounted(by_intent(system, gold, intent, k)) / discounted(ideal)

    return _mean(gold, ndcg)


def err_ia(system: Organization, gold: Topic, k: Fraction | None, gmax: str) -> Score:
    """ERR_i@k: the sum over ranks r of 1/r times the chance to be satisfied there and nowhere above, (2^g - 1)/2^gmax a
    document. Graded. Range [0, 1). Section 2.5; Chapelle et al. 2009.
    """
    top = max(grade for of in gold.grades.values() for grade in of.values())

    def err(intent: str) -> Fraction:
        highest = top if gmax == "topic" else ideal_of(gold, intent)[0]
        score, looking = Fraction(0), ONE
        for rank, grade in enumerate(by_intent(system, gold, intent, k), 1):
            stops = Fraction(2**grade - 1, 2**highest)
            score, looking = score + looking * stops / rank, looking * (1 - stops)
        return score

    return _mean(gold, err)


def ap_ia(system: Organization, gold: Topic) -> Score:
    """AP_i: the precision at each relevant rank, summed, over the relevant documents. Binary. Range [0, 1]. Section
    2.5, NCU with a uniform chance to stop at each relevant document and precision as utility.
    """

    def ap(intent: str) -> Fraction:
        hits = [grade > 0 for grade in by_intent(system, gold, intent)]
        at = [Fraction(sum(hits[:rank]), rank) for rank in range(1, len(hits) + 1) if hits[rank - 1]]
        return sum(at, Fraction(0)) / len(ideal_of(gold, intent))

    return _mean(gold, ap)


def rr_ia(system: Organization, gold: Topic) -> Score:
    """RR_i: one over the rank of the first document of the intent, 0 without one. Binary. Range [0, 1]. Section 2.5."""

    def rr(intent: str) -> Fraction:
        run = by_intent(system, gold, intent)
        return next((Fraction(1, rank) for rank, grade in enumerate(run, 1) if grade), Fraction(0))

    return _mean(gold, rr)


def q_ia(system: Organization, gold: Topic, beta: Fraction) -> Score:
    """Q_i: the blended ratio (C(r) + beta cg(r)) / (r + beta cg*(r)) at each relevant rank, summed, over the relevant
    documents. Graded. Range [0, 1]. Section 3.2; Sakai 2004.
    """

    def q(intent: str) -> Fraction:
        run, ideal = by_intent(system, gold, intent), ideal_of(gold, intent)
        counts, gained = list(accumulate(int(g > 0) for g in run)), list(accumulate(run))
        ratios = (
            (counts[r - 1] + beta * gained[r - 1]) / (r + beta * sum(ideal[:r])) for r, g in enumerate(run, 1) if g
        )
        return sum(ratios, Fraction(0)) / len(ideal)

    return _mean(gold, q)


def call_ia(system: Organization, gold: Topic, k: Fraction | None) -> Score:
    """1-call_i@k: 1 if a document of the intent is among the first k, else 0. Binary. Range [0, 1]. Section 2.5."""
    return _mean(gold, lambda i: Fraction(any(by_intent(system, gold, i, k))))


_CUT = Parameter("k", Fraction(10), "ranks looked at", low=ONE, cut=True)

DEFINITIONS = (
    Definition("precision-ia", precision_ia, (_CUT,)),
    Definition("ndcg-ia", ndcg_ia, (_CUT,)),
    Definition(
        "err-ia", err_ia, (_CUT, Parameter("gmax", "topic", "whose highest grade", choices=("topic", "intent")))
    ),
    Definition("ap-ia", ap_ia),
    Definition("rr-ia", rr_ia),
    Definition("q-ia", q_ia, (Parameter("beta", ONE, "weight of gains", low=Fraction(0)),)),
    Definition("1-call-ia", call_ia, (_CUT,)),
)
