"""A metric that is compared with others, built-in or a user's: the interface that every comparison uses.

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
    numbers : the values as floats; nan where there is no value
    by_convention : marks each value that a convention gives at 0/0
    bound : the error of a value, as a share of the greatest value involved (and of 1)
    reasons : by the number of an input without a value, the reason
    """

    numbers: Array
    by_convention: Array
    bound: float
    reasons: dict[int, str]


@dataclass(frozen=True, eq=False)
class Preferences:
    """The preferences of a metric among the outputs of one gold.

    Attributes
    ----------
    numbers : the numbers by which outputs are compared: their places in the exact order, or their scores as floats
    defined : marks the outputs that have a number
    unsure : marks the outputs whose place is not known
    bound : the error of a number, as a share of the greater of two numbers and of 1; 0 for places
    """

    numbers: Array
    defined: Array
    unsure: Array
    bound: float = 0.0

    def signs(self, rows: slice) -> tuple[Array, Array]:
        """Compare some outputs with all outputs. Return the signs (1 where the metric prefers the first output, -1
        where it prefers the second, 0 for a tie), and a mask of the signs that may be wrong, for which the case itself
        has to be decided.
        """
        first, second = self.numbers[rows, None], self.numbers[None, :]
        near = self.unsure[rows, None] | self.unsure[None, :]
        with np.errstate(over="ignore"):  # of numbers that no float holds
            apart = first - second
        if self.bound:
            near |= np.abs(apart) <= self.bound * np.maximum(1.0, np.maximum(np.abs(first), np.abs(second)))
        return np.sign(apart).astype(np.int8), near


class ComparedMetric(ABC):
    """The interface of a metric that is compared."""

    @property
    @abstractmethod
    def judge(self) -> ExactJudge | BlackBox:
        """The judge that decides cases."""

    @property
    @abstractmethod
    def about(self) -> Mapping[str, Any]:
        """The description of the metric."""

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
        """Whether the metric gives exact numbers."""
        return self.judge.exact

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        return self.judge.closed

    @property
    def traits(self) -> Set[str]:
        """The traits that the metric needs in a case, or understands there."""
        return self.judge.traits

    @abstractmethod
    def values(self, block: InputBlock) -> MetricValues:
        """The values of the metric on a block of inputs."""

    @abstractmethod
    def exactly(self, block: InputBlock, k: int) -> Any:
        """The exact value of the metric on input number `k` of the block, if the metric is exact."""

    @abstractmethod
    def preferences(self, outputs: Outputs, failures: dict[str, str]) -> Preferences:
        """The preferences of the metric among the outputs of a gold. The first failure of a user's metric is noted in
        `failures`.
        """

    def decide(self, case: Case) -> Decision:
        """Decide the sign of the score of the first output of the case minus the score of the second."""
        first, second = case.outputs
        roles = dict(zip(GAIN.roles, case.outputs.values(), strict=True))
        try:
            decision = self.judge.decide(Case(case.gold, roles), GAIN)
        except MetricFailedError as failure:
            raise TargetError(f"{self.id} {failure}") from None
        scores = dict(zip((first, second), decision.scores.values(), strict=True))
        return Decision(decision.sign, scores, decision.conventions, decision.reason)
