"""Mutants of metrics of any organization."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

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

_EXACT, _FLOATS = (Fraction(30), Fraction(4, 5), "listed"), (Fraction(30), 0.8, "listed")
"""The default parameters, exact and with a float. With a float among the parameters, the weights and the score are
floats too.
"""

Score = Callable[..., Any]
Parameters = tuple[Any, ...]
Change = Callable[[Organization], Organization]


def _scored(score: Score, parameters: Parameters, system: Organization, gold: Organization) -> Any:
    """The score with these parameters."""
    return score(system, gold, *parameters)


def _exchanged(score: Score, parameters: Parameters, system: Organization, gold: Organization) -> Any:
    """The score with system and gold exchanged."""
    return score(gold, system, *parameters)


def _mean(first: Score, second: Score, parameters: Parameters, system: Organization, gold: Organization) -> Any:
    """The arithmetic mean of two scores."""
    return (first(system, gold, *parameters) + second(system, gold, *parameters)) / 2


def _seen_through(
    score: Score, change: Change, parameters: Parameters, system: Organization, gold: Organization
) -> Any:
    """The score of changed organizations."""
    return score(change(system), change(gold), *parameters)


def _mutant(original: str, operator: str, change: str, function: Score, *arguments: Any) -> Mutant:
    """A mutant made from a function of `arguments`, of the parameters, and of system and gold."""
    exact, rounded = (partial(function, *arguments, parameters) for parameters in (_EXACT, _FLOATS))
    return Mutant(original, operator, change, direct=exact, fast=rounded)


def _one_level(organization: Organization) -> Organization:
    """All clusters on one level, above the tail if there is one."""
    return Organization.of_levels((tuple(chain.from_iterable(organization.levels)),), organization.tail)


def _two_levels(organization: Organization) -> Organization:
    """The first level, and all other levels merged into one."""
    first, *others = organization.levels or ((),)
    below = (tuple(chain.from_iterable(others)),) if others else ()
    return Organization.of_levels((first, *below), organization.tail)


def _alone(organization: Organization) -> Organization:
    """Make every occurrence a cluster of its own."""
    levels = [tuple([(d,) for cluster in level for d in cluster]) for level in organization.levels]
    return Organization.of_levels(tuple(levels), organization.tail)


def _without_tail(organization: Organization) -> Organization:
    """The organization without a tail below its levels."""
    return Organization.of_levels(organization.levels or ((),), False)


MUTANTS = (
    _mutant("reliability-priority", "sides exchanged", "gold for system", _exchanged, reliability_priority),
    _mutant(
        "reliability-clustering",
        "sides exchanged",
        "gold for system",
        _exchanged,
        reliability_clustering,
    ),
    _mutant("rs-priority", "sides exchanged", "gold for system", _exchanged, rs_priority),
    _mutant("rs-priority", "term dropped", "no sensitivity", _scored, reliability_priority),
    _mutant("rs-priority", "term dropped", "no reliability", _scored, sensitivity_priority),
    _mutant(
        "rs-priority",
        "other mean",
        "arithmetic mean",
        _mean,
        reliability_priority,
        sensitivity_priority,
    ),
    _mutant("rs-priority", "levels ignored", "levels made one", _seen_through, rs_priority, _one_level),
    _mutant(
        "rs-priority",
        "levels ignored",
        "levels below the first made one",
        _seen_through,
        rs_priority,
        _two_levels,
    ),
    _mutant("rs-priority", "levels ignored", "clusters taken apart", _seen_through, rs_priority, _alone),
    _mutant("rs-priority", "term dropped", "no tail", _seen_through, rs_priority, _without_tail),
    _mutant("rs-relatedness", "term dropped", "no sensitivity", _scored, reliability_clustering),
    _mutant("rs-relatedness", "term dropped", "no reliability", _scored, sensitivity_clustering),
    _mutant(
        "rs-relatedness",
        "other mean",
        "arithmetic mean",
        _mean,
        reliability_clustering,
        sensitivity_clustering,
    ),
    _mutant("rs-relatedness", "levels ignored", "levels made one", _seen_through, rs_clustering, _one_level),
    _mutant("rs-relatedness", "levels ignored", "clusters taken apart", _seen_through, rs_clustering, _alone),
    _mutant("rs-relatedness", "term dropped", "no tail", _seen_through, rs_clustering, _without_tail),
)
