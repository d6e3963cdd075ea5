"""Metrics that add up discounted gains: DCG, nDCG, RBP, ERR, TBG."""

from fractions import Fraction

import numpy as np

from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, exp2, like, log2, over, parameter, power, raised, ratio, total
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.metrics.ranking.average_precision import ANY_CUT, REL


def _per_rank(ranks: Array, discount: str, b: Fraction = Fraction(2), a: Fraction = Fraction(1)) -> Array:
    """What a gain of 1 is worth at each of these ranks."""
    if discount == "power":
        return raised(ranks, -a)
    if discount == "log2":
        return over(like(np.ones(ranks.shape), ranks), log2(ranks + 1))
    base = log2(like(int(b), ranks)) if b.denominator == 1 else log2(np.asarray(parameter(b, ranks)))
    late = over(base, log2(ranks))
    return np.where((ranks >= parameter(b, ranks)).astype(bool), late, like(np.ones(ranks.shape), ranks))


def _worth(grades: Array, gain: str) -> Array:
    """The gain of documents of these grades."""
    if gain == "binary":
        return like(grades > 0, grades)
    return grades if gain == "linear" else exp2(grades) - 1


def dcg(
    r: Gains,
    discount: str = "log2",
    b: Fraction = Fraction(2),
    a: Fraction = Fraction(1),
    gain: str = "linear",
    k: Fraction | None = None,
    rel: Fraction | None = None,
) -> Array:
    """Discounted cumulative gain: the sum of the gains of the documents, each divided by a discount that grows with the
    rank.

    It is the sum of g_i / log2(i + 1) over the first k ranks i, or all, where g_i is the grade of the document at rank
    i. With `discount=jarvelin` the discount is max(1, log_b i), so that ranks before b are not discounted; with
    `discount=power` it is i^a. With `gain=exp` a document of grade g gains 2^g - 1 in place of g, and with
    `gain=binary` it gains 1. With `rel` a document below this grade gains nothing. The value is at least 0 and has no
    upper bound. It is always defined.

    >>> graded = Gains.of([[1, 0, 2]], [[1, 1]], exact=True)
    >>> dcg(graded).item(), dcg(graded, "power").item(), dcg(graded, gain="exp").item()
    (Fraction(2, 1), Fraction(5, 3), Fraction(5, 2))
    >>> dcg(graded, gain="binary").item(), dcg(graded, rel=Fraction(2)).item()
    (Fraction(3, 2), Fraction(1, 1))
    """
    r = r.at_least(rel, alike=False)
    cut = r.gains.shape[-1] if k is None else int(k)
    return total(_worth(r.grades[..., :cut], gain) * _per_rank(r.ranks[:cut], discount, b, a))


def ndcg(
    r: Gains,
    k: Fraction | None,
    ideal: str,
    gain: str = "linear",
    discount: str = "log2",
    b: Fraction = Fraction(2),
    a: Fraction = Fraction(1),
    rel: Fraction | None = None,
) -> Array:
    """The discounted cumulative gain of the first k ranks, divided by that of the ideal ranking.

    Gains and discounts are those of `dcg`. The ideal ranking orders all relevant documents of the gold by their grades,
    and its first k ranks count. With `ideal=run` it orders the documents of the run only, with `ideal=top` only the
    first k documents of the run; with `ideal=whole` all its ranks count, although the run is cut. The range is [0, 1];
    with `ideal=whole` the value stays below 1 on most golds. It is undefined where the ideal ranking gains nothing. The
    gain 2^g - 1 is due to Burges et al. 2005.

    >>> ndcg(Gains.of([[1]], [[1]], exact=True), None, "gold").item()
    Fraction(1, 1)
    >>> graded = Gains.of([[1]], [[1, 1]], exact=True)
    >>> [ndcg(graded, Fraction(1), "gold", gain).item() for gain in ("linear", "exp", "binary")]
    [Fraction(1, 2), Fraction(1, 3), Fraction(1, 1)]
    """
    r = r.at_least(rel, alike=False)
    ranks = r.gains.shape[-1]
    cut = ranks if k is None else min(int(k), ranks)
    worth = _per_rank(r.ranks, discount, b, a)
    gained = total(_worth(r.grades[..., :cut], gain) * worth[:cut])
    if ideal in ("run", "top"):
        seen = r.grades[..., :cut] if ideal == "top" else r.grades
        return ratio(gained, total(_worth(-np.sort(-seen, axis=-1)[..., :cut], gain) * worth[:cut]))
    return ratio(gained, _ideal(r, None if k is None or ideal == "whole" else int(k), gain, discount, b, a))


