"""R*S of a filtering (Amigo et al. 2013, section 4.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.counted import Quadrants
from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.filtering.counts import table_of
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.organization.reliability import PARAMETERS, rs_priority


def rs_filtering(system: Organization | Quadrants, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Any:
    """R*S over priority of two closed levels, where the parameters change nothing. Range [0, 1]; 0 where a side has one
    class only.
    """
    t = table_of(system, gold)
    if isinstance(system, Quadrants):
        right = t.tp * t.tn
        return harmonic_mean(
            _share(right, (t.tp + t.fp) * (t.fn + t.tn)),
            _share(right, (t.tp + t.fn) * (t.fp + t.tn)),
        )
    return rs_priority(system, gold, n, wn, reading)


def _share(right: Any, pairs: Any) -> Any:
    """The share of the pairs of a document above and one below that is right: all documents weigh the same, so a pair
    counts as much as another.
    """
    return Fraction(1) * right / pairs if pairs else Fraction(0)


DEFINITIONS = (Definition("rs-filtering", rs_filtering, PARAMETERS, second_form=True),)
