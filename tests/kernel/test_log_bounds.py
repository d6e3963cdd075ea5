"""The bounds of logarithms follow by the rules of the kernel, without the rule that states them."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest

from axiometrics.kernel import check_proof
from axiometrics.kernel.check_proof import ARGUMENTS, LOWER, UPPER, ProofError, prove, read_claim, rules_of

SHOWS = [
    ([*facts], f"{bound} {by} 0")
    for bound in (UPPER, LOWER)
    for facts, by in ((["u > 0"], ">="), (["u - 1 > 0"], ">"), (["u > 0", "1 - u > 0"], ">"))
]


def test_the_arguments_show_each_bound_where_the_rule_states_it() -> None:
    assert [argument["facts"] for argument in ARGUMENTS] == [facts for facts, _ in SHOWS]
    for argument, (_, text) in zip(ARGUMENTS, SHOWS, strict=True):
        shown, claim = prove(argument)[0], read_claim(text)
        assert shown.relation == claim.relation
        assert shown.term.equals(claim.term)


def test_they_do_not_use_what_they_show_and_rest_on_one_theorem() -> None:
    used = set[str]().union(*(rules_of(argument["steps"]) for argument in ARGUMENTS))
    assert used & {*check_proof.LEMMAS, "log-bound"} == {"derivative"}


@pytest.mark.parametrize("number", range(len(ARGUMENTS)))
def test_a_bound_that_is_false_is_not_shown(number: int) -> None:
    """The same steps, with logarithms to twice their value."""

    def doubled(part: Any) -> Any:
        if isinstance(part, str):
            return part.replace("log(", "2*log(")
        if isinstance(part, dict):
            return {name: doubled(inner) for name, inner in part.items()}
        return [doubled(inner) for inner in part] if isinstance(part, list) else part

    with pytest.raises(ProofError):
        prove(doubled(copy.deepcopy(ARGUMENTS[number])))


@pytest.mark.parametrize("u", [1e-6, 0.3, 0.999, 1.0, 1.001, 2.5, 1e6])
def test_the_bounds_are_so_in_floats(u: float) -> None:
    assert 1 - 1 / u <= math.log(u) + 1e-12
    assert math.log(u) <= u - 1 + 1e-12


def test_the_rule_is_refused_where_the_bounds_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    step = {"id": "a", "claim": "u - 1 - log(u) >= 0", "rule": "log-bound", "at": "u"}
    argument = {"symbols": {"u": False}, "facts": ["u > 0"], "steps": [step]}
    assert prove(argument)
    check_proof._demand_bounds.cache_clear()
    monkeypatch.setattr(check_proof, "ARGUMENTS", ({**ARGUMENTS[0], "facts": []},))
    with pytest.raises(ProofError):
        prove(argument)
    check_proof._demand_bounds.cache_clear()
