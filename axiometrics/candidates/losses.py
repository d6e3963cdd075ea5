"""Whether a user's metric looks like a loss: the perfect output scores lowest.

A loss that is judged as it is violates nearly everything, which tells its author nothing. So the outputs of several
golds are scored before any search: a metric is taken for a loss if on every gold on which its values differ, and on
several such golds, none is lower than that of the perfect output.
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
"""Random golds with an output each, besides all small ones."""

SEVERAL = 3
"""Golds on which the values must differ before a metric is taken for a loss."""


def looks_like_a_loss(
    signature: Signature, task: str, traits: Set[str], ask: Callable[[Sequence[Any]], Mapping[str, Any]]
) -> bool:
    """Whether the perfect output scores lowest on several golds, and highest on none of those where values differ.

    `ask` gives the values of calls, given as plain data, by their `repr`.
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
    known = ask([call for asked in calls.values() for call in asked])
    lowest = 0
    for first, *others in calls.values():
        best = known.get(repr(first))
        rest = [value for call in others if (value := known.get(repr(call))) is not None and value == value]
        if best is None or best != best or not rest:
            continue
        least, greatest = rounded(min(rest) - best), rounded(max(rest) - best)
        rounding = FORMULA_ROUNDING * max(1.0, rounded(abs(best)))
        if least < -rounding:
            return False
        lowest += greatest > rounding
    return lowest >= SEVERAL
