"""The parts that quantities are computed from: the grades of a run by rank, the ideal lists of a topic, and sums over
intents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.core.case import Case, first_difference
from axiometrics.core.reals import Exact, summed
from axiometrics.core.topic import Topic
from axiometrics.definitions.diversity.novelty import ideal_gain
from axiometrics.definitions.topics import discounted, ideal_of, served

Parameters = Mapping[str, Any]
Of = Mapping[str, int]
"""The grades of a document for the intents that it serves."""

ZERO, ONE = Fraction(0), Fraction(1)

TERM: dict[str, Any] = {
    "symbols": {"P": False, "x": False},
    "facts": ["P > 0", "x >= 0"],
    "define": [],
    "steps": [
        {
            "id": "P*x >= 0",
            "claim": "P*x >= 0",
            "rule": "positive",
            "from": {"a": "P > 0", "b": "x >= 0"},
            "numerator": "a*b",
            "denominator": "1",
        }
    ],
}
"""One intent of a sum over intents: its probability times what is not below 0 is not below 0."""

ABOVE_TERM: dict[str, Any] = {
    "symbols": {"P": False, "x": False},
    "facts": ["P > 0", "x > 0"],
    "define": [],
    "steps": [
        {
            "id": "P*x > 0",
            "claim": "P*x > 0",
            "rule": "positive",
            "from": {"a": "P > 0", "b": "x > 0"},
            "numerator": "a*b",
            "denominator": "1",
        }
    ],
}
"""One intent of a sum over intents: its probability times what is above 0 is above 0."""


def ranked(case: Case, role: str) -> list[Of]:
    """The grades of an output in rank order."""
    return list(served(case.outputs[role], case.gold))


def rank(case: Case) -> int:
    """The first rank at which the better and the worse run differ in what they serve, from 1."""
    return first_difference(ranked(case, "better"), ranked(case, "worse"))


def mean(gold: Topic, of: Callable[[str], Any]) -> Any:
    """The sum over the intents of their probability times a number."""
    return summed(chance * of(intent) for intent, chance in gold.probabilities.items())


def chance(gold: Topic, of: Of) -> Fraction:
    """The probability of the intents that a document serves."""
    return sum((gold.probabilities[intent] for intent in of), ZERO)


def gain(gold: Topic, of: Of) -> Fraction:
    """The global gain of a document."""
    return sum((gold.probabilities[intent] * grade for intent, grade in of.items()), ZERO)


def gains(gold: Topic) -> list[Fraction]:
    """The global gains of the relevant documents, the greatest first."""
    return sorted((gain(gold, of) for of in gold.grades.values()), reverse=True)


def greatest_gain(gold: Topic, first: int) -> Fraction:
    """The sum of this many greatest global gains."""
    return sum(gains(gold)[:first], ZERO)


def greatest_grades(gold: Topic, intent: str, first: int) -> int:
    """The sum of this many greatest grades for an intent."""
    return sum(ideal_of(gold, intent)[:first])


def relevant(gold: Topic, intent: str) -> int:
    """The number of documents that serve an intent."""
    return len(ideal_of(gold, intent))


def cut(p: Parameters) -> int | None:
    """The number of ranks that are looked at; None for all."""
    k = p.get("k")
    return None if k is None else int(k)


def ideal(gold: Topic, intent: str, p: Parameters) -> Exact:
    """The discounted sum of the ideal list of an intent, up to the cut-off."""
    return discounted(ideal_of(gold, intent)[: cut(p)])


def ideal_global(case: Case, p: Parameters) -> Exact:
    """The discounted sum of the ideal list by global gain, up to the cut-off."""
    return discounted(gains(case.gold)[: cut(p)])


def ideal_novelty(case: Case, p: Parameters) -> Exact:
    """The discounted sum of the ideal list of alpha-nDCG."""
    return ideal_gain(case.gold, p["k"], p["alpha"], p["ideal"], p.get("ties", "docid"))


def most(case: Case, p: Parameters) -> Fraction:
    """The number that div-Q divides by: the relevant documents, or the cut-off where it is smaller."""
    number = len(case.gold.grades)
    return Fraction(number if p.get("k") is None else min(number, int(p["k"])))


def ratios(gold: Topic, run: list[Of], p: Parameters) -> Fraction:
    """The sum of the ratios divBR at the relevant ranks of a run."""
    beta, total = p["beta"], ZERO
    for rank, document in enumerate(run, 1):
        if document:
            own = sum((gain(gold, upper) for upper in run[:rank]), ZERO)
            number = sum(map(bool, run[:rank]))
            total += (number + beta * own) / (rank + beta * greatest_gain(gold, rank))
    return Fraction(total)


def stop(gold: Topic, intent: str, grade: int, p: Parameters) -> Fraction:
    """The chance of ERR to stop at a document of a grade."""
    top = max(grade for of in gold.grades.values() for grade in of.values())
    highest = top if p.get("gmax", "topic") == "topic" else ideal_of(gold, intent)[0]
    return Fraction(2**grade - 1, 2**highest)
