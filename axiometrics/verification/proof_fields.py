"""The fields that a proof may have: an unknown field is refused.

The checker of a proof reads the fields that it needs. A field that it does not read would be shown, or believed, by
someone else, and nothing bears it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.kernel.polynomials import ProofError
from axiometrics.verification.fields import shorten

ARGUMENT = {"symbols", "facts", "define", "steps"}
PART = ARGUMENT | {"excess", "demand", "outputs", "given", "where"}
PROOF = PART | {"schema", "metric", "constraint", "reading", "holds", "words", "start", "others"}
"""The fields of an argument, of one that is about a demand, and of a whole proof."""

STEP = {"id", "claim", "rule"}
STEPS: Mapping[str, set[str]] = {
    "positive": {"from", "numerator", "denominator", "zero"},
    "identity": {"zero"},
    "log": {"at"},
    "log-bound": {"at"},
    "log-product": {"parts"},
    "sqrt": {"at", "against"},
    "power": {"base", "exponent", "times", "below"},
    "derivative": {"by", "low", "start", "slope"},
    "cases": {"cases"},
    "finite": {"by", "of"},
    "evaluate": set(),
    "evident": set(),
    "sturm": {"by", "of"},
    "sum": {"sum", "total", "each"},
    "lemma": {"lemma", "at"},
}
"""The fields that a step has beside those of every step, by its rule."""


def demand_known_fields(proof: Mapping[str, Any]) -> None:
    """Raise `ProofError` where a proof, a part of it or a step has a field that is none."""
    _demand_only(proof, PROOF, "a proof")
    for part in (proof, *proof.get("others", ())):
        if part is not proof:
            _demand_only(part, PART, "a part of a proof")
        demand_known_steps(part["steps"])


def demand_known_steps(steps: Any) -> None:
    """Raise `ProofError` where a step, or a step within it, has a field that is none."""
    for step in steps:
        rule = step.get("rule")
        _demand_only(step, STEP | STEPS.get(rule, set()), f"a step by the rule {rule}")
        for inner in ("start", "slope", "each"):
            demand_known_steps(step.get(inner, ()))
        for case in step.get("cases", ()):
            _demand_only(case, {"assume", "steps"}, "a case")
            demand_known_steps(case["steps"])
        if "lemma" in step:
            _demand_only(step["lemma"], ARGUMENT, "a lemma")
            demand_known_steps(step["lemma"]["steps"])


def _demand_only(data: Mapping[str, Any], known: set[str], what: str) -> None:
    if stray := sorted(data.keys() - known):
        raise ProofError(f"{what} has no field {shorten(stray[0])}")
