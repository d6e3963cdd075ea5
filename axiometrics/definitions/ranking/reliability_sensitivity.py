"""R*S of a ranking (Amigo et al. 2013, section 4.4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.definitions.means import harmonic_mean
from axiometrics.definitions.organization.reliability import PARAMETERS, rs_priority
from axiometrics.definitions.runs import Hits, run_documents
from axiometrics.definitions.sums import number, part, total


def rs_ranking(system: Organization | Hits, gold: Organization, n: Fraction, wn: Fraction, reading: str) -> Any:
    """R*S over priority of the run with a tail, since what is not retrieved is below what is, against the gold with
    tail, its grade-0 documents unlisted. Graded. Range [0, 1]; 0 where R = S = 0.
    """
    if isinstance(system, Hits):
        return harmonic_mean(hits_reliability(system, n, wn, reading), hits_sensitivity(system, n, wn, reading))
    run_documents(system)
    levels = gold.levels if gold.tail else gold.levels[:-1]
    return rs_priority(Organization(system.levels, tail=True), Organization(levels, tail=True), n, wn, reading)


def hits_reliability(run: Hits, n: Fraction, wn: Fraction, reading: str) -> Any:
    """R of a run by its relevant documents, where these are of one grade and so have no relations among themselves.

    Of a document of weight w on a level of its own, w/(1 - w) is what each related weight adds. A relevant document is
    rightly above the tail, and the tail rightly below it; of an irrelevant document only `tail-certain` says so.
    """
    if reading == "tail-lookup" or run.top != 1:
        raise TaskError("R of a run by its relevant documents alone is for `listed` or `tail-certain`, and one grade")
    c, length = (1 - wn) * n / wn, number(run.ranks)
    if reading == "tail-certain":
        above_tail = total(run.ranks, lambda rank: rank_share(c, rank))
    else:
        above_tail = total(run.retrieved, lambda d: rank_share(c, d.rank))
    return part(c / (c + length) * above_tail + c / length * total(run.retrieved, lambda d: rank_weight(c, d.rank)))


def rank_weight(c: Fraction, rank: Any) -> Any:
    """The weight w of the document at a rank."""
    return c / ((c + rank - 1) * (c + rank))


def rank_share(c: Fraction, rank: Any) -> Any:
    """w/(1 - w)."""
    return c / ((c + rank - 1) * (c + rank) - c)


def hits_sensitivity(run: Hits, n: Fraction, wn: Fraction, reading: str) -> Any:
    """S of a run, computed from its relevant documents alone. They have one grade: all are on one level of the gold, so
    that their only relations are those to the tail. S is the share of relevant documents that the run retrieves. Under
    `tail-certain`, relevant documents that are not retrieved add to S, too.
    """
    c, retrieved = (1 - wn) * n / wn, number(run.retrieved)
    if reading == "tail-certain":
        return part((run.relevant + retrieved * c / run.relevant) / (c + run.relevant))
    return part(retrieved / run.relevant)


DEFINITIONS = (Definition("rs-ranking", rs_ranking, PARAMETERS, second_form=True),)
