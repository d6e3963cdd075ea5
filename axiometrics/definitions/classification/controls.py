"""Controls of two classes, a second time."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.filtering.counts import table_of


def positives(system: Organization, gold: Organization) -> Fraction:
    """The number of items that the gold calls positive."""
    t = table_of(system, gold)
    return Fraction(t.tp + t.fn)


def covariance(system: Organization, gold: Organization) -> Fraction:
    """tp tn - fp fn."""
    t = table_of(system, gold)
    return Fraction(t.tp * t.tn - t.fp * t.fn)


DEFINITIONS = (Definition("control-positives", positives), Definition("control-covariance", covariance))
