"""The cases that the arguments of a region are about, at a value of x."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from math import ceil
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.kernel.check_proof import ProofError, read_term
from axiometrics.symbolic.sets import SYMBOL
from axiometrics.symbolic.values import evaluated
from axiometrics.verification.fields import value
from axiometrics.verification.proofs import LARGEST_DUEL
from axiometrics.verification.statements import admitted

LONGEST = 400
"""The greatest n of a duel that is looked at."""


def first(beginning: str, x: Fraction, most: int = LONGEST) -> int | None:
    """Return the first n of an argument at an x; None if it is beyond `most`."""
    try:
        least = evaluated(read_term(beginning), {SYMBOL: x})
        near = least if isinstance(least, Fraction) else Fraction(float(least))
    except (ProofError, OverflowError):
        return None
    return None if near > most else next(n for n in count(max(2, ceil(near) - 1)) if least <= n)


def case_at(data: Mapping[str, Any], constraint: Constraint, reading: Reading, x: Fraction) -> Case:
    """Return the case that an argument is about, at an x. Raises `ProofError` if it is not a case of the reading.

    It is {"gold", "outputs"}, and with "above": "x" there are as many irrelevant documents, n1, n2, ..., on top of each
    output.
    """
    on_top = []
    if "above" in data:
        if data["above"] != SYMBOL or x.denominator != 1 or not 0 <= x <= LARGEST_DUEL:
            raise ProofError(
                f"above says how many documents are on top, {SYMBOL}, which is {x}: a whole number to "
                f"{LARGEST_DUEL} is wanted"
            )
        on_top = [[[f"n{i}"]] for i in range(1, int(x) + 1)]
    roles = reading.demand.roles
    if set(data["outputs"]) != set(roles):
        raise ProofError(f"the outputs of a case are {', '.join(roles)}")
    of = task(constraint.task)
    outputs = {role: value(of.output, data["outputs"][role], f"output {role}") for role in roles}
    if on_top:
        outputs = {role: Organization([*on_top, *output.levels], output.tail) for role, output in outputs.items()}
    case = Case(value(of.gold, data["gold"], "gold"), outputs)
    if isinstance(problem := admitted(constraint, reading, case), str):
        raise ProofError(f"the case of an argument, at {x}, is none of the reading: {problem}")
    return case
