"""Run the search for metrics and constraints, in this process or several, and gather the cells into a matrix."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

from msgspec.structs import replace

from axiometrics import __version__
from axiometrics.core.cell import Cell, with_differences
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import AxiometricsError, ContradictionError
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.progress import Progress, silent
from axiometrics.core.signature import INVARIANCES
from axiometrics.registry import studies
from axiometrics.registry.implications import implications
from axiometrics.running.backends import HERE, Spreading
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate
from axiometrics.running.carried_cells import with_consequences
from axiometrics.running.job import Job
from axiometrics.running.plan import Plan
from axiometrics.running.schedule import perform
from axiometrics.running.settings import Search
from axiometrics.search.cells import OUT_OF_TIME

SMALL_ALONE = "out of time beyond the small sizes"
"""The message of a cell that was searched at the small sizes only, because the time was over."""


class InterruptedRunError(KeyboardInterrupt):
    """Ctrl-C during a run; `matrix` holds the cells that were finished."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__("interrupted")
        self.matrix = matrix


class FailedRunError(Exception):
    """A run that an error in axiometrics ended.

    `__cause__` is that error; `matrix` holds the cells finished before it.
    """

    def __init__(self, matrix: Matrix, why: str = "an internal error ended the run") -> None:
        super().__init__(why)
        self.matrix = matrix


class ContradictedRunError(FailedRunError):
    """A run that was finished, and in which declarations or verdicts contradict each other. `__cause__` is the
    `ContradictionError` that describes the contradiction.
    """


def run(
    candidates: Sequence[Candidate],
    constraints: Iterable[Constraint] | None = None,
    search: Search | None = None,
    *,
    readings: str = "default",
    settings: Mapping[str, Any] | None = None,
    progress: Progress = silent,
    settled: Callable[[Cell], None] | None = None,
    cache: Cache | None = None,
    spreading: Spreading = HERE,
) -> Matrix:
    """The matrix of candidates under constraints. By default, these are the constraints of the first study of each
    task.

    All readings of a constraint are computed; `readings` (`default`, `all` or a name) selects the readings that the
    matrix keeps. With `search.jobs` above 1, the readings are divided among processes, or among the workers of a
    cluster, as `spreading` says; the cells are the same. With a `cache`, cells in it are not computed again, and each
    new cell is put there at once. `settings` are further settings that the matrix records.

    `settled` is called with each cell as soon as the cell is settled. With it, or with a budget, the user's metrics are
    first searched at the small sizes of every reading. One cell may then be settled twice; the cell of the small sizes
    is kept if the time is over before the second one is settled.

    Raises `InterruptedRunError` on Ctrl-C, and `FailedRunError` on an error of ours, both with the finished cells; and
    `ContradictedRunError` with the whole matrix where declarations or verdicts contradict each other.
    """
    search = search or Search()
    implications()  # a wrong declaration is reported before anything is computed
    tasks = {task for candidate in candidates for task in candidate.tasks}
    judged = tasks.union(*(candidate.judged_in for candidate in candidates))
    chosen = [c for c in (studies.of_tasks(tasks) if constraints is None else constraints) if c.task in judged]
    soon, hurried = settled is not None or search.budget is not None, search.quick or search.budget is not None
    work = [Job(c.name, r.name, search.effort(c, r), search.proofs, hurried) for c in chosen for r in c.readings]
    deadline = None if search.budget is None else time.monotonic() + search.budget
    done: dict[tuple[str, str], dict[str, Cell]] = {(job.constraint, job.reading): {} for job in work}
    described = {**(settings or {}), **search.to_json(), "reading": readings}

    def gathered() -> list[Cell]:
        return [cell for cells in done.values() for cell in cells.values()]

    def made(cells: list[Cell]) -> Matrix:
        return _matrix(candidates, chosen, readings, described, cells)

    def anew(error: Exception) -> Matrix | None:
        """Run again without the cells from the cache, if there were any: a damaged cell may be the cause of the
        error.
        """
        if cache is None or not any(plan.known.values()):
            return None
        more: dict[str, Any] = {"readings": readings, "settings": settings, "progress": progress, "settled": settled}
        return run(candidates, chosen, search, cache=cache.anew(error), spreading=spreading, **more)

    tasks_of = {c.name: c.task for c in chosen}
    plan = Plan(work, candidates, tasks_of, cache)
    small = _small(plan, chosen, search, tasks_of, cache) if soon and not search.quick else None
    try:
        with closing(perform(plan, search.jobs, deadline, progress, spreading, small)) as performed:
            for job, cells in performed:
                for cell in cells:
                    _keep(cell, done[job.constraint, job.reading])
                    if settled is not None:
                        settled(cell)
        whole = with_consequences(gathered(), candidates, cache)
    except KeyboardInterrupt:
        raise InterruptedRunError(made(with_consequences(gathered(), candidates, cache).cells)) from None
    except AxiometricsError:
        raise  # a mistake of the user, which is reported before anything is computed
    except Exception as error:
        again = anew(error)
        if again is None:
            raise FailedRunError(made(_followed(gathered(), candidates, cache))) from error
        return again
    if not whole.declarations and not whole.verdicts:
        return made(whole.cells)
    contradiction = ContradictionError((*whole.declarations, *whole.verdicts))
    again = anew(contradiction) if whole.verdicts else None
    if again is None:
        raise ContradictedRunError(made(whole.cells), str(contradiction)) from contradiction
    return again


