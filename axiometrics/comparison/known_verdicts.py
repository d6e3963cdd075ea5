"""Add the proved verdicts of a definition to the cells of a user's metric that equals the definition.

Nothing is proved about a function that is only run, because a search ends at some size. If the function equals one of
our definitions on all inputs that were tried, the proofs about the definition are worth knowing. They are reported as a
separate statement: the equality was tried, and the proof is about the definition. The verdict of the metric itself
stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from axiometrics import registry
from axiometrics.comparison.identification.questions import equal_definition
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.errors import AxiometricsError, UnknownNameError
from axiometrics.core.evidence import Exhaustive, KnownVerdict, Proven, Refuted, Regional, Sampled
from axiometrics.core.matrix import Matrix
from axiometrics.core.task import task as task_of
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate, builtin
from axiometrics.running.run import FailedRunError, run
from axiometrics.running.settings import Search, Sizes
from axiometrics.search.judge import MetricFailedError

SIZE = 4
"""The number of documents up to which every input is tried. Drawn inputs are larger, up to about a thousand
documents.
"""


def with_known_verdicts(
    whole: Matrix,
    candidates: Sequence[Candidate],
    constraints: Sequence[Constraint],
    search: Search,
    cache: Cache | None,
) -> Matrix:
    """The matrix, in which each cell of a user's metric that a search left open also has the proved verdict of the
    definition that the metric equals. This verdict is a remark: it is left out where it cannot be found.
    """
    users = [candidate for candidate in candidates if candidate.metric is None]
    if not users or search.budget is not None:
        return whole
    verdicts: dict[tuple[str, ...], KnownVerdict] = {}
    for candidate in users:
        for task in candidate.tasks:
            cells = [cell for cell in whole if (cell.metric, cell.task) == (candidate.id, task) and _is_open(cell)]
            with suppress(AxiometricsError, MetricFailedError, FailedRunError, ArithmeticError, AssertionError):
                for cell, verdict in _verdicts(candidate, task, cells, constraints, search, cache):
                    verdicts[_place(cell)] = verdict
    cells = [
        structs.replace(cell, evidence=structs.replace(cell.evidence, definition=verdicts[_place(cell)]))
        if _place(cell) in verdicts
        else cell
        for cell in whole
    ]
    return replace(whole, cells=tuple(cells))


def _is_open(cell: Cell) -> bool:
    """Whether a search found no violation, but did not look at every size."""
    return isinstance(cell.evidence, Exhaustive | Sampled) or cell.unwitnessed


def _place(cell: Cell) -> tuple[str, ...]:
    return cell.metric, cell.task, cell.constraint, cell.reading


def _verdicts(
    candidate: Candidate,
    task: str,
    cells: Sequence[Cell],
    constraints: Sequence[Constraint],
    search: Search,
    cache: Cache | None,
) -> Iterator[tuple[Cell, KnownVerdict]]:
    equal = equal_definition(candidate, task, SIZE, cache) if cells else None
    if equal is None:
        return
    try:
        metric = registry.metric(equal.id, (task,))
    except UnknownNameError:  # a definition of more labels than the task has
        return
    for cell in cells:
        (constraint,) = (c for c in constraints if (c.task, c.id) == (task, cell.constraint))
        only = replace(constraint, readings=(constraint.reading(cell.reading),))
        size = cell.evidence.size if constraint.quantifier.over_cases else None
        sizes = Sizes() if size is None else Sizes(apart={constraint.name: size})
        limited = replace(search, sizes=sizes, max_examples=0, jobs=1)
        (ours,) = run([builtin(metric)], [only], limited, readings="all", cache=cache)
        if isinstance(ours.evidence, Proven | Regional | Refuted) and ours.holds is not None:
            words = f"{metric.display} {_said(ours, constraint)}{f'. {equal.limits}' if equal.limits else ''}"
            kind = ours.evidence.kind
            yield cell, KnownVerdict(metric.id, metric.display, equal.inputs, ours.holds, kind, words)


def _said(cell: Cell, constraint: Constraint) -> str:
    if cell.counterexample is not None:
        return f"violates it on a case of {task_of(cell.task).items(cell.counterexample['documents'])}"
    if constraint.quantifier is Quantifier.EVENTUALLY and cell.holds:
        n0 = cell.scan.n0 if cell.scan else None
        return f"satisfies it from {f'n = {n0}' if n0 else 'some n'} on, proved"
    if constraint.quantifier is Quantifier.EXISTS and cell.holds:
        return "satisfies it for some n, proved"
    size = "size" if constraint.quantifier.over_cases else "n"
    return f"{'satisfies' if cell.holds else 'violates'} it for every {size}, proved"
