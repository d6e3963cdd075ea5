"""R*S of a filtering (Amigo et al. 2013, section 4.3)."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.filtering.counts import table_of
from axiometrics.definitions.organization.reliability import PARAMETERS, rs_priority


def rs_filtering(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over priority of two closed levels, where the parameters change nothing. Range [0, 1]; 0 where a side has one
    class only.
    """
    table_of(system, gold)
    return rs_priority(system, gold, n, wn, reading)


DEFINITIONS = (Definition("rs-filtering", rs_filtering, PARAMETERS),)
