"""Evidence carried from one reading to another that it implies, or follows from, and contradictions found.

The problem: each cell is searched by itself, so that the verdicts of two readings, of which one implies the other, can
contradict each other. When the cells of a run are there, the counterexample of a weaker reading becomes that of each
stronger one that has none, or a larger one; `admits` of the stronger reading must accept the case, and the metric is
asked again. The counterexample of a stronger reading may be a case of the weaker one, too: where `admits` accepts it,
it is tried there, so that no proof stands beside a known case that refutes it. Where all readings that imply another
one together are proved, their proofs prove it (`Proven.implied_by`), which `verify` checks by the same list of
implications. Cells outside the run are not computed for this; but a counterexample that a theorem file declares for
such a cell is known without a search, and is carried too.

Where two verdicts of exact arithmetic cannot both be right, one of them is wrong, and so is the program: that is an
internal error and never a result. A metric in floats, or one of a user, may itself be the reason (cases are enumerated
up to the names of documents, and it may look at names), so there the counterexample counts, which anyone can check.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from msgspec.structs import replace

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import (
    Enumerated,
    Erroneous,
    Exhaustive,
    ImpliedProof,
    NotApplicable,
    Proven,
    Refuted,
    Regional,
    Undetermined,
)
from axiometrics.core.family import stated
from axiometrics.core.metric import Metric
from axiometrics.core.task import task as task_of
from axiometrics.proving.theorem import Larger, entries_about
from axiometrics.registry.implications import Link, Place, agreeing, implications, weaker
from axiometrics.search import Judge, MetricFailedError
from axiometrics.search.refutation import refuted_by
from axiometrics.verification.implied import trusted
from axiometrics.verification.proofs import smallest

COMPARED = 40
"""Cases on which two metrics of which one is said to agree with the other are compared."""


class JudgedMetric(Protocol):
    """A metric of a run: its name, its id where it is one of ours, and what asks it for scores."""

    @property
    def id(self) -> str:
        """The name of the metric."""
        ...

    @property
    def metric(self) -> str | None:
        """For a metric of ours, its id."""
        ...

    @property
    def judge(self) -> Callable[[str], Judge]:
        """Makes the judge for a task."""
        ...


Key = tuple[str, str]
"""A metric, and a reading as implications name it."""


@dataclass
class _CellsOfRun:
    """The cells of a run, and the metrics that they are about."""

    cells: dict[Key, Cell]
    candidates: Mapping[str, JudgedMetric]
    judges: dict[tuple[str, str], Judge]
    metrics: dict[str, Metric | None] = field(default_factory=dict)
    names: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def judge(self, metric: str, task: str) -> Judge:
        if (metric, task) not in self.judges:
            self.judges[metric, task] = self.candidates[metric].judge(task)
        return self.judges[metric, task]

    def ours(self, metric: str) -> Metric | None:
        if metric not in self.metrics:
            name = self.candidates[metric].metric
            self.metrics[metric] = None if name is None else registry.metric(name)
        return self.metrics[metric]

    def of_task(self, metric: str, task: str) -> str | None:
        """The metric of a task that gives the values of this one there."""
        if (metric, task) not in self.names:
            ours = self.ours(metric)
            found = None if ours is None else agreeing(ours, task)
            self.names[metric, task] = metric if ours is None else None if found is None else found.id
        return self.names[metric, task]


def carried(cells: Iterable[Cell], candidates: Sequence[JudgedMetric]) -> list[Cell]:
    """The cells of a run, in their order, with what follows for them from each other.

    Raises `AssertionError` where exact verdicts contradict each other.
    """
    listed = list(cells)
    run = _CellsOfRun({_key(cell): cell for cell in listed}, {candidate.id: candidate for candidate in candidates}, {})
    for cell in listed:
        if cell.counterexample is None:
            _declared_elsewhere(run, cell)
    while any(_refute(run, link, metric) for link in implications() for metric in run.candidates):
        pass
    while any(_try_weaker(run, cell) for cell in list(run.cells.values())):
        pass
    while any(_prove(run, link, metric) for link in implications() for metric in run.candidates):
        pass
    return [run.cells[_key(cell)] for cell in listed]


def _key(cell: Cell) -> Key:
    return cell.metric, f"{cell.task}:{cell.constraint}@{cell.reading}"


def _declared_elsewhere(run: _CellsOfRun, cell: Cell) -> None:
    """Refute the cell of a metric of ours by what theorem files declare of cells outside the run."""
    metric = run.ours(cell.metric)
    if metric is None:
        return
    constraint = next((c for c in registry.constraints() if c.name == f"{cell.task}:{cell.constraint}"), None)
    if constraint is None:
        return
    place = Place(constraint, constraint.reading(cell.reading))
    for case, origin in declared_counterexamples(metric, place):
        if place.reading.judged.admits(case) is None:
            _confront(run, cell.metric, place, case, origin)


def declared_counterexamples(metric: Metric, place: Place) -> Iterator[tuple[Case, str]]:
    """The counterexamples that theorem files declare for readings that follow from a reading, for the metric or for the
    one that agrees with it on their data: each as a case of that reading, or of those that imply it together, and the
    name of the reading that it was declared for.
    """
    for known, carry in weaker(place.name):
        other = agreeing(metric, known.constraint.task)
        if other is not None:
            of = task_of(known.constraint.task)
            for entry in entries_about(other, known.constraint, known.reading):
                if isinstance(entry, Larger):
                    outputs = {role: of.output.parse(text) for role, text in entry.outputs}
                    yield carry(Case(of.gold.parse(entry.gold), outputs)), known.name


def _refute(run: _CellsOfRun, link: Link, metric: str) -> bool:
    """Carry the counterexample of the weaker reading to the stronger one; whether anything changed."""
    tasks = {place.constraint.task for place in (*link.stronger, link.weaker)}
    names = {task: run.of_task(metric, task) for task in tasks}
    failing = run.cells.get((names[link.weaker.constraint.task] or "", link.weaker.name))
    if failing is None or failing.counterexample is None:
        return False
    if not any((names[place.constraint.task], place.name) in run.cells for place in link.stronger):
        return False
    if len(tasks) > 1 and run.judge(failing.metric, failing.task).closed:
        return False  # its gold lists every document, as no case of another task does
    case = link.carry(task_of(failing.task).case(failing.counterexample.data))
    place = link.admitting(case)
    of = names[place.constraint.task]
    if of is None:
        return False
    evidence = failing.evidence
    origin = evidence.carried if isinstance(evidence, Refuted) and evidence.carried else link.weaker.name
    return _confront(run, of, place, case, origin)


def _try_weaker(run: _CellsOfRun, cell: Cell) -> bool:
    """Try a counterexample under the readings that follow from its own, where it is a case of them; whether anything
    changed.
    """
    if cell.counterexample is None:
        return False
    case = task_of(cell.task).case(cell.counterexample.data)
    if not case.is_plain:
        return False
    at = _key(cell)[1]
    found = [place for place, _ in weaker(at) if place.constraint.task == cell.task]
    changed = [_confront(run, cell.metric, place, case, at, refutes=False) for place in found]
    return any(changed)


def _confront(run: _CellsOfRun, metric: str, place: Place, case: Case, origin: str, refutes: bool = True) -> bool:
    """Compare a cell with a case on which its metric fails, and return whether the cell changed.

    With `refutes` it is certain that the case violates the constraint of the cell; without, it has to be tried.

    Raises `AssertionError` where exact evidence says that there is no such case.
    """
    cell = run.cells.get((metric, place.name))
    if cell is None or isinstance(cell.evidence, Erroneous):
        return False
    if cell.counterexample is not None and (
        task_of(cell.task).case(cell.counterexample.data).size <= case.size or cell.evidence.minimal is None
    ):
        return False
    known = stated(place.reading.judged, case)
    if isinstance(known, str):
        return False
    case = known
    started = time.perf_counter()
    judge = run.judge(metric, cell.task)
    if isinstance(cell.evidence, NotApplicable) and judge.serves(place.reading) is not None:
        return False
    try:
        decision = judge.decide(case, place.demand)
    except MetricFailedError:
        return False
    if not refutes and not decision.failed:
        return False
    if judge.exact and _excludes(cell, case, place):
        raise AssertionError(
            f"{metric}/{place.name}: its evidence ({cell.evidence.kind}) says that no case like this violates it, and "
            f"the counterexample of {origin} is one: gold {case.gold}, outputs "
            f"{', '.join(map(str, case.outputs.values()))}"
        )
    if not decision.failed:
        if not judge.exact:
            return False
        raise AssertionError(f"{metric}/{place.name}: the counterexample of {origin} does not refute it: {case.gold}")
    words = f"the counterexample of {origin}, which is a case of this reading too"
    found = refuted_by(cell, case, place.demand, decision, judge, words, time.perf_counter() - started, origin)
    run.cells[metric, place.name] = found
    return True


def _excludes(cell: Cell, case: Case, place: Place) -> bool:
    """Whether the evidence of a cell excludes such a counterexample: it says that there is no counterexample at all,
    none of this size, or none that is smaller than the one it shows.
    """
    found = cell.evidence
    if isinstance(found, Refuted):
        return found.minimal
    if isinstance(found, Exhaustive):
        return found.size is not None and case.documents <= place.reading.judged.complete(found.size)
    return isinstance(found, Proven) or (isinstance(found, Regional) and cell.holds is True)


# --- proofs


def _prove(run: _CellsOfRun, link: Link, metric: str) -> bool:
    """Prove the weaker reading where all stronger readings are proved. Returns whether anything changed."""
    names = {
        place.constraint.task: run.of_task(metric, place.constraint.task) for place in (*link.stronger, link.weaker)
    }
    of = names[link.weaker.constraint.task]
    cell = None if of is None else run.cells.get((of, link.weaker.name))
    if cell is None or not isinstance(cell.evidence, Enumerated | Undetermined) or not cell.evidence.cases:
        return False
    proofs: list[ImpliedProof] = []
    words, seconds = [], time.perf_counter()
    for place in link.stronger:
        stronger = run.cells.get((names[place.constraint.task] or "", place.name))
        if stronger is None or not isinstance(stronger.evidence, Proven) or stronger.holds is not True:
            return False
        known = _proofs(stronger.evidence, stronger.metric, place)
        if not known:
            return False
        if stronger.metric != cell.metric:
            _demand_equal(run, link, place, cell.metric, stronger.metric)
        proofs += [proof for proof in known if proof not in proofs]
        words.append(f"{place.name}: {stronger.evidence.method}")
    evidence = cell.evidence.turned(
        Proven,
        seconds=cell.evidence.seconds + time.perf_counter() - seconds,
        method=f"each case is one of another reading, for which it is proved: {'; '.join(words)}",
        lemmas=trusted(proofs),
        implied_by=proofs,
    )
    run.cells[cell.metric, link.weaker.name] = replace(cell, holds=True, message="", evidence=evidence)
    return True


def _proofs(evidence: Proven, metric: str, place: Place) -> list[ImpliedProof]:
    if evidence.proof is not None:
        return [ImpliedProof(metric, place.constraint.name, place.reading.name, evidence.proof)]
    return list(evidence.implied_by)


def _demand_equal(run: _CellsOfRun, link: Link, place: Place, metric: str, other: str) -> None:
    """Raise `AssertionError` unless two metrics that agree by declaration do so on the smallest cases."""
    mine, theirs = run.ours(metric), run.ours(other)
    assert mine is not None, "a metric of the user is its own on each task"
    assert theirs is not None, "a metric of the user is its own on each task"
    for case in smallest(link.weaker.reading, COMPARED):
        there = link.carry(case)
        if place.reading.judged.admits(there) is None:
            for role in link.weaker.demand.roles:
                if mine.exact(case.outputs[role], case.gold) != theirs.exact(there.outputs[role], there.gold):
                    raise AssertionError(f"{metric} is said to agree with {other}, and does not on gold {case.gold}")
