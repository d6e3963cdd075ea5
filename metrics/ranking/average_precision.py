"""Metrics made of precision at ranks: AP, P@k, recall and success at k, R-precision, reciprocal rank, Q-measure,
bpref; and judged@k, which is about the gold.

`k` cuts the run; `rel` is the least grade that counts as relevant, for golds of several grades.
"""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, like, over, parameter, ratio
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter


def ap(r: Gains, k: Fraction | None = None, rel: Fraction | None = None, per: str = "relevant") -> Array:
    """(1/N) sum over relevant ranks i, of the first k, of (relevant in the first i)/i. Range [0, 1]; undefined where
    nothing is relevant. MAP is its mean over topics.

    N counts all relevant documents whatever k, as in trec_eval's map_cut. With `per=reachable` min(k, N) stands in its
    place, as in libraries for recommender systems, and with `per=found` the relevant documents among the first k; then
    it is undefined where none of these is relevant.

    >>> short = Gains.of([[1, 0, 1]], [[4]], exact=True)
    >>> [ap(short, Fraction(3), per=per).item() for per in ("relevant", "reachable", "found")]
    [Fraction(5, 12), Fraction(5, 9), Fraction(5, 6)]
    """
    r = r.at_least(rel).cut(k)
    found = (r.relevant * over(np.cumsum(r.relevant, axis=-1), r.ranks)).sum(-1)
    return ratio(found, r.relevant.sum(-1) if per == "found" else _relevant(r, k, per))


def _relevant(r: Gains, k: Fraction | None, per: str) -> Array:
    """How many documents are relevant, or how many of them the first k ranks can hold (`reachable`)."""
    return r.total if k is None or per == "relevant" else np.minimum(r.total, parameter(k, r.gains))


def p(r: Gains, k: Fraction, rel: Fraction | None = None, per: str = "k") -> Array:
    """Relevant documents among the first k, over k, however short the run. Range [0, 1]. With `per=retrieved`, over as
    many as the run has among the first k: undefined where nothing is retrieved.

    >>> run = Gains.of([[1, 0, 1]], [[2]], exact=True)
    >>> p(run, Fraction(10)).item(), p(run, Fraction(10), per="retrieved").item()
    (Fraction(1, 5), Fraction(2, 3))
    """
    seen = r.at_least(rel).cut(k)
    hits = seen.relevant.sum(-1)
    return over(hits, parameter(k, r.gains)) if per == "k" else ratio(hits, seen.length)


def recall(r: Gains, k: Fraction, rel: Fraction | None = None, per: str = "relevant") -> Array:
    """Relevant documents among the first k, over N. Range [0, 1]; undefined where nothing is relevant. With
    `per=reachable`, over min(k, N).

    >>> run = Gains.of([[1, 0, 1]], [[4]], exact=True)
    >>> recall(run, Fraction(2)).item(), recall(run, Fraction(2), per="reachable").item()
    (Fraction(1, 4), Fraction(1, 2))
    """
    seen = r.at_least(rel).cut(k)
    return ratio(seen.relevant.sum(-1), _relevant(seen, k, per))


def success(r: Gains, k: Fraction, rel: Fraction | None = None) -> Array:
    """1 where a document among the first k is relevant, else 0.

    >>> success(Gains.of([[0, 1]], [[1]], exact=True), Fraction(1)).item()
    Fraction(0, 1)
    """
    return np.asarray(r.at_least(rel).cut(k).relevant.max(-1, initial=0) + over(0, like(1, r.gains)))


def judged(r: Gains, k: Fraction) -> Array:
    """The share of the first k documents that the gold lists, of those retrieved where the run is shorter. Range
    [0, 1]; undefined where nothing is retrieved. It says how much the other values can be trusted.

    >>> judged(Gains.of([[0, 1, 0]], [[1]], listed=[[1, 1, 0]], exact=True), Fraction(10)).item()
    Fraction(2, 3)
    """
    first = r.cut(k)
    return ratio((first.judged * first.retrieved).sum(-1), first.length)


