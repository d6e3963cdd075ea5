"""Claims of Della Mea et al. on how a metric orders runs whose scores fall along different curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from axiometrics.auditing.claims import PublishedClaim
from axiometrics.auditing.differences import reduces
from axiometrics.auditing.findings import KindFindings, ReadingOutcome
from axiometrics.auditing.names import metric
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Numbers, Relevance, Scores
from axiometrics.core.task import task

CURVES: Mapping[str, Callable[[Fraction], Fraction]] = {
    "(1-x)^2": lambda x: (1 - x) ** 2,
    "1-x": lambda x: 1 - x,
    "1-x^2": lambda x: 1 - x**2,
}
"""Scores as functions of x, which rises from 0 at the first rank to 1 at the last: convex, linear and concave."""


def curves(claim: PublishedClaim) -> KindFindings:
    """The curves in the order of the exact values that a metric gives them, in each reading of the relevance.

    `relevance` lists, from the first rank on, each relevance and its number of documents: `7/8:20 1/8:2500`. For a
    metric of rankings, `relevant` is the least relevance that counts as relevant.
    """
    of, written = metric(claim, claim["metric"]), claim["relevance"]
    names = claim.published.replace(" = ", " > ").split(" > ")
    outcomes, evidence = [], []
    for reading, text in ({"": written} if isinstance(written, str) else written).items():
        gold = _relevance(text)
        values = {name: _value(of, gold, CURVES[name], Fraction(claim.get("relevant", "1"))) for name in names}
        order = sorted(names, key=values.__getitem__, reverse=True)
        said = order[0]
        for above, name in pairwise(order):
            said += (" > " if values[above] > values[name] else " = ") + name
        outcomes.append(ReadingOutcome(reading, said, said == claim.published))
        numbers = ", ".join(f"{name} {float(values[name]):.4f}" for name in order)
        evidence.append(f"{f'{reading}, ' if reading else ''}{gold.size} documents: {numbers}")
    return KindFindings(tuple(outcomes), "; ".join([*evidence, "decided exactly"]))


def _relevance(text: str) -> Relevance:
    """The relevance of the documents, named by rank."""
    parts = [part.split(":") for part in text.split()]
    numbers = [number for number, count in parts for _ in range(int(count))]
    return Relevance.of([(f"d{rank}", number) for rank, number in enumerate(numbers, 1)])


def _value(of: Metric, gold: Relevance, curve: Callable[[Fraction], Fraction], least: Fraction) -> Any:
    """The value of the run for a curve, given as scores, or as the ranking by these scores, as the metric needs it."""
    scores = Scores(tuple((d, curve(Fraction(i, gold.size - 1))) for i, d in enumerate(gold.numbers)))
    if issubclass(task(of.task).output, Numbers):
        return of.exact(scores, gold)
    run = sorted(gold.numbers, key=lambda d: -scores.numbers[d])
    relevant, others = ([d for d, number in gold.pairs if (number >= least) is side] for side in (True, False))
    return of.exact(Organization.ranking(run), Organization.filtering(relevant, others))


FUNCTIONS = (curves, reduces)
