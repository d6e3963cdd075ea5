"""The bounds 1 - 1/u <= log(u) <= u - 1, shown by steps, so that the rule `log-bound` rests on no theorem of its own.

From u = 1 on, u - 1 - log(u) - (u - 1)^2/(2 u^2) and log(u) - 1 + 1/u - (u - 1)^2/(2 u^2) are 0 at first and do not
fall, since their derivatives are (u - 1)^2 (u + 1)/u^3 and (u - 1)^2/u^3. The square is there for the strict bounds:
a derivative that is 0 at the start shows no more than >=. Below 1 each bound is the other one at 1/u.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Argument = Mapping[str, Any]

UPPER, LOWER, SQUARE = "u - 1 - log(u)", "log(u) - 1 + 1/u", "(u - 1)**2/(2*u**2)"


def _argument(facts: list[str], *steps: Argument) -> Argument:
    return {"symbols": {"u": False}, "facts": facts, "define": [], "steps": list(steps)}


def _step(name: str, claim: str, rule: str, **more: Any) -> Argument:
    return {"id": name, "claim": claim, "rule": rule, **more}


def _quotient(
    name: str, claim: str, known: Mapping[str, str], numerator: str, denominator: str, **zero: str
) -> Argument:
    more = {"zero": zero} if zero else {}
    return _step(name, claim, "positive", numerator=numerator, denominator=denominator, **{"from": dict(known)}, **more)


def _from_1_on(bound: str, slope: str, numerator: str) -> Argument:
    """A bound, less the square, does not fall from u = 1 on."""
    start = _step("start", f"{bound} - {SQUARE} >= 0".replace("(u)", "(1)").replace("u", "1"), "evaluate")
    rises = _quotient("slope", f"{slope} >= 0", {"a": "beyond"}, numerator, "(1 + a)**3")
    claim = f"{bound} - {SQUARE} >= 0"
    return _argument(["u - 1 >= 0"], _step("rises", claim, "derivative", by="u", low="1", start=[start], slope=[rises]))


FROM_1_ON = {
    UPPER: _from_1_on(UPPER, "(u - 1)**2*(u + 1)/u**3", "a**2*(a + 2)"),
    LOWER: _from_1_on(LOWER, "(u - 1)**2/u**3", "a**2"),
}


def _above(bound: str, strict: bool) -> list[Argument]:
    """Steps to a bound from u = 1 on."""
    by = ">" if strict else ">="
    return [
        _step("rises", f"{bound} - {SQUARE} >= 0", "lemma", lemma=FROM_1_ON[bound], at={"u": "u"}),
        _quotient(
            "above", f"{bound} {by} 0", {"r": "rises", "a": f"u - 1 {by} 0"}, "2*r*(1 + a)**2 + a**2", "2*(1 + a)**2"
        ),
    ]


def _below(bound: str, strict: bool) -> list[Argument]:
    """Steps to a bound up to u = 1: it is the other one at 1/u."""
    by = ">" if strict else ">="
    other = LOWER if bound == UPPER else UPPER
    turned = f"{other} - {SQUARE} >= 0".replace("u", "(1/u)")
    return [
        _quotient("inverse", "1/u > 0", {"b": "u > 0"}, "1", "b"),
        _step("turned", "log(u) + log(1/u) = 0", "log-product", parts=[[1, "u"], [1, "1/u"]]),
        _quotient("late", "1/u - 1 >= 0", {"a": f"1 - u {by} 0", "b": "u > 0"}, "a", "b"),
        _step("rises", turned, "lemma", lemma=FROM_1_ON[other], at={"u": "1/u"}),
        _quotient(
            "below",
            f"{bound} {by} 0",
            {"r": "rises", "a": f"1 - u {by} 0"},
            "2*r + a**2",
            "2",
            turned="-1" if bound == UPPER else "1",
        ),
    ]


def _everywhere(bound: str) -> Argument:
    cases = [
        {"assume": "u - 1 >= 0", "steps": _above(bound, strict=False)},
        {"assume": "1 - u >= 0", "steps": _below(bound, strict=False)},
    ]
    return _argument(["u > 0"], _step("all", f"{bound} >= 0", "cases", cases=cases))


ARGUMENTS = tuple(
    argument
    for bound in (UPPER, LOWER)
    for argument in (
        _everywhere(bound),
        _argument(["u - 1 > 0"], *_above(bound, strict=True)),
        _argument(["u > 0", "1 - u > 0"], *_below(bound, strict=True)),
    )
)
"""For each bound: that it holds for u > 0, and that it is strict above 1 and below 1."""
