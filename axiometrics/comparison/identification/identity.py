"""The answer to the question which definition a metric computes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from axiometrics.candidates.conduct import Conduct, ConductFact
from axiometrics.comparison.identification.agreement_scale import AffineScale
from axiometrics.comparison.identification.comparison import Agreement
from axiometrics.comparison.identification.name_claims import NameClaim
from axiometrics.comparison.identification.ties import TieEntry
from axiometrics.comparison.identification.tried import tried
from axiometrics.core.margins import FITTED_NUMBER
from axiometrics.core.metric import Metric
from axiometrics.core.page import Presentable

NAMED_SCALES = {
    "ln 2": math.log(2),
    "1/ln 2": 1 / math.log(2),
    "log10 2": math.log10(2),
    "1/log10 2": 1 / math.log10(2),
    "ln 10": math.log(10),
    "1/ln 10": 1 / math.log(10),
}
"""Factors that come from another base of the logarithm."""


@dataclass(frozen=True, repr=False)
class Identification(Presentable):
    """The definition that a metric computes, as far as it was found.

    Attributes
    ----------
    target : the metric
    task : the task whose inputs were tried
    metric : the definition that the target equals, or the nearest; None where no input gave a value to compare
    equal : whether the target equals that definition
    also : further definitions that it equals on these inputs; each lacks a value on no more of them than the first
    scale : the factor and the added number that turn the definition into the target
    agreement : the number of inputs on which the two are equal, the smallest on which they differ, and values at 0/0
    searched : by the name of each world that counts, the number of documents up to which it was searched completely
    beyond : for each trait that the definition does not have, the agreement of the two on inputs with this trait
    exact : whether the values were compared exactly; else to within an error bound
    claim : the definition that it claims to be by its name, if any
    constant : the one value of the target on all inputs, which identifies no definition; None where it has several
    ties : how it treats documents at one place; None where no call can express these, or no definition is equal
    conduct : its behaviour where definitions say nothing; None where that was not measured
    calling : how a user's metric is called (`Candidate.calling`)
    exchanged : whether it is a definition with both arguments exchanged: `expected`, or, where that is empty, `metric`
    expected : the definition that a part of its name promises, where it is that one with both arguments exchanged
    unfinished : the steps for which there was no time, in words; empty where everything was tried
    drift : in words, how it gave two values for one input; then it cannot be identified
    departures : the facts by which it differs from the definition that it equals on plain inputs; where it is `equal`,
        only facts of inputs that are outside of the definition
    """

    target: str
    task: str
    metric: Metric | None
    equal: bool
    also: tuple[str, ...]
    scale: AffineScale
    agreement: Agreement
    searched: dict[str, int]
    beyond: dict[str, Agreement]
    exact: bool
    claim: NameClaim | None = None
    constant: float | None = None
    ties: TieEntry | None = None
    conduct: Conduct | None = None
    calling: Mapping[str, Any] = field(default_factory=dict)
    exchanged: bool = False
    expected: str = ""
    unfinished: str = ""
    drift: str = ""
    departures: tuple[ConductFact, ...] = ()

    @property
    def definition(self) -> str:
        """The id of the definition that the metric equals, or of the nearest definition; empty where there is none."""
        return "" if self.metric is None else self.metric.id

    @property
    def named(self) -> str:
        """The id of the definition that the metric claims to be by its name; empty where there is none."""
        return "" if self.claim is None else self.claim.metric.id

    @property
    def is_empty(self) -> bool:
        """Whether no input gave a value."""
        return self.metric is None and self.constant is None and not self.drift and not self.agreement.inputs

    @property
    def tried(self) -> str:
        """The inputs that were tried, in words."""
        return tried(self.searched, self.agreement, self.task, self.conduct)

    @property
    def upto(self) -> int:
        """The number of documents up to which every input was tried."""
        return min(self.searched.values(), default=0)


def scale_words(number: float) -> str:
    """A factor as people write it, such as `ln 2` or `1/3`.

    >>> scale_words(0.6931471805599453), scale_words(-2.0), scale_words(1 / 3)
    ('ln 2', '-2', '1/3')
    """
    for word, value in NAMED_SCALES.items():
        for sign in (1, -1):
            if abs(number - sign * value) <= FITTED_NUMBER:
                return word if sign > 0 else f"-{word}"
    simple = Fraction(number).limit_denominator(1000)
    return str(simple) if abs(float(simple) - number) <= FITTED_NUMBER * max(1.0, abs(number)) else f"{number:.9g}"


@dataclass(frozen=True)
class AmbiguousTarget:
    """A metric that can be called in several ways, none of which is known to be the right one, with the definition that
    it computes in each way.
    """

    target: str
    readings: tuple[Identification, ...]

    @property
    def is_empty(self) -> bool:
        """Whether no input gave a value in any way of calling."""
        return all(reading.is_empty for reading in self.readings)
