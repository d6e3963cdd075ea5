"""The search: floats filter whole blocks of cases, exact arithmetic decides the few they cannot clear, smallest first."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from axiometrics.core.aggregates import Confusion
from axiometrics.core.arithmetic import Array, conventions
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import UndecidedError
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.core.verdict import Cell, Counterexample, Evidence
from axiometrics.generators.blocks import MARGIN, Universe
from axiometrics.generators.covers import Listed
from axiometrics.generators.duels import FIRST, SECOND

MEMORY = 2**28
"""Bytes of values that one judge remembers between constraints."""


class MetricFailedError(Exception):
    """A user's metric raised, or returned no number; `case` is the input that shows it (gold, output)."""

    def __init__(self, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.data = data


@dataclass(frozen=True)
class Decision:
    """How a metric judges one case.

    `sign` of the required difference is 1 (as demanded), 0 (tied), -1 (reversed), or None where a score is undefined or the sign could not
    be decided (`reason` says which).
    """

    sign: int | None
    scores: Mapping[str, Any]
    conventions: tuple[str, ...] = ()
    reason: str = ""


class Judge(Protocol):
    """What the search asks of a metric, be it one of ours or a black box."""

    used: set[str]
    """The 0/0 conventions that values asked for have rested on."""

    @property
    def id(self) -> str:
        """The name of the metric."""
        ...

    @property
    def closed(self) -> bool:
        """Whether every document must be listed in the gold."""
        ...

    @property
    def exact(self) -> bool:
        """Whether exact arithmetic decides."""
        ...

    @property
    def examples(self) -> int:
        """Random cases to try beyond the enumerated sizes, unless told."""
        ...

    def serves(self, reading: Reading) -> str | None:
        """Why the reading does not apply to the metric, or None."""
        ...

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        """The size to search to, given what was asked for."""
        ...

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements as floats, `nan` where undefined."""
        ...

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference of one case, for certain or not at all."""
        ...

    def score_table(self, table: tuple[int, int, int, int]) -> Any:
        """The score of a table of counts (tp, fp, fn, tn)."""
        ...

    def show(self, score: Any) -> Any:
        """A score as JSON has it: exact ones as strings."""
        ...


@dataclass(eq=False)
class ExactJudge:
    """Judges by a metric's formula: in floats for the filter, exactly for the decision."""

    metric: Metric
    used: set[str] = field(default_factory=set)
    exact: bool = True
    examples: int = 0
    _kept: dict[Hashable, tuple[Array, dict[str, Array]]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.metric.id

    @property
    def task(self) -> str:
        return self.metric.task

    @property
    def closed(self) -> bool:
        return self.metric.closed

    def serves(self, reading: Reading) -> str | None:
        if reading.needs == "graded" and not self.metric.graded:
            return "the metric knows only relevant and irrelevant documents"
        if reading.needs == "overlapping" and not self.metric.overlapping:
            return "the metric is defined on partitions only"
        return None

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        return asked

    def values(self, universe: Universe, index: Array) -> Array:
        name = universe.key(self.closed)
        key = (type(universe).__name__, name)
        if name is None or key not in self._kept:
            found = self._evaluate(universe)
            if name is not None:
                if sum(values.nbytes for values, _ in self._kept.values()) > MEMORY:
                    self._kept.clear()
                self._kept[key] = found
        else:
            found = self._kept[key]
        values, notes = found
        self.used.update(name for name, mask in notes.items() if name not in self.used and mask[index].any())
        return np.asarray(values[index])

    def _evaluate(self, universe: Universe) -> tuple[Array, dict[str, Array]]:
        """The float values of a whole universe, and where they rest on a convention."""
        if isinstance(universe, Listed):
            scores = [float(self.metric.exact(output, gold)) for output, gold in universe.items]
            return np.array(scores), {}
        parts: list[Array] = []
        masks: dict[str, Array] = {}
        start = 0
        for counts, shape in universe.chunks():
            with np.errstate(all="ignore"), conventions() as noted:
                parts.append(np.broadcast_to(np.asarray(self.metric.evaluate(counts), dtype=np.float64), shape).ravel())
            for name, found in noted.items():
                mask = masks.setdefault(name, np.zeros(len(universe), dtype=bool))
                for where in found:
                    mask[start : start + parts[-1].size] |= np.broadcast_to(where, shape).ravel()
            start += parts[-1].size
        return np.concatenate(parts), masks

    def decide(self, case: Case, demand: Demand) -> Decision:
        known: dict[int, Any] = {}
        with conventions() as noted:
            scores = {}
            for role in demand.roles:
                output = case.outputs[role]
                if id(output) not in known:
                    known[id(output)] = self.metric.exact(output, case.gold)
                scores[role] = known[id(output)]
        if any(score != score for score in scores.values() if isinstance(score, float)):
            return Decision(None, scores, reason="undefined")
        try:
            return Decision(sign(demand.excess(scores)), scores, tuple(sorted(noted)))
        except UndecidedError:
            return Decision(None, scores, reason="undecided")

    def score_table(self, table: tuple[int, int, int, int]) -> Any:
        """The exact score of a table of counts (tp, fp, fn, tn); `nan` where undefined."""
        return self.metric.evaluate(Confusion.of([table], exact=True)).item()

    def show(self, score: Any) -> str | None:
        return None if isinstance(score, float) else str(score)


@dataclass
class _Run:
    """What a search has found so far about one metric."""

    judge: Judge
    cases: int = 0
    undefined: int = 0
    undecided: int = 0
    found: tuple[Case, Decision] | None = None
    failure: MetricFailedError | None = None
    smallest_undecided: Case | None = None
    stopped: bool = False
    sampled: int = 0
    beyond: bool = False
    undecided_beyond: int = 0
    seconds: float = 0.0

    @property
    def below(self) -> tuple[int, int] | None:
        return None if self.found is None else self.found[0].size


Tick = Callable[[str], bool]
"""Called now and then with what is under way; False asks to stop."""


@dataclass(frozen=True)
class Effort:
    """How far to search: the size asked for (None: the family's own), and how many random cases beyond it (None: the judge's own number)."""

    size: int | None = None
    examples: int | None = None
    seed: int = 0


def search(constraint: Constraint, reading: Reading, judges: Sequence[Judge], effort: Effort = Effort(), tick: Tick = lambda _: True) -> list[Cell]:
    """One cell for each judge: the constraint in that reading, enumerated as far as asked, then tried on random cases."""
    cells: dict[str, Cell] = {}
    open_: list[Judge] = []
    for judge in judges:
        reason = judge.serves(reading)
        if reason is not None:
            cells[judge.id] = _cell(constraint, reading, judge, None, Evidence("not-applicable", judge.exact, 0), message=reason)
        else:
            open_.append(judge)
    for cap, group in _by_cap(constraint, reading, open_, effort.size):
        if constraint.quantifier is Quantifier.FOR_ALL:
            found = _for_all(constraint, reading, group, cap, effort, tick)
        elif constraint.quantifier is Quantifier.DESCRIBES:
            found = [_profile(constraint, reading, judge, cap, tick) for judge in group]
        else:
            found = [_threshold(constraint, reading, judge, cap, tick) for judge in group]
        cells.update({cell.metric: cell for cell in found})
    return [cells[judge.id] for judge in judges]


def _by_cap(constraint: Constraint, reading: Reading, judges: Sequence[Judge], asked: int | None) -> list[tuple[int | None, list[Judge]]]:
    groups: dict[int | None, list[Judge]] = {}
    for judge in judges:
        groups.setdefault(judge.cap(constraint, reading, asked), []).append(judge)
    return list(groups.items())


def _cell(constraint: Constraint, reading: Reading, judge: Judge, holds: bool | None, evidence: Evidence, **more: Any) -> Cell:
    return Cell(constraint.task, judge.id, constraint.id, reading.name, holds, evidence, **more)


# --- for all cases -----------------------------------------------------------------------------------------------------------------


def _for_all(constraint: Constraint, reading: Reading, judges: Sequence[Judge], cap: int | None, effort: Effort, tick: Tick) -> list[Cell]:
    runs = [_Run(judge) for judge in judges]
    for judge in judges:
        judge.used.clear()
    for block in reading.cases.blocks(cap):
        alive = [run for run in runs if not _done(run, block.least)]
        if not alive:
            break
        if not tick(f"{constraint.name} ({reading.name}), {block.least} documents"):
            for run in alive:
                run.stopped = run.found is None
            break
        for run in alive:
            started = time.perf_counter()
            _judge_block(run, block, reading.cases.demand)
            run.seconds += time.perf_counter() - started
    for run in runs:
        started = time.perf_counter()
        _go_beyond(run, reading, cap, effort, tick)
        run.seconds += time.perf_counter() - started
    return [_conclude(constraint, reading, run, cap) for run in runs]


def _done(run: _Run, least: int) -> bool:
    return run.failure is not None or (run.found is not None and least > run.found[0].documents)


def _judge_block(run: _Run, block: Any, demand: Demand) -> None:
    try:
        candidates = block.judge(run.judge.values, run.judge.closed, run.below)
        run.cases += candidates.cases - candidates.undefined
        run.undefined += candidates.undefined
        for case in candidates.doubtful:
            decision = run.judge.decide(case, demand)
            if decision.sign is None:
                run.undecided += decision.reason != "undefined"
                run.undefined += decision.reason == "undefined"
                if decision.reason != "undefined" and run.smallest_undecided is None:
                    run.smallest_undecided = case
            elif decision.sign <= 0:
                run.found = case, decision
                return
    except MetricFailedError as failure:
        run.failure = failure


def _go_beyond(run: _Run, reading: Reading, cap: int | None, effort: Effort, tick: Tick) -> None:
    """Random cases larger than those enumerated, where the enumeration found nothing."""
    from axiometrics.sampling import sample

    examples = run.judge.examples if effort.examples is None else effort.examples
    settled = run.found is not None or run.failure is not None or run.stopped
    if settled or reading.finite or not examples or not tick(f"random cases, {run.judge.id}"):
        return
    try:
        drawn = sample(run.judge, reading.cases, reading.cases.largest(cap), examples, effort.seed)
    except MetricFailedError as failure:
        run.failure = failure
        return
    run.sampled, run.found, run.beyond = drawn.tried, drawn.found, drawn.found is not None
    run.undecided_beyond = drawn.undecided


def _conclude(constraint: Constraint, reading: Reading, run: _Run, cap: int | None) -> Cell:
    judge, size = run.judge, reading.cases.largest(cap)
    detail: dict[str, Any] = {}
    if run.undefined:
        detail["undefined"] = run.undefined
    if run.undecided or run.undecided_beyond:
        detail["within_bound"] = run.undecided + run.undecided_beyond
    if run.sampled:
        detail["sampled"] = run.sampled

    def evidence(kind: str, **more: Any) -> Evidence:
        fields = {"cases": run.cases, "size": size, **more}
        return Evidence(kind, judge.exact, seconds=run.seconds, detail=detail, **fields)

    if run.failure is not None:
        detail["input"] = run.failure.data
        return _cell(constraint, reading, judge, None, evidence("error"), message=str(run.failure))
    if run.found is not None:
        case, decision = run.found
        if decision.conventions:
            detail["convention"] = "; ".join(decision.conventions)
        minimal = (reading.cases.unit != "ranks" or case.documents <= size + 1) and not run.undecided and not run.beyond
        found = counterexample(case, decision, judge)
        relation = "tied" if decision.sign == 0 else "reversed"
        return _cell(
            constraint, reading, judge, False, evidence("counterexample", size=case.documents, minimal=minimal), relation=relation, counterexample=found
        )
    if judge.used:
        detail["convention"] = "; ".join(sorted(judge.used))
    if run.stopped:
        return _cell(constraint, reading, judge, None, evidence("undetermined", size=None), message="out of time before a verdict")
    if run.undecided:
        detail["first"] = run.smallest_undecided.to_json() if run.smallest_undecided else None
        return _cell(constraint, reading, judge, None, evidence("undetermined"), message=f"{run.undecided} cases too close for floats to decide")
    if not run.cases:
        if run.sampled:
            return _cell(constraint, reading, judge, True, evidence("sampled", cases=run.sampled, size=None))
        if run.undefined:
            return _cell(constraint, reading, judge, None, evidence("not-applicable"), message="the metric is undefined on every case")
        return _cell(constraint, reading, judge, None, evidence("undetermined"), message=f"no case has at most {size} {reading.cases.unit}: raise --max-size")
    if reading.finite:
        detail["method"] = "finite"
        return _cell(constraint, reading, judge, True, evidence("proof"))
    return _cell(constraint, reading, judge, True, evidence("exhaustive"))


def counterexample(case: Case, decision: Decision, judge: Judge) -> Counterexample:
    """The case with its scores, as JSON has it."""
    data = case.to_json()
    scores = {role: judge.show(score) for role, score in decision.scores.items()}
    return Counterexample({"gold": data["gold"], "outputs": data["outputs"], "scores": scores, "documents": data["documents"]})


# --- thresholds --------------------------------------------------------------------------------------------------------------------


def _threshold(constraint: Constraint, reading: Reading, judge: Judge, cap: int | None, tick: Tick) -> Cell:
    started = time.perf_counter()
    judge.used.clear()
    duels, last = reading.cases, reading.cases.largest(cap)
    if last < duels.first_n:
        evidence = Evidence("undetermined", judge.exact, 0, last)
        return _cell(constraint, reading, judge, None, evidence, message=f"no duel has n <= {last}: raise --max-size thresholds=N")
    if not tick(f"{constraint.name} ({reading.name}), n to {last}, {judge.id}"):
        return _cell(constraint, reading, judge, None, Evidence("undetermined", judge.exact, 0), message="out of time before a verdict")
    try:
        signs, undefined, undecided = _duel_signs(duels, judge, cap)
    except MetricFailedError as failure:
        evidence = Evidence("error", judge.exact, 0, last, seconds=time.perf_counter() - started, detail={"input": failure.data})
        return _cell(constraint, reading, judge, None, evidence, message=str(failure))
    detail: dict[str, Any] = {"scanned": last}
    detail |= {"undefined": undefined} if undefined else {}
    detail |= {"within_bound": len(undecided)} if undecided else {}
    detail |= {"convention": "; ".join(sorted(judge.used))} if judge.used else {}
    eventually = constraint.quantifier is Quantifier.EVENTUALLY
    winners = [n for n, s in signs.items() if s == (1 if eventually else -1)]
    detail["n"] = winners

    def cell(holds: bool | None, kind: str, message: str = "") -> Cell:
        evidence = Evidence(kind, judge.exact, len(signs), last, seconds=time.perf_counter() - started, detail=detail)
        return _cell(constraint, reading, judge, holds, evidence, message=message)

    if not signs and not undecided:
        return cell(None, "not-applicable", "the metric is undefined on every case")
    if eventually:
        failing = [n for n in (*signs, *undecided) if n not in set(winners)]
        detail["n0"] = next((n for n in winners if not failing or n > max(failing)), None)
        if undecided and max(undecided) == max(failing) and max(undecided) >= max(signs, default=0):
            return cell(None, "undetermined", f"{len(undecided)} duels too close for floats to decide, the last of them n = {max(undecided)}")
        return cell(detail["n0"] is not None, "exhaustive")
    if winners:
        detail["method"] = f"witness n = {winners[0]}"
        return cell(True, "proof")
    return cell(None, "undetermined", f"{len(undecided)} duels too close for floats to decide") if undecided else cell(False, "exhaustive")


def _duel_signs(duels: Any, judge: Judge, cap: int | None) -> tuple[dict[int, int], int, list[int]]:
    """For each n the sign of score(A_n) - score(B_n); how many are undefined; and the n that could not be decided."""
    demand = Demand((FIRST, SECOND), (1, -1), "")
    universe = duels.universe(cap)
    values = judge.values(universe, np.arange(len(universe)))
    excess = values[0::2] - values[1::2]
    greatest = np.maximum(1.0, np.maximum(np.abs(values[0::2]), np.abs(values[1::2])))
    signs: dict[int, int] = {}
    undefined, undecided = 0, []
    for n, difference, scale in zip(range(universe.start, universe.stop), excess, greatest, strict=True):
        if math.isnan(difference):
            undefined += 1
        elif abs(difference) > MARGIN * scale:
            signs[n] = 1 if difference > 0 else -1
        else:
            decision = judge.decide(duels.case(n, judge.closed), demand)
            if decision.sign is not None:
                signs[n] = decision.sign
            elif decision.reason == "undefined":
                undefined += 1
            else:
                undecided.append(n)
    return signs, undefined, undecided


# --- descriptions ------------------------------------------------------------------------------------------------------------------


def _profile(constraint: Constraint, reading: Reading, judge: Judge, cap: int | None, tick: Tick) -> Cell:
    """The word for how the scores of random outputs move as their positive set grows, one series for each gold."""
    started = time.perf_counter()
    words: dict[str, str] = {}
    cases, undefined, failure = 0, 0, None
    try:
        for name, series in reading.cases.series(cap):
            if not tick(f"{constraint.name} ({reading.name}), {judge.id}"):
                return _cell(constraint, reading, judge, None, Evidence("undetermined", judge.exact, cases), message="out of time before a verdict")
            scores = [score for score in (_expected(judge, drawn) for drawn in series) if score == score]
            undefined += len(series) - len(scores)
            cases += len(scores)
            if len(scores) > 1:
                words[name] = _shape(judge, scores)
    except MetricFailedError as error:
        failure = error
    size = reading.cases.largest(cap)
    detail: dict[str, Any] = {"undefined": undefined} if undefined else {}
    if failure is not None:
        evidence = Evidence("error", judge.exact, cases, size, seconds=time.perf_counter() - started, detail={"input": failure.data})
        return _cell(constraint, reading, judge, None, evidence, message=str(failure))
    if not words:
        evidence = Evidence("not-applicable", judge.exact, cases, size, detail=detail)
        return _cell(constraint, reading, judge, None, evidence, message="the metric is undefined on every case")
    detail["profile"] = _profile_word(set(words.values()))
    detail["series"] = {word: sum(1 for other in words.values() if other == word) for word in sorted(set(words.values()))}
    evidence = Evidence("descriptive", judge.exact, cases, size, seconds=time.perf_counter() - started, detail=detail)
    return _cell(constraint, reading, judge, None, evidence)


def _expected(judge: Judge, drawn: Sequence[tuple[Fraction, tuple[int, int, int, int]]]) -> Any:
    """The mean score over the drawn tables; `nan` where one of them is undefined."""
    total: Any = Fraction(0)
    for chance, table in drawn:
        score = judge.score_table(table)
        if isinstance(score, float) and (math.isnan(score) or judge.exact):
            return math.nan
        total = total + (chance * score if judge.exact else float(chance) * score)
    return total


def _shape(judge: Judge, scores: Sequence[Any]) -> str:
    """How a series moves: constant, rises, falls, hump (up, then down) or other."""
    steps = [_step(judge, after - before, before) for before, after in pairwise(scores)]
    moves = [step for i, step in enumerate(steps) if step != 0 and (i == 0 or step != next((s for s in reversed(steps[:i]) if s != 0), None))]
    if not moves:
        return "constant"
    if 0 in steps and len(moves) == 1:
        return "other"
    return {(1,): "rises", (-1,): "falls", (1, -1): "hump"}.get(tuple(moves), "other")


def _step(judge: Judge, difference: Any, scale: Any) -> int:
    if judge.exact:
        return sign(difference)
    return 0 if abs(difference) <= MARGIN * max(1.0, abs(scale)) else (1 if difference > 0 else -1)


def _profile_word(shapes: set[str]) -> str:
    """One word for all golds: `weighted` where each is monotone but they do not agree, the sign being set by weights and prevalence."""
    if shapes == {"constant"}:
        return "constant"
    if shapes == {"rises"}:
        return "grows"
    if shapes <= {"rises", "falls", "constant"}:
        return "weighted"
    return "hump" if shapes <= {"hump", "constant"} else "other"
