"""Metrics of how many intents are covered, and how early: I-recall, S-recall at the least rank, S-precision."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.topic import Topic
from axiometrics.definitions.topics import served

ONE = Fraction(1)

MOST = 20
"""The most intents for which the least number of documents is sought, since all sets of documents are tried."""


def i_rec(system: Organization, gold: Topic, k: Fraction | None) -> Fraction:
    """The size of the union of I(d_1), ..., I(d_k), over the number of intents. Binary. Range [0, 1]. Eq. 4 of Sakai et
    al. 2010.
    """
    covered = {intent for of in served(system, gold, k) for intent in of}
    return Fraction(len(covered), len(gold.probabilities))


def _least(gold: Topic, rho: Fraction) -> int:
    """The least number of documents that together serve the share rho of the intents, by trying all sets of one
    document, of two, and so on.
    """
    if len(gold.probabilities) > MOST:
        raise TaskError(f"a topic of {len(gold.probabilities)} intents: at most {MOST} are looked at")
    sets = {frozenset(of) for of in gold.grades.values()}
    useful = [intents for intents in sets if not any(intents < other for other in sets)]
    return next(
        number
        for number in range(1, len(useful) + 1)
        if any(len(frozenset().union(*some)) >= rho * len(gold.probabilities) for some in combinations(useful, number))
    )


def s_recall_lmin(system: Organization, gold: Topic) -> Fraction:
    """S-recall at l_min, the least rank at which some run covers every intent. Binary. Range [0, 1]. Carterette &
    Chandar 2009.
    """
    return i_rec(system, gold, Fraction(_least(gold, ONE)))


def s_precision(system: Organization, gold: Topic, rho: Fraction) -> Fraction:
    """The least rank at which some run has an S-recall of rho, over the least rank at which this run has; 0 if it never
    has. Binary. Range [0, 1]. Zhai, Cohen & Lafferty 2003.
    """
    ranks = range(1, len(served(system, gold)) + 1)
    reached = next((rank for rank in ranks if i_rec(system, gold, Fraction(rank)) >= rho), None)
    return Fraction(0) if reached is None else Fraction(_least(gold, rho), reached)


_CUT = Parameter("k", Fraction(10), "ranks looked at", low=ONE, cut=True)

DEFINITIONS = (
    Definition("i-rec", i_rec, (_CUT,)),
    Definition("s-recall", i_rec, (_CUT,)),
    Definition("s-recall-lmin", s_recall_lmin),
    Definition(
        "s-precision",
        s_precision,
        (Parameter("rho", ONE, "S-recall to be reached", low=Fraction(0), high=ONE, low_open=True),),
    ),
)
