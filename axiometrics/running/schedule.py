"""Do the jobs of a plan: one after the other in this process, or divided among processes of this machine or workers of
a cluster.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.progress import Progress
from axiometrics.running.backends import Spreading, spread
from axiometrics.running.candidate import Candidate
from axiometrics.running.job import CALLED, Job, Limit, Store, started_again, work_apart, work_on
from axiometrics.running.plan import Plan
from axiometrics.search import Judge

TOGETHER, FEW = 17, 4
"""With more than `FEW` workers, up to `TOGETHER` metrics are searched together. They share the cases, and each group
takes as long as its slowest metric.
"""

TOO_MUCH = 2**25
"""The most bytes of values that a metric may keep for a reading if it is searched together with others. Metrics that
keep more are searched one after the other.
"""


def perform(
    plan: Plan, jobs: int, deadline: float | None, progress: Progress, spreading: Spreading, small: Plan | None = None
) -> Generator[tuple[Job, list[Cell]]]:
    """Yield the cells of each job as they come: first the cells in the cache, then those that are computed. For the
    same metrics, the jobs of the `small` plan are done before the jobs of the plan.
    """
    yield from plan.known.items()
    if small is not None:
        yield from small.known.items()
    work = [job for job, candidates in plan.left.items() if candidates]
    if (
        work
        and (jobs > 1 or spreading.backend != "loky")
        and all(candidate.portable for candidates in plan.left.values() for candidate in candidates)
    ):
        for part in filter(None, (small, plan)):
            todo = [job for job, candidates in part.left.items() if candidates]
            if todo:
                yield from _spread(part, todo, jobs, deadline, progress, spreading)
        return
    first = small.left if small is not None else {}
    pieces = [
        [(job, left) for part in (first, plan.left) for job in part if (left := among(part[job]))]
        for among in _groups(plan, work)
    ]
    done, total = 0, sum(map(len, pieces))
    for piece in pieces:
        judges: dict[tuple[str, str, str], Judge] = {}
        for job, candidates in piece:
            tell = partial(progress, done, total)
            store = small.store(job) if small is not None and job in first else plan.store(job)
            for cell, _ in store.kept(work_on(job, candidates, judges, deadline, tell)):
                yield job, [cell]
            done += 1
    progress(total, total, "done")


def _keeps_much(job: Job) -> bool:
    """Whether a search of this size keeps more values of a metric than other metrics can keep beside it."""
    constraint = registry.constraint(job.constraint)
    memory = getattr(constraint.reading(job.reading).cases, "memory", None)
    return memory is not None and memory(job.effort.size) > TOO_MUCH


def _groups(plan: Plan, work: list[Job]) -> list[Callable[[list[Candidate]], list[Candidate]]]:
    """The groups of candidates that are searched one after the other. Each group is a function that returns its members
    among some candidates. The user's metrics are searched a few at a time, and metrics that keep many values for the
    cases of others one at a time; all other metrics belong to the first group.
    """
    called = list(
        dict.fromkeys(candidate.id for job in work for candidate in plan.left[job] if candidate.metric is None)
    )
    large = dict.fromkeys(
        candidate.id
        for job in filter(_keeps_much, work)
        for candidate in plan.left[job]
        if candidate.metric is not None
    )
    later = [frozenset(called[i : i + CALLED]) for i in range(CALLED, len(called), CALLED)]
    later += [frozenset([name]) for name in list(large)[1:]]
    apart = frozenset().union(*later)

    def first(candidates: list[Candidate]) -> list[Candidate]:
        return [candidate for candidate in candidates if candidate.id not in apart]

    def among(names: frozenset[str], candidates: list[Candidate]) -> list[Candidate]:
        return [candidate for candidate in candidates if candidate.id in names]

    return [first, *(partial(among, names) for names in later)]


def _spread(
    plan: Plan, work: list[Job], jobs: int, deadline: float | None, progress: Progress, spreading: Spreading
) -> Generator[tuple[Job, list[Cell]]]:
    """Do the jobs on any free worker, those for many candidates first. Where there are many workers, a job is divided
    into groups of candidates.
    """
    size = TOGETHER if jobs > FEW or spreading.backend != "loky" else max(map(len, plan.left.values()))
    pieces = [
        (job, piece)
        for among in _groups(plan, work)
        for job in sorted(work, key=lambda job: -len(among(plan.left[job])))
        for piece in _pieces(among(plan.left[job]), size)
    ]
    # a process of this machine puts each cell into the cache at once; cells from a cluster are put there on arrival
    local = spreading.backend == "loky"
    limit = Limit(deadline) if local or deadline is None else Limit(deadline - time.monotonic(), uuid.uuid4().hex)
    tasks = [(work_apart, (job, piece, limit, plan.store(job) if local else Store())) for job, piece in pieces]
    with closing(spread(tasks, jobs, spreading.backend, spreading.address)) as results:
        restarts = 0
        for done, (i, (cells, again)) in enumerate(results, 1):
            job = pieces[i][0]
            restarts += again
            yield job, [cell for cell, _ in plan.store(job).kept(cells)]
            progress(done, len(pieces), f"{started_again(restarts)}{job.constraint} ({job.reading})")


def _pieces(candidates: list[Candidate], size: int) -> list[list[Candidate]]:
    """The candidates in groups of at most that size. The sizes of the groups differ by 1 at most."""
    number = -(-len(candidates) // size)
    return [candidates[i::number] for i in range(number)]
