"""Carry evidence from one reading to another that it implies or follows from, and find contradictions.

The problem: each cell is searched by itself, so the verdicts of two readings can contradict each other although one
reading implies the other. When all cells of a run are computed, the counterexample of a weaker reading is given to each
stronger reading that has no counterexample, or only a larger one. `admits` of the stronger reading must accept the
case, and the metric is asked again. The counterexample of a stronger reading may also be a case of the weaker reading.
Where `admits` accepts it, it is tried there, so that a proof never stands beside a known case that refutes it. If all
readings that together imply another reading are proved, their proofs prove that reading (`Proven.implied_by`), and
`verify` checks this by the same list of implications. Cells outside the run are not computed for this. But theorem
files declare counterexamples for such cells, which are known without a search, and these are carried too.

Each contradiction is reported, and changes no other cell. If the stronger readings do not admit a case of the weaker
reading, then the declared implication is wrong: the cells are right, and nothing is proved by that declaration. If two
verdicts of exact arithmetic cannot both be right, the verdict that a decided case refutes is wrong, and so the program
has a mistake: that cell becomes an error. With a metric in floats, or of a user, the metric itself may be the cause
(cases are enumerated up to the names of documents, and the metric may look at names). There the counterexample counts,
because anyone can check it.
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
"""The number of cases on which two metrics are compared, of which one is declared to agree with the other."""


class JudgedMetric(Protocol):
    """A metric of a run: its id, its name if it is one of ours, its tasks, and a function that makes its judge."""

    @property
    def id(self) -> str:
        """The name of the metric."""
        ...

    @property
    def metric(self) -> str | None:
        """The id of a metric of ours, with its task; None for a user's metric."""
        ...

    @property
    def judged_in(self) -> Sequence[str]:
        """The tasks whose constraints judge the metric."""
        ...

    @property
    def judge(self) -> Callable[[str], Judge]:
        """The function that makes the judge for a task."""
        ...


Key = tuple[str, str]
"""A metric, and a reading as implications name it."""


@dataclass(frozen=True)
class Carried:
    """The cells of a run in their order, with the evidence that follows for them from each other, and the
    contradictions in sentences: declarations that cases contradict, and verdicts that cannot both be right.
    """

    cells: list[Cell]
    declarations: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()


@dataclass
class _CellsOfRun:
    """The cells of a run, the metrics that they are about, and the contradictions that were found: a sentence for each
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
        named = [candidate for candidate in self.candidates if candidate.id == metric]
        return next((candidate for candidate in named if task in candidate.judged_in), named[0])

    def ours(self, metric: str, task: str) -> Metric | None:
        """The metric of that id whose cells are about a task, where it is one of ours."""
        name = self.judged(metric, task).metric
        return None if name is None else registry.metric(name)

    def of_task(self, judged: JudgedMetric, task: str) -> str | None:
        """The id of the metric of a task that has the same values as this metric there; None where there is no such
        metric.
        """
        if judged.metric is None:
            return judged.id
        if (judged.metric, task) not in self.names:
            counterpart = agreeing(registry.metric(judged.metric), task)
            self.names[judged.metric, task] = None if counterpart is None else counterpart.id
        return self.names[judged.metric, task]


def carried(cells: Iterable[Cell], candidates: Sequence[JudgedMetric]) -> Carried:
    """Return the cells of a run, with the evidence that follows for each from the others."""
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
    """Refute the cell of a metric of ours by the counterexamples that theorem files declare for cells outside the
    run.
    """
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
    metric that agrees with it on their data. Each comes as a case of that reading, or of one of the readings that imply
    the weaker one together, with the name of the reading for which it was declared.
    """
    for weaker_place, carry in weaker(place.name):
        counterpart = agreeing(metric, weaker_place.constraint.task)
        if counterpart is not None:
            of = task_of(weaker_place.constraint.task)
            for entry in entries_about(counterpart, weaker_place.constraint, weaker_place.reading):
                if isinstance(entry, Larger):
                    outputs = {role: of.output.parse(text) for role, text in entry.outputs}
                    yield carry(Case(of.gold.parse(entry.gold), outputs)), weaker_place.name


def _refute(run: _CellsOfRun, link: Link, metric: JudgedMetric) -> bool:
    """Carry the counterexample of the weaker reading to the stronger one. Return whether anything changed."""
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
    """Try the counterexample of a cell under the readings that follow from its own reading, where it is a case of them.
    Return whether anything changed.
    """
    if cell.counterexample is None:
        return False
    case = task_of(cell.task).case(cell.counterexample.data)
    if not case.is_plain:
        return False
    at = _key(cell)[1]
    places = [place for place, _ in weaker(at) if place.constraint.task == cell.task]
    changed = [_confront(run, place, _ShownRuns(cell.metric, case, at)) for place in places]
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
    """Report what is wrong where a carried counterexample does not refute the stronger reading, although the
    implication says so. The implication is wrong if the metric still fails on the case of the weaker reading; otherwise
    the cell that shows the case is wrong.
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
    none of this size, or none that is smaller than the one that it shows.
    """
    evidence = cell.evidence
    if isinstance(evidence, Refuted):
        return evidence.minimal
    if isinstance(evidence, Exhaustive):
        return evidence.size is not None and case.documents <= place.reading.judged.complete(evidence.size)
    return isinstance(evidence, Proven) or (isinstance(evidence, Regional) and cell.holds is True)


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
        stronger_proofs = _proofs(stronger.evidence, stronger.metric, place)
        if not stronger_proofs:
            return False
        proofs += [proof for proof in stronger_proofs if proof not in proofs]
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
    """The mistake in a declaration by which a proof is carried; None where none is found. Each of the smallest cases of
    the weaker reading has to be a case of a stronger reading, and metrics that are declared to agree have to agree on
    it.
    """
    mine = names[link.weaker.constraint.task]
    assert mine is not None, "its cell is to be proved"
    judge = run.judge(mine, link.weaker.constraint.task)
    for case in smallest(link.weaker.reading.within(judge.cut), COMPARED):
        try:
            place, there = link.admitting(case, judge.cut)
        except FalseImplicationError as wrong:
            return str(wrong)
        theirs = names[place.constraint.task]
        if (
            theirs is not None
            and theirs != mine
            and not _equal(
                run.ours(mine, link.weaker.constraint.task), case, run.ours(theirs, place.constraint.task), there
            )
        ):
            return f"a declaration is wrong: {mine} is said to agree with {theirs} (`agrees`), and does not on the " + (
                f"case {in_line(case)}. Nothing was proved by this declaration"
            )
    return None


def _equal(mine: Metric | None, case: Case, theirs: Metric | None, there: Case) -> bool:
    """Whether two metrics of ours give the outputs of a case, and of the same case of another task, equal scores."""
    assert mine is not None, "a metric of the user is its own on each task"
    assert theirs is not None, "a metric of the user is its own on each task"
    return all(
        mine.exact(output, case.gold) == theirs.exact(there.outputs[role], there.gold)
        for role, output in case.outputs.items()
    )
