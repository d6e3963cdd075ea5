"""Metrics of rankings: a run of single documents against relevance levels. Unretrieved and unlisted documents are
irrelevant.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

from axiometrics.core.exact import Exact, exp2, log, power, summed
from axiometrics.core.organization import Organization
from axiometrics.verification.correlation import auc, kendall_tau
from axiometrics.verification.organization import FOUR_FIFTHS, THIRTY, Definition, Value, rs_priority
from axiometrics.verification.runs import gold_grades, run_documents

ONE, TWO = Fraction(1), Fraction(2)


def _gains(system: Organization, gold: Organization) -> tuple[list[int], list[int]]:
    """The grades of the run in rank order, and those of the gold in decreasing order, irrelevant documents left out of
    the latter.
    """
    grades = gold_grades(gold)
    return [grades.get(d, 0) for d in run_documents(system)], sorted(
        (g for g in grades.values() if g > 0), reverse=True
    )


def _relevance(system: Organization, gold: Organization) -> tuple[list[int], int]:
    """1 or 0 for each rank, and how many documents are relevant."""
    run, ideal = _gains(system, gold)
    return [int(g > 0) for g in run], len(ideal)


def ap(system: Organization, gold: Organization) -> Fraction | None:
    """The precision at each relevant document retrieved, summed, over the relevant documents. Binary. Range [0, 1];
    undefined without any.
    """
    run, relevant = _relevance(system, gold)
    found = list(accumulate(run))
    return (
        sum((Fraction(found[i], i + 1) for i, hit in enumerate(run) if hit), Fraction(0)) / relevant
        if relevant
        else None
    )


def p(system: Organization, gold: Organization, k: Fraction = Fraction(10)) -> Fraction:
    """The relevant documents among the first k, over k. Binary. Range [0, 1]."""
    run, _ = _relevance(system, gold)
    return sum(run[: int(k)]) / k


def r_precision(system: Organization, gold: Organization) -> Fraction | None:
    """Precision at as many documents as are relevant. Binary. Range [0, 1]; undefined where none are."""
    run, relevant = _relevance(system, gold)
    return Fraction(sum(run[:relevant]), relevant) if relevant else None


def rr(system: Organization, gold: Organization) -> Fraction:
    """One over the rank of the first relevant document. Binary. Range [0, 1]; 0 where none is retrieved."""
    run, _ = _relevance(system, gold)
    return Fraction(1, run.index(1) + 1) if 1 in run else Fraction(0)


def rbp(system: Organization, gold: Organization, p: Fraction = FOUR_FIFTHS) -> Fraction:
    """(1 - p) * the sum of p^(i-1) over the ranks i of relevant documents. Binary. Range [0, 1]."""
    run, _ = _relevance(system, gold)
    return (1 - p) * sum((p**i for i, hit in enumerate(run) if hit), Fraction(0))


def err(system: Organization, gold: Organization) -> Fraction:
    """The sum over ranks of 1/i * the chance that the user stops there, (2^g - 1) / 2^gmax a document. Graded. Range
    [0, 1).
    """
    grades = gold_grades(gold)
    top = 2 ** max(0, len(gold.levels) - (not gold.tail))
    score, looking = Fraction(0), ONE
    for rank, document in enumerate(run_documents(system), 1):
        stops = Fraction(2 ** grades.get(document, 0) - 1, top)
        score, looking = score + looking * stops / rank, looking * (1 - stops)
    return score


def _logarithm(x: int, base: Fraction) -> Any:
    """log x to the base, rational where x is a power of it, which of a fraction it never is."""
    if base.denominator != 1:
        return log(Fraction(x)) / log(base)
    power, exponent = base, 1
    while power < x:
        power, exponent = power * base, exponent + 1
    return Fraction(exponent) if power == x else log(Fraction(x)) / log(base)


@lru_cache(maxsize=2**14)
def _discount(rank: int, discount: str, b: Fraction, a: Fraction) -> Any:
    if discount == "power":
        return power(Fraction(rank), a)
    if discount == "jarvelin":
        return _logarithm(rank, b) if rank >= b else ONE
    return _logarithm(rank + 1, TWO)


def _cumulated(gains: Sequence[int], discount: str = "log2", b: Fraction = TWO, a: Fraction = ONE) -> Exact:
    return summed(Fraction(gain) / _discount(rank, discount, b, a) for rank, gain in enumerate(gains, 1) if gain)


def dcg(
    system: Organization, gold: Organization, discount: str = "log2", b: Fraction = TWO, a: Fraction = ONE
) -> Value:
    """The grades of the run, each over log2(rank + 1); `jarvelin`: over log_b(rank) from rank b on; `power`: over
    rank^a. Graded. Range [0, inf).
    """
    run, _ = _gains(system, gold)
    return _cumulated(run, discount, b, a)


def ndcg(system: Organization, gold: Organization, k: Fraction | None = None, ideal: str = "gold") -> Value:
    """DCG of the first k ranks (all without k) over that of the ideal: the gold's grades decreasing, or (`run`) the
    run's own. Graded.

    Range [0, 1]; undefined where the ideal is 0.
    """
    run, best = _gains(system, gold)
    if ideal == "run":
        best = sorted(run, reverse=True)
    cut = None if k is None else int(k)
    share: Value = _cumulated(run[:cut]) / _cumulated(best[:cut]) if any(best) else None
    return share


def q_measure(system: Organization, gold: Organization, beta: Fraction = ONE) -> Fraction | None:
    """The sum over relevant ranks i of (C(i) + beta cg(i)) / (i + beta cg*(i)), over the relevant documents. Graded.

    C counts relevant documents, cg cumulates grades, cg* those of the gold in decreasing order. Range [0, 1]; undefined
    without relevant documents.
    """
    run, ideal = _gains(system, gold)
    if not ideal:
        return None
    found, cumulated = list(accumulate(int(g > 0) for g in run)), list(accumulate(run))
    terms = ((found[i] + beta * cumulated[i]) / (i + 1 + beta * sum(ideal[: i + 1])) for i, g in enumerate(run) if g)
    return sum(terms, Fraction(0)) / len(ideal)


def bpref(system: Organization, gold: Organization) -> Fraction | None:
    """The sum over relevant documents retrieved of 1 - min(irrelevant above, N) / min(N, judged irrelevant), over N.
    Binary.

    With a tail every unlisted document is judged irrelevant, without end; a closed gold judges those it lists, others
    are passed over. Range [0, 1]; undefined where N, the relevant documents, is 0.
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


