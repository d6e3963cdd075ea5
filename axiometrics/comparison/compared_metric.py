"""A metric that is compared with others, ours or a user's: what it is asked for, whoever compares.

`separate` and `strength` ask for preferences among the outputs of a gold, `identify` and `compare` for values of blocks
of inputs, and all of them decide single cases alike. They differ in which inputs they ask for: `walk` and `inputs`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.comparison.inputs import InputBlock
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import GAIN, Case
from axiometrics.core.errors import TargetError
from axiometrics.core.task import Outputs
from axiometrics.judging import ExactJudge
from axiometrics.search import Decision, MetricFailedError


@dataclass(frozen=True, eq=False)
class MetricValues:
    """The values of a metric on the inputs of a block.

    Attributes
    ----------
    numbers : as floats; nan where there is no value
    by_convention : where the value is what a convention gives at 0/0
    bound : the error of a value, as a share of the greatest value involved (and of 1)
    reasons : why there is no value, by the number of the input
    """

    numbers: Array
    by_convention: Array
    bound: float
    reasons: dict[int, str]


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


class ComparedMetric(ABC):
    """A metric that is compared."""

    @property
    @abstractmethod
    def judge(self) -> ExactJudge | BlackBox:
        """What decides cases."""

    @property
    @abstractmethod
    def about(self) -> Mapping[str, Any]:
        """What describes it."""

    @property
    def id(self) -> str:
        """The metric's name."""
        return self.judge.id

    @property
    def display(self) -> str:
        """The metric in the field's notation."""
        return str(self.about["display"])

    @property
    def exact(self) -> bool:
        """Whether it gives exact numbers."""
        return self.judge.exact

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        return self.judge.closed

    @property
    def traits(self) -> Set[str]:
        """What the metric needs of a case, or understands in it."""
        return self.judge.traits

    @abstractmethod
    def values(self, block: InputBlock) -> MetricValues:
        """Its values on a block."""

    @abstractmethod
    def exactly(self, block: InputBlock, k: int) -> Any:
        """Its exact value on the input of that number, if it is exact."""

    @abstractmethod
    def preferences(self, outputs: Outputs, failures: dict[str, str]) -> Preferences:
        """What it says of the outputs of a gold; where a user's metric fails first is noted in `failures`."""

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
