"""Random cases depend on their seed alone: what another metric had loaded before does not change them.

What this cannot refuse: a strategy that draws by the hash of a text; the tests of hash seeds run other processes.
"""

from __future__ import annotations

from contextlib import nullcontext
from importlib import import_module
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.search import sampling


class Listening:
    """A judge that finds every case as demanded, and keeps what it was asked."""

    closed = False

    def __init__(self) -> None:
        self.asked: list[str] = []

    def decide(self, case: Any, demand: Any) -> Any:
        """Nothing is wrong with the case."""
        self.asked.append(repr((case.gold, case.outputs)))
        return type("Found", (), {"sign": 1, "failed": False, "scores": dict.fromkeys(demand.roles, 0)})


def drawn(constraint: str) -> list[str]:
    (about,) = registry.match_constraints(constraint)
    judge: Any = Listening()
    sampling.sample(judge, about.readings[0].judged, 4, 60, 0)
    assert len(judge.asked) > 20
    return list(judge.asked)


@pytest.mark.parametrize("constraint", ["ranking:priority", "rag-bag", "focused:bounded"])
def test_numbers_in_the_source_of_other_modules_change_no_draw(
    constraint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hypothesis mixes such numbers in, from modules that are not installed: here, as if some hundred were found."""
    providers: Any = import_module("hypothesis.internal.conjecture.providers")
    if not hasattr(providers, "_get_local_constants"):
        pytest.skip("this version of Hypothesis reads no source")
    before = drawn(constraint)
    found = providers.Constants(integers=set(range(2, 300)))
    monkeypatch.setattr(providers, "_get_local_constants", lambda: found)
    monkeypatch.setattr(providers, "CONSTANTS_CACHE", {})
    assert drawn(constraint) == before


def test_the_draws_of_users_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set aside for a search is there again after it."""
    from hypothesis.internal.conjecture import providers

    kind: Any = getattr(providers, "HypothesisProvider", None)
    before = getattr(kind, "_maybe_draw_constant", None)
    drawn("ranking:priority")
    assert getattr(kind, "_maybe_draw_constant", None) is before
    monkeypatch.setattr(sampling, "_by_seed_alone", nullcontext)
    assert drawn("ranking:priority")