def tbg(system: Organization, gold: Organization) -> Value:
    """The sum over relevant ranks k of 0.4928 * 2^(-T(k) / 224), T(k) the seconds until k is reached (Smucker & Clarke
    2012). Binary.

    A summary takes 4.4 s; a document of 1000 words 0.018 * 1000 + 7.8 s, read with probability 0.64 if relevant and
    0.39 if not. Range [0, inf).
    """
    run, _ = _relevance(system, gold)
    summary, document, clicks = (
        Fraction("4.4"),
        Fraction("0.018") * 1000 + Fraction("7.8"),
        (Fraction("0.39"), Fraction("0.64")),
    )
    passed, read = (summary + document * click for click in clicks)
    above = accumulate(run, initial=0)
    seconds = (
        (rank - found) * passed + found * read for rank, (found, hit) in enumerate(zip(above, run, strict=False)) if hit
    )
    return summed(Fraction("0.4928") * exp2(-t / 224) for t in seconds)


def rs_ranking(
    system: Organization, gold: Organization, n: Fraction = THIRTY, wn: Fraction = FOUR_FIFTHS, reading: str = "listed"
) -> Fraction:
    """R*S over priority against the gold with tail, its grade-0 documents unlisted. Graded. Range [0, 1]; 0 where R = S
    = 0.
    """
    run_documents(system)
    levels = gold.levels if gold.tail else gold.levels[:-1]
    return rs_priority(system, Organization(levels, tail=True), n, wn, reading)


DEFINITIONS: dict[str, Definition] = {
    "ap": ap,
    "dcg": dcg,
    "ndcg": ndcg,
    "q-measure": q_measure,
    "p": p,
    "rr": rr,
    "err": err,
    "rbp": rbp,
    "bpref": bpref,
    "auc": auc,
    "kendall-tau": kendall_tau,
    "r-precision": r_precision,
    "tbg": tbg,
    "rs-ranking": rs_ranking,
}

NEED_CLOSED_GOLD = frozenset({"auc", "kendall-tau"})
"""The metrics that compare all documents of the collection, which the gold must list."""
