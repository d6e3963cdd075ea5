"""Add to the cells of a run the evidence that follows from other cells of the run (`carried_evidence`).

The evidence that follows for a user's metric is kept in the cache, since the metric has to be called to find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.running.cache import Cache, key
from axiometrics.running.candidate import Candidate
from axiometrics.running.carried_evidence import Carried, carried
from axiometrics.running.sources import RUN, code
from axiometrics.search import Judge


def with_consequences(cells: list[Cell], candidates: Sequence[Candidate], cache: Cache | None) -> Carried:
    """Return the cells, with the evidence that follows for each from the others. For a user's metric the result is kept
    in the cache if the metric was called to find it and if there was no contradiction, since a contradiction has to be
    reported each time.
    """
    users = [candidate for candidate in candidates if candidate.metric is None]
    own = {candidate.id: [cell for cell in cells if cell.metric == candidate.id] for candidate in users}
    kept: dict[str, str] = {}
    recalled: dict[str, list[Cell]] = {}
    judged: dict[str, Judge] = {}
    for candidate in candidates if cache is not None else ():
        if candidate.metric is None and candidate.code is not None and candidate.home is not None:
            of = {("task", task) for task in candidate.tasks}
            of |= {("constraint", c.name) for c in registry.constraints() if c.task in candidate.tasks}
            homes = [home for about, home in registry.homes().items() if about in of]
            rests = code((candidate.home, RUN, *sorted(set(homes))), candidate.tasks[0], False)
            if rests is not None:
                own_cells = [cell.to_json() for cell in own[candidate.id]]
                kept[candidate.id] = key("carried", rests, candidate.id, candidate.code, own_cells)

    def recording(candidate: Candidate) -> Candidate:
        def judge(task: str) -> Judge:
            judged[candidate.id] = candidate.judge(task)
            return judged[candidate.id]

        return replace(candidate, judge=judge)

    for name, where in kept.items():
        try:
            before = [Cell.from_json(data) for data in (cache.recall(where) if cache is not None else ())]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
        if list(map(_place, before)) == list(map(_place, own[name])):
            recalled[name] = before
    rest = [candidate for candidate in candidates if candidate.id not in recalled]
    cells_of: dict[str, list[Cell]] = {candidate.id: [] for candidate in rest} | recalled
    made = carried((cell for cell in cells if cell.metric not in recalled), list(map(recording, rest)))
    for cell in made.cells:
        cells_of[cell.metric].append(cell)
    for candidate in () if made.declarations or made.verdicts else rest:
        if cache is not None and candidate.id in kept and candidate.id in judged:
            needs = candidate.needs(judged[candidate.id])
            if needs is not None:
                cache.note(kept[candidate.id], [cell.to_json() for cell in cells_of[candidate.id]], needs)
    left = {name: iter(listed) for name, listed in cells_of.items()}
    return replace(made, cells=[next(left[cell.metric]) for cell in cells])


def _place(cell: Cell) -> tuple[str, ...]:
    return cell.metric, cell.task, cell.constraint, cell.reading
