"""What the tests of theorems about clustering share: what a proof must not show, and excesses that are not a
metric's.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.kernel.check_proof import ProofError, Term, substituted
from axiometrics.verification.proofs import check_argument


@pytest.fixture
def shows_nothing_else() -> Callable[[dict[str, Any], Constraint, Reading], None]:
    """Refuses a proof whose steps show the opposite too, or a greater excess, or anything without the facts that they
    name.
    """

    def demand(given: dict[str, Any], constraint: Constraint, reading: Reading) -> None:
        excess = given["excess"]
        for wrong in (f"-({excess})", f"({excess}) - 1", f"({excess}) - ({excess})**2"):
            claimed = deepcopy(given)
            claimed["excess"] = wrong
            with pytest.raises(ProofError):
                check_argument(claimed, constraint, reading, True)
            claimed["steps"][-1]["claim"] = f"{wrong} > 0"
            with pytest.raises(ProofError):
                check_argument(claimed, constraint, reading, True)
        named = {
            fact for step in given["steps"] for fact in (*step.get("from", {}).values(), *step.get("zero", {}))
        } & set(given["facts"])
        for left in ([], *([claim for claim in given["facts"] if claim != fact] for fact in named)):
            with pytest.raises(ProofError):
                check_argument({**given, "facts": left}, constraint, reading, True)

    return demand


@pytest.fixture
def others() -> Callable[[Term], list[Term]]:
    """Twice an excess, one that is greater, and it with one more in any quantity or definition that it depends on."""

    def altered(excess: Term) -> list[Term]:
        one_more = [
            substituted(excess, {atom.text: Term.atom(atom) + Term.number(1)})
            for atom in excess.atoms
            if atom.op == "name"
        ]
        return [excess * Term.number(2), excess + excess * excess, *one_more]

    return altered
