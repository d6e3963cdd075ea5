"""The metrics that are compared by what they prefer: ours are decided exactly, a user's as `check` decides it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.called import Pair
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import GAIN, Case
from axiometrics.core.errors import TargetError
from axiometrics.core.rational import rounded
from axiometrics.core.task import Outputs
from axiometrics.judging import ExactJudge
from axiometrics.judging.orders import UNDEFINED, order
from axiometrics.running.candidate import Candidate
from axiometrics.search import Decision, MetricFailedError


@dataclass(frozen=True, eq=False)
class Preferences:
    """What a metric says of the outputs of a gold.

    Attributes
    ----------
    numbers : what the outputs are compared by: their places in the exact order, or their scores as floats
    defined : which outputs have a number
    unsure : outputs whose place is not known
    bound : the error of a number, as a share of the greater of two numbers and of 1; 0 for places
    """

    numbers: Array
    defined: Array
    unsure: Array
    bound: float = 0.0

    def signs(self, rows: slice) -> tuple[Array, Array]:
        """For some outputs against all: 1 where the first is preferred, -1 the second, 0 a tie; and where this may be
        wrong, so that the case itself has to be decided.
        """
        one, other = self.numbers[rows, None], self.numbers[None, :]
        near = self.unsure[rows, None] | self.unsure[None, :]
        with np.errstate(over="ignore"):  # of numbers that no float holds
            apart = one - other
        if self.bound:
            near |= np.abs(apart) <= self.bound * np.maximum(1.0, np.maximum(np.abs(one), np.abs(other)))
        return np.sign(apart).astype(np.int8), near


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

    def preferences(self, outputs: Outputs, failures: dict[str, str]) -> Preferences:
        """What it says of the outputs of a gold; where a user's metric fails first is noted in `failures`."""
        if isinstance(self.judge, ExactJudge):
            ranked = order(self.judge.metric, outputs)
            return Preferences(ranked.places, (ranked.places != UNDEFINED) | ranked.unsure, ranked.unsure)
        scores = np.array(_scores(self.judge, outputs, failures))
        unsure = np.zeros(len(scores), dtype=bool)
        return Preferences(np.nan_to_num(scores), ~np.isnan(scores), unsure, self.judge.error_bound)

    def decide(self, case: Case) -> Decision:
        """The decision on the score of the first output of the case less that of the second."""
        first, second = case.outputs
        roles = dict(zip(GAIN.roles, case.outputs.values(), strict=True))
        try:
            decision = self.judge.decide(Case(case.gold, roles), GAIN)
        except MetricFailedError as failure:
            raise TargetError(f"{self.id} {failure}") from None
        scores = dict(zip((first, second), decision.scores.values(), strict=True))
        return Decision(decision.sign, scores, decision.conventions, decision.reason)


def _scores(judge: BlackBox, outputs: Outputs, failures: dict[str, str]) -> list[float]:
    """The scores of a user's metric; `nan` where it is undefined or fails. They are asked for together, since a
    question of its own costs more than most metrics take, and one by one where one fails.
    """
    pairs = [(outputs.output(k), outputs.gold) for k in range(len(outputs))]
    try:
        return list(map(rounded, judge.scores(pairs)))
    except MetricFailedError:
        return [_score(judge, pair, failures) for pair in pairs]


def _score(judge: BlackBox, pair: Pair, failures: dict[str, str]) -> float:
    try:
        return rounded(judge.scores([pair])[0])
    except MetricFailedError as failure:
        failures.setdefault(judge.id, str(failure))
        return math.nan
