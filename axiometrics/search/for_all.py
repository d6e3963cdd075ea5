"""Constraints that hold for all cases: whole blocks filtered by floats, the doubtful decided exactly, smallest
first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import (
    DECLARATION,
    AnyEvidence,
    Erroneous,
    Exhaustive,
    Labelled,
    NotApplicable,
    Proven,
    Refuted,
    Sampled,
    Undetermined,
)
from axiometrics.core.family import CaseBlock, parameters_of
from axiometrics.generators.blocks import Values
from axiometrics.search import labelled
from axiometrics.search.cells import OUT_OF_TIME, Effort, Proved, Tick, make_cell, no_proofs
from axiometrics.search.judge import Decision, ExactJudge, Judge, MetricFailedError

EVERY = 256
"""Cases decided exactly between two looks at the time."""

ENOUGH = 256
"""Cases decided exactly after which a metric is searched no further where a proof says how all of them end."""


ONE_WAY = "the metric breaks an invariance, and no case was tried in other ways to write it"
"""Said where the greatest of several scores counts, or a value has to be there: such a case is judged as the search
writes it.
"""

PARTLY = (
    "the metric breaks an invariance, and {} cases that ask for a greatest score or for a value were tried in one way "
    "to write them"
)
"""The same, where other cases were tried in several ways."""


@dataclass
class _SearchOfMetric:
    """What a search has found so far about one metric."""

    judge: Judge
    decided: int = 0
    enough: bool = False
    """Whether so many cases had to be decided exactly that the rest is left to a proof."""
    finer: Values | None = None
    """What tells apart more than floats, where these leave too much and no proof is known."""
    cases: int = 0
    undefined: int = 0
    undecided: int = 0
    found: tuple[Case, Decision] | None = None
    failure: MetricFailedError | None = None
    smallest_undecided: Case | None = None
    witness: Case | None = None
    """Where some output has to be as demanded, the smallest case with one that is."""
    stopped: bool = False
    sampled: int = 0
    labelled: Labelled | None = None
    beyond: bool = False
    undecided_beyond: int = 0
    seconds: float = 0.0

    @property
    def below(self) -> tuple[int, int] | None:
        return None if self.found is None else self.found[0].size


def search_all(
    constraint: Constraint,
    reading: Reading,
    judges: Sequence[Judge],
    cap: int | None,
    effort: Effort,
    tick: Tick,
    proved: Proved = no_proofs,
) -> Iterator[Cell]:
    """The cells of a universally quantified reading, one search serving all judges; each cell is settled once no
    smaller case can come, though the search may go on for other metrics.

    Where floats clear little, and a proof is known (`proved`), a metric is searched only as far as few cases have to be
    decided exactly.
    """
    alive = [_SearchOfMetric(judge) for judge in judges]
    for judge in judges:
        judge.used.clear()
    for block in reading.judged.blocks(cap):
        for run in alive:
            if _done(run, block.least):
                _search_labelled(run, reading, cap, effort, tick)
                yield _conclude(constraint, reading, run, cap)
        alive = [run for run in alive if not _done(run, block.least)]
        if not alive:
            break
        at = f"{constraint.name} ({reading.name}), {block.least} documents"
        if not tick(at):
            for run in alive:
                run.stopped = True
            break
        for run in alive:
            _judge_block(run, block, reading, at, tick, proved)
            if run.enough:
                yield _searched_less(constraint, reading, run, cap, effort, tick)
        alive = [run for run in alive if not run.enough]
    for run in alive:
        _search_labelled(run, reading, cap, effort, tick)
        _go_beyond(run, reading, cap, effort, tick)
        yield _conclude(constraint, reading, run, cap)


def _search_labelled(run: _SearchOfMetric, reading: Reading, cap: int | None, effort: Effort, tick: Tick) -> None:
    """For a metric that breaks an invariance: the cases in all ways to write them, as far as they can be listed; then
    some by chance.
    """
    judge = run.judge
    if not judge.breaks or run.failure is not None or run.stopped:
        return
    started = time.perf_counter()
    if run.found is not None:
        run.found = run.found[0], judge.calls(*run.found)
    examples = judge.examples if effort.examples is None else effort.examples
    try:
        found = labelled.search(judge, reading, cap, examples, effort.seed, tick, run.found)
    except MetricFailedError as failure:
        run.failure = failure
        return
    finally:
        run.seconds += time.perf_counter() - started
    run.found, run.stopped, run.labelled = found.found, found.stopped, found.said
    run.undecided += found.undecided


def _searched_less(
    constraint: Constraint, reading: Reading, run: _SearchOfMetric, cap: int | None, effort: Effort, tick: Tick
) -> Cell:
    """The cell of a metric for the greatest size up to which few cases have to be decided exactly, smaller sizes first;
    the rest is left to a proof.
    """
    used, whole, size = run.judge.used, run, cap
    rests_on, spent = set(used), 0
    for less in range(1, reading.cases.largest(cap)):
        used.clear()
        again = _SearchOfMetric(run.judge, decided=spent, seconds=run.seconds)
        for block in reading.judged.blocks(less):
            _judge_block(
                again,
                block,
                reading,
                f"{constraint.name} ({reading.name}), {block.least} documents",
                tick,
                lambda metric: True,
            )
            if again.stopped or again.enough:
                break
        run.seconds, spent = again.seconds, again.decided
        if again.stopped or again.enough:
            break
        if again.cases:
            whole, size, rests_on = again, less, set(used)
    used.clear()
    used.update(rests_on)
    whole.seconds = run.seconds
    _go_beyond(whole, reading, size, effort, tick)
    return _conclude(constraint, reading, whole, size)


def without(judge: Judge, reading: Reading) -> str:
    """That the metric has none of the parameters whose values distinguish the roles of a reading, in words; else empty.

    Its scores are then the same, whatever the values are.
    """
    names = parameters_of(reading.cases)
    if not isinstance(judge, ExactJudge) or not names or any(name in judge.metric.values for name in names):
        return ""
    return f"the metric has no parameter {' or '.join(names)}, so each of its values is the same"


def _done(run: _SearchOfMetric, least: int) -> bool:
    return run.failure is not None or (run.found is not None and least > run.found[0].documents)


def _judge_block(run: _SearchOfMetric, block: CaseBlock, reading: Reading, at: str, tick: Tick, proved: Proved) -> None:
    """Judge the cases of a block, those that floats cannot clear one by one, as long as there is time, and need for it.

    Of a block that is left, only what was decided exactly counts.
    """
    started = time.perf_counter()
    demand: Demand = reading.demand
    before = run.cases, run.undefined, run.undecided
    again = False
    try:
        filtered = block.judge(run.judge.values, run.judge.closed, run.below, run.finer)
        run.cases += filtered.cases - filtered.undefined
        run.undefined += filtered.undefined
        for count, case in enumerate(filtered.doubtful):
            run.stopped = count % EVERY == EVERY - 1 and not tick(
                f"{at}, {count + 1} cases decided one by one, {run.judge.id}"
            )
            if run.decided == ENOUGH and not reading.finite and not run.stopped:
                run.enough = proved(run.judge.id)
                run.finer = run.judge.finer if isinstance(run.judge, ExactJudge) and not run.enough else None
                again = run.finer is not None
            if run.stopped or run.enough or again:
                run.cases, run.undefined, run.undecided = before[0] + count * (not again), *before[1:]
                break
            run.decided += 1
            decision = run.judge.decide(case, demand)
            if decision.sign is None:
                run.undecided += decision.reason != "undefined"
                run.undefined += decision.reason == "undefined"
                if decision.reason != "undefined" and run.smallest_undecided is None:
                    run.smallest_undecided = case
            elif decision.failed:
                run.found = case, decision
                break
            elif run.witness is None:
                run.witness = decision.shown
    except MetricFailedError as failure:
        run.failure = failure
    run.seconds += time.perf_counter() - started
    if again:
        run.decided += 1
        _judge_block(run, block, reading, at, tick, proved)


def _go_beyond(run: _SearchOfMetric, reading: Reading, cap: int | None, effort: Effort, tick: Tick) -> None:
    """Random cases larger than those enumerated, where the enumeration found nothing."""
    from axiometrics.search.sampling import sample

    beyond_cut = getattr(reading.cases, "cut", None) is None  # else no case goes beyond the cut-off of the metric
    examples = run.judge.examples * beyond_cut if effort.examples is None else effort.examples
    settled = run.found is not None or run.failure is not None or run.stopped or run.enough
    if settled or reading.finite or not examples or not tick(f"random cases, {run.judge.id}"):
        return
    started = time.perf_counter()
    try:
        judge = labelled.ByChance(run.judge) if run.judge.breaks else run.judge
        drawn = sample(judge, reading.judged, reading.cases.largest(cap), examples, effort.seed)
    except MetricFailedError as failure:
        run.failure = failure
        return
    finally:
        run.seconds += time.perf_counter() - started
    run.sampled, run.found, run.beyond = drawn.tried, drawn.found, drawn.found is not None
    run.undecided_beyond = drawn.undecided


def _conclude(constraint: Constraint, reading: Reading, run: _SearchOfMetric, cap: int | None) -> Cell:
    """The cell of a metric: it failed, it violates the constraint, not every case was judged, or it satisfies it."""
    if run.failure is None:
        try:
            run.judge.confirm()
        except MetricFailedError as failure:
            run.failure = failure
    conclusion = _Conclusion(constraint, reading, run, reading.cases.largest(cap))
    if run.failure is not None:
        return conclusion.failed(run.failure)
    if run.found is not None:
        return conclusion.refuted(*run.found)
    return conclusion.not_enumerated() or conclusion.declared() or conclusion.held()


@dataclass(frozen=True)
class _Conclusion:
    """What was found about one metric, as a cell; `size` is the greatest size asked for."""

    constraint: Constraint
    reading: Reading
    run: _SearchOfMetric
    size: int

    @property
    def _said(self) -> dict[str, Any]:
        """What the evidence of every verdict says."""
        run = self.run
        return {
            "undefined": run.undefined,
            "within_bound": run.undecided + run.undecided_beyond,
            "sampled": run.sampled,
            "labelled": run.labelled,
            "seconds": run.seconds,
        }

    @property
    def _said_of_all(self) -> dict[str, Any]:
        """The same, with what all values rest on, and the case that shows that a demand on some output can be met."""
        said, witness = {**self._said, "convention": "; ".join(sorted(self.run.judge.used)) or None}, self.run.witness
        if witness is not None:
            said["witness"] = {name: value for name, value in witness.to_json().items() if name != "documents"}
        return said

    @property
    def _whole(self) -> int:
        """The size up to which every case was judged in every way to write it that counts."""
        return self.size if self.run.labelled is None else self.run.labelled.whole

    def _cell(self, holds: bool | None, evidence: AnyEvidence, **more: Any) -> Cell:
        return make_cell(self.constraint, self.reading, self.run.judge, holds, evidence, **more)

    def failed(self, failure: MetricFailedError) -> Cell:
        """The cell of a metric that failed."""
        evidence = Erroneous(self.run.judge.exact, self.run.cases, self.size, **self._said, input=failure.data)
        return self._cell(None, evidence, message=str(failure))

    def refuted(self, case: Case, decision: Decision) -> Cell:
        """The cell of a metric that violates the constraint on this case."""
        run, judge = self.run, self.run.judge
        minimal = (
            case.documents <= self.reading.judged.complete(min(self.size, self._whole))
            and not run.undecided
            and not run.beyond
            and not run.stopped
            and not (run.labelled is not None and run.labelled.one_way)
        )
        asked = case.asked(self.reading.demand)
        case = decision.shown or case
        scores = {role: judge.show(score) for role, score in decision.scores.items()}
        evidence = Refuted(
            judge.exact,
            run.cases,
            case.documents,
            **self._said,
            convention="; ".join(decision.conventions) or None,
            minimal=minimal,
            calls=dict(decision.calls),
            order=list(decision.order),
        )
        found = Counterexample.of(case, scores, asked)
        return self._cell(False, evidence, relation=decision.relation, counterexample=found)

    def not_enumerated(self) -> Cell | None:
        """The cell of a metric that was not judged on every case up to the size, if it was not; else None."""
        run, exact, size, said = self.run, self.run.judge.exact, self.size, self._said_of_all
        if run.stopped or run.enough:
            why = (
                OUT_OF_TIME
                if run.stopped
                else f"{run.decided} of the smallest cases had to be decided exactly, and a proof settles the rest"
            )
            return self._cell(None, Undetermined(exact, run.cases, **said), message=why)
        if run.undecided:
            first = run.smallest_undecided.to_json() if run.smallest_undecided else None
            evidence = Undetermined(exact, run.cases, size, **said, first=first)
            return self._cell(None, evidence, message=f"{run.undecided} cases too close for floats to decide")
        if run.cases:
            return None
        if run.sampled:
            return self._cell(True, Sampled(exact, run.sampled, **said))
        if run.undefined:
            nowhere = NotApplicable(exact, 0, size, **said)
            return self._cell(None, nowhere, message="the metric is undefined on every case")
        why = f"no case has at most {size} {self.reading.cases.unit}: raise --max-size"
        return self._cell(None, Undetermined(exact, 0, size, **said), message=why)

    def declared(self) -> Cell | None:
        """The cell of a metric that lacks the parameters whose values are compared, and so satisfies the constraint."""
        words = without(self.run.judge, self.reading)
        if not words:
            return None
        exact, cases = self.run.judge.exact, self.run.cases
        proven = Proven(exact, cases, self.size, **self._said_of_all, method=DECLARATION, lemmas=0)
        return self._cell(True, proven, message=words)

    def held(self) -> Cell:
        """The cell of a metric that satisfies the constraint on all cases that were judged."""
        run, exact, said, ways = self.run, self.run.judge.exact, self._said_of_all, self.run.labelled
        if ways is not None and (ways.one_way or not (ways.whole and ways.cases)):
            written = ways.cases + ways.drawn
            tried = written + run.sampled
            if not tried:
                return self._cell(None, Undetermined(exact, run.cases, self.size, **said), message=ONE_WAY)
            message = ONE_WAY if not written else PARTLY.format(ways.one_way) if ways.one_way else ""
            return self._cell(True, Sampled(exact, tried, None, **said), message=message)
        cases, size = (run.cases, self.size) if ways is None else (ways.cases, ways.whole)
        if self.reading.finite and self._whole >= self.size:
            return self._cell(True, Proven(exact, cases, size, **said, method="finite", lemmas=0, link="proved"))
        return self._cell(True, Exhaustive(exact, cases, size, **said))
