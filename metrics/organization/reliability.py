"""Reliability and Sensitivity of any document organization (Amigo et al. 2013, section 3), exact; the sums are
`axiometrics.relations`'.

R judges the relations of the system by the gold; S is R with the two exchanged. `priority` relates documents of
different levels, `clustering` documents of one cluster.

Degenerate cases, each of R as of the system, and of S as of the gold. Nothing listed: no priority relation, R> = 0; R~
= 0 too without tail, and 1 with it, the tail's documents being unrelated on either side. One level and no tail: no
priority relation, R> = 0. The other side lists nothing: R> = 0 (save what `tail-certain` grants above the own tail) and
R~ is the weight of the own tail. R*S = 0 where R = S = 0.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from axiometrics.core.arithmetic import ratio
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.relations.arrays import coded_alike
from axiometrics.relations.judgement import READINGS, lacking
from axiometrics.relations.parameters import PARAMETERS
from axiometrics.relations.scores import score
from axiometrics.relations.weights import steepness, weigh

__all__ = [
    "METRICS",
    "PARAMETERS",
    "READINGS",
    "harmonic",
    "in_floats",
    "reliability_clustering",
    "reliability_priority",
    "rs_clustering",
    "rs_priority",
    "sensitivity_clustering",
    "sensitivity_priority",
    "steepness",
    "weights",
]


def weights(organization: Organization, c: Fraction) -> tuple[list[Fraction], Fraction]:
    """The weight of one occurrence in each level, and of the tail; with the sizes of the levels they sum to 1.

    A closed organization (no tail) weighs every occurrence alike, 1/N. An empty level's entry counts for nothing.
    """
    (arrays,) = coded_alike(organization)
    found = weigh(arrays, c)
    return found.each.tolist(), found.tail


def reliability_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R of the priority relations: how much of the weight of the system's order is order in the gold too. Range [0, 1].

    Ties are documents of one level: no relation. Without any relation (nothing listed, or one level and no tail) it is
    0, by convention. `reading` is what a document that the gold does not list counts for: nothing (`listed`), as in the
    gold's tail (`tail-lookup`), or nothing save that the order above the system's own tail is taken as right
    (`tail-certain`).

    >>> gold = Organization.parse("a b > ...")
    >>> reliability_priority(Organization.parse("a > b > ..."), gold, Fraction(1), Fraction(1, 2), "listed")
    Fraction(11, 15)
    """
    return _judged(system, gold, "priority", n, wn, reading, "R is 0 where the system has no priority relation")


def reliability_clustering(
    system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str
) -> Fraction:
    """R of the clustering relations: T + sum over clusters K of (w_K/|K|) sum over i, k in K of P(i, k). Range [0, 1];
    every document relates to itself.

    Only relations between listed documents count, so the three readings agree. On partitions without tail it is BCubed
    precision. Of a system that lists nothing it is 1 with a tail, and 0, by convention, without.

    >>> reliability_clustering(Organization.parse("{a b c}"), Organization.parse("{a b} c"), Fraction(1),
    ...     Fraction(1, 2), "listed")
    Fraction(5, 9)
    """
    return _judged(system, gold, "clustering", n, wn, reading, "R is 0 where the system has no clustering relation")


def sensitivity_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """S of the priority relations: R with system and gold exchanged, the gold's weights. Range [0, 1]; 0, by
    convention, where the gold has none.
    """
    return _judged(gold, system, "priority", n, wn, reading, "S is 0 where the gold has no priority relation")


def sensitivity_clustering(
    system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str
) -> Fraction:
    """S of the clustering relations: R with system and gold exchanged. Range [0, 1]; 0, by convention, where the gold
    has none.
    """
    return _judged(gold, system, "clustering", n, wn, reading, "S is 0 where the gold has no clustering relation")


def _judged(
    own: Organization, other: Organization, relation: str, n: Fraction, wn: Fraction, reading: str, convention: str
) -> Fraction:
    found = score(own, other, relation, steepness(n, wn), reading)
    related = not lacking(sum(map(bool, own.levels)), own.tail, relation)
    value: Fraction = found if related else ratio(found, 0, 0, convention).item()
    return value


def harmonic(r: Fraction, s: Fraction) -> Fraction:
    """R*S, the harmonic mean F(R, S); 0 where both are 0.

    >>> harmonic(Fraction(1, 2), Fraction(1))
    Fraction(2, 3)
    """
    value: Fraction = ratio(2 * r * s, r + s, 0, "R*S is 0 where R = S = 0").item()
    return value


def rs_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over priority relations. Range [0, 1]; 0 where R = S = 0."""
    return harmonic(
        reliability_priority(system, gold, n, wn, reading), sensitivity_priority(system, gold, n, wn, reading)
    )


def rs_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over clustering relations; each occurrence is a document of its own. Range [0, 1]; 0 where R = S = 0."""
    return harmonic(
        reliability_clustering(system, gold, n, wn, reading), sensitivity_clustering(system, gold, n, wn, reading)
    )


def in_floats(direct: Callable[..., Any]) -> Callable[..., float]:
    """The same in floats: where Wn is a float, so is every weight, and all that is made of weights."""

    def called(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> float:
        return float(direct(system, gold, n, float(wn), reading))

    return called


_FAMILY = ("organization", "reliability-sensitivity", "Amigo, Gonzalo & Verdejo 2013, section 3")
_DECLARED: tuple[tuple[str, str, Callable[..., Any], dict[str, str]], ...] = (
    ("reliability-priority", "R(priority)", reliability_priority, {}),
    ("sensitivity-priority", "S(priority)", sensitivity_priority, {}),
    ("rs-priority", "R*S(priority)", rs_priority, {"filtering": "rs-filtering", "ranking": "rs-ranking"}),
    ("reliability-clustering", "R(clustering)", reliability_clustering, {"clustering": "bcubed-precision"}),
    ("sensitivity-clustering", "S(clustering)", sensitivity_clustering, {"clustering": "bcubed-recall"}),
)

METRICS = tuple(
    Metric(base, title, *_FAMILY, direct=direct, fast=in_floats(direct), parameters=PARAMETERS, agrees=agrees)
    for base, title, direct, agrees in _DECLARED
)
