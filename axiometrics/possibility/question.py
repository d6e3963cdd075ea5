"""Constraints at one size, with their rows: the question that a linear program answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import inf
from typing import Any

from axiometrics.core.errors import ParameterError
from axiometrics.core.task import Task
from axiometrics.core.task import task as task_of
from axiometrics.possibility.orbits import Orbits, Pair
from axiometrics.possibility.row_lists import JoinedRows, RowList, has_case, rows
from axiometrics.possibility.rows import place_named
from axiometrics.registry.implications import Place

LEAST = 3
"""The size of a question where neither the caller nor the task names one: the least that is tried."""

MOST = 7
"""The greatest size that is tried in search of one at which every constraint has a case."""


@dataclass(frozen=True, eq=False)
class Question:
    """Constraints of one task at one size.

    Attributes
    ----------
    places : the constraints that are asked for, each in one reading
    more : further constraints, which are to be violated or of which it is asked whether they follow
    end : when the time for deciding is up, in seconds of `time.time`
    """

    task: Task
    size: int
    places: Sequence[Place]
    more: Sequence[Place] = ()
    end: float = inf

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle names alone: another process makes the rows itself, and keeps those of the last question."""
        return _named_question, (
            self.size,
            *(tuple(place.name for place in of) for of in (self.places, self.more)),
            self.end,
        )

    @cached_property
    def orbits(self) -> Orbits:
        """The numbers of the values of a metric that occur in the cases."""
        return Orbits(self.task)

    @cached_property
    def by_name(self) -> dict[str, RowList]:
        """The rows of each constraint."""
        return {place.name: rows(place, self.size, self.orbits) for place in (*self.places, *self.more)}

    def until(self, end: float) -> Question:
        """The same question with another end. The rows that were listed are kept."""
        same = replace(self, end=end)
        vars(same).update({name: vars(self)[name] for name in ("orbits", "by_name") if name in vars(self)})
        return same

    @property
    def pairs(self) -> Sequence[Pair]:
        """The pairs of output and gold that occur in the cases, by their numbers."""
        assert self.by_name is not None  # to list the cases gives the pairs their numbers
        return self.orbits.representatives

    @property
    def names(self) -> list[str]:
        """The names of the constraints that are asked for."""
        return [place.name for place in self.places]

    def rows(self, names: Iterable[str] | None = None) -> JoinedRows:
        """The rows of these constraints, or of all constraints that are asked for."""
        return JoinedRows([self.by_name[name] for name in (self.names if names is None else names)])

    def every_pair(self) -> Sequence[Pair]:
        """The pairs of this size, numbered as `orbits` numbers them: those of the cases and, where the task lists all
        pairs of a size, the others too. Of rankings, at most `size` documents are retrieved and at most `size` are in
        the gold.
        """
        assert self.by_name is not None  # the pairs of the cases have the first numbers
        world = next(iter(self.task.worlds), None)
        sizes = range(1, 2 * self.size + 1) if self.task.nested else (self.size,)
        if world is not None and sizes[-1] <= world.greatest:
            for outputs in (outputs for size in sizes for outputs in world.outputs(size, False)):
                for number in range(len(outputs)):
                    output, gold = outputs.output(number), outputs.gold
                    if not self.task.nested or max(len(output.documents), len(gold.documents)) <= self.size:
                        self.orbits.number(output, gold)
        return self.orbits.representatives

    @property
    def without_cases(self) -> list[str]:
        """The constraints that have no case of this size."""
        return [name for name, rows in self.by_name.items() if not rows]


def question(
    places: Sequence[Place], more: Sequence[Place] = (), size: int | None = None, end: float = inf
) -> Question:
    """The question of these constraints at this size; by default at the size that the task declares, or else at the
    least size at which every constraint has a case.

    Raises `ParameterError` where they are of several tasks, or none is named.
    """
    every = [*places, *more]
    tasks = sorted({place.constraint.task for place in every})
    if len(tasks) > 1:
        raise ParameterError(f"the constraints are of the tasks {', '.join(tasks)}: name constraints of one task")
    task = task_of(tasks[0])
    return Question(task, size or task.sizes.possible or size_with_cases(every), places, more, end)


@lru_cache(maxsize=1)
def _named_question(size: int, places: Sequence[str], more: Sequence[str], end: float) -> Question:
    return question([*map(place_named, places)], [*map(place_named, more)], size, end)


def size_with_cases(places: Sequence[Place]) -> int:
    """The least size from 3 to 7 at which every constraint has a case; 3 where there is none."""
    sizes = (size for size in range(LEAST, MOST + 1) if all(has_case(place, size) for place in places))
    return next(sizes, LEAST)
