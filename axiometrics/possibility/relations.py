"""Find the relations between the constraints of a task at one size: the sets that cannot hold together, and the
implications.

Each is a question of `possible` of its own. The tables of values that show which constraints can hold together refute
most implications: a metric that satisfies A and violates B is a table with A and without B.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from axiometrics.core.errors import UnknownNameError
from axiometrics.core.progress import Progress, silent
from axiometrics.possibility.asking import implied, lattice
from axiometrics.possibility.document import PossibleDocument
from axiometrics.possibility.lattice import Lattice
from axiometrics.possibility.question import question
from axiometrics.possibility.requests import linear_constraints
from axiometrics.possibility.row_lists import cases_at
from axiometrics.registry.implications import Place

Pair = tuple[str, str]
"""The names of two constraints, of which the first implies the second."""


@dataclass(frozen=True)
class TaskRelations:
    """The relations that were found between the constraints of a task, each in its first reading.

    Attributes
    ----------
    sets : the conflicts, and the greatest sets that can hold together
    implied : by two constraints, of which the first implies the second and none is between them, the answer with its
        certificates
    complete : whether all sets and all pairs were decided
    """

    sets: PossibleDocument
    implied: Mapping[Pair, PossibleDocument] = field(default_factory=dict)
    complete: bool = True


def task_relations(
    task: str, seconds: float, progress: Progress = silent, size: int | None = None
) -> TaskRelations | None:
    """The relations of the constraints of a task that have cases at the size, as many as are found in this time, which
    counts from when all cases are listed; None where there are fewer than two such constraints.
    """
    places = list(_with_cases(task, size))
    if len(places) < 2:
        return None
    listed = question(places, size=size)
    listed.rows()
    end = time.time() + seconds
    posed = listed.until(end)
    explored = Lattice()
    (sets,) = deque(_until(end, lattice(posed, explored, progress)), maxlen=1)
    every = {(a.name, b.name): (a, b) for a in places for b in places if a is not b}
    open_pairs = [pair for pair in every if not any(pair[0] in s and pair[1] not in s for s in explored.together)]
    answers: dict[Pair, PossibleDocument] = {}
    for done, pair in enumerate(open_pairs):
        if time.time() > end:
            break
        progress(done, len(open_pairs), f"does {pair[0]} imply {pair[1]}?")
        first, second = every[pair]
        answers[pair] = implied(question([first], [second], posed.size, end))
    outcomes = {pair: answer.implies.answer for pair, answer in answers.items() if answer.implies is not None}
    decided = len(answers) == len(open_pairs) and "undetermined" not in outcomes.values()
    edges = reduced([pair for pair, outcome in outcomes.items() if outcome == "yes"])
    return TaskRelations(sets, {pair: answers[pair] for pair in edges}, sets.complete and not sets.open and decided)


def _until(end: float, steps: Iterator[PossibleDocument]) -> Iterator[PossibleDocument]:
    """The steps until the time is over, and the first step in any case."""
    for step in steps:
        yield step
        if time.time() > end:
            return


def _with_cases(task: str, size: int | None) -> Iterator[Place]:
    try:
        places = linear_constraints(["*"], task)
    except UnknownNameError:
        return
    at = question(places, size=size).size
    for place in places:
        if next(cases_at(place, at), None) is not None:
            yield place


def reduced(pairs: Sequence[Pair]) -> list[Pair]:
    """The implications that do not follow from two others. Of constraints that imply each other, all implications are
    kept.

    >>> reduced([("a", "b"), ("b", "c"), ("a", "c")])
    [('a', 'b'), ('b', 'c')]
    """
    every = set(pairs)
    names = {name for pair in pairs for name in pair}

    def is_between(name: str, pair: Pair) -> bool:
        first, second = pair
        equal = (name, first) in every or (second, name) in every
        return not equal and (first, name) in every and (name, second) in every

    return [pair for pair in pairs if not any(is_between(name, pair) for name in names - set(pair))]