def r_precision(r: Gains, rel: Fraction | None = None) -> Array:
    """Relevant documents among the first N, over N. Range [0, 1]; undefined where nothing is relevant."""
    r = r.at_least(rel)
    return ratio((r.relevant * like(r.ranks <= r.total[..., None], r.gains)).sum(-1), r.total)


def rr(r: Gains, k: Fraction | None = None, rel: Fraction | None = None) -> Array:
    """One over the rank of the first relevant document, 0 without one among the first k. Range [0, 1]. MRR is its mean
    over topics. Voorhees 1999.
    """
    r = r.at_least(rel).cut(k)
    return np.asarray(over(r.relevant, r.ranks).max(-1, initial=0))


def q_measure(r: Gains, beta: Fraction, k: Fraction | None = None) -> Array:
    """(1/N) sum over relevant ranks i of (C(i) + beta cg(i)) / (i + beta cg*(i)), cg* the gold's ideal cumulative gain.
    Range [0, 1]. Sakai 2004.

    Graded; beta = 0 is AP. Undefined where nothing is relevant. With k, the first k ranks over min(k, N), as Sakai &
    Song 2011 have it.

    >>> q_measure(Gains.of([[0, 1]], [[1]], exact=True), Fraction(1)).item()
    Fraction(2, 3)
    """
    r = r.cut(k)
    weight = parameter(beta, r.gains)
    blended = over(
        np.cumsum(r.relevant, axis=-1) + weight * np.cumsum(r.gains, axis=-1),
        r.ranks + weight * ideal_cumulative_gain(r),
    )
    return ratio((r.relevant * blended).sum(-1), _relevant(r, k, "reachable"))


def ideal_cumulative_gain(r: Gains) -> Array:
    """cg*(i): the gain of the first i documents when the gold's are ranked by grade, shape (..., L)."""
    gain = 0 * r.ranks
    for grade in range(1, r.top + 1):
        above, here = r.counts[..., grade:].sum(-1)[..., None], r.counts[..., grade - 1][..., None]
        gain = gain + grade * np.minimum(np.maximum(r.ranks - above, 0 * r.ranks), here)
    return np.asarray(gain)


def bpref(r: Gains, rel: Fraction | None = None) -> Array:
    """(1/N) sum over retrieved relevant of 1 - min(irrelevant above, N) / min(N, judged irrelevant), as trec_eval.
    Range [0, 1].

    The judged irrelevant are without number unless the gold lists them. Undefined where nothing is relevant. Buckley &
    Voorhees 2004.

    >>> bpref(Gains.of([[0, 1]], [[2]], exact=True)).item()
    Fraction(1, 4)
    """
    r = r.at_least(rel)
    above = np.cumsum((1 - r.relevant) * r.retrieved, axis=-1)
    total = r.total[..., None]
    judged = total if r.unlimited else np.minimum(total, r.irrelevant[..., None])
    return ratio((r.relevant * (1 - over(np.minimum(above, total), judged))).sum(-1), r.total)


_FAMILY = ("ranking", "ranking")
_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True)
ANY_CUT = Parameter("k", None, "ranks looked at, all unless given", low=Fraction(1), cut=True, narrows=True)
REL = Parameter(
    "rel",
    None,
    "the least grade that counts as relevant, 1 unless given",
    low=Fraction(1),
    integer=True,
    narrows=True,
    neutral=Fraction(1),
    trait="graded",
)
_BETA = Parameter("beta", Fraction(1), "weight of gain against precision", low=Fraction(0), usual=(Fraction(0),))


def _per(default: str, *others: str, meaning: str) -> Parameter:
    """What a metric divides by. What is proved with the default says nothing of the others."""
    return Parameter("per", default, f"what is divided by: {meaning}", choices=(default, *others), narrows=True)


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
