"""The intermediate result of the search of one metric under one reading: `for_all` fills it in, and `conclusion` reads
it.
"""

from __future__ import annotations

from dataclasses import dataclass

from axiometrics.core.case import Case
from axiometrics.core.evidence import Labelled
from axiometrics.generators.blocks import Values
from axiometrics.search.decisions import Decision
from axiometrics.search.judge import Judge, MetricFailedError


@dataclass
class SearchState:
    """The results of a search about one metric so far.

    Attributes
    ----------
    decided : cases that were decided exactly
    left_to_proof : whether these were so many that the rest is left to a proof
    finer : values that tell apart more than floats, where these leave too much and no proof is known
    cases, undefined : cases that were judged, and cases that were skipped because the metric has no value there; no
        case counts in both
    undecided : how many of the judged cases stay open
    violation : the smallest violation, with its decision
    failure : why the metric could not be asked further
    witness : where some output has to be as demanded, the smallest case with one that is
    stopped : whether the time was over
    sampled, undecided_beyond : random cases beyond the enumerated ones, and how many of them stay open
    labelled : what was searched in all ways to write a case, of a metric that breaks an invariance
    violation_beyond : whether `violation` is one of the random cases
    """

    judge: Judge
    decided: int = 0
    left_to_proof: bool = False
    finer: Values | None = None
    cases: int = 0
    undefined: int = 0
    undecided: int = 0
    violation: tuple[Case, Decision] | None = None
    failure: MetricFailedError | None = None
    smallest_undecided: Case | None = None
    witness: Case | None = None
    stopped: bool = False
    sampled: int = 0
    labelled: Labelled | None = None
    violation_beyond: bool = False
    undecided_beyond: int = 0
    seconds: float = 0.0

    @property
    def below(self) -> tuple[int, int] | None:
        """The size of the violation that was found; only smaller cases are still of interest. None if there is no
        violation.
        """
        return None if self.violation is None else self.violation[0].size

    @property
    def settled(self) -> bool:
        """Whether no further case has to be tried."""
        return self.violation is not None or self.failure is not None or self.stopped or self.left_to_proof

    def done(self, least: int) -> bool:
        """Return whether cases of so many documents or more can change nothing."""
        return self.failure is not None or (self.violation is not None and least > self.violation[0].documents)

    def note(self, case: Case, decision: Decision) -> None:
        """Keep what the exact decision of a case shows; the case was counted as judged when floats left it in doubt."""
        if decision.failed:
            self.violation = case, decision
        elif decision.reason == "undefined":
            self.cases -= 1
            self.undefined += 1
        elif decision.sign is None:
            self.undecided += 1
            self.smallest_undecided = self.smallest_undecided or case
        elif self.witness is None:
            self.witness = decision.shown
