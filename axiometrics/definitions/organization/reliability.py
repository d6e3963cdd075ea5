"""Reliability and Sensitivity of any organization: the plain O(n^2) form, as section 3 of Amigo et al. 2013 prints it.

R(X) = sum over i of w_i/(sum over k related to i of w_k) times the sum over these k of w_k P(i, k in B): of the
relations of A, the share that B has, by the weights of A. A is judged against B; reliability has the system as A and
the gold as B, sensitivity has the gold as A, with the gold's weights. The weights are those of the section: the first n
occurrences weigh wn together, and one on a level with occurrences a above it and b down to its end weighs
c/((c + a)(c + b)), c = (1 - wn) n/wn.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from axiometrics.core.counted import Columns
from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.partitions import PartitionTable, table
from axiometrics.definitions.sides import judged
from axiometrics.definitions.sums import total


def reliability_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Any:
    """R>: the share of the system's priority relations that the gold has, by the weights of the system.

    Range [0, 1]. Documents of one level are tied: no relation. 0 where the system has no priority relation at all.
    """
    return _priority(system, gold, n, wn, reading)


def sensitivity_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Any:
    """S>: R> with system and gold exchanged. Range [0, 1]; 0 where the gold has no priority relation at all."""
    return _priority(gold, system, n, wn, reading)


def rs_priority(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over priority, the harmonic mean of R> and S>. Range [0, 1]; 0 where both are 0."""
    return harmonic_mean(_priority(system, gold, n, wn, reading), _priority(gold, system, n, wn, reading))


def reliability_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Any:
    """R~: the share of the system's relatedness that the gold has, the tail counting as right. Range [0, 1]; the
    reading changes nothing.
    """
    return _clustering(system, gold, n, wn)


def sensitivity_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Any:
    """S~: R~ with system and gold exchanged. Range [0, 1]."""
    return _clustering(gold, system, n, wn)


