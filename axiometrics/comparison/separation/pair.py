"""The smallest case that separates two metrics: one gold and two of its outputs that the metrics do not rank alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.walk import Walk, kinds
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.page import Presentable
from axiometrics.core.progress import Progress, silent
from axiometrics.core.task import Outputs
from axiometrics.core.task import task as task_of
from axiometrics.search import Decision

CHUNK = 512
"""The number of outputs that are compared with all others at once."""


@dataclass(frozen=True)
class SeparatingPair:
    """A separating case with the outputs `x` and `y`, and for each metric the decision on score(x) - score(y)."""

    case: Case
    decisions: tuple[Decision, Decision]


@dataclass(repr=False)
class Separation(Presentable):
    """The result of the search for a separating case.

    Attributes
    ----------
    sides : the two metrics
    task, ties : the task of the cases; whether a tie against a preference separates
    searched : by kind of cases, the number of documents up to which it was searched completely
    found : the smallest separating case, or None
    cases : the number of pairs of outputs compared
    undefined : the number of pairs passed over, because one of the metrics has no value on one output
    undecided : the number of pairs that could not be decided, and might separate the two
    failures : by user's metric, the message of its first failure
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
        """Whether the case found has the fewest documents possible: every smaller case, of every kind, was searched and
        decided.
        """
        return (
            self.found is not None and not self.undecided and self.found.case.documents <= min(self.searched.values())
        )


def separate(
    sides: tuple[ComparedMetric, ComparedMetric],
    task: str,
    *,
    ties: bool = False,
    size: int | None = None,
    progress: Progress = silent,
    calling: Mapping[str, str] | None = None,
) -> Separation:
    """The first case, by documents and then by occurrences in gold and outputs together, on which two metrics prefer
    different outputs.

    One metric prefers x to y (scores it higher), and the other y to x. With `ties` it is enough that they differ: a tie
    of one metric against a preference of the other separates, too. Pairs on which a metric is undefined separate
    nothing. Built-in metrics are decided exactly. A user's metric is decided as `check` decides it: a difference counts
    outside the error bound of floats, and a tie where it survives relabelling.

    Golds of rankings are closed where one of the metrics needs that. Golds of two grades, and clusterings that overlap,
    are searched where both metrics are defined on them. Where nothing is found, the two metrics rank all outputs of
    each gold alike, up to the sizes in `searched` (except undefined and undecided pairs).
    """
    result = Separation(sides, task, ties, calling=calling or {})
    for _, cases in Walk(kinds(task, sides, size), progress, result.searched).sizes():
        for _, outputs in cases:
            _examine(result, outputs)
        if result.found is not None:
            break
    return result


def _examine(result: Separation, outputs: Outputs) -> None:
    """Compare all outputs of a gold, and keep a separating pair if it is smaller than the known one."""
    first, second = (side.preferences(outputs, result.failures) for side in result.sides)
    defined = first.defined & second.defined
    places = np.flatnonzero(defined)
    old = int((defined & ~outputs.fresh).sum())
    compared = (len(places) * (len(places) - 1) - old * (old - 1)) // 2
    result.cases += compared
    result.undefined += outputs.pairs - compared
    for start in range(0, len(outputs), CHUNK):
        rows = slice(start, start + CHUNK)
        pairs = _pairs(rows, outputs, defined)
        doubtful = _to_look_at(first.signs(rows), second.signs(rows), result.ties) & pairs
        if doubtful.any():
            _decide(result, outputs, np.argwhere(doubtful) + np.array([start, 0]))


def _pairs(rows: slice, outputs: Outputs, defined: Array) -> Array:
    """Mark the pairs of these rows and all outputs that are cases of this size, each pair once."""
    fresh = outputs.fresh[rows, None] | outputs.fresh[None, :]
    later = np.arange(len(outputs))[None, :] > np.arange(len(outputs))[rows, None]
    return np.asarray(fresh & later & defined[rows, None] & defined[None, :])


def _to_look_at(left: tuple[Array, Array], right: tuple[Array, Array], ties: bool) -> Array:
    """Mark the pairs that separate the metrics, or may do so."""
    (first, near), (second, close) = left, right
    if ties:
        return np.asarray((first != second) | near | close)
    return np.asarray(
        ((first * second == -1) & ~near & ~close) | (near & ((second != 0) | close)) | (close & ((first != 0) | near))
    )


def _decide(result: Separation, outputs: Outputs, pairs: Array) -> None:
    """Decide pairs, those with the fewest occurrences first, until one separates."""
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
            decisions = [side.decide(case) for side in result.sides]
            result.found = SeparatingPair(case, (decisions[0], decisions[1]))
            return


def _separates(sides: Sequence[ComparedMetric], case: Case, ties: bool) -> bool | None:
    """Whether this case separates the two metrics; None where it cannot be decided."""
    signs = []
    for side in sides:
        signs.append(side.decide(case).sign)
        if signs[-1] == 0 and not ties:
            return False
    if None in signs:
        return None
    return signs[0] != signs[1]
