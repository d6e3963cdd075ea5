"""The smallest case that separates two metrics: one gold and two outputs of it that they do not rank alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.comparison.separation.kinds import kinds
from axiometrics.comparison.separation.ranks import UNDEFINED, order
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import GAIN, Case
from axiometrics.core.errors import ParameterError, TargetError, TaskError
from axiometrics.core.margins import DOUBLE_ROUNDING
from axiometrics.core.page import Presentable
from axiometrics.core.task import Outputs
from axiometrics.core.task import task as task_of
from axiometrics.registry.tasks import in_common
from axiometrics.running.candidate import Candidate
from axiometrics.search import Decision, ExactJudge, MetricFailedError

Progress = Callable[[int, int, str], None]
"""Called with the sizes done, the sizes there are, and what is under way."""

CHUNK = 512
"""Outputs compared with all others at once."""


@dataclass(frozen=True)
class ComparedMetric:
    """One of the metrics that are compared: what describes it, and its judge."""

    about: Mapping[str, Any]
    judge: ExactJudge | BlackBox

    @classmethod
    def of(cls, candidate: Candidate, task: str) -> ComparedMetric:
        """A metric of ours or of a user, for cases of this task."""
        judge = candidate.judge(task)
        assert isinstance(judge, ExactJudge | BlackBox)
        return cls(candidate.about, judge)

    @property
    def id(self) -> str:
        """The metric's name."""
        return str(self.about["id"])

    @property
    def display(self) -> str:
        """The metric in the field's notation."""
        return str(self.about["display"])

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        return self.judge.closed

    @property
    def traits(self) -> Set[str]:
        """What the metric needs of a case, or understands in it."""
        return self.judge.traits


@dataclass(frozen=True)
class SeparatingPair:
    """A separating case: its outputs are `x` and `y`; for each metric the decision on score(x) - score(y)."""

    case: Case
    decisions: tuple[Decision, Decision]


@dataclass(repr=False)
class Separation(Presentable):
    """What the search for a separating case found.

    Attributes
    ----------
    sides : the two metrics
    task, ties : of what task the cases are; whether a tie against a preference counts
    searched : the kinds of cases, and the documents up to which each was searched whole
    found : the smallest separating case, or None
    cases : pairs of outputs compared
    undefined : pairs passed over, one of the metrics having no value on one of them
    undecided : pairs that could not be decided, and might separate the two
    failures : what a user's metric said where it failed first
    calling : the keywords (`task`, `form`, `order`) without which a user's metric cannot be called
    """

    sides: tuple[ComparedMetric, ComparedMetric]
    task: str
    ties: bool
    searched: dict[str, int] = field(default_factory=dict)
    found: SeparatingPair | None = None
    cases: int = 0
    undefined: int = 0
    undecided: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    calling: Mapping[str, str] = field(default_factory=dict)

    @property
    def minimal(self) -> bool:
        """Whether the case found is of the least size: everything smaller was searched, in every kind of cases, and
        decided.
        """
        return (
            self.found is not None and not self.undecided and self.found.case.documents <= min(self.searched.values())
        )


class _ExactPreferences:
    """How a metric of ours compares the outputs of a gold.

    `signs` has, for some outputs against all: 1 where it prefers the first, -1 the second, 0 a tie; and where the case
    itself has to be looked at. `defined` says which outputs have a score.
    """

    def __init__(self, judge: ExactJudge, outputs: Outputs) -> None:
        found = order(judge.metric, outputs)
        self.places, self.unsure = found.places, found.unsure
        self.defined = (found.places != UNDEFINED) | found.unsure

    def signs(self, rows: slice) -> tuple[Array, Array]:
        signs = np.sign(self.places[rows, None] - self.places[None, :]).astype(np.int8)
        return signs, self.unsure[rows, None] | self.unsure[None, :]


class _BlackBoxPreferences:
    """The same of a black box: within the error bound of floats the judge decides case by case."""

    def __init__(self, judge: BlackBox, outputs: Outputs, failures: dict[str, str]) -> None:
        scores = np.array([self._score(judge, outputs, k, failures) for k in range(len(outputs))])
        self.defined = ~np.isnan(scores)
        self.scores = np.nan_to_num(scores)

    def _score(self, judge: BlackBox, outputs: Outputs, k: int, failures: dict[str, str]) -> float:
        try:
            return float(judge.score(outputs.output(k), outputs.gold))
        except MetricFailedError as failure:
            failures.setdefault(judge.id, str(failure))
            return math.nan

    def signs(self, rows: slice) -> tuple[Array, Array]:
        one, other = self.scores[rows, None], self.scores[None, :]
        bound = DOUBLE_ROUNDING * np.maximum(1.0, np.maximum(np.abs(one), np.abs(other)))
        return np.sign(one - other).astype(np.int8), np.abs(one - other) <= bound


def common_task(candidates: Sequence[Candidate], asked: str | None) -> str:
    """The one task that both metrics are of. Raises `TaskError` where there is not one."""
    one, other = candidates
    if one.id == other.id:
        raise ParameterError(f"{one.id} is compared with itself: name two metrics")
    common = in_common(one.tasks, other.tasks, asked)
    if not common:
        of = f"{one.id} is a metric of {' or '.join(one.tasks)}, {other.id} of {' or '.join(other.tasks)}"
        raise TaskError(f"{of}: two metrics of one task{'' if asked is None else f', {asked},'} can be compared")
    if len(common) > 1:
        raise TaskError(f"{one.id} and {other.id} are both of {' and '.join(common)}: say which with --task")
    return common[0]


