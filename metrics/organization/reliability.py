"""Reliability and Sensitivity of any document organization (Amigo et al. 2013, section 3): the plain O(n^2) form, exact.

R judges the relations of the system by the gold; S is R with the two exchanged. `priority` relates documents of different levels,
`clustering` documents of one cluster.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

from axiometrics.core.metric import Metric, Parameter
from axiometrics.core.organization import Organization

READINGS = ("listed", "tail-lookup", "tail-certain")

Pairs = Counter[tuple[str, str]]


def steepness(n: Fraction, wn: Fraction) -> Fraction:
    """c = (1 - Wn) n / Wn, so that the first n occurrences weigh Wn (section 3.1).

    >>> steepness(Fraction(30), Fraction(4, 5))
    Fraction(15, 2)
    """
    return (1 - wn) * n / wn


def weights(organization: Organization, c: Fraction) -> tuple[list[Fraction], Fraction]:
    """The weight of one occurrence in each level, and of the tail; with the sizes of the levels they sum to 1.

    A closed organization (no tail) weighs every occurrence alike, 1/N. An empty level's entry counts for nothing.
    """
    sizes = [sum(map(len, level)) for level in organization.levels]
    if not organization.tail:
        return [Fraction(1, organization.size or 1)] * len(sizes), Fraction(0)
    above = 0
    found = []
    for size in sizes:
        found.append(c / ((c + above) * (c + above + size)))
        above += size
    return found, c / (c + above)


def priorities(organization: Organization) -> Pairs:
    """r>(d, e): ordered pairs of occurrences with d's at a better level than e's."""
    levels = [Counter(d for cluster in level for d in cluster) for level in organization.levels]
    pairs: Pairs = Counter()
    for i, high in enumerate(levels):
        for low in levels[i + 1 :]:
            for (d, m), (e, k) in product(high.items(), low.items()):
                pairs[d, e] += m * k
    return pairs


def relatedness(organization: Organization) -> Pairs:
    """r~(d, e): clusters that hold both; r~(d, d): occurrences of d."""
    return Counter(pair for level in organization.levels for cluster in level for pair in product(cluster, cluster))


def reliability_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R of the priority relations: how much of the weight of the system's order is order in the gold too. Range [0, 1].

    Ties are documents of one level: no relation. Without any relation (one level and no tail, or nothing listed) it is 0.
    `reading` is what a document that the gold does not list counts for: nothing (`listed`), as in the gold's tail (`tail-lookup`), or
    nothing save that the order above the system's own tail is taken as right (`tail-certain`).

    >>> gold = Organization.parse("a b > ...")
    >>> reliability_priority(Organization.parse("a > b > ..."), gold, Fraction(1), Fraction(1, 2), "listed")
    Fraction(11, 15)
    """
    weight, tail = weights(system, steepness(n, wn))
    level_weight = [w * sum(map(len, level)) for w, level in zip(weight, system.levels, strict=True)]
    related = [1 - w for w in level_weight]
    own, judged = priorities(system), priorities(gold)
    held, wanted = (Counter(d for _, _, d in o.occurrences()) for o in (system, gold))

    def right(d: str, e: str) -> Fraction:
        times = wanted[d] if reading == "tail-lookup" and gold.tail and e not in wanted else judged[d, e]
        return Fraction(min(own[d, e], times), own[d, e])

    total = Fraction(0)
    placed = list(system.occurrences())
    for i, _, d in placed:
        above_tail = Fraction(min(held[d], wanted[d]), held[d])
        for k, _, e in placed:
            if i != k:
                total += (right(d, e) if i < k else right(e, d)) * weight[i] * weight[k] / related[i]
        if tail:
            total += (1 if reading == "tail-certain" else above_tail) * weight[i] * tail / related[i]
            total += above_tail * weight[i] * tail / (1 - tail)
    return total


def reliability_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R of the clustering relations: T + sum over clusters K of (w_K/|K|) sum over i, k in K of P(i, k). Range [0, 1]; every document relates to itself.

    Only relations between listed documents count, so the three readings agree. On partitions without tail it is BCubed precision.
    """
    weight, tail = weights(system, steepness(n, wn))
    own, judged = relatedness(system), relatedness(gold)
    total = tail
    for w, level in zip(weight, system.levels, strict=True):
        for cluster in level:
            shares = (Fraction(min(own[pair], judged[pair]), own[pair]) for pair in product(cluster, cluster))
            total += w / len(cluster) * sum(shares, Fraction(0))
    return total


def sensitivity_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """S of the priority relations: R with system and gold exchanged, the gold's weights. Range [0, 1]."""
    return reliability_priority(gold, system, n, wn, reading)


def sensitivity_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """S of the clustering relations: R with system and gold exchanged. Range [0, 1]."""
    return reliability_clustering(gold, system, n, wn, reading)


def harmonic(r: Fraction, s: Fraction) -> Fraction:
    """R*S, the harmonic mean F(R, S); 0 where both are 0.

    >>> harmonic(Fraction(1, 2), Fraction(1))
    Fraction(2, 3)
    """
    return 2 * r * s / (r + s) if r + s else Fraction(0)


def rs_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over priority relations. Range [0, 1]; 0 where R = S = 0."""
    return harmonic(reliability_priority(system, gold, n, wn, reading), sensitivity_priority(system, gold, n, wn, reading))


def rs_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over clustering relations; each occurrence is a document of its own. Range [0, 1]."""
    return harmonic(reliability_clustering(system, gold, n, wn, reading), sensitivity_clustering(system, gold, n, wn, reading))


PARAMETERS = (
    Parameter("n", Fraction(30), "occurrences that weigh wn together", low=Fraction(1), integer=True),
    Parameter("wn", Fraction(4, 5), "weight of the first n occurrences", low=Fraction(0), high=Fraction(1), low_open=True, high_open=True),
    Parameter("reading", "listed", "what a document the other side does not list counts for", choices=READINGS, always=True),
)

_FAMILY = ("organization", "reliability-sensitivity", "Amigo, Gonzalo & Verdejo 2013, section 3")

METRICS = (
    Metric("reliability-priority", "R(priority)", *_FAMILY, direct=reliability_priority, parameters=PARAMETERS),
    Metric("sensitivity-priority", "S(priority)", *_FAMILY, direct=sensitivity_priority, parameters=PARAMETERS),
    Metric("rs-priority", "R*S(priority)", *_FAMILY, direct=rs_priority, parameters=PARAMETERS),
    Metric("reliability-clustering", "R(clustering)", *_FAMILY, direct=reliability_clustering, parameters=PARAMETERS),
    Metric("sensitivity-clustering", "S(clustering)", *_FAMILY, direct=sensitivity_clustering, parameters=PARAMETERS),
)
