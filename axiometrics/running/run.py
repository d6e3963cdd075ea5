"""Runs the search for metrics and constraints, in this process or several, and gathers the cells into a matrix."""

from __future__ import annotations

import time
import uuid
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from axiometrics import __version__, registry
from axiometrics.core.cell import Cell, with_differences
from axiometrics.core.constraint import Constraint
from axiometrics.core.documents import written
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.metric import Metric
from axiometrics.core.signature import INVARIANCES
from axiometrics.core.task import task as task_of
from axiometrics.registry import studies
from axiometrics.running.backends import spread
from axiometrics.running.cache import NOTES, Cache, key
from axiometrics.running.dependencies import NOTHING, Needs
from axiometrics.running.implied import carried
from axiometrics.running.settings import Search
from axiometrics.running.settlement import gone_beyond, provable, settle
from axiometrics.running.shipped_proofs import about
from axiometrics.running.sources import code, sources
from axiometrics.search import Effort, ExactJudge, Judge, as_settled

Progress = Callable[[int, int, str], None]
"""Called with jobs done, jobs in all, and what is under way."""


class InterruptedRunError(KeyboardInterrupt):
    """Ctrl-C during a run; `matrix` holds the cells that were finished."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__("interrupted")
        self.matrix = matrix


class FailedRunError(Exception):
    """A run that an error in axiometrics ended. `__cause__` is that error; `matrix` holds the cells finished before."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__("an internal error ended the run")
        self.matrix = matrix


def _nothing(judge: Judge) -> Needs:
    return NOTHING


def _never(judge: Judge) -> int:
    return 0


@dataclass(frozen=True)
class Candidate:
    """A metric as the runner takes it: what describes it, and how its judge is made (in each process anew)."""

    entry: Mapping[str, Any]
    tasks: tuple[str, ...]
    judge: Callable[[str], Judge]
    portable: bool = True
    metric: str | None = None
    """For a metric of ours, its id: its cells may be settled by proofs."""
    token: str = ""
    """Differs between two loads of one metric, whose code may have changed in between."""
    code: str | None = None
    """What its verdicts depend on besides its id and our code, as a digest; None where that is not known, and nothing
    is kept.
    """
    home: str | None = None
    """The module of ours that its verdicts rest on: the one that declares it, or that calls it; None where that is not
    known, and nothing is kept.
    """
    needs: Callable[[Judge], Needs | None] = _nothing
    """What the verdicts of a judge of it turned out to depend on besides; None where that is not known, and they are
    not kept.
    """

    restarts: Callable[[Judge], int] = _never
    """How many processes of a metric ended before their time: progress tells it."""

    through: tuple[str, ...] = ()
    """Further tasks whose constraints judge it where they are asked for, through a reduction of its own task."""

    @property
    def judged_in(self) -> tuple[str, ...]:
        """Every task whose constraints can judge it."""
        return (*self.tasks, *self.through)

    def reduction(self, task: str) -> str | None:
        """The name of the reduction through which constraints on a task judge it; None for its own tasks."""
        if task in self.tasks:
            return None
        return next((one.name for one in task_of(self.tasks[0]).reductions if one.task == task), None)

    @property
    def id(self) -> str:
        """The metric's name."""
        return str(self.entry["id"])


def builtin(metric: Metric) -> Candidate:
    """A metric of ours, decided exactly."""
    judge, home = partial(_exact_judge, metric.id), registry.homes().get(("metric", metric.base))
    through = tuple(reduction.task for reduction in task_of(metric.task).reductions)
    return Candidate(metric.describe(), (metric.task,), judge, metric=metric.id, code="", home=home, through=through)


def _exact_judge(name: str, task: str) -> Judge:
    return ExactJudge(registry.metric(name).reduced(task))


@dataclass(frozen=True)
class Spreading:
    """Where jobs run, if several run at once: `loky` (processes of this machine) or `dask`, with the address of its
    scheduler.
    """

    backend: str = "loky"
    address: str | None = None


TOGETHER, FEW = 17, 4
"""Metrics that are searched together where more than a few workers are there: they share the cases, and each group
waits for its slowest.
"""

TOO_MUCH = 2**25
"""Bytes of values that one metric keeps for a reading, above which metrics are searched one after the other."""

