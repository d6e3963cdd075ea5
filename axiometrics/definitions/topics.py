"""The data of a run and of a topic with several intents that definitions use: for each rank the grades by intent, and
lists that are cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.reals import Exact, log, summed
from axiometrics.core.topic import Topic
from axiometrics.definitions.runs import run_documents


def served(system: Organization, gold: Topic, k: Fraction | None = None) -> list[Mapping[str, int]]:
    """For each of the first k ranks (all without k) the grades of its document for the intents that it serves.

    Raises `TaskError` where the output is not a ranking, or the gold not a topic.
    """
    if not isinstance(gold, Topic):
        raise TaskError(f"a topic with intents is wanted, found {gold}")
    documents = run_documents(system)
    return [gold.grades.get(document, {}) for document in documents[: None if k is None else int(k)]]


def by_intent(system: Organization, gold: Topic, intent: str, k: Fraction | None = None) -> list[int]:
    """The grades of the first k ranks for one intent."""
    return [of.get(intent, 0) for of in served(system, gold, k)]


def ideal_of(gold: Topic, intent: str) -> list[int]:
    """The grades of the documents that serve an intent, the highest first."""
    return sorted((of[intent] for of in gold.grades.values() if intent in of), reverse=True)


def discounted(gains: Sequence[Any]) -> Exact:
    """The sum over ranks r of the gain there over log2(r + 1)."""
    two = log(Fraction(2))

    def worth(rank: int) -> Any:
        power = (rank + 1).bit_length() - 1
        return Fraction(1, power) if 2**power == rank + 1 else two / log(Fraction(rank + 1))

    return summed(gain * worth(rank) for rank, gain in enumerate(gains, 1) if gain)
