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
from axiometrics.definitions.runs import gold_grades, graded_gains, hits, run_documents, within
from axiometrics.definitions.sums import total

ZERO, ONE = Fraction(0), Fraction(1)


def ap(
    system: Organization,
    gold: Organization,
    k: Fraction | None = None,
    rel: Fraction | None = None,
    per: str = "relevant",
) -> Any:
    """The precision at each relevant document retrieved (at rank k at the latest), summed, over the relevant documents;
    `reachable`: over k, if more are relevant; `found`: over those that were summed. Binary: relevant are grades from
    `rel` on. Range [0, 1]; undefined where it is over none. Buckley & Voorhees 2005.
    """
    of = hits(system, gold, rel)
    summed = [d for d in of.retrieved if within(d, k)] if per == "found" else None
    divisor = _reachable(of.relevant, k, per) if summed is None else len(summed)
    return total(of.retrieved, lambda d: d.found / d.rank if within(d, k) else ZERO) / divisor if divisor else None


def _reachable(relevant: Any, k: Fraction | None, per: str) -> Any:
    """The relevant documents; `reachable`: k of them at most."""
    return min(relevant, k) if per == "reachable" and k is not None else relevant


def p(system: Organization, gold: Organization, k: Fraction, rel: Fraction | None = None, per: str = "k") -> Any:
    """The relevant documents among the first k, over k; `retrieved`: over the length of the run, if that is less, and
    undefined for an empty run. Binary. Range [0, 1]. Amigo et al. 2013, section 2.3.
    """
    right = total(hits(system, gold, rel).retrieved, lambda d: ONE if d.rank <= k else ZERO)
    divisor = k if per == "k" else min(k, Fraction(len(graded_gains(system, gold)[0])))
    return right / divisor if divisor else None


def recall(
    system: Organization, gold: Organization, k: Fraction, rel: Fraction | None = None, per: str = "relevant"
) -> Any:
    """The relevant documents among the first k, over all that are relevant; `reachable`: over k, if more are relevant.
    Binary. Range [0, 1]; undefined where none are relevant. trec_eval recall.
    """
    of = hits(system, gold, rel)
    if not of.relevant:
        return None
    return total(of.retrieved, lambda d: ONE if d.rank <= k else ZERO) / _reachable(of.relevant, k, per)


def success(system: Organization, gold: Organization, k: Fraction, rel: Fraction | None = None) -> Any:
    """1 where the relevant document that is found first is among the first k, else 0. Binary. trec_eval success."""
    return total(hits(system, gold, rel).retrieved, lambda d: ONE if d.found == 1 and d.rank <= k else ZERO)


def judged(system: Organization, gold: Organization, k: Fraction) -> Fraction | None:
    """The documents that the gold lists among the first k of the run, over k, or over the length of a shorter run.
    Range [0, 1]; undefined for an empty run.
    """
    first = run_documents(system)[: int(k)]
    return Fraction(sum(document in gold.documents for document in first), len(first)) if first else None


def r_precision(system: Organization, gold: Organization, rel: Fraction | None = None) -> Any:
    """Precision at as many documents as are relevant. Binary. Range [0, 1]; undefined where none are. Buckley &
    Voorhees 2005.
    """
    of = hits(system, gold, rel)
    if not of.relevant:
        return None
    return total(of.retrieved, lambda d: ONE if d.rank <= of.relevant else ZERO) / of.relevant


def rr(system: Organization, gold: Organization, k: Fraction | None = None, rel: Fraction | None = None) -> Any:
    """One over the rank of the relevant document that is found first, at rank k at the latest. Binary. Range [0, 1]; 0
    without one. Voorhees 1999.
    """
    return total(hits(system, gold, rel).retrieved, lambda d: ONE / d.rank if d.found == 1 and within(d, k) else ZERO)


def q_measure(system: Organization, gold: Organization, beta: Fraction, k: Fraction | None = None) -> Any:
    """The sum over relevant ranks i of (C(i) + beta cg(i)) / (i + beta cg*(i)), over the relevant documents. Graded.

    C counts relevant documents, cg cumulates grades, cg* those of the gold in decreasing order. Range [0, 1]; undefined
    without relevant documents. Sakai 2004. Of the first k ranks it is over min(k, relevant documents): Sakai & Song
    2011.
    """
    of = hits(system, gold)
    if not of.relevant:
        return None
    summed = total(
        of.retrieved, lambda d: (d.found + beta * d.gain) / (d.rank + beta * d.best) if within(d, k) else ZERO
    )
    return summed / _reachable(of.relevant, k, "reachable")


def bpref(system: Organization, gold: Organization, rel: Fraction | None = None) -> Fraction | None:
    """The sum over relevant documents retrieved of 1 - min(irrelevant above, N) / min(N, judged irrelevant), over N.
    Binary.

    With a tail every unlisted document is judged irrelevant, without end; a closed gold judges those it lists, others
    are passed over. Range [0, 1]; undefined where N, the relevant documents, is 0. Buckley & Voorhees 2004, as
    trec_eval has it.
    """
    grades = gold_grades(gold)
    least = 1 if rel is None else rel
    relevant = sum(g >= least for g in grades.values())
    if not relevant:
        return None
    judged = relevant if gold.tail else min(relevant, len(grades) - relevant)
    above, total = 0, Fraction(0)
    for document in run_documents(system):
        if grades.get(document, 0) >= least:
            total += 1 - Fraction(min(above, relevant), judged) if above else 1
        elif gold.tail or document in grades:
            above += 1
    return total / relevant


_CUT = Parameter("k", Fraction(10), "ranks looked at", low=Fraction(1), cut=True)
ANY_CUT = Parameter("k", None, "ranks looked at, all without it", low=Fraction(1), cut=True, narrows=True)
REL = Parameter(
    "rel",
    None,
    "the least relevant grade",
    low=Fraction(0),
    low_open=True,
    narrows=True,
    neutral=Fraction(1),
    trait="graded",
)


def _per(*choices: str) -> Parameter:
    return Parameter("per", choices[0], "what is divided by", choices=choices, narrows=True)


DEFINITIONS = (
    Definition("ap", ap, (ANY_CUT, REL, _per("relevant", "reachable", "found")), counted=GREATEST),
    Definition("p", p, (_CUT, REL, _per("k", "retrieved")), counted=GREATEST),
    Definition("r", recall, (_CUT, REL, _per("relevant", "reachable")), counted=GREATEST),
    Definition("success", success, (_CUT, REL), counted=GREATEST),
    Definition("judged", judged, (_CUT,)),
    Definition("r-precision", r_precision, (REL,), counted=GREATEST),
    Definition("rr", rr, (ANY_CUT, REL), counted=GREATEST),
    Definition(
        "q-measure",
        q_measure,
        (Parameter("beta", Fraction(1), "weight of gains", low=Fraction(0)), ANY_CUT),
        counted=GREATEST,
    ),
    Definition("bpref", bpref, (REL,)),
)
