"""Time that runs out where cases are decided one by one: the search stops there, and claims no more than it saw."""

from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint
from axiometrics.core.evidence import Refuted
from axiometrics.judging import ExactJudge
from axiometrics.search import Decision, Effort, for_all, search


class Counting(ExactJudge):
    """Counts what it decides exactly; from one case on it finds all of them violated."""

    decided = 0
    violated_from: int | None = None

    def decide(self, case: Case, demand: Demand) -> Decision:
        self.decided += 1
        if self.violated_from is not None and self.decided >= self.violated_from:
            return Decision(0, dict.fromkeys(demand.roles, 0), relation="tied")
        return super().decide(case, demand)


class Clock:
    """Time for so many looks at it."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.words: list[str] = []

    def __call__(self, what: str) -> bool:
        self.words.append(what)
        return len(self.words) <= self.looks


def constraint(name: str) -> Constraint:
    return registry.constraint(f"ranking:{name}")


def close() -> Any:
    """RBP(p=0.9999): the losses of two swaps differ by less than floats are trusted with, and every case is
    doubtful.
    """
    return Counting(registry.metric("rbp(p=0.9999)"))


def test_a_block_is_left_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(for_all, "EVERY", 8)
    judge, clock, deepness = close(), Clock(12), constraint("deepness")
    (cell,) = search(deepness, deepness.reading("same-run"), [judge], Effort(7, examples=0), clock)
    assert (cell.holds, cell.evidence.kind, cell.message) == (None, "undetermined", "out of time before a verdict")
    assert judge.decided <= 8 * 12
    assert any("8 cases decided one by one, rbp(p=0.9999)" in what for what in clock.words)
    whole = close()
    (cell,) = search(deepness, deepness.reading("same-run"), [whole], Effort(7, examples=0))
    assert (cell.holds, cell.evidence.kind) == (True, "exhaustive")
    assert 8 * 12 < whole.decided <= for_all.ENOUGH < cell.evidence.cases


class Doubting(Counting):
    """Does not decide the first case."""

    def decide(self, case: Case, demand: Demand) -> Decision:
        decision = super().decide(case, demand)
        return Decision(None, {}, reason="undecided") if self.decided == 1 else decision


def test_one_case_that_was_not_decided_leaves_the_cell_open() -> None:
    deepness = constraint("deepness")
    doubting = Doubting(registry.metric("rbp(p=0.9999)"))
    (cell,) = search(deepness, deepness.reading("any-context"), [doubting], Effort(4, examples=0))
    assert (cell.holds, cell.evidence.kind) == (None, "undetermined")
    assert cell.message == "1 cases too close for floats to decide"


def test_a_counterexample_is_not_least_where_a_smaller_case_was_not_decided() -> None:
    judge, deepness = Doubting(registry.metric("rbp(p=0.9999)")), constraint("deepness")
    judge.violated_from = 2
    (cell,) = search(deepness, deepness.reading("any-context"), [judge], Effort(4, examples=0))
    assert isinstance(cell.evidence, Refuted)
    assert (cell.evidence.within_bound, cell.evidence.minimal) == (1, False)


def test_a_counterexample_is_least_only_where_the_search_went_on() -> None:
    """The first violation is in a block of four documents; others of four may be smaller in occurrences, and come after
    it.
    """
    deepness = constraint("deepness")
    for looks, minimal in ((1, False), (1000, True)):
        judge, clock = close(), Clock(looks)
        judge.violated_from = 1
        (cell,) = search(deepness, deepness.reading("any-context"), [judge], Effort(4, examples=0), clock)
        assert (cell.holds, cell.evidence.kind, cell.evidence.minimal) == (False, "counterexample", minimal)


def test_duels_are_left_when_time_is_up() -> None:
    judge, clock, threshold = close(), Clock(5), constraint("deepness-threshold")
    judge.metric = registry.metric("rbp(p=0.999999999999)")
    (cell,) = search(threshold, threshold.readings[0], [judge], Effort(40), clock)
    assert (cell.holds, cell.evidence.kind, cell.message) == (None, "undetermined", "out of time before a verdict")
    assert judge.decided == 4