CALLED = 7
"""Metrics of a user that are searched at a time, through all constraints. Each has two processes, of which only so many
live at once (`candidates.containment.pool`): with more metrics, each would be imported anew for every block of cases.
"""


@dataclass(frozen=True)
class _Job:
    constraint: str
    reading: str
    effort: Effort
    proofs: bool = True


def run(
    candidates: Sequence[Candidate],
    constraints: Iterable[Constraint] | None = None,
    search: Search | None = None,
    *,
    readings: str = "default",
    settings: Mapping[str, Any] | None = None,
    progress: Progress = lambda done, total, what: None,
    cache: Cache | None = None,
    spreading: Spreading = Spreading(),
) -> Matrix:
    """The matrix of candidates under the constraints of their tasks (those of the first study of each unless given).

    All readings of a constraint are computed; `readings` (`default`, `all` or a name) selects which the matrix keeps.
    With `search.jobs` above 1 the readings are shared out among processes, or as `spreading` says on a cluster; the
    cells are the same. With a `cache`, cells found there are not computed again, and each new one is put there at once.
    `settings` are further settings that the matrix records.

    Raises `InterruptedRunError` on Ctrl-C and `FailedRunError` on an error of ours, with what was finished.
    """
    search = search or Search()
    tasks = {task for candidate in candidates for task in candidate.tasks}
    judged = tasks.union(*(candidate.judged_in for candidate in candidates))
    chosen = [c for c in (studies.of_tasks(tasks) if constraints is None else constraints) if c.task in judged]
    work = [_Job(c.name, r.name, search.effort(c, r), search.proofs) for c in chosen for r in c.readings]
    deadline = None if search.budget is None else time.monotonic() + search.budget
    done: dict[_Job, list[Cell]] = {job: [] for job in work}
    make = partial(
        _matrix,
        candidates,
        chosen,
        readings,
        {**(settings or {}), **search.to_json(), "reading": readings},
        cache,
    )
    try:
        tasks_of = {c.name: c.task for c in chosen}
        with closing(
            _perform(_Plan(work, candidates, tasks_of, cache), search.jobs, deadline, progress, spreading)
        ) as performed:
            for job, cells in performed:
                done[job] += cells
    except KeyboardInterrupt:
        raise InterruptedRunError(make(done, work)) from None
    except AxiometricsError:
        raise  # a mistake of the user, which is told before anything is computed
    except Exception as error:
        raise FailedRunError(make(done, work)) from error
    return make(done, work)


_Found = tuple[Cell, Needs | None]
"""A cell, and what it depends on besides what its key says; None where it is not to be kept."""


@dataclass(frozen=True)
class _Store:
    """Where the cells of a job are kept, and the keys of the metrics whose cells may be."""

    cache: Cache | None = None
    keys: Mapping[str, str] = field(default_factory=dict)

    def kept(self, found: Iterable[_Found]) -> Iterator[_Found]:
        """The cells, each kept as soon as it comes; one that could not be is still to be kept."""
        for cell, needs in found:
            known = self.keys.get(cell.metric)
            kept = (
                self.cache is not None
                and known is not None
                and needs is not None
                and self.cache.put(known, cell, needs)
            )
            yield cell, None if kept else needs


