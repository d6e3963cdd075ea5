"""Metrics made of precision at ranks: AP, P@k, recall and success at k, R-precision, reciprocal rank, Q-measure, bpref;
and judged@k, which describes the gold.

The parameter `k` cuts the run. The parameter `rel` is the least grade that counts as relevant, where a gold has several
grades.
"""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, like, over, parameter, ratio, total
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def ap(r: Gains, k: Fraction | None = None, rel: Fraction | None = None, per: str = "relevant") -> Array:
    """Average precision: the mean, over all relevant documents, of the precision at the rank at which each of them is
    found.

    It is (1/N) sum_i r_i C(i)/i over the first k ranks i, or all, where r_i is 1 if the document at rank i is relevant
    and 0 if not, C(i) = r_1 + ... + r_i, and N is the number of relevant documents. A relevant document that is not
    found adds 0. MAP is the mean of AP over topics. The range is [0, 1]. It is undefined where nothing is relevant.

    With a cut-off k, N still counts all relevant documents, as `map_cut` of trec_eval does. With `per=reachable` the
    divisor is min(k, N), as in libraries for recommender systems. With `per=found` it is the number of relevant
    documents among the first k, and the value is undefined where there is none.

    >>> short = Gains.of([[1, 0, 1]], [[4]], exact=True)
    >>> [ap(short, Fraction(3), per=per).item() for per in ("relevant", "reachable", "found")]
    [Fraction(5, 12), Fraction(5, 9), Fraction(5, 6)]
    """
    r = r.at_least(rel).cut(k)
    precisions = total(r.relevant * over(np.cumsum(r.relevant, axis=-1), r.ranks))
    return ratio(precisions, r.relevant.sum(-1) if per == "found" else _relevant(r, k, per))


def _relevant(r: Gains, k: Fraction | None, per: str) -> Array:
    """How many documents are relevant, or how many of them the first k ranks can hold (`reachable`)."""
    return r.total if k is None or per == "relevant" else np.minimum(r.total, parameter(k, r.gains))


def p(r: Gains, k: Fraction, rel: Fraction | None = None, per: str = "k") -> Array:
    """Precision at k: the number of relevant documents among the first k, divided by k.

    A run of fewer than k documents is divided by k, too. With `per=retrieved` the divisor is the number of documents
    among the first k, and the value is undefined where nothing is retrieved. The range is [0, 1].

    >>> run = Gains.of([[1, 0, 1]], [[2]], exact=True)
    >>> p(run, Fraction(10)).item(), p(run, Fraction(10), per="retrieved").item()
    (Fraction(1, 5), Fraction(2, 3))
    """
    seen = r.at_least(rel).cut(k)
    hits = seen.relevant.sum(-1)
    return over(hits, parameter(k, r.gains)) if per == "k" else ratio(hits, seen.length)


def recall(r: Gains, k: Fraction, rel: Fraction | None = None, per: str = "relevant") -> Array:
    """Recall at k: of all relevant documents, the share that is among the first k.

    With `per=reachable` the divisor is min(k, N), where N is the number of relevant documents. The range is [0, 1]. It
    is undefined where nothing is relevant.

    >>> run = Gains.of([[1, 0, 1]], [[4]], exact=True)
    >>> recall(run, Fraction(2)).item(), recall(run, Fraction(2), per="reachable").item()
    (Fraction(1, 4), Fraction(1, 2))
    """
    seen = r.at_least(rel).cut(k)
    return ratio(seen.relevant.sum(-1), _relevant(seen, k, per))


def success(r: Gains, k: Fraction, rel: Fraction | None = None) -> Array:
    """Success at k: 1 if one of the first k documents is relevant, and 0 if not. It is always defined.

    >>> success(Gains.of([[0, 1]], [[1]], exact=True), Fraction(1)).item()
    Fraction(0, 1)
    """
    return np.asarray(r.at_least(rel).cut(k).relevant.max(-1, initial=0) + over(0, like(1, r.gains)))


def judged(r: Gains, k: Fraction) -> Array:
    """Of the first k documents, the share that the gold lists. It says how much the values of the metrics can be
    trusted.

    Of a run of fewer than k documents it is the share of these. The range is [0, 1]. It is undefined where nothing is
    retrieved.

    >>> judged(Gains.of([[0, 1, 0]], [[1]], listed=[[1, 1, 0]], exact=True), Fraction(10)).item()
    Fraction(2, 3)
    """
    first = r.cut(k)
    return ratio((first.judged * first.retrieved).sum(-1), first.length)


def r_precision(r: Gains, rel: Fraction | None = None) -> Array:
    """R-precision: of the first N documents, the share that is relevant, where N is the number of all relevant
    documents.

    The range is [0, 1]. It is undefined where nothing is relevant.

    >>> r_precision(Gains.of([[1, 0, 1]], [[2]], exact=True)).item()
    Fraction(1, 2)
    """
    r = r.at_least(rel)
    return ratio((r.relevant * like(r.ranks <= r.total[..., None], r.gains)).sum(-1), r.total)


def rr(r: Gains, k: Fraction | None = None, rel: Fraction | None = None) -> Array:
    """Reciprocal rank: 1 divided by the rank of the first relevant document.

    It is 0 where no document of the run, or of its first k, is relevant, and is always defined. The range is [0, 1].
    MRR is the mean of RR over topics.

    >>> rr(Gains.of([[0, 1, 1]], [[2]], exact=True)).item()
    Fraction(1, 2)
    """
    r = r.at_least(rel).cut(k)
    return np.asarray(over(r.relevant, r.ranks).max(-1, initial=0))


