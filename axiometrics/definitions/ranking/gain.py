"""Metrics that add up discounted gains: DCG, nDCG, RBP, ERR, TBG. Unretrieved and unlisted documents are
irrelevant.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import log, power
from axiometrics.definitions.ranking.average_precision import ANY_CUT, REL
from axiometrics.definitions.runs import Hit, Hits, by_rank, hits, reached, within
from axiometrics.definitions.sums import added, decayed, raised, total

ZERO, HALF, ONE, TWO = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)


def rbp(
    system: Organization, gold: Organization, p: Fraction, k: Fraction | None = None, rel: Fraction | None = None
) -> Any:
    """(1 - p) times the sum of p^(i-1) over relevant ranks i, of the first k. Binary. Range [0, 1]. Moffat & Zobel
    2008.
    """
    retrieved = hits(system, gold, rel).retrieved
    return (1 - p) * total(retrieved, lambda d: raised(p, d.rank - 1) if within(d, k) else ZERO)


def err(
    system: Organization,
    gold: Organization,
    k: Fraction | None = None,
    max: Fraction | None = None,
) -> Any:
    """The sum over the first k ranks of 1/i * the chance that the user stops there, (2^g - 1) / 2^gmax a document.
    Graded. gmax is the highest grade of the gold, or `max`, to which higher grades are lowered. Range [0, 1). Chapelle,
    Metzler, Zhang & Grinspan 2009.
    """
    run = hits(system, gold)
    top = run.top if max is None else max

    def stops(d: Hit) -> Any:
        grade = top if max is not None and d.grade > max else d.grade
        return raised(HALF, top - grade) - raised(HALF, top)

    return total(reached(run.retrieved, stops), lambda d: d.reached * stops(d) / d.rank if within(d, k) else ZERO)


def _logarithm(x: Any, base: Fraction) -> Any:
    """log x to the base; of a symbol, as it has it."""
    return x.log_to(base) if hasattr(x, "log_to") else _number_logarithm(x, base)


@lru_cache(maxsize=2**14)
def _number_logarithm(x: Fraction, base: Fraction) -> Any:
    """Rational where x is a power of the base, which of a fraction it never is."""
    if base.denominator != 1:
        return log(x) / log(base)
    power, exponent = base, 1
    while power < x:
        power, exponent = power * base, exponent + 1
    return Fraction(exponent) if power == x else log(x) / log(base)


@lru_cache(maxsize=2**14)
def _power(rank: Fraction, a: Fraction) -> Any:
    return power(rank, a)


def _discount(rank: Any, discount: str, b: Fraction, a: Fraction) -> Any:
    if discount == "power":
        return _power(rank, a)
    if discount == "jarvelin":
        return _logarithm(rank, b) if rank >= b else ONE
    return _logarithm(rank + 1, TWO)


def _gain(grade: Any, gain: str) -> Any:
    if gain == "binary":
        return ONE
    return grade if gain == "linear" else raised(TWO, grade) - 1


def _cumulated(
    retrieved: Any,
    discount: str = "log2",
    b: Fraction = TWO,
    a: Fraction = ONE,
    gain: str = "linear",
    k: Fraction | None = None,
) -> Any:
    def worth(d: Any) -> Any:
        return _gain(d.grade, gain) / _discount(d.rank, discount, b, a) if k is None or d.rank <= k else ZERO

    return added(retrieved, worth)


def dcg(
    system: Organization,
    gold: Organization,
    discount: str,
    b: Fraction,
    a: Fraction,
    gain: str,
    k: Fraction | None,
    rel: Fraction | None = None,
) -> Score:
    """The grades of the run, or 2^grade - 1 (`gain=exp`), or 1 (`gain=binary`), each over log2(rank + 1); `jarvelin`:
    over log_b(rank) from rank b on; `power`: over rank^a. The first k ranks count, all without k; grades below rel are
    0. Graded. Range [0, inf). Burges et al. 2005; Jarvelin & Kekalainen 2002; Kanoulas & Aslam 2009.
    """
    score: Score = _cumulated(_from_grade(hits(system, gold), rel).retrieved, discount, b, a, gain, k)
    return score


def _from_grade(of: Hits, rel: Fraction | None) -> Hits:
    """The hits of at least this grade, with the grades that they have; all of them without one."""
    if rel is None:
        return of
    ideal = [d for d in of.ideal if d.grade >= rel]
    return replace(of, retrieved=[d for d in of.retrieved if d.grade >= rel], ideal=ideal, relevant=len(ideal))


def ndcg(
    system: Organization,
    gold: Organization,
    k: Fraction | None,
    ideal: str,
    gain: str,
    discount: str,
    b: Fraction,
    a: Fraction,
    rel: Fraction | None = None,
) -> Score:
    """DCG of the first k ranks (all without k) over that of the first k of an ideal. Ideal: the gold's grades
    decreasing; `run`: the run's own; `top`: those of its first k ranks; `whole`: the gold's grades, of which none is
    cut off. Grades below rel are 0. Graded.

    Range [0, 1]; undefined where the ideal is 0. Jarvelin & Kekalainen 2002; gain 2^grade - 1: Burges et al. 2005.
    """
    of = _from_grade(hits(system, gold), rel)
    best = of.ideal
    if ideal in ("run", "top"):
        seen = [d for d in of.retrieved if ideal == "run" or k is None or d.rank <= k]
        best = by_rank(sorted((d.grade for d in seen), reverse=True))
    if not of.relevant or (ideal in ("run", "top") and not best):
        return None
    form: dict[str, Any] = {"discount": discount, "b": b, "a": a, "gain": gain}
    share: Score = _cumulated(of.retrieved, **form, k=k) / _cumulated(best, **form, k=None if ideal == "whole" else k)
    return share


def tbg(system: Organization, gold: Organization) -> Any:
    """The sum over relevant ranks k of 0.4928 * 2^(-T(k) / 224), T(k) the seconds until k is reached (Smucker & Clarke
    2012). Binary.

    A summary takes 4.4 s; a document of 1000 words 0.018 * 1000 + 7.8 s, read with probability 0.64 if relevant and
    0.39 if not. Range [0, inf).
    """
    summary, document, clicks = (
        Fraction("4.4"),
        Fraction("0.018") * 1000 + Fraction("7.8"),
        (Fraction("0.39"), Fraction("0.64")),
    )
    passed, read = (summary + document * click for click in clicks)

    def worth(d: Hit) -> Any:
        return Fraction("0.4928") * decayed(((passed, d.rank - d.found), (read, d.found - 1)), Fraction(224))

    return added(hits(system, gold).retrieved, worth)


_GAIN = Parameter("gain", "linear", "of a grade", choices=("linear", "exp", "binary"))
_CUT = Parameter("k", None, "ranks looked at, all without it", low=ONE, cut=True)
_DISCOUNT = (
    Parameter("discount", "log2", "of a rank", choices=("log2", "jarvelin", "power")),
    Parameter("b", TWO, "base of the logarithm", low=ONE, low_open=True, when=("discount", "jarvelin")),
    Parameter("a", ONE, "exponent of the rank", low=Fraction(0), when=("discount", "power")),
)

DEFINITIONS = (
    Definition("dcg", dcg, (*_DISCOUNT, _GAIN, _CUT, REL), counted=GREATEST),
    Definition(
        "ndcg",
        ndcg,
        (
            _CUT,
            Parameter("ideal", "gold", "whose documents the ideal ranks", choices=("gold", "run", "top", "whole")),
            _GAIN,
            *_DISCOUNT,
            REL,
        ),
        counted=GREATEST,
    ),
    Definition(
        "rbp",
        rbp,
        (
            Parameter(
                "p",
                Fraction(4, 5),
                "chance to go on to the next rank",
                low=Fraction(0),
                high=ONE,
                low_open=True,
                high_open=True,
            ),
            ANY_CUT,
            REL,
        ),
        counted=GREATEST,
    ),
    Definition(
        "err",
        err,
        (ANY_CUT, Parameter("max", None, "the highest grade of the scale", low=ONE, integer=True, narrows=True)),
        counted=GREATEST,
    ),
    Definition("tbg", tbg, counted=100),
)
