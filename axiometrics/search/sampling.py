"""Random cases beyond the enumerated sizes: Hypothesis draws and shrinks them, steered towards small required
differences.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.errors import ParameterError
from axiometrics.core.family import CaseFamily
from axiometrics.search.judge import Decision, Judge, MetricFailedError

PATIENCE = 30.0
"""Seconds of calls that fail after which no smaller failing case is looked for: a metric that loops takes its whole
time limit each time.
"""

_WORDS = {1: "as demanded", 0: "tied", -1: "reversed", None: "undecided"}


@dataclass
class Sample:
    """What random tries found: valid ones, undefined ones, those no float can decide, and the smallest violation."""

    tried: int = 0
    undefined: int = 0
    undecided: int = 0
    found: tuple[Case, Decision] | None = None


class _FoundError(Exception):
    """The drawn case is a violation, or the metric fails on it; Hypothesis shrinks towards smaller ones."""


class _Enough(BaseException):
    """Enough time has gone into calls that fail; no `Exception`, which Hypothesis would shrink."""


@dataclass
class _Trials:
    """What a metric says of the cases drawn.

    A case drawn again is asked again, and counts as it did the first time: so Hypothesis, which replays what it finds,
    never meets a test that is flaky, and a metric that disagrees with itself is found out.
    """

    judge: Judge
    demand: Demand
    sample: Sample = field(default_factory=Sample)
    _known: dict[Hashable, Decision | None] = field(default_factory=dict)
    _failures: list[tuple[tuple[int, int], int, MetricFailedError]] = field(default_factory=list)
    _spent: float = 0.0

    def decide(self, drawn: Case) -> Decision | None:
        """The decision of a case, or None where the metric fails on it."""
        case = drawn.closed() if self.judge.closed else drawn
        of = case.gold, *case.golds.items(), *case.outputs.items(), case.demand, case.bound
        if of not in self._known:
            self._known[of] = self._asked(case)
        elif (first := self._known[of]) is not None:
            self._ask_again(case, first)
        decision = self._known[of]
        if decision is None:
            return None
        if decision.sign is None:
            self.sample.undefined += decision.reason == "undefined"
            self.sample.undecided += decision.reason != "undefined"
            return decision
        self.sample.tried += 1
        if decision.failed and (self.sample.found is None or case.size < self.sample.found[0].size):
            self.sample.found = case, decision
        return decision

    def concluded(self) -> Sample:
        """What was found, the smallest violation being asked for once more. Raises the smallest failure: a metric that
        fails here has no verdict.
        """
        if self.sample.found is not None:
            self._ask_again(*self.sample.found)
        if self._failures:
            raise min(self._failures)[2]
        return self.sample

    def _asked(self, case: Case) -> Decision | None:
        started = time.monotonic()
        try:
            return self.judge.decide(case, self.demand)
        except MetricFailedError as failure:
            self._failed(case, failure)
        self._spent += time.monotonic() - started
        if self._spent > PATIENCE:
            raise _Enough
        return None

    def _ask_again(self, case: Case, first: Decision) -> None:
        try:
            second = self.judge.decide(case, self.demand)
        except MetricFailedError as failure:
            self._failed(case, failure)
            return
        if first.sign != second.sign:
            self._failed(case, _disagreement(case, first, second))

    def _failed(self, case: Case, failure: MetricFailedError) -> None:
        self._failures.append((case.size, len(self._failures), failure))


def _disagreement(case: Case, first: Decision, second: Decision) -> MetricFailedError:
    role = max(case.outputs, key=lambda role: abs(float(first.scores[role]) - float(second.scores[role])))
    scores = [float(decision.scores[role]) for decision in (first, second)]
    before, after = map(repr, scores) if scores[0] != scores[1] else (_WORDS[first.sign], _WORDS[second.sign])
    call = case.calls(role)[0]
    data = {"gold": call.gold.to_json(), "output": call.output.to_json()}
    return MetricFailedError(
        f"disagreed with itself: {before}, then {after} on gold {call.gold}, output {call.output}", data
    )


def steering(decision: Decision, demand: Demand, case: Case) -> float:
    """How far a case is from failing: Hypothesis looks for cases where this is small."""
    if demand.by == "defined":
        return math.nan
    excess = float(demand.excess(decision.scores, case.bound))
    return -excess if demand.by == "<=" else -abs(excess) if demand.by == "=" else excess


@contextmanager
def _by_seed_alone() -> Iterator[None]:
    """Make random cases depend on their seed alone.

    Hypothesis mixes in numbers that it reads from the source of modules which happen to be loaded, unless they are
    installed: a module that another metric had loaded changed what the same seed drew.
    """
    from hypothesis.internal.conjecture import providers

    provider: Any = getattr(providers, "HypothesisProvider", None)
    before = getattr(provider, "_maybe_draw_constant", None)
    if before is None:  # versions before 6.131 read no source
        yield
        return
    provider._maybe_draw_constant = lambda *args, **options: None
    try:
        yield
    finally:
        provider._maybe_draw_constant = before


def sample(judge: Judge, family: CaseFamily, beyond: int, examples: int, seed: int) -> Sample:
    """Try that many random cases of a family, larger than `beyond`; equal for equal seeds. A family that no strategy
    draws is not tried.

    Raises `MetricFailedError` where the metric fails on one, or says of one what it did not say before;
    `ParameterError` where Hypothesis refuses, as within a test of its own.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings, target
    from hypothesis import seed as seeded
    from hypothesis.errors import FailedHealthCheck, Unsatisfiable

    from axiometrics.generators.strategies import cases, drawable

    trials = _Trials(judge, family.demand)
    if not drawable(family):
        return trials.sample

    def attempt(drawn: Case) -> None:
        decision = trials.decide(drawn)
        if decision is not None and decision.sign is not None:
            excess = steering(decision, drawn.asked(family.demand), drawn)
            if math.isfinite(excess):
                target(-excess)
        if decision is None or decision.failed:
            raise _FoundError

    configured = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate, Phase.target, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
        backend="hypothesis",
    )
    try:
        # Unsatisfiable: among so few draws was no case
        with suppress(_FoundError, _Enough, Unsatisfiable), _by_seed_alone():
            seeded(seed)(configured(given(cases(family, beyond))(attempt)))()
    except FailedHealthCheck:
        raise ParameterError(
            "random cases cannot be drawn within a test of Hypothesis: say max_examples=0, or "
            "suppress HealthCheck.nested_given there"
        ) from None
    return trials.concluded()
