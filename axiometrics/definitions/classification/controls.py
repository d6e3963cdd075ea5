"""Controls of two classes, a second time."""

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.classes import matrix_of
from axiometrics.definitions.filtering.counts import table_of


def positives(system: Organization, gold: Organization) -> Fraction:
    """The number of items that the gold puts into the first class, which is the positive one of two."""
    return Fraction(sum(matrix_of(system, gold)[0]))


def covariance(system: Organization, gold: Organization) -> Fraction:
    """tp tn - fp fn."""
    t = table_of(system, gold)
    return Fraction(t.tp * t.tn - t.fp * t.fn)


DEFINITIONS = (Definition("control-positives", positives), Definition("control-covariance", covariance))
