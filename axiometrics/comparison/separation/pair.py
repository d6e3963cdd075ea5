"""The smallest case that separates two metrics: one gold and two outputs of it that they do not rank alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.walk import Walk, kinds, unseen
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.page import Presentable
from axiometrics.core.task import Outputs
from axiometrics.core.task import task as task_of
from axiometrics.running.settings import Progress
from axiometrics.search import Decision

CHUNK = 512
"""Outputs compared with all others at once."""


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


def separate(
    sides: tuple[ComparedMetric, ComparedMetric],
    task: str,
    *,
    ties: bool = False,
    size: int | None = None,
    progress: Progress = unseen,
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
    for _, cases in Walk(kinds(task, sides, size), progress, result.searched).sizes():
        for _, outputs in cases:
            _examine(result, outputs)
        if result.found is not None:
            break
    return result


def _examine(result: Separation, outputs: Outputs) -> None:
    """Compare all outputs of a gold; keep a separating pair if it is smaller than the one that is known."""
    one, other = (side.preferences(outputs, result.failures) for side in result.sides)
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
            decisions = [side.decide(case) for side in result.sides]
            result.found = SeparatingPair(case, (decisions[0], decisions[1]))
            return


def _separates(sides: Sequence[ComparedMetric], case: Case, ties: bool) -> bool | None:
    """Whether the two separate on this case; None where it cannot be decided."""
    signs = []
    for side in sides:
        signs.append(side.decide(case).sign)
        if signs[-1] == 0 and not ties:
            return False
    if None in signs:
        return None
    return signs[0] != signs[1]
