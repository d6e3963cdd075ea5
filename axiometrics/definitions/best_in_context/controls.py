"""Definitions of the controls of entry points."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.definitions.best_in_context.entry_points import closeness


def exact_hits(system: Organization, gold: Library) -> Fraction:
    """How many entry points hit, over how many there are; 0 for an empty run. Range [0, 1]."""
    hits = [s == 1 for s in closeness(system, gold, Fraction(1))]
    return Fraction(hits.count(True), len(hits)) if hits else Fraction(0)


def distance(system: Organization, gold: Library) -> Fraction:
    """The mean of 1 - s at a = 1; 0 for an empty run. Range [0, 1]."""
    lacking = [1 - s for s in closeness(system, gold, Fraction(1))]
    return sum(lacking, Fraction(0)) / len(lacking) if lacking else Fraction(0)


DEFINITIONS = (Definition("control-exact-hits", exact_hits), Definition("control-distance", distance))
