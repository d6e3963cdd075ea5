"""Reliability and Sensitivity of two organizations, of either kind of relation."""

from __future__ import annotations

from typing import Any

from axiometrics.core.organization import Organization
from axiometrics.relations import clustering, plain, priority
from axiometrics.relations.arrays import Arrays, coded
from axiometrics.relations.judgement import Judgement, checked
from axiometrics.relations.parameters import WN, N, curve, kind
from axiometrics.relations.weights import Number

_PLAIN = 40
"""Up to this many pairs of occurrences are sooner enumerated than sorted."""


def judge(own: Arrays, other: Arrays, relation: str, c: Number, reading: str) -> Judgement:
    """How much of the relations of `own` `other` has; exact where `c` is a `Fraction`."""
    if kind(relation) == "priority":
        return priority.judge(own, other, c, reading)
    checked(reading)
    return clustering.judge(own, other, c)


def score(own: Organization, other: Organization, relation: str, c: Number, reading: str) -> Any:
    """R of `own` judged by `other`; exact where `c` is a `Fraction`. The plain way where there is little to relate,
    else the fast one.
    """
    pairs = (
        own.size**2
        if kind(relation) == "priority"
        else sum([len(cluster) ** 2 for level in own.levels for cluster in level])
    )
    if pairs <= _PLAIN:
        return plain.score(own, other, relation, c, checked(reading))
    (judged, judging), _ = coded(own, other)
    return judge(judged, judging, relation, c, reading).value


def reliability(
    system: Organization,
    gold: Organization,
    relation: str = "priority",
    n: Any = N.default,
    wn: Any = WN.default,
    reading: str = "listed",
    exact: bool = False,
    c: Any = None,
) -> Any:
    """R: how much of the weight of the system's order (`relation="priority"`) or grouping (`"clustering"`) the gold
    confirms. Range [0, 1]; a float, or with `exact` a `Fraction`. Amigó et al. 2013, section 3.

    Documents of one level have no priority between them; every document is related to itself as clusters go. Without
    any relation of the kind (nothing listed; for priority also one level and no tail) R is 0.

    Parameters
    ----------
    n, wn : the first n documents weigh wn together; of organizations without tail they mean nothing
    reading : what a document that the gold does not list counts for: `listed`, `tail-lookup` or `tail-certain`; on
        clustering the readings agree
    c : the steepness that n and wn stand for, in their place

    >>> gold = Organization.parse("a b > ...")
    >>> reliability(Organization.parse("a > b > ..."), gold, n=1, wn="0.5", exact=True)
    Fraction(11, 15)
    """
    steep = curve(n, wn, c)
    return score(system, gold, relation, steep if exact else float(steep), reading)


def sensitivity(
    system: Organization,
    gold: Organization,
    relation: str = "priority",
    n: Any = N.default,
    wn: Any = WN.default,
    reading: str = "listed",
    exact: bool = False,
    c: Any = None,
) -> Any:
    """S: R with system and gold exchanged, so with the gold's weights. Range [0, 1]; 0 where the gold has no relation
    of the kind.

    >>> sensitivity(Organization.parse("a > ..."), Organization.parse("{a b} c"), "clustering", exact=True)
    Fraction(1, 6)
    """
    return reliability(gold, system, relation, n, wn, reading, exact, c)
