"""The test whether a user's metric looks like a loss: whether the perfect output scores lowest.

A loss that is judged without a change of sign violates nearly every constraint, which tells its author nothing. So the
outputs of several golds are scored before any search. A metric is taken for a loss if its values differ on several
golds, and if on no gold a value is lower than the value of the perfect output.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from axiometrics.candidates.small_values import values
from axiometrics.core.case import Case
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.rational import rounded
from axiometrics.core.signature import Signature
from axiometrics.core.task import task as task_of

DRAWN = 20
"""The number of random golds, each with an output, that are scored in addition to all small golds."""

SEVERAL = 3
"""The number of golds on which the values must differ before a metric is taken for a loss."""


def looks_like_a_loss(
    signature: Signature, task: str, traits: Set[str], ask: Callable[[Sequence[Any]], Mapping[str, Any]]
) -> bool:
    """Whether on several golds values differ, and on every gold no value is below that of the perfect output.

    `ask` takes calls as plain data, and returns the values of these calls by their `repr`.
    """
    of = task_of(task)
    calls: dict[Any, list[Any]] = {}
    for system, gold in values(task, frozenset(traits), DRAWN, (), 0):
        best = of.perfect(gold)
        if not isinstance(best, of.output):
            return False
        if signature.closed:
            gold = Case(gold, {"system": system}).closed().gold
        calls.setdefault(gold, [signature.plain(best, gold)]).append(signature.plain(system, gold))
    answers = ask([call for of_gold in calls.values() for call in of_gold])
    lowest = 0
    for first, *others in calls.values():
        best = answers.get(repr(first))
        rest = [value for call in others if (value := answers.get(repr(call))) is not None and value == value]
        if best is None or best != best or not rest:
            continue
        least, greatest = rounded(min(rest) - best), rounded(max(rest) - best)
        rounding = FORMULA_ROUNDING * max(1.0, rounded(abs(best)))
        if least < -rounding:
            return False
        lowest += greatest > rounding
    return lowest >= SEVERAL
