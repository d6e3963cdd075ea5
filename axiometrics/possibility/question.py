"""Constraints at one size, with their rows: what is asked of a linear program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import ParameterError
from axiometrics.core.task import Task
from axiometrics.core.task import task as task_of
from axiometrics.possibility.orbits import Orbits, Pair
from axiometrics.possibility.rows import Row, named, rows

LEAST = 3
"""The size, at least, at which a question is asked unless told."""

MOST = 7
"""The size up to which one is sought at which every constraint has a case."""

Asked = tuple[Constraint, Reading]
"""A constraint in a reading."""


@dataclass(frozen=True, eq=False)
class Question:
    """Constraints of one task at one size.

    Attributes
    ----------
    more : constraints that are not asked for, and of which something else is to be known
    """

    task: Task
    size: int
    asked: Sequence[Asked]
    more: Sequence[Asked] = ()

    @cached_property
    def orbits(self) -> Orbits:
        """The values of a metric that the cases speak of."""
        return Orbits(self.task)

    @cached_property
    def by_name(self) -> dict[str, list[Row]]:
        """The rows of each constraint."""
        return {named(*one): list(rows(*one, self.size, self.orbits)) for one in (*self.asked, *self.more)}

    @property
    def names(self) -> list[str]:
        """The constraints that are asked for."""
        return [named(*one) for one in self.asked]

    def rows(self, names: Iterable[str] | None = None) -> list[Row]:
        """The rows of these constraints, or of all that are asked for."""
        return [row for name in (self.names if names is None else names) for row in self.by_name[name]]

    def every_pair(self) -> Sequence[Pair]:
        """The pairs of this size, numbered as `orbits` numbers them: those of the cases, and where the task lists all
        of a size, the others too.
        """
        assert self.by_name is not None
        world = next(iter(self.task.worlds), None)
        if world is not None and not self.task.nested and self.size <= world.greatest:
            for outputs in world.outputs(self.size, False):
                for number in range(len(outputs)):
                    self.orbits.number(outputs.output(number), outputs.gold)
        return self.orbits.representatives

    @property
    def without_cases(self) -> list[str]:
        """The constraints that have no case of this size."""
        return [name for name, found in self.by_name.items() if not found]


def question(asked: Sequence[Asked], more: Sequence[Asked] = (), size: int | None = None) -> Question:
    """The question of these constraints, at that size or at the one that the task asks unless told.

    Raises `ParameterError` where they are of several tasks, or none is named.
    """
    every = [*asked, *more]
    tasks = sorted({constraint.task for constraint, _ in every})
    if len(tasks) > 1:
        raise ParameterError(f"the constraints are of the tasks {', '.join(tasks)}: name constraints of one task")
    task = task_of(tasks[0])
    return Question(task, size or task.sizes.possible or size_with_cases(every), asked, more)


def size_with_cases(asked: Sequence[Asked]) -> int:
    """The least size, at least 3, at which every constraint has a case."""
    for size in count(LEAST):
        empty = [one for one in asked if next(iter(one[1].judged.cases(size)), None) is None]
        if not empty or size == MOST:
            return size if not empty else LEAST
    raise AssertionError
