"""Metrics that add up discounted gains: DCG, nDCG, RBP, ERR, TBG. Unretrieved and unlisted documents are
irrelevant.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition, Score
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import log, power
from axiometrics.definitions.runs import Hit, by_rank, hits, reached
from axiometrics.definitions.sums import added, decayed, raised, total

ZERO, HALF, ONE, TWO = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)


def rbp(system: Organization, gold: Organization, p: Fraction) -> Any:
    """(1 - p) times the sum of p^(i-1) over relevant ranks i. Binary. Range [0, 1]. Moffat & Zobel 2008."""
    return (1 - p) * total(hits(system, gold).retrieved, lambda d: raised(p, d.rank - 1))


def err(system: Organization, gold: Organization) -> Any:
    """The sum over ranks of 1/i * the chance that the user stops there, (2^g - 1) / 2^gmax a document. Graded. Range
    [0, 1). Chapelle, Metzler, Zhang & Grinspan 2009.
    """
    run = hits(system, gold)

    def stops(d: Hit) -> Any:
        return raised(HALF, run.top - d.grade) - raised(HALF, run.top)

    return total(reached(run.retrieved, stops), lambda d: d.reached * stops(d) / d.rank)


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


def _cumulated(
    found: Any, discount: str = "log2", b: Fraction = TWO, a: Fraction = ONE, k: Fraction | None = None
) -> Any:
    def worth(d: Any) -> Any:
        return d.grade / _discount(d.rank, discount, b, a) if k is None or d.rank <= k else ZERO

    return added(found, worth)


def dcg(system: Organization, gold: Organization, discount: str, b: Fraction, a: Fraction) -> Score:
    """The grades of the run, each over log2(rank + 1); `jarvelin`: over log_b(rank) from rank b on; `power`: over
    rank^a. Graded. Range [0, inf). Burges et al. 2005; Jarvelin & Kekalainen 2002; Kanoulas & Aslam 2009.
    """
    score: Score = _cumulated(hits(system, gold).retrieved, discount, b, a)
    return score


def ndcg(system: Organization, gold: Organization, k: Fraction | None, ideal: str) -> Score:
    """DCG of the first k ranks (all without k) over that of the ideal: the gold's grades decreasing, or (`run`) the
    run's own. Graded.

    Range [0, 1]; undefined where the ideal is 0. Jarvelin & Kekalainen 2002.
    """
    of = hits(system, gold)
    best = of.ideal
    if ideal == "run":
        best = by_rank(sorted((d.grade for d in of.retrieved), reverse=True))
    if not of.relevant or (ideal == "run" and not best):
        return None
    share: Score = _cumulated(of.retrieved, k=k) / _cumulated(best, k=k)
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


DEFINITIONS = (
    Definition(
        "dcg",
        dcg,
        (
            Parameter("discount", "log2", "of a rank", choices=("log2", "jarvelin", "power")),
            Parameter("b", TWO, "base of the logarithm", low=ONE, low_open=True, when=("discount", "jarvelin")),
            Parameter("a", ONE, "exponent of the rank", low=Fraction(0), when=("discount", "power")),
        ),
        counted=GREATEST,
    ),
    Definition(
        "ndcg",
        ndcg,
        (
            Parameter("k", None, "ranks looked at, all without it", low=ONE, cut=True),
            Parameter("ideal", "gold", "whose documents the ideal ranks", choices=("gold", "run")),
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
        ),
        counted=GREATEST,
    ),
    Definition("err", err, counted=GREATEST),
    Definition("tbg", tbg, counted=100),
)
