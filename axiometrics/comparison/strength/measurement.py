"""The strength of constraints: the share of mutants that each constraint rejects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np

from axiometrics import __version__, registry
from axiometrics.comparison.strength.document import (
    ConstraintStrength,
    MutantEntry,
    MutantVerdict,
    Rejected,
    StrengthDocument,
    StrengthSettings,
)
from axiometrics.comparison.strength.mutant import OPERATORS, Mutant
from axiometrics.comparison.walk import Walk, kinds
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.family import CaseFamily
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.matrix import Matrix
from axiometrics.core.metric import Metric
from axiometrics.core.progress import Progress, silent
from axiometrics.core.task import Outputs, task
from axiometrics.judging import ExactJudge
from axiometrics.judging.orders import order
from axiometrics.judging.outputs import floats
from axiometrics.judging.signs import sign_if_decided
from axiometrics.running.candidate import Candidate
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes


def strength(
    mutants: Sequence[Mutant],
    constraints: Sequence[Constraint],
    *,
    reading: str = "default",
    sizes: Sizes | None = None,
    progress: Progress = silent,
) -> StrengthDocument:
    """For each constraint (in the readings asked for: `default`, `all` or a name) the mutants that it rejects.

    Mutants and their original metrics are searched alike, up to `sizes` (by default those of the tasks). A mutant
    that is equal in value to its original on every small case of the task (`World.equal`) is not counted, though it may
    differ on larger ones. Where a constraint does not apply to a mutant, or is undetermined, the mutant is not tried.
    """
    tasks = {c.task for c in constraints}
    of_tasks = [mutant for mutant in mutants if mutant.task in tasks]
    equivalent = tuple(mutant for mutant in of_tasks if equal(mutant.original_metric, mutant.metric))
    counted = tuple(mutant for mutant in of_tasks if mutant not in equivalent)
    judging = [c for c in constraints if c.quantifier is not Quantifier.DESCRIBES]
    originals = {mutant.original: mutant.original_metric for mutant in counted}
    candidates = [_candidate(metric) for metric in (*(mutant.metric for mutant in counted), *originals.values())]
    search = Search(sizes or small_sizes(judging))
    matrix = run(candidates, judging, search, readings=reading, progress=progress)
    rows = [
        row for c in judging for r in c.readings if (row := _row(matrix, c, r.name, counted, originals)) is not None
    ]
    return StrengthDocument(
        "axiometrics/strength/1",
        __version__,
        StrengthSettings(matrix.settings.get("max_size"), matrix.settings["reading"]),
        {world.name: world.equal for name in registry.tasks.names() if name in tasks for world in task(name).worlds},
        OPERATORS,
        [*(_entry(mutant, rows) for mutant in counted), *(_entry(mutant, None) for mutant in equivalent)],
        [c.name for c in constraints if c not in judging],
        rows,
    )


def _entry(mutant: Mutant, rows: Sequence[ConstraintStrength] | None) -> MutantEntry:
    """The entry of a mutant with the constraints that catch it. `rows` is None where the mutant equals its original in
    value and does not count.
    """
    caught = None if rows is None else [row.name for row in rows if mutant.id in row.caught]
    alike = _everywhere(_same_order, mutant.original_metric, mutant.metric) if caught == [] else None
    about = (mutant.id, mutant.task, mutant.original_name, mutant.operator, mutant.change)
    return MutantEntry(*about, equivalent=rows is None, ordered_alike=alike, caught=caught)


def small_sizes(constraints: Iterable[Constraint]) -> Sizes:
    """The sizes to which mutants are searched by default: as the readings of the constraints declare, else as their
    tasks do. Small cases show most mistakes.

    Where a reading has no case up to the size of its task, its constraint is searched up to the first size that has
    one: without a case, a constraint can reject nothing. Finite readings have a size of their own.
    """
    listed = tuple(constraints)
    tasks = sorted({c.task for c in listed})
    declared = {name: size for name in tasks if (size := task(name).sizes.strength) is not None}
    apart = {c.id: size for c in listed for r in c.readings if (size := r.strength) is not None}
    first = {
        c.name: max((_first_size(r.judged, declared[c.task]) for r in c.readings if not r.finite), default=0)
        for c in listed
        if c.quantifier is Quantifier.FOR_ALL and c.task in declared and c.id not in apart
    }
    larger = {c.name: first[c.name] for c in listed if first.get(c.name, 0) > declared.get(c.task, 0)}
    return Sizes(None, {**declared, **larger, **apart})


@cache
def _first_size(family: CaseFamily, least: int) -> int:
    """The first size, from `least` on, up to which the family has a case; `least` where the family has none up to its
    largest default size.
    """
    sizes = range(least, family.largest(None) + 1)
    return next((size for size in sizes if next(iter(family.blocks(size)), None) is not None), least)


def _candidate(metric: Metric) -> Candidate:
    return Candidate(metric.describe(), (metric.task,), lambda task: ExactJudge(metric), portable=False)


def _row(
    matrix: Matrix, constraint: Constraint, reading: str, mutants: Sequence[Mutant], originals: Mapping[str, Metric]
) -> ConstraintStrength | None:
    cells = {
        cell.metric: cell
        for cell in matrix
        if (cell.task, cell.constraint, cell.reading) == (constraint.task, constraint.id, reading)
    }
    verdicts = [
        _verdict(cells[mutant.id], bool(cells[originals[mutant.original].id].holds))
        for mutant in mutants
        if mutant.id in cells
    ]
    if not verdicts:
        return None
    judged, spoilt = _rejected(verdicts), _rejected([verdict for verdict in verdicts if verdict.original_satisfies])
    named = (constraint.task, constraint.id, reading)
    return ConstraintStrength(*named, judged.tried, judged.rejected, judged.share, spoilt, verdicts)


def _verdict(cell: Cell, original_holds: bool) -> MutantVerdict:
    return MutantVerdict(
        cell.metric,
        None if cell.holds is None else not cell.holds,
        original_holds,
        cell.evidence.kind,
        cell.evidence.size,
        cell.relation,
        cell.message,
        cell.counterexample,
    )


def _rejected(verdicts: Sequence[MutantVerdict]) -> Rejected:
    judged = [verdict.rejected for verdict in verdicts if verdict.rejected is not None]
    return Rejected(len(judged), sum(judged), str(Fraction(sum(judged), len(judged))) if judged else None)


def equal(left: Metric, right: Metric, size: int | None = None) -> bool:
    """Whether two metrics of a task have the same value, or both no value, on every gold and output up to `size`
    documents (default: `World.equal`).

    >>> equal(registry.metric("f"), registry.metric("f(beta=1)"), 4), equal(registry.metric("precision"),
    ...     registry.metric("recall"), 4)
    (True, False)
    """
    return _everywhere(_equal_on, left, right, size)


def _everywhere(
    agree: Callable[[Metric, Metric, Outputs], bool], left: Metric, right: Metric, size: int | None = None
) -> bool:
    walk = Walk(kinds(left.task, (left, right), size, "equal"))
    return all(agree(left, right, outputs) for _, cases in walk.sizes() for _, outputs in cases)


def _same_order(left: Metric, right: Metric, outputs: Outputs) -> bool:
    first, second = order(left, outputs), order(right, outputs)
    return not (first.unsure.any() or second.unsure.any()) and bool((first.places == second.places).all())


def _equal_on(left: Metric, right: Metric, outputs: Outputs) -> bool:
    first, second = floats(left, outputs), floats(right, outputs)
    if (np.isnan(first) != np.isnan(second)).any():
        return False
    defined = np.flatnonzero(~np.isnan(first))
    scale = np.maximum(1.0, np.maximum(np.abs(first), np.abs(second)))
    if (np.abs(first - second) > FORMULA_ROUNDING * scale)[defined].any():
        return False
    return all(sign_if_decided(partial(_difference, left, right, outputs, k)) == 0 for k in defined.tolist())


def _difference(left: Metric, right: Metric, outputs: Outputs, k: int) -> Any:
    output = outputs.output(k)
    return left.exact(output, outputs.gold) - right.exact(output, outputs.gold)
