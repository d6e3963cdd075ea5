"""How strong constraints are: the share of mutants that each rejects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np

from axiometrics import registry
from axiometrics.comparison.separation.kinds import kinds
from axiometrics.comparison.separation.ranks import floats, order
from axiometrics.comparison.strength.mutant import Mutant
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.errors import UndecidedError
from axiometrics.core.exact import sign
from axiometrics.core.family import CaseFamily
from axiometrics.core.matrix import Matrix
from axiometrics.core.metric import Metric
from axiometrics.core.page import Presentable
from axiometrics.core.task import Outputs, task
from axiometrics.generators.blocks import MARGIN
from axiometrics.running.candidate import Candidate
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes
from axiometrics.search import ExactJudge

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class ReadingStrength:
    """What one reading of a constraint makes of the mutants.

    Attributes
    ----------
    task, constraint, reading : which one
    cells : mutant -> its cell
    original_holds : mutant -> whether the metric that it was satisfies the reading
    """

    task: str
    constraint: str
    reading: str
    cells: Mapping[str, Cell]
    original_holds: Mapping[str, bool]

    @property
    def tried(self) -> list[str]:
        """The mutants on which the constraint has a verdict."""
        return [name for name, cell in self.cells.items() if cell.holds is not None]

    @property
    def rejected(self) -> list[str]:
        """The mutants that violate it."""
        return [name for name, cell in self.cells.items() if cell.holds is False]

    @property
    def spoilt(self) -> list[str]:
        """Of the mutants tried, those of metrics that satisfy it: here only the mistake can be what is rejected."""
        return [name for name in self.tried if self.original_holds[name]]

    @property
    def caught(self) -> list[str]:
        """Of those, the ones that violate it."""
        return [name for name in self.spoilt if self.cells[name].holds is False]


@dataclass(frozen=True, repr=False)
class Strength(Presentable):
    """The rows of all constraints tried.

    Attributes
    ----------
    rows : one a reading of a constraint
    mutants : those that count
    equivalent : those equal in value to their original on all cases compared, which do not count
    alike : those that count, violate nothing that their original satisfies, and order the outputs of every gold
        compared as it does
    compared : how far that was compared, in documents
    settings : how far constraints were searched, and under which readings
    descriptive : constraints that judge nothing and so reject nothing
    """

    rows: tuple[ReadingStrength, ...]
    mutants: tuple[Mutant, ...]
    equivalent: tuple[Mutant, ...]
    alike: tuple[Mutant, ...] = ()
    compared: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    descriptive: tuple[str, ...] = ()

    @property
    def uncaught(self) -> tuple[Mutant, ...]:
        """The mutants that violate nothing that their original satisfies."""
        return _uncaught(self.rows, self.mutants)


def _uncaught(rows: Sequence[ReadingStrength], mutants: Sequence[Mutant]) -> tuple[Mutant, ...]:
    caught = {name for row in rows for name in row.caught}
    return tuple(mutant for mutant in mutants if mutant.id not in caught)


def share(part: Sequence[str], whole: Sequence[str]) -> Fraction | None:
    """The share of the whole, None of nothing."""
    return Fraction(len(part), len(whole)) if whole else None


def strength(
    mutants: Sequence[Mutant],
    constraints: Sequence[Constraint],
    *,
    reading: str = "default",
    sizes: Sizes | None = None,
    progress: Progress = lambda done, total, what: None,
) -> Strength:
    """For each constraint (in the readings asked for: `default`, `all` or a name) the mutants that it rejects.

    Mutants and the metrics that they were are searched alike, up to `sizes` (by default those of the tasks). A mutant
    that is equal in value to its original on every small case of the task (`World.equal`) is not counted, though it may
    differ on larger ones. Where a constraint does not apply to a mutant, or is undetermined, the mutant is not tried.
    """
    tasks = {c.task for c in constraints}
    of_tasks = [mutant for mutant in mutants if mutant.task in tasks]
    equivalent = tuple(mutant for mutant in of_tasks if equal(registry.metric(mutant.original), mutant.metric))
    counted = tuple(mutant for mutant in of_tasks if mutant not in equivalent)
    judging = [c for c in constraints if c.quantifier is not Quantifier.DESCRIBES]
    originals = {name: registry.metric(name) for name in dict.fromkeys(mutant.original for mutant in counted)}
    candidates = [_candidate(metric) for metric in (*(mutant.metric for mutant in counted), *originals.values())]
    search = Search(sizes or small_sizes(judging))
    matrix = run(candidates, judging, search, readings=reading, progress=progress)
    rows = tuple(
        row for c in judging for r in c.readings if (row := _row(matrix, c, r.name, counted, originals)) is not None
    )
    alike = tuple(
        mutant
        for mutant in _uncaught(rows, counted)
        if _everywhere(_same_order, originals[mutant.original], mutant.metric)
    )
    compared = {
        world.name: world.equal for name in registry.tasks.names() if name in tasks for world in task(name).worlds
    }
    return Strength(
        rows,
        counted,
        equivalent,
        alike,
        compared,
        matrix.settings,
        tuple(c.name for c in constraints if c not in judging),
    )


def small_sizes(constraints: Iterable[Constraint]) -> Sizes:
    """How far mutants are searched unless told: as the readings of the constraints declare, else their tasks. Small
    cases show most mistakes.

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
    """The first size from `least` on up to which the family has a case; `least` where it has none unless told."""
    sizes = range(least, family.largest(None) + 1)
    return next((size for size in sizes if next(iter(family.blocks(size)), None) is not None), least)


