"""Metrics of global gain, GG(d) = sum over intents of P(i|q) g_i(d) (Eq. 6 of Sakai et al. 2010): div-nDCG, div-Q, and
their means with I-recall. Sakai & Song 2011 call them D-nDCG, D-Q, D#-nDCG and D#-Q. Graded.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain

from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import Exact
from axiometrics.core.topic import Topic
from axiometrics.definitions.topics import discounted, served

ONE = Fraction(1)


def _global_gain(gold: Topic, of: Mapping[str, int]) -> Fraction:
    return sum((gold.probabilities[intent] * grade for intent, grade in of.items()), Fraction(0))


def _ideal(gold: Topic) -> list[Fraction]:
    return sorted((_global_gain(gold, of) for of in gold.grades.values()), reverse=True)


def div_ndcg(system: Organization, gold: Topic, k: Fraction | None) -> Exact:
    """The discounted sum of GG over the first k ranks, over that of the relevant documents by decreasing GG. Range
    [0, 1]. Eq. 7.
    """
    run = [_global_gain(gold, of) for of in served(system, gold, k)]
    share: Exact = discounted(run) / discounted(_ideal(gold)[: None if k is None else int(k)])
    return share


def div_q(system: Organization, gold: Topic, k: Fraction | None, beta: Fraction) -> Fraction:
    """The sum over relevant ranks r of divBR(r), over R (Eq. 9), or of the first k ranks over min(k, R) (Eq. 10). Range
    [0, 1].

    divBR(r) is (relevant documents among the first r + beta their GG) / (r + beta the GG of the first r of the ideal).
    """
    run, ideal = served(system, gold, k), _ideal(gold)
    total = Fraction(0)
    for r, document in enumerate(run, 1):
        if document:
            above = run[:r]
            gained = sum(_global_gain(gold, of) for of in above)
            total += (sum(map(bool, above)) + beta * gained) / (r + beta * sum(ideal[:r]))
    relevant = len(gold.grades)
    return total / (relevant if k is None else min(int(k), relevant))


def _i_rec(system: Organization, gold: Topic, k: Fraction | None) -> Fraction:
    return Fraction(len(set(chain(*served(system, gold, k)))), len(gold.probabilities))


def idiv_ndcg(system: Organization, gold: Topic, k: Fraction | None, gamma: Fraction) -> Score:
    """gamma I-rec@k + (1 - gamma) div-nDCG@k. Range [0, 1]. Eq. 11."""
    score: Score = gamma * _i_rec(system, gold, k) + (1 - gamma) * div_ndcg(system, gold, k)
    return score


def idiv_q(system: Organization, gold: Topic, k: Fraction | None, gamma: Fraction, beta: Fraction) -> Score:
    """gamma I-rec@k + (1 - gamma) div-Q@k. Range [0, 1]. Eq. 12."""
    return gamma * _i_rec(system, gold, k) + (1 - gamma) * div_q(system, gold, k, beta)


_CUT = Parameter("k", Fraction(10), "ranks looked at", low=ONE, cut=True)
_ANY_CUT = Parameter("k", None, "ranks looked at, all without it", low=ONE, cut=True)
_BETA = Parameter("beta", ONE, "weight of gains", low=Fraction(0))
_GAMMA = Parameter("gamma", Fraction(1, 2), "weight of I-rec", low=Fraction(0), high=ONE)

DEFINITIONS = (
    *(Definition(name, div_ndcg, (_CUT,)) for name in ("div-ndcg", "d-ndcg")),
    *(Definition(name, div_q, (_ANY_CUT, _BETA)) for name in ("div-q", "d-q")),
    *(Definition(name, idiv_ndcg, (_CUT, _GAMMA)) for name in ("idiv-ndcg", "dsharp-ndcg")),
    *(Definition(name, idiv_q, (_CUT, _GAMMA, _BETA)) for name in ("idiv-q", "dsharp-q")),
)
