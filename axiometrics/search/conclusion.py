"""Makes the cell of one metric from what its search has found, with the evidence of its kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import (
    DECLARATION,
    AnyEvidence,
    Erroneous,
    Exhaustive,
    Grid,
    NotApplicable,
    Proven,
    Refuted,
    Sampled,
    Undetermined,
)
from axiometrics.core.family import grid_of, parameters_of
from axiometrics.search.cells import OUT_OF_TIME, make_cell
from axiometrics.search.decisions import Decision
from axiometrics.search.judge import Judge, MetricFailedError
from axiometrics.search.refutation import shown_scores
from axiometrics.search.state import SearchState

ONE_WAY = "the metric breaks an invariance, and no case was tried in other ways to write it"
"""The message about a metric that breaks an invariance where a demand is about the greatest of several scores, or about
the presence of a value. Such a case is judged only as the search writes it.
"""

PARTLY = (
    "the metric breaks an invariance, and {} cases that ask for a greatest score or for a value were tried in one way "
    "to write them"
)
"""The message of the same kind if other cases were tried in several ways to write them."""


def conclude(constraint: Constraint, reading: Reading, state: SearchState, cap: int | None) -> Cell:
    """Return the cell of a metric. The metric failed, violates the constraint, was not judged on every case, or
    satisfies the constraint.
    """
    if state.failure is None:
        try:
            state.judge.confirm()
        except MetricFailedError as failure:
            state.failure = failure
    conclusion = _Conclusion(constraint, reading, state, reading.cases.largest(cap))
    if state.failure is not None:
        return conclusion.failed(state.failure)
    if state.violation is not None:
        return conclusion.refuted(*state.violation)
    return conclusion.not_enumerated() or conclusion.declared() or conclusion.held()


@dataclass(frozen=True)
class _Conclusion:
    """Makes the cell from what was found about one metric; `size` is the largest size of the search."""

    constraint: Constraint
    reading: Reading
    state: SearchState
    size: int

    @property
    def _said(self) -> dict[str, Any]:
        """The fields that the evidence of every verdict has."""
        state = self.state
        return {
            "undefined": state.undefined,
            "within_bound": state.undecided + state.undecided_beyond,
            "sampled": state.sampled,
            "labelled": state.labelled,
            "seconds": state.seconds,
        }

    @property
    def _said_of_all(self) -> dict[str, Any]:
        """The fields of `_said`, the conventions on which values rest, and the case that shows that a demand on some
        output can be met.
        """
        said = {**self._said, "convention": "; ".join(sorted(self.state.judge.used)) or None}
        witness = self.state.witness
        if witness is not None:
            said["witness"] = {name: value for name, value in witness.to_json().items() if name != "documents"}
        return said

    @property
    def _whole(self) -> int:
        """The size up to which every case was judged in every way to write it that counts."""
        return self.size if self.state.labelled is None else self.state.labelled.whole

    def _cell(self, holds: bool | None, evidence: AnyEvidence, **more: Any) -> Cell:
        return make_cell(self.constraint, self.reading, self.state.judge, holds, evidence, **more)

    def failed(self, failure: MetricFailedError) -> Cell:
        """The cell of a metric that failed."""
        evidence = Erroneous(self.state.judge.exact, self.state.cases, self.size, **self._said, input=failure.data)
        return self._cell(None, evidence, message=str(failure))

    def refuted(self, case: Case, decision: Decision) -> Cell:
        """The cell of a metric that violates the constraint on this case."""
        state, judge = self.state, self.state.judge
        least = not (
            state.undecided
            or state.violation_beyond
            or state.stopped
            or (state.labelled is not None and state.labelled.one_way)
        )
        minimal = least and case.documents <= self.reading.judged.complete(min(self.size, self._whole))
        reached = getattr(self.reading.judged, "reaches", int)(min(self.size, self._whole))
        grid = grid_of(self.reading.cases) if least and not minimal and case.documents <= reached else ""
        demand = case.asked(self.reading.demand)
        case = decision.shown or case
        scores, each = shown_scores(decision, judge)
        evidence = Refuted(
            judge.exact,
            state.cases,
            case.documents,
            **self._said,
            convention="; ".join(decision.conventions) or None,
            minimal=minimal,
            grid=grid or None,
            calls=dict(decision.calls),
            order=list(decision.order),
        )
        counterexample = Counterexample.of(case, scores, demand, each)
        return self._cell(False, evidence, relation=decision.relation, counterexample=counterexample)

    def not_enumerated(self) -> Cell | None:
        """Return the cell of a metric that was not judged on every case up to the size; None if it was."""
        state, exact, size, said = self.state, self.state.judge.exact, self.size, self._said_of_all
        if state.stopped or state.left_to_proof:
            why = (
                OUT_OF_TIME
                if state.stopped
                else f"{state.decided} of the smallest cases had to be decided exactly, and a proof settles the rest"
            )
            return self._cell(None, Undetermined(exact, state.cases, **said), message=why)
        if state.undecided:
            first = state.smallest_undecided.to_json() if state.smallest_undecided else None
            evidence = Undetermined(exact, state.cases, size, **said, first=first)
            return self._cell(None, evidence, message=f"{state.undecided} cases too close for floats to decide")
        if state.cases:
            return None
        if state.sampled:
            return self._cell(True, Sampled(exact, state.sampled, **said))
        if state.undefined:
            nowhere = NotApplicable(exact, 0, size, **said)
            return self._cell(None, nowhere, message="the metric is undefined on every case")
        why = f"no case has at most {size} {self.reading.cases.unit}: raise --max-size"
        return self._cell(None, Undetermined(exact, 0, size, **said), message=why)

    def declared(self) -> Cell | None:
        """Return the cell of a metric without the parameters whose values are compared, which therefore satisfies the
        constraint; None for other metrics.
        """
        words = without(self.state.judge, self.reading)
        if not words:
            return None
        exact, cases = self.state.judge.exact, self.state.cases
        proven = Proven(exact, cases, self.size, **self._said_of_all, method=DECLARATION, lemmas=0)
        return self._cell(True, proven, message=words)

    def held(self) -> Cell:
        """The cell of a metric that satisfies the constraint on all cases that were judged."""
        state, exact, said, ways = self.state, self.state.judge.exact, self._said_of_all, self.state.labelled
        if ways is not None and (ways.one_way or not (ways.whole and ways.cases)):
            written = ways.cases + ways.drawn
            tried = written + state.sampled
            if not tried:
                return self._cell(None, Undetermined(exact, state.cases, self.size, **said), message=ONE_WAY)
            message = ONE_WAY if not written else PARTLY.format(ways.one_way) if ways.one_way else ""
            return self._cell(True, Sampled(exact, tried, None, **said), message=message)
        cases, size = (state.cases, self.size) if ways is None else (ways.cases, ways.whole)
        if self.reading.finite and self._whole >= self.size:
            return self._cell(True, Proven(exact, cases, size, **said, method="finite", lemmas=0, link="proved"))
        if grid := grid_of(self.reading.cases):
            return self._cell(True, Grid(exact, cases, size, **said, grid=grid))
        return self._cell(True, Exhaustive(exact, cases, size, **said))


def without(judge: Judge, reading: Reading) -> str:
    """Say in words that the metric has none of the parameters whose values distinguish the roles of a reading; empty if
    it has one.

    Its scores are then the same, whatever the values are.
    """
    names = parameters_of(reading.cases)
    if judge.parameters is None or not names or any(name in judge.parameters for name in names):
        return ""
    return f"the metric has no parameter {' or '.join(names)}, so each of its values is the same"
