"""Reliability R and Sensitivity S of any document organization (Amigo et al. 2013, section 3), exact.
`axiometrics.relations` computes the sums.

R judges the relations of the system by the gold, and S those of the gold by the system. There are two kinds of
relations: `priority` between documents of different levels, and `clustering` between documents of one cluster.

Degenerate cases, said of R and the system; they hold of S and the gold alike. If the system lists nothing, it has no
priority relation, and R(priority) is 0. R(clustering) is then 0 without a tail, and 1 with a tail, because the
documents of the tail are unrelated on both sides. If the system has one level and no tail, it has no priority relation,
and R(priority) is 0. If the gold lists nothing, R(priority) is 0 (except for what `tail-certain` grants above the
system's own tail), and R(clustering) is the weight of the system's own tail. R*S is 0 where R and S are both 0.
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
    """The weight of one occurrence in each level, and the weight of the tail. Summed over all occurrences and the tail,
    the weights are 1.

    In a closed organization (one without tail) of N occurrences each weighs 1/N. The weight given for an empty level
    counts for nothing.
    """
    (arrays,) = coded_alike(organization)
    weighed = weigh(arrays, c)
    return weighed.each.tolist(), weighed.tail


def reliability_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """Reliability of the priority relations: of the weight of all pairs that the system orders, the share that the gold
    orders alike.

    Documents of one level are tied, and have no priority relation. The parameter `reading` says what a document counts
    for that the gold does not list: nothing (`listed`); the same as a document in the tail of the gold (`tail-lookup`);
    or nothing, except that its place above the tail of the system is taken as right (`tail-certain`). The range is [0,
    1]. Where the system has no priority relation (it lists nothing, or it has one level and no tail), it is 0 by
    convention.

    >>> gold = Organization.parse("a b > ...")
    >>> reliability_priority(Organization.parse("a > b > ..."), gold, Fraction(1), Fraction(1, 2), "listed")
    Fraction(11, 15)
    """
    return _judged(system, gold, "priority", n, wn, reading, "R is 0 where the system has no priority relation")


def reliability_clustering(
    system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str
) -> Fraction:
    """Reliability of the clustering relations: how far the documents that the system puts together are together in the
    gold, too.

    It is T + sum over the clusters K of (w_K/|K|) sum over i, k in K of P(i, k), where w_K is the weight of a document
    of K, P(i, k) the weight of the documents i and k that are together in the gold, and T the weight of the tail. Every
    document is related to itself. Only relations between listed documents count, so the three choices of `reading`
    agree. On partitions without tail it is BCubed precision. The range is [0, 1]. Where the system lists nothing, it is
    1 with a tail, and 0 by convention without.

    >>> reliability_clustering(Organization.parse("{a b c}"), Organization.parse("{a b} c"), Fraction(1),
    ...     Fraction(1, 2), "listed")
    Fraction(5, 9)
    """
    return _judged(system, gold, "clustering", n, wn, reading, "R is 0 where the system has no clustering relation")


def sensitivity_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """Sensitivity of the priority relations: Reliability with system and gold exchanged, and the weights of the gold.

    The range is [0, 1]. Where the gold has no priority relation, it is 0 by convention.

    >>> gold = Organization.parse("a b > ...")
    >>> sensitivity_priority(Organization.parse("a > b > ..."), gold, Fraction(1), Fraction(1, 2), "listed")
    Fraction(1, 1)
    """
    return _judged(gold, system, "priority", n, wn, reading, "S is 0 where the gold has no priority relation")


def sensitivity_clustering(
    system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str
) -> Fraction:
    """Sensitivity of the clustering relations: Reliability with system and gold exchanged, and the weights of the gold.

    The range is [0, 1]. Where the gold has no clustering relation, it is 0 by convention.

    >>> sensitivity_clustering(Organization.parse("{a b c}"), Organization.parse("{a b} c"), Fraction(1),
    ...     Fraction(1, 2), "listed")
    Fraction(1, 1)
    """
    return _judged(gold, system, "clustering", n, wn, reading, "S is 0 where the gold has no clustering relation")


def _judged(
    own: Organization, judge: Organization, relation: str, n: Fraction, wn: Fraction, reading: str, convention: str
) -> Fraction:
    share = score(own, judge, relation, steepness(n, wn), reading)
    related = not lacking(sum(map(bool, own.levels)), own.tail, relation)
    value: Fraction = share if related else ratio(share, 0, 0, convention).item()
    return value


def harmonic(r: Fraction, s: Fraction) -> Fraction:
    """R*S, the harmonic mean of R and S; 0 where both are 0.

    >>> harmonic(Fraction(1, 2), Fraction(1))
    Fraction(2, 3)
    """
    both = r + s
    value: Fraction = 2 * r * s / both if both else ratio(both, both, 0, "R*S is 0 where R = S = 0").item()
    return value


def rs_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """The harmonic mean of Reliability R and Sensitivity S of the priority relations: which document is above which.

    The range is [0, 1]. Where R and S are both 0, it is 0 by convention.
    """
    return harmonic(
        reliability_priority(system, gold, n, wn, reading), sensitivity_priority(system, gold, n, wn, reading)
    )


def rs_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """The harmonic mean of Reliability R and Sensitivity S of the clustering relations: which documents are together.

    Each occurrence counts as a document of its own. The range is [0, 1]. Where R and S are both 0, it is 0 by
    convention.
    """
    return harmonic(
        reliability_clustering(system, gold, n, wn, reading), sensitivity_clustering(system, gold, n, wn, reading)
    )


def in_floats(direct: Callable[..., Any]) -> Callable[..., float]:
    """The same metric in floats. Where `wn` is a float, each weight is one, and so is all that is made of weights."""

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
