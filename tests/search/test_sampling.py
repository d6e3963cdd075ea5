"""Random cases: a metric that answers otherwise when asked again is an error of its own, and nothing that Hypothesis
raises ends a run.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.cell import Cell
from axiometrics.core.organization import Organization
from axiometrics.generators.draws import Draws, RefusedError, Seeded
from axiometrics.generators.random_cases import random_case
from axiometrics.generators.rankings import AdjacentSwaps
from axiometrics.judging import ExactJudge
from axiometrics.search.decisions import Decision
from axiometrics.search.judge import MetricFailedError
from axiometrics.search.sampling import sample

BEYOND = 5
FAMILY = AdjacentSwaps()

Gains = Sequence[int]


def right(gains: Gains, ideal: Gains) -> float:
    return sum(g / (i + 1) for i, g in enumerate(gains))


def wrong_where(wrong: Callable[[int], bool]) -> Callable[[Gains, Gains], float]:
    """A metric that prefers the worse of two long runs where that is said of the number of the call, among those on
    long runs.
    """
    calls = itertools.count(1)

    def mine(gains: Gains, ideal: Gains) -> float:
        return right(gains, ideal) * (-1 if len(gains) > BEYOND and wrong(next(calls)) else 1)

    return mine


def checked(function: Callable[[Gains, Gains], float]) -> Cell:
    """The cell on priority, sampled beyond runs of five documents; those beside it are there."""
    declared = ax.metric(task="ranking", form="gains")(function)  # no trial call is among the first ones
    matrix = ax.matrix([declared, "p@3"], ["ranking:priority", "confidence"], max_size=BEYOND, max_examples=60)
    beside = [matrix.cell("p@3", "priority"), matrix.cell("p@3", "confidence"), matrix.cell("mine", "confidence")]
    assert [cell.holds for cell in beside] == [False] * 3
    return matrix.cell("mine", "priority")


SCORES = {"better": 1.0, "worse": 1.0}


@dataclass(eq=False)
class Saying(ExactJudge):
    """Says what it is told to of a case and of how often it was asked for it; the metric is not asked."""

    says: Callable[[Case, int], Decision] = lambda case, times: Decision(1, SCORES)

    def __post_init__(self) -> None:
        self.times: dict[Organization, int] = {}

    def decide(self, case: Case, demand: Demand) -> Decision:
        times = self.times[case.outputs["worse"]] = self.times.get(case.outputs["worse"], 0) + 1
        return self.says(case, times)


def saying(says: Callable[[Case, int], Decision]) -> Saying:
    return Saying(registry.metric("ap"), says=says)


FLAKY = {
    "the first calls": lambda call: call <= 12,
    "by turns of forty": lambda call: call // 40 % 2 == 1,
    "every third call": lambda call: call % 3 == 0,
}


@pytest.mark.few(1)
@pytest.mark.parametrize("wrong", FLAKY.values(), ids=FLAKY)
def test_a_metric_that_changes_its_mind_is_an_error_of_its_own(wrong: Callable[[int], bool]) -> None:
    cell = checked(wrong_where(wrong))
    assert (cell.holds, cell.evidence.kind) == (None, "error")
    first, _, second = (
        cell.message.removeprefix("disagreed with itself: ").partition(" on gold ")[0].partition(", then ")
    )
    assert float(first) == -float(second)
    words = {
        side: Organization.from_json(cell.evidence.to_json()["detail"]["input"][side]) for side in ("gold", "output")
    }
    assert cell.message.endswith(f"on gold {words['gold']}, output {words['output']}")


def test_one_that_is_always_wrong_is_a_violation_of_least_size() -> None:
    cell = checked(wrong_where(lambda call: True))
    assert (cell.holds, cell.relation) == (False, "reversed")
    assert cell.counterexample is not None
    assert cell.counterexample["documents"] == BEYOND + 1


def test_the_smallest_case_it_disagrees_on_is_told() -> None:
    # each case is reversed when first asked for, and never again
    def says(case: Case, times: int) -> Decision:
        scores = {"better": float(times > 1), "worse": 0.5}
        return Decision(1, scores) if times > 1 else Decision(-1, scores, relation="reversed")

    judge = saying(says)
    with pytest.raises(MetricFailedError, match=r"disagreed with itself: 0\.0, then 1\.0") as caught:
        sample(judge, FAMILY, BEYOND, 60, 0)
    assert caught.value.data is not None
    assert Organization.from_json(caught.value.data["output"]).size == BEYOND + 1


def test_a_tie_that_is_none_when_asked_for_again_is_told_in_words() -> None:
    tied, doubtful = Decision(0, SCORES, relation="tied"), Decision(None, SCORES, reason="within the error bound")
    judge = saying(lambda case, times: tied if times == 1 else doubtful)
    with pytest.raises(MetricFailedError, match="disagreed with itself: tied, then undecided on gold"):
        sample(judge, FAMILY, BEYOND, 60, 0)


def test_what_fails_only_when_asked_again_fails() -> None:
    def says(case: Case, times: int) -> Decision:
        if times > 1:
            raise MetricFailedError("raised ValueError")
        return Decision(0, SCORES)

    with pytest.raises(MetricFailedError, match="raised ValueError"):
        sample(saying(says), FAMILY, BEYOND, 60, 0)


def test_the_smallest_failure_counts_before_any_violation() -> None:
    def says(case: Case, times: int) -> Decision:
        if case.outputs["worse"].size > 7:
            raise MetricFailedError(f"raised on {case.outputs['worse'].size}")
        return Decision(0, SCORES)

    with pytest.raises(MetricFailedError, match="raised on 8"):
        sample(saying(says), FAMILY, 7, 60, 0)


def test_what_agrees_is_counted_once_however_often_it_is_asked() -> None:
    judge = saying(lambda case, times: Decision(1, SCORES))
    drawn = sample(judge, FAMILY, BEYOND, 60, 0)
    assert (drawn.tried, drawn.violation) == (60, None)
    assert sum(judge.times.values()) == 60 + 2  # the first case of each block is asked twice


@pytest.mark.parametrize("name", ["homogeneity", "completeness", "rag-bag", "size-vs-quantity"])
def test_each_clustering_that_is_drawn_is_larger_than_what_was_searched(name: str) -> None:
    family = registry.constraint(f"clustering:{name}").readings[0].cases
    draw = Seeded(Random(3))
    assert min(random_case(family, draw, 12).documents for _ in range(20)) > 12


# --- what is not drawn, and what Hypothesis refuses


@dataclass(frozen=True)
class Never:
    """A family no case of which is ever drawn."""

    demand: Demand = FAMILY.demand


@dataclass(frozen=True)
class Unknown:
    """A family of somebody else, of which nobody says how a case is drawn."""

    demand: Demand = FAMILY.demand


@pytest.mark.parametrize("family", [Never(), Unknown()])
def test_where_nothing_can_be_drawn_nothing_was_tried(family: Any) -> None:
    def refuse(family: Never, draw: Draws, beyond: int) -> Case:
        raise RefusedError

    random_case.register(Never, refuse)
    drawn = sample(saying(lambda case, times: Decision(1, SCORES)), family, BEYOND, 5, 0)
    assert (drawn.tried, drawn.undefined, drawn.undecided, drawn.violation) == (0, 0, 0, None)


def test_within_a_test_of_hypothesis_a_violation_is_made_smaller_too() -> None:
    sizes: list[int] = []

    def says(case: Case, times: int) -> Decision:
        return Decision(0, SCORES, relation="tied" if case.outputs["worse"].size >= 12 else "")

    @settings(max_examples=2)
    @given(st.integers(1, 2))
    def outer(seed: int) -> None:
        sampled = sample(saying(says), FAMILY, BEYOND, 60, seed)
        assert sampled.violation is not None
        sizes.append(sampled.violation[0].outputs["worse"].size)

    outer()
    assert set(sizes) == {12}


# --- mistakes that only long runs show


@dataclass(eq=False)
class Ranking(ExactJudge):
    """Judges runs by a plain function of their gains, in this process."""

    function: Callable[[list[int]], float] = lambda gains: 0.0

    def decide(self, case: Case, demand: Demand) -> Decision:
        grades = case.gold.grades()
        gains = {role: [grades.get(d, 0) for _, _, d in output.occurrences()] for role, output in case.outputs.items()}
        scores = {role: self.function(values) for role, values in gains.items()}
        excess = demand.excess(scores)
        sign = (excess > 1e-9) - (excess < -1e-9)
        return Decision(sign, scores, relation=demand.relation(sign))


def turned(wrong: Callable[[list[int]], bool]) -> Callable[[list[int]], float]:
    return lambda gains: right(gains, ()) * (-1 if wrong(gains) else 1)


ONLY_LONG = {
    "seventeen ranks": (17, turned(lambda gains: len(gains) == 17)),
    "nothing relevant at the top": (11, turned(lambda gains: len(gains) > 10 and not any(gains[:6]))),
    "ranks from 20 on weigh nothing": (20, lambda gains: right(gains[:19], ())),
}
"""Metrics that are right on all runs of ten ranks, and the length of the shortest run on which they are wrong."""


@pytest.mark.parametrize("name", ONLY_LONG)
def test_a_mistake_that_only_long_runs_show_is_found_and_made_smaller(name: str) -> None:
    least, function = ONLY_LONG[name]
    violation = sample(Ranking(registry.metric("ap"), function=function), FAMILY, 10, 200, 0).violation
    assert violation is not None
    assert least <= violation[0].outputs["worse"].size <= least + 2