def q_measure(r: Gains, beta: Fraction, k: Fraction | None = None) -> Array:
    """Average precision extended to grades: in place of the precision stands a ratio that counts relevant documents and
    their gains.

    It is (1/N) sum_i r_i (C(i) + beta cg(i)) / (i + beta cg*(i)) over all ranks i, where r_i is 1 if the document at
    rank i is relevant and 0 if not, C(i) = r_1 + ... + r_i, cg(i) is the sum of the first i gains, cg*(i) that of the
    ideal ranking, and N is the number of relevant documents. With beta = 0 it is AP. With a cut-off k the first k ranks
    count, and the divisor is min(k, N), as Sakai & Song 2011 have it. The range is [0, 1]. It is undefined where
    nothing is relevant.

    >>> q_measure(Gains.of([[0, 1]], [[1]], exact=True), Fraction(1)).item()
    Fraction(2, 3)
    """
    r = r.cut(k)
    weight = parameter(beta, r.gains)
    blended = over(
        np.cumsum(r.relevant, axis=-1) + weight * np.cumsum(r.grades, axis=-1),
        r.ranks + weight * ideal_cumulative_gain(r),
    )
    return ratio(total(r.relevant * blended), _relevant(r, k, "reachable"))


def ideal_cumulative_gain(r: Gains) -> Array:
    """cg*(i): the gain of the first i documents when the gold's are ranked by grade, shape (..., L)."""
    gain = 0 * r.ranks
    for level in r.levels:
        above, number = r.counts[..., level:].sum(-1)[..., None], r.counts[..., level - 1][..., None]
        gain = gain + r.grade(level) * np.minimum(np.maximum(r.ranks - above, 0 * r.ranks), number)
    return np.asarray(gain)


def bpref(r: Gains, rel: Fraction | None = None) -> Array:
    """How rarely documents that were judged irrelevant stand above relevant ones, as trec_eval computes it.

    It is (1/N) sum over the relevant documents of the run of 1 - min(I, N) / min(N, J), where I irrelevant documents
    stand above, N documents are relevant, and J were judged irrelevant. Unless the gold lists the irrelevant documents,
    J has no limit. The range is [0, 1]. It is undefined where nothing is relevant.

    >>> bpref(Gains.of([[0, 1]], [[2]], exact=True)).item()
    Fraction(1, 4)
    """
    r = r.at_least(rel)
    above = np.cumsum((1 - r.relevant) * r.retrieved, axis=-1)
    relevant = r.total[..., None]
    judged = relevant if r.unlimited else np.minimum(relevant, r.irrelevant[..., None])
    return ratio(total(r.relevant * (1 - over(np.minimum(above, relevant), judged))), r.total)


_FAMILY = ("ranking", "ranking")
_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True)
ANY_CUT = Parameter("k", None, "ranks looked at, all unless given", low=Fraction(1), cut=True, narrows=True)
REL = Parameter(
    "rel",
    None,
    "the least grade that counts as relevant, 1 unless given",
    low=Fraction(0),
    low_open=True,
    narrows=True,
    neutral=Fraction(1),
    trait="graded",
)
_BETA = Parameter("beta", Fraction(1), "weight of gain against precision", low=Fraction(0), usual=(Fraction(0),))


def _per(default: str, *others: str, meaning: str) -> Parameter:
    """What a metric divides by. What is proved with the default does not hold for the remaining choices by itself."""
    return Parameter("per", default, f"the divisor: {meaning}", choices=(default, *others), narrows=True)


_ALL, _REACHABLE = "all relevant documents", "as many of them as the first k ranks can hold"

METRICS = (
    Metric(
        "ap",
        "AP",
        *_FAMILY,
        "Buckley & Voorhees 2005; (M)AP in Amigo et al. 2013, section 2.3",
        ap,
        parameters=(
            ANY_CUT,
            REL,
            _per("relevant", "reachable", "found", meaning=f"{_ALL}, {_REACHABLE}, or those found there"),
        ),
        terms="numbers",
        no_sum=("per", "found"),
    ),
    Metric(
        "p",
        "P",
        *_FAMILY,
        "precision at a cutoff; Amigo et al. 2013, section 2.3",
        p,
        parameters=(_CUT, REL, _per("k", "retrieved", meaning="k, or the documents among the first k, if fewer")),
        terms="rank",
        no_sum=("per", "retrieved"),
    ),
    Metric(
        "r",
        "R",
        *_FAMILY,
        "recall at a cutoff, trec_eval recall",
        recall,
        parameters=(_CUT, REL, _per("relevant", "reachable", meaning=f"{_ALL}, or {_REACHABLE}")),
        terms="rank",
        spellings=("recall",),
    ),
    Metric(
        "success",
        "Success",
        *_FAMILY,
        "trec_eval success; S@n of Craswell & Hawking 2004",
        success,
        parameters=(_CUT, REL),
        terms="numbers",
    ),
    Metric(
        "judged",
        "Judged",
        *_FAMILY,
        "share of judged documents at a cutoff; Judged of ir_measures",
        judged,
        parameters=(_CUT,),
        traits={"judgements"},
        terms="rank",
    ),
    Metric(
        "rr",
        "RR",
        *_FAMILY,
        "Voorhees 1999, TREC-8 question answering track",
        rr,
        parameters=(ANY_CUT, REL),
        terms="numbers",
    ),
    Metric("r-precision", "R-precision", *_FAMILY, "trec_eval Rprec", r_precision, parameters=(REL,), terms="rank"),
    Metric(
        "q-measure",
        "Q-measure",
        *_FAMILY,
        "Sakai 2004",
        q_measure,
        parameters=(_BETA, ANY_CUT),
        traits={"graded"},
        terms="numbers",
    ),
    Metric(
        "bpref",
        "bpref",
        *_FAMILY,
        "Buckley & Voorhees 2004",
        bpref,
        parameters=(REL,),
        traits={"judged-only"},
        terms="numbers",
    ),
)
