"""R*S of a ranking (Amigo et al. 2013, section 4.4)."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.organization.reliability import PARAMETERS, rs_priority
from axiometrics.definitions.runs import run_documents


def rs_ranking(system: Organization, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """R*S over priority against the gold with tail, its grade-0 documents unlisted. Graded. Range [0, 1]; 0 where R = S
    = 0.
    """
    run_documents(system)
    levels = gold.levels if gold.tail else gold.levels[:-1]
    return rs_priority(system, Organization(levels, tail=True), n, wn, reading)


DEFINITIONS = (Definition("rs-ranking", rs_ranking, PARAMETERS),)
