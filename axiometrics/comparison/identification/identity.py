"""Which definition a metric computes, as it was found."""

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
"""Factors that another base of the logarithm makes."""


@dataclass(frozen=True, repr=False)
class Identification(Presentable):
    """Which definition a metric computes.

    Attributes
    ----------
    target : the metric
    task : whose inputs were tried
    metric : the definition that it equals, or the nearest; None where no input gave a value to compare
    equal : whether it equals that definition
    also : further definitions that it equals on these inputs; each lacks a value on no more of them than the first
    scale : by what the definition is multiplied, and what is added
    agreement : on how many inputs the two are equal, the smallest on which they differ, and what they give at 0/0
    searched : by the name of each world that counts, the documents to which it was searched whole
    beyond : for each trait that the definition does not have, how often the two are equal on inputs with it
    exact : whether the values were compared exactly; else to within an error bound
    claim : the definition that it claims to be by its name, if any
    constant : the one value that the metric has on all inputs, which is no definition; None where it has several
    ties : what it makes of documents that share a place; None where no call tells of such, or no definition is equal
    conduct : how it behaves where definitions say nothing; None where that was not measured
    calling : of a user's metric, how it is called (`Candidate.calling`)
    exchanged : whether it is a definition with both arguments exchanged: `expected`, or, where that is empty, `metric`
    expected : the definition that a part of its name promises, where it is that one with both arguments exchanged
    unfinished : what time did not allow, in words; empty where everything was tried
    drift : how it gave two values for one input, in words; nothing can be said of it then
    departures : the facts by which it is not the definition that it equals on plain inputs; where it is `equal`, those
        of inputs that have no place in the definition
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
        """The id of the definition that it equals, or of the nearest; empty where there is none."""
        return "" if self.metric is None else self.metric.id

    @property
    def named(self) -> str:
        """The id of the definition that it claims to be by its name; empty where there is none."""
        return "" if self.claim is None else self.claim.metric.id

    @property
    def is_empty(self) -> bool:
        """Whether no input gave a value."""
        return self.metric is None and self.constant is None and not self.drift and not self.agreement.inputs

    @property
    def tried(self) -> str:
        """In words, the inputs that were tried."""
        return tried(self.searched, self.agreement, self.task, self.conduct)

    @property
    def upto(self) -> int:
        """The documents to which every input was tried."""
        return min(self.searched.values(), default=0)


def scale_words(number: float) -> str:
    """A factor as people write it.

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
    """A metric that can be called in several ways between which nothing decides, with what it computes in each."""

    target: str
    readings: tuple[Identification, ...]

    @property
    def is_empty(self) -> bool:
        """Whether no input gave a value in any of the ways."""
        return all(reading.is_empty for reading in self.readings)
