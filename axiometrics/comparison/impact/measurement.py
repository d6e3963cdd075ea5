"""Make edits in real outputs and judge them: count how many of them a metric does not reward as the constraint
demands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import numpy as np

from axiometrics.comparison.impact.document import ReasonEntry
from axiometrics.comparison.impact.judgement import EditJudge, EditVerdict
from axiometrics.comparison.impact.outputs import RealOutput, RealOutputs
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint
from axiometrics.core.edits import EditPlaces, RealEdits
from axiometrics.core.errors import TaskError
from axiometrics.core.page import Presentable
from axiometrics.core.progress import Progress, silent
from axiometrics.running.candidate import Candidate

MOST = 1000
"""The default number of edits of a constraint. Where there are more edits, this many are drawn at random."""

CELLS = 1 << 21
"""How many numbers of a stack are scored at a time."""

CONFIDENCE = 0.95
"""The confidence of the intervals: the usual one, so that readers need not look up another."""


class UnfitOutputError(TaskError):
    """An output in which the edits of a constraint cannot be made."""


@dataclass(frozen=True)
class RealCase:
    """An edit in a real output.

    Attributes
    ----------
    system, topic : where the edit was made
    number : the number of the edit among those of the output, from 0; a text, since it may be too great for JSON
    case : the whole gold and outputs
    scores : the scores by role, as floats
    relation : how the demand fails, in the words of a counterexample
    """

    system: str
    topic: str | None
    number: str
    case: Case
    scores: Mapping[str, float]
    relation: str


@dataclass(frozen=True)
class ImpactRow:
    """The result of a metric on the edits of a constraint.

    Attributes
    ----------
    places : how many edits there are in the outputs
    edits : how many edits were made and decided
    violated : how many of these the metric does not reward as demanded; `tied` of these leave the score as it was
    undefined, undecided : the edits on which the metric has no value, and those whose sign could not be decided
    worst : the edit on which the metric goes most wrong; None where it violates none
    judged : whether the outputs are without the documents that nobody judged
    """

    metric: str
    display: str
    constraint: Constraint
    places: int
    edits: int
    violated: int
    tied: int
    undefined: int
    undecided: int
    worst: RealCase | None
    judged: bool = False

    @property
    def whole(self) -> bool:
        """Whether every edit was made and decided."""
        return self.edits == self.places

    @property
    def made(self) -> int:
        """The number of edits that were made, including those without a value or without a decision."""
        return self.edits + self.undefined + self.undecided

    @property
    def share(self) -> float | None:
        """The share of the decided edits that are violated. None where there are no edits, and where more edits could
        not be decided than could: the share would then rest on a few unusual edits.
        """
        return self.violated / self.edits if self.edits and self.edits >= self.undecided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval for the share of all edits on which the metric has a value, by Clopper and Pearson, or with
        certain bounds where all edits were made. The lower bound counts no undecided edit as violated, the upper bound
        counts all of them. None where no edit was decided.
        """
        if not self.edits:
            return None
        judged, most = self.edits + self.undecided, self.violated + self.undecided
        if self.made == self.places:
            return self.violated / judged, most / judged
        return clopper_pearson(self.violated, judged)[0], clopper_pearson(most, judged)[1]


@dataclass(frozen=True, repr=False)
class Impact(Presentable):
    """The rows by constraint and metric, and the settings by which they were found.

    Attributes
    ----------
    most, seed : the greatest number of edits of a constraint, and the seed by which they were drawn
    missing : the names of the constraints that were not finished where the measurement was interrupted
    compared : by id, the display names of the two metrics whose orders of the systems are explained, if asked for
    why : the explanation; None where the two metrics order no two systems differently
    left_out : by name, the constraints whose edits cannot be made in these outputs, with the reason
    unused : by name, the metrics that no constraint is about, with the reason
    remarks : in words, the parts of the outputs that are not judged, not looked at or left out
    read_as : how files were read, in words
    """

    rows: tuple[ImpactRow, ...]
    systems: tuple[str, ...]
    most: int
    seed: int
    missing: tuple[str, ...] = ()
    compared: Mapping[str, str] | None = None
    why: ReasonEntry | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)
    unused: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    read_as: str = ""

    @property
    def complete(self) -> bool:
        """Whether the measurement finished, and was not interrupted."""
        return not self.missing

    def row(self, metric: str, constraint: str) -> ImpactRow:
        """The row of a metric and a constraint, by their ids. Raises `KeyError` where there is none."""
        for row in self.rows:
            if row.metric == metric and constraint in (row.constraint.id, row.constraint.name):
                return row
        raise KeyError(f"no row of {metric} and {constraint}")


