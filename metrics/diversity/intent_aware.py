"""Intent-aware metrics: the mean of an ordinary metric over the intents, weighted by their probabilities."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Coverage
from axiometrics.core.arithmetic import Array, exp2, like, log2, over, parameter, ratio, total
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def mean(c: Coverage, values: Array) -> Array:
    """The mean over intents of one value for each, shape (..., n)."""
    return total(values * c.probabilities)


def discounts(length: int, model: Array) -> Array:
    """1/log2(r + 1) for each rank r up to the length, as numbers of the kind of `model`."""
    ranks = like(np.arange(1, length + 1), model)
    return over(like(np.ones(length), ranks), log2(ranks + 1))


def discounted(gains: Array) -> Array:
    """The sum over the last axis, the ranks, of gain / log2(rank + 1)."""
    return total(gains * discounts(gains.shape[-1], gains))


def by_intent(gains: Array) -> Array:
    """The same array with the ranks last and the intents before them."""
    return np.swapaxes(gains, -1, -2)


def precision_ia(c: Coverage, k: Fraction) -> Array:
    """The mean of P@k over the intents, weighted by their probabilities.

    P@k of an intent is the number of documents among the first k that are relevant to it, divided by k. The range is
    [0, 1]. It is always defined.

    >>> precision_ia(Coverage.of([[1, 0], [1, 1]], [[1, 0], [1, 1]], exact=True), Fraction(10)).item()
    Fraction(3, 20)
    """
    return mean(c, over(c.cut(k).relevant.sum(-2), parameter(k, c.gains)))


def ndcg_ia(c: Coverage, k: Fraction | None) -> Array:
    """The mean of nDCG@k over the intents, weighted by their probabilities.

    Each intent has its own ideal ranking. A gain is a grade, and the discount of rank r is log2(r + 1). The range is
    [0, 1]. It is always defined.

    >>> ndcg_ia(Coverage.of([[2, 0]], [[2, 0], [0, 1]], [Fraction(2, 3), Fraction(1, 3)], exact=True), None).item()
    Fraction(2, 3)
    """
    ideal = c.ideal_gains if k is None else c.ideal_gains[..., : int(k), :]
    return mean(c, ratio(discounted(by_intent(c.cut(k).gains)), discounted(by_intent(ideal))))


def err_ia(c: Coverage, k: Fraction | None, gmax: str) -> Array:
    """The mean of ERR@k over the intents, weighted by their probabilities.

    ERR@k of an intent is the sum of (1/r) R_r (1 - R_1) ... (1 - R_(r-1)) over the first k ranks r, with R_r = (2^g -
    1) / 2^gmax, where g is the grade of the document at rank r for the intent and gmax the highest grade. The range is
    [0, 1). It is always defined.

    >>> err_ia(Coverage.of([[0, 1], [1, 0]], [[1, 0], [0, 1]], exact=True), Fraction(10), "topic").item()
    Fraction(3, 8)
    """
    cut = c.cut(k)
    highest = np.asarray(c.documents.max(axis=-2))
    highest = np.asarray(highest.max(axis=-1, keepdims=True)) if gmax == "topic" else highest
    stops = over(exp2(cut.gains) - 1, exp2(highest)[..., None, :])
    on = np.cumprod(1 - stops, axis=-2)
    reached = np.concatenate([like(np.ones(on[..., :1, :].shape), c.gains), on[..., :-1, :]], axis=-2)
    return mean(c, np.asarray((over(reached * stops, cut.ranks[:, None])).sum(-2)))


def ap_ia(c: Coverage) -> Array:
    """The mean of average precision over the intents, weighted by their probabilities.

    Average precision of an intent i is (1/R_i) times the sum of C_i(r)/r over the ranks r that are relevant to i, where
    C_i(r) documents of the first r ranks are relevant to i, and R_i in all. It is the measure NCU of each intent with a
    uniform chance to stop and precision as the utility. The range is [0, 1]. It is always defined.

    >>> ap_ia(Coverage.of([[1, 0], [1, 1]], [[1, 0], [1, 1]], exact=True)).item()
    Fraction(3, 4)
    """
    return mean(c, ratio((c.relevant * over(c.seen, c.ranks[:, None])).sum(-2), c.totals))


def rr_ia(c: Coverage) -> Array:
    """The mean of reciprocal rank over the intents, weighted by their probabilities.

    The reciprocal rank of an intent is 1 divided by the first rank whose document is relevant to it, and 0 if there is
    none. The range is [0, 1]. It is always defined.

    >>> rr_ia(Coverage.of([[1, 0], [1, 1]], [[1, 0], [1, 1]], exact=True)).item()
    Fraction(3, 4)
    """
    return mean(c, over(c.relevant, c.ranks[:, None]).max(axis=-2, initial=0))


def q_ia(c: Coverage, beta: Fraction) -> Array:
    """The mean of the Q-measure over the intents, weighted by their probabilities.

    The Q-measure of an intent i is (1/R_i) times the sum of (C_i(r) + beta cg_i(r)) / (r + beta cg*_i(r)) over the
    ranks r that are relevant to i. C_i(r) documents of the first r ranks are relevant to i, and R_i in all; cg_i(r) is
    the sum of their grades, and cg*_i(r) that of the ideal ranking of i. It is the measure NCU of each intent with a
    uniform chance to stop and this ratio as the utility. The range is [0, 1]. It is always defined.

    >>> q_ia(Coverage.of([[0, 0], [1, 1]], [[1, 0], [1, 1]], exact=True), Fraction(1)).item()
    Fraction(11, 24)
    """
    weight = parameter(beta, c.gains)
    ideal = cumulated(c.ideal_gains, c.gains.shape[-2])
    blended = over(c.seen + weight * np.cumsum(c.gains, axis=-2), c.ranks[:, None] + weight * ideal)
    return mean(c, ratio((c.relevant * blended).sum(-2), c.totals))


def cumulated(gains: Array, length: int) -> Array:
    """Gains, shape (..., D, n), cumulated over the first `length` ranks; they stay as they are beyond the last one."""
    sums = np.cumsum(gains, axis=-2)
    return np.asarray(sums[..., np.minimum(np.arange(length), gains.shape[-2] - 1), :])


def call_ia(c: Coverage, k: Fraction | None) -> Array:
    """The sum of the probabilities of the intents to which one of the first k documents is relevant.

    The range is [0, 1]. It is always defined.

    >>> call_ia(Coverage.of([[1, 0]], [[1, 0], [0, 1]], exact=True), Fraction(10)).item()
    Fraction(1, 2)
    """
    return mean(c, like((c.cut(k).gains > 0).any(axis=-2), c.gains))


_FAMILY = ("diversity", "intent-aware")
_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True)
_BETA = Parameter("beta", Fraction(1), "weight of gain against precision", low=Fraction(0))
_AGRAWAL = "Agrawal et al. 2009, as Sakai et al. 2010, "


def _metric(base: str, title: str, source: str, formula: Callable[..., Array], *parameters: Parameter) -> Metric:
    return Metric(base, title, *_FAMILY, _AGRAWAL + source, formula, parameters=parameters)


METRICS = (
    _metric("precision-ia", "Precision-IA", "section 2.2, have it", precision_ia, _CUT),
    _metric("ndcg-ia", "nDCG-IA", "Eq. 1, have it", ndcg_ia, _CUT),
    _metric(
        "err-ia",
        "ERR-IA",
        "section 2.5, name it; ERR: Chapelle et al. 2009",
        err_ia,
        _CUT,
        Parameter("gmax", "topic", "the highest grade: of the topic, or of the intent", choices=("topic", "intent")),
    ),
    _metric("ap-ia", "AP-IA", "section 2.5, name it (NCU); AP: Buckley & Voorhees 2005", ap_ia),
    _metric("rr-ia", "RR-IA", "section 2.5, name it; RR: Voorhees 1999", rr_ia),
    _metric("q-ia", "Q-IA", "sections 2.5 and 3.2, name it (NCU); Q: Sakai 2004", q_ia, _BETA),
    _metric("1-call-ia", "1-call-IA", "section 2.5, name it; 1-call: Chen & Karger 2006", call_ia, _CUT),
)