def _small(
    plan: Plan, chosen: Iterable[Constraint], search: Search, tasks: Mapping[str, str], cache: Cache | None
) -> Plan:
    """The plan of the first searches: the small sizes of each reading, for user's metrics without a cell in the cache.

    The first reading of each constraint comes before its other readings.
    """
    left = {(job.constraint, job.reading): candidates for job, candidates in plan.left.items()}
    readings = [(i, c, r) for c in chosen for i, r in enumerate(c.readings) if not r.finite]
    first_plan = Plan([], (), tasks, cache)
    for _, constraint, reading in sorted(readings, key=lambda entry: entry[0]):
        called = [candidate for candidate in left[constraint.name, reading.name] if candidate.metric is None]
        if called:
            effort = search.small(constraint, reading)
            first_plan.add(Job(constraint.name, reading.name, effort, search.proofs, hurried=True), called)
    return first_plan


def _keep(cell: Cell, cells: dict[str, Cell]) -> None:
    """Keep a cell, unless its search ran out of time and the cell of the small sizes says more."""
    before = cells.get(cell.metric)
    if before is None or cell.message != OUT_OF_TIME or before.message == OUT_OF_TIME:
        cells[cell.metric] = cell
    elif not before.message:
        cells[cell.metric] = replace(before, message=SMALL_ALONE)


def _followed(cells: list[Cell], candidates: Sequence[Candidate], cache: Cache | None) -> list[Cell]:
    """The cells of a run that has failed, with what follows for them from each other.

    Where that fails too, the cells are returned as they were found.
    """
    try:
        return with_consequences(cells, candidates, cache).cells
    except Exception:  # the caller reports the error that ended the run
        return cells


def _entry(candidate: Candidate, cells: Iterable[Cell]) -> Mapping[str, Any]:
    """The description of a metric, with the invariances that it breaks and the loss that the search has noticed."""
    own_evidence = [cell.evidence for cell in cells if cell.metric == candidate.id]
    broken = {str(shown["invariance"]) for evidence in own_evidence for shown in evidence.breaks}
    loss = next((evidence.loss for evidence in own_evidence if evidence.loss), None)
    breaks = [name for name in INVARIANCES if name in broken]
    return {**candidate.about, **({"breaks": breaks} if breaks else {}), **({"loss": loss} if loss else {})}


def _matrix(
    candidates: Sequence[Candidate],
    constraints: Sequence[Constraint],
    readings: str,
    settings: Mapping[str, Any],
    unordered: list[Cell],
) -> Matrix:
    """The matrix of these cells, in the order of metrics, constraints and readings."""
    place = {candidate.id: i for i, candidate in enumerate(candidates)}
    cells = sorted(with_differences(unordered), key=lambda cell: place[cell.metric])
    first = {c.name: c.readings[0].name for c in constraints}

    def kept(cell: Cell | Missing) -> bool:
        wanted = first[f"{cell.task}:{cell.constraint}"] if readings == "default" else readings
        return readings == "all" or cell.reading == wanted

    there = {(cell.task, cell.metric, cell.constraint, cell.reading) for cell in cells}
    expected = (
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
        tuple(
            missing
            for missing in expected
            if kept(missing) and (missing.task, missing.metric, missing.constraint, missing.reading) not in there
        ),
    )