def _candidate(metric: Metric) -> Candidate:
    return Candidate(metric.describe(), (metric.task,), partial(_judge, metric), portable=False)


def _judge(metric: Metric, task: str) -> ExactJudge:
    return ExactJudge(metric)


def _row(
    matrix: Matrix, constraint: Constraint, reading: str, mutants: Sequence[Mutant], originals: Mapping[str, Metric]
) -> ReadingStrength | None:
    cells = {
        cell.metric: cell
        for cell in matrix
        if (cell.task, cell.constraint, cell.reading) == (constraint.task, constraint.id, reading)
    }
    found = {mutant.id: cells[mutant.id] for mutant in mutants if mutant.id in cells}
    holds = {mutant.id: bool(cells[originals[mutant.original].id].holds) for mutant in mutants if mutant.id in cells}
    return ReadingStrength(constraint.task, constraint.id, reading, found, holds) if found else None


def equal(one: Metric, other: Metric, size: int | None = None) -> bool:
    """Whether two metrics of a task have the same value, or none, on every gold and output up to `size` documents
    (default: `World.equal`).

    >>> equal(registry.metric("f"), registry.metric("f(beta=1)"), 4), equal(registry.metric("precision"),
    ...     registry.metric("recall"), 4)
    (True, False)
    """
    return _everywhere(_equal_on, one, other, size)


def _everywhere(
    agree: Callable[[Metric, Metric, Outputs], bool], one: Metric, other: Metric, size: int | None = None
) -> bool:
    compared = kinds(one.task, (one, other), size, "equal")
    for documents in range(1, max(kind.last for kind in compared) + 1):
        for kind in compared:
            if documents <= kind.last and not all(agree(one, other, outputs) for outputs in kind.outputs(documents)):
                return False
    return True


def _same_order(one: Metric, other: Metric, outputs: Outputs) -> bool:
    first, second = order(one, outputs), order(other, outputs)
    return not (first.unsure.any() or second.unsure.any()) and bool((first.places == second.places).all())


def _equal_on(one: Metric, other: Metric, outputs: Outputs) -> bool:
    first, second = floats(one, outputs), floats(other, outputs)
    if (np.isnan(first) != np.isnan(second)).any():
        return False
    defined = np.flatnonzero(~np.isnan(first))
    scale = np.maximum(1.0, np.maximum(np.abs(first), np.abs(second)))
    if (np.abs(first - second) > MARGIN * scale)[defined].any():
        return False
    try:
        return not any(sign(_difference(one, other, outputs, k)) for k in defined.tolist())
    except UndecidedError:
        return False


def _difference(one: Metric, other: Metric, outputs: Outputs, k: int) -> Any:
    output = outputs.output(k)
    return one.exact(output, outputs.gold) - other.exact(output, outputs.gold)
