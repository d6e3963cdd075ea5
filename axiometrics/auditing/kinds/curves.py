"""Claims on how a metric orders runs whose scores fall along different curves over the same ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cmp_to_key, partial
from itertools import pairwise
from typing import Any

from axiometrics.auditing.cells import Cells
from axiometrics.auditing.claims import PublishedClaim, shown
from axiometrics.auditing.findings import UNDEFINED, KindFindings, ReadingOutcome
from axiometrics.auditing.kind import ClaimKind
from axiometrics.auditing.names import metric
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Numbers, Relevance, Scores, ScoresError
from axiometrics.core.task import task

CURVES: Mapping[str, Callable[[Fraction], Fraction]] = {
    "(1-x)^2": lambda x: (1 - x) ** 2,
    "1-x": lambda x: 1 - x,
    "1-x^2": lambda x: 1 - x**2,
}
"""Scores by x, which rises from 0 at the first rank to 1 at the last: convex, linear and concave."""

GREATEST = 5000
"""The most documents that a claim about curves may have: the exact scores of more documents take too long."""


def find(claim: PublishedClaim, cells: Cells) -> KindFindings:
    """The curves in the order of the metric's exact values, in each reading of the relevance."""
    of, written = metric(claim, claim["metric"]), claim["relevance"]
    said = claim.published.replace(" = ", " > ").split(" > ")
    outcomes, evidence = [], []
    for reading, text in ({"": written} if isinstance(written, str) else written).items():
        gold = _gold(claim, text)
        values = {name: _value(claim, of, gold, CURVES[name]) for name in said}
        if any(value != value for value in values.values()):
            outcomes.append(ReadingOutcome(reading, UNDEFINED, None))
            continue
        order = sorted(said, key=cmp_to_key(partial(_below, values)))
        found = order[0]
        for above, name in pairwise(order):
            found += (" > " if _below(values, above, name) else " = ") + name
        outcomes.append(ReadingOutcome(reading, found, found == claim.published))
        told = ", ".join(f"{name} {float(values[name]):.4f}" for name in order)
        evidence.append(f"{f'{reading}, ' if reading else ''}{gold.size} documents: {told}")
    return KindFindings(tuple(outcomes), "; ".join([*evidence, "decided exactly"]))


def _below(values: Mapping[str, Any], one: str, other: str) -> int:
    """The sign by which the greater value comes first."""
    return sign(values[other] - values[one])


def _gold(claim: PublishedClaim, text: str) -> Relevance:
    """The relevance of the documents, named by rank."""
    numbers: list[str] = []
    for part in text.split():
        number, _, count = part.partition(":")
        if not count.isascii() or not count.isdecimal() or len(numbers) + int(count[:9]) > GREATEST:
            raise claim.problem(
                f"relevance has {shown(part)}: expected relevances with numbers of documents, as in 7/8:20 1/8:30, and "
                f"{GREATEST} documents together at most"
            )
        numbers += [number] * int(count)
    if len(numbers) < 2:
        raise claim.problem(f"relevance {shown(text)} has fewer than 2 documents: a curve falls from 1 to 0")
    try:
        return Relevance.of([(f"d{rank}", number) for rank, number in enumerate(numbers, 1)])
    except ScoresError as error:
        raise claim.problem(f"relevance {shown(text)}: {error}") from None


def _value(claim: PublishedClaim, of: Metric, gold: Relevance, curve: Callable[[Fraction], Fraction]) -> Any:
    """The value of the run, as scores, or as the ranking by these scores."""
    last = gold.size - 1
    scores = Scores(tuple((d, curve(Fraction(i, last))) for i, d in enumerate(gold.numbers)))
    if issubclass(task(of.task).output, Numbers):
        return of.exact(scores, gold)
    try:
        least = Fraction(claim.get("relevant", "1"))
    except (ValueError, ZeroDivisionError):
        raise claim.problem(f"relevant is {shown(claim['relevant'])}: expected a number such as 3/8") from None
    relevant = [d for d, number in gold.pairs if number >= least]
    others = [d for d, number in gold.pairs if number < least]
    run = sorted(gold.numbers, key=lambda d: -scores.numbers[d])
    return of.exact(Organization.ranking(run), Organization.filtering(relevant, others))


_NAME = "(" + "|".join(name.replace("(", r"\(").replace(")", r"\)").replace("^", r"\^") for name in CURVES) + ")"

KIND = ClaimKind(
    name="curves",
    meaning=(
        "how `metric` orders runs whose scores fall along curves over the ranks, from 1 at the first to 0 at the last "
        f"({', '.join(CURVES)}); `relevance` has that of each document by rank"
    ),
    published=f"{_NAME}( [>=] {_NAME})+",
    fields={
        "metric": "text",
        "params?": "object of texts",
        "relevance": "text or object of texts",
        "relevant?": "text",
    },
    find=find,
)
