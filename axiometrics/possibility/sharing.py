"""Run linear programs that do not depend on each other: one after the other in this process, or shared among workers as
the cells of a matrix are. The results come in the order of the programs, however many workers there are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from axiometrics.running.backends import HERE, Spreading, Task, workers

BATCH = 256
"""The number of tasks that workers get at a time. There may be millions of choices of cases, and the first may
suffice.
"""

Perform = Callable[[Iterable[Task]], Generator[Any]]
"""A function that runs tasks, and gives their results in the order of the tasks."""


def one_by_one(tasks: Iterable[Task]) -> Generator[Any]:
    """Run the tasks in this process, each when its result is asked for."""
    for call, arguments in tasks:
        yield call(*arguments)


@dataclass(frozen=True)
class Sharing:
    """The number of processes among which the programs of a question are shared, and the place where these run."""

    jobs: int = 1
    spreading: Spreading = HERE

    @contextmanager
    def ready(self) -> Iterator[Perform]:
        """A context in which tasks can be run. Workers keep the rows of a question from one task to the next."""
        if self.jobs == 1 and self.spreading.backend == HERE.backend:
            yield one_by_one
            return
        with workers(self.jobs, self.spreading.backend, self.spreading.address) as spread:
            yield partial(_in_order, spread)


ALONE = Sharing()
"""No sharing: the tasks run in this process."""


def _in_order(spread: Callable[[Sequence[Task]], Generator[tuple[int, Any]]], tasks: Iterable[Task]) -> Generator[Any]:
    left = iter(tasks)
    while batch := list(islice(left, BATCH)):
        early: dict[int, Any] = {}
        following = 0
        with closing(spread(batch)) as results:
            for place, result in results:
                early[place] = result
                while following in early:
                    yield early.pop(following)
                    following += 1