def _ideal(r: Gains, cut: int | None, gain: str, discount: str, b: Fraction, a: Fraction) -> Array:
    """DCG of the gold's documents ranked by grade, the first `cut` of them."""
    counts = r.counts.astype(np.int64)
    longest = int(counts.sum(-1).max(initial=0))
    ranks = like(np.arange(1, longest + 1), r.gains)
    first = np.concatenate([like([0], r.gains), np.cumsum(_per_rank(ranks, discount, b, a))])
    best = 0 * first[np.zeros(counts.shape[:-1], dtype=np.int64)]
    for level in r.levels:
        above, number = counts[..., level:].sum(-1), counts[..., level - 1]
        bounds = [x if cut is None else np.minimum(x, cut) for x in (above, above + number)]
        grade = r.grade(level)
        if gain == "exp":
            grade = 2**grade - 1 if r.unit == 1 else exp2(np.asarray(grade)) - 1
        best = best + (1 if gain == "binary" else grade) * (first[bounds[1]] - first[bounds[0]])
    return np.asarray(best)


def rbp(r: Gains, p: Fraction, k: Fraction | None = None, rel: Fraction | None = None) -> Array:
    """Rank-biased precision: the expected number of relevant documents that a user sees, divided by the expected number
    of documents seen. The user goes on from each rank to the next with the chance p.

    It is (1 - p) sum_i r_i p^(i-1) over the first k ranks i, or all, where r_i is 1 if the document at rank i is
    relevant and 0 if not. Grades do not count. The range is [0, 1). It is always defined.

    >>> rbp(Gains.of([[0, 1]], [[1]], exact=True), Fraction(1, 2)).item()
    Fraction(1, 4)
    """
    r = r.at_least(rel).cut(k)
    worth = power(p, np.arange(r.gains.shape[-1]), r.gains)
    return np.asarray(total(r.relevant * worth) * parameter(1 - p, r.gains))


def err(r: Gains, k: Fraction | None = None, max: Fraction | None = None) -> Array:
    """Expected reciprocal rank: the expected value of 1/i, where i is the rank at which a user is satisfied and stops.

    It is sum_i (1/i) p_i (1 - p_1) ... (1 - p_(i-1)) over the first k ranks i, or all, with p_i = (2^g - 1) / 2^gmax,
    where g is the grade of the document at rank i and gmax the highest grade of the gold, or `max` where the scale of
    grades is known; a grade above `max` counts as `max`. The range is [0, 1). It is always defined.

    >>> run = Gains.of([[0, 1]], [[1]], exact=True)
    >>> err(run).item(), err(run, max=Fraction(4)).item()
    (Fraction(1, 4), Fraction(1, 32))
    """
    r = r.cut(k)
    top = like(int(max), r.gains) if max is not None else like(r.grade(r.top), r.gains)
    satisfied = over(exp2(np.minimum(r.grades, top)) - 1, exp2(top))
    going_on = np.cumprod(1 - satisfied, axis=-1)
    reached = np.concatenate([like(np.ones((*going_on.shape[:-1], 1)), r.gains), going_on], axis=-1)[
        ..., : going_on.shape[-1]
    ]
    return total(reached * over(satisfied, r.ranks))


_SUMMARY, _READ, _GAIN, _HALF_LIFE = (
    Fraction("4.4"),
    Fraction("0.018") * 1000 + Fraction("7.8"),
    Fraction("0.4928"),
    Fraction(224),
)
"""The numbers of Smucker & Clarke 2012: the seconds that a summary and a document of 1000 words take;
the gain of a relevant document; and the seconds in which this gain halves.
"""
_CLICK = {"relevant": Fraction("0.64"), "irrelevant": Fraction("0.39")}


