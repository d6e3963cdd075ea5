"""Runs the search for metrics and constraints, in this process or several, and gathers the cells into a matrix."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

from axiometrics import __version__
from axiometrics.core.cell import Cell, with_differences
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import AxiometricsError, ContradictionError
from axiometrics.core.matrix import Matrix, Missing
from axiometrics.core.signature import INVARIANCES
from axiometrics.registry import studies
from axiometrics.registry.implications import implications
from axiometrics.running.backends import HERE, Spreading
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate
from axiometrics.running.consequences import with_consequences
from axiometrics.running.job import Job
from axiometrics.running.plan import Plan
from axiometrics.running.schedule import perform
from axiometrics.running.settings import Progress, Search


class InterruptedRunError(KeyboardInterrupt):
    """Ctrl-C during a run; `matrix` holds the cells that were finished."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__("interrupted")
        self.matrix = matrix


class FailedRunError(Exception):
    """A run that an error in axiometrics ended. `__cause__` is that error; `matrix` holds the cells finished before."""

    def __init__(self, matrix: Matrix, why: str = "an internal error ended the run") -> None:
        super().__init__(why)
        self.matrix = matrix


class ContradictedRunError(FailedRunError):
    """A run that was finished, and in which declarations or verdicts contradict each other. `__cause__` is the
    `ContradictionError` that says which.
    """


def run(
    candidates: Sequence[Candidate],
    constraints: Iterable[Constraint] | None = None,
    search: Search | None = None,
    *,
    readings: str = "default",
    settings: Mapping[str, Any] | None = None,
    progress: Progress = lambda done, total, what: None,
    cache: Cache | None = None,
    spreading: Spreading = HERE,
) -> Matrix:
    """The matrix of candidates under the constraints of their tasks (those of the first study of each unless given).

    All readings of a constraint are computed; `readings` (`default`, `all` or a name) selects which the matrix keeps.
    With `search.jobs` above 1 the readings are shared out among processes, or as `spreading` says on a cluster; the
    cells are the same. With a `cache`, cells found there are not computed again, and each new one is put there at once.
    `settings` are further settings that the matrix records.

    Raises `InterruptedRunError` on Ctrl-C and `FailedRunError` on an error of ours, with what was finished; and
    `ContradictedRunError` with the whole matrix where declarations or verdicts contradict each other.
    """
    search = search or Search()
    implications()  # what is wrong with a declaration is told before anything is computed
    tasks = {task for candidate in candidates for task in candidate.tasks}
    judged = tasks.union(*(candidate.judged_in for candidate in candidates))
    chosen = [c for c in (studies.of_tasks(tasks) if constraints is None else constraints) if c.task in judged]
    work = [Job(c.name, r.name, search.effort(c, r), search.proofs) for c in chosen for r in c.readings]
    deadline = None if search.budget is None else time.monotonic() + search.budget
    done: dict[Job, list[Cell]] = {job: [] for job in work}
    described = {**(settings or {}), **search.to_json(), "reading": readings}

    def found() -> list[Cell]:
        return [cell for job in work for cell in done[job]]

    def made(cells: list[Cell]) -> Matrix:
        return _matrix(candidates, chosen, readings, described, cells)

    def anew(error: Exception) -> Matrix | None:
        """The run without what was kept in the cache, where something was, since that may be what is wrong."""
        if cache is None or not any(plan.known.values()):
            return None
        more: dict[str, Any] = {"readings": readings, "settings": settings, "progress": progress}
        return run(candidates, chosen, search, cache=cache.anew(error), spreading=spreading, **more)

    plan = Plan(work, candidates, {c.name: c.task for c in chosen}, cache)
    try:
        with closing(perform(plan, search.jobs, deadline, progress, spreading)) as performed:
            for job, cells in performed:
                done[job] += cells
        whole = with_consequences(found(), candidates, cache)
    except KeyboardInterrupt:
        raise InterruptedRunError(made(with_consequences(found(), candidates, cache).cells)) from None
    except AxiometricsError:
        raise  # a mistake of the user, which is told before anything is computed
    except Exception as error:
        again = anew(error)
        if again is None:
            raise FailedRunError(made(_followed(found(), candidates, cache))) from error
        return again
    if not whole.declarations and not whole.verdicts:
        return made(whole.cells)
    contradiction = ContradictionError((*whole.declarations, *whole.verdicts))
    again = anew(contradiction) if whole.verdicts else None
    if again is None:
        raise ContradictedRunError(made(whole.cells), str(contradiction)) from contradiction
    return again


def _followed(cells: list[Cell], candidates: Sequence[Candidate], cache: Cache | None) -> list[Cell]:
    """The cells of a run that has failed, with what follows for them from each other; as they were found where that
    fails, too.
    """
    try:
        return with_consequences(cells, candidates, cache).cells
    except Exception:  # the error that ended the run is told
        return cells


def _entry(candidate: Candidate, cells: Iterable[Cell]) -> Mapping[str, Any]:
    """What describes a metric, with what the search found out about it before it judged."""
    found = [cell.evidence for cell in cells if cell.metric == candidate.id]
    broken = {str(shown["invariance"]) for evidence in found for shown in evidence.breaks}
    loss = next((evidence.loss for evidence in found if evidence.loss), None)
    breaks = [name for name in INVARIANCES if name in broken]
    return {**candidate.about, **({"breaks": breaks} if breaks else {}), **({"loss": loss} if loss else {})}


def _matrix(
    candidates: Sequence[Candidate],
    constraints: Sequence[Constraint],
    readings: str,
    settings: Mapping[str, Any],
    found: list[Cell],
) -> Matrix:
    """The cells by metric, constraint and reading, whatever order they were found in."""
    place = {candidate.id: i for i, candidate in enumerate(candidates)}
    cells = sorted(with_differences(found), key=lambda cell: place[cell.metric])
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
