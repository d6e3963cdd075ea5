"""Mutants of metrics of any organization."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from axiometrics.comparison.strength.mutant import Mutant
from axiometrics.core.organization import Organization
from axiometrics.metrics.organization.reliability import (
    reliability_clustering,
    reliability_priority,
    rs_clustering,
    rs_priority,
    sensitivity_clustering,
    sensitivity_priority,
)

_STEEP = (Fraction(30), Fraction(4, 5), "listed")

Score = Callable[..., Fraction]
Change = Callable[[Organization], Organization]


def _scored(score: Score, system: Organization, gold: Organization) -> Fraction:
    """The score with its default parameters."""
    return score(system, gold, *_STEEP)


def _exchanged(score: Score, system: Organization, gold: Organization) -> Fraction:
    """The score with system and gold exchanged."""
    return score(gold, system, *_STEEP)


def _mean(one: Score, other: Score, system: Organization, gold: Organization) -> Fraction:
    """The arithmetic mean of two scores."""
    return (_scored(one, system, gold) + _scored(other, system, gold)) / 2


def _seen_through(score: Score, change: Change, system: Organization, gold: Organization) -> Fraction:
    """The score of changed organizations."""
    return score(change(system), change(gold), *_STEEP)


def _one_level(organization: Organization) -> Organization:
    """All clusters on one level, above the tail if there is one."""
    return Organization([[cluster for level in organization.levels for cluster in level]], organization.tail)


def _two_levels(organization: Organization) -> Organization:
    """The first level, and all others made one."""
    first, *others = organization.levels or ((),)
    return Organization(
        [first, [cluster for level in others for cluster in level]] if others else [first], organization.tail
    )


def _alone(organization: Organization) -> Organization:
    """Every occurrence a cluster of its own."""
    return Organization(
        [[[d] for cluster in level for d in cluster] for level in organization.levels], organization.tail
    )


def _without_tail(organization: Organization) -> Organization:
    """No tail below the levels."""
    return Organization(organization.levels or [[]])


MUTANTS = (
    Mutant(
        "reliability-priority", "sides exchanged", "gold for system", direct=partial(_exchanged, reliability_priority)
    ),
    Mutant(
        "reliability-clustering",
        "sides exchanged",
        "gold for system",
        direct=partial(_exchanged, reliability_clustering),
    ),
    Mutant("rs-priority", "sides exchanged", "gold for system", direct=partial(_exchanged, rs_priority)),
    Mutant("rs-priority", "term dropped", "no sensitivity", direct=partial(_scored, reliability_priority)),
    Mutant("rs-priority", "term dropped", "no reliability", direct=partial(_scored, sensitivity_priority)),
    Mutant(
        "rs-priority",
        "other mean",
        "arithmetic mean",
        direct=partial(_mean, reliability_priority, sensitivity_priority),
    ),
    Mutant("rs-priority", "levels ignored", "levels made one", direct=partial(_seen_through, rs_priority, _one_level)),
    Mutant(
        "rs-priority",
        "levels ignored",
        "levels below the first made one",
        direct=partial(_seen_through, rs_priority, _two_levels),
    ),
    Mutant("rs-priority", "levels ignored", "clusters taken apart", direct=partial(_seen_through, rs_priority, _alone)),
    Mutant("rs-priority", "term dropped", "no tail", direct=partial(_seen_through, rs_priority, _without_tail)),
    Mutant("rs-relatedness", "term dropped", "no sensitivity", direct=partial(_scored, reliability_clustering)),
    Mutant("rs-relatedness", "term dropped", "no reliability", direct=partial(_scored, sensitivity_clustering)),
    Mutant(
        "rs-relatedness",
        "other mean",
        "arithmetic mean",
        direct=partial(_mean, reliability_clustering, sensitivity_clustering),
    ),
    Mutant(
        "rs-relatedness", "levels ignored", "levels made one", direct=partial(_seen_through, rs_clustering, _one_level)
    ),
    Mutant(
        "rs-relatedness", "levels ignored", "clusters taken apart", direct=partial(_seen_through, rs_clustering, _alone)
    ),
    Mutant("rs-relatedness", "term dropped", "no tail", direct=partial(_seen_through, rs_clustering, _without_tail)),
)
