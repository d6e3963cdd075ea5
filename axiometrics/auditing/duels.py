"""One relevant document on top against n below n irrelevant ones, for any number of relevant documents in the
collection and any length.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from axiometrics.auditing.findings import UNDEFINED
from axiometrics.core.aggregates import Gains
from axiometrics.core.errors import TaskError
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.tasks.ranking import TASK as RANKING

ONE, MANY, TIED = "one on top", "many below", "tied"

Duel = tuple[int, int, int, int]
"""n, the relevant documents in the collection, and the documents retrieved by the run with one on top and by the one
with n below.
"""


def winners(metric: Metric, duels: Sequence[Duel]) -> list[str]:
    """Who wins each duel: floats decide outside their margin, exact arithmetic within it. Raises `TaskError` for a
    metric of another task.

    >>> from axiometrics import registry
    >>> winners(registry.metric("rr"), [(2, 2, 4, 4)]), winners(registry.metric("dcg"), [(2, 2, 4, 4), (3, 3, 6, 6)])
    (['one on top'], ['one on top', 'many below'])
    """
    if metric.task != RANKING.name:
        raise TaskError(f"{metric.id} is a {metric.task} metric: a duel is between rankings")
    scores = metric.evaluate(_gains(duels))
    found = []
    for duel, first, second in zip(duels, scores[0::2], scores[1::2], strict=True):
        if (
            math.isnan(first)
            or math.isnan(second)
            or abs(first - second) <= FORMULA_ROUNDING * max(1.0, abs(first), abs(second))
        ):
            first, second = metric.evaluate(_gains([duel], exact=True))
        found.append(ONE if first > second else MANY if second > first else TIED if first == second else UNDEFINED)
    return found


def _gains(duels: Sequence[Duel], exact: bool = False) -> Gains:
    """The two runs of each duel, one after the other."""
    gains = np.zeros((2 * len(duels), max(max(one, many) for _, _, one, many in duels)), dtype=np.int64)
    gains[0::2, 0] = 1
    for row, (n, _, _, _) in zip(gains[1::2], duels, strict=True):
        row[n : 2 * n] = 1
    lengths = [length for _, _, one, many in duels for length in (one, many)]
    relevant = np.repeat([relevant for _, relevant, _, _ in duels], 2)[:, None]
    return Gains.of(gains, relevant, np.asarray(lengths), np.asarray(lengths), exact=exact)
