"""Idiv-nDCG and Idiv-Q by gamma, on the topics of Sakai et al. 2010, section 4.1: the weights of I-rec for which a
document of the least likely intent raises the score of a run.

I-rec rises by 1/n and the second part falls by some loss, so the score rises if gamma/n > (1 - gamma) loss. With more
intents and at higher ranks, n times the loss is greater.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from axiometrics.core.case import Case, first_difference
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.topic_cases import paper_replaced
from axiometrics.generators.topics import paper_topic
from axiometrics.proving.argument import NotProvedError
from axiometrics.regions.region import ArguedPart, Parametrized, Region, always

MOST = 6
"""The intents of the largest topic."""

RANKS = 10
"""The relevant documents of the likeliest intent."""


def loss(metric: Metric, intents: int, rank: int) -> str:
    """The loss of div-nDCG or div-Q, as a term, if the document of the least likely of n intents stands at that rank
    among documents of the likeliest intent.
    """
    likeliest, least = list(paper_topic(intents).probabilities.values())[:: intents - 1]
    looked_at = int(Fraction(str(metric.values["k"])))
    if "beta" not in metric.values:
        best = " + ".join(f"log(2)/log({r + 1})" for r in range(1, looked_at + 1))
        return f"({1 - least / likeliest})*log(2)/log({rank + 1})/({best})"
    beta = Fraction(str(metric.values["beta"]))
    lost = sum(
        (beta * (likeliest - least) / (r + beta * likeliest * r) for r in range(rank, looked_at + 1)), Fraction(0)
    )
    return f"({lost / looked_at})"


def _of(case: Case) -> tuple[int, int]:
    """The intents of a case, and the rank at which its runs differ."""
    gold, better, worse = case.gold, case.outputs["better"], case.outputs["worse"]
    assert isinstance(gold, Topic)
    assert isinstance(better, Organization)
    assert isinstance(worse, Organization)
    return len(gold.intents), first_difference(better.levels, worse.levels)


def _excess(metric: Metric, intents: int, rank: int) -> str:
    return f"x/{intents} - (1 - x)*{loss(metric, intents, rank)}"


def gains(p: Parametrized) -> None:
    """Show that n times the gain of this run is n times the gain with the most intents at rank 1, times these factors,
    and a rest that is not negative.
    """
    if p.case is None:
        raise NotProvedError("this argument shows that a case is as demanded, and not that one fails")
    intents, rank = _of(p.case(Fraction(0)))
    p.excess = _excess(p.metric, intents, rank)
    p.evaluate(f"{MOST}*{loss(p.metric, MOST, 1)} - {intents}*{loss(p.metric, intents, rank)} >= 0", name="less")
    facts = {"gain": p.given[-1], "less": "less", "rest": "1 - x >= 0"}
    p.quotient(p.goal, facts, f"{MOST}*gain + less*rest", str(intents), name="so")


def loses(p: Parametrized) -> None:
    """The case with the most intents, in which the document of the least likely one stands at rank 1."""
    k = int(Fraction(str(p.metric.values["k"])))
    p.case = always(next(paper_replaced(paper_topic(MOST), k)))
    p.excess = _excess(p.metric, MOST, 1)
    p.quotient(p.goal, {"loss": p.given[-1]}, "loss", name="so")


def paper_regions(metric: Metric, reading: str) -> Sequence[ArguedPart]:
    """Of all cases, the case with the most intents and the document at rank 1 needs the greatest gamma."""
    worst = _excess(metric, MOST, 1)
    return (
        ArguedPart(True, (f"{worst} > 0",), f"the case of {MOST} intents and rank 1 asks most of gamma", gains),
        ArguedPart(False, (f"-({worst}) >= 0",), f"with {MOST} intents, the least likely one at rank 1", loses),
    )


def _within_ten(metric: Metric) -> bool:
    """Whether the ideal list is of documents of the likeliest intent alone, and two of them are looked at."""
    return 2 <= Fraction(str(metric.values["k"])) <= RANKS


ENTRIES = (
    Region(
        ("idiv-ndcg", "dsharp-ndcg", "idiv-q", "dsharp-q"),
        "diversity:minor-intents",
        ("paper",),
        "gamma",
        paper_regions,
        when=_within_ten,
    ),
)