def rs_clustering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over relatedness, the harmonic mean of R~ and S~; BCubed F on partitions. Range [0, 1]; 0 where both are
    0.
    """
    if isinstance(system, Columns | PartitionTable):
        of = table(system, gold)
        return harmonic_mean(_of_partition(of.clusters, of), _of_partition(of.classes, of))
    return harmonic_mean(_clustering(system, gold, n, wn), _clustering(gold, system, n, wn))


def _of_partition(parts: Any, of: PartitionTable) -> Any:
    """`_clustering` of a partition that is given by counts. On one level without tail, each document weighs
    1/documents, and is related once to each document of its part. So each document adds the share of its part that lies
    in its part of the other side, too.
    """
    return total(parts, lambda k: total(k.shares, lambda x: x.documents * x.documents / of.documents / k.size))


def weigh(organization: Organization, n: Fraction, wn: Fraction) -> tuple[list[int], list[Fraction], Fraction]:
    """The occurrences in each level, the weight of one of them, and the weight of the tail (section 3.3)."""
    sizes = [sum(len(cluster) for cluster in level) for level in organization.levels]
    if not organization.tail:
        return sizes, [Fraction(1, sum(sizes)) if size else Fraction(0) for size in sizes], Fraction(0)
    c = (1 - wn) * n / wn
    p, q = c.numerator, c.denominator
    below = [p + q * a for a in accumulate(sizes, initial=0)]  # q times c + a, for a occurrences above
    return sizes, [Fraction(p * q, x * y) for x, y in pairwise(below)], Fraction(p, below[-1])


def _places(organization: Organization) -> dict[str, tuple[int, ...]]:
    """The levels on which each document occurs, once for each occurrence."""
    places: dict[str, tuple[int, ...]] = {}
    for level, _, document in organization.occurrences():
        places[document] = (*places.get(document, ()), level)
    return places


def _relations(upper: tuple[int, ...], lower: tuple[int, ...]) -> int:
    """How often a document on these levels is above one on those."""
    return sum(x < y for x in upper for y in lower)


def _priority(a: Organization, b: Organization, n: Fraction, wn: Fraction, reading: str) -> Any:
    if (side := judged(a, b)) is not None:
        return side.priority(n, wn, reading)
    sizes, weights, tail = weigh(a, n, wn)
    in_a, in_b = _places(a), _places(b)
    everywhere = sum(sizes)
    # the occurrences in a of documents on the same levels of b
    alike: dict[tuple[int, ...], list[tuple[int, str]]] = {}
    for level, _, document in a.occurrences():
        alike.setdefault(in_b.get(document, ()), []).append((level, document))

    def theirs(upper: tuple[int, ...], lower: tuple[int, ...]) -> int:
        return len(upper) if reading == "tail-lookup" and b.tail and not lower else _relations(upper, lower)

    def matched(i: int, d: str) -> Fraction:
        """The weight of the relations of d, on level i, to other listed documents, so far as b has these relations."""
        total = Fraction(0)
        for places, others in alike.items():
            above, below = theirs(places, in_b.get(d, ())), theirs(in_b.get(d, ()), places)
            if above or below:
                for k, e in others:
                    if k != i and (shared := below if i < k else above):
                        mine = _relations(in_a[d], in_a[e]) if i < k else _relations(in_a[e], in_a[d])
                        total += weights[k] * Fraction(shared, mine) if shared < mine else weights[k]
        return total

    total = Fraction(0)
    for i, _, d in a.occurrences():
        above_tail = Fraction(min(len(in_a[d]), len(in_b.get(d, ()))), len(in_a[d])) if a.tail else Fraction(0)
        right = matched(i, d) if sizes[i] < everywhere else Fraction(0)  # else the only level with documents
        right += (1 if a.tail and reading == "tail-certain" else above_tail) * tail
        if right:
            total += right * weights[i] / (1 - weights[i] * sizes[i])
        if above_tail:
            total += above_tail * weights[i] * tail / (1 - tail)
    return total


def _clustering(a: Organization, b: Organization, n: Fraction, wn: Fraction) -> Any:
    if (side := judged(a, b)) is not None:
        return side.relatedness(n, wn)
    _, weights, tail = weigh(a, n, wn)
    in_a, in_b = _homes(a), _homes(b)
    nowhere: set[tuple[int, int]] = set()
    total = tail
    for level, weight in zip(a.levels, weights, strict=True):
        for cluster in level:
            for d in cluster:
                for e in cluster:
                    mine, theirs = (len(side.get(d, nowhere) & side.get(e, nowhere)) for side in (in_a, in_b))
                    total += weight / len(cluster) * Fraction(min(mine, theirs), mine)
    return total


def _homes(organization: Organization) -> dict[str, set[tuple[int, int]]]:
    """The clusters that hold each document, by level and number."""
    homes: dict[str, set[tuple[int, int]]] = {}
    for level, number, document in organization.occurrences():
        homes.setdefault(document, set()).add((level, number))
    return homes


PARAMETERS = (
    Parameter(
        "n",
        Fraction(30),
        "number of the first occurrences that have the weight wn together",
        low=Fraction(1),
        integer=True,
    ),
    Parameter(
        "wn",
        Fraction(4, 5),
        "weight of the first n occurrences",
        low=Fraction(0),
        high=Fraction(1),
        low_open=True,
        high_open=True,
    ),
    Parameter(
        "reading",
        "listed",
        "what a document that B does not list counts for",
        choices=("listed", "tail-lookup", "tail-certain"),
        always=True,
    ),
)
"""By default the first 30 occurrences carry 0.8 of the weight."""

DEFINITIONS = (
    Definition("reliability-priority", reliability_priority, PARAMETERS, second_form=True),
    Definition("sensitivity-priority", sensitivity_priority, PARAMETERS, second_form=True),
    Definition("rs-priority", rs_priority, PARAMETERS, second_form=True),
    Definition("reliability-clustering", reliability_clustering, PARAMETERS, second_form=True),
    Definition("sensitivity-clustering", sensitivity_clustering, PARAMETERS, second_form=True),
    Definition("rs-relatedness", rs_clustering, PARAMETERS, second_form=True),
)
