"""Random cases depend on their seed alone: the same seed draws the same cases, another one draws others, and nothing
that is loaded changes them.

These tests cannot find a draw that depends on the hash of a text, because that changes only from process to process.
The tests of hash seeds start other processes.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.search import sampling


class Listening:
    """A judge that finds every case as demanded, and keeps what it was asked."""

    closed = False

    def __init__(self) -> None:
        self.cases: list[str] = []

    def foresee(self, cases: Any, demand: Any) -> None:
        """Nothing is asked ahead."""

    def decide(self, case: Any, demand: Any) -> Any:
        """Nothing is wrong with the case."""
        self.cases.append(repr((case.gold, case.outputs)))
        return type("Found", (), {"sign": 1, "failed": False, "scores": dict.fromkeys(demand.roles, 0)})


def drawn(constraint: str, seed: int = 0) -> list[str]:
    (about,) = registry.match_constraints(constraint)
    judge: Any = Listening()
    sampling.sample(judge, about.readings[0].judged, 4, 60, seed)
    assert len(judge.cases) > 20
    return list(judge.cases)


@pytest.mark.few(1)
@pytest.mark.parametrize("constraint", ["ranking:priority", "rag-bag", "focused:bounded"])
def test_the_seed_alone_says_what_is_drawn(constraint: str) -> None:
    random.seed(1)
    np.random.seed(1)
    before = drawn(constraint)
    random.seed(2)
    np.random.seed(2)
    assert drawn(constraint) == before
    assert len(set(drawn(constraint, 1)) & set(before)) < len(before) / 2


@pytest.mark.parametrize("constraint", ["ranking:priority", "rag-bag"])
def test_no_case_is_drawn_twice(constraint: str) -> None:
    requests = drawn(constraint)
    assert len(requests) == 62  # the first case of each of two blocks is asked for once more
    assert len(set(requests)) == 60
