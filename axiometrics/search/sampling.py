"""Random cases beyond the enumerated sizes: Hypothesis draws and shrinks them, steered towards small required differences."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from axiometrics.core.case import Case
from axiometrics.search.judge import Decision, Judge, MetricFailedError

PATIENCE = 30.0
"""Seconds of calls that fail after which no smaller failing case is looked for: a metric that loops takes its whole time limit each time."""


@dataclass
class Sample:
    """What random tries found: valid ones, undefined ones, those no float can decide, and the smallest violation."""

    tried: int = 0
    undefined: int = 0
    undecided: int = 0
    found: tuple[Case, Decision] | None = None


class _ViolationError(Exception):
    """The drawn case is a violation; Hypothesis shrinks towards smaller ones."""


class _Enough(BaseException):
    """Enough time has gone into calls that fail; no `Exception`, which Hypothesis would shrink."""


def sample(judge: Judge, family: Any, beyond: int, examples: int, seed: int) -> Sample:
    """Try that many random cases of a family, larger than `beyond`; equal for equal seeds.

    Raises `MetricFailedError` where the metric fails on one.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings, target
    from hypothesis import seed as seeded

    from axiometrics.generators.strategies import cases

    result = Sample()
    demand = family.demand
    spent: list[float] = []
    failures: list[tuple[tuple[int, int], int, MetricFailedError]] = []

    def attempt(drawn: Case) -> None:
        case = drawn.closed() if judge.closed else drawn
        started = time.monotonic()
        try:
            decision = judge.decide(case, demand)
        except MetricFailedError as failure:
            spent.append(time.monotonic() - started)
            failures.append((case.size, len(failures), failure))
            if sum(spent) > PATIENCE:
                raise _Enough from None
            raise
        if decision.sign is None:
            result.undefined += decision.reason == "undefined"
            result.undecided += decision.reason != "undefined"
            return
        result.tried += 1
        excess = float(demand.excess(decision.scores))
        if math.isfinite(excess):
            target(-excess)
        if not demand.met(decision.sign):
            if result.found is None or case.size < result.found[0].size:
                result.found = case, decision
            raise _ViolationError

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
    )
    try:
        with suppress(_ViolationError):
            seeded(seed)(configured(given(cases(family, beyond))(attempt)))()
    except _Enough:
        raise min(failures)[2] from None
    return result
