"""Metrics made of precision at ranks: AP, P@k, R-precision, RR, Q-measure, bpref. Unretrieved and unlisted documents
are irrelevant.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.runs import gold_grades, hits, run_documents
from axiometrics.definitions.sums import total

ZERO, ONE = Fraction(0), Fraction(1)


def ap(system: Organization, gold: Organization) -> Any:
    """The precision at each relevant document retrieved, summed, over the relevant documents. Binary. Range [0, 1];
    undefined without any. Buckley & Voorhees 2005.
    """
    of = hits(system, gold)
    return total(of.retrieved, lambda d: d.found / d.rank) / of.relevant if of.relevant else None


def p(system: Organization, gold: Organization, k: Fraction) -> Any:
    """The relevant documents among the first k, over k. Binary. Range [0, 1]. Amigo et al. 2013, section 2.3."""
    return total(hits(system, gold).retrieved, lambda d: ONE if d.rank <= k else ZERO) / k


def r_precision(system: Organization, gold: Organization) -> Any:
    """Precision at as many documents as are relevant. Binary. Range [0, 1]; undefined where none are. Buckley &
    Voorhees 2005.
    """
    of = hits(system, gold)
    if not of.relevant:
        return None
    return total(of.retrieved, lambda d: ONE if d.rank <= of.relevant else ZERO) / of.relevant


def rr(system: Organization, gold: Organization) -> Any:
    """One over the rank of the relevant document that is found first. Binary. Range [0, 1]; 0 without one. Voorhees
    1999.
    """
    return total(hits(system, gold).retrieved, lambda d: ONE / d.rank if d.found == 1 else ZERO)


def q_measure(system: Organization, gold: Organization, beta: Fraction) -> Any:
    """The sum over relevant ranks i of (C(i) + beta cg(i)) / (i + beta cg*(i)), over the relevant documents. Graded.

    C counts relevant documents, cg cumulates grades, cg* those of the gold in decreasing order. Range [0, 1]; undefined
    without relevant documents. Sakai 2004.
    """
    of = hits(system, gold)
    if not of.relevant:
        return None
    return total(of.retrieved, lambda d: (d.found + beta * d.gain) / (d.rank + beta * d.best)) / of.relevant


def bpref(system: Organization, gold: Organization) -> Fraction | None:
    """The sum over relevant documents retrieved of 1 - min(irrelevant above, N) / min(N, judged irrelevant), over N.
    Binary.

    With a tail every unlisted document is judged irrelevant, without end; a closed gold judges those it lists, others
    are passed over. Range [0, 1]; undefined where N, the relevant documents, is 0. Buckley & Voorhees 2004, as
    trec_eval has it.
    """
    grades = gold_grades(gold)
    relevant = sum(g > 0 for g in grades.values())
    if not relevant:
        return None
    judged = relevant if gold.tail else min(relevant, len(grades) - relevant)
    above, total = 0, Fraction(0)
    for document in run_documents(system):
        if grades.get(document, 0) > 0:
            total += 1 - Fraction(min(above, relevant), judged) if above else 1
        elif gold.tail or document in grades:
            above += 1
    return total / relevant


DEFINITIONS = (
    Definition("ap", ap, counted=GREATEST),
    Definition("p", p, (Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True),), counted=GREATEST),
    Definition("r-precision", r_precision, counted=GREATEST),
    Definition("rr", rr, counted=GREATEST),
    Definition(
        "q-measure", q_measure, (Parameter("beta", Fraction(1), "weight of gains", low=Fraction(0)),), counted=GREATEST
    ),
    Definition("bpref", bpref),
)