class _Plan:
    """What is left to compute: the jobs, each with the candidates whose cells the cache has not."""

    def __init__(
        self, work: list[_Job], candidates: Sequence[Candidate], tasks: Mapping[str, str], cache: Cache | None
    ) -> None:
        self.cache = cache
        self._tasks = tasks
        self.known: dict[_Job, list[Cell]] = {}
        self.left: dict[_Job, list[Candidate]] = {}
        if cache is not None:
            sources().recall(cache.folder / NOTES)
        for job in work:
            asked = [candidate for candidate in candidates if tasks[job.constraint] in candidate.judged_in]
            found = {candidate.id: cell for candidate in asked if (cell := self._get(job, candidate)) is not None}
            self.known[job] = list(found.values())
            self.left[job] = [candidate for candidate in asked if candidate.id not in found]
        if cache is not None:
            sources().note(cache.folder / NOTES)

    def _get(self, job: _Job, candidate: Candidate) -> Cell | None:
        known = None if self.cache is None else self._key(job, candidate)
        return None if self.cache is None or known is None else self.cache.get(known)

    def store(self, job: _Job) -> _Store:
        """Where the cells of a job are kept."""
        if self.cache is None:
            return _Store()
        keys = {candidate.id: self._key(job, candidate) for candidate in self.left[job]}
        return _Store(self.cache, {name: known for name, known in keys.items() if known is not None})

    def _key(self, job: _Job, candidate: Candidate) -> str | None:
        """The key of a cell, None where it cannot be told what the cell rests on."""
        if candidate.code is None:
            return None
        homes, task = registry.homes(), self._tasks[job.constraint]
        proofs = job.proofs and candidate.metric is not None
        starts = [candidate.home, homes.get(("constraint", job.constraint)), homes.get(("task", task)), __name__]
        if proofs:  # whose links are checked by the definition, where there is one
            starts.append(homes.get(("definition", candidate.entry["base"]), __name__))
        if None in starts:
            return None
        ships: list[Any] = []
        if proofs:  # whose vocabulary is named by a text that may be computed, so that no module names it
            (constraint,) = registry.match_constraints(job.constraint)
            starts.append(constraint.vocabulary)
            ships = [written(one) for one in about(candidate.id, constraint, job.reading)]
        rests = code(tuple(filter(None, starts)), task, proofs)
        effort = job.effort
        sought = job.constraint, job.reading, effort.size, effort.examples, effort.seed, job.proofs
        return None if rests is None else key(rests, candidate.id, candidate.code, *sought, ships)


def _perform(
    plan: _Plan, jobs: int, deadline: float | None, progress: Progress, spreading: Spreading
) -> Generator[tuple[_Job, list[Cell]]]:
    yield from plan.known.items()
    work = [job for job, candidates in plan.left.items() if candidates]
    if (jobs > 1 or spreading.backend != "loky") and all(
        candidate.portable for candidates in plan.left.values() for candidate in candidates
    ):
        yield from _spread(plan, work, jobs, deadline, progress, spreading)
        return
    pieces = [[(job, left) for job in work if (left := among(plan.left[job]))] for among in _groups(plan, work)]
    done, total = 0, sum(map(len, pieces))
    for piece in pieces:
        judges: dict[tuple[str, str, str], Judge] = {}
        for job, candidates in piece:
            tell = partial(progress, done, total)
            for cell, _ in plan.store(job).kept(_work(job, candidates, judges, deadline, tell)):
                yield job, [cell]
            done += 1
    progress(total, total, "done")


def _keeps_much(job: _Job) -> bool:
    """Whether a metric that is searched so far keeps more values than others can keep beside it."""
    constraint = next(c for c in registry.constraints() if c.name == job.constraint)
    memory = getattr(constraint.reading(job.reading).cases, "memory", None)
    return memory is not None and memory(job.effort.size) > TOO_MUCH


def _groups(plan: _Plan, work: list[_Job]) -> list[Callable[[list[Candidate]], list[Candidate]]]:
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
    plan: _Plan, work: list[_Job], jobs: int, deadline: float | None, progress: Progress, spreading: Spreading
) -> Generator[tuple[_Job, list[Cell]]]:
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
    limit = _Limit(deadline) if here or deadline is None else _Limit(deadline - time.monotonic(), uuid.uuid4().hex)
    tasks = [(_work_apart, (job, piece, limit, plan.store(job) if here else _Store())) for job, piece in pieces]
    with closing(spread(tasks, jobs, spreading.backend, spreading.address)) as results:
        restarts = 0
        for done, (i, (cells, again)) in enumerate(results, 1):
            job = pieces[i][0]
            restarts += again
            yield job, [cell for cell, _ in plan.store(job).kept(cells)]
            progress(done, len(pieces), f"{job.constraint} ({job.reading}){_started_again(restarts)}")


