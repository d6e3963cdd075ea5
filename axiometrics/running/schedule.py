"""Has the jobs of a plan done: one after the other in this process, or shared out among processes of this machine or of
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
from axiometrics.running.backends import Spreading, spread
from axiometrics.running.candidate import Candidate
from axiometrics.running.job import CALLED, Job, Limit, Store, started_again, work_apart, work_on
from axiometrics.running.plan import Plan
from axiometrics.running.settings import Progress
from axiometrics.search import Judge

TOGETHER, FEW = 17, 4
"""Metrics that are searched together where more than a few workers are there: they share the cases, and each group
waits for its slowest.
"""

TOO_MUCH = 2**25
"""The most bytes of values that one metric may keep for a reading beside others. Metrics that keep more are searched
one after the other.
"""


def perform(
    plan: Plan, jobs: int, deadline: float | None, progress: Progress, spreading: Spreading, small: Plan | None = None
) -> Generator[tuple[Job, list[Cell]]]:
    """The cells of each job as they come: first those that the cache has, then those that are computed. What the
    `small` plan asks for is computed before what the plan asks for of the same metrics.
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
    """The groups of candidates that are searched one after the other, each as what finds its members in a list: metrics
    of a user a few at a time, metrics that keep much for each other's cases one at a time, all others with the first.
    """
    called = list(dict.fromkeys(one.id for job in work for one in plan.left[job] if one.metric is None))
    large = dict.fromkeys(
        one.id for job in filter(_keeps_much, work) for one in plan.left[job] if one.metric is not None
    )
    later = [frozenset(called[i : i + CALLED]) for i in range(CALLED, len(called), CALLED)]
    later += [frozenset([name]) for name in list(large)[1:]]
    apart = frozenset().union(*later)

    def first(candidates: list[Candidate]) -> list[Candidate]:
        return [one for one in candidates if one.id not in apart]

    def among(names: frozenset[str], candidates: list[Candidate]) -> list[Candidate]:
        return [one for one in candidates if one.id in names]

    return [first, *(partial(among, names) for names in later)]


def _spread(
    plan: Plan, work: list[Job], jobs: int, deadline: float | None, progress: Progress, spreading: Spreading
) -> Generator[tuple[Job, list[Cell]]]:
    """The jobs wherever there is a free worker, those for many candidates first; in groups of candidates where there
    are many workers.
    """
    size = TOGETHER if jobs > FEW or spreading.backend != "loky" else max(map(len, plan.left.values()))
    pieces = [
        (job, piece)
        for among in _groups(plan, work)
        for job in sorted(work, key=lambda job: -len(among(plan.left[job])))
        for piece in _pieces(among(plan.left[job]), size)
    ]
    # a process of this machine keeps each cell at once; what a cluster finds is kept as it arrives
    here = spreading.backend == "loky"
    limit = Limit(deadline) if here or deadline is None else Limit(deadline - time.monotonic(), uuid.uuid4().hex)
    tasks = [(work_apart, (job, piece, limit, plan.store(job) if here else Store())) for job, piece in pieces]
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
