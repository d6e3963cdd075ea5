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
from axiometrics.search.cells import Effort, Proved, Tick, make_cell, no_proofs
from axiometrics.search.judge import Decision, ExactJudge, Judge, MetricFailedError

EVERY = 256
"""Cases decided exactly between two looks at the time."""

ENOUGH = 256
"""Cases decided exactly after which a metric is searched no further where a proof says how all of them end."""


ONE_WAY = "the metric breaks an invariance, and no case was tried in other ways to write it"
"""Said where cases have means or several golds, or ask for some output: these are judged as the search writes them."""

PARTLY = (
    "the metric breaks an invariance, and {} cases with several outputs or golds were tried in one way to write them"
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
    """The cells of a universally quantified reading, one search serving all judges; each is settled once no smaller
    case can come, whoever goes on.

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
        candidates = block.judge(run.judge.values, run.judge.closed, run.below, run.finer)
        run.cases += candidates.cases - candidates.undefined
        run.undefined += candidates.undefined
        for count, case in enumerate(candidates.doubtful):
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
    judge, size = run.judge, reading.cases.largest(cap)
    if run.failure is None:
        try:
            judge.confirm()
        except MetricFailedError as failure:
            run.failure = failure
    said: dict[str, Any] = {
        "undefined": run.undefined,
        "within_bound": run.undecided + run.undecided_beyond,
        "sampled": run.sampled,
        "labelled": run.labelled,
        "seconds": run.seconds,
    }
    whole = size if run.labelled is None else run.labelled.whole

    def unsettled(evidence: AnyEvidence, message: str) -> Cell:
        return make_cell(constraint, reading, judge, None, evidence, message=message)

    if run.failure is not None:
        failed = Erroneous(judge.exact, run.cases, size, **said, input=run.failure.data)
        return unsettled(failed, str(run.failure))
    if run.found is not None:
        case, decision = run.found
        minimal = (
            case.documents <= reading.judged.complete(min(size, whole))
            and not run.undecided
            and not run.beyond
            and not run.stopped
            and not (run.labelled is not None and run.labelled.one_way)
        )
        asked = case.asked(reading.demand)
        case = decision.shown or case
        scores = {role: judge.show(score) for role, score in decision.scores.items()}
        found = Counterexample.of(case, scores, asked)
        convention = "; ".join(decision.conventions) or None
        refuted = Refuted(
            judge.exact,
            run.cases,
            case.documents,
            **said,
            convention=convention,
            minimal=minimal,
            calls=dict(decision.calls),
            order=list(decision.order),
        )
        return make_cell(constraint, reading, judge, False, refuted, relation=decision.relation, counterexample=found)
    said["convention"] = "; ".join(sorted(judge.used)) or None
    if run.witness is not None:
        said["witness"] = {name: value for name, value in run.witness.to_json().items() if name != "documents"}
    if run.stopped or run.enough:
        why = (
            "out of time before a verdict"
            if run.stopped
            else f"{run.decided} of the smallest cases had to be decided exactly, and a proof settles the rest"
        )
        return unsettled(Undetermined(judge.exact, run.cases, **said), why)
    if run.undecided:
        first = run.smallest_undecided.to_json() if run.smallest_undecided else None
        return unsettled(
            Undetermined(judge.exact, run.cases, size, **said, first=first),
            f"{run.undecided} cases too close for floats to decide",
        )
    if not run.cases:
        if run.sampled:
            return make_cell(constraint, reading, judge, True, Sampled(judge.exact, run.sampled, **said))
        if run.undefined:
            return unsettled(NotApplicable(judge.exact, 0, size, **said), "the metric is undefined on every case")
        return unsettled(
            Undetermined(judge.exact, 0, size, **said),
            f"no case has at most {size} {reading.cases.unit}: raise --max-size",
        )
    if declared := without(judge, reading):
        proven = Proven(judge.exact, run.cases, size, **said, method=DECLARATION, lemmas=0)
        return make_cell(constraint, reading, judge, True, proven, message=declared)
    if run.labelled is not None and (run.labelled.one_way or not (run.labelled.whole and run.labelled.cases)):
        written, one_way = run.labelled.cases + run.labelled.drawn, run.labelled.one_way
        tried = written + run.sampled
        if not tried:
            return unsettled(Undetermined(judge.exact, run.cases, size, **said), ONE_WAY)
        message = ONE_WAY if not written else PARTLY.format(one_way) if one_way else ""
        return make_cell(constraint, reading, judge, True, Sampled(judge.exact, tried, None, **said), message=message)
    if run.labelled is not None:
        run.cases, size = run.labelled.cases, run.labelled.whole
    if reading.finite and whole >= reading.cases.largest(cap):
        proven = Proven(judge.exact, run.cases, size, **said, method="finite", lemmas=0, link="proved")
        return make_cell(constraint, reading, judge, True, proven)
    return make_cell(constraint, reading, judge, True, Exhaustive(judge.exact, run.cases, size, **said))
