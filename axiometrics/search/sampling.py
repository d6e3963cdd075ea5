"""Draws random cases beyond the enumerated sizes and judges them in blocks. Later draws are steered towards small
required differences, and a violation is made smaller.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from axiometrics.core.case import Case, Demand
from axiometrics.core.family import CaseFamily
from axiometrics.core.rational import rounded
from axiometrics.generators.draws import Chance, RefusedError
from axiometrics.generators.random_cases import drawable, random_case
from axiometrics.generators.shrinking import made_smaller
from axiometrics.search.decisions import Decision
from axiometrics.search.judge import Judge, MetricFailedError

PATIENCE = 30.0
"""Seconds of calls that fail after which no smaller failing case is looked for: a metric that loops takes its whole
time limit each time.
"""

BLOCK = 50
"""How many cases are drawn and judged together."""

NEAREST = 5
"""How many of the nearest cases later draws start from."""

ATTEMPTS = 40
"""How many draws are made for each case that is wanted. Some draws are not cases of the family, or were made before."""

_WORDS = {1: "as demanded", 0: "tied", -1: "reversed", None: "undecided"}


@dataclass
class Sample:
    """The result of random tries: how many were valid, undefined or undecidable in floats, and the smallest
    violation.
    """

    tried: int = 0
    undefined: int = 0
    undecided: int = 0
    violation: tuple[Case, Decision] | None = None


class _Enough(Exception):
    """Calls that fail have taken enough time."""


@dataclass
class _Trials:
    """The decisions of a metric on drawn cases.

    A case that is drawn again is decided again, and not counted twice: this shows a metric that gives two values for
    one input. The first decision counts.
    """

    judge: Judge
    demand: Demand
    sample: Sample = field(default_factory=Sample)
    _known: dict[Hashable, Decision | None] = field(default_factory=dict)
    _failures: list[tuple[tuple[int, int], int, MetricFailedError]] = field(default_factory=list)
    _spent: float = 0.0

    def decide(self, drawn: Case) -> Decision | None:
        """The decision of a case, or None where the metric fails on it."""
        case = self.asked(drawn)
        of = _name(case)
        if of not in self._known:
            decision = self._known[of] = self._asked(case)
            self._count(case, decision)
        elif (decision := self._known[of]) is not None:
            self._ask_again(case, decision)
        return decision

    def _count(self, case: Case, decision: Decision | None) -> None:
        if decision is None:
            return
        if decision.sign is None:
            self.sample.undefined += decision.reason == "undefined"
            self.sample.undecided += decision.reason != "undefined"
            return
        self.sample.tried += 1
        if decision.failed and (self.sample.violation is None or case.size < self.sample.violation[0].size):
            self.sample.violation = case, decision

    def asked(self, case: Case) -> Case:
        """Return the case as the metric takes it. Some metrics need a gold that lists every document."""
        return case.closed() if self.judge.closed else case

    def concluded(self) -> Sample:
        """Return the result, after the smallest violation was decided once more. Raises the smallest failure, since a
        metric that fails here has no verdict.
        """
        if self.sample.violation is not None:
            self._ask_again(*self.sample.violation)
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


def _name(case: Case) -> Hashable:
    """Return a key that only equal cases share."""
    return case.gold, *case.golds.items(), *case.outputs.items(), case.demand, case.bound


def _disagreement(case: Case, first: Decision, second: Decision) -> MetricFailedError:
    role = max(case.outputs, key=lambda role: abs(rounded(first.scores[role]) - rounded(second.scores[role])))
    scores = [rounded(decision.scores[role]) for decision in (first, second)]
    before, after = map(repr, scores) if scores[0] != scores[1] else (_WORDS[first.sign], _WORDS[second.sign])
    call = case.calls(role)[0]
    data = {"gold": call.gold.to_json(), "output": call.output.to_json()}
    return MetricFailedError(
        f"disagreed with itself: {before}, then {after} on gold {call.gold}, output {call.output}", data
    )


def steering(decision: Decision, demand: Demand, case: Case) -> float:
    """Return how far a case is from failing. Further cases are drawn near those for which this is small."""
    if demand.by == "defined":
        return math.nan
    excess = rounded(demand.excess(decision.scores, case.bound))
    return -excess if demand.by == "<=" else -abs(excess) if demand.by == "=" else excess


@dataclass
class _Blocks:
    """Draws blocks of cases of a family. Each case is drawn once."""

    family: CaseFamily
    beyond: int
    chance: Chance
    seen: set[Hashable] = field(default_factory=set)

    def block(self, number: int, near: Sequence[Sequence[int]]) -> list[tuple[Case, list[int]]]:
        """At most so many new cases, each with the numbers it was drawn by; half of them near cases drawn before,
        where there are such. Fewer where the family has hardly any others.
        """
        cases: list[tuple[Case, list[int]]] = []
        for attempt in range(ATTEMPTS * number):
            if len(cases) == number:
                break
            again = near[attempt // 2 % len(near)] if near and attempt % 2 else ()
            self.chance.start(self.chance.near(again) if again else ())
            try:
                case = random_case(self.family, self.chance, self.beyond)
            except RefusedError:
                continue
            if (name := _name(case)) not in self.seen:
                self.seen.add(name)
                cases.append((case, self.chance.drawn))
        return cases


def sample(judge: Judge, family: CaseFamily, beyond: int, examples: int, seed: int) -> Sample:
    """Try that many random cases of a family, larger than `beyond`; the result is equal for equal seeds. If the family
    has no random cases, none is tried.

    Blocks of cases are drawn and judged, from the second one on half of them near those that come nearest to a
    violation. Where one is a violation, or the metric fails on it, it is made smaller.

    Raises `MetricFailedError` where the metric fails on one, or says of one what it did not say before.
    """
    trials = _Trials(judge, family.demand)
    if not drawable(family):
        return trials.sample
    blocks = _Blocks(family, beyond, Chance(seed))
    nearest: list[tuple[float, list[int]]] = []
    left = examples
    with suppress(_Enough):
        while left > 0:
            block = blocks.block(min(BLOCK, left), [drawn for _, drawn in nearest])
            left -= len(block) or left
            judge.foresee([trials.asked(case) for case, _ in block], family.demand)
            failing = []
            for case, drawn in [*block, *block[:1]]:  # the first one once more: what is said must be said again
                decision = trials.decide(case)
                if decision is None or decision.failed:
                    failing.append((case.size, drawn))
                if decision is None:
                    break
                if decision.sign is not None:
                    nearest.append((steering(decision, case.asked(family.demand), case), drawn))
            if failing:
                _make_smaller(trials, family, beyond, min(failing)[1])
                break
            nearest = sorted(entry for entry in nearest if math.isfinite(entry[0]))[:NEAREST]
    return trials.concluded()


def _make_smaller(trials: _Trials, family: CaseFamily, beyond: int, drawn: Sequence[int]) -> None:
    """Try smaller cases than the one that these numbers draw, as long as one is a violation or the metric fails on
    it.
    """

    def fails(case: Case) -> bool:
        decision = trials.decide(case)
        return decision is None or decision.failed

    made_smaller(family, beyond, drawn, fails)
