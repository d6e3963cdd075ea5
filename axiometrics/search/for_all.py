"""Searches constraints that hold for all cases, smallest cases first. Floats filter whole blocks, and exact arithmetic
decides the cases that stay in doubt.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice

from axiometrics.core.case import Case, Demand
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.family import CaseBlock, grid_of
from axiometrics.search import labelled
from axiometrics.search.cells import Effort, Proved, Tick, no_proofs
from axiometrics.search.conclusion import conclude
from axiometrics.search.judge import Judge, MetricFailedError, OutOfTimeError
from axiometrics.search.state import SearchState

EVERY = 256
"""How many cases are decided exactly between two looks at the time."""

ENOUGH = 256
"""After so many exact decisions a metric is searched no further if a proof covers all cases: exact decisions are slow,
and the proof needs none.
"""


OFF_GRID = 300
"""The least number of random cases that are tried if the enumerated cases lie on a grid of numbers and no proof settles
the others.
"""

TOGETHER = 64
"""The greatest number of cases that are announced to a judge at once, before it decides them exactly."""


def search_all(
    constraint: Constraint,
    reading: Reading,
    judges: Sequence[Judge],
    cap: int | None,
    effort: Effort,
    tick: Tick,
    proved: Proved = no_proofs,
) -> Iterator[Cell]:
    """Yield the cells of a universally quantified reading. One search serves all judges, and each cell is settled once
    no smaller case can come, though the search may go on for other metrics.

    Where floats clear little, and a proof is known (`proved`), a metric is searched only as far as few cases have to be
    decided exactly.
    """
    alive = [SearchState(judge) for judge in judges]
    for judge in judges:
        judge.used.clear()
    for block in reading.judged.blocks(cap):
        for state in alive:
            if state.done(block.least):
                _search_labelled(state, reading, cap, effort, tick)
                yield conclude(constraint, reading, state, cap)
        alive = [state for state in alive if not state.done(block.least)]
        if not alive:
            break
        at = f"{constraint.name} ({reading.name}), size {block.least}"
        if not tick(at):
            for state in alive:
                state.stopped = True
            break
        for state in alive:
            _judge_block(state, block, reading, at, tick, proved)
            if state.left_to_proof:
                yield _searched_less(constraint, reading, state, cap, effort, tick)
        alive = [state for state in alive if not state.left_to_proof]
    for state in alive:
        _search_labelled(state, reading, cap, effort, tick)
        _go_beyond(state, reading, cap, effort, tick, proved)
        yield conclude(constraint, reading, state, cap)


def _search_labelled(state: SearchState, reading: Reading, cap: int | None, effort: Effort, tick: Tick) -> None:
    """Search, for a metric that breaks an invariance, the cases in all ways to write them as far as these can be
    listed, and then some ways drawn at random.
    """
    judge = state.judge
    if not judge.breaks or state.failure is not None or state.stopped:
        return
    started = time.perf_counter()
    if state.violation is not None:
        state.violation = state.violation[0], judge.calls(*state.violation)
    examples = judge.examples if effort.examples is None else effort.examples
    try:
        findings = labelled.search(judge, reading, cap, examples, effort.seed, tick, state.violation)
    except MetricFailedError as failure:
        state.failure = failure
        return
    except OutOfTimeError:
        state.stopped = True
        return
    finally:
        state.seconds += time.perf_counter() - started
    state.violation, state.stopped, state.labelled = findings.violation, findings.stopped, findings.searched
    state.undecided += findings.undecided


def _searched_less(
    constraint: Constraint, reading: Reading, state: SearchState, cap: int | None, effort: Effort, tick: Tick
) -> Cell:
    """Return the cell of a metric for the greatest size up to which few cases have to be decided exactly. Smaller sizes
    are tried first, and the rest is left to a proof.
    """
    used, whole, size = state.judge.used, state, cap
    rests_on, spent = set(used), 0
    for less in range(1, reading.cases.largest(cap)):
        used.clear()
        smaller = SearchState(state.judge, decided=spent, seconds=state.seconds)
        for block in reading.judged.blocks(less):
            at = f"{constraint.name} ({reading.name}), size {block.least}"
            _judge_block(smaller, block, reading, at, tick, lambda metric: True)
            if smaller.stopped or smaller.left_to_proof:
                break
        state.seconds, spent = smaller.seconds, smaller.decided
        if smaller.stopped or smaller.left_to_proof:
            break
        if smaller.cases:
            whole, size, rests_on = smaller, less, set(used)
    used.clear()
    used.update(rests_on)
    whole.seconds = state.seconds
    _go_beyond(whole, reading, size, effort, tick)
    return conclude(constraint, reading, whole, size)


def _judge_block(state: SearchState, block: CaseBlock, reading: Reading, at: str, tick: Tick, proved: Proved) -> None:
    """Judge the cases of a block. The cases that floats cannot clear are decided one by one, as long as there is time
    and a decision is needed.

    Of a block that is given up, only the cases that were decided exactly count. Where too much has to be decided
    exactly and no proof is known, a block is judged anew with values that are finer than floats, if the metric has
    them.
    """
    started = time.perf_counter()
    judge, before, finer = state.judge, (state.cases, state.undefined, state.undecided), None
    try:
        filtered = block.judge(judge.values, judge.closed, state.below, state.finer)
        state.cases += filtered.cases - filtered.undefined
        state.undefined += filtered.undefined
        doubtful = _foreseen(judge, filtered.doubtful, reading.demand) if judge.foresees else filtered.doubtful
        for count, case in enumerate(doubtful):
            if count % EVERY == EVERY - 1:
                state.stopped = not tick(f"{at}, {count + 1} cases decided one by one, {judge.id}")
            if state.decided == ENOUGH and not reading.finite and not state.stopped:
                state.left_to_proof = proved(judge.id)
                if not state.left_to_proof:
                    state.finer = finer = judge.finer
            if finer is not None:
                state.cases, state.undefined, state.undecided = before
                break
            if state.stopped or state.left_to_proof:
                state.cases -= filtered.cases - filtered.undefined - count
                state.undefined -= filtered.undefined
                break
            state.decided += 1
            state.note(case, judge.decide(case, reading.demand))
            if state.violation is not None and state.violation[0] is case:
                break
    except MetricFailedError as failure:
        state.failure = failure
    except OutOfTimeError:
        state.cases, state.undefined, state.undecided = before
        state.stopped = True
    state.seconds += time.perf_counter() - started
    if finer is not None:
        state.decided += 1
        _judge_block(state, block, reading, at, tick, proved)


def _foreseen(judge: Judge, cases: Iterator[Case], demand: Demand) -> Iterator[Case]:
    """Yield the cases in their order. Before they are decided, the judge is told of one case, then of two, then of
    four, and so on: the first cases may end the search, and then the others need no score.
    """
    number = 1
    while some := list(islice(cases, number)):
        judge.foresee(some, demand)
        yield from some
        number = min(2 * number, TOGETHER)


def _go_beyond(
    state: SearchState, reading: Reading, cap: int | None, effort: Effort, tick: Tick, proved: Proved = no_proofs
) -> None:
    """Try random cases that are larger than the enumerated ones, or off the grid of the enumerated ones, if the
    enumeration found nothing.
    """
    from axiometrics.search.sampling import sample

    beyond_cut = getattr(reading.cases, "cut", None) is None  # else no case goes beyond the cut-off of the metric
    examples = state.judge.examples * beyond_cut if effort.examples is None else effort.examples
    if effort.examples is None and grid_of(reading.cases) and not (state.settled or proved(state.judge.id)):
        examples = max(examples, OFF_GRID)
    if state.settled or reading.finite or not examples or not tick(f"random cases, {state.judge.id}"):
        return
    started = time.perf_counter()
    try:
        judge = labelled.ByChance(state.judge) if state.judge.breaks else state.judge
        drawn = sample(judge, reading.judged, reading.cases.largest(cap), examples, effort.seed)
    except MetricFailedError as failure:
        state.failure = failure
        return
    except OutOfTimeError:
        return
    finally:
        state.seconds += time.perf_counter() - started
    state.sampled, state.violation, state.violation_beyond = drawn.tried, drawn.violation, drawn.violation is not None
    state.undecided_beyond = drawn.undecided
