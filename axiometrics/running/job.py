"""A job: one reading of one constraint, searched and settled for some candidates.

It yields cells. With each cell it yields what the cell depends on in addition to its key in the cache.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.judging import ExactJudge
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate
from axiometrics.running.dependencies import Needs
from axiometrics.running.settled_cells import gone_beyond, provable, settle
from axiometrics.search import Effort, Judge, as_settled

CALLED = 7
"""The number of user's metrics that are searched at the same time, through all constraints. Each has two processes, and
`candidates.containment.pool` limits how many processes live at once. With more metrics at a time, each metric would be
imported anew for every block of cases.
"""


@dataclass(frozen=True)
class Job:
    """One search: a reading of a constraint, how far it goes, and whether proofs may settle it.

    A first, partial search of a user's metric may come before, so that its first cells appear soon.
    """

    constraint: str
    reading: str
    effort: Effort
    proofs: bool = True
    hurried: bool = False


SearchedCell = tuple[Cell, Needs | None]
"""A cell, and what it depends on in addition to its key; None if the cell must not be kept in the cache."""


@dataclass(frozen=True)
class Store:
    """The cache for the cells of a job, and the keys of the metrics whose cells may be kept."""

    cache: Cache | None = None
    keys: Mapping[str, str] = field(default_factory=dict)

    def kept(self, results: Iterable[SearchedCell]) -> Iterator[SearchedCell]:
        """The cells. Each is kept in the cache as soon as it is computed; if this fails, it is kept later."""
        for cell, needs in results:
            key = self.keys.get(cell.metric)
            kept = self.cache is not None and key is not None and needs is not None and self.cache.put(key, cell, needs)
            yield cell, None if kept else needs


def _unmoved(cells: Iterator[SearchedCell]) -> Iterator[SearchedCell]:
    """Compute each cell with the same warning filters and floating-point flags, whatever the caller has set.

    A float that overflows is not an error: the filter then does not clear the case, and the exact decision follows.
    """
    result: SearchedCell | None = None
    while True:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore", RuntimeWarning)
            result = next(cells, None)
        if result is None:
            return
        yield result


_judges: dict[tuple[str, str, str], Judge] = {}
"""The judges of this worker process, which are kept from one job to the next."""


_begun: dict[str, float] = {}
"""By the name of a run, the time at which this process was given the first job of that run."""


@dataclass(frozen=True)
class Limit:
    """The time at which a job has to end, in a form that a process on another machine understands.

    Attributes
    ----------
    at : seconds of the monotonic clock, which the processes of one machine share; None for no end
    run : where other machines take part, a name of the run: then `at` counts from the first job of this run that a
        process was given. The time of day is not asked, because it may jump and may differ between machines; a worker
        that a cluster replaces has the whole time anew
    """

    at: float | None
    run: str = ""

    def deadline(self) -> float | None:
        """The time of the end, on the monotonic clock of this process."""
        return self.at if self.at is None or not self.run else _begun.setdefault(self.run, time.monotonic()) + self.at


def work_apart(job: Job, candidates: Sequence[Candidate], limit: Limit, store: Store) -> tuple[list[SearchedCell], int]:
    """Do a job in this worker process.

    Returns the cells, and how many processes of metrics ended too early meanwhile.
    """
    deadline = limit.deadline()
    called = [key for key in _judges if key[1]]
    for old in called:  # one process may serve several runs with many metrics, and each judge keeps all its values
        current = next((candidate for candidate in candidates if candidate.id == old[0]), None)
        if (current is None and len(called) > 2 * CALLED) or (current is not None and current.token != old[1]):
            del _judges[old]
    before = restarts_of(candidates, _judges)
    results = list(store.kept(work_on(job, candidates, _judges, deadline, lambda message: None)))
    return results, restarts_of(candidates, _judges) - before


def restarts_of(candidates: Sequence[Candidate], judges: Mapping[tuple[str, str, str], Judge]) -> int:
    """The number of processes of these metrics that ended too early."""
    by_name = {(candidate.id, candidate.token): candidate for candidate in candidates}
    return sum(by_name[key[:2]].restarts(judge) for key, judge in judges.items() if key[:2] in by_name)


def started_again(number: int) -> str:
    """The part of a progress line about processes of metrics that were started again.

    It stands first, because a narrow terminal cuts off the end of a line.
    """
    return f"restarts of metrics: {number}  " if number else ""


def work_on(
    job: Job,
    candidates: Sequence[Candidate],
    judges: dict[tuple[str, str, str], Judge],
    deadline: float | None,
    tell: Callable[[str], None],
) -> Iterator[SearchedCell]:
    """The cells of one reading of one constraint, for every candidate of its task.

    Each is yielded once it is settled.
    """
    cells = _computed(job, candidates, judges, deadline, tell)
    # a user's metric may depend on the filters and flags that the user has set
    return _unmoved(cells) if all(candidate.metric is not None for candidate in candidates) else cells


def _computed(
    job: Job,
    candidates: Sequence[Candidate],
    judges: dict[tuple[str, str, str], Judge],
    deadline: float | None,
    tell: Callable[[str], None],
) -> Iterator[SearchedCell]:
    constraint = registry.constraint(job.constraint)

    def tick(message: str) -> bool:
        tell(f"{started_again(restarts_of(candidates, judges))}{message}")
        return deadline is None or time.monotonic() < deadline

    judged: dict[str, tuple[Candidate, Judge]] = {}
    for candidate in candidates:
        if constraint.task in candidate.judged_in:
            key = (candidate.id, candidate.token, constraint.task)
            if key not in judges:
                judges[key] = candidate.judge(constraint.task)
            judges[key].deadline = deadline
            judged[candidate.id] = candidate, judges[key]
    reading = constraint.reading(job.reading)
    ours = {
        name: registry.metric(candidate.metric).reduced(constraint.task)
        for name, (candidate, _) in judged.items()
        if candidate.metric is not None and job.proofs
    }

    def proved(name: str) -> bool:
        return name in ours and provable(ours[name], constraint, reading, job.effort.seed)

    every = [judge for _, judge in judged.values()]
    for cell in as_settled(constraint, reading, every, job.effort, tick, proved, job.hurried):
        candidate, judge = judged[cell.metric]
        in_time = tick(
            f"{'proofs of ' if cell.metric in ours else ''}{constraint.name} ({reading.name}), {cell.metric}"
        )
        cell = cell.through(candidate.reduction(constraint.task))
        if cell.metric in ours:
            cell = settle(cell, ours[cell.metric], constraint, reading, regions=in_time, seed=job.effort.seed)
            if in_time and isinstance(judge, ExactJudge):
                cell = gone_beyond(cell, judge, ours[cell.metric], constraint, reading, job.effort)
        # if the time was over, not everything was tried
        whole = in_time and judge.is_probed and candidate.code is not None
        yield cell, candidate.needs(judge) if whole else None