def tbg(r: Gains) -> Array:
    """Time-biased gain: the gain of a user who reads from the top, where the gain of a relevant document halves every
    224 seconds.

    It is the sum of 0.4928 * 2^(-T(i)/224) over the ranks i of relevant documents, where T(i) is the time in seconds
    spent above rank i. Each document above takes 4.4 s for its summary. It is opened with the chance 0.64 if it is
    relevant and 0.39 if not, and then takes 0.018 l + 7.8 s with a length l of 1000 words. Grades do not count. The
    value is at least 0. It is always defined.
    """
    seconds = parameter(_SUMMARY, r.gains) + parameter(_READ, r.gains) * np.where(
        (r.relevant > 0).astype(bool), parameter(_CLICK["relevant"], r.gains), parameter(_CLICK["irrelevant"], r.gains)
    )
    before = np.cumsum(seconds, axis=-1) - seconds
    worth = exp2(np.asarray(-over(before, parameter(_HALF_LIFE, r.gains))))
    return np.asarray(total(r.relevant * worth) * parameter(_GAIN, r.gains))


_FAMILY = ("ranking", "ranking")
_CUT = Parameter("k", None, "ranks looked at, all unless given", low=Fraction(1), cut=True)
_GAIN_OF_GRADES = Parameter("gain", "linear", "gain of grade g: g, 2^g - 1, or 1", choices=("linear", "exp", "binary"))
_DISCOUNT = (
    Parameter(
        "discount",
        "log2",
        "discount of rank i: log2(i + 1), max(1, log_b i) or i^a",
        choices=("log2", "jarvelin", "power"),
    ),
    Parameter("b", Fraction(2), "base of the logarithm", low=Fraction(1), low_open=True, when=("discount", "jarvelin")),
    Parameter("a", Fraction(1), "exponent of the rank", low=Fraction(0), when=("discount", "power")),
)

METRICS = (
    Metric(
        "dcg",
        "DCG",
        *_FAMILY,
        "Jarvelin & Kekalainen 2002; discount and gain=exp of Burges et al. 2005; powers: Kanoulas & Aslam 2009",
        dcg,
        parameters=(*_DISCOUNT, _GAIN_OF_GRADES, _CUT, REL),
        traits={"graded"},
        terms="rank",
    ),
    Metric(
        "ndcg",
        "nDCG",
        *_FAMILY,
        "Jarvelin & Kekalainen 2002; exponential gain of Burges et al. 2005",
        ndcg,
        parameters=(
            _CUT,
            Parameter(
                "ideal",
                "gold",
                "documents of the ideal ranking: of the gold (first k), of the run (first k), of the first k ranks of "
                "the run, or of the gold (all ranks)",
                choices=("gold", "run", "top", "whole"),
            ),
            _GAIN_OF_GRADES,
            *_DISCOUNT,
            REL,
        ),
        traits={"graded"},
        terms="rank",
        no_sum=("ideal", "run", "top"),  # whose divisor changes from rank to rank
    ),
    Metric(
        "rbp",
        "RBP",
        *_FAMILY,
        "Moffat & Zobel 2008",
        rbp,
        parameters=(
            Parameter(
                "p",
                Fraction(4, 5),
                "chance to go on to the next rank",
                low=Fraction(0),
                high=Fraction(1),
                low_open=True,
                high_open=True,
            ),
            ANY_CUT,
            REL,
        ),
        terms="rank",
    ),
    Metric(
        "err",
        "ERR",
        *_FAMILY,
        "Chapelle, Metzler, Zhang & Grinspan 2009",
        err,
        parameters=(
            ANY_CUT,
            Parameter(
                "max",
                None,
                "the highest grade of the scale, that of the gold unless given",
                low=Fraction(1),
                integer=True,
                narrows=True,
                usual=(Fraction(1), Fraction(2), Fraction(3), Fraction(4)),
            ),
        ),
        traits={"graded"},
        terms="numbers",
    ),
    Metric("tbg", "TBG", *_FAMILY, "Smucker & Clarke 2012", tbg, terms="numbers"),
)