def clopper_pearson(successes: int, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The exact binomial interval of a share.

    >>> [round(end, 4) for end in clopper_pearson(0, 10)]
    [0.0, 0.3085]
    """
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    low = betaincinv(successes, trials - successes + 1, tail) if successes else 0.0
    high = betaincinv(successes + 1, trials - successes, 1 - tail) if successes < trials else 1.0
    return float(low), float(high)


def measure(
    outputs: RealOutputs,
    candidates: Sequence[Candidate],
    constraints: Sequence[Constraint],
    most: int = MOST,
    seed: int = 0,
    progress: Progress = silent,
    demanded: Collection[str] = (),
) -> Impact:
    """Make the edits of the constraints in the outputs, and judge them by the metrics. All rows of a constraint rest on
    the same edits, except those of metrics that look at judged documents only.

    Constraints and metrics of different tasks make no row; a metric without any row is `unused`. Constraints of a task
    with the same data make rows where they are demanded by name, or none is of a task of the metric. A constraint whose
    edits cannot be made in one of the outputs is left out; `UnfitOutputError` is raised where it is demanded by name,
    and `TaskError` for a metric that is not defined on the judgements. On Ctrl-C the constraints that are finished are
    returned.
    """

    def tasks_of(candidate: Candidate) -> tuple[str, ...]:
        own = [
            constraint
            for constraint in constraints
            if constraint.task in candidate.tasks and constraint.name not in left_out
        ]
        return candidate.tasks if own else candidate.as_it_is

    for candidate in candidates:
        outputs.demand_defined(candidate)
    rows: list[ImpactRow] = []
    left_out: dict[str, str] = {}
    left = [constraint.name for constraint in constraints if constraint.edits is not None]
    try:
        for constraint in constraints:
            if constraint.edits is None:
                continue
            try:
                judged = [
                    candidate
                    for candidate in candidates
                    if constraint.task
                    in (tasks_of(candidate) if constraint.name not in demanded else candidate.as_it_is)
                ]
                rows += _rows(outputs, judged, constraint, constraint.edits, most, seed, progress)
            except UnfitOutputError as error:
                if constraint.name in demanded:
                    raise
                left_out[constraint.name] = str(error)
            left.remove(constraint.name)
    except KeyboardInterrupt:
        pass
    tasks = dict.fromkeys(constraint.task for constraint in constraints)
    unused = {
        candidate.display: f"a metric of {' and '.join(candidate.tasks)}; the constraints are on {' and '.join(tasks)}"
        for candidate in candidates
        if not tasks.keys() & set(candidate.as_it_is)
    }
    remarks = tuple(outputs.remarks())
    return Impact(
        tuple(rows),
        tuple(outputs.systems),
        most,
        seed,
        tuple(left),
        left_out=left_out,
        unused=unused,
        remarks=remarks,
    )


def _rows(
    outputs: RealOutputs,
    candidates: Sequence[Candidate],
    constraint: Constraint,
    edits: RealEdits,
    most: int,
    seed: int,
    progress: Progress,
) -> list[ImpactRow]:
    """The rows of a constraint, in the order of the metrics."""
    groups: dict[bool, list[EditJudge]] = {}
    for candidate in candidates:
        judge = EditJudge(candidate, constraint.task)
        groups.setdefault(judge.judged, []).append(judge)
    rows: list[ImpactRow] = []
    for judged, judges in groups.items():
        edited = Edited(constraint, edits, partial(outputs.of, constraint.task, judged))
        rows += edited.judged(judges, most, seed, progress)
    order = {candidate.id: k for k, candidate in enumerate(candidates)}
    return sorted(rows, key=lambda row: order[row.metric])


@dataclass
class Tally:
    """The counts of one metric so far."""

    violated: int = 0
    tied: int = 0
    decided: int = 0
    undefined: int = 0
    undecided: int = 0
    least: float = math.inf
    worst: tuple[RealOutput, int, Mapping[str, float], str] | None = None

    def add(self, at: RealOutput, number: int, verdict: EditVerdict, demand: Demand) -> None:
        """Count one edit."""
        if verdict.sign is None:
            self.undefined += verdict.undefined
            self.undecided += not verdict.undefined
            return
        self.decided += 1
        if demand.met(verdict.sign):
            return
        self.violated += 1
        self.tied += verdict.sign == 0
        excess = 0.0 if verdict.sign == 0 else -abs(verdict.excess)
        if excess < self.least or self.worst is None:
            self.least, self.worst = excess, (at, number, verdict.scores, demand.relation(verdict.sign))


@dataclass(frozen=True)
class Edited:
    """The edits of one constraint in some outputs. `outputs` gives the outputs, in the same order each time."""

    constraint: Constraint
    edits: RealEdits
    outputs: Callable[[], Iterator[RealOutput]]

    def places(self, output: RealOutput) -> EditPlaces:
        """The places for edits in one output. Raises `UnfitOutputError` with the name of the output where no edits can
        be made in it.
        """
        try:
            places = self.edits.places(*output.values())
            _ = places.number
        except TaskError as error:
            raise UnfitOutputError(f"{output.name}: {error}") from None
        return places

    def judged(self, judges: Sequence[EditJudge], most: int, seed: int, progress: Progress = silent) -> list[ImpactRow]:
        """A row for each metric."""
        numbers = []
        for i, output in enumerate(self.outputs()):
            progress(i, i + 1, f"{self.constraint.id}: places in {output.name}")
            numbers.append(self.places(output).number)
        tallies = {judge.id: Tally() for judge in judges}
        for output, number, verdicts in self.verdicts(judges, drawn(numbers, most, seed), progress):
            for judge, verdict in zip(judges, verdicts, strict=True):
                tallies[judge.id].add(output, number, verdict, self.edits.demand)
        return [self._row(judge, tallies[judge.id], sum(numbers)) for judge in judges]

    def verdicts(
        self, judges: Sequence[EditJudge], chosen: Mapping[int, Sequence[int]], progress: Progress = silent
    ) -> Iterator[tuple[RealOutput, int, list[EditVerdict]]]:
        """For each chosen edit: its output, its number, and the verdict of each metric. `chosen` has the numbers of the
        edits by the position of their output.
        """
        done, total = 0, sum(map(len, chosen.values()))
        for i, output in enumerate(self.outputs()):
            if not chosen.get(i):
                continue
            places = self.places(output)
            for some in chunks(places, chosen[i]):
                progress(done, total, f"{self.constraint.id}: edits in {output.name}")
                by_judge = [judge.verdicts(places, some, self.edits.demand) for judge in judges]
                for k, number in enumerate(some):
                    yield output, number, [verdicts[k] for verdicts in by_judge]
                done += len(some)

    def _row(self, judge: EditJudge, tally: Tally, places: int) -> ImpactRow:
        worst = None
        if tally.worst is not None:
            at, number, scores, relation = tally.worst
            case = self.places(at).case(number)
            worst = RealCase(at.system, at.topic, str(number), case, scores, relation)
        return ImpactRow(
            judge.id,
            judge.display,
            self.constraint,
            places,
            tally.decided,
            tally.violated,
            tally.tied,
            tally.undefined,
            tally.undecided,
            worst,
            judge.judged,
        )


def drawn(numbers: Sequence[int], most: int, seed: int) -> dict[int, list[int]]:
    """Choose the edits to make in outputs with these numbers of edits: all edits if there are at most `most`, else
    `most` of them at random, each as likely as any other. The result has their numbers in order, by the position of the
    output.

    >>> drawn([2, 0, 1], 5, 0)
    {0: [0, 1], 2: [0]}
    >>> sum(map(len, drawn([10**30, 5], 7, 0).values()))
    7
    """
    total = sum(numbers)
    chosen: Iterable[int] = range(total)
    if total > most:
        chance, picked = Random(seed), set[int]()
        while len(picked) < most:
            picked.add(chance.randrange(total))
        chosen = sorted(picked)
    by_output: dict[int, list[int]] = {}
    i, before = 0, 0
    for number in chosen:
        while number >= before + numbers[i]:
            before += numbers[i]
            i += 1
        by_output.setdefault(i, []).append(number - before)
    return by_output


def chunks(places: EditPlaces, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Divide the numbers into parts whose stacks of counts are not too large."""
    counts = places.counts(numbers[:1], False)
    cells = 1 if counts is None else max(_largest(of) for of in counts.values())
    step = max(1, CELLS // max(1, cells))
    for start in range(0, len(numbers), step):
        yield numbers[start : start + step]


def _largest(counts: Any) -> int:
    return max((of.size for of in vars(counts).values() if isinstance(of, np.ndarray)), default=1)
