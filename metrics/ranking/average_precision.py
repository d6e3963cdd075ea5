"""Metrics made of precision at ranks: AP, P@k, R-precision, reciprocal rank, Q-measure, bpref."""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, like, over, parameter, ratio
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def ap(r: Gains) -> Array:
    """(1/N) sum over relevant ranks i of (relevant in the first i)/i. Range [0, 1]; undefined where nothing is
    relevant. MAP is its mean over topics.

    >>> ap(Gains.of([[1, 0, 1]], [[2]], exact=True)).item()
    Fraction(5, 6)
    """
    return ratio((r.relevant * over(np.cumsum(r.relevant, axis=-1), r.ranks)).sum(-1), r.total)


def p(r: Gains, k: Fraction) -> Array:
    """Relevant documents among the first k, over k, however short the run. Range [0, 1].

    >>> p(Gains.of([[1, 0, 1]], [[2]], exact=True), Fraction(10)).item()
    Fraction(1, 5)
    """
    return over(r.relevant[..., : int(k)].sum(-1), parameter(k, r.gains))


def r_precision(r: Gains) -> Array:
    """Relevant documents among the first N, over N. Range [0, 1]; undefined where nothing is relevant."""
    return ratio((r.relevant * like(r.ranks <= r.total[..., None], r.gains)).sum(-1), r.total)


def rr(r: Gains) -> Array:
    """One over the rank of the first relevant document, 0 without one. Range [0, 1]. MRR is its mean over topics.
    Voorhees 1999.
    """
    return np.asarray(over(r.relevant, r.ranks).max(-1, initial=0))


def q_measure(r: Gains, beta: Fraction) -> Array:
    """(1/N) sum over relevant ranks i of (C(i) + beta cg(i)) / (i + beta cg*(i)), cg* the gold's ideal cumulative gain.
    Range [0, 1]. Sakai 2004.

    Graded; beta = 0 is AP. Undefined where nothing is relevant.

    >>> q_measure(Gains.of([[0, 1]], [[1]], exact=True), Fraction(1)).item()
    Fraction(2, 3)
    """
    weight = parameter(beta, r.gains)
    blended = over(
        np.cumsum(r.relevant, axis=-1) + weight * np.cumsum(r.gains, axis=-1),
        r.ranks + weight * ideal_cumulative_gain(r),
    )
    return ratio((r.relevant * blended).sum(-1), r.total)


def ideal_cumulative_gain(r: Gains) -> Array:
    """cg*(i): the gain of the first i documents when the gold's are ranked by grade, shape (..., L)."""
    gain = 0 * r.ranks
    for grade in range(1, r.top + 1):
        above, here = r.counts[..., grade:].sum(-1)[..., None], r.counts[..., grade - 1][..., None]
        gain = gain + grade * np.minimum(np.maximum(r.ranks - above, 0 * r.ranks), here)
    return np.asarray(gain)


def bpref(r: Gains) -> Array:
    """(1/N) sum over retrieved relevant of 1 - min(irrelevant above, N) / min(N, judged irrelevant), as trec_eval.
    Range [0, 1].

    The judged irrelevant are without number unless the gold lists them. Undefined where nothing is relevant. Buckley &
    Voorhees 2004.

    >>> bpref(Gains.of([[0, 1]], [[2]], exact=True)).item()
    Fraction(1, 4)
    """
    above = np.cumsum((1 - r.relevant) * r.retrieved, axis=-1)
    total = r.total[..., None]
    judged = total if r.unlimited else np.minimum(total, r.irrelevant[..., None])
    return ratio((r.relevant * (1 - over(np.minimum(above, total), judged))).sum(-1), r.total)


_FAMILY = ("ranking", "ranking")
_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True)
_BETA = Parameter("beta", Fraction(1), "weight of gain against precision", low=Fraction(0))

METRICS = (
    Metric(
        "ap", "AP", *_FAMILY, "Buckley & Voorhees 2005; (M)AP in Amigo et al. 2013, section 2.3", ap, terms="numbers"
    ),
    Metric(
        "p", "P", *_FAMILY, "precision at a cutoff; Amigo et al. 2013, section 2.3", p, parameters=(_CUT,), terms="rank"
    ),
    Metric("rr", "RR", *_FAMILY, "Voorhees 1999, TREC-8 question answering track", rr, terms="numbers"),
    Metric("r-precision", "R-precision", *_FAMILY, "trec_eval Rprec", r_precision, terms="rank"),
    Metric(
        "q-measure",
        "Q-measure",
        *_FAMILY,
        "Sakai 2004",
        q_measure,
        parameters=(_BETA,),
        traits={"graded"},
        terms="numbers",
    ),
    Metric("bpref", "bpref", *_FAMILY, "Buckley & Voorhees 2004", bpref, traits={"judged-only"}, terms="numbers"),
)
