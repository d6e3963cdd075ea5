"""Evidence carried from one reading to another that it implies, or follows from, and contradictions found.

The problem: each cell is searched by itself, so that the verdicts of two readings, of which one implies the other, can
contradict each other. When the cells of a run are there, the counterexample of a weaker reading becomes that of each
stronger one that has none, or a larger one; `admits` of the stronger reading must accept the case, and the metric is
asked again. The counterexample of a stronger reading may be a case of the weaker one, too: where `admits` accepts it,
it is tried there, so that no proof stands beside a known case that refutes it. Where all readings that imply another
one together are proved, their proofs prove it (`Proven.implied_by`), which `verify` checks by the same list of
implications. Cells outside the run are not computed for this; but a counterexample that a theorem file declares for
such a cell is known without a search, and is carried too.

What contradicts itself is told, and takes no other cell with it. A case of a weaker reading that the stronger ones do
not admit shows that the declared implication is wrong: no cell is, and nothing is proved by that declaration. Where two
verdicts of exact arithmetic cannot both be right, the one that a decided case refutes is wrong, and so is the program:
that cell becomes an error. A metric in floats, or one of a user, may itself be the reason (cases are enumerated up to
the names of documents, and it may look at names), so there the counterexample counts, which anyone can check.
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
from axiometrics.core.metric import Metric
from axiometrics.core.task import task as task_of
from axiometrics.proving.theorem import Larger, entries_about
from axiometrics.registry.implications import FalseImplicationError, Link, Place, agreeing, implications, weaker
from axiometrics.registry.implications import shown as in_line
from axiometrics.search import Judge, MetricFailedError
from axiometrics.search.refutation import refuted_by
from axiometrics.verification.implied import trusted
from axiometrics.verification.proofs import smallest

COMPARED = 40
"""Cases on which two metrics of which one is said to agree with the other are compared."""


class JudgedMetric(Protocol):
    """A metric of a run: its id, its name where it is one of ours, its tasks, and what asks it for scores."""

    @property
    def id(self) -> str:
        """The name of the metric."""
        ...

    @property
    def metric(self) -> str | None:
        """For a metric of ours, its id with its task."""
        ...

    @property
    def judged_in(self) -> Sequence[str]:
        """The tasks whose constraints judge it."""
        ...

    @property
    def judge(self) -> Callable[[str], Judge]:
        """Makes the judge for a task."""
        ...


Key = tuple[str, str]
"""A metric, and a reading as implications name it."""


@dataclass(frozen=True)
class Carried:
    """The cells of a run, in their order, with what follows for them from each other; and what contradicts itself, in
    sentences: declarations that cases contradict, and verdicts that cannot both be right.
    """

    cells: list[Cell]
    declarations: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()


@dataclass
class _CellsOfRun:
    """The cells of a run, the metrics that they are about, and what was seen to contradict itself: a sentence for each
    declaration, by its text, and for each cell.
    """

    cells: dict[Key, Cell]
    candidates: Sequence[JudgedMetric]
    judges: dict[tuple[str, str], Judge]
    names: dict[tuple[str, str], str | None] = field(default_factory=dict)
    declarations: dict[str, str] = field(default_factory=dict)
    verdicts: dict[Key, str] = field(default_factory=dict)

    def judge(self, metric: str, task: str) -> Judge:
        if (metric, task) not in self.judges:
            self.judges[metric, task] = self.judged(metric, task).judge(task)
        return self.judges[metric, task]

    def judged(self, metric: str, task: str) -> JudgedMetric:
        """The metric of that id whose cells are about a task."""
        named = [one for one in self.candidates if one.id == metric]
        return next((one for one in named if task in one.judged_in), named[0])

    def ours(self, metric: str, task: str) -> Metric | None:
        """The metric of that id whose cells are about a task, where it is one of ours."""
        name = self.judged(metric, task).metric
        return None if name is None else registry.metric(name)

    def of_task(self, judged: JudgedMetric, task: str) -> str | None:
        """The id of the metric of a task that gives the values of this one there."""
        if judged.metric is None:
            return judged.id
        if (judged.metric, task) not in self.names:
            found = agreeing(registry.metric(judged.metric), task)
            self.names[judged.metric, task] = None if found is None else found.id
        return self.names[judged.metric, task]


def carried(cells: Iterable[Cell], candidates: Sequence[JudgedMetric]) -> Carried:
    """The cells of a run with what follows for them from each other."""
    listed = list(cells)
    run = _CellsOfRun({_key(cell): cell for cell in listed}, candidates, {})
    for cell in listed:
        if cell.counterexample is None:
            _declared_elsewhere(run, cell)
    while any(_refute(run, link, metric) for link in implications() for metric in run.candidates):
        pass
    while any(_try_weaker(run, cell) for cell in list(run.cells.values())):
        pass
    while any(_prove(run, link, metric) for link in implications() for metric in run.candidates):
        pass
    return Carried(
        [run.cells[_key(cell)] for cell in listed], tuple(run.declarations.values()), tuple(run.verdicts.values())
    )


def _key(cell: Cell) -> Key:
    return cell.metric, f"{cell.task}:{cell.constraint}@{cell.reading}"


def _declared_elsewhere(run: _CellsOfRun, cell: Cell) -> None:
    """Refute the cell of a metric of ours by what theorem files declare of cells outside the run."""
    metric = run.ours(cell.metric, cell.task)
    if metric is None:
        return
    constraint = registry.constraints_by_name().get(f"{cell.task}:{cell.constraint}")
    if constraint is None:
        return
    place = Place(constraint, constraint.reading(cell.reading))
    for case, origin in declared_counterexamples(metric, place):
        _confront(run, place, _ShownRuns(cell.metric, case, origin))


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


def _refute(run: _CellsOfRun, link: Link, metric: JudgedMetric) -> bool:
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
    case = task_of(failing.task).case(failing.counterexample.data)
    cut = run.judge(failing.metric, failing.task).cut
    try:
        place, there = link.admitting(case, cut)
    except FalseImplicationError as wrong:
        if isinstance(why := link.weaker.stated(case, cut), str):
            return _contradict(run, _key(failing), f"its counterexample {in_line(case)} is not a case of it: {why}")
        run.declarations.setdefault(str(link), str(wrong))
        return False
    of = names[place.constraint.task]
    if of is None:
        return False
    evidence = failing.evidence
    origin = evidence.carried if isinstance(evidence, Refuted) and evidence.carried else link.weaker.name
    return _confront(run, place, _ShownRuns(of, there, origin, link, case))


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
    changed = [_confront(run, place, _ShownRuns(cell.metric, case, at)) for place in found]
    return any(changed)


@dataclass(frozen=True)
class _ShownRuns:
    """A case on which a metric fails for the reading `origin`, to be tried for another reading.

    Attributes
    ----------
    metric : the metric whose cell under the other reading is compared with the case
    case, origin : the case, and the name of the reading that it was found for
    link, before : the implication by which the case has to refute the other reading, and the case before it was carried
    """

    metric: str
    case: Case
    origin: str
    link: Link | None = None
    before: Case | None = None


def _confront(run: _CellsOfRun, place: Place, shown: _ShownRuns) -> bool:
    """Compare the cell of a reading with a case on which its metric fails, and return whether the cell changed."""
    key = shown.metric, place.name
    cell = run.cells.get(key)
    if cell is None or isinstance(cell.evidence, Erroneous):
        return False
    if cell.counterexample is not None and (
        task_of(cell.task).case(cell.counterexample.data).size <= shown.case.size or cell.evidence.minimal is None
    ):
        return False
    judge = run.judge(shown.metric, cell.task)
    case = place.stated(shown.case, judge.cut)
    if isinstance(case, str):
        return False
    started = time.perf_counter()
    if isinstance(cell.evidence, NotApplicable) and judge.serves(place.reading) is not None:
        return False
    try:
        decision = judge.decide(case, place.demand)
    except MetricFailedError:
        return False
    if not decision.failed:
        return judge.exact and shown.link is not None and _doubt(run, place, shown, shown.link)
    if judge.exact and _excludes(cell, case, place):
        return _contradict(
            run,
            key,
            f"its evidence ({cell.evidence.kind}) says that no such case violates it, and the counterexample of "
            f"{shown.origin} is a case of it that does: {in_line(case)}",
        )
    words = f"the counterexample of {shown.origin}, which is a case of this reading too"
    seconds = time.perf_counter() - started
    run.cells[key] = refuted_by(cell, case, place.demand, decision, judge, words, seconds, shown.origin)
    return True


def _doubt(run: _CellsOfRun, place: Place, shown: _ShownRuns, link: Link) -> bool:
    """Say what is wrong where a counterexample, carried as an implication has it, does not refute the stronger reading:
    the implication, if the metric still fails on the case of the weaker one; otherwise the cell that shows it.
    """
    weaker_place = link.weaker
    failing = run.of_task(run.judged(shown.metric, place.constraint.task), weaker_place.constraint.task)
    assert failing is not None, "its cell showed the case"
    assert shown.before is not None, "a case that is carried was one before"
    try:
        again = run.judge(failing, weaker_place.constraint.task).decide(shown.before, weaker_place.demand)
    except MetricFailedError:
        return False
    if again.failed:
        why = f"{shown.metric} meets the demand of {place} on what `carry` makes of it, though it violates this one"
        if failing != shown.metric:
            why += f" as {failing}, with which it is said to agree (`agrees`)"
        run.declarations.setdefault(str(link), str(link.contradicted(shown.before, why)))
        return False
    why = f"its counterexample does not violate it when the scores are computed again: {in_line(shown.before)}"
    return _contradict(run, (failing, weaker_place.name), why)


def _contradict(run: _CellsOfRun, key: Key, why: str) -> bool:
    """Make a cell an error that says why it cannot be right. Returns that the cell changed."""
    cell = run.cells[key]
    evidence = Erroneous(cell.evidence.exact, cell.evidence.cases, cell.evidence.size, seconds=cell.evidence.seconds)
    run.verdicts[key] = f"two verdicts contradict each other, so {key[0]}/{key[1]} is shown as an error: {why}"
    run.cells[key] = replace(
        cell, holds=None, message=why, evidence=evidence, relation=None, counterexample=None, differs=()
    )
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


def _prove(run: _CellsOfRun, link: Link, metric: JudgedMetric) -> bool:
    """Prove the weaker reading where all stronger readings are proved. Returns whether anything changed."""
    names = {
        place.constraint.task: run.of_task(metric, place.constraint.task) for place in (*link.stronger, link.weaker)
    }
    of = names[link.weaker.constraint.task]
    cell = None if of is None else run.cells.get((of, link.weaker.name))
    if cell is None or not isinstance(cell.evidence, Enumerated | Undetermined) or not cell.evidence.cases:
        return False
    if str(link) in run.declarations:
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
        proofs += [proof for proof in known if proof not in proofs]
        words.append(f"{place.name}: {stronger.evidence.method}")
    if (wrong := _contradicted(run, link, names)) is not None:
        run.declarations.setdefault(str(link), wrong)
        return False
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


def _contradicted(run: _CellsOfRun, link: Link, names: Mapping[str, str | None]) -> str | None:
    """What is wrong with a declaration by which a proof is carried, None where nothing is seen to be: each of the
    smallest cases of the weaker reading is a case of a stronger one, and metrics that are said to agree do on it.
    """
    mine = names[link.weaker.constraint.task]
    assert mine is not None, "its cell is to be proved"
    judge = run.judge(mine, link.weaker.constraint.task)
    for case in smallest(link.weaker.reading.within(judge.cut), COMPARED):
        try:
            place, there = link.admitting(case, judge.cut)
        except FalseImplicationError as wrong:
            return str(wrong)
        other = names[place.constraint.task]
        if (
            other is not None
            and other != mine
            and not _equal(
                run.ours(mine, link.weaker.constraint.task), case, run.ours(other, place.constraint.task), there
            )
        ):
            return f"a declaration is wrong: {mine} is said to agree with {other} (`agrees`), and does not on the " + (
                f"case {in_line(case)}. Nothing was proved by this declaration"
            )
    return None


def _equal(mine: Metric | None, case: Case, other: Metric | None, there: Case) -> bool:
    """Whether two metrics of ours give the outputs of a case, and of the same case of another task, equal scores."""
    assert mine is not None, "a metric of the user is its own on each task"
    assert other is not None, "a metric of the user is its own on each task"
    return all(
        mine.exact(output, case.gold) == other.exact(there.outputs[role], there.gold)
        for role, output in case.outputs.items()
    )
