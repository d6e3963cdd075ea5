"""The plan of a run: the cells that are not in the cache and have to be computed, and the key of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.documents import written
from axiometrics.running.cache import NOTES, Cache, key
from axiometrics.running.candidate import Candidate
from axiometrics.running.job import Job, Store
from axiometrics.running.shipped_proofs import about
from axiometrics.running.sources import RUN, code, sources


class Plan:
    """The jobs that are left to do, each with the candidates whose cells are not in the cache."""

    def __init__(
        self, work: list[Job], candidates: Sequence[Candidate], tasks: Mapping[str, str], cache: Cache | None
    ) -> None:
        self.cache = cache
        self._tasks = tasks
        self.known: dict[Job, list[Cell]] = {}
        self.left: dict[Job, list[Candidate]] = {}
        if cache is not None:
            sources().recall(cache.folder / NOTES)
        for job in work:
            self.add(job, candidates)
        if cache is not None:
            sources().note(cache.folder / NOTES)

    def add(self, job: Job, candidates: Sequence[Candidate]) -> None:
        """Add a job for those of these candidates whose cells are not in the cache."""
        fitting = [candidate for candidate in candidates if self._tasks[job.constraint] in candidate.judged_in]
        cells = {candidate.id: cell for candidate in fitting if (cell := self._get(job, candidate)) is not None}
        self.known[job] = list(cells.values())
        self.left[job] = [candidate for candidate in fitting if candidate.id not in cells]

    def _get(self, job: Job, candidate: Candidate) -> Cell | None:
        cell_key = None if self.cache is None else self._key(job, candidate)
        cell = None if self.cache is None or cell_key is None else self.cache.get(cell_key)
        place = f"{candidate.id}/{job.constraint}@{job.reading}"
        return None if cell is None or f"{cell.metric}/{cell.task}:{cell.constraint}@{cell.reading}" != place else cell

    def store(self, job: Job) -> Store:
        """The place in which the cells of a job are kept."""
        if self.cache is None:
            return Store()
        keys = {candidate.id: self._key(job, candidate) for candidate in self.left[job]}
        return Store(self.cache, {name: cell_key for name, cell_key in keys.items() if cell_key is not None})

    def _key(self, job: Job, candidate: Candidate) -> str | None:
        """The key of a cell; None where it is not known which code the cell rests on."""
        if candidate.code is None:
            return None
        homes, task = registry.homes(), self._tasks[job.constraint]
        proofs = job.proofs and candidate.metric is not None
        starts = [candidate.home, homes.get(("constraint", job.constraint)), homes.get(("task", task)), RUN]
        if proofs:  # the definition, if there is one, checks the links of proofs
            starts.append(homes.get(("definition", f"{candidate.tasks[0]}:{candidate.about['base']}"), RUN))
        if None in starts:
            return None
        ships: list[Any] = []
        if proofs:  # a computed text may name the vocabulary, so that no module is seen to import it
            (constraint,) = registry.match_constraints(job.constraint)
            starts.append(constraint.vocabulary)
            ships = [written(proof) for proof in about(candidate.id, constraint, job.reading)]
        rests = code(tuple(filter(None, starts)), task, proofs)
        effort = job.effort
        sought = job.constraint, job.reading, effort.size, effort.examples, effort.seed, job.proofs
        return None if rests is None else key(rests, candidate.id, candidate.code, *sought, ships)