def _pieces(candidates: list[Candidate], size: int) -> list[list[Candidate]]:
    """The candidates in groups of at most that size, all of nearly the same."""
    number = -(-len(candidates) // size)
    return [candidates[i::number] for i in range(number)]


def _unmoved(cells: Iterator[_Found]) -> Iterator[_Found]:
    """The cells, each computed with the same filters of warnings and flags of the floating point unit, whatever the
    caller has set: a float that overflows is a filter that does not clear a case, and not an error.
    """
    found: _Found | None = None
    while True:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore", RuntimeWarning)
            found = next(cells, None)
        if found is None:
            return
        yield found


_judges: dict[tuple[str, str, str], Judge] = {}
"""The judges of this worker process, kept from one job to the next."""


_begun: dict[str, float] = {}
"""When this process was given the first job of a run, by the name of the run."""


@dataclass(frozen=True)
class _Limit:
    """When a job has to end, told to a process that may be on another machine.

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
        """The end by the monotonic clock of this process."""
        return self.at if self.at is None or not self.run else _begun.setdefault(self.run, time.monotonic()) + self.at


def _work_apart(job: _Job, candidates: Sequence[Candidate], limit: _Limit, store: _Store) -> tuple[list[_Found], int]:
    """A job in a process or on a machine of its own; and how many processes of metrics ended meanwhile."""
    deadline = limit.deadline()
    called = [known for known in _judges if known[1]]
    for old in called:  # a process may serve several runs, and in one run many metrics, each with all its values
        one = next((candidate for candidate in candidates if candidate.id == old[0]), None)
        if (one is None and len(called) > 2 * CALLED) or (one is not None and one.token != old[1]):
            del _judges[old]
    before = _restarts(candidates, _judges)
    found = list(store.kept(_work(job, candidates, _judges, deadline, lambda what: None)))
    return found, _restarts(candidates, _judges) - before


def _restarts(candidates: Sequence[Candidate], judges: Mapping[tuple[str, str, str], Judge]) -> int:
    """How many processes of these metrics ended before their time."""
    by_name = {(candidate.id, candidate.token): candidate for candidate in candidates}
    return sum(by_name[known[:2]].restarts(judge) for known, judge in judges.items() if known[:2] in by_name)


def _started_again(number: int) -> str:
    return f"; processes of metrics that were started again: {number}" if number else ""


def _work(
    job: _Job,
    candidates: Sequence[Candidate],
    judges: dict[tuple[str, str, str], Judge],
    deadline: float | None,
    tell: Callable[[str], None],
) -> Iterator[_Found]:
    """The cells of one reading of one constraint, for every candidate of its task, each as it is settled."""
    cells = _computed(job, candidates, judges, deadline, tell)
    # a metric of a user may rest on what the user has set
    return _unmoved(cells) if all(candidate.metric is not None for candidate in candidates) else cells


def _computed(
    job: _Job,
    candidates: Sequence[Candidate],
    judges: dict[tuple[str, str, str], Judge],
    deadline: float | None,
    tell: Callable[[str], None],
) -> Iterator[_Found]:
    constraint = next(c for c in registry.constraints() if c.name == job.constraint)

    def tick(what: str) -> bool:
        tell(f"{what}{_started_again(_restarts(candidates, judges))}")
        return deadline is None or time.monotonic() < deadline

    asked: dict[str, tuple[Candidate, Judge]] = {}
    for candidate in candidates:
        if constraint.task in candidate.judged_in:
            known = (candidate.id, candidate.token, constraint.task)
            if known not in judges:
                judges[known] = candidate.judge(constraint.task)
            asked[candidate.id] = candidate, judges[known]
    reading = constraint.reading(job.reading)
    ours = {
        name: registry.metric(candidate.metric).reduced(constraint.task)
        for name, (candidate, _) in asked.items()
        if candidate.metric is not None and job.proofs
    }

    def proved(name: str) -> bool:
        return name in ours and provable(ours[name], constraint, reading, job.effort.seed)

    for cell in as_settled(constraint, reading, [judge for _, judge in asked.values()], job.effort, tick, proved):
        candidate, judge = asked[cell.metric]
        in_time = tick(
            f"{'proofs of ' if cell.metric in ours else ''}{constraint.name} ({reading.name}), {cell.metric}"
        )
        cell = cell.through(candidate.reduction(constraint.task))
        if cell.metric in ours:
            cell = settle(cell, ours[cell.metric], constraint, reading, regions=in_time, seed=job.effort.seed)
            if in_time:
                cell = gone_beyond(cell, judge, ours[cell.metric], constraint, reading, job.effort)
        # out of time, all was not tried on it
        yield cell, candidate.needs(judge) if in_time and candidate.code is not None else None


def _entry(candidate: Candidate, cells: Iterable[Cell]) -> Mapping[str, Any]:
    """What describes a metric, with what the search found out about it before it judged."""
    found = [cell.evidence for cell in cells if cell.metric == candidate.id]
    broken = {str(shown["invariance"]) for evidence in found for shown in evidence.breaks}
    loss = next((evidence.loss for evidence in found if evidence.loss), None)
    breaks = [name for name in INVARIANCES if name in broken]
    return {**candidate.entry, **({"breaks": breaks} if breaks else {}), **({"loss": loss} if loss else {})}


def _carried(cells: list[Cell], candidates: Sequence[Candidate], cache: Cache | None) -> list[Cell]:
    """The cells with what follows for them from each other. What follows for a user's metric is kept where the metric
    is called to find it.
    """
    own = {candidate.id: [cell for cell in cells if cell.metric == candidate.id] for candidate in candidates}
    kept: dict[str, str] = {}
    known: dict[str, list[Cell]] = {}
    judged: dict[str, Judge] = {}
    for candidate in candidates if cache is not None else ():
        if candidate.metric is None and candidate.code is not None and candidate.home is not None:
            of = {("task", task) for task in candidate.tasks}
            of |= {("constraint", c.name) for c in registry.constraints() if c.task in candidate.tasks}
            homes = [home for about, home in registry.homes().items() if about in of]
            rests = code((candidate.home, __name__, *sorted(set(homes))), candidate.tasks[0], False)
            if rests is not None:
                found = [cell.to_json() for cell in own[candidate.id]]
                kept[candidate.id] = key("carried", rests, candidate.id, candidate.code, found)

    def recording(candidate: Candidate) -> Candidate:
        def judge(task: str) -> Judge:
            judged[candidate.id] = candidate.judge(task)
            return judged[candidate.id]

        return replace(candidate, judge=judge)

    for name, where in kept.items():
        try:
            known[name] = [Cell.from_json(one) for one in (cache.recall(where) if cache is not None else ())]
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    rest = [candidate for candidate in candidates if candidate.id not in known]
    found_of: dict[str, list[Cell]] = {candidate.id: [] for candidate in rest} | known
    for cell in carried((cell for cell in cells if cell.metric not in known), list(map(recording, rest))):
        found_of[cell.metric].append(cell)
    for candidate in rest:
        if cache is not None and candidate.id in kept and candidate.id in judged:
            needs = candidate.needs(judged[candidate.id])
            if needs is not None:
                cache.note(kept[candidate.id], [cell.to_json() for cell in found_of[candidate.id]], needs)
    left = {name: iter(found) for name, found in found_of.items()}
    return [next(left[cell.metric]) for cell in cells]


def _matrix(
    candidates: Sequence[Candidate],
    constraints: Sequence[Constraint],
    readings: str,
    settings: Mapping[str, Any],
    cache: Cache | None,
    done: Mapping[_Job, list[Cell]],
    work: list[_Job],
) -> Matrix:
    """The cells by metric, constraint and reading, whatever order they were found in."""
    place = {candidate.id: i for i, candidate in enumerate(candidates)}
    found = [cell for job in work for cell in done.get(job, [])]
    cells = sorted(with_differences(_carried(found, candidates, cache)), key=lambda cell: place[cell.metric])
    first = {c.name: c.readings[0].name for c in constraints}

    def kept(cell: Cell | Missing) -> bool:
        wanted = first[f"{cell.task}:{cell.constraint}"] if readings == "default" else readings
        return readings == "all" or cell.reading == wanted

    there = {(cell.task, cell.metric, cell.constraint, cell.reading) for cell in cells}
    asked = (
        Missing(c.task, candidate.id, c.id, reading.name)
        for c in constraints
        for reading in c.readings
        for candidate in candidates
        if c.task in candidate.judged_in
    )
    return Matrix(
        tuple(_entry(candidate, cells) for candidate in candidates),
        tuple(c.describe() for c in constraints),
        tuple(cell for cell in cells if kept(cell)),
        settings,
        __version__,
        tuple(one for one in asked if kept(one) and (one.task, one.metric, one.constraint, one.reading) not in there),
    )
