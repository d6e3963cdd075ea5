"""Metrics of global gain: div-nDCG and div-Q, and their means with I-recall, Idiv-nDCG and Idiv-Q (Sakai et al. 2010).

Sakai & Song 2011 call the same formulas D-nDCG, D-Q, D#-nDCG and D#-Q.
"""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Coverage
from axiometrics.core.arithmetic import Array, over, parameter, ratio, total
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.metrics.diversity.intent_aware import cumulated, discounted
from axiometrics.metrics.diversity.intent_recall import i_rec


def div_ndcg(c: Coverage, k: Fraction | None) -> Array:
    """The nDCG of global gains: the gains of a document for all intents, weighted by the probabilities of the intents.

    The global gain of a document d is the sum of P(i) g_i(d) over the intents i, where P(i) is the probability of i and
    g_i(d) the grade of d for i. The discounted sum of the global gains of the first k ranks r, with the discount log2(r
    + 1), is divided by that of the relevant documents in falling order of global gain. The range is [0, 1]. It is
    always defined.

    >>> topic = [[2, 0], [0, 2]], [Fraction(2, 3), Fraction(1, 3)]
    >>> div_ndcg(Coverage.of([[0, 2]], *topic, exact=True), Fraction(1)).item()
    Fraction(1, 2)
    """
    ideal = c.ideal_global_gains if k is None else c.ideal_global_gains[..., : int(k)]
    return ratio(discounted(c.cut(k).global_gains), discounted(ideal))


def div_q(c: Coverage, k: Fraction | None, beta: Fraction) -> Array:
    """The Q-measure of global gains: the gains of a document for all intents, weighted by the probabilities of the
    intents.

    The global gain of a document d is the sum of P(i) g_i(d) over the intents i, where P(i) is the probability of i and
    g_i(d) the grade of d for i. The value is (1/R) times the sum of (C(r) + beta g(r)) / (r + beta g*(r)) over the
    ranks r of documents that are relevant to an intent. C(r) is the number of such documents in the first r ranks, g(r)
    the sum of their global gains, g*(r) that of the ideal list, and R the number of all documents that are relevant to
    an intent. With a cut-off k the first k ranks count, and the divisor is min(k, R) (Eq. 10). The range is [0, 1]. It
    is always defined.

    >>> div_q(Coverage.of([[0, 0], [1, 1]], [[1, 0], [1, 1]], exact=True), None, Fraction(1)).item()
    Fraction(2, 7)
    """
    cut = c.cut(k)
    weight = parameter(beta, c.gains)
    ideal = cumulated(c.ideal_global_gains[..., None], len(cut.ranks))[..., 0]
    blended = over(
        np.cumsum(cut.useful, axis=-1) + weight * np.cumsum(cut.global_gains, axis=-1), cut.ranks + weight * ideal
    )
    most = c.total if k is None else np.minimum(c.total, parameter(k, c.gains))
    return ratio(total(cut.useful * blended), most)


def idiv_ndcg(c: Coverage, k: Fraction | None, gamma: Fraction) -> Array:
    """The weighted mean of intent recall and div-nDCG: gamma I-rec@k + (1 - gamma) div-nDCG@k.

    I-rec@k is the share of the intents to which one of the first k documents is relevant; div-nDCG@k is the nDCG of
    global gains. The range is [0, 1]. It is always defined.

    >>> idiv_ndcg(Coverage.of([[0, 2]], [[2, 0], [0, 2]], exact=True), Fraction(1), Fraction(1, 4)).item()
    Fraction(7, 8)
    """
    return _joined(c, div_ndcg(c, k), k, gamma)


def idiv_q(c: Coverage, k: Fraction | None, gamma: Fraction, beta: Fraction) -> Array:
    """The weighted mean of intent recall and div-Q: gamma I-rec@k + (1 - gamma) div-Q@k.

    I-rec@k is the share of the intents to which one of the first k documents is relevant; div-Q@k is the Q-measure of
    global gains. The range is [0, 1]. It is always defined.

    >>> idiv_q(Coverage.of([[0, 1]], [[1, 0], [0, 1]], exact=True), Fraction(10), Fraction(1, 2), Fraction(1)).item()
    Fraction(1, 2)
    """
    return _joined(c, div_q(c, k, beta), k, gamma)


def _joined(c: Coverage, graded: Array, k: Fraction | None, gamma: Fraction) -> Array:
    weight = parameter(gamma, c.gains)
    return np.asarray(weight * i_rec(c, k) + (1 - weight) * graded)


_GAMMA = Parameter("gamma", Fraction(1, 2), "weight of I-rec", low=Fraction(0), high=Fraction(1))
_BETA = Parameter("beta", Fraction(1), "weight of gain against precision", low=Fraction(0))
_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True)
_ANY_CUT = Parameter("k", None, "ranks looked at (Eq. 10), all unless given (Eq. 9)", low=Fraction(1), cut=True)

_OURS = (
    ("div-ndcg", "div-nDCG", "Eq. 7", div_ndcg, (_CUT,)),
    ("div-q", "div-Q", "Eqs 8 to 10", div_q, (_ANY_CUT, _BETA)),
    ("idiv-ndcg", "Idiv-nDCG", "Eq. 11", idiv_ndcg, (_CUT, _GAMMA)),
    ("idiv-q", "Idiv-Q", "Eq. 12", idiv_q, (_CUT, _GAMMA, _BETA)),
)
_LATER = {
    "div-ndcg": ("d-ndcg", "D-nDCG"),
    "div-q": ("d-q", "D-Q"),
    "idiv-ndcg": ("dsharp-ndcg", "D#-nDCG"),
    "idiv-q": ("dsharp-q", "D#-Q"),
}
"""The names of Sakai & Song 2011 for the same formulas."""

METRICS = (
    *(
        Metric(base, title, "diversity", "global gain", f"Sakai et al. 2010, {where}", formula, parameters=parameters)
        for base, title, where, formula, parameters in _OURS
    ),
    *(
        Metric(
            *_LATER[base],
            "diversity",
            "global gain, later names",
            f"Sakai & Song 2011: the same formula as {base}; the name is not from Sakai et al. 2010",
            formula,
            parameters=parameters,
        )
        for base, _, _, formula, parameters in _OURS
    ),
)
