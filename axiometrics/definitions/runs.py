"""The form that a ranking must have to be scored, the grades that a gold gives, and the gains of a run; and the
relevant documents of a run, over which many metrics add up a value (`axiometrics.definitions.sums`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import Any

from axiometrics.core.counted import GradedRun
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization


def run_documents(system: Organization) -> list[str]:
    """The documents in rank order. Raises `TaskError` where a level is not one document, or a document comes twice."""
    documents = [document for _, _, document in system.occurrences()]
    if len(documents) != len(system.levels) or any(len(level) != 1 for level in system.levels):
        raise TaskError(f"the system is not a ranking: one document a level is wanted, found {system}")
    if len(set(documents)) < len(documents):
        raise TaskError(f"the system is not a ranking: a document comes twice in {system}")
    return documents


def gold_grades(gold: Organization) -> dict[str, int]:
    """The grade of each listed document: the levels from its own down, the last one of a gold without tail not counted;
    the best place counts.
    """
    grades: dict[str, int] = {}
    for level, _, document in gold.occurrences():
        grade = len(gold.levels) - level - (0 if gold.tail else 1)
        grades[document] = max(grade, grades.get(document, 0))
    return grades


def graded_gains(system: Any, gold: Any, rel: Fraction | None = None) -> tuple[list[int], list[int]]:
    """The grades of the run in rank order, and those of the gold in decreasing order, irrelevant documents left out of
    the latter. With `rel`, grades from there on are 1, and the others irrelevant.
    """
    if rel is not None:
        run, ideal = graded_gains(system, gold)
        return [int(grade >= rel) for grade in run], [1 for grade in ideal if grade >= rel]
    if isinstance(system, GradedRun):
        return list(system.grades), [
            grade for grade in range(len(system.counts), 0, -1) for _ in range(system.counts[grade - 1])
        ]
    grades = gold_grades(gold)
    return [grades.get(d, 0) for d in run_documents(system)], sorted(
        (g for g in grades.values() if g > 0), reverse=True
    )


def binary_gains(system: Any, gold: Any) -> tuple[list[int], int]:
    """1 or 0 for each rank, and how many documents are relevant."""
    run, ideal = graded_gains(system, gold)
    return [int(g > 0) for g in run], len(ideal)


def top_grade(system: Any, gold: Any) -> int:
    """The top grade that the collection may give."""
    return len(system.counts) if isinstance(system, GradedRun) else max(0, len(gold.levels) - (not gold.tail))


@dataclass(frozen=True)
class Hit:
    """A relevant document of a run.

    Attributes
    ----------
    rank, grade : its own
    found, gain : how many relevant documents the run holds down to this rank, and the sum of their grades
    best : the greatest sum of grades that so many documents of the collection have
    reached : the chance that a user who may stop at each document above comes to it, where a metric asks for it
    """

    rank: Any
    grade: Any
    found: Any
    gain: Any
    best: Any
    reached: Any = None


@dataclass(frozen=True)
class Hits:
    """A run by its relevant documents: the relevant documents that the run retrieves, in rank order; the number of
    relevant documents in the collection; the best run, which retrieves all of them by falling grade; the top grade that
    the collection may give; and all ranks of the run.
    """

    retrieved: Any
    relevant: Any
    ideal: Any
    top: Any = 1
    ranks: Any = ()


@dataclass(frozen=True)
class Graded:
    """A relevant document by its rank and grade alone."""

    rank: Any
    grade: Any


def by_rank(grades: Iterable[Any]) -> list[Graded]:
    """Relevant documents of these grades, at the ranks from 1 on."""
    return [Graded(Fraction(rank), Fraction(grade)) for rank, grade in enumerate(grades, 1)]


def within(hit: Any, k: Fraction | None) -> Any:
    """Whether a relevant document is among the first k; without k each is."""
    return k is None or hit.rank <= k


def hits(system: Any, gold: Any, rel: Fraction | None = None) -> Hits:
    """The relevant documents of a run; `Hits` that stand in place of a run are returned as they are. With `rel`,
    documents of this grade and those above are relevant, all alike. Raises what `run_documents` does.
    """
    if isinstance(system, Hits):
        return system
    run, ideal = graded_gains(system, gold, rel)
    places = [(rank, grade) for rank, grade in enumerate(run, 1) if grade]
    gains, best = accumulate(grade for _, grade in places), list(accumulate(ideal))
    return Hits(
        [
            Hit(*map(Fraction, (rank, grade, count, gain, best[min(rank, len(best)) - 1])))
            for count, ((rank, grade), gain) in enumerate(zip(places, gains, strict=True), 1)
        ],
        len(ideal),
        by_rank(ideal),
        Fraction(top_grade(system, gold)),
        range(1, len(run) + 1),
    )


def reached(retrieved: Any, stops: Callable[[Hit], Any]) -> Any:
    """The relevant documents of a run, each with the chance that a user comes to it, where `stops` gives the chance
    that the user stops at a document. Documents that are symbols have this chance already.
    """
    if hasattr(retrieved, "total"):
        return retrieved
    chances = accumulate((1 - stops(hit) for hit in retrieved), mul, initial=Fraction(1))
    return [replace(hit, reached=chance) for hit, chance in zip(retrieved, chances, strict=False)]