def separate(
    sides: tuple[ComparedMetric, ComparedMetric],
    task: str,
    *,
    ties: bool = False,
    size: int | None = None,
    progress: Progress = lambda i, n, what: None,
    calling: Mapping[str, str] | None = None,
) -> Separation:
    """The first case, by documents and then by occurrences in gold and outputs together, on which two metrics prefer
    different outputs.

    One prefers x to y (scores it higher), the other y to x. With `ties` it is enough that they do not say the same:
    also that one ties the two where the other prefers one. Pairs on which a metric is undefined separate nothing. Our
    metrics are decided exactly, a user's as `check` decides it: a difference counts outside the error bound of floats,
    a tie where it survives relabelling.

    Golds of rankings are closed where one of the metrics needs that; golds of two grades, and clusterings that overlap,
    are searched where both metrics are defined on them. Where nothing is found the two rank all outputs of each gold
    alike, up to the sizes in `searched` (and but for what is undefined or undecided).
    """
    result = Separation(sides, task, ties, calling=calling or {})
    compared = kinds(task, sides, size)
    last = max(kind.last for kind in compared)
    for documents in range(1, last + 1):
        for kind in compared:
            if documents <= kind.last:
                for outputs in kind.outputs(documents):
                    progress(documents - 1, last, f"cases of {documents} documents, gold {outputs.gold}")
                    _examine(result, outputs)
                result.searched[kind.name] = documents
        if result.found is not None:
            break
    return result


def _examine(result: Separation, outputs: Outputs) -> None:
    """Compare all outputs of a gold; keep a separating pair if it is smaller than the one that is known."""
    one, other = (
        _ExactPreferences(side.judge, outputs)
        if isinstance(side.judge, ExactJudge)
        else _BlackBoxPreferences(side.judge, outputs, result.failures)
        for side in result.sides
    )
    defined = one.defined & other.defined
    places = np.flatnonzero(defined)
    old = int((defined & ~outputs.fresh).sum())
    compared = (len(places) * (len(places) - 1) - old * (old - 1)) // 2
    result.cases += compared
    result.undefined += outputs.pairs - compared
    for start in range(0, len(outputs), CHUNK):
        rows = slice(start, start + CHUNK)
        pairs = _pairs(rows, outputs, defined)
        doubtful = _to_look_at(one.signs(rows), other.signs(rows), result.ties) & pairs
        if doubtful.any():
            _decide(result, outputs, np.argwhere(doubtful) + np.array([start, 0]))


def _pairs(rows: slice, outputs: Outputs, defined: Array) -> Array:
    """Which pairs of these rows and all outputs are cases of this size, each once."""
    fresh = outputs.fresh[rows, None] | outputs.fresh[None, :]
    later = np.arange(len(outputs))[None, :] > np.arange(len(outputs))[rows, None]
    return np.asarray(fresh & later & defined[rows, None] & defined[None, :])


def _to_look_at(one: tuple[Array, Array], other: tuple[Array, Array], ties: bool) -> Array:
    """The pairs that separate, or may do so."""
    (first, near), (second, close) = one, other
    if ties:
        return np.asarray((first != second) | near | close)
    return np.asarray(
        ((first * second == -1) & ~near & ~close) | (near & ((second != 0) | close)) | (close & ((first != 0) | near))
    )


def _decide(result: Separation, outputs: Outputs, pairs: Array) -> None:
    """Decide pairs, those of the fewest occurrences first, until one separates."""
    sizes = outputs.occurrences[pairs].sum(-1)
    for at in np.lexsort((pairs[:, 1], pairs[:, 0], sizes)):
        if result.found is not None and (outputs.documents, outputs.gold.size + sizes[at]) >= result.found.case.size:
            return
        i, j = map(int, pairs[at])
        case = Case(outputs.gold, {"x": outputs.output(i), "y": outputs.output(j)})
        verdict = _separates(result.sides, case, result.ties)
        if verdict is None:
            result.undecided += 1
        elif verdict:
            case = task_of(result.task).alike(case)
            decisions = [_decision(side, case) for side in result.sides]
            result.found = SeparatingPair(case, (decisions[0], decisions[1]))
            return


def _separates(sides: Sequence[ComparedMetric], case: Case, ties: bool) -> bool | None:
    """Whether the two separate on this case; None where it cannot be decided."""
    signs = []
    for side in sides:
        signs.append(_decision(side, case).sign)
        if signs[-1] == 0 and not ties:
            return False
    if None in signs:
        return None
    return signs[0] != signs[1]


def _decision(side: ComparedMetric, case: Case) -> Decision:
    """The decision of a metric on score(x) - score(y)."""
    try:
        decision = side.judge.decide(Case(case.gold, dict(zip(GAIN.roles, case.outputs.values(), strict=True))), GAIN)
    except MetricFailedError as failure:
        raise TargetError(f"{side.id} {failure}") from None
    scores = dict(zip(case.outputs, decision.scores.values(), strict=True))
    return Decision(decision.sign, scores, decision.conventions, decision.reason)
